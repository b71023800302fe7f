"""The codec of node actions on a screen: their meaning and the possible ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import CLICK_STATES, ITEM_ROLES, Node, Role, State, Tree
from omnigym.actions import (
    KEYS,
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
    point_of,
)
from omnigym.wrappers.element_masks import reachable, roles_of
from omnigym.wrappers.node_layout import (
    CHORDS,
    CLIPBOARD,
    COUNTS,
    DIRECTIONS,
    FIRST_NODE,
    GESTURES,
    INSTRUCTION,
    NODE_VERBS,
    THEN,
    VERBS,
    WAIT_UNIT,
    Choice,
    NodeLayout,
)
from omnigym.wrappers.node_text import format_text, tokens

__all__ = ["NodeActionCodec"]

_VERB_NAMES = tuple(VERBS)
#: The verbs that choose a place of a node.
_PLACED = ("click_at", "drag_at", "move", "mouse_down", "mouse_up")
#: The verbs that `ClickOnly` refuses.
_REFUSED = [
    _VERB_NAMES.index(v)
    for v in (
        *("open_app", "press", "key_down", "key_up", "click_with", "call_user", "move", "mouse_down", "mouse_up"),
    )
]
_LONG = 0.8  # seconds of a long press
_SWIPE = 0.2  # of the screen
_TEXTS = (Role.DOCUMENT, Role.TEXT_AREA, Role.TEXT_FIELD, Role.PARAGRAPH, Role.CANVAS, Role.TERMINAL)
_CLICKED = roles_of(
    (
        *ITEM_ROLES,
        *(Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX),
        *(Role.MENU, Role.MENU_ITEM, Role.TAB, Role.LINK, Role.SPINNER, Role.COLUMN_HEADER, Role.ROW_HEADER),
        *(Role.SLIDER, Role.TOOLTIP, Role.NOTIFICATION, *_TEXTS),
    )
)
_TWICE = roles_of((*ITEM_ROLES, *_TEXTS, Role.IMAGE, Role.TITLEBAR))
_MENUS = roles_of((*ITEM_ROLES, *_TEXTS, Role.LIST, Role.TABLE, Role.DESKTOP, Role.IMAGE, Role.LINK, Role.TAB))
_SCROLLED = roles_of((Role.SCROLL_PANE, Role.LIST, Role.TABLE, Role.TREE, Role.DOCUMENT, Role.TEXT_AREA, Role.CANVAS))


def _rows(verbs: tuple[str, ...]) -> list[int]:
    return [NODE_VERBS.index(v) for v in verbs]


_TURNED = _rows(tuple(v for v in NODE_VERBS if v.startswith(("scroll", "swipe"))))


@dataclass(frozen=True, eq=False)
class NodeActionCodec:
    """Node actions on one screen: the masks of their fields, and the ordinary action to which each decodes.

    Attributes:
        layout: The sizes of the fields.
        tree: The accessibility tree.
        instruction: The task's, in full.
        read_clipboard: Gives the text on the clipboard, or ""; called once, and only when it is asked for.
        may_end: Whether DONE and FAIL are possible.
        click_only: Whether only what `ClickOnly` allows is possible.
    """

    layout: NodeLayout
    tree: Tree
    instruction: str
    read_clipboard: Callable[[], str] = str
    may_end: bool = True
    click_only: bool = False

    @cached_property
    def clipboard(self) -> str:
        """The text on the clipboard."""
        return self.read_clipboard()

    @property
    def seen(self) -> object:
        """A key that is equal as long as the screen is unchanged."""
        return self.tree.blocks

    # -- what is possible ---------------------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> NDArray[np.bool_]:
        """The possible verbs by node: bool (len(NODE_VERBS), N + 1), read-only."""
        out = np.zeros((len(NODE_VERBS), self.layout.nodes + 1), np.bool_)
        rows = min(self.layout.nodes, len(self.tree))
        out[_rows(_PLACED), -1] = True
        if rows:
            blocks = [b for b in self.tree.blocks if b.names]
            roles = np.concatenate([b.roles for b in blocks])[:rows]
            states = np.concatenate([b.states for b in blocks])[:rows]
            sizes = np.concatenate([b.bounds for b in blocks])[:rows, 2:]
            usable = reachable(self.tree, rows) & ((states & int(State.ENABLED)) != 0)
            clicked = usable & (((states & int(CLICK_STATES)) != 0) | _CLICKED[roles])
            twice = usable & (((states & int(State.DOUBLE_CLICKABLE)) != 0) | _TWICE[roles])
            long = usable & (((states & int(State.LONG_CLICKABLE)) != 0) | _MENUS[roles])
            out[:, :rows] = clicked
            out[_TURNED, :rows] = usable & (((states & int(State.SCROLLABLE)) != 0) | _SCROLLED[roles])
            # a node whose middle is covered may have other places
            out[_rows(_PLACED), :rows] = (sizes > 0).all(1)
            out[_rows(("double_click", "triple_click")), :rows] = twice
            out[NODE_VERBS.index("right_click"), :rows] = usable & (_MENUS[roles] | clicked)
            out[NODE_VERBS.index("long_press"), :rows] = long | clicked
            out[NODE_VERBS.index("drag"), :rows] = usable & (clicked | twice)
        out.setflags(write=False)
        return out

    @cached_property
    def verbs(self) -> NDArray[np.bool_]:
        """The verbs that are possible: bool (V,), read-only."""
        out = np.ones(len(VERBS), np.bool_)
        out[[_VERB_NAMES.index(v) for v in NODE_VERBS]] = self.nodes.any(1)
        out[_VERB_NAMES.index("drag")] = bool(self.nodes[NODE_VERBS.index("drag")].any())
        out[_VERB_NAMES.index("open_app")] = bool(self.layout.apps)
        out[[_VERB_NAMES.index(v) for v in ("done", "fail")]] = self.may_end
        if self.click_only:
            out[_REFUSED] = False
        anything = bool(tokens(self.instruction)) or bool(self.sources.any())
        out[[_VERB_NAMES.index(v) for v in ("type", "submit")]] = anything
        out.setflags(write=False)
        return out

    @cached_property
    def sources(self) -> NDArray[np.bool_]:
        """The texts that have a token: bool (N + 2,), read-only."""
        out = np.zeros(self.layout.nodes + 2, np.bool_)
        out[INSTRUCTION], out[CLIPBOARD] = bool(tokens(self.instruction)), bool(tokens(self.clipboard))
        out[FIRST_NODE : FIRST_NODE + len(self.texts)] = [bool(tokens(text)) for text in self.texts]
        out.setflags(write=False)
        return out

    def mask(self, field: str, choice: Choice) -> NDArray[np.bool_]:
        """Return the values that a field can have after the fields chosen before it: bool (size,), never all False.

        Args:
            field: The next field of the verb, in the order of `VERBS`, or "verb".
            choice: The fields before it.
        """
        if field == "verb":
            return self.verbs
        verb = _VERB_NAMES[choice["verb"]]
        if field in ("node", "to"):
            done = verb if field == "node" else "move" if verb == "drag_at" else "drag"
            row: NDArray[np.bool_] = self.nodes[NODE_VERBS.index(done)]
            return row
        if field == "source":
            return self.sources
        out = np.ones(self.layout.sizes[field], np.bool_)
        if field in ("start", "end"):
            out[:] = False
            first = choice["start"] if field == "end" else 0
            out[first : len(self._spans(choice["source"]))] = True
        elif field == "modifiers" and verb == "click_with":
            out[0] = False
        elif field == "modifiers" and self.click_only:
            out[1:] = False
        return out

    def possible(self, choice: Choice) -> bool:
        """Return whether an action, with the fields of its verb, is possible; an action outside the layout is not."""
        fields = ("verb", *VERBS[_VERB_NAMES[choice["verb"]]])
        return all(choice[name] < self.layout.sizes[name] and self.mask(name, choice)[choice[name]] for name in fields)

    # -- what it means ------------------------------------------------------------------------------------------------

    def decode(self, choice: Choice) -> Action:
        """Return the ordinary action that a possible choice means."""
        return _MEANINGS[_VERB_NAMES[choice["verb"]]](self, choice)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the rows that accept actions."""
        return tuple(islice(chain.from_iterable(b.texts for b in self.tree.blocks), self.layout.nodes))

    def _spans(self, source: int) -> tuple[tuple[int, int], ...]:
        return tokens(self._text(source))[: self.layout.tokens]

    def _text(self, source: int) -> str:
        if source >= FIRST_NODE:
            return self.texts[source - FIRST_NODE]
        return (self.instruction, self.clipboard)[source]

    def span(self, choice: Choice) -> str:
        """Return the text that a choice of source, start, end and form names."""
        spans = self._spans(choice["source"])
        text = self._text(choice["source"])[spans[choice["start"]][0] : spans[choice["end"]][1]]
        return format_text(text, choice["form"])

    def _bounds(self, node: int) -> tuple[int, int, int, int]:
        return (0, 0, *self.tree.size) if node == self.layout.nodes else self.tree.node(node).bounds

    def point(self, node: int, x: int = 50, y: int = 50) -> Point:
        """Return the normalised point at percents of a node; (50, 50) is its middle."""
        left, top, width, height = self._bounds(node)
        return point_of((_along(left, width, x), _along(top, height, y)), self.tree.size)

    def swipe(self, node: int, direction: str) -> Drag:
        """Return the swipe from a node's middle over a fifth of the screen."""
        x, y = pixel(self.point(node), self.tree.size)
        dx, dy = (round(step * _SWIPE * size) for step, size in zip(DIRECTIONS[direction], self.tree.size, strict=True))
        return Drag(point_of((x, y), self.tree.size), point_of((x + dx, y + dy), self.tree.size))

    def under(self, at: Point) -> Iterator[Node]:
        """Yield the node that a point hits, and its ancestors."""
        node = self.tree.hit(*pixel(at, self.tree.size))
        while node is not None:
            if node.index < self.layout.nodes:
                yield node
            node = self.tree.node(node.parent) if node.parent >= 0 else None

    def place(self, at: Point) -> tuple[int, int, int]:
        """Return node and percents of a point, the inverse of `point`: exact, or the nearest place on the same node."""
        where = pixel(at, self.tree.size)
        hit: tuple[int, int, int] | None = None
        for node in self.under(at):
            place = node.index, *_percents(node.bounds, where)
            if pixel(self.point(*place), self.tree.size) == where:
                return place
            hit = hit or place
        screen = self.layout.nodes, *_percents(self._bounds(self.layout.nodes), where)
        return screen if hit is None or pixel(self.point(*screen), self.tree.size) == where else hit

    def named(self, verb: str, **fields: int) -> Choice:
        """Return a choice by the name of its verb."""
        return {"verb": _VERB_NAMES.index(verb), **fields}


