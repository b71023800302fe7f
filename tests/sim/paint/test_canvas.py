"""Draw ops: what they cover, and that they keep to the clip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.sim.paint.blend import Frame
from omnigym.sim.paint.canvas import Clip, draw
from omnigym.sim.paint.look import put_letters, put_picture
from omnigym.sim.style.colour import rgb
from omnigym.sim.style.fonts import Font
from omnigym.sim.style.palette import LIGHT

ALL = (0, 0, 80, 60)
OPS: dict[str, tuple[Any, ...]] = {
    "rect": ("rect", 10, 10, 50, 30, 0x3366CC),
    "box": ("box", 10, 10, 50, 30, 0x3366CC, 0x112233, 6),
    "large box": ("box", -60, -60, 120, 110, 0x3366CC, 0x112233, 9),
    "edge": ("box", 10, 10, 50, 30, None, 0x112233, 6),
    "foot": ("foot", 10, 10, 50, 30, 0x3366CC, 6),
    "shadow": ("shadow", 20, 15, 40, 25, 6, 8),
    "text": ("text", 5, 20, "Hello, World", Font("ui", 14), 0x101010, None),
    "halo": ("halo", 5, 20, "Hello", Font("ui", 14), 0x101010),
    "icon": ("icon", 30, 20, 24, "word", 0, None),
    "wallpaper": ("wallpaper", 0, 0, 80, 60, "bloom"),
    "filling picture": ("wallpaper", 10, 10, 30, 30, b"no picture"),
    "broken image": ("image", 10, 10, 30, 30, b"no picture"),
}


def _blank(colour: int = 0xFFFFFF) -> Frame:
    frame = np.empty((60, 80, 3), dtype=np.uint8)
    frame[:] = rgb(colour)
    return frame


def _drawn(op: tuple[Any, ...], clip: Clip = ALL, ground: int | None = 0xFFFFFF) -> Frame:
    frame = _blank()
    draw(frame, (op,), 0, 0, clip, ground)
    return frame


@pytest.mark.parametrize("op", OPS.values(), ids=list(OPS))
@pytest.mark.parametrize("ground", [0xFFFFFF, None])
def test_clips_put_together_show_the_whole(op: tuple[Any, ...], ground: int | None) -> None:
    whole, parts = _drawn(op, ground=ground), _blank()
    assert not np.array_equal(whole, _blank())
    for clip in ((0, 0, 33, 21), (33, 0, 80, 21), (0, 21, 41, 60), (41, 21, 80, 60)):
        before = parts.copy()
        draw(parts, (op,), 0, 0, clip, ground)
        outside = np.ones((60, 80), dtype=bool)
        outside[clip[1] : clip[3], clip[0] : clip[2]] = False
        assert np.array_equal(parts[outside], before[outside])
    assert np.array_equal(parts, whole)


def test_rect_is_exact() -> None:
    frame = _drawn(OPS["rect"])
    assert (frame[10:40, 10:60] == rgb(0x3366CC)).all()
    assert (frame == rgb(0x3366CC)).all(axis=2).sum() == 50 * 30


def test_box_has_an_edge_and_soft_corners() -> None:
    frame = _drawn(OPS["box"])
    assert tuple(frame[10, 30]) == rgb(0x112233)
    assert tuple(frame[25, 30]) == rgb(0x3366CC)
    assert tuple(frame[10, 10]) == (255, 255, 255)
    corner = frame[10:16, 10:16].reshape(-1, 3)
    assert len(np.unique(corner, axis=0)) > 4


def test_blending_on_a_plain_ground_is_what_a_known_ground_gives() -> None:
    for name in ("box", "icon"):
        known, blended = _drawn(OPS[name]).astype(int), _drawn(OPS[name], ground=None).astype(int)
        assert np.abs(known - blended).max() <= 2


def test_shadow_is_darkest_at_the_edge_and_leaves_the_inside() -> None:
    frame = _drawn(OPS["shadow"])
    column = frame[:, 40, 0].astype(int)
    assert (column[16:39] == 255).all()
    assert column[41] < column[45] < 255


@pytest.mark.parametrize(
    ("ink", "ground"), [(0, 0xFFFFFF), (0xFFFFFF, 0x102030), (0xFF0000, 0x0000FF)], ids=["dark", "light", "mixed"]
)
@pytest.mark.parametrize("italic", [False, True])
def test_letters_one_by_one_are_the_words(ink: int, ground: int, italic: bool) -> None:
    font = Font("ui", 15, italic=italic)
    whole, pieces = _blank(ground), _blank(ground)
    put_letters(whole, 2, 10, "Wolf fjordVjVjjjjjjjfffffjjj, Vj", font, ink, ground, ALL)
    for x in range(0, 80, 5):
        put_letters(pieces, 2, 10, "Wolf fjordVjVjjjjjjjfffffjjj, Vj", font, ink, ground, (x, 0, x + 5, 60))
    assert np.array_equal(whole, pieces)
    assert not np.array_equal(whole, _blank(ground))


def test_picture_takes_short_ops_and_theme_colours() -> None:
    frame = _blank()
    bold = ("icon", 50, 20, 16, "bold", "text")
    ops = (("text", 2, 5, "muted", Font(), "muted"), ("rect", 2, 30, 20, 4, 0xFF0000), bold)
    put_picture(frame, 0, 0, ops, ALL, 0xFFFFFF, LIGHT)
    assert (frame[30:34, 2:22] == (255, 0, 0)).all()
    assert frame[5:25, :45].min() >= min(rgb(LIGHT.muted)) - 1
    assert (frame[20:36, 50:66] < 128).any()
