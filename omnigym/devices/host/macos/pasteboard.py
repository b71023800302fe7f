"""The clipboard of a macOS session."""

from __future__ import annotations

from typing import Any, Final

import AppKit

from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import TooLargeError
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["Pasteboard"]

_TEXT: Final = "public.utf8-plain-text"
_PNG: Final = "public.png"


class Pasteboard:
    """Reads and replaces what it holds. macOS knows no cut files: they are copied, and moved when they are pasted."""

    def __init__(self) -> None:
        self._board: Any = AppKit.NSPasteboard.generalPasteboard()

    def read(self) -> ClipboardContent:
        """What it holds.

        Raises:
            TooLargeError: It holds more than is read.
        """
        text = str(self._board.stringForType_(_TEXT) or "")
        image = self._board.dataForType_(_PNG)
        size = max(len(text), 0 if image is None else len(image))
        if size > FILE_BYTES:
            raise TooLargeError(f"The clipboard has more than the {FILE_BYTES} bytes that are read.")
        options = {"NSPasteboardURLReadingFileURLsOnlyKey": True}
        urls = self._board.readObjectsForClasses_options_([AppKit.NSURL], options) or ()
        files = tuple(str(url.path()) for url in urls)
        return ClipboardContent("" if files else text, files, b"" if image is None else bytes(image))

    def write(self, content: ClipboardContent) -> None:
        """Replace what it holds."""
        self._board.clearContents()
        if content.files:
            self._board.writeObjects_([AppKit.NSURL.fileURLWithPath_(path) for path in content.files])
        if content.text:
            self._board.setString_forType_(content.text, _TEXT)
        if content.image:
            self._board.setData_forType_(content.image, _PNG)