def _along(start: int, size: int, percent: int) -> int:
    """The pixel at a percent of a node; 50 is the middle as `Node.center` has it."""
    return start + (size // 2 if percent == 50 else round((size - 1) * percent / 100))


def _percents(bounds: tuple[int, int, int, int], where: tuple[int, int]) -> tuple[int, int]:
    (left, top, width, height), (x, y) = bounds, where
    found = []
    for start, size, value in ((left, width, x), (top, height, y)):
        near = round(100 * (value - start) / max(size - 1, 1))
        around = [p for p in (50, near - 1, near, near + 1) if 0 <= p <= 100]
        found.append(min(around, key=lambda p: (abs(_along(start, size, p) - value), p != 50)))
    return found[0], found[1]


def _click(codec: NodeActionCodec, choice: Choice, verb: str) -> Click:
    """A click in the middle of a node, or at its percents."""
    at = codec.point(choice["node"], choice.get("x", 50), choice.get("y", 50))
    held = CHORDS[choice.get("modifiers", 0)]
    match verb:
        case "double_click":
            return Click(at, count=2, modifiers=held)
        case "triple_click":
            return Click(at, count=3, modifiers=held)
        case "right_click":
            return Click(at, "right", modifiers=held)
        case "middle_click":
            return Click(at, "middle", modifiers=held)
        case "long_press":
            return Click(at, modifiers=held, duration=_LONG)
    return Click(at, modifiers=held)


def _scroll(direction: str) -> Callable[[NodeActionCodec, Choice], Action]:
    dx, dy = DIRECTIONS[direction]

    def meaning(codec: NodeActionCodec, choice: Choice) -> Action:
        notches = float(COUNTS[choice["count"]])
        return Scroll(codec.point(choice["node"]), dy * notches, dx * notches)

    return meaning


def _at(codec: NodeActionCodec, c: Choice) -> Point:
    return codec.point(c["node"], c["x"], c["y"])


_MEANINGS: dict[str, Callable[[NodeActionCodec, Choice], Action]] = {
    **{g: lambda s, c, g=g: _click(s, c, g) for g in GESTURES},  # type: ignore[misc] # mypy gives g no type
    "click_with": lambda s, c: _click(s, c, "click"),
    "click_at": lambda s, c: _click(s, c, GESTURES[c["gesture"]]),
    **{f"scroll_{d}": _scroll(d) for d in DIRECTIONS},
    **{f"swipe_{d}": lambda s, c, d=d: s.swipe(c["node"], d) for d in DIRECTIONS},  # type: ignore[misc]
    "drag": lambda s, c: Drag(s.point(c["node"]), s.point(c["to"])),
    "drag_at": lambda s, c: Drag(_at(s, c), s.point(c["to"], c["to_x"], c["to_y"]), "left", CHORDS[c["modifiers"]]),
    "move": lambda s, c: Move(_at(s, c)),
    "mouse_down": lambda s, c: MouseDown(_at(s, c)),
    "mouse_up": lambda s, c: MouseUp(_at(s, c)),
    "press": lambda _, c: Press(KEYS[c["key"]], CHORDS[c["modifiers"]], COUNTS[c["count"]]),
    "key_down": lambda _, c: KeyDown(KEYS[c["key"]]),
    "key_up": lambda _, c: KeyUp(KEYS[c["key"]]),
    "type": lambda s, c: Type(s.span(c) + THEN[c["then"]]),
    "spell": lambda s, c: Type(s.layout.pieces[c["piece"]] + THEN[c["then"]]),
    "submit": lambda s, c: Submit(s.span(c)),
    "submit_piece": lambda s, c: Submit(s.layout.pieces[c["piece"]]),
    "open_app": lambda s, c: OpenApp(s.layout.apps[c["app"]]),
    "wait": lambda _, c: Wait(round(WAIT_UNIT * COUNTS[c["count"]], 6)),
    "call_user": lambda *_: CallUser(),
    "done": lambda *_: Done(),
    "fail": lambda *_: Fail(),
}
