"""What can be done on a screen: the boxes of its controls, and scripts for them, of which nothing is known yet."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from omnigym.a11y import CLICK_ROLES, CLICK_STATES, ITEM_ROLES, Node, Role, State, Tree
from omnigym.codecs.pyautogui_script import Call
from omnigym.values import Platform

__all__ = ["CALLS", "CandidateDeed", "LabelledControl", "boxes_of", "deeds_on", "shifted_scripts"]

#: The calls of each kind of deed, by their names in PyAutoGUI.
CALLS: Final[Mapping[str, tuple[str, ...]]] = {
    "click": ("click",),
    "two clicks": ("click", "click"),
    "write": ("click", "write"),
    "write and enter": ("click", "write", "press"),
    "replace": ("click", "hotkey", "write"),
    "type": ("write",),
    "type and enter": ("write", "press"),
    "two writes": ("click", "write", "click", "write"),
    "press": ("press",),
    "click and press": ("click", "press"),
    "hotkey": ("hotkey",),
    "click and hotkey": ("click", "hotkey"),
    "double": ("doubleClick",),
    "right": ("rightClick",),
    "move": ("moveTo",),
    "drag": ("moveTo", "dragTo"),
    "scroll": ("scroll",),
    "hscroll": ("hscroll",),
}
FIELDS: Final = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD})
#: What else is written into, where it can be edited.
_WRITTEN: Final = frozenset({Role.TERMINAL, Role.DOCUMENT, Role.SPINNER, Role.COMBOBOX})
#: What holds others, and is scrolled.
_PANES: Final = frozenset({Role.SCROLL_PANE, Role.LIST, Role.TABLE, Role.TREE, Role.DOCUMENT, Role.TEXT_AREA})
#: What has a menu of its own, or opens when it is clicked twice.
_THINGS: Final = frozenset(
    {Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ROW, Role.IMAGE, Role.LINK, Role.ICON, Role.TAB, Role.DOCUMENT}
)
_CONTROLS: Final = frozenset(
    {
        *CLICK_ROLES,
        *FIELDS,
        Role.TERMINAL,
        Role.SLIDER,
        Role.IMAGE,
        Role.DOCUMENT,
        Role.CANVAS,
        Role.CALENDAR,
        Role.NOTIFICATION,
    }
)
_LEAST, _LONGEST_LABEL = 8, 60
#: In the title of the real LibreOffice; the simulated one has a dash.
_OFFICE: Final = " - LibreOffice "
#: What covers what is behind it.
_FRONTS: Final = frozenset(
    {Role.WINDOW, Role.DIALOG, Role.ALERT, Role.MENU, Role.TASKBAR, Role.NOTIFICATION, Role.TOOLTIP}
)
#: The part of the screen that a box may cover, except one that is scrolled.
_LARGEST = 0.25
_WORD = re.compile(r"[^\W_]+")
#: How far off its box a moved point is, in pixels.
_OFF = 12

_KEYS: Final = (
    *("enter", "tab", "escape", "down", "up", "right", "left", "pagedown", "home", "end"),
    *("delete", "backspace", "space", "pageup", "f1", "f2", "f4", "f5", "f6", "f10", "f11", "1", "5", "8"),
)
#: After which click a key is pressed: on one of several things, or in a text.
_KEYS_AFTER: Final = ("delete", "enter", "down", "right", "f2", "home", "end", "space", "tab", "backspace")
_HOTKEYS: Final = (
    *("ctrl+a", "ctrl+c", "ctrl+f", "ctrl+n", "ctrl+o", "ctrl+s", "ctrl+p", "ctrl+w", "ctrl+t", "ctrl+b", "ctrl+h"),
    *("ctrl+l", "ctrl+end", "ctrl+tab", "shift+tab", "shift+end", "alt+f4", "alt+tab", "win+e", "win+d", "win+i"),
)
_HOTKEYS_AFTER: Final = ("ctrl+a", "ctrl+c")
_NOTCHES: Final = (-2, -3, -5, -10, -20, 5)
_NOTCHES_ASIDE: Final = (3, 5)
#: So many texts are tried in a field.
_TEXTS: Final = 4
#: Of so many things, and so many pairs of them, the menu is opened and so on; things are often alike.
_MOST_THINGS, _MOST_DRAGS, _MOST_CELLS, _MOST_CLICKS = 6, 16, 4, 60
_TOUCH: Final = frozenset({"press", "hotkey", "double", "right", "move", "drag", "hscroll", "click and hotkey"})


@dataclass(frozen=True, slots=True)
class LabelledControl:
    """A control with its box.

    Attributes:
        label: Unique on the screen: "bold-button".
        node: The control.
    """

    label: str
    node: Node

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) in pixels."""
        x, y, w, h = self.node.bounds
        return x, y, x + w, y + h

    @property
    def middle(self) -> tuple[float, float]:
        """The point that gold scripts click: the exact middle, often at half a pixel."""
        x, y, w, h = self.node.bounds
        return x + w / 2, y + h / 2


