"""Laying out paragraphs: every character has a place, and a place leads back to its character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents import ALIGNMENTS, Format, Paragraph, Run
from omnigym.sim.documents.layout import caret_box, lay_out, lay_out_typed, line_of, offset_at
from omnigym.sim.documents.painting import PRINTED, Inks, paint_ops

PX = 96 / 72
LONG = "The quick brown fox jumps over the lazy dog again and again until it is tired of it."


def para(text: str, **fields: object) -> Paragraph:
    return Paragraph((Run(text),) if text else (), **fields)  # type: ignore[arg-type]


def test_an_empty_paragraph_has_one_line_with_a_caret() -> None:
    layout = lay_out(Paragraph(), 0, 300, PX)
    assert len(layout.lines) == 1
    assert caret_box(layout, 0) == (0, 0, layout.lines[0].height)
    assert paint_ops(layout, 0, 0, PRINTED) == ()


@given(
    st.text("ab \n", max_size=60),
    st.integers(20, 200),
    st.sampled_from(ALIGNMENTS),
    st.sampled_from(["", "bullet", "number"]),
)
def test_lines_cover_the_text_and_places_lead_back(text: str, width: int, alignment: str, kind: str) -> None:
    layout = lay_out(para(text, alignment=alignment, list=kind), 1, width + 48, PX)
    covered = "".join(text[line.start : line.end] for line in layout.lines)
    assert covered == text.replace("\n", "")
    assert layout.lines[0].start == 0
    assert layout.lines[-1].end == len(text)
    for offset in range(len(text) + 1):
        x, y, height = caret_box(layout, offset)
        assert offset_at(layout, x, y + height // 2) == offset


def test_no_line_is_wider_than_the_page() -> None:
    for alignment in ALIGNMENTS:
        layout = lay_out(para(LONG, alignment=alignment), 0, 220, PX)
        assert len(layout.lines) > 2
        for line in layout.lines[:-1]:
            shown = len(LONG[line.start : line.end].rstrip())
            right = caret_box(layout, line.start + shown)[0]
            assert right <= 220
            if alignment == "justify":
                assert right == 220


def test_alignment_moves_the_text() -> None:
    lefts = [caret_box(lay_out(para("word", alignment=a), 0, 400, PX), 0)[0] for a in ("left", "center", "right")]
    assert lefts[0] == 0
    assert lefts[1] == pytest.approx(lefts[2] / 2, abs=1)


def test_a_larger_run_makes_its_line_taller() -> None:
    plain = lay_out(para("ab"), 0, 300, PX)
    mixed = lay_out(Paragraph((Run("a"), Run("b", Format(size=30.0)))), 0, 300, PX)
    assert mixed.lines[0].height > plain.lines[0].height


def test_ops_split_at_the_selection() -> None:
    ops = paint_ops(lay_out(para("abcdef"), 0, 300, PX), 2, 4, Inks(0, 0xC0C0C0))
    assert [op[3] for op in ops if op[0] == "text"] == ["ab", "cd", "ef"]
    assert [op[5] for op in ops if op[0] == "rect"] == [0xC0C0C0]


def test_formats_are_seen() -> None:
    run = Run("x", Format(bold=True, italic=True, underline=True, color="FF0000", highlight="yellow"))
    highlight, text, underline = paint_ops(lay_out(Paragraph((run,)), 0, 300, PX), 0, 0, PRINTED)
    assert highlight[5] == 0xFFFF00
    assert (text[4].bold, text[4].italic, text[5], text[6]) == (True, True, 0xFF0000, 0xFFFF00)
    assert underline[0] == "rect"


def test_lists_have_labels_and_an_indent() -> None:
    bullet = lay_out(para("milk", list="bullet"), 0, 300, PX)
    number = lay_out(para("milk", list="number"), 3, 300, PX)
    assert bullet.label[0][3] == "•"
    assert number.label[0][3] == "3."
    assert caret_box(bullet, 0)[0] > bullet.label[0][1]


def test_a_soft_break_belongs_to_the_line_below() -> None:
    layout = lay_out(para(LONG), 0, 220, PX)
    assert line_of(layout, layout.lines[1].start) == 1


_TEXT = st.text("ab c\n", max_size=40)


@given(_TEXT, _TEXT, _TEXT, st.sampled_from(ALIGNMENTS))
def test_a_typed_text_is_laid_out_as_if_anew(kept: str, old: str, new: str, alignment: str) -> None:
    before = lay_out(Paragraph((Run(kept + old),)), 0, 90, PX)
    after = Paragraph((Run(kept + new),), alignment=alignment)
    assert lay_out_typed(after, 90, PX, before) == lay_out(after, 0, 90, PX)
