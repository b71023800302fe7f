"""Nodes, and blocks of nodes in columns, from which trees are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y.roles import Role, State

__all__ = ["Block", "BlockBuilder", "Node", "Rect"]

#: x, y, width, height in pixels.
Rect = tuple[int, int, int, int]

_INT = np.int32


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a tree.

    Attributes:
        index: Its row in the tree.
        parent: The row of its parent, or -1.
        role, name, value, states: What it is; ``name`` is what a person reads on it, ``value`` its content.
        bounds: ``(x, y, width, height)`` in pixels, clipped to what can be seen.
        key: The stable key of the app's definition (simulated devices), or the native id; may be empty.
        layer: 0 is the frontmost.
    """

    index: int
    parent: int
    role: Role
    name: str
    value: str
    states: State
    bounds: Rect
    key: str
    layer: int

    @property
    def center(self) -> tuple[int, int]:
        """The pixel in the middle of the node."""
        x, y, w, h = self.bounds
        return x + w // 2, y + h // 2

    @property
    def text(self) -> str:
        """Name and value, as one string."""
        return _text(self.name, self.value)

    def has(self, states: State) -> bool:
        """Return whether all of ``states`` hold."""
        return (self.states & states) == states


@dataclass(frozen=True, eq=False)
class Block:
    """A run of nodes, in columns. Immutable; compared by identity, so it is a key for caches.

    Attributes:
        parents: int32 (n,), rows relative to the block; -1 for a root of the block.
        roles: uint8 (n,).
        states: uint32 (n,).
        bounds: int32 (n, 4), pixels: x, y, width, height.
        names, values, keys: n strings each.
        layer: 0 is the frontmost.
        within: Key of the node, in an earlier block of this layer, whose children the roots are; "" for no parent.
    """

    parents: NDArray[np.int32]
    roles: NDArray[np.uint8]
    states: NDArray[np.uint32]
    bounds: NDArray[np.int32]
    names: tuple[str, ...]
    values: tuple[str, ...]
    keys: tuple[str, ...]
    layer: int = 0
    within: str = ""

    def __post_init__(self) -> None:
        for column in (self.parents, self.roles, self.states, self.bounds):
            column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def role_codes(self) -> bytes:
        """The roles, one byte each, for fast search."""
        return self.roles.tobytes()

    @cached_property
    def any_states(self) -> int:
        """The states that at least one node has."""
        return int(np.bitwise_or.reduce(self.states, initial=0))

    @cached_property
    def places(self) -> dict[str, int]:
        """The first row of each key."""
        return {key: row for row, key in reversed(list(enumerate(self.keys)))}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """`Node.text` of each row."""
        return tuple([_text(name, value) for name, value in zip(self.names, self.values, strict=True)])

    def renamed(
        self,
        names: tuple[str, ...],
        values: tuple[str, ...],
        keys: tuple[str, ...],
        states: NDArray[np.uint32] | None = None,
    ) -> Block:
        """Return a block with other texts, and states, that shares the other arrays with this one."""
        block = object.__new__(Block)
        block.__dict__.update(self.__dict__, names=names, values=values, keys=keys)
        for noted in ("places", "texts"):  # of the other strings
            block.__dict__.pop(noted, None)
        if states is not None:
            states.setflags(write=False)
            block.__dict__["states"] = states
            block.__dict__.pop("any_states", None)  # what was noted of the other states
        return block

    def with_layer(self, layer: int) -> Block:
        """Return the same nodes in another layer."""
        block = object.__new__(Block)
        block.__dict__.update(self.__dict__, layer=layer)
        return block


def _text(name: str, value: str) -> str:
    return f"{name} {value}".strip() if value != name else name


class BlockBuilder:
    """A builder that collects nodes one by one and makes a `Block` from them."""

    def __init__(self, layer: int = 0, within: str = "") -> None:
        self._rows: list[tuple[int, int, int, Rect, str, str, str]] = []
        self._layer, self._within = layer, within

    def __len__(self) -> int:
        return len(self._rows)

    def add(
        self,
        role: Role,
        name: str,
        bounds: Rect,
        states: State = State.ENABLED | State.VISIBLE,
        *,
        value: str = "",
        key: str = "",
        parent: int = -1,
    ) -> int:
        """Append a node and return its row."""
        self._rows.append((parent, int(role), int(states), bounds, name, value, key))
        return len(self._rows) - 1

    def build(self) -> Block:
        """Return the block of all added nodes."""
        rows = self._rows
        return Block(
            parents=np.array([r[0] for r in rows], dtype=_INT),
            roles=np.array([r[1] for r in rows], dtype=np.uint8),
            states=np.array([r[2] for r in rows], dtype=np.uint32),
            bounds=np.array([r[3] for r in rows], dtype=_INT).reshape(len(rows), 4),
            names=tuple(r[4] for r in rows),
            values=tuple(r[5] for r in rows),
            keys=tuple(r[6] for r in rows),
            layer=self._layer,
            within=self._within,
        )
