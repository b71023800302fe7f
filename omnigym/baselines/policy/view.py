"""The view of a moment: the screen's pixels and the cells acted on, or the nodes of the tree."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from omnigym.baselines.policy.instruction_features import HISTORY, History, View, said_of
from omnigym.baselines.policy.node_view import nodes_in_view
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.envs.observer import Array
from omnigym.wrappers.cells import CellCodec, possible_in
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import NODE_VERBS, VERBS

__all__ = ["PixelView", "pixels_in_view", "view_of"]

_PACKED = 1  # the level of compression: examples are kept by the thousand, and unpacked whenever they are seen
_OF_NODES = [tuple(VERBS).index(v) for v in NODE_VERBS]


@dataclass(kw_only=True)
class PixelView(View):
    """The arrays of a moment with its pixels. N cells, row after row.

    Attributes:
        size: (width, height) of the screenshot.
        packed: Its pixels, compressed.
        acted: uint8 (N,), how many actions ago a cell was acted on, or 0.
    """

    size: tuple[int, int]
    packed: bytes
    acted: NDArray[np.uint8]

    @property
    def screenshot(self) -> NDArray[np.uint8]:
        """The screenshot: uint8 (H, W, 3), read-only."""
        width, height = self.size
        return np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(height, width, 3)

    @staticmethod
    def pack(screenshot: NDArray[np.uint8]) -> bytes:
        """Return the pixels of uint8 (H, W, 3), compressed."""
        return zlib.compress(screenshot.tobytes(), _PACKED)

    @staticmethod
    def stacked(views: Sequence[PixelView], tokens: int, unknown: Sequence[frozenset[int]]) -> dict[str, Array]:
        """Return the pixels of some views (`omnigym.baselines.policy.batch.collate`).

        On a screen nothing can be hidden.
        """
        del tokens, unknown
        cells = max(len(v.rows) for v in views)
        sources = np.zeros((len(views), 2 + cells), np.bool_)
        sources[:, 0] = True
        return {
            "screens": np.stack([v.screenshot for v in views]),
            "acted": np.stack([v.acted for v in views]).astype(np.int64),
            "sources": sources,
        }


def view_of(codec: NodeActionCodec, history: History, vocabulary: Vocabulary) -> View:
    """Return the view of a moment."""
    if isinstance(codec, CellCodec):
        return pixels_in_view(codec, history, vocabulary)
    return nodes_in_view(codec, history, vocabulary)


def pixels_in_view(codec: CellCodec, history: History, vocabulary: Vocabulary) -> PixelView:
    """Return the view of a moment, by its screenshot."""
    said = said_of(codec, history, vocabulary)
    cells = len(codec.tree)
    acted = np.zeros(cells, np.uint8)
    for ago, deed in reversed(list(enumerate(islice(history.deeds, HISTORY), 1))):
        for row in deed.rows:
            if row < cells:
                acted[row] = ago
    rows, can = _alike(cells)
    verbs = codec.verbs.copy()
    verbs[_OF_NODES] &= can.any(0)
    height, width = codec.screenshot.shape[:2]
    return PixelView(
        **said.arrays,
        away=np.zeros(len(said.tokens), np.uint8),
        rows=rows,
        can=can,
        verbs=verbs,
        size=(width, height),
        packed=PixelView.pack(codec.screenshot),
        acted=acted,
    )


@lru_cache(maxsize=8)
def _alike(cells: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """All cells, and what can be done to each: the same arrays for all views."""
    return np.arange(cells, dtype=np.int32), np.ascontiguousarray(possible_in(cells)[:, :cells].T)
