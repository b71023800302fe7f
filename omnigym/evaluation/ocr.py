"""Text on a screenshot, by RapidOCR: its wheel ships the models, so nothing is fetched at run time."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from omnigym.a11y import Rect
from omnigym.devices.protocol import Frame
from omnigym.errors import MissingDependencyError
from omnigym.foreign import remembered

__all__ = ["ReadText", "find_texts", "load_engine", "read_lines"]

_SIZE = struct.Struct("<II")  # height, width
#: Pixels around a text that are read with it: the network that finds texts cuts tails off.
_MARGIN: Final = 2
#: How sure the network must be of a text, in [0, 1]: RapidOCR's own.
_SURE: Final = 0.5


class ReadText(NamedTuple):
    """A line of text on a screenshot.

    Attributes:
        bounds: (x, y, width, height) in pixels.
        text: What it says; "" where something is that looks like text and cannot be read.
    """

    bounds: Rect
    text: str


@cache
def load_engine() -> Any:
    """The engine, made once a process.

    It has one thread: several are no quicker on lines of text, and how many there are must not matter to a score.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        raise MissingDependencyError(
            "rapidocr-onnxruntime", "Reading text off a screenshot", "pip install 'omnigym[ocr]'"
        ) from None
    return RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)


def find_texts(frame: Frame) -> tuple[ReadText, ...]:
    """The lines of text on a screenshot, top to bottom, and where they are.

    What a line says follows from its own pixels alone, so it is read again only when these are others.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    return _texts(_packed(frame))


def read_lines(frame: Frame) -> tuple[str, ...]:
    """What the lines of text on a screenshot say, top to bottom.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    return tuple([found.text for found in find_texts(frame) if found.text])


def _packed(frame: Frame) -> bytes:
    height, width, _ = frame.shape
    return _SIZE.pack(height, width) + frame.tobytes()


def _unpacked(content: bytes) -> Frame:
    return np.frombuffer(content, np.uint8, offset=_SIZE.size).reshape(*_SIZE.unpack_from(content), 3)


@remembered(8)  # a screen is often asked about again
def _texts(screen: bytes) -> tuple[ReadText, ...]:
    frame = _unpacked(screen)
    height, width, _ = frame.shape
    corners, _ = load_engine()(frame[:, :, ::-1], use_cls=False, use_rec=False)
    found = []
    for four in corners or ():
        left, top = (max(int(edge) - _MARGIN, 0) for edge in np.min(four, axis=0))
        right, bottom = (int(edge) + _MARGIN for edge in np.max(four, axis=0))
        cut = frame[top : min(bottom, height), left : min(right, width)]
        if cut.size:
            found.append(ReadText((left, top, cut.shape[1], cut.shape[0]), _text(_packed(cut))))
    return tuple(found)


@remembered(2048)
def _text(line: bytes) -> str:
    ((text, sure),) = load_engine()(_unpacked(line)[:, :, ::-1], use_det=False, use_cls=False)[0] or (("", 0.0),)
    return str(text).strip() if sure >= _SURE else ""
