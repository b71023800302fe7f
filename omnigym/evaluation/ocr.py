"""Text on a screenshot, by RapidOCR: its wheel ships the models, so nothing is fetched at run time."""

from __future__ import annotations

from functools import cache
from typing import Any

from omnigym.devices.protocol import Frame
from omnigym.errors import MissingDependencyError

__all__ = ["load_engine", "read_lines"]


@cache
def load_engine() -> Any:
    """The engine, made once a process.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        raise MissingDependencyError(
            "rapidocr-onnxruntime", "Reading text off a screenshot", "pip install 'omnigym[ocr]'"
        ) from None
    return RapidOCR()


def read_lines(frame: Frame) -> tuple[str, ...]:
    """The lines of text on a screenshot, top to bottom.

    Args:
        frame: uint8 (H, W, 3), RGB.
    """
    result, _ = load_engine()(frame[:, :, ::-1])
    return tuple(str(text) for _, text, _ in result or ())
