"""Input by pyautogui, for comparison: what it does wrong is told in docs/host.md."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from omnigym.actions import typed_text
from omnigym.devices.input import notches
from omnigym.errors import MissingDependencyError

__all__ = ["hands"]

#: What pyautogui calls keys otherwise.
_NAMES = {"meta": "win", "menu": "apps"}
_DRAG_STEPS = 8
#: Seconds between the clicks of an action.
_BETWEEN = 0.002


def hands(
    synchronise: Callable[[], object],
    before_enter: Callable[[], object],
    wait: Callable[[float], None],
    notch: int,
) -> tuple[PyAutoGUIKeys, PyAutoGUIMouse]:
    """A keyboard and a mouse.

    Args:
        synchronise: Waits until the applications have handled the input so far.
        before_enter: Called before each Enter.
        wait: Waits a number of seconds while the desktop goes on.
        notch: What pyautogui calls a notch of the wheel here.

    Raises:
        MissingDependencyError: pyautogui, or tkinter, is not installed.
    """
    try:
        gui: Any = importlib.import_module("pyautogui")
    except (ImportError, SystemExit, KeyError) as e:  # without tkinter, one of its parts ends the program
        install = "apt-get install python3-tk && pip install pyautogui --no-deps (docs/host.md has the whole line)"
        raise MissingDependencyError("pyautogui", "HostConfig(input='pyautogui')", install) from e
    gui.FAILSAFE, gui.PAUSE = False, 0  # the device has its own, which no click can trip
    return PyAutoGUIKeys(gui, before_enter), PyAutoGUIMouse(gui, synchronise, wait, notch)


class PyAutoGUIKeys:
    """The keyboard. What pyautogui has no name for does nothing; what it cannot type is left out.

    Args:
        gui: The module pyautogui.
        before_enter: Called before each Enter.
    """

    def __init__(self, gui: Any, before_enter: Callable[[], object]) -> None:
        self._gui, self._before_enter = gui, before_enter

    def down(self, key: str) -> None:
        """Press a key and hold it."""
        self._gui.keyDown(_NAMES.get(key, key))

    def up(self, key: str) -> None:
        """Release a key."""
        self._gui.keyUp(_NAMES.get(key, key))

    def press(self, key: str, modifiers: Sequence[str], count: int = 1) -> None:
        """Press and release a key, with modifiers held."""
        if key == "enter":
            self._before_enter()
        for modifier in modifiers:
            self.down(modifier)
        for _ in range(count):
            self.down(key)
            self.up(key)
        for modifier in reversed(modifiers):
            self.up(modifier)

    def type(self, text: str) -> None:
        """Type text as far as pyautogui can."""
        self._gui.write(typed_text(text))


class PyAutoGUIMouse:
    """The mouse: places are pixels of the screen.

    Args:
        gui: The module pyautogui.
        synchronise: Waits until the applications have handled the input so far.
        wait: Waits a number of seconds while the desktop goes on.
        notch: What pyautogui calls a notch of the wheel here.
    """

    def __init__(self, gui: Any, synchronise: Callable[[], object], wait: Callable[[float], None], notch: int) -> None:
        self._gui, self._synchronise, self._wait, self._notch = gui, synchronise, wait, notch
        self._at = (0, 0)

    @property
    def at(self) -> tuple[int, int]:
        """Where the pointer was moved to last."""
        return self._at

    def move(self, x: int, y: int) -> None:
        """Move to a pixel."""
        self._at = (x, y)
        self._gui.moveTo(x, y)

    def down(self, button: str) -> None:
        """Press a button and hold it."""
        self._gui.mouseDown(button=button)

    def up(self, button: str) -> None:
        """Release a button."""
        self._gui.mouseUp(button=button)

    def click(self, x: int, y: int, button: str, count: int, hold: Callable[[], object] | None = None) -> None:
        """Click at a pixel; ``hold`` is called while the button is down, of several clicks in the last."""
        self.move(x, y)
        for n in range(1, count + 1):
            self.down(button)
            if hold is not None and n == count:
                hold()
            self.up(button)
            self._wait(_BETWEEN)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
        """Drag from a pixel to another, in steps that applications follow."""
        self.move(*start)
        self.down(button)
        self._synchronise()
        for step in range(1, _DRAG_STEPS + 1):
            x, y = (a + (b - a) * step // _DRAG_STEPS for a, b in zip(start, end, strict=True))
            self.move(x, y)
            self._synchronise()
        self.up(button)

    def scroll(self, x: int, y: int, dx: float, dy: float) -> None:
        """Turn the wheel at a pixel, by whole notches; its up is positive."""
        self.move(x, y)
        if dy:
            self._gui.vscroll((-notches(dy) if dy > 0 else notches(dy)) * self._notch)
        if dx:
            self._gui.hscroll((notches(dx) if dx > 0 else -notches(dx)) * self._notch)
