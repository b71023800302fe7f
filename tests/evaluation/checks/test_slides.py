"""Checks of presentations, on files as real programs write them."""

from __future__ import annotations

import io
from typing import Any

import pptx
import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.pdf import pdf_of_text
from omnigym.documents.pptx_read import read_pptx
from omnigym.documents.pptx_write import write_pptx
from omnigym.documents.slides import Slide
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.pictures import scene_file

_PATH = "Documents/talk.pptx"
_TEXT = "A trip\nIdeas\n\nPlaces\nBergen\nOslo\n\nCosts\nNot known"


@pytest.fixture
def device() -> FakeDevice:
    device = FakeDevice()
    device.write_file(_PATH, write_pptx(_TEXT))
    return device


def ask(device: FakeDevice, name: str, **args: Any) -> bool:
    return bool(get_check(name).function(Probe(device), **args))


def change(device: FakeDevice, number: int, *, notes: str = "", picture: bytes = b"") -> None:
    deck = pptx.Presentation(io.BytesIO(device.read_file(_PATH)))
    slide = deck.slides[number]
    if notes:
        slide.notes_slide.notes_text_frame.text = notes
    if picture:
        slide.shapes.add_picture(io.BytesIO(picture), 0, 0)
    buffer = io.BytesIO()
    deck.save(buffer)
    device.write_file(_PATH, buffer.getvalue())


def test_what_is_written_is_read() -> None:
    assert read_pptx(write_pptx(_TEXT)) == (
        Slide("A trip", ("Ideas",)),
        Slide("Places", ("Bergen\nOslo",)),
        Slide("Costs", ("Not known",)),
    )
    with pytest.raises(ValueError, match=r"bytes of a \.pptx file"):
        read_pptx(b"no archive")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (_TEXT + "\n\nQuestions", True),
        (_TEXT.replace("Costs", "Prices"), True),
        (_TEXT.partition("\n\nCosts")[0], True),
        ("Places\nBergen\nOslo\n\nA trip\nIdeas\n\nCosts\nNot known", True),
        (_TEXT.replace("\nOslo", "") + "\n\nQuestions", False),
        (_TEXT.replace("Costs\nNot known", "Prices"), False),
        (_TEXT.replace("Costs", "Prices").replace("\nOslo", ""), False),
    ],
)
def test_what_slides_show_besides_their_titles_stays(text: str, *, kept: bool) -> None:
    device = SimDevice()
    device.write_file(_PATH, write_pptx(_TEXT))
    before = device.user_data()
    device.write_file(_PATH, write_pptx(text))
    probe = Probe(device)
    probe.begin((before,))
    titles = [slide.title for slide in read_pptx(write_pptx(text))]
    assert bool(get_check("slide_titles").function(probe, path=_PATH, titles=titles)) == kept


def test_titles_are_compared_in_their_order(device: FakeDevice) -> None:
    assert ask(device, "slide_titles", path=_PATH, titles=["A trip", "Places", "Costs"])
    assert not ask(device, "slide_titles", path=_PATH, titles=["Places", "A trip", "Costs"])
    assert not ask(device, "slide_titles", path=_PATH, titles=["A trip", "Places"])
    assert not ask(device, "slide_titles", path="Documents/none.pptx", titles=[])
    device.write_file(_PATH, b"half a file")
    assert not ask(device, "slide_titles", path=_PATH, titles=[])


def test_notes_are_those_of_a_slide(device: FakeDevice) -> None:
    assert not ask(device, "slide_notes", path=_PATH, title="Costs", text="Ask Bob.")
    change(device, 2, notes="Ask Bob.")
    assert ask(device, "slide_notes", path=_PATH, title="Costs", text="Ask Bob.")
    assert not ask(device, "slide_notes", path=_PATH, title="Places", text="Ask Bob.")
    assert not ask(device, "slide_notes", path=_PATH, title="Costs", text="Ask")


def test_a_picture_is_on_its_slide(device: FakeDevice) -> None:
    device.write_file("Pictures/a.png", scene_file("harbour", "a.png"))
    device.write_file("Pictures/b.png", scene_file("beach", "b.png"))
    asked = {"path": _PATH, "title": "Places"}
    assert not ask(device, "slide_shows_picture", **asked, picture="Pictures/a.png")
    change(device, 1, picture=scene_file("harbour", "a.jpg"))
    assert ask(device, "slide_shows_picture", **asked, picture="Pictures/a.png")
    assert not ask(device, "slide_shows_picture", **asked, picture="Pictures/b.png")
    assert not ask(device, "slide_shows_picture", **asked, picture="Pictures/none.png")
    assert not ask(device, "slide_shows_picture", path=_PATH, title="Costs", picture="Pictures/a.png")


def test_a_pdf_file_shows_all_slides(device: FakeDevice) -> None:
    device.write_file("talk.pdf", pdf_of_text("A trip\nIdeas\fPlaces\nBergen\nOslo\fCosts\nNot known"))
    device.write_file("less.pdf", pdf_of_text("A trip\nIdeas\fPlaces\nBergen"))
    assert ask(device, "pdf_shows_slides", path="talk.pdf", other=_PATH)
    assert not ask(device, "pdf_shows_slides", path="less.pdf", other=_PATH)
    assert not ask(device, "pdf_shows_slides", path="none.pdf", other=_PATH)
    assert not ask(device, "pdf_shows_slides", path="talk.pdf", other="none.pptx")
