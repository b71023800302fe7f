"""Where text may be: pieces that make up lines, what is a picture, what is refused, and bounds on odd frames."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.perception.lines import check_frame, find_lines
from omnigym.perception.texts import find_texts

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")


def screen(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """Black boxes (x, y, width, height), as letters, on white."""
    frame = np.full((200, 400, 3), 255, np.uint8)
    for x, y, w, h in boxes:
        frame[y : y + h, x : x + w] = 0
    return frame


ROW = [(20 + 11 * i, 40, 7, 10) for i in range(4)]
CASES: dict[str, tuple[list[tuple[int, int, int, int]], int]] = {
    "letters": (ROW, 1),
    "two words": ([*ROW, *[(x + 46, y, w, h) for x, y, w, h in ROW]], 1),
    "an icon before": ([(2, 38, 8, 14), *[(x + 2, y, w, h) for x, y, w, h in ROW]], 2),
    "far apart": ([*ROW, *[(x + 70, y, w, h) for x, y, w, h in ROW]], 2),
    "a line below": ([*ROW, *[(x, y + 14, w, h) for x, y, w, h in ROW]], 2),
    "a dot above": ([(20, 40, 3, 9), (20, 36, 3, 2)], 1),
    "a dot below": ([(20, 40, 30, 12), (24, 55, 3, 3), (20, 60, 30, 9)], 2),
    "a full stop": ([*ROW, (63, 48, 2, 2)], 1),
    "a button around": ([*ROW, (5, 30, 150, 1), (5, 60, 150, 1), (5, 30, 1, 31), (154, 30, 1, 31)], 1),
    "an icon": ([(40, 40, 50, 50)], 0),
    "nothing": ([], 0),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_a_line(name: str) -> None:
    boxes, count = CASES[name]
    assert len(find_lines(screen(*boxes)).lines) == count


def test_what_is_large_and_full_is_a_picture_and_a_frame_is_none() -> None:
    frame = screen((200, 20, 150, 1), (200, 180, 151, 1), (200, 20, 1, 160), (350, 20, 1, 160))
    assert find_lines(frame).pictures == ()
    frame[40:160, 20:150] = np.random.default_rng(0).integers(0, 255, (120, 130, 3))
    ((x, y, w, h),) = find_lines(frame).pictures
    assert (abs(np.array((x, y, w, h)) - (20, 40, 130, 120)) <= 2).all()


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 3), (1, 300, 3), (300, 1, 3), (3, 3, 3), (200, 30, 3)],
)
def test_tiny_frames_have_nothing_on_them(shape: tuple[int, ...]) -> None:
    for frame in (np.zeros(shape, np.uint8), np.random.default_rng(0).integers(0, 255, shape, dtype=np.uint8)):
        found = find_lines(frame)
        for x, y, w, h in (*(line.bounds for line in found.lines), *found.pictures):
            assert 0 <= x < x + w <= shape[1] and 0 <= y < y + h <= shape[0]
    assert find_texts(np.zeros(shape, np.uint8)) == ()


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((20, 30), np.uint8),
        np.zeros((20, 30, 4), np.uint8),
        np.zeros((20, 30, 1), np.uint8),
        np.zeros((0, 30, 3), np.uint8),
        np.zeros((20, 30, 3), np.float32),
        "a picture",
        None,
    ],
    ids=["grey", "alpha", "one channel", "empty", "floats", "text", "none"],
)
def test_what_is_no_screenshot_is_refused(frame: Any) -> None:
    with pytest.raises(UnreadableError, match=r"uint8 \(H, W, 3\), got"):
        check_frame(frame)
    with pytest.raises(UnreadableError):
        find_texts(frame)


@pytest.mark.parametrize("shape", [(16_384, 16_384, 3), (1, 16_385, 3)])
def test_a_frame_that_is_too_large_is_refused_before_it_is_read(shape: tuple[int, ...]) -> None:
    with pytest.raises(TooLargeError, match="pixels of"):
        find_texts(np.broadcast_to(np.uint8(7), shape))


def test_a_wide_frame_of_specks_costs_seconds_and_its_lines_are_not_endless() -> None:
    frame = np.zeros((400, 16_384, 3), np.uint8)
    frame[4::12, 3::10] = 255
    frame[::12, ::10] = 255
    began = time.thread_time()
    found = find_lines(frame)
    assert time.thread_time() - began < 15
    assert len(found.lines) <= 2000 and all(w <= 60 * max(h, 6) + 20 for (_, _, w, h), _ in found.lines)
