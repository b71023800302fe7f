"""OCR by tesseract, a program of the system.

It is started for each frame. `pytesseract` would do no more, and has no say in how many threads there are.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from typing import Final

from PIL import Image

from omnigym.a11y import Rect
from omnigym.errors import DeviceLostError, DeviceTimeoutError, MissingDependencyError, UnreadableError
from omnigym.perception.element import Frame, ReadText
from omnigym.perception.lines import check_frame, reading_order

__all__ = ["TesseractReader"]

_INSTALL: Final = "sudo apt-get install -y tesseract-ocr"
#: Seconds that it may take for a frame.
_DEADLINE: Final = 120
#: It was trained on scans of 300 dpi, and reads a screen better when that is enlarged.
_SCALE: Final = 2
#: Text that is in no order, as on a screen, in lines: its mode "sparse".
_SPARSE: Final = "11"
#: Words of a line that are further apart than so many heights are two texts.
_APART: Final = 1.2


class TesseractReader:
    """OCR of English text by tesseract: a `omnigym.perception.ScreenTextReader`.

    Raises:
        MissingDependencyError: The program is not installed.
    """

    def __init__(self) -> None:
        found = shutil.which("tesseract")
        if found is None:
            raise MissingDependencyError("tesseract", "Reading text by tesseract", _INSTALL)
        self._program = found

    def read(self, frame: Frame) -> tuple[ReadText, ...]:
        """Return the lines of text, top to bottom, then left to right.

        Args:
            frame: uint8 (H, W, 3), RGB.

        Raises:
            UnreadableError: It is no such frame, or tesseract fails.
            DeviceError: Tesseract was late or ended by a signal: that says nothing of the frame.
            TooLargeError: It has more than `omnigym.foreign.limits.PIXELS` pixels.
        """
        height, width, _ = check_frame(frame).shape
        image = Image.fromarray(frame).resize((_SCALE * width, _SCALE * height), Image.Resampling.BICUBIC)
        picture = io.BytesIO()
        image.save(picture, "PNG", compress_level=1)
        lines: dict[tuple[str, ...], list[ReadText]] = {}
        for row in csv.DictReader(io.StringIO(self._run(picture.getvalue())), delimiter="\t", quoting=csv.QUOTE_NONE):
            text = (row["text"] or "").strip()
            if row["level"] == "5" and text:
                left, top, w, h = (int(row[side]) // _SCALE for side in ("left", "top", "width", "height"))
                word = ReadText((left, top, max(w, 1), max(h, 1)), text, max(float(row["conf"]), 0.0) / 100)
                lines.setdefault((row["block_num"], row["par_num"], row["line_num"]), []).append(word)
        found = [text for words in lines.values() for text in _joined(words)]
        return reading_order(found)

    def _run(self, picture: bytes) -> str:
        command = [self._program, "stdin", "stdout", "-l", "eng", "--psm", _SPARSE, "tsv"]
        try:
            done = subprocess.run(
                command,
                input=picture,
                capture_output=True,
                timeout=_DEADLINE,
                check=True,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            )
        except subprocess.TimeoutExpired:
            problem = f"a frame took longer than {_DEADLINE} s."
            raise DeviceTimeoutError("tesseract", "read", problem, "Try it with fewer processes.") from None
        except subprocess.CalledProcessError as e:
            if e.returncode < 0:
                raise DeviceLostError("tesseract", "read", f"it was ended by signal {-e.returncode}.") from None
            said = e.stderr.decode(errors="replace").strip()[-300:]
            raise UnreadableError(f"Tesseract cannot read this frame: {said}") from None
        return done.stdout.decode(errors="replace")


def _joined(words: list[ReadText]) -> list[ReadText]:
    """Words of a line as texts: those that are far apart are several."""
    found: list[ReadText] = []
    for word in sorted(words, key=lambda w: w.bounds):
        if found:
            last = found[-1]
            gap = word.bounds[0] - last.bounds[0] - last.bounds[2]
            if gap <= _APART * max(word.bounds[3], last.bounds[3]):
                sure = min(last.confidence, word.confidence)
                found[-1] = ReadText(_around(last.bounds, word.bounds), f"{last.text} {word.text}", sure)
                continue
        found.append(word)
    return found


def _around(a: Rect, b: Rect) -> Rect:
    left, top = min(a[0], b[0]), min(a[1], b[1])
    return left, top, max(a[0] + a[2], b[0] + b[2]) - left, max(a[1] + a[3], b[1] + b[3]) - top
