"""Frames of crops and places of pictures, for any size and any drag."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.sim.common.photos import ratio_frame
from omnigym.sim.windows.apps.photos.geometry import (
    EDGES,
    dragged,
    editor_place,
    moved_centre,
    viewed,
    zoom_of,
)

sizes = st.tuples(st.integers(1, 4000), st.integers(1, 4000))
stages = st.tuples(st.integers(20, 2000), st.integers(20, 1200))
ways = st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000))
ratios = st.sampled_from([0.0, 1.0, 16 / 9, 9 / 16, 4 / 3])


@given(sizes, ratios)
def test_the_frame_of_a_ratio_is_as_large_as_the_picture_lets_it(size: tuple[int, int], ratio: float) -> None:
    left, top, right, bottom = ratio_frame(size, ratio)
    assert 0 <= left < max(right, 1) <= size[0] and 0 <= top < max(bottom, 1) <= size[1]
    assert right - left == size[0] or bottom - top == size[1]


@given(sizes, ratios, st.lists(st.tuples(st.sampled_from([*EDGES, "move"]), ways), max_size=6))
def test_a_frame_stays_in_the_picture_whatever_is_dragged(
    size: tuple[int, int], ratio: float, drags: list[tuple[str, tuple[int, int]]]
) -> None:
    frame = ratio_frame(size, ratio)
    for handle, by in drags:
        before = frame
        frame = dragged(frame, handle, by, size, ratio)
        left, top, right, bottom = frame
        assert 0 <= left <= right <= size[0] and 0 <= top <= bottom <= size[1]
        if handle == "move":
            assert (right - left, bottom - top) == (before[2] - before[0], before[3] - before[1])


def test_what_is_opposite_of_a_handle_stays() -> None:
    frame, size = (100, 100, 500, 400), (1000, 800)
    assert dragged(frame, "nw", (50, 20), size) == (150, 120, 500, 400)
    assert dragged(frame, "s", (50, 20), size) == (100, 100, 500, 420)
    left, top, right, bottom = dragged((100, 100, 500, 500), "se", (100, 0), size, 1.0)
    assert (left, top) == (100, 100) and right - left == bottom - top == 500
    left, top, right, bottom = dragged((100, 100, 500, 500), "e", (-100, 0), size, 1.0)
    assert left == 100 and right - left == bottom - top == 300 and top + bottom == 600


@given(sizes, stages, st.integers(0, 800), st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_picture_is_shown_in_its_stage(
    size: tuple[int, int], stage: tuple[int, int], zoom: int, centre: tuple[float, float]
) -> None:
    (x, y, w, h), (left, top, right, bottom) = viewed(size, zoom, centre, stage)
    assert x >= 0 and y >= 0 and 0 < w <= stage[0] and 0 < h <= stage[1]
    assert 0 <= left < right <= 1 + 1e-9 and 0 <= top < bottom <= 1 + 1e-9


def test_fitting_never_enlarges_and_dragging_stops_at_the_border() -> None:
    assert zoom_of((100, 50), 0, (800, 600)) == 1.0
    assert zoom_of((1600, 50), 0, (816, 600)) == pytest.approx(0.5)
    assert moved_centre((1000, 1000), 100, (0.5, 0.5), (500, 500), (-100, 50)) == pytest.approx((0.6, 0.45))
    assert moved_centre((1000, 1000), 100, (0.5, 0.5), (500, 500), (9999, -9999)) == pytest.approx((0.25, 0.75))


@given(sizes, st.tuples(st.integers(460, 2000), st.integers(340, 1200)), st.sampled_from(["crop", "filter"]))
def test_the_editor_has_room_for_all_of_it(size: tuple[int, int], window: tuple[int, int], tab: str) -> None:
    x, y, w, h = editor_place(size, *window, tab)
    assert x >= 0 and y >= 0 and x + w <= window[0] and y + h <= window[1] and w <= max(1, size[0])
