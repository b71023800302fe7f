"""Encoding of accessibility trees as padded arrays, one record per node, with reuse of unchanged blocks.

Between two steps most blocks of a tree are the same objects at the same rows: their records are left in place. The
records of a block that reappears are copied from a cache by the block's identity. Most texts in a new block have been
seen before, so the encoding of texts is cached too. docs/design.md has what other caches would gain.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import N_STATES, Block, Tree
from omnigym.spaces.text import text_bytes, words

__all__ = ["TreeEncoder"]

_KEPT_BLOCKS = 1024
_KEPT_TEXTS = 4096
_BOUNDS_BYTES, _OVERLAP_BYTES = 16, 8
_WORDS_WITHIN = 256  # characters of a node's text that are searched for words: a document may be long
#: The overlaps of a text that has no word of the instruction.
_NOTHING_SHARED = np.zeros(2, np.float32).tobytes()

_K = TypeVar("_K")
_V = TypeVar("_V")

#: Records as bytes: uint8 (number of records, bytes of a record).
_Records: TypeAlias = NDArray[np.uint8]


class TreeEncoder:
    """An encoder of trees as the ``a11y_`` arrays of `omnigym.spaces.observation_space`.

    Args:
        nodes: N, the number of rows; further nodes of a tree are dropped, and ``a11y_overflow`` is set.
        text_length: L, the characters of a node's text.
    """

    def __init__(self, nodes: int = 128, text_length: int = 32) -> None:
        self.nodes, self.text_length = nodes, text_length
        # Overlaps and codes of a node's text are adjacent, so that both are written at once (`_said`).
        self._record = np.dtype(
            [
                ("a11y_bounds", np.float32, (4,)),
                ("a11y_overlap", np.float32, (2,)),
                ("a11y_text", np.uint8, (text_length,)),
                ("a11y_role", np.uint8),
                ("a11y_states", np.uint8, (N_STATES,)),
                ("a11y_mask", np.uint8),
            ],
            align=True,
        )
        self._said = slice(_BOUNDS_BYTES, _BOUNDS_BYTES + _OVERLAP_BYTES + text_length)
        self._size = (0, 0)
        self._scale = np.zeros(4, np.float32)
        self._instruction = ""
        self._words: frozenset[str] = frozenset()
        # The rows of the last tree, and its blocks.
        self._rows: _Records = np.zeros((nodes, self._record.itemsize), np.uint8)
        self._shown: tuple[Block, ...] = ()
        self._overflows = False
        # Both caches are valid for one size of the screen and one instruction: `_begin` clears them.
        self._blocks: dict[Block, _Records] = {}
        self._texts: dict[str, bytes] = {}

    def encode(self, tree: Tree, instruction: str) -> dict[str, NDArray[np.generic]]:
        """Return the arrays of a tree, all new; they are columns of one array of records.

        Args:
            tree: The tree.
            instruction: The instruction with whose words the overlaps are counted.
        """
        if instruction != self._instruction or tree.size != self._size:
            self._begin(instruction, tree.size)
        if tree.blocks is not self._shown:
            self._update(tree.blocks)
        records = self._rows.copy().view(self._record)[:, 0]
        return {
            "a11y_bounds": records["a11y_bounds"],
            "a11y_role": records["a11y_role"],
            "a11y_states": records["a11y_states"],
            "a11y_text": records["a11y_text"],
            "a11y_overlap": records["a11y_overlap"],
            "a11y_mask": records["a11y_mask"],
            "a11y_overflow": np.array([tree.truncated or self._overflows], np.uint8),
        }

    def _begin(self, instruction: str, size: tuple[int, int]) -> None:
        width, height = self._size = size
        self._scale = np.array([1 / width, 1 / height, 1 / width, 1 / height], np.float32)
        self._instruction, self._words = instruction, frozenset(words(instruction))
        self._blocks.clear()
        self._texts.clear()
        self._shown = ()
        self._update(())

    def _update(self, blocks: tuple[Block, ...]) -> None:
        """Change the rows from the last tree to this one, without writing unchanged blocks at unchanged rows again."""
        before, self._shown = self._shown, blocks
        same_rows = len(before) == len(blocks)
        filled = 0
        for n, block in enumerate(blocks):  # same_rows: all blocks before n have the same number of rows as they had
            count = len(block.names)
            if not same_rows or before[n] is not block:
                same_rows = same_rows and len(before[n].names) == count
                if count and filled < self.nodes:
                    records = self._records_of(block, before[n] if same_rows else None)[: self.nodes - filled]
                    self._rows[filled : filled + len(records)] = records
            filled += count
        self._overflows = filled > self.nodes
        self._rows[filled:] = 0

    def _records_of(self, block: Block, before: Block | None) -> _Records:
        known = self._blocks.get(block)
        return _keep(self._blocks, block, self._encoded(block, before), _KEPT_BLOCKS) if known is None else known

    def _encoded(self, block: Block, before: Block | None) -> _Records:
        """The records of a block; columns that are the very same in the one of as many rows before are taken over."""
        known = self._blocks.get(before) if before is not None else None
        if known is None:
            before = None
        rows = np.zeros((len(block.names), self._record.itemsize), np.uint8) if known is None else known.copy()
        records = rows.view(self._record)[:, 0]
        if before is None or before.bounds is not block.bounds:
            bounds = np.multiply(block.bounds, self._scale, dtype=np.float32)
            np.maximum(bounds, 0.0, out=bounds)
            records["a11y_bounds"] = np.minimum(bounds, 1.0, out=bounds)
        if before is None or before.roles is not block.roles:
            records["a11y_role"] = block.roles
        if before is None or before.states is not block.states:
            records["a11y_states"] = _bits(block.states)
        if before is None or before.names is not block.names or before.values is not block.values:
            said = b"".join([self._of_text(_text(n, v)) for n, v in zip(block.names, block.values, strict=True)])
            rows[:, self._said] = np.frombuffer(said, np.uint8).reshape(len(rows), -1)
        records["a11y_mask"] = 1
        return rows

    def _of_text(self, text: str) -> bytes:
        """The encoding of a node's text: its two overlaps with the instruction as float32, then its codes."""
        known = self._texts.get(text)
        if known is None:
            own, codes = _read(text[: max(_WORDS_WITHIN, self.text_length)], self.text_length)
            common = len(own & self._words)
            shares = (common / len(own), common / len(self._words)) if common else (0.0, 0.0)
            row = (np.array(shares, np.float32).tobytes() if common else _NOTHING_SHARED) + codes
            known = _keep(self._texts, text, row, _KEPT_TEXTS)
        return known


# The texts of an app are the same in all episodes.
@lru_cache(maxsize=4096)
def _read(text: str, length: int) -> tuple[frozenset[str], bytes]:
    """The words of a node's text, and its codes: what does not depend on the instruction."""
    return words(text[:_WORDS_WITHIN]), text_bytes(text, length)


def _bits(states: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The bits of the states, one column for each state: uint8 (n, N_STATES)."""
    least_first = np.ascontiguousarray(states, "<u4").view(np.uint8).reshape(len(states), 4)
    return np.unpackbits(least_first, axis=1, count=N_STATES, bitorder="little")


def _keep(cache: dict[_K, _V], key: _K, value: _V, most: int) -> _V:
    """Put ``value`` into a cache, which is emptied first if it is full, and return it."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
    return value


def _text(name: str, value: str) -> str:
    """The same text as `omnigym.a11y.Node.text`."""
    return f"{name} {value}".strip() if value and value != name else name
