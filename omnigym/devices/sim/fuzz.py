"""Finding faults of the simulated desktop: an agent that seeks what it has not done yet, and what must always hold."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from omnigym.a11y import Node, State
from omnigym.actions import (
    KEYS,
    MODIFIERS,
    Action,
    Button,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Modifier,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Point,
    Press,
    Scroll,
    Type,
)
from omnigym.devices.sim.device import SimDevice
from omnigym.foreign.damage import damage_content
from omnigym.sim.ui.items import overlap

__all__ = ["Explorer", "SimFault", "audit", "retrace", "spoil"]

_KEYS = (
    *("enter", "tab", "escape", "backspace", "delete", "up", "down", "left", "right", "home", "end", "pageup"),
    *("pagedown", "f2", "f3", "f4", "f10", "menu", "meta", "space", "alt"),
    *"acvxzsnodewhbm",
)
_MODIFIERS: tuple[tuple[Modifier, ...], ...] = (
    *((), (), (), ("ctrl",), ("shift",), ("alt",), ("ctrl", "shift"), ("meta",)),
)
#: The keys that a phone has besides.
_PHONE_KEYS = ("back", "back", "back", "home", "recents", "power", "volumeup", "volumedown")
_CLICK_MODIFIERS: tuple[tuple[Modifier, ...], ...] = ((), (), (), (), ("ctrl",), ("shift",))
_TEXTS = (
    *("hello", "a", "12", "3.5", "-", "=1+2\n", "\n", "\t", "notes\n", "x y z", "é€😀"),
    "C:\\Users\\user\\Documents\n",
)
#: What somebody types who means harm: formulas, numbers and names out of range, characters that no font has.
_HOSTILE = (
    *("=1E400\n", "=ROUND(1.5,400)\n", "=9^999\n", "=A1:ZZZ9999999\n", f"={'1+' * 3000}1\n", f"={'(' * 500}1\n"),
    *("=XFD1\n", "=A1\n", f"={'-' * 500}1\n", "=1/0\n", "=SUM(A:CZ)\n", "1E308\n", "9" * 400, "-0", "1e999", "nan"),
    *(
        "inf",
        "a\0b",
        "\u202eabc\u202c",
        "\ufffe\uffff",
        "\u200b",
        "e" + "\u0301" * 300,
        "👨\u200d👩\u200d👧",
        "\x1b[31m",
    ),
    *("\x7f\x85\u2028\u2029", "CON", 'a/b\\c:d*?"<>|', "../../x", "." * 300, "x" * 5000, " ", "%s%n{0}", "<b>&amp;"),
    *("'\";--", "[", "(", "\\", "a@", "<a@b", '"', ",;,", "=?utf-16?b?2AA=?=", "http://", "file:///C:/", "://[", "²"),
    *(
        "javascript:alert(1)",
        "９９:９９",
        "99:99",
        "00/00/0000",
        "12/31/9999\n",
        "2025-13-45",
        "9999-12-31",
        "-1",
        "9" * 12,
    ),
)
#: Where the files of the user and of apps are.
_ROOTS = {"android": ("/sdcard", "/data/data"), "linux": ("/home/user",), "windows": ("C:/Users/user",)}
_MANY = re.compile(r"\d+|[A-Z]:/.*")


class SimFault(AssertionError):
    """Something that must always hold does not."""


class Explorer:
    """Draws actions on what the screen shows; what was done less often is more likely.

    Args:
        device: What to act on. Its own actions are not carried out here.
        seed: Of all draws.
        hostile: Whether much of what it types is what somebody types who means harm.

    Attributes:
        done: How often each (verb, kind of node) was drawn. Nodes of a list are one kind.
    """

    def __init__(self, device: SimDevice, seed: int, *, hostile: bool = False) -> None:
        self._device = device
        self._rng = random.Random(seed)
        self._texts = (*_TEXTS, *_HOSTILE) if hostile else _TEXTS
        self._touch = device.platform == "android"
        self.done: Counter[tuple[str, str]] = Counter()

    def action(self) -> Action:
        """The next action."""
        names = tuple(_VERBS)
        verb = self._rng.choices(names, [weight for weight, _ in _VERBS.values()])[0]
        return _VERBS[verb][1](self)

    def _node(self, verb: str, nodes: Sequence[Node]) -> Node | None:
        """One of the nodes: of the kinds, those that this was done to least; of a kind, any."""
        if not nodes:
            return None
        kinds = [f"{n.role.name} {_MANY.sub('*', n.key)}" for n in nodes]
        found = self._rng.choices(range(len(nodes)), [1 / (1 + self.done[verb, kind]) for kind in kinds])[0]
        self.done[verb, kinds[found]] += 1
        return nodes[found]

    def _at(self, verb: str, states: State = State.NONE) -> Point:
        rng, (w, h) = self._rng, self._device.size
        node = self._node(verb, [n for n in self._device.tree().nodes if n.has(states)])
        if node is None or rng.random() < 0.05:
            return rng.random(), rng.random()
        x, y, width, height = node.bounds
        across, down = (0.5, 0.5) if rng.random() < 0.7 else (rng.random(), rng.random())
        return (x + across * width) / w, (y + down * height) / h

    def _click(self) -> Action:
        rng = self._rng
        modifiers: tuple[Modifier, ...] = rng.choice(_CLICK_MODIFIERS)
        return Click(self._at("click", State.CLICKABLE), "left", rng.choice((1, 1, 1, 1, 2, 3)), modifiers)

    def _click_anything(self) -> Action:
        button: Button = self._rng.choice(("left", "right", "right", "middle"))
        return Click(self._at("any"), button, duration=0.8 if self._touch and button == "left" else 0.0)

    def _drag(self) -> Action:
        start, rng = self._at("drag"), self._rng
        if self._touch and rng.random() < 0.6:  # a swipe, up or down or to a side
            across, down = rng.choice(((0.0, 0.3), (0.0, -0.3), (0.4, 0.0), (-0.4, 0.0), (0.0, 0.6)))
            return Drag(start, (min(max(start[0] + across, 0.0), 0.999), min(max(start[1] + down, 0.0), 0.999)))
        return Drag(start, self._at("drop"))

    def _shortcut(self) -> Action:
        """One that the app in front declares."""
        rng, device = self._rng, self._device
        app = next((w.app for w in device.windows() if w.active), "")
        combos = sorted(device.shortcuts(app))
        if not combos:
            return self._press()
        combo = rng.choices(combos, [1 / (1 + self.done["shortcut", f"{app} {c}"]) for c in combos])[0]
        self.done["shortcut", f"{app} {combo}"] += 1
        *held, key = combo.split("+")
        if key not in KEYS:  # a character, "+" among them
            return Type(key or "+")
        return Press(key, tuple([m for m in MODIFIERS if m in held]))

    def _press(self) -> Action:
        if self._touch and self._rng.random() < 0.7:
            return Press(self._rng.choice(_PHONE_KEYS))
        return Press(self._rng.choice(_KEYS), self._rng.choice(_MODIFIERS))

    def _type(self) -> Action:
        return Type(self._rng.choice(self._texts))

    def _scroll(self) -> Action:
        return Scroll(self._at("scroll"), self._rng.choice((-20.0, -3.0, -1.0, 1.0, 2.0, 50.5)))

    def _hold(self) -> Action:
        rng = self._rng
        if rng.random() < 0.5:
            return rng.choice((KeyDown, KeyUp))(rng.choice(("shift", "ctrl", "a")))
        return rng.choice((MouseDown, MouseUp))(self._at("hold"), rng.choice(("left", "right")))

    def _open(self) -> Action:
        return OpenApp(self._rng.choice((*self._device.apps(), "no such app")))


#: How likely each verb is, and what makes it an action.
_VERBS: dict[str, tuple[float, Callable[[Explorer], Action]]] = {
    "click": (40, Explorer._click),
    "any": (8, Explorer._click_anything),
    "drag": (8, Explorer._drag),
    "scroll": (5, Explorer._scroll),
    "type": (14, Explorer._type),
    "press": (12, Explorer._press),
    "shortcut": (6, Explorer._shortcut),
    "hold": (3, Explorer._hold),
    "move": (2, lambda self: Move(self._at("move"))),
    "open": (2, Explorer._open),
}


def spoil(device: SimDevice, rng: random.Random) -> list[str]:
    """Damage some of the device's files, those that its apps keep among them. Their paths are given back."""
    roots = _ROOTS[device.platform]
    paths = [path for root in roots for path in _files(device, root)]
    chosen = rng.sample(paths, min(len(paths), rng.choice((3, 10, len(paths)))))
    for path in chosen:
        device.write_file(path, damage_content(device.read_file(path), rng))
    return chosen