class CandidateDeed(NamedTuple):
    """A script that may do something.

    Attributes:
        kind: Of `CALLS`.
        calls: The script.
        at: Numbers of the boxes of its points, in their order.
        text: Text, key or keys ("ctrl+s") that the wording names.
    """

    kind: str
    calls: tuple[Call, ...]
    at: tuple[int, ...] = ()
    text: str = ""


def boxes_of(tree: Tree) -> tuple[LabelledControl, ...]:
    """The boxes of the controls of a screen that are enabled, named, and reached by a click in the middle.

    What is behind a modal dialog is left out, and of what is covered partly the box is of the part that is seen. No two
    have the same middle, by which the published scorer knows the box of a point.
    """
    found: dict[tuple[float, float], Node] = {}
    fronts = [n for n in tree.nodes if n.role in _FRONTS and n.parent < 0]
    blocked = _blocked(tree)
    for whole in tree.nodes:
        node = _in_sight(whole, fronts)
        if node.layer != blocked and _is_usable(node, tree) and not _is_misplaced(node, tree):
            middle = LabelledControl("", node).middle
            if middle not in found or node.has(State.CLICKABLE):
                found[middle] = node
    counts: Counter[str] = Counter()
    out = []
    for node in sorted(found.values(), key=lambda n: n.index):
        label = _label(node)
        counts[label] += 1
        out.append(LabelledControl(label if counts[label] == 1 else f"{label}-{counts[label]}", node))
    return tuple(out)


def _blocked(tree: Tree) -> int | None:
    """The layer of the window that a modal dialog keeps from being used: the next one behind it."""
    modal = [n.layer for n in tree.nodes if n.has(State.MODAL) and n.parent < 0]
    behind = [n.layer for n in tree.nodes if n.role is Role.WINDOW and modal and n.layer > min(modal)]
    return min(behind, default=None)


def _is_misplaced(node: Node, tree: Tree) -> bool:
    """Whether it is of a toolbar of the real LibreOffice, which tells wrong places of them in a narrow window."""
    in_bar = False
    while node.parent >= 0:
        node = tree.node(node.parent)
        in_bar = in_bar or node.role is Role.TOOLBAR
    return in_bar and _OFFICE in node.name


def _in_sight(node: Node, fronts: Sequence[Node]) -> Node:
    """A node whose bounds are the largest part of it beside each window in front of it, if that is half of it."""
    x, y, w, h = node.bounds
    for front in fronts:
        left, top, right, bottom = front.bounds[0], front.bounds[1], *_ends(front.bounds)
        if front.layer >= node.layer or left >= x + w or right <= x or top >= y + h or bottom <= y:
            continue
        parts = [
            *((x, y, left - x, h), (right, y, x + w - right, h)),
            *((x, y, w, top - y), (x, bottom, w, y + h - bottom)),
        ]
        x, y, w, h = max(parts, key=lambda part: max(part[2], 0) * max(part[3], 0))
    if (x, y, w, h) == node.bounds:
        return node
    seen = 2 * max(w, 0) * max(h, 0) >= _area(node)
    return replace(node, bounds=(x, y, w, h) if seen else (x, y, 0, 0))


def _ends(bounds: tuple[int, int, int, int]) -> tuple[int, int]:
    return bounds[0] + bounds[2], bounds[1] + bounds[3]


