"""Text on a screenshot: the readers by name, and the default reader of checks and marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from omnigym.errors import UnknownNameError
from omnigym.perception.easy import EasyReader
from omnigym.perception.element import Frame, ReadText, ScreenTextReader
from omnigym.perception.rapid import RapidReader, load_engine
from omnigym.perception.tesseract import TesseractReader

__all__ = ["READERS", "find_texts", "load_engine", "read_lines", "reader_of"]

#: How readers are made, by name: what we use, what the paper used (OmniACT 5.1), and what Debian has.
READERS: Final[Mapping[str, Callable[[], ScreenTextReader]]] = {
    "rapidocr": RapidReader,
    "easyocr": EasyReader,
    "tesseract": TesseractReader,
}


def reader_of(name: str) -> ScreenTextReader:
    """Return the reader of a name of `READERS`.

    Raises:
        UnknownNameError: There is none.
        MissingDependencyError: The package or program that reads is not installed.
    """
    if name not in READERS:
        raise UnknownNameError("reader of text", name, READERS)
    return READERS[name]()


def find_texts(frame: Frame) -> tuple[ReadText, ...]:
    """Return the lines of text on a screenshot, top to bottom, with their places, by `RapidReader`.

    What a line says follows from its own pixels alone, so it is read again only when these are others.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError: The extra ``ocr`` is not installed.
        UnreadableError: It is no such frame.
        TooLargeError: It has too many pixels.
    """
    return RapidReader().read(frame)


def read_lines(frame: Frame) -> tuple[str, ...]:
    """Return the texts of the lines on a screenshot, top to bottom.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError, UnreadableError, TooLargeError: As `find_texts`.
    """
    return tuple([found.text for found in find_texts(frame)])
