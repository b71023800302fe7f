"""The tree: a snapshot of the contents of the screen."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from omnigym.a11y.blocks import Block, BlockBuilder, Node
from omnigym.a11y.roles import Role, State
from omnigym.foreign import parse_json

__all__ = ["Tree"]


@dataclass(frozen=True, eq=False)
class Tree:
    """An immutable snapshot of the contents of the screen.

    Args:
        blocks: Front to back; at the end, in the layers in which they lie, those of what has nothing in it (the blank
            cells of a sheet), so that whoever reads a number of rows first gets all else. Parents come before their
            children. Of the nodes of a layer that contain a pixel the last one is in front.
        size: The screen's (width, height) in pixels.
        truncated: Whether the device left nodes out (a cap or a deadline).
    """

    blocks: tuple[Block, ...]
    size: tuple[int, int]
    truncated: bool = False

    def __len__(self) -> int:
        return sum(len(b.names) for b in self.blocks)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes, in the tree's order."""
        out: list[Node] = []
        for b in self.blocks:
            base, above = len(out), self.above(b)
            parents, roles = b.parents.tolist(), b.roles.tolist()
            states, bounds = b.states.tolist(), b.bounds.tolist()
            for i in range(len(b)):
                out.append(
                    Node(
                        base + i,
                        parents[i] + base if parents[i] >= 0 else above,
                        Role(roles[i]),
                        b.names[i],
                        b.values[i],
                        State(states[i]),
                        tuple(bounds[i]),
                        b.keys[i],
                        b.layer,
                    )
                )
        return tuple(out)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def node(self, index: int) -> Node:
        """Return the node of a row, without making the others.

        Raises:
            IndexError: There is no such row.
        """
        base = 0
        for b in self.blocks:
            if 0 <= index - base < len(b.names):
                return self._row(b, index - base, base)
            base += len(b.names)
        raise IndexError(f"The tree has rows 0 to {base - 1}, got {index}.")

    def above(self, block: Block) -> int:
        """Return the row of the parent of a block's roots, or -1."""
        base = 0
        for b in self.blocks if block.within else ():
            if b.layer == block.layer and block.within in b.places:
                return base + b.places[block.within]
            base += len(b.names)
        return -1

    def _row(self, block: Block, i: int, base: int) -> Node:
        parent = int(block.parents[i])
        x, y, w, h = block.bounds[i].tolist()
        return Node(
            base + i,
            parent + base if parent >= 0 else self.above(block),
            Role(int(block.roles[i])),
            block.names[i],
            block.values[i],
            State(int(block.states[i])),
            (x, y, w, h),
            block.keys[i],
            block.layer,
        )

    def find(
        self,
        role: Role | None = None,
        name: str | None = None,
        *,
        text: str | None = None,
        key: str | None = None,
        states: State = State.NONE,
    ) -> Node | None:
        """Return the first node that fits all arguments, or None. See `find_all`."""
        return next(self._matches(role, name, text, key, states), None)

    def find_all(
        self,
        role: Role | None = None,
        name: str | None = None,
        *,
        text: str | None = None,
        key: str | None = None,
        states: State = State.NONE,
    ) -> list[Node]:
        """Return all nodes that fit all arguments, in the tree's order.

        Args:
            role: The role.
            name: The name, exactly.
            text: Contained in the name or the value, letter case ignored.
            key: The stable key, exactly.
            states: States that must all hold.
        """
        return list(self._matches(role, name, text, key, states))

    def _matches(
        self, role: Role | None, name: str | None, text: str | None, key: str | None, states: State
    ) -> Iterator[Node]:
        wanted = text.casefold() if text is not None else None
        held = int(states)
        base = 0
        for b in self.blocks:
            if held & ~b.any_states == 0:
                for i in _rows(b, role, name, key):
                    if held and int(b.states[i]) & held != held:
                        continue
                    if wanted is None or wanted in b.names[i].casefold() or wanted in b.values[i].casefold():
                        yield self._row(b, i, base)
            base += len(b.names)

    def hit(self, x: int, y: int) -> Node | None:
        """Return the node that a click at pixel (x, y) would reach, or None."""
        base, best, best_layer = 0, None, None
        for b in self.blocks:
            if len(b) and (best_layer is None or b.layer <= best_layer):
                left, top, width, height = b.bounds.T
                inside = np.flatnonzero((x >= left) & (y >= top) & (x < left + width) & (y < top + height))
                if inside.size:
                    best, best_layer = (b, int(inside[-1]), base), b.layer
            base += len(b)
        return self._row(*best) if best is not None else None

    def children(self, node: Node) -> list[Node]:
        """Return the nodes whose parent is ``node``."""
        return [n for n in self.nodes if n.parent == node.index]

    def to_json(self) -> str:
        """Return a JSON text that `from_json` reads back."""
        rows = [
            {
                "parent": n.parent,
                "role": n.role.name.lower(),
                "name": n.name,
                "value": n.value,
                "states": [s.name.lower() for s in State if n.states & s and s.name],
                "bounds": list(n.bounds),
                "key": n.key,
                "layer": n.layer,
            }
            for n in self.nodes
        ]
        return json.dumps({"size": list(self.size), "truncated": self.truncated, "nodes": rows}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Tree:
        """Return the tree that `to_json` wrote, with one block per layer.

        Raises:
            UnreadableError: The text is no JSON.
            ValueError, LookupError, TypeError, AttributeError, OverflowError: It is no tree.
        """
        data = parse_json(text)
        blocks: list[Block] = []
        builder: BlockBuilder | None = None
        layer, base, row = 0, 0, 0
        for row, n in enumerate(data["nodes"]):
            if builder is None or n["layer"] != layer:
                if builder is not None:
                    blocks.append(builder.build())
                layer, base = n["layer"], row
                builder = BlockBuilder(layer, data["nodes"][n["parent"]]["key"] if n["parent"] >= 0 else "")
            states = State.NONE
            for s in n["states"]:
                states |= State[s.upper()]
            builder.add(
                Role[n["role"].upper()],
                n["name"],
                tuple(n["bounds"]),
                states,
                value=n["value"],
                key=n["key"],
                parent=max(n["parent"] - base, -1),
            )
        if builder is not None:
            blocks.append(builder.build())
        return cls(tuple(blocks), tuple(data["size"]), data["truncated"])

    def to_xml(self) -> str:
        """Return an XML text with one element per node, named by its role and nested as the tree is."""
        root = ET.Element("screen", width=str(self.size[0]), height=str(self.size[1]))
        elements: list[ET.Element] = []
        for n in self.nodes:
            parent = elements[n.parent] if n.parent >= 0 else root
            x, y, w, h = n.bounds
            e = ET.SubElement(
                parent, n.role.name.lower().replace("_", "-"), name=_xml(n.name), bounds=f"{x},{y},{w},{h}"
            )
            if n.value:
                e.set("value", _xml(n.value))
            if n.key:
                e.set("key", _xml(n.key))
            if n.states:
                e.set("states", " ".join(s.name.lower() for s in State if n.states & s and s.name))
            elements.append(e)
        ET.indent(root)
        return ET.tostring(root, encoding="unicode")


def _rows(block: Block, role: Role | None, name: str | None, key: str | None) -> Sequence[int]:
    """The rows of a block that have what is given."""
    columns: tuple[tuple[object, Sequence[object]], ...] = (
        (key, block.keys),
        (name, block.names),
        (role, block.role_codes),
    )
    asked = [column for column in columns if column[0] is not None]
    if not asked:
        return range(len(block.names))
    (value, column), *others = asked
    rows, at = [], -1
    for _ in range(column.count(value)):  # counted and found without a loop in Python: most blocks have none
        at = column.index(value, at + 1)
        rows.append(at)
    return [i for i in rows if all(c[i] == v for v, c in others)] if others else rows


def _xml(text: str) -> str:
    """``text`` without the characters that XML 1.0 cannot hold."""
    return "".join(c for c in text if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff"))
