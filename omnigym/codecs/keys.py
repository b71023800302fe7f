"""Translation of other libraries' key names to omnigym's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from omnigym.actions import KEYS, MODIFIERS, Key, Modifier, Press
from omnigym.errors import ActionError

__all__ = ["chord", "key_name", "stroke"]

_ALIASES = {
    "return": "enter",
    "\n": "enter",
    "\r": "enter",
    "esc": "escape",
    "\t": "tab",
    " ": "space",
    "\b": "backspace",
    "back_space": "backspace",
    "bksp": "backspace",
    "bs": "backspace",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "page_up": "pageup",
    "page_down": "pagedown",
    "prior": "pageup",
    "next": "pagedown",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "control": "ctrl",
    "ctrlleft": "ctrl",
    "ctrlright": "ctrl",
    "shiftleft": "shift",
    "shiftright": "shift",
    "altleft": "alt",
    "altright": "alt",
    "option": "alt",
    "optionleft": "alt",
    "optionright": "alt",
    "win": "meta",
    "winleft": "meta",
    "winright": "meta",
    "lwin": "meta",
    "rwin": "meta",
    "super": "meta",
    "cmd": "meta",
    "command": "meta",
    "windows": "meta",
    "apps": "menu",
    "prtsc": "printscreen",
    "prntscrn": "printscreen",
    "prtscr": "printscreen",
    "printscr": "printscreen",
    "print": "printscreen",
    "caps_lock": "capslock",
    "capital": "capslock",
    "plus": "=",
    "minus": "-",
    "comma": ",",
    "period": ".",
}
_SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
_KNOWN = frozenset(KEYS)


def key_name(name: str) -> Key:
    """Return omnigym's name of a key.

    Raises:
        ActionError: There is no such key.

    >>> key_name("PgDn"), key_name("winleft"), key_name("A")
    ('pagedown', 'meta', 'a')
    """
    low = name.lower()
    low = _ALIASES.get(low, low)
    if low not in _KNOWN:
        raise ActionError(f"There is no key {name!r}: expected a name such as 'enter', 'f5' or a single character.")
    return low


def stroke(name: str) -> Press:
    """Return one press of a key by name or character; upper case and shifted characters hold Shift.

    >>> stroke("?")
    Press(key='/', modifiers=('shift',), count=1)
    """
    if len(name) == 1 and name.isupper():
        return Press(key_name(name), ("shift",))
    if name in _SHIFTED:
        return Press(_SHIFTED[name], ("shift",))
    return Press(key_name(name))


def chord(names: Sequence[str]) -> Press:
    """Return the press of several keys at once: modifiers, then one other key (or a last modifier alone).

    Raises:
        ActionError: A key is unknown, or two of them are no modifiers.

    >>> chord(["ctrl", "shift", "esc"])
    Press(key='escape', modifiers=('ctrl', 'shift'), count=1)
    """
    if not names:
        raise ActionError("A key combination needs at least one key.")
    *held, last = names
    keys = [key_name(n) for n in held]
    wrong = [k for k in keys if k not in MODIFIERS]
    if wrong:
        raise ActionError(f"Only {', '.join(MODIFIERS)} can be held, got {'+'.join(names)}. Press the keys one by one.")
    press = stroke(last) if len(last) > 1 or not last.isupper() else Press(key_name(last))
    modifiers = dict.fromkeys([*keys, *press.modifiers])
    return Press(press.key, cast(tuple[Modifier, ...], tuple(modifiers)))
