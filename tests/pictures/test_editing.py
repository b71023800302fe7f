"""Edits of pictures as values: whatever their order, they give what doing them one after the other gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from omnigym.pictures import (
    TONES,
    Edits,
    apply_edits,
    crop_edits,
    draw_scene,
    edited_size,
    mirror_edits,
    turn_edits,
    turned_size,
)

_SIZE = (40, 24)
_PICTURE = draw_scene("harbour").resize(_SIZE)
_T = Image.Transpose

steps = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), st.integers(-3, 3)),
        st.tuples(st.just("mirror"), st.booleans()),
    ),
    max_size=6,
)


def _by_hand(image: Image.Image, step: tuple[str, int]) -> Image.Image:
    what, how = step
    if what == "mirror":
        return image.transpose(_T.FLIP_TOP_BOTTOM if how else _T.FLIP_LEFT_RIGHT)
    for _ in range(how % 4):
        image = image.transpose(_T.ROTATE_270)
    return image


def _noted(edits: Edits, step: tuple[str, int]) -> Edits:
    what, how = step
    return mirror_edits(edits, _SIZE, vertical=bool(how)) if what == "mirror" else turn_edits(edits, _SIZE, how)


@given(steps, steps, st.tuples(*[st.integers(0, 23)] * 4))
def test_edits_are_what_their_steps_do(
    before: list[tuple[str, int]], after: list[tuple[str, int]], area: object
) -> None:
    left, top, dx, dy = area  # type: ignore[misc]
    image, edits = _PICTURE, Edits()
    for step in before:
        image, edits = _by_hand(image, step), _noted(edits, step)
    assert turned_size(_SIZE, edits) == image.size
    edits = crop_edits(edits, _SIZE, (left, top, left + dx, top + dy))
    if edits.crop is not None:
        image = image.crop(edits.crop)
    for step in after:
        image, edits = _by_hand(image, step), _noted(edits, step)
    assert apply_edits(_PICTURE, edits).tobytes() == image.tobytes()
    assert edited_size(_SIZE, edits) == image.size


def test_a_crop_stays_in_the_picture_and_is_never_empty() -> None:
    assert crop_edits(Edits(), _SIZE, (-5, -5, 100, 100)).crop is None
    assert crop_edits(Edits(), _SIZE, (39, 30, 39, 30)).crop == (39, 23, 40, 24)
    assert crop_edits(Edits(turns=1), _SIZE, (0, 0, 100, 20)).crop == (0, 0, 24, 20)


@pytest.mark.parametrize("tone", [t for t in TONES if t])
def test_tones_change_colours_and_keep_what_is_clear(tone: str) -> None:
    picture = _PICTURE.convert("RGBA")
    picture.putalpha(77)
    toned = apply_edits(picture, Edits(tone=tone))
    assert toned.mode == "RGBA" and toned.getchannel("A").getextrema() == (77, 77)
    assert toned.tobytes() != picture.tobytes()


def test_without_colour_all_channels_are_the_same() -> None:
    red, green, blue = apply_edits(_PICTURE, Edits(tone="mono")).split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
