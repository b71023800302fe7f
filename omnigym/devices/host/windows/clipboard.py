"""The clipboard of a Windows session."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pywintypes
import win32clipboard
import win32con

from omnigym.devices.host.windows.transfer import dib_of, drop_effect, files_of, hdrop, is_cut, png_of
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import DeviceTimeoutError, TooLargeError, UnreadableError
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["WindowsClipboard"]

#: How long another program may keep it open, and how often it is tried, in seconds.
_PATIENCE_S, _LOOK_S = 2.0, 0.02
_EFFECT, _PNG = "Preferred DropEffect", "PNG"
_CF_HDROP: Final = 15


class WindowsClipboard:
    """Reads and replaces what it holds.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, wait: Callable[[float], None]) -> None:
        self._wait = wait

    def read(self) -> ClipboardContent:
        """What it holds.

        Raises:
            DeviceTimeoutError: Another program keeps it open.
            TooLargeError: It holds more than is read.
        """
        effect, png = (win32clipboard.RegisterClipboardFormat(name) for name in (_EFFECT, _PNG))
        with self._opened("clipboard"):
            text = _text()
            drop, chosen, image = _bytes(_CF_HDROP), _bytes(effect), _bytes(png)
            dib = b"" if image else _bytes(win32con.CF_DIB)
        files: tuple[str, ...] = ()
        with contextlib.suppress(UnreadableError):  # a program put it there, and nobody could paste it
            files = files_of(drop) if drop else ()
            image = png_of(dib) if dib else image
        return ClipboardContent(text=text, files=files, image=image, cut=bool(files) and is_cut(chosen))

    def write(self, content: ClipboardContent) -> None:
        """Replace what it holds.

        Raises:
            DeviceTimeoutError: Another program keeps it open.
            UnreadableError: The picture is none.
        """
        dib = dib_of(content.image) if content.image else b""
        with self._opened("set_clipboard"):
            win32clipboard.EmptyClipboard()
            if content.text:
                text = content.text.replace("\r\n", "\n").replace("\n", "\r\n")
                win32clipboard.SetClipboardData(win32con.CF_UNICODETEXT, text)
            if content.files:
                win32clipboard.SetClipboardData(_CF_HDROP, hdrop(content.files))
                effect = win32clipboard.RegisterClipboardFormat(_EFFECT)
                win32clipboard.SetClipboardData(effect, drop_effect(content.cut))
            if content.image:
                win32clipboard.SetClipboardData(win32clipboard.RegisterClipboardFormat(_PNG), content.image)
                win32clipboard.SetClipboardData(win32con.CF_DIB, dib)

    @contextmanager
    def _opened(self, call: str) -> Iterator[None]:
        end = time.monotonic() + _PATIENCE_S
        while True:
            try:
                win32clipboard.OpenClipboard()
                break
            except pywintypes.error as e:  # another program has it open
                if time.monotonic() > end:
                    problem = f"another program keeps the clipboard open for {_PATIENCE_S:g} s."
                    raise DeviceTimeoutError("host", call, problem, "Close that program.") from e
            self._wait(_LOOK_S)
        try:
            yield
        finally:
            win32clipboard.CloseClipboard()


def _text() -> str:
    if not win32clipboard.IsClipboardFormatAvailable(win32con.CF_UNICODETEXT):
        return ""
    try:
        text = str(win32clipboard.GetClipboardData(win32con.CF_UNICODETEXT))
    except (pywintypes.error, TypeError):  # its owner promised it and does not make it
        return ""
    if len(text) > FILE_BYTES:
        raise TooLargeError(f"The clipboard has more than the {FILE_BYTES} characters that are read.")
    return text.split("\0", 1)[0].replace("\r\n", "\n")


def _bytes(kind: int) -> bytes:
    if not win32clipboard.IsClipboardFormatAvailable(kind):
        return b""
    try:
        handle = win32clipboard.GetClipboardDataHandle(kind)
        content = bytes(win32clipboard.GetGlobalMemory(handle))
    except (pywintypes.error, TypeError):  # its owner promised it and does not make it
        return b""
    if len(content) > FILE_BYTES:
        raise TooLargeError(f"The clipboard has more than the {FILE_BYTES} bytes that are read.")
    return content
