"""The wallpaper."""

from __future__ import annotations

import numpy as np

from omnigym.devices.sim.paint.wallpaper import wallpaper


def test_wallpaper_is_a_blue_picture_that_cannot_be_changed() -> None:
    image = wallpaper(160, 120)
    assert image.shape == (120, 160, 3)
    assert image.dtype == np.uint8
    assert not image.flags.writeable
    red, _, blue = image.reshape(-1, 3).mean(axis=0)
    assert blue > red + 60
    assert image[:10].mean() > image[-30:].mean() + 20
    assert np.array_equal(image, wallpaper.__wrapped__(160, 120))
