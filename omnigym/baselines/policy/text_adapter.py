"""The input from a policy's reader (`text_encoder`): vectors of tokens, of the whole instruction, and of node names.

A value, such as the name of a file, tells a reader nothing about what is to be done, and would tell a policy which of
its examples this is. So what is quoted or looks like a path is never read, nor is any of a task's own words where they
are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from omnigym.baselines.policy.instruction_features import View
from omnigym.baselines.policy.networks import NO
from omnigym.baselines.policy.node_view import NodeView
from omnigym.baselines.policy.text_encoder import SentenceReader
from omnigym.envs.observer import Array

__all__ = ["NamesRead", "TextRead", "read_in"]

_JOINTS = frozenset("/\\.@_")  # within paths and addresses
_SHARP = 12.0  # how much more of what is nearest is taken


def read_in(
    reader: SentenceReader, views: Sequence[View], tokens: int, nodes: int, unknown: Sequence[frozenset[int]],
    own: Sequence[frozenset[str]],
) -> dict[str, Array]:  # fmt: skip
    """Return the text vectors of some views, padded to numbers of tokens and nodes; see `batch.collate`.

    Returns:
        ``read`` (B, T, R), the tokens in the light of each other; ``whole`` (B, R), the instruction; ``alone``
        (B, T, R), the tokens by themselves; ``named`` (B, N, R), the nodes' names. All float32.
    """
    count, width = len(views), reader.width
    shapes = {"read": (tokens,), "whole": (), "alone": (tokens,), "named": (nodes,)}
    out: dict[str, Array] = {n: np.zeros((count, *shape, width), np.float32) for n, shape in shapes.items()}
    for row, view in enumerate(views):
        t, n = len(view.words), len(view.rows)
        hidden = np.array([word in own[row] for word in view.said], bool) if own else np.zeros(t, bool)
        gone = np.isin(view.words, list(unknown[row])) if unknown and unknown[row] else np.zeros(t, bool)
        masked = hidden | _values(view)
        told = reader.told(view.said, masked.tolist())
        out["whole"][row] = told.whole
        out["read"][row, :t] = np.where(gone[:, None], 0, told.words)
        if not isinstance(view, NodeView):
            continue
        dumb = (masked | gone).tolist()
        alone = ["" if no or not word[0].isalpha() else word for word, no in zip(view.said, dumb, strict=True)]
        out["alone"][row, :t] = reader.names(alone)
        out["named"][row, :n] = reader.names(view.texts)
        out["named"][row, :n][view.has[:, hidden].any(1)] = 0
    return out


def _values(view: View) -> NDArray[np.bool_]:
    """Which tokens are quoted, or within what looks like a path or an address: (T,)."""
    chunks = view.chunks
    joint = np.array([word in _JOINTS for word in view.said], bool)
    joint[1:] &= chunks[1:] == chunks[:-1]
    joint[:-1] &= chunks[:-1] == chunks[1:]
    joint[:1] = joint[-1:] = False
    values: NDArray[np.bool_] = (view.quotes > 0) | np.isin(chunks, chunks[joint])
    return values


class TextRead(nn.Module):
    """The addition to the vectors of the moment and of the tokens.

    Args:
        read: R, the reader's width.
        width: D, of the policy's vectors.
    """

    def __init__(self, read: int, width: int) -> None:
        super().__init__()
        self._words, self._whole = nn.Linear(read, width), nn.Linear(read, width)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the additions for the tokens (B, T, D), and for the moment (B, D)."""
        return self._words(batch["read"]), self._whole(batch["whole"])


class NamesRead(nn.Module):
    """The addition to the vectors of nodes: by their names, and by the words of the instruction that are near them.

    Args:
        read: R, the reader's width.
        width: D, of the policy's vectors.
    """

    def __init__(self, read: int, width: int) -> None:
        super().__init__()
        self._names, self._alike = nn.Linear(read, width), nn.Linear(width + 2, width)

    def forward(self, batch: dict[str, Tensor], text: Tensor) -> Tensor:
        """Return the addition for the nodes (B, N, D), from the vectors of the tokens (B, T, D)."""
        named = batch["named"]
        near = torch.bmm(named, batch["alone"].transpose(1, 2)) / named.shape[-1]  # the cosine
        most = near.amax(-1, keepdim=True)
        shares = (near * _SHARP).masked_fill(~batch["there"][:, None], NO).softmax(-1)
        meant = torch.bmm(shares, text) * most.clamp(min=0)
        told = torch.cat((meant, most, 4 * (most - 0.5).relu()), -1)
        vectors: Tensor = self._names(named) + self._alike(told)
        return vectors
