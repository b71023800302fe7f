"""Pictures in Impress: chosen, made darker, kept as files, copied and removed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.documents.odp import read_odp
from omnigym.pictures import decoded_picture, draw_scene, lighten_image, write_picture

CAT = write_picture(draw_scene("cat").resize((240, 180)))
IMAGE = "impress.picture.0"


@pytest.fixture
def impress(user: Any) -> Any:
    """Impress with a picture on its slide."""
    user.device.write_file("Pictures/cat.png", CAT)
    user.device.launch("impress")
    user.menu("Insert", "Image...")
    user.name_file("/home/user/Pictures/cat.png")
    return user


def mean(content: bytes) -> float:
    return float(np.asarray(decoded_picture(content).convert("L")).mean())


def pictures(impress: Any, name: str) -> tuple[bytes, ...]:
    return read_odp(impress.save_as(name))[0].pictures


def test_lightening_leaves_what_is_clear_clear() -> None:
    image = Image.new("RGBA", (1, 1), (100, 200, 10, 40))
    assert lighten_image(image, 10).getpixel((0, 0)) == (126, 226, 36, 40)
    assert lighten_image(image, -10).getpixel((0, 0)) == (74, 174, 0, 40)
    assert lighten_image(image.convert("L"), -100).getpixel((0, 0)) == 0


def test_one_is_made_darker_saved_as_a_file_and_that_undone(impress: Any) -> None:
    impress.click(IMAGE, button="right")
    impress.click("impress.menu.picture_brightness")
    impress.press("a", "ctrl")
    impress.type("-20 %\n")
    impress.click(IMAGE, button="right")
    impress.click("impress.menu.picture_save")
    impress.name_file("/home/user/dark.jpg")
    saved = impress.device.read_file("dark.jpg")
    assert saved.startswith(b"\xff\xd8") and mean(CAT) - mean(saved) > 30
    (held,) = pictures(impress, "dark.odp")
    assert mean(held) == pytest.approx(mean(saved), abs=1.0)
    impress.press("z", "ctrl")
    assert pictures(impress, "light.odp") == (CAT,)


@pytest.mark.parametrize("typed", ["dark", "-120", "1.5"])
def test_what_is_no_brightness_changes_nothing(impress: Any, typed: str) -> None:
    impress.click(IMAGE)
    impress.menu("Format", "Image", "Brightness...")
    impress.press("a", "ctrl")
    impress.type(f"{typed}\n")
    assert any("is no brightness" in n.name for n in impress.device.tree())
    impress.press("enter")
    assert pictures(impress, "a.odp") == (CAT,)


def test_the_menu_asks_for_one_to_be_selected(impress: Any) -> None:
    impress.click("impress.page")
    impress.menu("Format", "Image", "Save...")
    assert any("Select an image first" in n.name for n in impress.device.tree())


def test_one_is_copied_pasted_and_removed(impress: Any) -> None:
    impress.click(IMAGE)
    impress.press("c", "ctrl")
    assert impress.device.clipboard().image.startswith(b"\x89PNG")
    impress.press("v", "ctrl")
    assert len(pictures(impress, "two.odp")) == 2
    impress.click(IMAGE)
    impress.press("x", "ctrl")
    impress.click(IMAGE)
    impress.press("delete")
    assert pictures(impress, "none.odp") == ()
