"""The papers' action spaces, read into and written from `omnigym.actions`.

Nothing that an agent says is ever executed as code. What cannot be read becomes one `omnigym.actions.Invalid` with the
reason, which touches nothing and counts as a step (CRAB's *Invalid Action*).
"""

from __future__ import annotations

from omnigym.codecs.computer13 import Computer13Codec
from omnigym.codecs.crab import CrabAndroidCodec, CrabDesktopCodec
from omnigym.codecs.omnibench import decode_omnibench, encode_omnibench
from omnigym.codecs.omnigui import decode_omnigui, encode_omnigui
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.codecs.pyautogui_script import Call, read_script, write_script

__all__ = [
    "Call",
    "Computer13Codec",
    "CrabAndroidCodec",
    "CrabDesktopCodec",
    "PyAutoGUICodec",
    "decode_omnibench",
    "decode_omnigui",
    "encode_omnibench",
    "encode_omnigui",
    "read_script",
    "write_script",
]
