"""What Windows's clipboard holds as bytes: lists of files, and pictures. Pure: nothing of Windows is called."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from typing import Final

from PIL import Image

from omnigym.errors import TooLargeError, UnreadableError

__all__ = ["COPY", "MOVE", "dib_of", "drop_effect", "files_of", "hdrop", "is_cut", "png_of"]

#: Of "Preferred DropEffect": what is to be done with the files.
COPY: Final = 1
MOVE: Final = 2
#: The size of DROPFILES, and of what a bitmap's file has before what the clipboard has.
_HEAD, _FILE_HEAD = 20, 14
_MOST_FILES: Final = 10_000
_MOST_PIXELS: Final = 64 << 20


def hdrop(paths: Sequence[str]) -> bytes:
    """A list of files, as ``CF_HDROP`` has it."""
    return struct.pack("<IiiII", _HEAD, 0, 0, 0, 1) + ("\0".join(paths) + "\0\0").encode("utf-16-le")


def files_of(drop: bytes) -> tuple[str, ...]:
    """The paths of a list of files, of Unicode or of one byte a character.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It has more than are read.
    """
    if len(drop) < _HEAD:
        raise UnreadableError("Expected the clipboard's list of files, got something shorter than its head.")
    start, _, _, _, wide = struct.unpack_from("<IiiII", drop)
    if not _HEAD <= start <= len(drop):
        raise UnreadableError("Expected the clipboard's list of files, got one that begins behind its end.")
    text = drop[start:].decode("utf-16-le" if wide else "cp1252", "replace")
    paths = text.split("\0\0", 1)[0].split("\0")
    if len(paths) > _MOST_FILES:
        raise TooLargeError(f"The clipboard has {len(paths)} files; at most {_MOST_FILES} are read.")
    return tuple(p for p in paths if p)


def drop_effect(cut: bool) -> bytes:
    """Whether files were cut, as "Preferred DropEffect" has it."""
    return struct.pack("<I", MOVE if cut else COPY | 4)


def is_cut(effect: bytes) -> bool:
    """Whether files were cut, by "Preferred DropEffect"; where there is none, they were copied."""
    return len(effect) >= 4 and bool(struct.unpack_from("<I", effect)[0] & MOVE)


def dib_of(png: bytes) -> bytes:
    """A picture as ``CF_DIB`` has it.

    Raises:
        UnreadableError: It is no picture.
        TooLargeError: It has more pixels than are read.
    """
    out = io.BytesIO()
    _opened(png).convert("RGB").save(out, "BMP")
    return out.getvalue()[_FILE_HEAD:]


def png_of(dib: bytes) -> bytes:
    """The picture of ``CF_DIB`` as PNG.

    Raises:
        UnreadableError: It is no picture.
        TooLargeError: It has more pixels than are read.
    """
    if len(dib) < 40:
        raise UnreadableError("Expected a picture in the clipboard, got something shorter than its head.")
    size, _, _, _, bits, packing, _, _, _, colours, _ = struct.unpack_from("<IiiHHIIiiII", dib)
    masks = 12 if packing == 3 and size == 40 else 0
    palette = 4 * (colours or (1 << bits if bits <= 8 else 0))
    start = _FILE_HEAD + size + masks + palette
    if start > _FILE_HEAD + len(dib):
        raise UnreadableError("Expected a picture in the clipboard, got one that begins behind its end.")
    out = io.BytesIO()
    _opened(struct.pack("<2sIHHI", b"BM", _FILE_HEAD + len(dib), 0, 0, start) + dib).convert("RGB").save(out, "PNG")
    return out.getvalue()


def _opened(content: bytes) -> Image.Image:
    try:
        image = Image.open(io.BytesIO(content), formats=["PNG", "BMP"])
        small = image.width * image.height <= _MOST_PIXELS
        if small:
            image.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as e:
        raise UnreadableError(f"Expected a picture, got something else: {type(e).__name__}.") from None
    if not small:
        raise TooLargeError(f"The picture has {image.width} x {image.height} pixels; {_MOST_PIXELS} are read.")
    return image
