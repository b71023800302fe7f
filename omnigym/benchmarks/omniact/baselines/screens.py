"""The screens of a dataset, each read once: 9,802 points have some 200 of them, and OCR takes most of the time."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from omnigym.benchmarks.omniact.dataset import Point
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import items_in, read_bytes, read_json, replace_file
from omnigym.foreign.limits import JSON_BYTES
from omnigym.perception import Element, Frame, ReadText, ScreenTextReader

__all__ = ["KeptTexts", "SeenScreens"]


class SeenScreens:
    """A detector of the elements of one dataset's screens.

    Args:
        look: Finds the elements of a frame, such as `omnigym.perception.detact.DetACT.elements`.
    """

    def __init__(self, look: Callable[[Frame], Sequence[Element]]) -> None:
        self._look = look
        self._known: dict[str, tuple[Element, ...]] = {}

    def __call__(self, point: Point) -> tuple[Element, ...]:
        """The elements of a point's screen, in reading order.

        Raises:
            UnreadableError: The screenshot is missing or broken.
        """
        place = str(point.path("image"))
        if place not in self._known:
            self._known[place] = tuple(self._look(point.image()))
        return self._known[place]


class KeptTexts(ScreenTextReader):
    """A text reader that caches its results in files.

    Args:
        reader: Reads what is not kept.
        name: The reader's, with its version: another one reads other texts.
        folder: Where texts are kept, under a hash of the frame and ``name``.
    """

    def __init__(self, reader: ScreenTextReader, name: str, folder: Path) -> None:
        self._reader, self._name, self._folder = reader, name, folder

    def read(self, frame: Frame) -> Sequence[ReadText]:
        """Return the lines of text on a frame.

        Raises:
            ConfigError: The folder cannot be written.
        """
        digest = hashlib.sha256(f"{self._name} {frame.shape}".encode())
        digest.update(np.ascontiguousarray(frame).data)
        path = self._folder / f"{digest.hexdigest()[:32]}.json"
        kept = _kept(path)
        if kept is not None:
            return kept
        texts = self._reader.read(frame)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, json.dumps([tuple(text) for text in texts], ensure_ascii=False))
        except OSError as e:
            raise ConfigError(f"Cannot write {path}: {e.strerror}. Name a folder that can be written.") from e
        return texts


def _kept(path: Path) -> list[ReadText] | None:
    """The texts of a file; None if there is none, or another kind of file."""
    try:
        return [_text(row) for row in items_in(read_json(read_bytes(path, JSON_BYTES)))]
    except (FileNotFoundError, UnreadableError, TypeError, ValueError):
        return None


def _text(row: Any) -> ReadText:
    (x, y, width, height), text, confidence = row
    return ReadText((int(x), int(y), int(width), int(height)), str(text), float(confidence))
