"""Icons of the training screens: labelled, and known again on another screen."""

from __future__ import annotations

from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from omnigym.benchmarks.omniact.baselines.train_icons import TrainIcons, labelled_icons
from omnigym.benchmarks.omniact.dataset import Box
from omnigym.perception import IconMatch

pytest.importorskip("cv2", reason="the extra omnigym[ocr] is not installed")

from omnigym.perception.shapes import ContourSegmenter


def screen(*places: tuple[int, int, int]) -> Any:
    """A white screen with icons at places (x, y, kind)."""
    frame = np.full((120, 200, 3), 255, np.uint8)
    for x, y, kind in places:
        frame[y : y + 20, x : x + 20] = (30, 90, 200) if kind else (200, 60, 30)
        frame[y + 4 : y + 16, x + 4 : x + 16] = 255
        if kind:
            frame[y + 8 : y + 12, x + 2 : x + 18] = (10, 10, 10)
        else:
            frame[y + 2 : y + 18, x + 8 : x + 12] = (10, 10, 10)
    return frame


def point(frame: Any, boxes: dict[str, Box], name: str = "s") -> Any:
    return SimpleNamespace(image=lambda: frame, boxes=lambda: boxes, path=lambda part: PurePosixPath(name))


BOXES = {
    "1": Box(14, 14, 46, 46, "word-button"),
    "2": Box(94, 14, 126, 46, "Excel"),
    "3": Box(0, 60, 200, 120, "pane"),  # nothing in its middle, and too large
    "4": Box(150, 0, 190, 40, ""),
}


def test_an_icon_is_named_by_its_box_and_known_again_elsewhere() -> None:
    train = [point(screen((20, 20, 0), (100, 20, 1), (160, 10, 1)), BOXES)] * 3
    looked: list[str] = []
    icons = labelled_icons(train, ContourSegmenter(), lambda n, name: looked.append(name))
    assert looked == ["s"]
    assert [icon.name for icon in icons] == ["word button", "excel"]
    other = screen((60, 80, 1), (10, 60, 0))
    bounds = [s.bounds for s in ContourSegmenter().segments(other, ())]
    names = [match and match.name for match in TrainIcons(icons).match(other, bounds)]
    assert sorted(filter(None, names)) == ["excel", "word button"]


def test_what_looks_like_no_training_icon_is_named_by_the_other_matcher() -> None:
    icons = labelled_icons([point(screen((20, 20, 0)), BOXES)], ContourSegmenter())
    other: Any = SimpleNamespace(match=lambda frame, bounds: [IconMatch("pack", 0.8)] * len(bounds))
    frame = screen((20, 20, 0), (100, 20, 1))
    places = sorted([s.bounds for s in ContourSegmenter().segments(frame, ()) if s.source == "icon"])
    places += [(60, 60, 10, 10), (0, 0, 0, 0)]
    found = TrainIcons(icons, other).match(frame, places)
    assert [match and match.name for match in found] == ["word button", "pack", "pack", "pack"], places
    assert TrainIcons([], None).match(frame, places) == [None] * 4
    # an icon of twice the size is another one
    (x, y, w, h), twice = places[0], np.ones((2, 2, 1), np.uint8)
    assert TrainIcons(icons).match(np.kron(frame, twice), [(2 * x, 2 * y, 2 * w, 2 * h)]) == [None]
