"""The pointer through XTEST."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from Xlib import X
from Xlib.ext import xtest

from omnigym.devices.x11.display import XDisplay

__all__ = ["Pointer"]

_BUTTONS = {"left": 1, "middle": 2, "right": 3}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
_DRAG_STEPS = 8


class Pointer:
    """The mouse of a display.

    Args:
        display: The display.
        synchronise: Waits until the applications have handled the input so far.
    """

    def __init__(self, display: XDisplay, synchronise: Callable[[], Any]) -> None:
        self._display, self._synchronise = display, synchronise

    def move(self, x: int, y: int) -> None:
        """Move to a pixel."""
        xtest.fake_input(self._display.x, X.MotionNotify, x=x, y=y)

    def down(self, button: str) -> None:
        """Press a button and hold it."""
        xtest.fake_input(self._display.x, X.ButtonPress, _BUTTONS[button])

    def up(self, button: str) -> None:
        """Release a button."""
        xtest.fake_input(self._display.x, X.ButtonRelease, _BUTTONS[button])

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], Any] | None = None) -> None:
        """Click at a pixel; ``hold`` is called while the button is down."""
        self.move(x, y)
        for _ in range(count):
            self.down(button)
            if hold is not None:
                self._display.x.flush()
                hold()
            self.up(button)
        self._display.x.flush()

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
        """Drag from a pixel to another.

        Each step is handled by the applications before the next, because a drag and drop is a conversation
        between them: a target that has not yet agreed gets nothing.
        """
        self.move(*start)
        self.down(button)
        self._synchronise()
        for step in range(1, _DRAG_STEPS + 1):
            x, y = (a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end, strict=True))
            self.move(x, y)
            self._synchronise()
        self.move(*end)
        self._synchronise()
        self.up(button)
        self._display.x.flush()

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a pixel, by whole notches."""
        self.move(x, y)
        for amount, less, more in ((dy, _UP, _DOWN), (dx, _LEFT, _RIGHT)):
            for _ in range(_notches(amount)):
                button = more if amount > 0 else less
                xtest.fake_input(self._display.x, X.ButtonPress, button)
                xtest.fake_input(self._display.x, X.ButtonRelease, button)
        self._display.x.flush()


def _notches(amount: float) -> int:
    """Whole notches: at least one for a turn that is not nothing, and no more than a hand turns at once."""
    return min(max(round(abs(amount)), 1), 100) if amount else 0
