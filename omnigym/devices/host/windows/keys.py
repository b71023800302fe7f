"""Keyboard and mouse events as ``SendInput`` takes them. Pure: nothing of Windows is called."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

__all__ = [
    "BUTTONS",
    "KEYS",
    "NOTCH",
    "KeyInput",
    "VirtualKey",
    "absolute",
    "button_event",
    "key_event",
    "move_event",
    "text_events",
    "wheel_event",
]

#: What Windows calls one notch of the wheel.
NOTCH: Final = 120

_KEYBOARD: Final = 1
_EXTENDED, _KEY_UP, _UNICODE = 0x1, 0x2, 0x4
_MOVE, _ABSOLUTE, _WHEEL, _HORIZONTAL_WHEEL = 0x1, 0x8000, 0x800, 0x1000
#: What presses and what releases each button.
BUTTONS: Final[Mapping[str, tuple[int, int]]] = {"left": (0x2, 0x4), "right": (0x8, 0x10), "middle": (0x20, 0x40)}


class VirtualKey(NamedTuple):
    """A key.

    Attributes:
        code: Its virtual-key code.
        extended: Whether it is one of the keys that the numeric pad has, too, and not the pad's.
    """

    code: int
    extended: bool = False


#: The keys of `omnigym.actions.KEYS` that are the same on every layout. A computer has no key "recents", and the power
#: key is no program's to press.
KEYS: Final[Mapping[str, VirtualKey]] = {
    "enter": VirtualKey(0x0D),
    "tab": VirtualKey(0x09),
    "escape": VirtualKey(0x1B),
    "backspace": VirtualKey(0x08),
    "space": VirtualKey(0x20),
    "delete": VirtualKey(0x2E, True),
    "insert": VirtualKey(0x2D, True),
    "up": VirtualKey(0x26, True),
    "down": VirtualKey(0x28, True),
    "left": VirtualKey(0x25, True),
    "right": VirtualKey(0x27, True),
    "home": VirtualKey(0x24, True),
    "end": VirtualKey(0x23, True),
    "pageup": VirtualKey(0x21, True),
    "pagedown": VirtualKey(0x22, True),
    "ctrl": VirtualKey(0xA2),
    "shift": VirtualKey(0xA0),
    "alt": VirtualKey(0xA4),
    "meta": VirtualKey(0x5B, True),
    "menu": VirtualKey(0x5D, True),
    "capslock": VirtualKey(0x14),
    "printscreen": VirtualKey(0x2C, True),
    **{f"f{n}": VirtualKey(0x6F + n) for n in range(1, 13)},
    "back": VirtualKey(0xA6, True),
    "volumeup": VirtualKey(0xAF, True),
    "volumedown": VirtualKey(0xAE, True),
}


# The fields have a width of their own, so that the sizes are the same wherever this is imported.
class _Mouse(ctypes.Structure):
    _fields_ = [
        ("x", ctypes.c_int32),
        ("y", ctypes.c_int32),
        ("data", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("time", ctypes.c_uint32),
        ("extra", ctypes.c_uint64),
    ]


class _Key(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint16),
        ("scan", ctypes.c_uint16),
        ("flags", ctypes.c_uint32),
        ("time", ctypes.c_uint32),
        ("extra", ctypes.c_uint64),
    ]


class _Either(ctypes.Union):
    _fields_ = [("mouse", _Mouse), ("key", _Key)]


class KeyInput(ctypes.Structure):
    """One event: Windows's ``INPUT`` of 64 bits, 40 bytes."""

    _fields_ = [("kind", ctypes.c_uint32), ("of", _Either)]


def key_event(key: VirtualKey, scan: int, down: bool) -> KeyInput:
    """A key that goes down or up.

    Args:
        key: The key.
        scan: Its scan code, for programs that read these.
        down: Which of the two.
    """
    flags = (_EXTENDED if key.extended else 0) | (0 if down else _KEY_UP)
    return KeyInput(_KEYBOARD, _Either(key=_Key(key.code, scan, flags)))


def text_events(text: str) -> Iterator[KeyInput]:
    """The events that type a text, whatever the layout: a press and a release of each half of UTF-16."""
    content = text.encode("utf-16-le")
    for (unit,) in struct.iter_unpack("<H", content):
        for flags in (_UNICODE, _UNICODE | _KEY_UP):
            yield KeyInput(_KEYBOARD, _Either(key=_Key(0, unit, flags)))


def absolute(x: int, y: int, size: tuple[int, int]) -> tuple[int, int]:
    """A pixel as a place on the primary screen, of 65536 x 65536: the first that lies in the pixel.

    >>> absolute(0, 767, (1024, 768))
    (0, 65451)
    """
    return -(-x * 65536 // size[0]), -(-y * 65536 // size[1])


def move_event(x: int, y: int, size: tuple[int, int]) -> KeyInput:
    """The pointer moves to a pixel of the primary screen."""
    at = absolute(x, y, size)
    return KeyInput(0, _Either(mouse=_Mouse(*at, 0, _MOVE | _ABSOLUTE)))


def button_event(button: str, down: bool) -> KeyInput:
    """A button goes down or up, where the pointer is."""
    press, release = BUTTONS[button]
    return KeyInput(0, _Either(mouse=_Mouse(0, 0, 0, press if down else release)))


def wheel_event(notches: int, horizontal: bool) -> KeyInput:
    """The wheel turns by notches: up and right are positive."""
    flags = _HORIZONTAL_WHEEL if horizontal else _WHEEL
    return KeyInput(0, _Either(mouse=_Mouse(0, 0, notches * NOTCH & 0xFFFFFFFF, flags)))