def _is_usable(node: Node, tree: Tree) -> bool:
    x, y, w, h = node.bounds
    named = bool(_WORD.search(node.name)) or node.has(State.SCROLLABLE)
    named = named and w >= _LEAST and h >= _LEAST and node.has(State.ENABLED | State.VISIBLE)
    if not named or not (node.role in _CONTROLS or node.states & CLICK_STATES or node.role in _PANES):
        return False
    large = w * h > tree.size[0] * tree.size[1] * _LARGEST
    if large and not (node.states & (State.SCROLLABLE | State.EDITABLE) or node.role is Role.TABLE):
        return False
    front = tree.hit(int(x + w / 2), int(y + h / 2))
    while front is not None and front.index != node.index:
        front = tree.node(front.parent) if front.parent >= 0 else None
    return front is not None


def _label(node: Node) -> str:
    words = [word.lower() for word in _WORD.findall(node.name)]
    role = node.role.name.lower().replace("_", "-")
    text = "-".join(words)[:_LONGEST_LABEL].strip("-")
    if not text:
        return role
    return text if text.endswith(role) else f"{text}-{role}"


def deeds_on(
    tree: Tree, boxes: Sequence[LabelledControl], platform: Platform, rng: random.Random, texts: Callable[[Node], str]
) -> Iterator[CandidateDeed]:
    """What may be worth trying on a screen, in a fixed order.

    Args:
        tree: The screen.
        boxes: `boxes_of` of it.
        platform: On phones there are neither keys nor a pointer.
        rng: Draws where there are too many of a kind.
        texts: The text to write into a field.
    """
    for deed in _all_deeds(tree, boxes, rng, texts):
        if platform != "android" or deed.kind not in _TOUCH:
            yield deed


def _all_deeds(
    tree: Tree, boxes: Sequence[LabelledControl], rng: random.Random, texts: Callable[[Node], str]
) -> Iterator[CandidateDeed]:
    large = tree.size[0] * tree.size[1] * _LARGEST
    small = [n for n, b in enumerate(boxes) if _area(b.node) <= large or b.node.has(State.EDITABLE)]
    clickable = [n for n in small if boxes[n].node.role in _CONTROLS or boxes[n].node.states & CLICK_STATES]
    if len(clickable) > _MOST_CLICKS:  # a sheet
        clickable = sorted(rng.sample(clickable, _MOST_CLICKS))
    for n in clickable:
        yield CandidateDeed("click", (Call("click", boxes[n].middle),), (n,))
    yield from _typed(tree, texts)
    cells = [n for n in clickable if boxes[n].node.role is Role.CELL]
    written = {*rng.sample(cells, min(_MOST_CELLS, len(cells)))}
    for n in clickable:
        node = boxes[n].node
        if n in written or node.role in FIELDS or (node.role in _WRITTEN and node.has(State.EDITABLE)):
            for text in dict.fromkeys([texts(node) for _ in range(_TEXTS)]):
                yield from _written(n, boxes[n], text)
    things = [n for n in clickable if boxes[n].node.role in _THINGS]
    for n in sorted(rng.sample(things, min(_MOST_THINGS, len(things)))):
        yield CandidateDeed("right", (Call("rightClick", boxes[n].middle),), (n,))
        if boxes[n].node.role is not Role.LINK:
            yield CandidateDeed("double", (Call("doubleClick", boxes[n].middle),), (n,))
    yield from _pressed()
    rests = [n for n in clickable if boxes[n].node.role in (*ITEM_ROLES, *FIELDS)]
    for n in rng.sample(rests, min(3, len(rests))):
        for key in _KEYS_AFTER:
            yield CandidateDeed(
                "click and press", (Call("click", boxes[n].middle), Call("press", keys=(key,))), (n,), key
            )
        for keys in _HOTKEYS_AFTER:
            calls = (Call("click", boxes[n].middle), Call("hotkey", keys=tuple(keys.split("+"))))
            yield CandidateDeed("click and hotkey", calls, (n,), keys)
    for n in rng.sample(clickable, min(3, len(clickable))):
        yield CandidateDeed("move", (Call("moveTo", boxes[n].middle),), (n,))
    yield from _scrolled(boxes)
    drags = list(_dragged(boxes, things))
    yield from rng.sample(drags, min(_MOST_DRAGS, len(drags)))


