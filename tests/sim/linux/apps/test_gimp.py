"""GIMP, used as a person does: what it exports are the pixels that were asked for."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from omnigym.pictures import read_picture, write_picture

SIZE = (60, 40)
RED, BLUE = (180, 40, 40), (20, 60, 200)


@pytest.fixture
def gimp(user: Any) -> Any:
    """GIMP showing a red picture; beside it there is a blue one."""
    for name, colour in (("red", RED), ("blue", BLUE)):
        user.device.write_file(f"Pictures/{name}.png", write_picture(Image.new("RGB", SIZE, colour)))
    user.device.launch("image_editor", "Pictures/red.png")
    return user


def exported(user: Any, name: str = "out.png") -> Image.Image:
    user.press("e", "ctrl", "shift")
    user.name_file(f"/home/user/Pictures/{name}")
    image = read_picture(user.device.read_file(f"Pictures/{name}"))
    assert image is not None
    return image


def test_two_pictures_stand_side_by_side(gimp: Any) -> None:
    gimp.menu("Image", "Append to the Right...")
    gimp.name_file("/home/user/Pictures/blue.png")
    image = exported(gimp)
    assert image.size == (120, 40) and image.getpixel((10, 10)) == RED and image.getpixel((110, 10)) == BLUE
    assert gimp.title() == "[out.png] 120x40 – GNU Image Manipulation Program"


def test_a_picture_lies_over_another_one_until_it_is_hidden(gimp: Any) -> None:
    gimp.menu("File", "Open as Layers...")
    gimp.name_file("/home/user/Pictures/blue.png")
    assert exported(gimp).getpixel((10, 10)) == BLUE
    gimp.click("gimp.layer.1.eye")
    assert exported(gimp, "other.png").getpixel((10, 10)) == RED


@pytest.mark.parametrize(("key", "brighter"), [("end", True), ("home", False)])
def test_brightness(gimp: Any, key: str, brighter: bool) -> None:
    gimp.menu("Colors", "Brightness-Contrast...")
    gimp.press(key)
    gimp.click("gimp.ok")
    pixel = exported(gimp).getpixel((5, 5))
    assert isinstance(pixel, tuple) and (sum(pixel) > sum(RED)) == brighter


def test_what_is_only_tried_is_not_done(gimp: Any) -> None:
    gimp.menu("Colors", "Brightness-Contrast...")
    gimp.press("end")
    gimp.click("gimp.no")
    assert exported(gimp).getpixel((5, 5)) == RED


def test_scaling_keeps_proportions(gimp: Any) -> None:
    gimp.menu("Image", "Scale Image...")
    gimp.type("30\n")
    assert exported(gimp).size == (30, 20)


def test_a_selection_is_cropped(gimp: Any) -> None:
    share = gimp.node("gimp.draw").bounds[2] / SIZE[0]
    gimp.drag("gimp.draw", (0, 0), (round(30 * share), round(10 * share)))
    gimp.menu("Image", "Crop to Selection")
    assert exported(gimp).size == (30, 10)
    gimp.press("z", "ctrl")
    assert exported(gimp, "whole.png").size == SIZE


@pytest.mark.parametrize(("entry", "size"), [("Rotate 90° clockwise", (40, 60)), ("Flip Horizontally", SIZE)])
def test_the_whole_is_turned(gimp: Any, entry: str, size: tuple[int, int]) -> None:
    gimp.menu("Image", entry)
    assert exported(gimp).size == size


def test_a_file_that_is_no_picture_is_refused(user: Any) -> None:
    user.device.write_file("Pictures/bad.png", b"none")
    user.device.launch("image_editor", "Pictures/bad.png")
    assert "Unknown file type" in user.node("message.text").name


def test_closing_asks_what_becomes_of_changes(gimp: Any) -> None:
    gimp.menu("Image", "Rotate 90° clockwise")
    gimp.press("q", "ctrl")
    gimp.click("message.cancel")
    assert gimp.title().startswith("*")
    gimp.press("q", "ctrl")
    gimp.click("message.discard_changes")
    assert gimp.device.windows() == ()
