"""Letters that no typeface of the simulation has."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.sim.paint.text import run_on
from omnigym.sim.style.fonts import Font, drawn_as_box, silent, text_width

LACKING = "\U0001f600\U0001f984\u0939\u0e44\u0628\u05d0\u2800"


@pytest.mark.parametrize("size", [9, 12, 13, 20, 48])
@pytest.mark.parametrize("family", ["ui", "mono", "roboto"])
def test_no_two_of_them_look_the_same(family: str, size: int) -> None:
    font = Font(family, size)
    assert all(drawn_as_box(letter, font) for letter in LACKING)
    drawn = [run_on(letter, font, 0x000000, 0xFFFFFF) for letter in LACKING]
    assert len({run.pixels.tobytes() for run in drawn}) == len(LACKING)
    for letter, run in zip(LACKING, drawn, strict=True):
        inked = np.flatnonzero((run.pixels != 255).any(axis=(0, 2)))
        assert inked[-1] + run.dx < text_width(letter, font)


@pytest.mark.parametrize("letter", "a\u00e9\u65e5\ud55c\u2014\u0448\u20ac")
def test_letters_that_are_there_are_drawn(letter: str) -> None:
    assert not drawn_as_box(letter, Font())


def test_signs_to_the_letters_beside_them_are_not_drawn() -> None:
    font = Font()
    assert silent("\ufe0f", font)
    assert text_width("\U0001f469\ufe0f", font) == text_width("\U0001f469", font)
    joined, apart = (run_on(text, font, 0x000000, 0xFFFFFF) for text in ("\U0001f469\ufe0fa", "\U0001f469a"))
    assert joined.pixels.tobytes() == apart.pixels.tobytes()
