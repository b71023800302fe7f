from __future__ import annotations

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from omnigym.play.frames import changed_part


def paint(canvas: np.ndarray, part: bytes) -> None:
    """What the page does with a part."""
    left, top, width, height = np.frombuffer(part[:8], "<u2")
    assert canvas.shape == (height, width, 3)
    picture = np.array(Image.open(io.BytesIO(part[8:])))
    canvas[top : top + picture.shape[0], left : left + picture.shape[1]] = picture


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 29), st.integers(0, 255)), max_size=6))
def test_a_page_that_paints_every_part_shows_the_screen(changes: list[tuple[int, int, int]]) -> None:
    old = np.random.default_rng(0).integers(0, 256, (20, 30, 3), np.uint8)
    new = old.copy()
    for y, x, value in changes:
        new[y, x, value % 3] = value
    shown = np.zeros_like(old)
    for before, now in ((None, old), (old, new)):
        part = changed_part(before, now)
        assert (part is None) == (before is not None and bool((before == now).all()))
        if part is not None:
            paint(shown, part)
    assert (shown == new).all()


def test_a_small_change_is_a_small_picture() -> None:
    old = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    new = old.copy()
    new[100:110, 50:90] = 0
    part = changed_part(old, new)
    assert part is not None and Image.open(io.BytesIO(part[8:])).size == (40, 10)


def test_a_screen_of_another_size_is_sent_whole() -> None:
    part = changed_part(np.zeros((20, 30, 3), np.uint8), np.zeros((30, 20, 3), np.uint8))
    assert part is not None and Image.open(io.BytesIO(part[8:])).size == (20, 30)
