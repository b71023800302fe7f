"""Whether every control of an app does something: all of them are clicked, from as many states as one likes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Button, Click, Move, Press, Type, Wait, point_of
from omnigym.devices.protocol import ClipboardContent, Platform
from omnigym.devices.sim.device import SimDevice

__all__ = ["CONTROLS", "EXCUSED", "SCREENS", "THINGS", "Control", "Crawl", "click", "crawl", "within"]

#: What a person expects to do something when it is clicked.
CONTROLS = {
    *(Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX),
    *(Role.MENU_ITEM, Role.TAB, Role.LINK, Role.TREE_ITEM),
}
#: What has a menu of its own, if the app has any.
THINGS = {
    Role.LIST_ITEM,
    Role.TREE_ITEM,
    Role.CELL,
    Role.ROW,
    Role.IMAGE,
    Role.LINK,
    Role.DOCUMENT,
    Role.CANVAS,
    Role.TAB,
}
#: What is chosen already need not do anything when it is chosen again.
_CHOSEN = State.SELECTED | State.CHECKED
#: The states of a node that a click alone changes, whatever it is on.
_TOUCHED = State.FOCUSED | State.PRESSED
#: The screen on which a platform is looked at: its size in pixels, and how many of them a logical one is.
SCREENS: Mapping[Platform, tuple[tuple[int, int], float]] = {
    "windows": ((1024, 768), 1.0),
    "linux": ((1024, 768), 1.0),
    "android": ((540, 1200), 1.5),
}
#: App and key of what may do nothing wherever a crawl comes, and why.
EXCUSED: Mapping[tuple[str, str], str] = {
    ("calculator", "calculator.memory_recall"): "what was just kept is what is shown",
    ("file_manager", "explorer.refresh"): "nothing changes behind Explorer's back",
    ("media_player", "media.play_list"): "a playlist that was just made is empty",
    ("media_player", "media.shuffle_list"): "a playlist that was just made is empty",
    ("settings", "settings.app_stop"): "an app of the phone that does not run is stopped already",
}
_SETTLE_S = 1.0
#: How things are clicked, to have them chosen and to have their menu.
_BUTTONS: Mapping[str, Button] = {"on": "left", "right": "right"}
#: From how many states a control that did nothing yet is tried.
_TRIES = 24
_NUMBERS = re.compile(r"\d+")
#: What is done at first, so that there is something to undo, to copy, to clear; each is a beginning of its own.
_STIRS: Mapping[str, tuple[Action, ...]] = {
    "": (),
    "(typed)": (Type("12"),),
    "(all selected)": (Press("a", ("ctrl",)),),
    "(down)": (Press("down"),),
}


@dataclass(frozen=True, slots=True, order=True)
class Control:
    """A kind of control: those whose keys differ by numbers alone are one.

    Attributes:
        app: Whose window it was in.
        key: Its key, with ``*`` for each number.
        title: Of the window. What another document or another page shows is tried there, too.
        name: As it was called when it was first seen.
    """

    app: str
    key: str
    title: str
    name: str = field(compare=False)


@dataclass(slots=True)
class Crawl:
    """What was found.

    Attributes:
        live: The controls that did something.
        idle: Those that did nothing, to the names of what was clicked to come to each state in which they did nothing:
            the screen, the tree, the files, the settings and the clipboard stayed as they were.
        numbers: The texts with a number that were seen.
    """

    live: set[Control] = field(default_factory=set)
    idle: dict[Control, list[tuple[str, ...]]] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)

    def dead(self) -> Mapping[tuple[str, str], tuple[Control, tuple[str, ...]]]:
        """By app and key those that never did anything, in no window: one such, and how one comes to it."""
        live = {(control.app, control.key) for control in self.live}
        return {
            (control.app, control.key): (control, trails[0])
            for control, trails in sorted(self.idle.items())
            if (control.app, control.key) not in live
        }

    def controls(self) -> frozenset[tuple[str, str]]:
        """The app and the key of all."""
        return frozenset((control.app, control.key) for control in self.live | self.idle.keys())


def crawl(device: SimDevice, app: str, clicks: int, path: str | None = None, found: Crawl | None = None) -> Crawl:
    """Open an app and click what is there, what appears then, and so on, breadth first.

    A control that did something is not clicked again; one that did nothing is tried from other states.

    Args:
        device: Is reset first.
        app: Its name.
        clicks: How many at most.
        path: A file to open with it.
        found: Of other apps, to which what is found is added: a control may be alive in a window that another opened.

    Raises:
        UnknownNameError: There is no such app.
    """
    device.reset(0)
    device.set_clipboard(ClipboardContent(text="7"))
    device.launch(app, path)
    opened = device.snapshot()
    total, found, left, things = found or Crawl(), Crawl(), clicks, set[str]()
    waiting: deque[tuple[Hashable, tuple[str, ...]]] = deque()
    for name, actions in _STIRS.items():
        device.restore(opened)
        for action in actions:
            device.act(action)
        waiting.append((device.snapshot(), (name,) if name else ()))
    while waiting and left > 0:
        state, trail = waiting.popleft()
        device.restore(state)
        if not device.windows():
            continue
        front = device.windows()[0]
        nodes = within(device)
        total.numbers |= {text for node in nodes for text in (node.name, node.value) if _NUMBERS.search(text)}
        for node in nodes:
            if node.role in THINGS and (kind := f"{front.title} {_kind(node)}") not in things:
                things.add(kind)
                for how, button in _BUTTONS.items():
                    device.restore(state)
                    device.act(click(node, device, button))
                    waiting.append((device.snapshot(), (*trail, f"({how}) {node.name}")))
        for node in nodes:
            control = Control(front.app, _kind(node), front.title, node.name)
            if not _asked(node) or control in found.live or len(found.idle.get(control, ())) >= _TRIES:
                continue
            left -= 1
            if _idle(device, state, node):
                found.idle.setdefault(control, []).append(trail)
                continue
            found.live.add(control)
            waiting.append((device.snapshot(), (*trail, node.name)))
    total.live |= found.live
    total.idle.update(found.idle)
    return total


def _asked(node: Node) -> bool:
    return node.role in CONTROLS and node.has(State.ENABLED | State.CLICKABLE) and not node.states & _CHOSEN


def _kind(node: Node) -> str:
    return _NUMBERS.sub("*", node.key) or f"{node.role.name} {_NUMBERS.sub('*', node.name)}"


def within(device: SimDevice) -> list[Node]:
    """The nodes of the window in front and of what lies over it, without its frame and those that are covered."""
    windows = device.windows()
    if not windows:
        return []
    x, y, w, h = windows[0].bounds
    nodes = device.tree().nodes
    layer = min([n.layer for n in nodes if n.role is Role.WINDOW or n.role is Role.DIALOG], default=0)
    above = min([n.layer for n in nodes if n.role is Role.MENU], default=layer)
    return [
        n
        for n in nodes
        if n.layer <= min(layer, above)
        and (above < layer or (x <= n.center[0] < x + w and y <= n.center[1] < y + h))
        and not n.key.startswith("window.")
    ]


def click(node: Node, device: SimDevice, button: Button = "left") -> Click:
    """A click in the middle of a node."""
    return Click(point_of(node.center, device.size), button)


def _idle(device: SimDevice, state: Hashable, node: Node) -> bool:
    """Click a node in a state, after which the device is in the next; whether that came to no more than being there.

    What opens when it is only pointed at, such as a menu within a menu, does something.
    """
    clicked = _after(device, state, (click(node, device),))
    held = device.snapshot()
    pointed = _after(device, state, (Move(point_of(node.center, device.size)),))
    if not _same(clicked, pointed):
        device.restore(held)
        return False
    later = (Wait(_SETTLE_S),)
    clicked = _after(device, held, later)
    same = _same(clicked, _after(device, state, (Move(point_of(node.center, device.size)), *later)))
    same = same and _after(device, state, ())[1] == pointed[1]
    device.restore(held)
    return same


_Seen = tuple[np.ndarray, tuple[object, ...], tuple[object, ...]]


def _after(device: SimDevice, state: Hashable, actions: tuple[Action, ...]) -> _Seen:
    device.restore(state)
    for action in actions:
        device.act(action)
    data = device.user_data()
    kept = (data.vfs, data.settings, data.clipboard)
    return device.screenshot(), tuple(_described(device)), kept


def _described(device: SimDevice) -> Iterator[object]:
    for n in device.tree().nodes:
        yield n.key, n.role, n.name, n.value, n.bounds, n.states & ~_TOUCHED


def _same(one: _Seen, other: _Seen) -> bool:
    return one[1] == other[1] and one[2] == other[2] and bool(np.array_equal(one[0], other[0]))
