"""How alike two pictures are."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from omnigym.pictures import draw_scene, similarity

_C1 = (0.01 * 255) ** 2


def _plain(value: int, size: tuple[int, int] = (32, 24)) -> Image.Image:
    return Image.new("L", size, value)


def test_a_picture_is_wholly_similar_to_itself() -> None:
    assert similarity(draw_scene("harbour"), draw_scene("harbour")) == pytest.approx(1.0)


def test_of_plain_pictures_only_the_brightness_counts() -> None:
    """By equation 13 with no variance: (2 x y + C1) / (x^2 + y^2 + C1)."""
    expected = (2 * 100 * 150 + _C1) / (100**2 + 150**2 + _C1)
    assert similarity(_plain(100), _plain(150)) == pytest.approx(expected)


def test_what_is_turned_into_its_negative_is_unlike() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (64, 64), dtype=np.uint8)
    assert similarity(Image.fromarray(noise), Image.fromarray(255 - noise)) < -0.8
    assert abs(similarity(Image.fromarray(noise), Image.fromarray(rng.permuted(noise)))) < 0.1


def test_losses_cost_less_than_another_picture() -> None:
    picture = draw_scene("city")
    blurred = picture.resize((picture.width // 2, picture.height // 2)).resize(picture.size)
    assert similarity(picture, draw_scene("forest").resize(picture.size)) < 0.5 < similarity(picture, blurred)


def test_the_second_is_brought_to_the_size_of_the_first() -> None:
    picture = draw_scene("dunes")
    assert similarity(picture, picture.resize((picture.width * 2, picture.height * 2))) > 0.9
    with pytest.raises(ValueError, match="at least 8 x 8"):
        similarity(_plain(0, (7, 20)), _plain(0))
