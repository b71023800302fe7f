"""Paint, used as a person does: what it saves are the pixels that were drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import State
from omnigym.actions import Click, Drag
from omnigym.devices.protocol import ClipboardContent
from omnigym.pictures import draw_scene, read_picture, unspoilt, write_picture

RED, WHITE = (0xED, 0x1C, 0x24), (255, 255, 255)


def place(hands: Any, x: int, y: int) -> tuple[float, float]:
    left, top, _, _ = hands.node("paint.canvas").bounds
    return (left + x + 0.5) / hands.device.size[0], (top + y + 0.5) / hands.device.size[1]


def drag(hands: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
    hands.device.act(Drag(place(hands, *start), place(hands, *end)))


def tap(hands: Any, x: int, y: int) -> None:
    hands.device.act(Click(place(hands, x, y)))


def saved(hands: Any, name: str = "out.png") -> Image.Image:
    hands.press("s", "ctrl", "shift")
    hands.type(f"C:\\Users\\user\\Pictures\\{name}\n")
    image = read_picture(hands.device.read_file(f"Pictures/{name}"))
    assert image is not None
    return image


@pytest.fixture
def paint(hands: Any) -> Any:
    hands.open("paint")
    return hands


def test_shapes_are_filled_with_the_bucket_and_undone(paint: Any) -> None:
    assert not paint.has("paint.undo", State.ENABLED)
    paint.click("paint.rectangle", "paint.colour.red")
    drag(paint, (100, 50), (300, 150))
    paint.click("paint.fill")
    tap(paint, 200, 100)
    tap(paint, 5, 5)
    paint.press("z", "ctrl")
    image = saved(paint)
    assert image.size == (800, 400)
    ink = (np.asarray(image) == RED).all(axis=2)
    assert ink[50:151, 100:301].all() and ink.sum() == 101 * 201
    paint.press("z", "ctrl")
    paint.press("z", "ctrl")
    assert saved(paint, "blank.png").getextrema() == ((255, 255),) * 3
    paint.press("y", "ctrl")
    assert (np.asarray(saved(paint, "again.bmp")) == RED).all(axis=2).sum() < 2000


def test_what_is_selected_moves_and_leaves_white(paint: Any) -> None:
    paint.click("paint.rectangle", "paint.colour.red", "paint.solid")
    drag(paint, (50, 50), (90, 90))
    paint.click("paint.select")
    assert not paint.has("paint.crop", State.ENABLED)
    drag(paint, (40, 40), (100, 100))
    drag(paint, (60, 60), (260, 160))
    image = saved(paint)
    assert image.getpixel((60, 60)) == WHITE
    assert image.getpixel((270, 170)) == RED
    paint.click("paint.crop")
    assert saved(paint, "cut.png").size == (60, 60)


def test_text_is_typed_onto_it_and_a_colour_picked_from_it(paint: Any) -> None:
    paint.click("paint.fill", "paint.colour.gold")
    tap(paint, 10, 10)
    paint.click("paint.text", "paint.colour.black")
    tap(paint, 100, 100)
    paint.type("Sale")
    paint.click("paint.picker")
    tap(paint, 700, 300)
    paint.click("paint.fill")
    image = np.asarray(saved(paint)).astype(int)
    dark = image.sum(axis=2) < 100
    assert dark[100:140, 100:180].sum() > 100
    assert dark.sum() == dark[100:140, 100:180].sum()


def test_a_pasted_picture_floats_and_the_sheet_grows_for_it(paint: Any) -> None:
    blue = Image.new("RGB", (900, 60), (0, 0, 255))
    paint.device.set_clipboard(ClipboardContent(image=write_picture(blue)))
    paint.press("v", "ctrl")
    assert paint.node("paint.pixels").name == "900 × 400px"
    paint.device.set_clipboard(ClipboardContent(text="words"))
    paint.press("v", "ctrl")
    assert paint.node("message.text").name == "The information on the Clipboard can't be inserted into Paint."
    paint.press("enter")
    assert saved(paint).getpixel((450, 30)) == (0, 0, 255)


def test_a_picture_is_resized_turned_and_inverted_in_its_file(hands: Any) -> None:
    hands.device.write_file("Pictures/a.png", write_picture(draw_scene("cat")))
    hands.device.launch("paint", "Pictures/a.png")
    hands.press("w", "ctrl")
    hands.type("320\n")
    hands.click("paint.rotate", "paint.rotate", "paint.flip", "paint.flip_v")
    hands.press("i", "ctrl", "shift")
    hands.press("s", "ctrl")
    image = read_picture(hands.device.read_file("Pictures/a.png"))
    assert image is not None and image.size == (320, 480)
    wanted = Image.eval(draw_scene("cat").resize((320, 480), Image.Resampling.BOX), lambda v: 255 - v)
    assert unspoilt(image, wanted)


@pytest.mark.parametrize("typed", ["0", "-5", "99999", "wide", ""])
def test_a_size_that_no_picture_has_cannot_be_chosen(paint: Any, typed: str) -> None:
    paint.press("w", "ctrl")
    paint.press("a", "ctrl")
    paint.press("delete")
    paint.type(typed)
    assert not paint.has("paint.ok", State.ENABLED)


def test_a_damaged_picture_is_told_and_the_drawing_stays(paint: Any) -> None:
    paint.device.write_file("Pictures/broken.png", b"\x89PNG nothing")
    paint.click("paint.brush")
    drag(paint, (10, 10), (200, 100))
    paint.press("o", "ctrl")
    paint.type("C:\\Users\\user\\Pictures\\broken.png\n")
    assert paint.node("message.text").name.startswith("Paint cannot read this file.")
    paint.press("enter")
    assert saved(paint).getcolors() != [(320_000, WHITE)]


def test_many_strokes_can_be_drawn_and_the_first_ones_stay(paint: Any) -> None:
    paint.click("paint.pencil", "paint.colour.red")
    for n in range(70):
        drag(paint, (10, 10 + 5 * n), (30, 10 + 5 * n))
    image = saved(paint)
    assert all(image.getpixel((20, 10 + 5 * n)) == RED for n in range(70))


def test_a_picture_larger_than_the_window_is_scrolled_and_drawn_on_where_it_is_seen(paint: Any) -> None:
    paint.click("paint.menu.view", "paint.zoom.400", "paint.brush", "paint.colour.red")
    paint.click("paint.across")
    drag(paint, (100, 100), (300, 100))
    image = saved(paint)
    ink = np.flatnonzero((np.asarray(image) == RED).all(axis=2).any(axis=0))
    assert ink[0] > 100, "the part that is seen is not the left one"


def test_a_full_disk_is_told_and_the_drawing_can_be_saved_later(paint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    paint.click("paint.fill", "paint.colour.red")
    tap(paint, 5, 5)
    with monkeypatch.context() as full:
        full.setattr("omnigym.sim.vfs.DISK_BYTES", 1)
        paint.press("s", "ctrl")
        paint.type("C:\\Users\\user\\Pictures\\red.png\n")
        assert "not enough space" in paint.node("message.text").name
        paint.press("enter")
    assert "red.png" not in paint.names("Pictures")
    assert saved(paint, "red.png").getcolors() == [(320_000, RED)]
    paint.press("z", "ctrl")
    paint.press("s", "ctrl", "shift")
    paint.type("C:\\Users\\user\\Pictures\\red.png\n")
    paint.click("message.no")  # the name is taken: nothing is replaced unasked
    image = read_picture(paint.device.read_file("Pictures/red.png"))
    assert image is not None and image.getpixel((5, 5)) == RED