def _files(device: SimDevice, folder: str) -> Iterator[str]:
    for entry in device.list_dir(folder):
        if entry.is_dir:
            yield from _files(device, entry.path)
        else:
            yield entry.path


def audit(device: SimDevice) -> None:
    """Check what must hold in every state.

    Raises:
        Fault: A node is not on the screen, no part of a window's title bar can be reached, or the pixels are other ones
            than those of the same state laid out and painted at once.
    """
    width, height = device.size
    for block in device.tree().blocks:
        if len(block):
            x, y, w, h = block.bounds.T
            if not ((w > 0) & (h > 0) & (x >= 0) & (y >= 0) & (x + w <= width) & (y + h <= height)).all():
                raise SimFault(f"A node is not on the screen of {width}x{height}: {block.keys}.")
    for window in device.windows():
        x0, y0, w, _ = window.bounds
        if not window.minimised and not overlap((x0, y0, x0 + w, y0 + 8), device.work):
            raise SimFault(f"The title bar of {window.title!r} is off the screen: its bounds are {window.bounds}.")
    if not np.array_equal(device.screenshot(), device.repaint()):
        raise SimFault("The pixels differ from those of the same state laid out and painted at once.")


def retrace(device: SimDevice, actions: Sequence[Action]) -> None:
    """Do some actions, go back, and do them again.

    Raises:
        Fault: A snapshot did not bring back what was there, or the same actions led elsewhere.
    """
    start, begun = device.snapshot(), _seen(device)
    for action in actions:
        device.act(action)
    ended = _seen(device)
    device.restore(start)
    if _seen(device) != begun:
        raise SimFault("A restored snapshot shows something else than when it was taken.")
    for action in actions:
        device.act(action)
    if _seen(device) != ended:
        raise SimFault(f"The same actions led to something else: {actions}.")


def _seen(device: SimDevice) -> tuple[bytes, str]:
    return device.screenshot().tobytes(), device.tree().to_json()
