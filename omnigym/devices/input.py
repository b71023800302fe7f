"""Carrying out actions with a keyboard and a mouse, whatever moves these."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from omnigym.actions import (
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
)

__all__ = ["ClickSpacing", "Input", "Keys", "Mouse", "notches"]

#: A click is handled after so many seconds at most.
_HANDLED = 1.0
#: Clicks that are so near to each other, in pixels, may be taken for a double click.
_NEAR = 8


def notches(amount: float) -> int:
    """Whole notches: at least one for a turn that is not nothing, and no more than a hand turns at once."""
    return min(max(round(abs(amount)), 1), 100) if amount else 0


class ClickSpacing:
    """Keeps the clicks of two actions from being a double click, however soon one follows the other.

    What an action does must not depend on how fast the machine is.

    Args:
        double_click: Within how many seconds the application in front takes two clicks for a double click.
        wait: Waits a number of seconds while the desktop goes on.
        synchronise: Waits until the applications have handled the input so far.
    """

    def __init__(
        self, double_click: Callable[[], float], wait: Callable[[float], None], synchronise: Callable[[], object]
    ) -> None:
        self._double_click, self._wait, self._synchronise = double_click, wait, synchronise
        self._last = ("", (0, 0), 0, 0.0)

    def remember(self, button: str, at: tuple[int, int], count: int) -> None:
        """A button was clicked so many times at a pixel."""
        self._last = (button, at, count, time.monotonic())

    def keep_apart(self, button: str, at: tuple[int, int]) -> None:
        """Let the time of a double click pass since a click here; after a double click, that of a triple one.

        It begins when the application has handled that click, and ends when it has noticed: GTK's gestures have a
        timer of their own.
        """
        last, (x, y), count, when = self._last
        if last == button and max(abs(x - at[0]), abs(y - at[1])) <= _NEAR:
            apart = self._double_click() * min(count, 2)
            if time.monotonic() < when + apart + _HANDLED:
                self._wait(apart)
                self._synchronise()


class Keys(Protocol):
    """A keyboard: keys by their names in `omnigym.actions.KEYS`."""

    def down(self, key: str) -> None:
        """Press a key and hold it."""
        ...

    def up(self, key: str) -> None:
        """Release a key."""
        ...

    def press(self, key: str, modifiers: Sequence[str], count: int = 1) -> None:
        """Press and release a key, with modifiers held."""
        ...

    def type(self, text: str) -> None:
        """Type text."""
        ...


class Mouse(Protocol):
    """A mouse: places are pixels of the screen."""

    @property
    def at(self) -> tuple[int, int]:
        """Where the pointer was moved to last."""
        ...

    def move(self, x: int, y: int) -> None:
        """Move to a pixel."""
        ...

    def down(self, button: str) -> None:
        """Press a button and hold it."""
        ...

    def up(self, button: str) -> None:
        """Release a button."""
        ...

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], object] | None = None) -> None:
        """Click at a pixel; ``hold`` is called while the button is down, of several clicks in the last."""
        ...

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
        """Drag from a pixel to another."""
        ...

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a pixel."""
        ...


class Input:
    """Does what an action says, with keyboard and pointer.

    Args:
        keyboard, pointer: What it is done with.
        size: The screen's (width, height) in pixels.
        wait: Waits a number of seconds while the desktop goes on.
        open_app: Opens an application.
    """

    def __init__(
        self,
        keyboard: Keys,
        pointer: Mouse,
        size: tuple[int, int],
        wait: Callable[[float], None],
        open_app: Callable[[str], None],
    ) -> None:
        self._keyboard, self._pointer, self._size = keyboard, pointer, size
        self._wait, self._open_app = wait, open_app
        self._by_type: Mapping[type, Callable[[Any], None]] = {
            Move: lambda a: self._pointer.move(*self._at(a.at)),
            Click: self._click,
            Drag: self._drag,
            MouseDown: self._mouse_down,
            MouseUp: self._mouse_up,
            Scroll: self._scroll,
            Press: lambda a: self._keyboard.press(a.key, a.modifiers, a.count),
            KeyDown: lambda a: self._keyboard.down(a.key),
            KeyUp: lambda a: self._keyboard.up(a.key),
            Type: lambda a: self._keyboard.type(a.text),
            Wait: lambda a: self._wait(a.duration),
            OpenApp: lambda a: self._open_app(a.app),
        }

    def do(self, action: Action) -> None:
        """Carry out an action; one that is not for a device does nothing."""
        handler = self._by_type.get(type(action))
        if handler is not None:
            handler(action)

    def _at(self, point: tuple[float, float]) -> tuple[int, int]:
        return pixel(point, self._size)

    def _held(self, modifiers: Sequence[str], do: Callable[[], None]) -> None:
        for modifier in modifiers:
            self._keyboard.down(modifier)
        do()
        for modifier in reversed(modifiers):
            self._keyboard.up(modifier)

    def _click(self, a: Click) -> None:
        hold = (lambda: self._wait(a.duration)) if a.duration else None
        self._held(a.modifiers, lambda: self._pointer.click(*self._at(a.at), a.button, a.count, hold))

    def _drag(self, a: Drag) -> None:
        self._held(a.modifiers, lambda: self._pointer.drag(self._at(a.at), self._at(a.to), a.button))

    def _mouse_down(self, a: MouseDown) -> None:
        self._pointer.move(*self._at(a.at))
        self._pointer.down(a.button)

    def _mouse_up(self, a: MouseUp) -> None:
        self._pointer.move(*self._at(a.at))
        self._pointer.up(a.button)

    def _scroll(self, a: Scroll) -> None:
        self._held(a.modifiers, lambda: self._pointer.scroll(*self._at(a.at), a.dx, a.dy))
