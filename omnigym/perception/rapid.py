"""OCR by RapidOCR, whose wheel ships its models, so nothing is fetched at run time.

Lines are found by their edges (`omnigym.perception.lines`), and a line's text follows from the line's own pixels
alone. So is what the network finds on a picture. Both are kept by these pixels: on the next frame, only lines that look
different are read, and the answer is that of a process that sees the frame for the first time.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from omnigym.a11y import Rect
from omnigym.errors import MissingDependencyError
from omnigym.foreign import remember_contents
from omnigym.perception.element import Frame, ReadText
from omnigym.perception.letters import are_letters
from omnigym.perception.lines import check_frame, find_lines, reading_order
from omnigym.perception.shapes import load_vision

__all__ = ["RapidReader", "load_engine"]

_SIZE = struct.Struct("<II")  # height, width
#: What a stroke is read as; so many of them with their middles within so many pixels are a ruler.
_STROKES, _RULER, _ROW = ("1", "I", "l", "|"), 12, 3
#: Pixels beside, and above and below a line that are read with it.
_MARGIN: Final = (4, 2)
#: The width of what may be an icon at the end of a line, in heights; its least height, in pixels; and how far the next
#: word is at least, in heights.
_SQUARE, _LEAST_ICON, _BESIDE = (0.5, 1.7), 7, 0.15
#: Pixels around it that are looked at with it.
_AROUND: Final = 2
#: How sure the network must be of a text, in [0, 1]: RapidOCR's own.
_SURE: Final = 0.5
#: Pixels of the height at which lines are read, as the network was trained, and the width at least.
_HEIGHT, _LEAST_WIDTH = 48, 16
#: A line that is read less surely may have pictures on it.
_CLEAR: Final = 0.9
_MODELS: Final = {"Det": "PP-OCRv6_det_small.onnx", "Rec": "PP-OCRv6_rec_small.onnx"}
_SETTINGS: Final = {
    "Global.log_level": "critical",  # it warns of each picture without text
    "Global.use_preprocess_img": False,  # it makes all sides multiples of 32
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    # a line is as wide as it is, and a short one costs less: the default pads it to 320 pixels
    "Rec.rec_img_shape": [3, _HEIGHT, _HEIGHT],
    # a small picture is not enlarged, and a large one takes no more than two seconds
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
}


@cache
def load_engine() -> Any:
    """Return the engine, made once per process.

    It has one thread: several are no quicker on lines of text, and how many there are must not matter to a score. Its
    models are named by their files, which the wheel ships: RapidOCR downloads those that it does not find.

    Raises:
        MissingDependencyError: The extra is not installed, or its wheel has other models.
    """
    load_vision()
    try:
        import rapidocr
    except ImportError:
        raise _missing() from None
    shipped = Path(rapidocr.__file__).parent / "models"
    if not all((shipped / name).is_file() for name in _MODELS.values()):
        raise _missing()
    models = {f"{part}.model_path": str(shipped / name) for part, name in _MODELS.items()}
    return rapidocr.RapidOCR(params={**_SETTINGS, **models})


def _missing() -> MissingDependencyError:
    return MissingDependencyError("rapidocr>=3.10", "Reading text off a screenshot", "pip install 'omnigym[ocr]'")


class RapidReader:
    """OCR by RapidOCR: a `omnigym.perception.ScreenTextReader`.

    Raises:
        MissingDependencyError: The extra ``ocr`` is not installed.
    """

    def __init__(self) -> None:
        load_engine()

    def read(self, frame: Frame) -> tuple[ReadText, ...]:
        """Return the lines of text, top to bottom, then left to right. What cannot be read is left out.

        Args:
            frame: uint8 (H, W, 3), RGB.

        Raises:
            UnreadableError: It is no such frame.
            TooLargeError: It has more than `omnigym.foreign.limits.PIXELS` pixels.
        """
        return _texts(_packed(check_frame(frame)))


def _packed(frame: Frame) -> bytes:
    height, width, _ = frame.shape
    return _SIZE.pack(height, width) + frame.tobytes()


def _unpacked(content: bytes) -> Frame:
    return np.frombuffer(content, np.uint8, offset=_SIZE.size).reshape(*_SIZE.unpack_from(content), 3)


@remember_contents(8)  # a screen is often asked about again
def _texts(screen: bytes) -> tuple[ReadText, ...]:
    frame = _unpacked(screen)
    lines, pictures = find_lines(frame)
    found = [_read_words(frame, line.words) for line in lines]
    for picture in pictures:
        x, y, w, h = picture
        on_it = [(x + a, y + b, c, d) for a, b, c, d in _detected(_packed(frame[y : y + h, x : x + w]))]
        found += [_read(frame, line) for line in on_it if not any(_is_in(known.bounds, line) for known in lines)]
    return reading_order(_without_rulers([line for line in found if line.text]))


def _without_rulers(found: Sequence[ReadText]) -> list[ReadText]:
    """The lines that are no strokes of a ruler: many of them stand in one row, each by itself."""
    strokes = [line.bounds[1] + line.bounds[3] // 2 for line in found if line.text in _STROKES]
    out = []
    for line in found:
        middle = line.bounds[1] + line.bounds[3] // 2
        if line.text not in _STROKES or sum(abs(middle - other) <= _ROW for other in strokes) < _RULER:
            out.append(line)
    return out


def _is_in(inner: Rect, outer: Rect) -> bool:
    """Whether the middle of one lies in another."""
    x, y = inner[0] + inner[2] // 2, inner[1] + inner[3] // 2
    return outer[0] <= x < outer[0] + outer[2] and outer[1] <= y < outer[1] + outer[3]


def _read_words(frame: Frame, words: Sequence[Rect]) -> ReadText:
    """A line without the icons at its ends. If it cannot be read surely, there are more of them."""
    words = _without_icons(frame, words)
    line = _read(frame, _around(words))
    if line.confidence < _CLEAR and len(fewer := _without_icons(frame, words, even_low=True)) < len(words):
        line = _read(frame, _around(fewer))
    return line


def _without_icons(frame: Frame, words: Sequence[Rect], even_low: bool = False) -> Sequence[Rect]:
    while len(words) > 1 and _is_icon(frame, words[0], words[1:], even_low):
        words = words[1:]
    while len(words) > 1 and _is_icon(frame, words[-1], words[:-1], even_low):
        words = words[:-1]
    return words


def _around(words: Sequence[Rect]) -> Rect:
    left, top = min(x for x, _, _, _ in words), min(y for _, y, _, _ in words)
    right, bottom = max(x + w for x, _, w, _ in words), max(y + h for _, y, _, h in words)
    return left, top, right - left, bottom - top


def _is_icon(frame: Frame, word: Rect, others: Sequence[Rect], even_low: bool) -> bool:
    """Whether what is at an end of a line is none of its words: by itself, it cannot be read.

    Icons are higher than the letters beside them, so what is not is looked at only if even low ones are asked for.
    """
    x, y, w, h = word
    left, top, wide, high = _around(others)
    gap = max(left - x - w, x - left - wide)
    if h < _LEAST_ICON or not _SQUARE[0] * h < w < _SQUARE[1] * h or gap < _BESIDE * h:
        return False
    if top <= y and y + h <= top + high and not even_low:
        return False
    return not _read(frame, word, (_AROUND, _AROUND)).text


def _read(frame: Frame, line: Rect, margin: tuple[int, int] = _MARGIN) -> ReadText:
    x, y, w, h = line
    left, top = max(x - margin[0], 0), max(y - margin[1], 0)
    cut = frame[top : y + h + margin[1], left : x + w + margin[0]]
    text, sure = _text(_packed(cut))
    return ReadText((left, top, cut.shape[1], cut.shape[0]), text, sure)


@remember_contents(4096)
def _text(line: bytes) -> tuple[str, float]:
    """What a line says, "" if that is not sure or it is a picture; and how sure it is."""
    pixels = _unpacked(line)
    height, width, _ = pixels.shape
    scaled = load_vision().resize(pixels, (max(round(width * _HEIGHT / height), _LEAST_WIDTH), _HEIGHT))
    read = load_engine()(_bgr(scaled), use_det=False, use_cls=False, use_rec=True)
    (text,), (sure,) = read.txts, read.scores
    # the dot between two facts stands by itself, and the network forgets its spaces
    said = re.sub(r"\s*·\s*", " · ", str(text)).strip()
    return (said if sure >= _SURE and are_letters(pixels, said, float(sure)) else ""), float(sure)


@remember_contents(64)
def _detected(picture: bytes) -> tuple[Rect, ...]:
    """Where the network finds lines of text on a picture."""
    boxes = load_engine()(_bgr(_unpacked(picture)), use_det=True, use_cls=False, use_rec=False).boxes
    found = []
    for four in () if boxes is None else boxes:
        (left, top), (right, bottom) = np.floor(np.min(four, axis=0)), np.ceil(np.max(four, axis=0))
        if left < right and top < bottom:
            found.append((int(left), int(top), int(right - left), int(bottom - top)))
    return tuple(found)


def _bgr(frame: Frame) -> Frame:
    return np.ascontiguousarray(frame[:, :, ::-1])
