"""Keyboard and mouse of a Windows session, by ``SendInput``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import win32api
import win32gui

from omnigym.actions import typed_text
from omnigym.devices.host.windows.keys import (
    KEYS,
    KeyInput,
    VirtualKey,
    button_event,
    key_event,
    move_event,
    text_events,
    wheel_event,
)
from omnigym.devices.host.windows.native import held_keys, is_wine, send, thread_of
from omnigym.devices.input import ClickSpacing, notches
from omnigym.errors import DeviceFaultError

__all__ = ["SendKeys", "SendMouse", "release_all"]

#: Characters that are sent at once, and how long it is waited then, in seconds: a queue of 10,000 events overflows.
_CHUNK, _PAUSE_S = 50, 0.01
#: Between the clicks of an action, and the steps of a drag, in seconds.
_BETWEEN_S, _DRAG_S = 0.01, 0.02
_DRAG_STEPS = 8
#: So soon after a move, in seconds, Wine takes the X server's word of the move before for a new one.
_ECHO_S = 0.01
_SHIFT_BIT: Final = 1
#: On some layout, the key of each waits for a letter to put it on.
_ACCENTS: Final = "^`~'\""
#: The first of a layout's eight hexadecimal digits, where an input method composes what its keys mean.
_IME: Final = 0xE
_TYPED_KEYS: Final = {"\n": "enter", "\t": "tab"}
_BY_CODE: Final = {key.code: key for key in KEYS.values()}
_BUTTON_CODES: Final = {0x1: "left", 0x2: "right", 0x4: "middle"}
_SWAPPED: Final = {"left": "right", "right": "left"}
_SM_SWAPBUTTON: Final = 23


def _send(events: Sequence[KeyInput]) -> None:
    if not send(events):
        problem = "Windows did not take the input: a program of higher rights has it, or the session is locked."
        raise DeviceFaultError("host", "act", problem, "Run omnigym with the rights of that program, or close it.")


def release_all() -> None:
    """Let go of every key and button that is held, whoever holds it."""
    for code in held_keys():
        if code in _BUTTON_CODES:
            send([button_event(_physical(_BUTTON_CODES[code]), down=False)])
        else:
            key = _BY_CODE.get(code, VirtualKey(code))
            send([key_event(key, win32api.MapVirtualKey(code, 0), down=False)])


def _physical(button: str) -> str:
    """The button that has to be pressed for one, where a left-handed person has them swapped."""
    return _SWAPPED.get(button, button) if win32api.GetSystemMetrics(_SM_SWAPBUTTON) else button


class SendKeys:
    """The keyboard, exact on every layout.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, wait: Callable[[float], None]) -> None:
        self._wait = wait

    def down(self, key: str) -> None:
        """Press a key and hold it."""
        self._stroke(self._found(key)[0], down=True)

    def up(self, key: str) -> None:
        """Release a key."""
        self._stroke(self._found(key)[0], down=False)

    def press(self, key: str, modifiers: Sequence[str], count: int = 1) -> None:
        """Press and release a key, with modifiers held."""
        found, shifted = self._found(key)
        # With a modifier it is the key that counts; alone, the character, for which a layout may need Shift.
        held = [*modifiers] or (["shift"] if shifted else [])
        for modifier in held:
            self.down(modifier)
        for _ in range(count):
            self._stroke(found, down=True)
            self._stroke(found, down=False)
        for modifier in reversed(held):
            self.up(modifier)

    def type(self, text: str) -> None:
        """Type text: line ends and tabs as keys, all else as the characters that they are."""
        for line_end, part in itertools.groupby(typed_text(text), lambda c: {"\n": "enter", "\t": "tab"}.get(c, "")):
            characters = list(part)
            if line_end:
                self.press(line_end, (), len(characters))
                continue
            for n in range(0, len(characters), _CHUNK):
                _send(list(self._written(characters[n : n + _CHUNK])))
                self._wait(_PAUSE_S)

    def _written(self, characters: Sequence[str]) -> Iterator[KeyInput]:
        """The events that type characters: those of ASCII by their keys where the layout has them, others as such.

        Not every program takes characters without a key well: Tk in Wine makes "Aa" of "A", and Delete of a full stop.
        """
        layout = win32api.GetKeyboardLayout(thread_of(win32gui.GetForegroundWindow()))
        locked, composed = win32api.GetKeyState(KEYS["capslock"].code) & 1, layout >> 28 & 0xF == _IME
        plain = not (locked or composed or held_keys())
        shift = KEYS["shift"]
        for character in characters:
            known = plain and " " <= character <= "~" and character not in _ACCENTS
            code = win32api.VkKeyScanEx(character, layout) if known else -1
            if code == -1 or code >> 8 & ~_SHIFT_BIT:
                yield from text_events(character)
                continue
            key = VirtualKey(code & 0xFF)
            strokes = [(key, True), (key, False)]
            for stroke, down in [(shift, True), *strokes, (shift, False)] if code >> 8 else strokes:
                yield key_event(stroke, win32api.MapVirtualKey(stroke.code, 0), down)

    def _found(self, key: str) -> tuple[VirtualKey | None, bool]:
        """The key, and whether its character needs Shift; None for one that a computer does not have."""
        if key in KEYS or len(key) != 1:
            return KEYS.get(key), False
        layout = win32api.GetKeyboardLayout(thread_of(win32gui.GetForegroundWindow()))
        code = win32api.VkKeyScanEx(key, layout)
        if code == -1:
            return VirtualKey(ord(key.upper())), False
        return VirtualKey(code & 0xFF), bool(code >> 8 & _SHIFT_BIT)

    def _stroke(self, key: VirtualKey | None, down: bool) -> None:
        if key is not None:
            _send([key_event(key, win32api.MapVirtualKey(key.code, 0), down)])


