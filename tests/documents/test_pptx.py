"""Presentations as python-pptx and LibreOffice write them are read, and they read ours."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pptx
import pytest
from PIL import Image

from omnigym.documents.pptx_read import pptx_pictures, read_deck, read_pptx
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.slides import Deck, Slide
from omnigym.errors import UnreadableError


def _picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6), (200, 10, 10)).save(buffer, "PNG")
    return buffer.getvalue()


DECK = Deck(
    (
        Slide("Hello", ("A line",), "Speak up.\nTwice.", (_picture(),)),
        Slide("<Second> & last", ("a\nb", "more  text"), tables=((("a", "b"), ("1", "")),), shapes=("star5", "rect")),
        Slide("Both", ("left", "right"), layout="Two Content", hidden=True, transition="fade"),
        Slide("", ("", "right"), layout="Two Content"),
        Slide("Only", layout="Title Only"),
        Slide(layout="Blank"),
    ),
    "Ion",
)


def test_what_is_written_is_read_here_and_by_python_pptx() -> None:
    content = write_deck(DECK)
    assert content == write_deck(DECK)
    assert read_deck(content) == DECK
    theirs = pptx.Presentation(io.BytesIO(content))
    assert [s.shapes.title.text if s.shapes.title else None for s in theirs.slides] == [
        *[slide.title for slide in DECK.slides[:-1]],
        None,
    ]
    assert theirs.slides[0].notes_slide.notes_text_frame.text == "Speak up.\nTwice."
    assert [c.text for s in theirs.slides[1].shapes if s.has_table for c in s.table.iter_cells()] == ["a", "b", "1", ""]
    assert theirs.slides[2].slide_layout.name == "Two Content"
    saved = io.BytesIO()
    theirs.save(saved)
    assert read_deck(saved.getvalue()) == DECK


def test_what_python_pptx_writes_is_read() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[0])
    slide.shapes.title.text, slide.placeholders[1].text = "A", "x\vy"
    slide = deck.slides.add_slide(deck.slide_layouts[3])
    slide.shapes.title.text, slide.placeholders[2].text = "B", "right"
    slide.notes_slide.notes_text_frame.text = "Slowly"
    slide.shapes.add_group_shape().shapes.add_picture(io.BytesIO(_picture()), 0, 0)
    saved = io.BytesIO()
    deck.save(saved)
    first, second = read_pptx(saved.getvalue())
    assert first == Slide("A", ("x\ny",))
    assert second == Slide("B", ("", "right"), "Slowly", (_picture(),), layout="Two Content")


@pytest.mark.parametrize(("name", "wide", "tall", "kept"), [("", 2, 1, 0), ("", 1, 1, 1), ("Photo", 2, 1, 1)])
def test_a_sign_in_an_empty_frame_is_no_picture(name: str, wide: int, tall: int, kept: int) -> None:
    """LibreOffice draws it, without a name, over the whole frame."""
    deck, sign = pptx.Presentation(), io.BytesIO()
    Image.new("RGB", (60, 60)).save(sign, "PNG")
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.add_picture(sign, 0, 0, wide * 100_000, tall * 100_000).name = name
    saved = io.BytesIO()
    deck.save(saved)
    assert [len(s.pictures) for s in read_pptx(saved.getvalue())] == [kept]
    assert len(pptx_pictures(saved.getvalue())) == kept


@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_libreoffice_opens_and_rewrites_it(tmp_path: Path) -> None:
    (tmp_path / "deck.pptx").write_bytes(write_deck(DECK))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = ["soffice", "--headless", profile, "--convert-to", "pptx", "--outdir", "out", "deck.pptx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    theirs = read_deck((tmp_path / "out" / "deck.pptx").read_bytes())
    assert theirs.theme == DECK.theme
    for ours, slide in zip(DECK.slides, theirs.slides, strict=True):
        assert slide[:3] == (ours.title, tuple(filter(None, ours.texts)), ours.notes)
        assert len(slide.pictures) == len(ours.pictures)
        assert slide._replace(pictures=(), texts=(), layout="") == ours._replace(pictures=(), texts=(), layout="")


@pytest.mark.parametrize("content", [b"", b"none", write_deck(DECK)[:-40], write_deck(DECK).replace(b"sldIdLst", b"x")])
def test_what_is_none_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_pptx(content)
