"""Measures of text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.errors import MissingDependencyError
from omnigym.sim.linux.apps.writer import view as writer
from omnigym.sim.style import fonts
from omnigym.sim.style.fonts import Font, char_advances, elide, line_height, positions, text_width, wrap
from omnigym.sim.windows.apps.word.view import FONTS

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=60)
_ANY_FONT = st.builds(
    Font,
    st.sampled_from(["ui", "ui-semibold", "Calibri", "Georgia", "Courier New"]),
    st.integers(6, 40),
    st.booleans(),
    st.booleans(),
)


@given(TEXTS, TEXTS, _ANY_FONT)
def test_width_is_a_prefix_sum(a: str, b: str, font: Font) -> None:
    assert text_width(a + b, font) == text_width(a, font) + text_width(b, font)
    assert positions(a, font)[-1] == text_width(a, font) == sum(char_advances(a, font))


@given(TEXTS, st.integers(0, 200))
def test_elided_text_fits(text: str, width: int) -> None:
    shown = elide(text, Font(), width)
    assert text_width(shown, Font()) <= width or not text
    assert shown == text or shown == "" or shown.endswith("…")


@given(TEXTS, st.integers(20, 300))
def test_wrapped_lines_cover_the_text_and_fit(text: str, width: int) -> None:
    lines = wrap(text, Font(), width)
    assert "".join(text[a:b] for a, b in lines) == text
    for a, b in lines:
        assert text_width(text[a:b].rstrip(" "), Font()) <= width or b - a == 1


def test_wrap_breaks_at_newlines_and_keeps_empty_lines() -> None:
    assert wrap("a\n\nb", Font(), 100) == ((0, 1), (2, 2), (3, 4))


def test_bold_is_wider_and_larger_is_higher() -> None:
    assert text_width("Documents", Font(bold=True)) > text_width("Documents", Font())
    assert line_height(Font("ui", 24)) > line_height(Font("ui", 12))


def test_missing_package_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        return None

    monkeypatch.setattr(fonts, "find_spec", nothing)
    with pytest.raises(MissingDependencyError, match="pip install ttf-opensans"):
        fonts.data_dir("ttf_opensans", "ttf-opensans", "The simulated desktop")


@pytest.mark.parametrize("family", ["ui", "roboto"])
@pytest.mark.parametrize("text", ["日本語", "中文", "한국어", "★"])
def test_letters_that_a_typeface_lacks_are_no_boxes(family: str, text: str) -> None:
    font = Font(family, 14)
    box = bytes(fonts.face(font).getmask("\uffff", mode="L"))
    assert bytes(fonts.face(font).getmask(text[0], mode="L")) == box  # else there is nothing to fall back from
    drawn = [bytes(fonts.face_of(letter, font).getmask(letter, mode="L")) for letter in text]
    assert box not in drawn and len(set(drawn)) == len(text)
    assert 12 * len(text) <= text_width(text, font) <= 14 * len(text)


@pytest.mark.parametrize("offered", [FONTS, writer.FONTS], ids=["word", "writer"])
@pytest.mark.parametrize("bold", [False, True])
def test_each_offered_family_looks_other_than_the_others(offered: tuple[str, ...], bold: bool) -> None:
    drawn = [bytes(fonts.face(Font(name, 24, bold)).getmask("Reading", mode="L")) for name in offered]
    light = sum("Light" in name or "SemiBold" in name for name in offered) if bold else 0  # of which Bold is the same
    assert len(set(drawn)) == len(offered) - light


@pytest.mark.parametrize("text", ["Łódź", "Straße", "Привет", "Ωμέγα", "“日本”"])
@pytest.mark.parametrize("family", ["Times New Roman", "Courier New", "Arial", "Somebody's Own"])
def test_documents_have_letters_that_their_font_lacks(family: str, text: str) -> None:
    box = bytes(fonts.face(Font(family, 14)).getmask("\uffff", mode="L"))
    drawn = [bytes(fonts.face_of(letter, Font(family, 14)).getmask(letter, mode="L")) for letter in text]
    assert box not in drawn


@pytest.mark.parametrize("text", ["Straße", "Ωμέγα", "Привет", "“…”", "\u2003", "a\tb"])
def test_letters_that_it_has_are_its_own(text: str) -> None:
    own = fonts.face(Font())
    assert {(face.path, face.size) for face in (fonts.face_of(letter, Font()) for letter in text)} == {
        (own.path, own.size)
    }