class SendMouse:
    """The mouse of the primary screen.

    Args:
        size: The screen's (width, height) in pixels.
        wait: Waits a number of seconds while the desktop goes on.
        spacing: Keeps the clicks of two actions apart.
    """

    def __init__(self, size: tuple[int, int], wait: Callable[[float], None], spacing: ClickSpacing) -> None:
        self._size, self._wait, self._spacing = size, wait, spacing
        self._at: tuple[int, int] = win32api.GetCursorPos()

    @property
    def at(self) -> tuple[int, int]:
        """Where the pointer was moved to last."""
        return self._at

    def move(self, x: int, y: int) -> None:
        """Move to a pixel."""
        self._at = (x, y)
        _send([move_event(x, y, self._size)])
        if is_wine():
            self._wait(_ECHO_S)
        if win32api.GetCursorPos() != self._at:
            win32api.SetCursorPos(self._at)

    def down(self, button: str) -> None:
        """Press a button and hold it."""
        self._spacing.keep_apart(button, self._at)
        _send([button_event(_physical(button), down=True)])
        self._spacing.remember(button, self._at, 1)

    def up(self, button: str) -> None:
        """Release a button."""
        _send([button_event(_physical(button), down=False)])

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], object] | None = None) -> None:
        """Click at a pixel; ``hold`` is called while the button is down, of several clicks in the last."""
        self.move(x, y)
        self._spacing.keep_apart(button, self._at)
        for n in range(1, count + 1):
            if n > 1:
                self._wait(_BETWEEN_S)
            _send([button_event(_physical(button), down=True)])
            if hold is not None and n == count:
                hold()
            self.up(button)
        self._spacing.remember(button, self._at, count)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
        """Drag from a pixel to another, in steps that programs follow."""
        self.move(*start)
        self.down(button)
        for step in range(1, _DRAG_STEPS + 1):
            self._wait(_DRAG_S)
            x, y = (a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end, strict=True))
            self.move(x, y)
        self._wait(_DRAG_S)
        self.up(button)

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a pixel, by whole notches; down and right are positive."""
        self.move(x, y)
        for amount, horizontal, sign in ((dy, False, -1), (dx, True, 1)):
            step = sign if amount > 0 else -sign
            if amount:
                _send([wheel_event(step, horizontal)] * notches(amount))
