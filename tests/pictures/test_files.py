"""Pictures as files, and what counts as the same picture."""

from __future__ import annotations

import hashlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from omnigym.errors import UnknownNameError
from omnigym.pictures import (
    SCENES,
    Edits,
    alike,
    draw_scene,
    is_part_of,
    is_picture,
    read_picture,
    scene_file,
    write_edited,
    write_picture,
)


@pytest.mark.parametrize("name", ["a.png", "a.bmp", "a.JPG", "a.jpeg"])
def test_a_picture_survives_its_file(name: str) -> None:
    content = scene_file("cat", name)
    kinds = {"png": "PNG", "bmp": "BMP", "jpg": "JPEG", "jpeg": "JPEG"}
    assert Image.open(BytesIO(content)).format == kinds[name[2:].lower()]
    found = read_picture(content)
    assert found is not None and alike(found, draw_scene("cat"))


def test_clear_parts_stay_clear_where_the_format_can() -> None:
    clear = Image.new("RGBA", (8, 8), (255, 0, 0, 0))
    png, jpg = read_picture(write_picture(clear, "a.png")), read_picture(write_picture(clear, "a.jpg"))
    assert png is not None and png.getpixel((3, 3)) == (255, 0, 0, 0)
    assert jpg is not None and jpg.getpixel((3, 3)) == (255, 255, 255)


@pytest.mark.parametrize("content", [b"", b"hello", scene_file("cat", "a.png")[:200], b"GIF89a"])
def test_what_is_no_picture_is_none(content: bytes) -> None:
    assert read_picture(content) is None
    assert write_edited(content, Edits(turns=1), "a.png") is None


def test_names_of_pictures() -> None:
    assert is_picture("Cat.JPG") and is_picture("a.b.png")
    assert not is_picture("png") and not is_picture("cat.txt") and not is_picture(".png")
    with pytest.raises(UnknownNameError, match="harbour"):
        scene_file("harbor", "a.png")


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_unlike_its_turned_and_mirrored_self_and_unlike_the_others(scene: str) -> None:
    picture = draw_scene(scene)
    assert picture.size == SCENES[scene][0]
    for how in (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180):
        assert not alike(picture, picture.transpose(how))
    assert [s for s in SCENES if alike(picture, draw_scene(s))] == [scene]


def test_a_scene_is_drawn_the_same_again() -> None:
    again = draw_scene.__wrapped__("aurora")
    first = draw_scene("aurora")
    assert again is not first
    assert hashlib.sha256(again.tobytes()).digest() == hashlib.sha256(first.tobytes()).digest()


def test_a_part_is_found_where_it_was_cut_out() -> None:
    whole = draw_scene("coffee")
    saved = read_picture(write_picture(whole.crop((300, 20, 900, 420)), "a.jpg"))
    assert saved is not None and is_part_of(saved, whole)
    assert not is_part_of(saved, draw_scene("beach"))
    assert not is_part_of(whole, saved)
    assert not is_part_of(saved.transpose(Image.Transpose.ROTATE_180), whole)


@pytest.mark.parametrize("scene", SCENES)
def test_the_files_that_ship_show_the_scenes(scene: str) -> None:
    shipped = read_picture(scene_file(scene, "a.jpg"))
    assert shipped is not None
    off = np.abs(np.asarray(shipped, np.int16) - np.asarray(draw_scene(scene), np.int16))
    assert off.mean() < 2, "scripts/draw_pictures.py draws them anew"
