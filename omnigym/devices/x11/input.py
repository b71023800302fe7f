"""Carrying out actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

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
from omnigym.devices.x11.keyboard import Keyboard
from omnigym.devices.x11.pointer import Pointer

__all__ = ["Input"]


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
        keyboard: Keyboard,
        pointer: Pointer,
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
