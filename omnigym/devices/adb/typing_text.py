"""Typing: ``input text`` for ASCII, an ADB keyboard for all other characters."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from omnigym.devices.adb.keycodes import code_of
from omnigym.devices.adb.link import quote

__all__ = ["ADB_KEYBOARD", "Untypable", "typing_commands"]

#: An input method that types what it is sent as a broadcast, in base64 (senzhk/ADBKeyBoard).
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_KEYS = {"\n": code_of("enter"), "\t": code_of("tab")}
_PARTS = re.compile(r"[\n\t]|[^\n\t\x20-\x7e]+|[\x20-\x7e]+")
#: `input text` takes "%s" for a space, so a "%s" that is meant is typed in two halves.
_MEANT = re.compile(r"(?<=%)(?=s)")
_MOST = 500


class Untypable(Exception):
    """The phone has no means to type a character."""


def typing_commands(text: str, keyboard: bool) -> Iterator[str]:
    r"""The shell commands that type a text, in order.

    Args:
        text: What to type; a newline is the Enter key, a tab the Tab key.
        keyboard: Whether the phone has an ADB keyboard.

    Raises:
        Untypable: A character is beyond ASCII, and there is none.

    >>> for command in typing_commands("it's 5 %\n", keyboard=False):
    ...     print(command)
    input text 'it'"'"'s%s5%s%'
    input keyevent 66
    """
    for found in _PARTS.finditer(text):
        part = found[0]
        if part in _KEYS:
            yield f"input keyevent {_KEYS[part]}"
        elif part.isascii() and part.isprintable():
            for half in _MEANT.split(part):
                for start in range(0, len(half), _MOST):
                    yield f"input text {quote(half[start : start + _MOST].replace(' ', '%s'))}"
        elif keyboard:
            yield f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(part.encode()).decode()}"
        else:
            raise Untypable(f"{part!r} cannot be typed on this phone: `input text` knows ASCII alone")
