"""Keys through XTEST. A character that no key writes is lent a spare key first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from Xlib import X
from Xlib.ext import xtest

from omnigym.actions import KEYS, typed_text
from omnigym.devices.x11.display import XDisplay

# -- which X keysym a key's name or a character is, and how to press it on a given keyboard. No I/O -------------------

#: The keysym of each of `omnigym.actions.KEYS`, by the X Window System protocol's keysym encoding and, for the keys
#: of a phone, XFree86's vendor keysyms.
KEYSYMS: Mapping[str, int] = MappingProxyType(
    {
        "enter": 0xFF0D,
        "tab": 0xFF09,
        "escape": 0xFF1B,
        "backspace": 0xFF08,
        "delete": 0xFFFF,
        "insert": 0xFF63,
        "space": 0x20,
        "up": 0xFF52,
        "down": 0xFF54,
        "left": 0xFF51,
        "right": 0xFF53,
        "home": 0xFF50,
        "end": 0xFF57,
        "pageup": 0xFF55,
        "pagedown": 0xFF56,
        "ctrl": 0xFFE3,
        "shift": 0xFFE1,
        "alt": 0xFFE9,
        "meta": 0xFFEB,
        "menu": 0xFF67,
        "capslock": 0xFFE5,
        "printscreen": 0xFF61,
        **{f"f{n}": 0xFFBD + n for n in range(1, 13)},
        "back": 0x1008FF26,
        "recents": 0x1008FF7F,
        "power": 0x1008FF2A,
        "volumeup": 0x1008FF13,
        "volumedown": 0x1008FF11,
        **{key: ord(key) for key in KEYS if len(key) == 1},
    }
)


def keysym_of(char: str) -> int | None:
    r"""The keysym of a character; None for a control character that no key writes.

    >>> hex(keysym_of("<")), hex(keysym_of("ü")), hex(keysym_of("€")), hex(keysym_of("\n"))
    ('0x3c', '0xfc', '0x10020ac', '0xff0d')
    """
    if char in "\n\r":
        return KEYSYMS["enter"]
    if char == "\t":
        return KEYSYMS["tab"]
    code = ord(char)
    if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF:
        return code
    return None if code < 0xA0 or 0xD800 <= code <= 0xDFFF else 0x01000000 + code


class Keymap:
    """What the keys of a keyboard write, and which keys are free to be given a new meaning.

    Args:
        first: The first keycode.
        rows: For each keycode its keysyms: plain, then with Shift, then others that are not used.
    """

    def __init__(self, first: int, rows: Sequence[Sequence[int]]) -> None:
        self._strokes: dict[int, tuple[int, bool]] = {}
        self._lent: dict[int, int] = {}  # keysym -> keycode, least recently used first
        self._spare: list[int] = []
        for code, row in enumerate(rows, first):
            if not any(row):
                self._spare.append(code)
                continue
            for shift, keysym in enumerate(row[:2]):
                if keysym and (keysym not in self._strokes or (shift == 0 and self._strokes[keysym][1])):
                    self._strokes[keysym] = (code, bool(shift))
        # A letter's key may list the capital only, or the small letter only: Shift makes the other.
        for keysym in range(ord("a"), ord("z") + 1):
            if keysym in self._strokes and keysym - 32 not in self._strokes:
                self._strokes[keysym - 32] = (self._strokes[keysym][0], True)

    @property
    def capacity(self) -> int:
        """How many keysyms can be lent a key at once."""
        return len(self._spare) + len(self._lent)

    @property
    def free(self) -> tuple[int, ...]:
        """The keycodes that had no meaning of their own."""
        return (*self._spare, *self._lent.values())

    def stroke(self, keysym: int) -> tuple[int, bool] | None:
        """The keycode that writes a keysym and whether it needs Shift; None if no key does."""
        if keysym in self._lent:
            code = self._lent.pop(keysym)
            self._lent[keysym] = code
            return code, False
        return self._strokes.get(keysym)

    def lend(self, keysyms: Iterable[int]) -> dict[int, int]:
        """Give keys to those keysyms that have none; returns the keycodes to change, with their new keysyms.

        Args:
            keysyms: At most `capacity` different ones, all of which have their key afterwards.
        """
        wanted = dict.fromkeys(keysyms)
        changed = {}
        for keysym in wanted:
            if self.stroke(keysym) is not None:
                continue
            if self._spare:
                code = self._spare.pop()
            else:
                oldest = next(k for k in self._lent if k not in wanted)
                code = self._lent.pop(oldest)
            self._lent[keysym] = code
            changed[code] = keysym
        return changed


def _trimmed(row: Iterable[int]) -> tuple[int, ...]:
    """What a key writes, without the levels after the last that writes something: it depends on the others how many."""
    keysyms = list(row)
    while keysyms and not keysyms[-1]:
        keysyms.pop()
    return tuple(keysyms)


# -- keyboard ---------------------------------------------------------------------------------------------------------


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
        self._first, self._rows = info.min_keycode, self._read()
        self._modifiers = _modifiers_of(x)
        self._keymap = Keymap(self._first, self._rows)
        self._shift_down = False
        self._shifted: set[str] = set()

    @property
    def free(self) -> tuple[int, ...]:
        """The keycodes that were free, some of which are lent."""
        return self._keymap.free

    def renew(self, restore: Callable[[], object]) -> None:
        """Know that no key is held any more, and see that none repeats and that each means what it did at first.

        Args:
            restore: Gives the keys their first meaning; called if a program has changed it. None is lent then.
        """
        self._display.x.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        self._shift_down = False
        self._shifted.clear()
        if not self._is_as_it_was():
            restore()
            self._keymap = Keymap(self._first, self._rows)

    def _is_as_it_was(self) -> bool:
        """Whether the keys have their first meaning, but for those that are free to be lent."""
        free = set(self.free)
        same = all(
            code in free or row == was
            for code, (row, was) in enumerate(zip(self._read(), self._rows, strict=True), self._first)
        )
        return same and _modifiers_of(self._display.x) == self._modifiers

    def _read(self) -> list[tuple[int, ...]]:
        """What each key writes, from the first on."""
        info = self._display.x.display.info
        rows = self._display.x.get_keyboard_mapping(info.min_keycode, info.max_keycode - info.min_keycode + 1)
        return [_trimmed(row) for row in rows]

    def down(self, key: str) -> None:
        """Press a key and hold it; with Shift, where the keyboard writes it so."""
        code, shift = self._found(KEYSYMS[key])
        if shift and not self._shift_down:
            self._shifted.add(key)
            self._send(X.KeyPress, self._found(KEYSYMS["shift"])[0])
        self._shift_down |= key == "shift"
        self._send(X.KeyPress, code)

    def up(self, key: str) -> None:
        """Release a key."""
        self._send(X.KeyRelease, self._found(KEYSYMS[key])[0])
        self._shift_down &= key != "shift"
        if key in self._shifted:
            self._shifted.discard(key)
            self._send(X.KeyRelease, self._found(KEYSYMS["shift"])[0])

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
        keysyms = [k for k in map(keysym_of, typed_text(text)) if k is not None]
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

    def _found(self, keysym: int) -> tuple[int, bool]:
        """The key of a keysym, lent if need be, and whether it needs Shift; 0 where there is none to lend."""
        found = self._keymap.stroke(keysym)
        if found is None:
            self._lend([keysym])
            found = self._keymap.stroke(keysym)
        return found if found is not None else (0, False)

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


def _modifiers_of(x: Any) -> list[set[int]]:
    """The keys of each modifier."""
    return [{code for code in codes if code} for codes in x.get_modifier_mapping()]
