"""Which X keysym a key's name or a character is, and how to press it on a given keyboard. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from omnigym.actions import KEYS

__all__ = ["KEYSYMS", "Keymap", "keysym_of"]

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