def _scrolled(boxes: Sequence[LabelledControl]) -> Iterator[CandidateDeed]:
    """The wheel over what scrolls. Sheets do, and only to them is there anything to the side, but for pages."""
    for n, box in enumerate(boxes):
        if box.node.has(State.SCROLLABLE) or box.node.role is Role.TABLE:
            for notches in _NOTCHES:
                text = f"{'down' if notches < 0 else 'up'} by {abs(notches)} notches"
                yield CandidateDeed("scroll", (Call("scroll", box.middle, amount=notches),), (n,), text)
            for notches in _NOTCHES_ASIDE:
                calls = (Call("hscroll", box.middle, amount=notches),)
                yield CandidateDeed("hscroll", calls, (n,), f"right by {notches} notches")


def _pressed() -> Iterator[CandidateDeed]:
    for key in _KEYS:
        yield CandidateDeed("press", (Call("press", keys=(key,)),), (), key)
    for keys in _HOTKEYS:
        yield CandidateDeed("hotkey", (Call("hotkey", keys=tuple(keys.split("+"))),), (), keys)


def _area(node: Node) -> int:
    return node.bounds[2] * node.bounds[3]


def _typed(tree: Tree, texts: Callable[[Node], str]) -> Iterator[CandidateDeed]:
    """What is written where the keyboard is already: a click there would be needless."""
    node = next((n for n in tree.nodes if n.has(State.FOCUSED) and (n.role in FIELDS or n.has(State.EDITABLE))), None)
    for text in dict.fromkeys([texts(node) for _ in range(_TEXTS)]) if node is not None else ():
        yield CandidateDeed("type", (Call("write", text=text),), (), text)
        yield CandidateDeed("type and enter", (Call("write", text=text), Call("press", keys=("enter",))), (), text)


def _written(n: int, box: LabelledControl, text: str) -> Iterator[CandidateDeed]:
    click, write = Call("click", box.middle), Call("write", text=text)
    if box.node.role in FIELDS and box.node.value and box.node.value != box.node.name:
        yield CandidateDeed("replace", (click, Call("hotkey", keys=("ctrl", "a")), write), (n,), text)
        return
    yield CandidateDeed("write", (click, write), (n,), text)
    yield CandidateDeed("write and enter", (click, write, Call("press", keys=("enter",))), (n,), text)


def _dragged(boxes: Sequence[LabelledControl], things: Sequence[int]) -> Iterator[CandidateDeed]:
    """Things dragged onto others of the same list: a file into a folder, one corner of a range to the other."""
    for a in things:
        for b in things:
            if a != b and boxes[a].node.parent == boxes[b].node.parent and boxes[a].node.role is not Role.TAB:
                calls = (Call("moveTo", boxes[a].middle), Call("dragTo", boxes[b].middle, button="left"))
                yield CandidateDeed("drag", calls, (a, b))


def shifted_scripts(
    deed: CandidateDeed, boxes: Sequence[LabelledControl], size: tuple[int, int]
) -> Iterator[tuple[Call, ...]]:
    """The same script with points off their boxes: each alone, to each side where there is room, and all at once."""
    places = [list(_beside(boxes[n], size)) for n in deed.at]
    pointed = [i for i, call in enumerate(deed.calls) if call.point is not None]
    for i, beside in zip(pointed, places, strict=True):
        for point in beside:
            yield (*deed.calls[:i], deed.calls[i]._replace(point=point), *deed.calls[i + 1 :])
    if len(pointed) > 1 and all(places):
        calls = list(deed.calls)
        for i, beside in zip(pointed, places, strict=True):
            calls[i] = calls[i]._replace(point=beside[0])
        yield tuple(calls)


def _beside(box: LabelledControl, size: tuple[int, int]) -> Iterator[tuple[float, float]]:
    left, top, right, bottom = box.edges
    x, y = box.middle
    for px, py in ((right + _OFF, y), (left - _OFF, y), (x, bottom + _OFF), (x, top - _OFF)):
        if 0 <= px < size[0] and 0 <= py < size[1]:
            yield px, py
