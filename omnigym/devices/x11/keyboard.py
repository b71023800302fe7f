"""Keys through XTEST. A character that no key writes is lent a spare key first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from Xlib import X
from Xlib.ext import xtest

from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.keysyms import KEYSYMS, Keymap, keysym_of

__all__ = ["Keyboard"]


class Keyboard:
    """The keyboard of a display.

    Args:
        display: The display.
        synchronise: Waits until the applications have handled the keys so far; a key's meaning must not be
            changed before that.
        before_enter: Called before each Enter, when all keys before it have been sent.
    """

    def __init__(
        self, display: XDisplay, synchronise: Callable[[], object], before_enter: Callable[[], object]
    ) -> None:
        self._display, self._synchronise, self._before_enter = display, synchronise, before_enter
        x = display.x
        # A key that is held would otherwise repeat, as often as the machine is slow.
        x.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        info = x.display.info
        rows = x.get_keyboard_mapping(info.min_keycode, info.max_keycode - info.min_keycode + 1)
        self._keymap = Keymap(info.min_keycode, [list(row) for row in rows])

    def down(self, key: str) -> None:
        """Press a key and hold it."""
        self._send(X.KeyPress, self._code(KEYSYMS[key]))

    def up(self, key: str) -> None:
        """Release a key."""
        self._send(X.KeyRelease, self._code(KEYSYMS[key]))

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
        self._display.x.flush()

    def type(self, text: str) -> None:
        """Type text, whatever keys the keyboard has and whether Caps Lock is on or not."""
        keysyms = [k for k in map(keysym_of, text) if k is not None]
        locked = self._display.root.query_pointer().mask & X.LockMask
        if locked:
            self.press("capslock", ())
        start = 0
        while start < len(keysyms):
            # As much as can be typed with the keys that there are to lend.
            batch, distinct = start, set[int]()
            while batch < len(keysyms) and len(distinct | {keysyms[batch]}) <= max(self._keymap.capacity, 1):
                distinct.add(keysyms[batch])
                batch += 1
            self._lend(keysyms[start:batch])
            for keysym in keysyms[start:batch]:
                self._stroke(keysym)
            start = batch
        if locked:
            self.press("capslock", ())
        self._display.x.flush()

    def _stroke(self, keysym: int) -> None:
        found = self._keymap.stroke(keysym)
        if found is None:
            return
        if keysym == KEYSYMS["enter"]:
            self._display.x.flush()
            self._before_enter()
        code, shift = found
        if shift:
            self.down("shift")
        self._send(X.KeyPress, code)
        self._send(X.KeyRelease, code)
        if shift:
            self.up("shift")

    def _code(self, keysym: int) -> int:
        found = self._keymap.stroke(keysym)
        if found is None:
            self._lend([keysym])
            found = self._keymap.stroke(keysym)
        return found[0] if found is not None else 0

    def _lend(self, keysyms: list[int]) -> None:
        changed = self._keymap.lend(keysyms)
        if not changed:
            return
        self._synchronise()
        for code, keysym in changed.items():
            self._display.x.change_keyboard_mapping(code, [(keysym, keysym)])
        self._display.sync()
        self._synchronise()

    def _send(self, kind: int, code: int) -> None:
        if code:
            xtest.fake_input(self._display.x, kind, code)
