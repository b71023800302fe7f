"""Edited pictures and veils on a frame."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.pictures import Edits, apply_edits, draw_scene, write_picture
from omnigym.sim.paint.canvas import draw
from omnigym.sim.paint.images import photo
from omnigym.sim.ui.controls import filling

_PICTURE = draw_scene("harbour").resize((60, 40))
_FILE = write_picture(_PICTURE, "a.png")
_ALL = (0.0, 0.0, 1.0, 1.0)


@pytest.mark.parametrize(
    "edits", [Edits(), Edits(turns=1), Edits(mirror=True, crop=(10, 10, 40, 30)), Edits(tone="mono")]
)
def test_at_its_own_size_it_is_painted_as_it_is(edits: Edits) -> None:
    wanted = np.asarray(apply_edits(_PICTURE, edits))
    assert np.array_equal(photo(_FILE, edits, _ALL, wanted.shape[1], wanted.shape[0]), wanted)


def test_a_part_is_stretched_over_all() -> None:
    right = photo(_FILE, Edits(), (0.5, 0.0, 1.0, 1.0), 30, 40)
    assert np.array_equal(right, np.asarray(_PICTURE)[:, 30:])
    assert photo(_FILE, Edits(), (0.25, 0.25, 0.5, 0.5), 300, 200).shape == (200, 300, 3)


def test_what_fills_is_in_the_middle() -> None:
    assert filling((60, 40), 20, 20) == pytest.approx((1 / 6, 0, 5 / 6, 1))
    assert filling((40, 60), 20, 20) == pytest.approx((0, 1 / 6, 1, 5 / 6))


def test_what_is_no_picture_is_grey() -> None:
    assert np.unique(photo(b"text", Edits(), _ALL, 5, 4)).tolist() == [0xC8]


def test_a_veil_darkens_within_the_clip() -> None:
    frame = np.full((10, 10, 3), 200, dtype=np.uint8)
    draw(frame, [("veil", 2, 2, 6, 6)], 0, 0, (0, 0, 5, 10), None)
    assert (frame[2:8, 2:5] < 100).all()
    assert (frame[:, 5:] == 200).all() and (frame[:2] == 200).all() and (frame[8:] == 200).all()
