"""Actions as commands of Android's ``input``."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from omnigym.actions import (
    MODIFIERS,
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
    typed_text,
)
from omnigym.devices.adb.link import quote
from omnigym.devices.adb.names import code_of

# -- typing -----------------------------------------------------------------------------------------------------------

# ``input text`` for ASCII, an ADB keyboard for all other characters.

#: An input method that types what it is sent as a broadcast, in base64 (senzhk/ADBKeyBoard).
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_KEYS = {"\n": code_of("enter"), "\t": code_of("tab")}
_PARTS = re.compile(r"[\n\t]|[^\n\t\x20-\x7e]+|[\x20-\x7e]+")
#: `input text` takes "%s" for a space, so a "%s" that is meant is typed in two halves.
_MEANT = re.compile(r"(?<=%)(?=s)")
_MOST = 500


class Untypable(Exception):
    """The phone has no means to type a character."""


def typing_commands(text: str, keyboard: bool) -> Iterator[str]:
    r"""The shell commands that type a text, in order.

    Args:
        text: What to type; a newline is the Enter key, a tab the Tab key.
        keyboard: Whether the phone has an ADB keyboard.

    Raises:
        Untypable: A character is beyond ASCII, and there is none.

    >>> for command in typing_commands("it's 5 %\n", keyboard=False):
    ...     print(command)
    input text 'it'"'"'s%s5%s%'
    input keyevent 66
    """
    for found in _PARTS.finditer(text):
        part = found[0]
        if part in _KEYS:
            yield f"input keyevent {_KEYS[part]}"
        elif part.isascii() and part.isprintable():
            for half in _MEANT.split(part):
                for start in range(0, len(half), _MOST):
                    yield f"input text {quote(half[start : start + _MOST].replace(' ', '%s'))}"
        elif keyboard:
            yield f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(part.encode()).decode()}"
        else:
            raise Untypable(f"{part!r} cannot be typed on this phone: `input text` knows ASCII alone")


# -- input ------------------------------------------------------------------------------------------------------------

_LONG_MS = 600
#: A notch of the wheel, as a share of the screen's height; and the longest way that one swipe goes.
_NOTCH, _FARTHEST = 0.1, 0.6
_SWIPE_MS = 300
_SCALE = 1000


class Fingers:
    """Says actions in commands. It remembers which modifiers are held down, as ``input`` cannot.

    Args:
        size: The screen's (width, height) in pixels.
        keyboard: Whether the phone has an ADB keyboard.
    """

    def __init__(self, size: tuple[int, int], keyboard: bool) -> None:
        self._size, self._keyboard = size, keyboard
        self._held: list[str] = []
        self._down = False

    def release(self) -> None:
        """Nothing is held any more."""
        self._held.clear()
        self._down = False

    def commands(self, action: Action) -> list[str]:
        """What does an action, in order; nothing for what a touch screen has no use for.

        Raises:
            Untypable: The phone cannot type a character.
        """
        return list(_COMMANDS[type(action)](self, action)) if type(action) in _COMMANDS else []

    def _at(self, point: Point) -> str:
        x, y = pixel(point, self._size)
        return f"{x} {y}"

    def _click(self, a: Click) -> list[str]:
        at = self._at(a.at)
        if a.duration or a.button == "right":  # what a right click opens, a long press does
            return [f"input swipe {at} {at} {int(a.duration * _SCALE) or _LONG_MS}"]
        return [" && ".join([f"input tap {at}"] * a.count)]

    def _drag(self, a: Drag) -> list[str]:
        return [f"input swipe {self._at(a.at)} {self._at(a.to)} {int(a.duration * _SCALE)}"]

    def _scroll(self, a: Scroll) -> Iterable[str]:
        """A finger goes the other way than the content is scrolled, in as many swipes as it takes."""
        x, y = a.at
        for axis, notches in ((1, a.dy), (0, a.dx)):
            way = abs(notches) * _NOTCH
            sign = 1 if notches > 0 else -1
            while way > 1e-9:
                step = min(way, _FARTHEST)
                way -= step
                middle = (x, y)[axis]
                start = min(max(middle, step * (sign > 0)), 1 - step * (sign < 0))
                end = min(max(start - sign * step, 0.0), 1.0)
                first, last = ((start, y), (end, y)) if axis == 0 else ((x, start), (x, end))
                yield f"input swipe {self._at(first)} {self._at(last)} {_SWIPE_MS}"

    def _press(self, a: Press) -> list[str]:
        held = [m for m in MODIFIERS if m in a.modifiers or m in self._held]
        if not held or a.key in MODIFIERS:
            return [f"input keyevent {' '.join([str(code_of(a.key))] * a.count)}"]
        codes = " ".join(str(code_of(key)) for key in (*held, a.key))
        return [" && ".join([f"input keycombination {codes}"] * a.count)]

    def _key_down(self, a: KeyDown) -> list[str]:
        if a.key in MODIFIERS:
            self._held.append(a.key)
            return []
        return self._press(Press(a.key))

    def _key_up(self, a: KeyUp) -> list[str]:
        if a.key in self._held:
            self._held.remove(a.key)
        return []

    def _mouse_down(self, a: MouseDown) -> list[str]:
        self._down = True
        return [f"input motionevent DOWN {self._at(a.at)}"]

    def _mouse_up(self, a: MouseUp) -> list[str]:
        self._down = False
        return [f"input motionevent UP {self._at(a.at)}"]

    def _move(self, a: Move) -> list[str]:
        return [f"input motionevent MOVE {self._at(a.at)}"] if self._down else []

    def _type(self, a: Type) -> Iterable[str]:
        return typing_commands(typed_text(a.text), self._keyboard)

    def _wait(self, a: Wait) -> list[str]:
        """The phone waits, so that one with a time of its own lets that go on."""
        return [f"sleep {a.duration:g}"]


_COMMANDS: dict[type, Callable[[Fingers, Any], Iterable[str]]] = {
    Click: Fingers._click,
    Drag: Fingers._drag,
    Scroll: Fingers._scroll,
    Press: Fingers._press,
    KeyDown: Fingers._key_down,
    KeyUp: Fingers._key_up,
    MouseDown: Fingers._mouse_down,
    MouseUp: Fingers._mouse_up,
    Move: Fingers._move,
    Type: Fingers._type,
    Wait: Fingers._wait,
}
