"""From a browser's keys to omnigym's."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.actions import KEYS, Modifier, Press, Type

__all__ = ["LONE", "action_of_key"]

#: The browser's names (UI Events, KeyboardEvent.key) of the keys that are not called the same here in lower case.
_NAMES = {
    " ": "space",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ContextMenu": "menu",
    "Control": "ctrl",
    "OS": "meta",
}
#: Modifiers that do something when pressed alone: the Start menu, a window's menu bar.
LONE = {"Meta": "meta", "OS": "meta", "Alt": "alt"}
_MODIFIER_KEYS = frozenset({"Control", "Shift", "Alt", "Meta", "OS", "AltGraph", "CapsLock", "NumLock", "Fn", "Dead"})
_CODES = {
    "Backquote": "`",
    "Minus": "-",
    "Equal": "=",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Backslash": "\\",
    "Semicolon": ";",
    "Quote": "'",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
}


def action_of_key(key: str, code: str, held: Sequence[Modifier]) -> Press | Type | None:
    """What a key that goes down does; None for a key that does nothing by itself or that no device has.

    A character is typed as the keyboard's layout writes it. With Ctrl, Alt or Meta it is a shortcut, which means the
    key: where its character is none (Alt writes "å" on a Mac, Shift writes "!"), the place on the keyboard says which.

    >>> action_of_key("A", "KeyA", ("shift",))
    Type(text='A')
    >>> action_of_key("S", "KeyS", ("ctrl", "shift"))
    Press(key='s', modifiers=('ctrl', 'shift'), count=1)
    >>> action_of_key("ArrowLeft", "ArrowLeft", ())
    Press(key='left', modifiers=(), count=1)
    """
    if key in _MODIFIER_KEYS:
        return None
    shortcut = any(m != "shift" for m in held)
    if len(key) == 1 and not shortcut:
        return Type(key)
    name = _NAMES.get(key, key.lower())
    if name not in KEYS:
        name = _key_at(code)
    return Press(name, tuple(held)) if name in KEYS else None


def _key_at(code: str) -> str:
    """The key at a place of the keyboard, named as on an American one."""
    for prefix in ("Key", "Digit"):
        if code.startswith(prefix) and len(code) == len(prefix) + 1:
            return code[-1].lower()
    return _CODES.get(code, "")
