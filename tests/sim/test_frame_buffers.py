"""Frames that are handed out never change while they are held, and are always those of the moment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.sim.frame_buffers import Lender

_BOXES = st.tuples(st.integers(0, 11), st.integers(0, 7), st.integers(1, 4), st.integers(1, 4)).map(
    lambda b: (b[0], b[1], min(12, b[0] + b[2]), min(8, b[1] + b[3]))
)


@given(st.lists(st.tuples(st.lists(_BOXES, max_size=4), st.integers(0, 5)), max_size=30))
def test_what_is_held_stays_and_what_is_new_is_true(steps):
    frame = np.zeros((8, 12, 3), np.uint8)
    lender = Lender(frame)
    held: list[tuple[np.ndarray, np.ndarray]] = []
    for value, (boxes, keep) in enumerate(steps, 1):
        for x0, y0, x1, y1 in boxes:
            frame[y0:y1, x0:x1] = value
        lender.changed(boxes)
        lent = lender.copy()
        assert np.array_equal(lent, frame)
        held.append((lent, frame.copy()))
        del lent
        held = held[-keep:] if keep else []
        assert all(np.array_equal(now, then) for now, then in held)


@given(st.lists(st.tuples(st.lists(_BOXES, min_size=1, max_size=4), st.booleans()), max_size=30))
def test_frames_of_others_are_brought_up_to_date_with_the_newest_alone(steps):
    frame, kept = np.zeros((8, 12, 3), np.uint8), np.full((8, 12, 3), 99, np.uint8)
    lender = Lender(frame)
    lender._MOST_STALE = 8
    old = lender.copy()
    for value, (boxes, updated) in enumerate(steps, 1):
        for x0, y0, x1, y1 in boxes:
            frame[y0:y1, x0:x1] = value
        lender.changed(boxes)
        assert not lender.update(old, kept)
        assert not lender.update(frame.copy(), kept)
        old = lender.copy()
        if updated:
            assert lender.update(old, kept)
            assert np.array_equal(kept, frame)


def test_a_part_that_is_held_holds_the_whole():
    frame = np.zeros((8, 12, 3), np.uint8)
    lender = Lender(frame)
    part = lender.copy()[2:4]
    frame[:] = 7
    lender.changed([(0, 0, 12, 8)])
    lender.copy()
    lender.copy()
    assert not part.any()


def test_memory_comes_back():
    lender = Lender(np.zeros((8, 12, 3), np.uint8))
    first = lender.copy()
    address = first.__array_interface__["data"][0]
    del first
    assert lender.copy().__array_interface__["data"][0] == address


def test_it_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        Lender(np.zeros((8, 12, 3), np.uint8)).copy()[0] = 1
