"""The pointer of a display, through XTEST."""

from __future__ import annotations

from collections.abc import Callable

from Xlib import X
from Xlib.ext import xtest

from omnigym.devices.input import ClickSpacing, notches
from omnigym.devices.x11.display import XDisplay

__all__ = ["XPointer"]

_BUTTONS = {"left": 1, "middle": 2, "right": 3}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
_DRAG_STEPS = 8
#: So many milliseconds does the server let pass between the clicks of an action: its clock counts them, and Chromium
#: takes two presses of the same one for one.
_TICK = 2


class XPointer:
    """The mouse of a display.

    Clicks of two actions are never a double click (see `ClickSpacing`).

    Args:
        display: The display.
        synchronise: Waits until the applications have handled the input so far.
        wait: Waits a number of seconds while the desktop goes on.
        double_click: Within how many seconds the application in front takes two clicks for a double click.
    """

    def __init__(
        self,
        display: XDisplay,
        synchronise: Callable[[], object],
        wait: Callable[[float], None],
        double_click: Callable[[], float],
    ) -> None:
        self._display, self._synchronise = display, synchronise
        self._spacing = ClickSpacing(double_click, wait, synchronise)
        self._at = (0, 0)

    @property
    def at(self) -> tuple[int, int]:
        """Where the pointer was moved to last."""
        return self._at

    def move(self, x: int, y: int) -> None:
        """Move to a pixel."""
        self._at = (x, y)
        xtest.fake_input(self._display.x, X.MotionNotify, x=x, y=y)

    def down(self, button: str) -> None:
        """Press a button and hold it."""
        self._spacing.keep_apart(button, self._at)
        self._press(button, 0)
        self._remember(button, 1)

    def up(self, button: str) -> None:
        """Release a button."""
        xtest.fake_input(self._display.x, X.ButtonRelease, _BUTTONS[button])

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], object] | None = None) -> None:
        """Click at a pixel; ``hold`` is called while the button is down, of several clicks in the last."""
        self.move(x, y)
        self._spacing.keep_apart(button, self._at)
        for n in range(1, count + 1):
            self._press(button, _TICK if n > 1 else 0)
            if hold is not None and n == count:
                self._display.x.flush()
                hold()
            self.up(button)
        self._remember(button, count)

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

    def _press(self, button: str, delay: int) -> None:
        """Press a button after so many milliseconds of the server's."""
        xtest.fake_input(self._display.x, X.ButtonPress, _BUTTONS[button], time=delay)

    def _remember(self, button: str, count: int) -> None:
        self._display.x.flush()
        self._spacing.remember(button, self._at, count)

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a pixel, by whole notches."""
        self.move(x, y)
        for amount, less, more in ((dy, _UP, _DOWN), (dx, _LEFT, _RIGHT)):
            for _ in range(notches(amount)):
                button = more if amount > 0 else less
                xtest.fake_input(self._display.x, X.ButtonPress, button)
                xtest.fake_input(self._display.x, X.ButtonRelease, button)
        self._display.x.flush()
