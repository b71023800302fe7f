"""Input by Quartz's events. Text is sent as characters, so it depends on no layout of the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import Quartz

from omnigym.actions import typed_text
from omnigym.devices.input import ClickSpacing, notches

__all__ = ["QuartzKeys", "QuartzMouse", "pointer_at", "release_all"]

#: Apple's virtual key codes (Events.h): places of an ANSI keyboard.
_CODES: Final[Mapping[str, int]] = {
    **dict(zip("asdfhgzxcv", range(10), strict=True)),
    **dict(zip("bqweryt", range(11, 18), strict=True)),
    **dict(zip("123465=97-80]ou[ip", range(18, 36), strict=True)),
    **dict(zip(("enter", *"lj'k;\\,/nm."), range(36, 48), strict=True)),
    "tab": 48,
    "space": 49,
    "`": 50,
    "backspace": 51,
    "escape": 53,
    "meta": 55,
    "shift": 56,
    "capslock": 57,
    "alt": 58,
    "ctrl": 59,
    "volumeup": 72,
    "volumedown": 73,
    "menu": 110,
    "insert": 114,
    "home": 115,
    "pageup": 116,
    "delete": 117,
    "end": 119,
    "pagedown": 121,
    "left": 123,
    "right": 124,
    "down": 125,
    "up": 126,
    "f1": 122,
    "f2": 120,
    "f3": 99,
    "f4": 118,
    "f5": 96,
    "f6": 97,
    "f7": 98,
    "f8": 100,
    "f9": 101,
    "f10": 109,
    "f11": 103,
    "f12": 111,
}
_FLAGS: Final[Mapping[str, int]] = {"shift": 1 << 17, "ctrl": 1 << 18, "alt": 1 << 19, "meta": 1 << 20}
_BUTTONS: Final = ("left", "right", "middle")
#: The types of events by button: down, up, dragged.
_TYPES: Final = {"left": (1, 2, 6), "right": (3, 4, 7), "middle": (25, 26, 27)}
_MOVED: Final = 5
_DRAG_STEPS: Final = 8
_BETWEEN_S: Final = 0.002


def _post(event: object) -> None:
    Quartz.CGEventPost(Quartz.kCGHIDEventTap, event)


def pointer_at() -> tuple[int, int]:
    """The point where the pointer is."""
    at = Quartz.CGEventGetLocation(Quartz.CGEventCreate(None))
    return int(at.x), int(at.y)


def release_all() -> None:
    """Let go of every key and button that is held, whoever held it."""
    state = Quartz.kCGEventSourceStateCombinedSessionState
    for code in _CODES.values():
        if Quartz.CGEventSourceKeyState(state, code):
            _post(Quartz.CGEventCreateKeyboardEvent(None, code, False))
    for number, button in enumerate(_BUTTONS):
        if Quartz.CGEventSourceButtonState(state, number):
            _post(Quartz.CGEventCreateMouseEvent(None, _TYPES[button][1], pointer_at(), number))


class QuartzKeys:
    """The keyboard. Keys of phones do nothing: a Mac has none.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, wait: Callable[[float], None]) -> None:
        self._wait, self._flags = wait, 0

    def down(self, key: str) -> None:
        """Press a key and hold it."""
        self._flags |= _FLAGS.get(key, 0)
        self._key(key, True)

    def up(self, key: str) -> None:
        """Release a key."""
        self._flags &= ~_FLAGS.get(key, 0)
        self._key(key, False)

    def press(self, key: str, modifiers: Sequence[str], count: int = 1) -> None:
        """Press and release a key, with modifiers held."""
        for modifier in modifiers:
            self.down(modifier)
        for _ in range(count):
            self.down(key)
            self.up(key)
        for modifier in reversed(modifiers):
            self.up(modifier)

    def type(self, text: str) -> None:
        """Type text, whatever the layout."""
        for character in typed_text(text):
            if character in "\n\t":
                self.press("enter" if character == "\n" else "tab", ())
                continue
            for down in (True, False):
                event = Quartz.CGEventCreateKeyboardEvent(None, 0, down)
                Quartz.CGEventSetFlags(event, 0)
                Quartz.CGEventKeyboardSetUnicodeString(event, len(character.encode("utf-16-le")) // 2, character)
                _post(event)
            self._wait(_BETWEEN_S)

    def _key(self, key: str, down: bool) -> None:
        code = _CODES.get(key)
        if code is None:
            return
        event = Quartz.CGEventCreateKeyboardEvent(None, code, down)
        Quartz.CGEventSetFlags(event, self._flags)
        _post(event)
        self._wait(_BETWEEN_S)


class QuartzMouse:
    """The mouse: places are points of the screen.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
        spacing: Keeps the clicks of two actions apart.
    """

    def __init__(self, wait: Callable[[float], None], spacing: ClickSpacing) -> None:
        self._wait, self._spacing = wait, spacing
        self._at, self._held = (0, 0), ""

    @property
    def at(self) -> tuple[int, int]:
        """Where the pointer was moved to last."""
        return self._at

    def move(self, x: int, y: int) -> None:
        """Move to a point; with a button held it is a drag."""
        self._at = (x, y)
        kind = _TYPES[self._held][2] if self._held else _MOVED
        self._send(kind, self._held or "left")

    def down(self, button: str, count: int = 1) -> None:
        """Press a button and hold it."""
        self._held = button
        self._send(_TYPES[button][0], button, count)

    def up(self, button: str, count: int = 1) -> None:
        """Release a button."""
        self._held = ""
        self._send(_TYPES[button][1], button, count)

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], object] | None = None) -> None:
        """Click at a point; ``hold`` is called while the button is down, of several clicks in the last."""
        self.move(x, y)
        self._spacing.keep_apart(button, (x, y))
        for n in range(1, count + 1):  # each says which click of a double or triple one it is
            self.down(button, n)
            if hold is not None and n == count:
                hold()
            self.up(button, n)
        self._spacing.remember(button, (x, y), count)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
        """Drag from a point to another, in steps that programs follow."""
        self.move(*start)
        self.down(button)
        for step in range(1, _DRAG_STEPS + 1):
            x, y = (a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end, strict=True))
            self.move(x, y)
            self._wait(_BETWEEN_S)
        self.up(button)

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a point, by whole lines: Quartz's positive is up, and left."""
        self.move(x, y)
        down, right = (notches(d) if d > 0 else -notches(d) for d in (dy, dx))
        _post(Quartz.CGEventCreateScrollWheelEvent(None, Quartz.kCGScrollEventUnitLine, 2, -down, -right))

    def _send(self, kind: int, button: str, count: int = 0) -> None:
        event = Quartz.CGEventCreateMouseEvent(None, kind, self._at, _BUTTONS.index(button))
        if count:
            Quartz.CGEventSetIntegerValueField(event, Quartz.kCGMouseEventClickState, count)
        _post(event)
        self._wait(_BETWEEN_S)
