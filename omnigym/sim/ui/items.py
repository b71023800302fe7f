"""The result of layout: placed items. Painter, hit test and accessibility tree read nothing else.

A `Laid` ("a piece") is a laid-out part of a screen, in coordinates relative to its own top left corner. It is
immutable and shared: moving a window or opening the same menu again reuses it. Its `parts` are in depth-first order:

* an `Item` is one painted thing, with the node it came from;
* a `Sub` is another `Laid` at an offset;
* a `Slot` is a placeholder for a widget whose content depends on what the window keeps for it (scroll offset, caret);
  it is filled when the window is composed.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.ui.nodes import Node

#: ``(x0, y0, x1, y1)`` in pixels, the end excluded.
Box: TypeAlias = tuple[int, int, int, int]


class Item(NamedTuple):
    """A painted item.

    Attributes:
        kind, style: The kind of widget, and the name of its style.
        x, y, w, h: Its rectangle in pixels, relative to the `Laid` that holds it.
        text, icon, data: What is on it; `data` is the payload of its kind (see `Kind.shown`).
        flags: `SELECTED`, `CHECKED`... as the view declared them; the painter adds hover, press and focus of
            `Panel.hot`.
        node: The node it came from: key, role, handlers.
        parent: Index in `Laid.parts` of the item that is its parent in the accessibility tree, or -1.
    """

    kind: str
    style: str
    x: int
    y: int
    w: int
    h: int
    text: str
    icon: str
    flags: int
    data: Any
    node: Node
    parent: int = -1


#: Slices of an `Item`: its corner, its size, its rectangle, and everything that is visible. Thousands of items are
#: compared in a step, and comparing slices costs less than comparing field by field.
CORNER = slice(Item._fields.index("x"), Item._fields.index("w"))
SIZE = slice(CORNER.stop, Item._fields.index("text"))
RECT = slice(CORNER.start, SIZE.stop)
SEEN = slice(0, Item._fields.index("node"))


class Sub(NamedTuple):
    """A piece inside another piece.

    Attributes:
        laid, x, y: The inner piece, and its offset in the outer one.
        parent: As for `Item`.
        own: Whether it becomes a panel of its own.
        selected: Cells whose x lies in this range [start, end) are selected. Only the tree reads it: the painter draws
            the selection over the rows, so that selecting changes no row.
    """

    laid: Laid
    x: int
    y: int
    parent: int = -1
    own: bool = False
    selected: tuple[int, int] = (0, 0)


class Slot(NamedTuple):
    """A placeholder for a widget whose content depends on the state that the window keeps for it (scroll, caret)."""

    node: Node
    x: int
    y: int
    w: int
    h: int
    parent: int = -1


Part: TypeAlias = Item | Sub | Slot


class Laid:
    """A laid-out piece. Two pieces are equal only if they are the same object, so "unchanged" is a test of identity.

    Attributes:
        w, h: Its size in pixels.
        parts: All parts in depth-first order.
        items: The painted parts, back to front.
        subs: The nested pieces that are painted and read together with this one.
        panels: The nested pieces and slots that become panels of their own, with a block of the tree each.
        targets: ``(x0, y0, x1, y1, item)`` of each item that reacts to input, back to front.
        keys: The items that have a key, by key; those of nested pieces are not in it (see `has`).
        apart: What is read after all else on the screen, in the same coordinates: it is neither painted nor hit, and
            its rows are children of the widget whose inside this is. None for nothing.
        content: (width, height) of what a scrolling widget scrolls; the size itself for all others.
        info: What the input needs to know of the widget (rows of a list, lines of a text).
        caches: Values derived from the piece, such as its rows in the tree. They depend on nothing but the piece and
            what is in their keys, so they never become invalid.
    """

    __slots__ = ("apart", "caches", "content", "h", "info", "items", "keys", "panels", "parts", "subs", "targets", "w")

    items: tuple[Item, ...]
    subs: tuple[Sub, ...]
    panels: tuple[Sub | Slot, ...]

    def __init__(
        self,
        w: int,
        h: int,
        parts: tuple[Part, ...],
        content: tuple[int, int] | None = None,
        info: Any = None,
        apart: Laid | None = None,
    ) -> None:
        self.w, self.h, self.parts, self.apart = w, h, parts, apart
        items: list[Item] = []
        subs: list[Sub] = []
        panels: list[Sub | Slot] = []
        for part in parts:
            if type(part) is Item:
                items.append(part)
            elif type(part) is Sub and not (part.own or part.laid.panels):
                subs.append(part)
            else:
                # A piece that contains a panel is one itself: composing walks from panel to panel.
                panels.append(part)  # type: ignore[arg-type]
        self.items, self.subs, self.panels = tuple(items), tuple(subs), tuple(panels)
        self.targets = tuple([(i.x, i.y, i.x + i.w, i.y + i.h, i) for i in items if i.node.reacts])
        self.keys: dict[str, Item] = {i.node.key: i for i in items if i.node.key}
        self.content = content or (w, h)
        self.info = info
        self.caches: dict[object, Any] = {}

    def refilled(self, parts: tuple[Part, ...]) -> Laid:
        """Return the same piece with other nodes in its slots.

        A slot's node is seen only in the panel that it becomes, so what was derived of this piece holds of that one.
        """
        other = object.__new__(Laid)
        other.w, other.h, other.content, other.info = self.w, self.h, self.content, self.info
        other.items, other.subs, other.targets, other.keys = self.items, self.subs, self.targets, self.keys
        other.caches, other.parts, other.apart = self.caches, parts, self.apart
        other.panels = tuple([p for p in parts if type(p) is Slot or (type(p) is Sub and (p.own or p.laid.panels))])
        return other

    def has(self, key: str) -> bool:
        """Return whether a node with this key is in the piece or in a nested one (panels excepted)."""
        return key in self.keys or key in self._nested_keys()

    def _nested_keys(self) -> frozenset[str]:
        found: frozenset[str] | None = self.caches.get("keys")
        if found is None:
            found = frozenset().union(*[s.laid.keys for s in self.subs], *[s.laid._nested_keys() for s in self.subs])
            self.caches["keys"] = found
        return found


class Panel(NamedTuple):
    """A piece at its place on the screen: the unit of caching, damage and the accessibility tree.

    Attributes:
        laid: The piece.
        x, y: Its top left corner in screen pixels.
        clip: The box of the screen in which it is visible.
        hot: `HOVER`, `PRESSED` and `FOCUS` flags by node key; only keys that are in the piece.
        slot: The node of the widget whose inside this is, or None.
        layer: Its rank in the tree's stacking order; 0 is the frontmost.
    """

    laid: Laid
    x: int
    y: int
    clip: Box
    hot: dict[str, int]
    slot: Node | None
    layer: int


def clip_box(a: Box, b: Box) -> Box:
    """Return the intersection of two boxes; an empty one has extent 0, never a negative one.

    >>> clip_box((0, 0, 10, 10), (5, 5, 20, 20))
    (5, 5, 10, 10)
    """
    (x0, y0, x1, y1), (left, top, right, bottom) = a, b  # comparisons, because calls of min and max cost thrice that
    if left > x0:
        x0 = left
    if top > y0:
        y0 = top
    if right < x1:
        x1 = right
    if bottom < y1:
        y1 = bottom
    return x0, y0, x1 if x1 > x0 else x0, y1 if y1 > y0 else y0


def area(box: Box) -> int:
    """Return the number of pixels in a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes share a pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(inner: Box, outer: Box) -> list[Box]:
    """Return ``outer`` without ``inner``, which lies in it, as up to four boxes.

    >>> around((2, 2, 8, 10), (0, 0, 10, 10))
    [(0, 0, 10, 2), (0, 2, 2, 10), (8, 2, 10, 10)]
    """
    (a, b, c, d), (x0, y0, x1, y1) = outer, inner
    parts = ((a, b, c, y0), (a, y1, c, d), (a, y0, x0, y1), (x1, y0, c, y1))
    return [p for p in parts if p[0] < p[2] and p[1] < p[3]]
