"""Untrusted sounds and films, opened by PyAV in a way that opens nothing else."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from omnigym.errors import MissingDependencyError
from omnigym.foreign import convert_errors

__all__ = ["opened_stream"]

#: The formats that are read. Of the others that FFmpeg knows, some open further files or addresses.
_FORMATS = (
    *("aac", "ac3", "aiff", "asf", "avi", "caf", "flac", "flv", "gif", "h264", "hevc", "m4v", "matroska", "mov", "mp3"),
    *("mpeg", "mpegts", "mpegvideo", "ogg", "wav", "webm"),
)


@contextmanager
def opened_stream(content: bytes, what: str, needed_for: str, extra: str) -> Iterator[Any]:
    """A container of PyAV, open for reading.

    Args:
        content: The bytes of a file.
        what: What they should be, for the error.
        needed_for: Who needs PyAV, for the error.
        extra: The extra of omnigym that installs it.

    Raises:
        MissingDependencyError: PyAV is not installed.
        UnreadableError: The bytes are none, or damaged where they are read.
        TooLargeError: They take more memory than there is.
    """
    try:
        av: Any = importlib.import_module("av")
    except ImportError:
        raise MissingDependencyError("av", needed_for, f"pip install 'omnigym[{extra}]'") from None
    options = {"format_whitelist": ",".join(_FORMATS), "protocol_whitelist": "none"}
    with convert_errors(what), av.open(BytesIO(content), mode="r", options=options) as container:
        yield container
