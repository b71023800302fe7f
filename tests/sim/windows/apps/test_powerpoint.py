"""PowerPoint, used as a person does: what it saves is what python-pptx and its own reader find."""

from __future__ import annotations

import io
from typing import Any

import pptx
import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.documents.pptx_read import read_deck
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.slides import Deck, Slide
from omnigym.pictures import scene_file

PATH = "Documents/talk.pptx"
DECK = Deck(
    (
        Slide("One", ("Sub",)),
        Slide("Two", ("a\nb",), "A note"),
        Slide("Three", tables=((("x", "y"), ("1", "2")),), layout="Title Only"),
    )
)


@pytest.fixture
def deck(hands: Any) -> Any:
    hands.device.write_file(PATH, write_deck(DECK))
    hands.device.launch("powerpoint", PATH)
    return hands


def saved(hands: Any, path: str = PATH) -> Deck:
    hands.press("s", "ctrl")
    return read_deck(hands.device.read_file(path))


def test_a_new_presentation_is_written_and_saved_by_name(hands: Any) -> None:
    hands.open("powerpoint")
    hands.click("powerpoint.title")
    hands.type("Hello")
    hands.click("powerpoint.text.0")
    hands.type("World")
    hands.press("m", "ctrl")
    hands.press("s", "ctrl")
    hands.type("C:\\Users\\user\\Desktop\\new.pptx\n")
    content = hands.device.read_file("Desktop/new.pptx")
    assert read_deck(content).slides == (Slide("Hello", ("World",)), Slide())
    assert pptx.Presentation(io.BytesIO(content)).slides[0].placeholders[1].text_frame.text == "World"
    assert hands.title() == "new.pptx - PowerPoint"


def test_slides_are_moved_hidden_laid_out_and_undone(deck: Any) -> None:
    deck.click("powerpoint.slides.1")
    deck.press("up", "ctrl", "shift")
    deck.click("powerpoint.tab.slide_show", "powerpoint.hide", "powerpoint.tab.home", "powerpoint.layout")
    deck.click("powerpoint.layout.two_content")
    deck.click("powerpoint.tab.transitions", "powerpoint.transition.fade", "powerpoint.apply_to_all")
    deck.click("powerpoint.tab.design", "powerpoint.theme.ion")
    after = saved(deck)
    assert after.theme == "Ion"
    assert [s.title for s in after.slides] == ["Two", "One", "Three"]
    first = Slide("Two", ("a\nb",), "A note", layout="Two Content", hidden=True, transition="fade")
    assert after.slides[0] == first
    assert {s.transition for s in after.slides} == {"fade"}
    assert after.slides[1].layout == "Title Slide", "what a slide looks like does not change because it moved"
    for _ in range(6):
        deck.press("z", "ctrl")
    assert saved(deck) == DECK


def test_cells_are_typed_over_and_things_picked_and_deleted(deck: Any) -> None:
    deck.click("powerpoint.slides.2")
    deck.click("powerpoint.table.0.1.1", count=2)
    deck.press("a", "ctrl")
    deck.type("20")
    deck.press("escape")
    deck.click("powerpoint.tab.insert", "powerpoint.shape", "powerpoint.shape.star")
    assert saved(deck).slides[2][4:6] == (((("x", "y"), ("1", "20")),), ("star5",))
    deck.click("powerpoint.pick.shape.0")
    deck.press("delete")
    deck.click("powerpoint.table.0.0.0")
    deck.press("delete")
    assert saved(deck).slides[2][4:6] == ((), ())


@pytest.mark.parametrize(
    ("copied", "field", "value"),
    [
        (ClipboardContent(text="a\tb\r\nc\r\n"), "tables", ((("a", "b"), ("c", "")),)),
        (ClipboardContent(text="words"), "texts", ("a\nb", "words")),
        (ClipboardContent(image=scene_file("cat", "c.png")), "pictures", (scene_file("cat", "c.png"),)),
        (ClipboardContent(files=("C:\\x.txt",)), "texts", ("a\nb",)),
    ],
)
def test_what_is_pasted_becomes_what_it_is(deck: Any, copied: ClipboardContent, field: str, value: object) -> None:
    deck.device.set_clipboard(copied)
    deck.click("powerpoint.slides.1")
    deck.press("v", "ctrl")
    assert getattr(saved(deck).slides[1], field) == value


def test_the_show_passes_over_what_is_hidden(deck: Any) -> None:
    deck.click("powerpoint.slides.1", "powerpoint.tab.slide_show", "powerpoint.hide")
    deck.press("f5")
    assert deck.see("powerpoint.shown").name == "Slide 1"
    deck.press("enter")
    assert deck.see("powerpoint.shown").name == "Slide 3"
    deck.click("powerpoint.previous")
    assert deck.see("powerpoint.shown").name == "Slide 1"
    deck.press("escape")
    assert deck.see("powerpoint.shown") is None


def test_find_goes_to_the_next_slide_that_says_it(deck: Any) -> None:
    for wanted, at in (("note", "Slide 2 of 3"), ("Y", "Slide 3 of 3"), ("nowhere", "Slide 3 of 3")):
        deck.press("f", "ctrl")
        deck.press("a", "ctrl")
        deck.type(f"{wanted}\n")
        assert deck.device.tree().find(key="powerpoint.at").name == at
    assert deck.node("message.text").name == "We couldn't find what you were looking for."


def test_a_damaged_file_is_told_and_nothing_is_lost(deck: Any) -> None:
    deck.device.write_file("Documents/broken.pptx", write_deck(DECK)[:900])
    deck.device.write_file("Pictures/broken.png", b"no picture")
    deck.click("powerpoint.tab.insert", "powerpoint.image")
    deck.type("C:\\Users\\user\\Pictures\\broken.png\n")
    assert "can't insert this picture" in deck.node("message.text").name
    deck.press("enter")
    deck.press("o", "ctrl")
    deck.type("C:\\Users\\user\\Documents\\broken.pptx\n")
    assert "it is damaged" in deck.node("message.text").name
    deck.press("enter")
    assert deck.title() == "talk.pptx - PowerPoint"
    assert saved(deck) == DECK


def test_a_window_asks_before_it_closes(deck: Any) -> None:
    deck.press("d", "ctrl")
    deck.press("w", "ctrl")
    assert deck.node("message.text").name == "Want to save your changes to talk.pptx?"
    deck.click("message.save")
    assert len(read_deck(deck.device.read_file(PATH)).slides) == 4
    assert deck.device.windows() == ()
