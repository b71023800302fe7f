"""Keys as the DevTools protocol wants them. No I/O.

``Input.dispatchKeyEvent`` takes the DOM's ``key`` and ``code`` (UI Events KeyboardEvent values) and Windows's virtual
key code; a key that writes has its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from omnigym.actions import Key, Modifier

__all__ = ["MODIFIER_BITS", "modifier_bits", "press", "release", "type_text", "written"]

#: The protocol's bits.
MODIFIER_BITS: Mapping[str, int] = MappingProxyType({"alt": 1, "ctrl": 2, "meta": 4, "shift": 8})


class _Named(NamedTuple):
    """A key: the DOM's name of it and of its place, Windows's code, what it writes plain and with Shift."""

    key: str
    code: str
    number: int
    text: str = ""
    shifted: str = ""


_NAMED: dict[str, _Named] = {
    "enter": _Named("Enter", "Enter", 13, "\r", "\r"),
    "tab": _Named("Tab", "Tab", 9),
    "escape": _Named("Escape", "Escape", 27),
    "backspace": _Named("Backspace", "Backspace", 8),
    "delete": _Named("Delete", "Delete", 46),
    "insert": _Named("Insert", "Insert", 45),
    "space": _Named(" ", "Space", 32, " ", " "),
    "up": _Named("ArrowUp", "ArrowUp", 38),
    "down": _Named("ArrowDown", "ArrowDown", 40),
    "left": _Named("ArrowLeft", "ArrowLeft", 37),
    "right": _Named("ArrowRight", "ArrowRight", 39),
    "home": _Named("Home", "Home", 36),
    "end": _Named("End", "End", 35),
    "pageup": _Named("PageUp", "PageUp", 33),
    "pagedown": _Named("PageDown", "PageDown", 34),
    "ctrl": _Named("Control", "ControlLeft", 17),
    "shift": _Named("Shift", "ShiftLeft", 16),
    "alt": _Named("Alt", "AltLeft", 18),
    "meta": _Named("Meta", "MetaLeft", 91),
    "menu": _Named("ContextMenu", "ContextMenu", 93),
    "capslock": _Named("CapsLock", "CapsLock", 20),
    "printscreen": _Named("PrintScreen", "PrintScreen", 44),
    "back": _Named("BrowserBack", "BrowserBack", 166),
    "recents": _Named("AppSwitch", "AppSwitch", 0),
    "power": _Named("Power", "Power", 0),
    "volumeup": _Named("AudioVolumeUp", "AudioVolumeUp", 175),
    "volumedown": _Named("AudioVolumeDown", "AudioVolumeDown", 174),
    **{f"f{n}": _Named(f"F{n}", f"F{n}", 111 + n) for n in range(1, 13)},
    **{c: _Named(c, f"Key{c.upper()}", ord(c.upper()), c, c.upper()) for c in "abcdefghijklmnopqrstuvwxyz"},
    **{c: _Named(c, f"Digit{c}", ord(c), c, shifted) for c, shifted in zip("1234567890", "!@#$%^&*()", strict=True)},
    **{
        c: _Named(c, code, number, c, shifted)
        for c, code, number, shifted in (
            ("`", "Backquote", 192, "~"),
            ("-", "Minus", 189, "_"),
            ("=", "Equal", 187, "+"),
            ("[", "BracketLeft", 219, "{"),
            ("]", "BracketRight", 221, "}"),
            ("\\", "Backslash", 220, "|"),
            (";", "Semicolon", 186, ":"),
            ("'", "Quote", 222, '"'),
            (",", "Comma", 188, "<"),
            (".", "Period", 190, ">"),
            ("/", "Slash", 191, "?"),
        )
    },
}
#: How each character of a plain keyboard is typed: the key and whether it needs Shift.
_TYPED: dict[str, tuple[str, bool]] = {
    **{named.shifted: (key, True) for key, named in _NAMED.items() if len(key) == 1},
    **{key: (key, False) for key in _NAMED if len(key) == 1},
    " ": ("space", False),
    "\n": ("enter", False),
    "\r": ("enter", False),
    "\t": ("tab", False),
}


def modifier_bits(modifiers: Iterable[Modifier]) -> int:
    """The protocol's number for held modifiers.

    >>> modifier_bits(("ctrl", "shift"))
    10
    """
    return sum(MODIFIER_BITS[m] for m in set(modifiers))


def press(key: Key, bits: int = 0, repeated: bool = False) -> dict[str, Any]:
    """The parameters of ``Input.dispatchKeyEvent`` for pressing a key.

    >>> press("a", 8)["text"]
    'A'
    """
    named = _NAMED[key]
    shift = bool(bits & MODIFIER_BITS["shift"])
    event = _event(named, bits, shift)
    text = named.shifted if shift else named.text
    # With Ctrl, Alt or Meta a key is a command and writes nothing.
    if text and not bits & ~MODIFIER_BITS["shift"]:
        event |= {"type": "keyDown", "text": text, "unmodifiedText": text}
    else:
        event["type"] = "rawKeyDown"
    if repeated:
        event["autoRepeat"] = True
    return event


def written(key: Key, modifiers: Iterable[Modifier]) -> str:
    """What a key writes into a line of text; empty for a command.

    >>> written("a", ("shift",)), written("a", ("ctrl",)), written("enter", ())
    ('A', '', '')
    """
    text = press(key, modifier_bits(modifiers)).get("text", "")
    return text if text.isprintable() else ""


def release(key: Key, bits: int = 0) -> dict[str, Any]:
    """The parameters of ``Input.dispatchKeyEvent`` for releasing a key."""
    return {**_event(_NAMED[key], bits, bool(bits & MODIFIER_BITS["shift"])), "type": "keyUp"}


def type_text(text: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The commands, with parameters, that type a text: key events, or ``Input.insertText`` where no key writes it."""
    for char in text.replace("\r\n", "\n"):
        found = _TYPED.get(char)
        if found is None:
            if char.isprintable():
                yield "Input.insertText", {"text": char}
            continue
        key, shift = found
        bits = MODIFIER_BITS["shift"] if shift else 0
        yield "Input.dispatchKeyEvent", press(key, bits)
        yield "Input.dispatchKeyEvent", release(key, bits)


def _event(named: _Named, bits: int, shift: bool) -> dict[str, Any]:
    key = named.shifted if shift and named.shifted.isprintable() and named.shifted else named.key
    return {"key": key, "code": named.code, "windowsVirtualKeyCode": named.number, "modifiers": bits}
