"""The wallpaper."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.assets.packaged import data_names
from omnigym.sim.paint.wallpaper import SHIPPED_SIZES, WALLPAPERS, computed, file_of, wallpaper


def test_wallpaper_is_a_blue_picture_that_cannot_be_changed() -> None:
    image = wallpaper("bloom", 160, 120)
    assert image.shape == (120, 160, 3)
    assert image.dtype == np.uint8
    assert not image.flags.writeable
    red, _, blue = image.reshape(-1, 3).mean(axis=0)
    assert blue > red + 60
    assert image[:10].mean() > image[-30:].mean() + 20
    assert np.array_equal(image, wallpaper.__wrapped__("bloom", 160, 120))


def test_wallpapers_differ_and_an_unknown_name_is_the_first() -> None:
    pictures = [wallpaper(name, 80, 60) for name in WALLPAPERS]
    for i, picture in enumerate(pictures):
        for other in pictures[:i]:
            assert np.abs(picture.astype(int) - other).mean() > 10
    assert np.array_equal(wallpaper("nowhere", 80, 60), pictures[0])
    assert wallpaper("bloom dark", 80, 60)[:20].mean() < 60


@pytest.mark.parametrize(("name", "size"), [*[(n, (1024, 768)) for n in WALLPAPERS], ("bloom", (540, 1200))])
def test_those_that_ship_are_those_that_are_computed(name: str, size: tuple[int, int]) -> None:
    assert {file_of(name, *each) for each in SHIPPED_SIZES} <= set(data_names())
    assert np.array_equal(wallpaper(name, *size), computed(name, *size))
