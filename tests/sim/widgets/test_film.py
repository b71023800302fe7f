"""Frames of films: the same for the same place, other ones for others, within their rectangle, whatever a file says."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.sim.paint.canvas import draw
from omnigym.sim.paint.look import drawing_of
from omnigym.sim.style.theme import Theme
from omnigym.sim.widgets.film import MOVES, SCENES, FrameData

THEME = Theme(1.0)
SIZES = ((320, 180), (180, 400), (3, 2))


def painted(data: FrameData, w: int, h: int) -> np.ndarray:
    """The frame in the middle of a larger one."""
    frame = np.full((h + 20, w + 20, 3), 7, np.uint8)
    ops = drawing_of.__wrapped__(THEME, "film", "", w, h, "", "", 0, data).ops
    draw(frame, ops, 10, 10, (0, 0, w + 20, h + 20), None)
    inside = frame[10:-10, 10:-10].copy()
    frame[10:-10, 10:-10] = 7
    assert (frame == 7).all(), "it paints nothing beside its rectangle"
    return inside


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_moves_and_comes_back_the_same(scene: str) -> None:
    for w, h in SIZES:
        first = painted(FrameData(scene, 1000), w, h)
        assert (first == painted(FrameData(scene, 1000), w, h)).all()
    assert (painted(FrameData(scene, 1000), 320, 180) != painted(FrameData(scene, 3700), 320, 180)).any()


@pytest.mark.parametrize("move", MOVES)
def test_what_moves_in_front_is_seen(move: str) -> None:
    plain = painted(FrameData("stage", 0), 320, 180)
    for gone in (0, 500, 999):
        assert (painted(FrameData("stage", 0, ((move, gone),)), 320, 180) != plain).any()


def test_the_lamps_are_at_their_sides() -> None:
    plain = painted(FrameData("stage", 0), 320, 180)
    for side, half in (("left", np.s_[:, 160:]), ("right", np.s_[:, :160])):
        lit = painted(FrameData("stage", 0, ((side, 0),)), 320, 180)
        assert (lit[half] == plain[half]).all()


@pytest.mark.parametrize("data", [FrameData("no such scene", 5), FrameData("sea", -(10**12)), FrameData("sea", 10**12)])
def test_what_a_hostile_file_says_is_drawn_as_far_as_it_can_be(data: FrameData) -> None:
    painted(data._replace(moves=(("no such move", 5), ("bird", 10**9))), 320, 180)
