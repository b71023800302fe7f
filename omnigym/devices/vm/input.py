"""Keyboard and mouse of a virtual machine: what the guest cannot tell from devices that are plugged in.

The guest's keyboard has a queue of sixteen changes, and what comes when it is full is lost without a word. So each key
is awaited until the guest has taken it, and each change of the mouse has its time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from omnigym.actions import (
    KEYS,
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
    Press,
    Scroll,
    Type,
    pixel,
    typed_text,
)

__all__ = ["Hands", "can_type"]

#: QEMU's name of each key: `omnigym.actions.KEYS`, of which letters, digits and function keys have the same name.
_CODES: Final[Mapping[str, str]] = {
    **{key: key for key in KEYS},
    **json.loads(Path(__file__).with_name("keys.json").read_text()),
}
#: What is typed with Shift on the keyboard that QEMU has, a US one.
_SHIFTED: Final[Mapping[str, str]] = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
_TYPED: Final[Mapping[str, tuple[str, bool]]] = {
    **{key: (key, False) for key in KEYS if len(key) == 1},
    **{key.upper(): (key, True) for key in KEYS if len(key) == 1 and key.isalpha()},
    **{char: (key, True) for char, key in _SHIFTED.items()},
    " ": ("space", False),
    "\n": ("enter", False),
    "\t": ("tab", False),
}
#: Seconds from one change to the next: a keyboard is asked every eight milliseconds or so.
PACE_S: Final = 0.008
#: Two clicks within so many seconds may be a double click: Windows' own time.
_DOUBLE_S: Final = 0.5
_DRAG_STEPS: Final = 8
#: What a tablet calls the right or the lower edge.
_FAR: Final = 0x7FFF


def can_type(text: str) -> bool:
    """Whether a text has no characters but those of a US keyboard."""
    return all(char in _TYPED for char in text)


class Hands:
    """What types and points. All that an action presses is released at its end, but what it is to hold.

    Args:
        send: Sends changes of the input at once, as QEMU's ``input-send-event`` takes them.
        pause: Lets seconds pass.
        taken: Waits until the guest has taken the last keys; their number of changes is its argument.
        size: The screen's (width, height) in pixels.
        pace: Seconds from one change of the mouse to the next.
    """

    def __init__(
        self,
        send: Callable[[Sequence[Mapping[str, Any]]], object],
        pause: Callable[[float], object],
        taken: Callable[[int], object],
        size: tuple[int, int],
        pace: float = PACE_S,
    ) -> None:
        self._send, self._pause, self._taken, self._size, self._pace = send, pause, taken, size, pace
        self._held: dict[tuple[str, str], None] = {}  # in order
        self._clicked = ("", 0.0)

    def act(self, action: Action) -> bool:
        """Do an action; whether it is one of a keyboard or a mouse, and its text one of a US keyboard."""
        match action:
            case Move(at):
                self._move(pixel(at, self._size))
            case Click(at, button, count, modifiers, duration):
                self._click(pixel(at, self._size), button, count, modifiers, duration)
            case Drag(at, to, button, modifiers, duration):
                self._drag(pixel(at, self._size), pixel(to, self._size), button, modifiers, duration)
            case MouseDown(at, button):
                self._move(pixel(at, self._size))
                self._keep_apart(button)
                self._change("btn", button, True)
            case MouseUp(at, button):
                self._move(pixel(at, self._size))
                self._change("btn", button, False)
                self._clicked = button, time.monotonic()
            case Scroll(at, dy, dx, modifiers):
                self._scroll(pixel(at, self._size), dy, dx, modifiers)
            case Press(key, modifiers, count):
                with self._holding(modifiers):
                    for _ in range(count):
                        self._tap(key)
            case KeyDown(key):
                self._change("key", key, True)
            case KeyUp(key):
                self._change("key", key, False)
            case Type(text) if can_type(typed_text(text)):
                self._type(typed_text(text))
            case _:
                return False
        return True

    def release(self) -> None:
        """Release all that is held."""
        for kind, name in reversed(tuple(self._held)):
            self._change(kind, name, False)

    def _type(self, text: str) -> None:
        shifted = False
        try:
            for char in text:
                key, shift = _TYPED[char]
                if shift != shifted:
                    self._change("key", "shift", shift)
                    shifted = shift
                self._tap(key)
        finally:
            if shifted:
                self._change("key", "shift", False)

    def _tap(self, key: str) -> None:
        """Press and release a key in one: a guest that reads it late does not repeat it."""
        self._send([_event("key", key, True), _event("key", key, False)])
        self._held.pop(("key", key), None)
        self._taken(2)

    @contextmanager
    def _holding(self, modifiers: Sequence[Modifier]) -> Iterator[None]:
        """Hold keys that are not held anyway."""
        pressed = [m for m in modifiers if ("key", m) not in self._held]
        try:
            for modifier in pressed:
                self._change("key", modifier, True)
            yield
        finally:
            for modifier in reversed(pressed):
                self._change("key", modifier, False)

    def _move(self, at: tuple[int, int]) -> None:
        axes = zip("xy", at, self._size, strict=True)
        places = ((axis, place * _FAR // max(side - 1, 1)) for axis, place, side in axes)
        self._send([{"type": "abs", "data": {"axis": axis, "value": value}} for axis, value in places])
        self._pause(self._pace)

    def _click(
        self, at: tuple[int, int], button: Button, count: int, modifiers: Sequence[Modifier], seconds: float
    ) -> None:
        with self._holding(modifiers):
            self._move(at)
            self._keep_apart(button)
            for n in range(1, count + 1):
                self._change("btn", button, True)
                if n == count:
                    self._wait(seconds)
                self._change("btn", button, False)
        self._clicked = button, time.monotonic()

    def _drag(
        self,
        start: tuple[int, int],
        end: tuple[int, int],
        button: Button,
        modifiers: Sequence[Modifier],
        seconds: float,
    ) -> None:
        with self._holding(modifiers):
            self._move(start)
            self._keep_apart(button)
            try:
                self._change("btn", button, True)
                for step in range(1, _DRAG_STEPS + 1):
                    x, y = (a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end, strict=True))
                    self._move((x, y))
                    self._wait(seconds / _DRAG_STEPS)
            finally:
                self._change("btn", button, False)

    def _scroll(self, at: tuple[int, int], dy: float, dx: float, modifiers: Sequence[Modifier]) -> None:
        with self._holding(modifiers):
            self._move(at)
            for turns, back, on in ((dy, "wheel-up", "wheel-down"), (dx, "wheel-left", "wheel-right")):
                # A wheel turns by notches: a part of one is one.
                for _ in range(max(round(abs(turns)), 1) if turns else 0):
                    self._change("btn", on if turns > 0 else back, True)
                    self._change("btn", on if turns > 0 else back, False)

    def _keep_apart(self, button: Button) -> None:
        """Let the time of a double click pass since the last action's click."""
        last, when = self._clicked
        if last == button:
            self._wait(when + _DOUBLE_S - time.monotonic())

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._pause(seconds)

    def _change(self, kind: str, name: str, down: bool) -> None:
        """Press or release a key or a button, and let it be taken."""
        if down:
            self._held[kind, name] = None
        else:
            self._held.pop((kind, name), None)
        self._send([_event(kind, name, down)])
        if kind == "key":
            self._taken(1)
        else:
            self._pause(self._pace)


def _event(kind: str, name: str, down: bool) -> Mapping[str, Any]:
    """A change as QEMU takes it."""
    named = {"key": {"type": "qcode", "data": _CODES[name]}} if kind == "key" else {"button": name}
    return {"type": kind, "data": {"down": down, **named}}
