"""Encodes accessibility trees as padded arrays, at the cost of what changed.

The encoder keeps one buffer, a record a node. A block that the last tree had at the same rows is left where it is; one
that took its place is copied in, from a cache by the block's identity. Behind it are caches of the columns by value, so
that a window that opens again where it was is not encoded again. What is returned are the columns of a copy of the
buffer.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import N_STATES, Block, Tree
from omnigym.spaces.text import text_bytes, words

__all__ = ["TreeEncoder"]

_KEPT_BLOCKS = 1024
_KEPT_TEXTS = 4096
_KEPT_INSTRUCTIONS = 16
_WORDS_WITHIN = 256  # characters of a node's text that are searched for words: a document may be long


K = TypeVar("K")
V = TypeVar("V")

#: Names and values of a block.
_Texts: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
#: Bytes of a block's records: uint8 (n, bytes a record).
_Records: TypeAlias = NDArray[np.uint8]
_OVERFLOW = (np.array([0], np.uint8), np.array([1], np.uint8))


class TreeEncoder:
    """Turns trees into the ``a11y_`` arrays of `omnigym.spaces.observation_space`.

    Args:
        nodes: N, the number of rows; what a tree has beyond them is dropped and flagged.
        text_length: L, characters a node.
    """

    def __init__(self, nodes: int = 128, text_length: int = 32) -> None:
        self.nodes, self.text_length = nodes, text_length
        self._record = np.dtype(
            [
                ("a11y_bounds", np.float32, (4,)),
                ("a11y_overlap", np.float32, (2,)),
                ("a11y_role", np.uint8),
                ("a11y_states", np.uint8, (N_STATES,)),
                ("a11y_text", np.uint8, (text_length,)),
                ("a11y_mask", np.uint8),
            ],
            align=True,
        )
        self._buffer: _Records = np.zeros((nodes, self._record.itemsize), np.uint8)
        self._filled = 0
        self._overflows = False
        self._blocks: tuple[Block, ...] = ()
        self._size = (0, 0)
        self._scale = np.zeros(4, np.float32)
        self._bounds: dict[bytes, NDArray[np.float32]] = {}
        self._states: dict[bytes, NDArray[np.uint8]] = {}
        self._texts: dict[_Texts, NDArray[np.uint8]] = {}
        self._codes: dict[str, bytes] = {}
        self._state_rows: dict[int, bytes] = {}
        self._instruction = ""
        self._overlaps = _Overlaps("")
        self._by_instruction: OrderedDict[str, _Overlaps] = OrderedDict()

    def encode(self, tree: Tree, instruction: str) -> dict[str, NDArray[Any]]:
        """The arrays of a tree: all new, columns of one array of records.

        Args:
            tree: The snapshot.
            instruction: What the overlaps are counted with.
        """
        if instruction != self._instruction or tree.size != self._size:
            self._start(instruction, tree.size)
        if tree.blocks is not self._blocks:
            self._update(tree.blocks)
        records = self._buffer.copy().view(self._record)[:, 0]
        return {
            "a11y_bounds": records["a11y_bounds"],
            "a11y_role": records["a11y_role"],
            "a11y_states": records["a11y_states"],
            "a11y_text": records["a11y_text"],
            "a11y_overlap": records["a11y_overlap"],
            "a11y_mask": records["a11y_mask"],
            "a11y_overflow": _OVERFLOW[tree.truncated or self._overflows].copy(),
        }

    def _start(self, instruction: str, size: tuple[int, int]) -> None:
        if size != self._size:
            width, height = self._size = size
            self._scale = np.array([1 / width, 1 / height, 1 / width, 1 / height], np.float32)
            self._bounds.clear()
            self._by_instruction.clear()
        overlaps = self._by_instruction.get(instruction)
        if overlaps is None:
            overlaps = self._by_instruction[instruction] = _Overlaps(instruction)
            if len(self._by_instruction) > _KEPT_INSTRUCTIONS:
                self._by_instruction.popitem(last=False)
        self._by_instruction.move_to_end(instruction)
        self._instruction, self._overlaps = instruction, overlaps
        self._blocks = ()
        self._write_all(())

    def _update(self, blocks: tuple[Block, ...]) -> None:
        """Bring the buffers from the last tree to this one."""
        old, self._blocks = self._blocks, blocks
        if len(old) == len(blocks):
            row, changed = 0, []
            for before, block in zip(old, blocks, strict=True):
                count = len(block.names)
                if before is not block:
                    if len(before.names) != count:
                        break
                    changed.append((before, block, row))
                row += count
            else:
                for before, block, row in changed:
                    if before.bounds is block.bounds and before.roles is block.roles:
                        self._rewrite(before, block, row)
                    else:
                        self._write(block, row)
                return
        self._write_all(blocks)

    def _rewrite(self, before: Block, block: Block, start: int) -> None:
        """Write the rows of a block that say something else, or are in another state, than those that were there."""
        records = self._buffer.view(self._record)[:, 0]
        if before.states is not block.states:
            for i in (before.states != block.states).nonzero()[0].tolist():
                if start + i < self.nodes:
                    records["a11y_states"][start + i] = np.frombuffer(self._state_row(int(block.states[i])), np.uint8)
        if before.names is block.names and before.values is block.values:
            return
        old, new = zip(before.names, before.values, strict=True), zip(block.names, block.values, strict=True)
        for row, (was, now) in enumerate(zip(old, new, strict=True), start):
            if was != now and row < self.nodes:
                text = _text(*now)
                records["a11y_text"][row] = np.frombuffer(self._text_row(text), np.uint8)
                records["a11y_overlap"][row] = np.frombuffer(self._overlaps.of_text(text), np.float32)

    def _write(self, block: Block, start: int) -> None:
        stop = min(start + len(block.names), self.nodes)
        if start < stop:
            self._buffer[start:stop] = self._of(block)[: stop - start]

    def _write_all(self, blocks: tuple[Block, ...]) -> None:
        rows, parts = 0, []
        for block in blocks:
            if rows < self.nodes and block.names:
                parts.append(self._of(block)[: self.nodes - rows])
            rows += len(block.names)
        self._overflows = rows > self.nodes
        rows = min(rows, self.nodes)
        if parts:
            np.concatenate(parts, out=self._buffer[:rows])
        self._buffer[rows : self._filled] = 0
        self._filled = rows

    def _of(self, block: Block) -> _Records:
        known = self._overlaps.blocks.get(block)
        if known is None:
            known = np.zeros((len(block.names), self._record.itemsize), np.uint8)
            records = known.view(self._record)[:, 0]
            said = (block.names, block.values)
            records["a11y_bounds"] = self._bounds_of(block)
            records["a11y_overlap"] = self._overlaps.of(said)
            records["a11y_role"] = block.roles
            records["a11y_states"] = self._states_of(block)
            records["a11y_text"] = self._texts_of(said)
            records["a11y_mask"] = 1
            _keep(self._overlaps.blocks, block, known)
        return known

    def _bounds_of(self, block: Block) -> NDArray[np.float32]:
        key = block.bounds.tobytes()
        bounds = self._bounds.get(key)
        if bounds is None:
            bounds = np.multiply(block.bounds, self._scale, dtype=np.float32)
            np.maximum(bounds, 0.0, out=bounds)
            np.minimum(bounds, 1.0, out=bounds)
            _keep(self._bounds, key, bounds)
        return bounds

    def _states_of(self, block: Block) -> NDArray[np.uint8]:
        key = block.states.tobytes()
        states = self._states.get(key)
        if states is None:
            rows = b"".join([self._state_row(bits) for bits in block.states.tolist()])
            states = _keep(self._states, key, np.frombuffer(rows, np.uint8).reshape(-1, N_STATES))
        return states

    def _texts_of(self, said: _Texts) -> NDArray[np.uint8]:
        texts = self._texts.get(said)
        if texts is None:
            rows = b"".join([self._text_row(_text(n, v)) for n, v in zip(*said, strict=True)])
            texts = _keep(self._texts, said, np.frombuffer(rows, np.uint8).reshape(-1, self.text_length))
        return texts

    def _state_row(self, bits: int) -> bytes:
        row = self._state_rows.get(bits)
        if row is None:
            row = _keep(self._state_rows, bits, bytes(bits >> n & 1 for n in range(N_STATES)), _KEPT_TEXTS)
        return row

    def _text_row(self, text: str) -> bytes:
        row = self._codes.get(text)
        if row is None:
            row = _keep(self._codes, text, text_bytes(text, self.text_length), _KEPT_TEXTS)
        return row


class _Overlaps:
    """The overlaps of nodes with one instruction, cached by value and by text.

    Attributes:
        blocks: The records of blocks that were encoded with this instruction.
    """

    def __init__(self, instruction: str) -> None:
        self.blocks: dict[Block, _Records] = {}
        self._words = words(instruction)
        self._said: dict[_Texts, NDArray[np.float32]] = {}
        self._texts: dict[str, bytes] = {}

    def of(self, said: _Texts) -> NDArray[np.float32]:
        """float32 (n, 2)."""
        found = self._said.get(said)
        if found is None:
            rows = b"".join([self.of_text(_text(n, v)) for n, v in zip(*said, strict=True)])
            found = _keep(self._said, said, np.frombuffer(rows, np.float32).reshape(-1, 2))
        return found

    def of_text(self, text: str) -> bytes:
        """The row of a text: the bytes of two float32."""
        found = self._texts.get(text)
        if found is None:
            own = words(text[:_WORDS_WITHIN])
            common = len(own & self._words)
            shares = (common / len(own), common / len(self._words)) if common else (0.0, 0.0)
            found = _keep(self._texts, text, np.array(shares, np.float32).tobytes(), _KEPT_TEXTS)
        return found


def _keep(cache: dict[K, V], key: K, value: V, most: int = _KEPT_BLOCKS) -> V:
    """Remember ``value``; a cache that is full is emptied first."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
    return value


def _text(name: str, value: str) -> str:
    """What `omnigym.a11y.Node.text` is."""
    return f"{name} {value}".strip() if value and value != name else name
