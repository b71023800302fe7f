"""Keys and buttons of a display that is driven: what they were when it was taken, they are again."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Sequence

from Xlib import X, Xatom
from Xlib.ext import xtest

from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.keyboard import KEYSYMS
from omnigym.errors import DeviceStartError

__all__ = ["InputState"]

_LOG = logging.getLogger(__name__)
#: The property of the root window with what has to be given back though the process that borrowed it is killed: whether
#: keys repeat, then the keycodes that may be lent.
_BORROWED = "_OMNIGYM_HOST_BORROWED"
_BUTTONS = range(1, 6)
_KEYCODES = 256
_ESCAPE, _CAPS_LOCK = KEYSYMS["escape"], KEYSYMS["capslock"]
#: So many menus are closed at most, one in the other.
_MENUS = 4
_XKBCOMP_S = 10.0


class InputState:
    """What is borrowed of them, and given back; what programs did to them, and is undone.

    Whatever a killed owner borrowed is given back first, and what is held is released.

    Args:
        display: The connection to the X server.
    """

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self.give_back()
        self.release()
        self._keymap = _xkbcomp(["-w0", "-xkb", display.name, "-"])
        self._buttons = list(display.x.get_pointer_mapping())

    def release(self) -> None:
        """Let go of every key and button that is held, whoever held it."""
        x = self._display.x
        held = x.query_keymap()
        for code in range(_KEYCODES):
            if held[code // 8] >> code % 8 & 1:
                xtest.fake_input(x, X.KeyRelease, code)
        mask = self._display.root.query_pointer().mask
        for button in _BUTTONS:
            if mask & X.Button1Mask << button - 1:
                xtest.fake_input(x, X.ButtonRelease, button)
        x.sync()

    def restore_keymap(self) -> None:
        """Give the keys the meaning that they had when the machine was taken."""
        if self._keymap:
            _xkbcomp(["-w0", "-", self._display.name], self._keymap)
        self._display.sync()

    def restore(self) -> None:
        """Undo what programs did to keys and buttons: held, locked, exchanged, grabbed.

        Raises:
            DeviceStartError: A program that goes on has grabbed the keyboard or the pointer.
        """
        x, root = self._display.x, self._display.root
        self.release()
        if list(x.get_pointer_mapping()) != self._buttons:
            x.set_pointer_mapping(self._buttons)
        if root.query_pointer().mask & X.LockMask:
            self._tap(_CAPS_LOCK)
        for _ in range(_MENUS):
            if not (grabbed := self._grabbed()):
                return
            self._tap(_ESCAPE)  # it may be a menu
        problem = f"another program has grabbed the {grabbed}."
        raise DeviceStartError("host", "reset", problem, "Close its menu, or end it.")

    def _tap(self, keysym: int) -> None:
        code = self._display.x.keysym_to_keycode(keysym)
        if code:
            xtest.fake_input(self._display.x, X.KeyPress, code)
            xtest.fake_input(self._display.x, X.KeyRelease, code)
            self._display.sync()

    def _grabbed(self) -> str:
        """What a program keeps for itself: the keyboard or the pointer; "" for neither."""
        x, root, free = self._display.x, self._display.root, X.GrabModeAsync
        grabs: dict[str, tuple[Callable[[], int], Callable[[int], None]]] = {
            "keyboard": (lambda: root.grab_keyboard(False, free, free, X.CurrentTime), x.ungrab_keyboard),
            "pointer": (lambda: root.grab_pointer(False, 0, free, free, 0, 0, X.CurrentTime), x.ungrab_pointer),
        }
        for name, (grab, ungrab) in grabs.items():
            if grab() != X.GrabSuccess:
                return name
            ungrab(X.CurrentTime)
        return ""

    def repeats(self) -> bool:
        """Whether a held key repeats."""
        return bool(self._display.x.get_keyboard_control().global_auto_repeat)

    def borrow(self, repeats: bool, codes: Sequence[int]) -> None:
        """Write down, where it outlives this process, what `give_back` restores."""
        words = [int(repeats), *codes]
        self._display.root.change_property(self._display.atom(_BORROWED), Xatom.CARDINAL, 32, words)
        self._display.sync()

    def give_back(self) -> None:
        """Restore the keyboard, where it is written down that somebody changed it."""
        display = self._display
        repeats, *codes = display.numbers(display.root, _BORROWED) or [-1]
        if repeats < 0:
            return
        mode = X.AutoRepeatModeOn if repeats else X.AutoRepeatModeOff
        display.x.change_keyboard_control(auto_repeat_mode=mode)
        for code in codes:
            row = display.x.get_keyboard_mapping(code, 1)[0]
            if any(row):  # each change makes every program read the keyboard anew
                display.x.change_keyboard_mapping(code, [(0,) * len(row)])
        display.root.delete_property(display.atom(_BORROWED))
        display.sync()


def _xkbcomp(words: Sequence[str], given: bytes = b"") -> bytes:
    try:
        done = subprocess.run(["xkbcomp", *words], input=given, capture_output=True, timeout=_XKBCOMP_S, check=True)
    except (OSError, subprocess.SubprocessError) as e:
        _LOG.warning("The device 'host' cannot restore the keyboard's layout: xkbcomp: %s.", e)
        return b""
    return done.stdout
