"""What layout makes of nodes: placed items that are painted, hit and read, and nothing else.

A `Laid` is a laid-out piece of a screen in coordinates of its own. It is immutable and shared: moving a window
or opening the same menu again reuses it. Its `parts` are in depth-first order:

* an `Item` is one painted thing, with the node it came from;
* a `Sub` is another `Laid` at an offset;
* a `Slot` is a hole for a widget with a state of its own (a list, a text field), filled when a window is composed.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from omnigym.devices.sim.ui.nodes import Node

__all__ = [
    "CORNER",
    "RECT",
    "SEEN",
    "SIZE",
    "Box",
    "Item",
    "Laid",
    "Panel",
    "Part",
    "Slot",
    "Sub",
    "area",
    "around",
    "clip_box",
    "overlap",
]

#: ``(x0, y0, x1, y1)`` in pixels, the end excluded.
Box: TypeAlias = tuple[int, int, int, int]


class Item(NamedTuple):
    """One painted thing.

    Attributes:
        kind, style: What to paint, and in which of its looks.
        x, y, w, h: Its rectangle in pixels, relative to the `Laid` that holds it.
        text, icon, data: What is on it; `data` is the kind's own (see the painter).
        flags: `SELECTED`, `CHECKED`... as declared; hover, press and focus are added by the panel's ``hot``.
        node: Where it came from: key, role, handlers.
        parent: The part index of the item that contains it for the accessibility tree, or -1.
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


#: Fields of an `Item`: its corner, its size, its rectangle, and all that is seen of it: one comparison in place of
#: many, of thousands of items a step.
CORNER = slice(Item._fields.index("x"), Item._fields.index("w"))
SIZE = slice(CORNER.stop, Item._fields.index("text"))
RECT = slice(CORNER.start, SIZE.stop)
SEEN = slice(0, Item._fields.index("node"))


class Sub(NamedTuple):
    """A laid-out piece inside another.

    Attributes:
        laid, x, y: What, and where.
        parent: As of an `Item`.
        own: Whether it is a panel of its own.
        selected: The cells that begin between these two x of the piece are selected: for the tree alone.
    """

    laid: Laid
    x: int
    y: int
    parent: int = -1
    own: bool = False
    selected: tuple[int, int] = (0, 0)


class Slot(NamedTuple):
    """A hole for a widget whose content depends on the window's own state of it (scroll offset, caret)."""

    node: Node
    x: int
    y: int
    w: int
    h: int
    parent: int = -1


Part: TypeAlias = Item | Sub | Slot


class Laid:
    """A laid-out piece, compared by identity.

    Attributes:
        w, h: Its size in pixels.
        parts: All parts in depth-first order.
        items: The painted ones, back to front.
        subs: The nested pieces that are painted and read with this one.
        panels: The nested pieces and slots that are panels of their own: each has a block in the tree.
        targets: ``(x0, y0, x1, y1, item)`` of the items that react to input, back to front.
        content: Height (and width) of what a scrolling widget scrolls, or the size itself.
        info: The widget's own facts for the dispatcher (rows of a list, lines of a text).
        caches: Values derived from this piece, kept with it.
    """

    __slots__ = ("caches", "content", "h", "info", "items", "keys", "panels", "parts", "subs", "targets", "w")

    items: tuple[Item, ...]
    subs: tuple[Sub, ...]
    panels: tuple[Sub | Slot, ...]

    def __init__(
        self, w: int, h: int, parts: tuple[Part, ...], content: tuple[int, int] | None = None, info: Any = None
    ) -> None:
        self.w, self.h, self.parts = w, h, parts
        items: list[Item] = []
        subs: list[Sub] = []
        panels: list[Sub | Slot] = []
        for part in parts:
            if type(part) is Item:
                items.append(part)
            elif type(part) is Sub and not (part.own or part.laid.panels):
                subs.append(part)
            else:
                panels.append(part)  # type: ignore[arg-type]
        self.items, self.subs, self.panels = tuple(items), tuple(subs), tuple(panels)
        self.targets = tuple([(i.x, i.y, i.x + i.w, i.y + i.h, i) for i in items if i.node.reacts])
        self.keys: dict[str, Item] = {i.node.key: i for i in items if i.node.key}
        self.content = content or (w, h)
        self.info = info
        self.caches: dict[Any, Any] = {}

    def refilled(self, parts: tuple[Part, ...]) -> Laid:
        """The same piece with other nodes in its slots.

        A slot's node is seen only in the panel that it becomes, so what was derived of this piece holds of that one.
        """
        other = object.__new__(Laid)
        other.w, other.h, other.content, other.info = self.w, self.h, self.content, self.info
        other.items, other.subs, other.targets, other.keys = self.items, self.subs, self.targets, self.keys
        other.caches, other.parts = self.caches, parts
        other.panels = tuple([p for p in parts if type(p) is Slot or (type(p) is Sub and (p.own or p.laid.panels))])
        return other

    def has(self, key: str) -> bool:
        """Whether a node of this key is in it, or nested in it."""
        return key in self.keys or key in self._nested_keys()

    def _nested_keys(self) -> frozenset[str]:
        found: frozenset[str] | None = self.caches.get("keys")
        if found is None:
            found = frozenset().union(*[s.laid.keys for s in self.subs], *[s.laid._nested_keys() for s in self.subs])
            self.caches["keys"] = found
        return found


class Panel(NamedTuple):
    """A laid-out piece at its place on the screen: the unit of caching, damage and the accessibility tree.

    Attributes:
        laid: What is there.
        x, y: Where, in screen pixels.
        clip: What of the screen it may show on.
        hot: Flags of the moment by node key: `HOVER`, `PRESSED`, `FOCUS`.
        slot: The node of the widget that it is the inside of, or None.
        layer: 0 is the frontmost.
    """

    laid: Laid
    x: int
    y: int
    clip: Box
    hot: dict[str, int]
    slot: Node | None
    layer: int


def clip_box(a: Box, b: Box) -> Box:
    """The common part of two boxes; empty ones have no extent, never a negative one.

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
    """Pixels in a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share a pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(inner: Box, outer: Box) -> list[Box]:
    """What is left of a box when one inside it is taken out: up to four boxes.

    >>> around((2, 2, 8, 10), (0, 0, 10, 10))
    [(0, 0, 10, 2), (0, 2, 2, 10), (8, 2, 10, 10)]
    """
    (a, b, c, d), (x0, y0, x1, y1) = outer, inner
    parts = ((a, b, c, y0), (a, y1, c, d), (a, y0, x0, y1), (x1, y0, c, y1))
    return [p for p in parts if p[0] < p[2] and p[1] < p[3]]
