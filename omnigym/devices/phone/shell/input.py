"""``input``: taps, swipes, text and keys."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from omnigym.actions import MODIFIERS, Click, Drag, MouseDown, MouseUp, Move, Press, Scroll, Type
from omnigym.devices.adb.names import key_of
from omnigym.devices.phone.shell.running import Result, UsageError, applet, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

_SOURCES = frozenset({"touchscreen", "keyboard", "mouse", "touchpad", "dpad", "gamepad", "stylus"})
#: Keys that turn the screen on or off, whichever it was.
_LIT = {"224": True, "WAKEUP": True, "223": False, "SLEEP": False}
_SWIPE_MS = 300.0
_LONGEST_MS = 600_000.0
#: Keys that one command presses.
_MOST_KEYS = 1000


@applet("input")
def run_input(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``input [SOURCE] [-d DISPLAY] COMMAND ...``."""
    arguments = [a for a in arguments if a not in _SOURCES]
    if arguments[:1] == ["-d"]:
        arguments = arguments[2:]
    if not arguments or arguments[0] not in _COMMANDS:
        raise UsageError(f"Error: Unknown command: {arguments[0] if arguments else ''}")
    name, *rest = arguments
    try:
        _COMMANDS[name](phone, rest)
    except (ValueError, IndexError) as e:
        raise UsageError(f"Error: Invalid arguments for command: {name} ({e})") from None
    return Result()


def _tap(phone: Phone, a: list[str]) -> None:
    phone.act(Click(phone.point(float(a[0]), float(a[1]))))


def _swipe(phone: Phone, a: list[str]) -> None:
    start, end = phone.point(float(a[0]), float(a[1])), phone.point(float(a[2]), float(a[3]))
    seconds = min(max(float(a[4]) if len(a) > 4 else _SWIPE_MS, 0.0), _LONGEST_MS) / 1000
    phone.act(Click(start, duration=seconds) if start == end else Drag(start, end, duration=seconds))


def _text(phone: Phone, a: list[str]) -> None:
    text = " ".join(a).replace("%s", " ")
    if not text.isascii():
        # Android's own `input text` ends in a NullPointerException.
        raise ValueError("characters beyond ASCII cannot be typed")
    phone.act(Type(text))


def _keyevent(phone: Phone, a: list[str]) -> None:
    if len(a) > _MOST_KEYS:
        raise UsageError(f"expected at most {_MOST_KEYS} keys at once")
    for code in a:
        if not code.startswith("--"):
            key = key_of(code)
            lit = _LIT.get(code.upper().removeprefix("KEYCODE_"))
            if lit is not None:
                phone.light(lit)
            elif key is not None:  # Android ignores what it has no key for
                phone.act(Press(key))


def _keycombination(phone: Phone, a: list[str]) -> None:
    codes = [code for code in a if not code.startswith("-")]
    keys = [key_of(code) for code in codes]
    if not keys or None in keys:
        raise ValueError(f"unknown key among {' '.join(codes)}")
    *held, last = [key for key in keys if key is not None]
    modifiers = tuple(m for m in MODIFIERS if m in held)
    phone.act(Press(last, modifiers))


def _motion(phone: Phone, a: list[str]) -> None:
    at = phone.point(float(a[1]), float(a[2]))
    if a[0] == "DOWN":
        phone.act(MouseDown(at))
    elif a[0] == "MOVE":
        phone.act(Move(at))
    elif a[0] in ("UP", "CANCEL"):
        phone.act(MouseUp(at))
    else:
        raise ValueError(f"unknown action {a[0]}")


def _scroll(phone: Phone, a: list[str]) -> None:
    axes = _axes(a[2:])
    vertical, horizontal = float(axes.get("VSCROLL", 0)), float(axes.get("HSCROLL", 0))
    phone.act(Scroll(phone.point(float(a[0]), float(a[1])), dy=-vertical, dx=horizontal))


def _axes(a: list[str]) -> dict[str, str]:
    """``--axis VSCROLL,-3`` and the like."""
    pairs = [value.split(",") for flag, value in pairwise(a) if flag == "--axis"]
    return dict(pairs)


_COMMANDS: dict[str, Callable[[Phone, list[str]], None]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "text": _text,
    "keyevent": _keyevent,
    "keycombination": _keycombination,
    "motionevent": _motion,
    "scroll": _scroll,
}


def type_base64(phone: Phone, message: str) -> None:
    """Type what an ADB keyboard was sent: UTF-8 in base64.

    Raises:
        UsageError: It is none.
    """
    try:
        text = base64.b64decode(message, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as e:
        raise UsageError(f"expected UTF-8 in base64, got {message!r}: {e}") from None
    phone.act(Type(text))


# -- ``getevent``: which input devices there are ----------------------------------------------------------------------

#: The keys of the body: (code, name).
_KEYS = (("0072", "KEY_VOLUMEDOWN"), ("0073", "KEY_VOLUMEUP"), ("0074", "KEY_POWER"))
#: The axes of the screen: (code, name, largest value); those without one go to the screen's edge.
_AXES = (
    ("002f", "ABS_MT_SLOT", 9),
    ("0035", "ABS_MT_POSITION_X", None),
    ("0036", "ABS_MT_POSITION_Y", None),
    ("0039", "ABS_MT_TRACKING_ID", 65535),
    ("003a", "ABS_MT_PRESSURE", 255),
)


@applet("getevent")
def run_getevent(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``getevent [-lp]``; events are not told, and without ``-p`` the service waits for them as Android's does."""
    letters = {letter for word in arguments if word.startswith("-") for letter in word[1:]}
    keys, screen = ["add device 1: /dev/input/event0"], ["add device 2: /dev/input/event1"]
    keys.append('  name:     "gpio-keys"')
    screen.append('  name:     "omnigym touchscreen"')
    if letters & {"p", "i"}:
        at = 1 if "l" in letters else 0
        keys += ["  events:", "    KEY (0001): " + "  ".join(key[at] for key in _KEYS)]
        edges = {"0035": phone.width - 1, "0036": phone.height - 1}
        axes = [
            f"{axis[at]:<{22 if at else 4}}: value 0, min 0, max {edges.get(code, most)}, fuzz 0, flat 0, resolution 0"
            for axis in _AXES
            for code, _, most in (axis,)
        ]
        first = "    KEY (0001): " + ("BTN_TOUCH" if at else "014a")
        screen += ["  events:", first, "    ABS (0003): " + ("\n" + " " * 16).join(axes)]
        keys += ["  input props:", "    <none>"]
        screen += ["  input props:", "    " + ("INPUT_PROP_DIRECT" if at else "0001")]
    return say("\n".join([*screen, *keys]))
