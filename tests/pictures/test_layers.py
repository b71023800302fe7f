"""Pictures of layers: what is seen of them is what was put there, pixel by pixel."""

from __future__ import annotations

import pytest
from PIL import Image

from omnigym.errors import TooLargeError
from omnigym.pictures import layers as ly
from omnigym.pictures import read_picture, write_picture

RED, BLUE = (200, 10, 20), (10, 20, 200)


def file_of(colour: tuple[int, ...], size: tuple[int, int], mode: str = "RGB") -> bytes:
    return write_picture(Image.new(mode, size, colour))


def picture(colour: tuple[int, ...] = RED, size: tuple[int, int] = (4, 3)) -> ly.Composition:
    found = ly.open_composition(file_of(colour, size), "red.png")
    assert found is not None
    return found


def pixel(shown: ly.Composition, x: int, y: int) -> tuple[int, ...]:
    value = ly.compose_layers(shown).getpixel((x, y))
    assert isinstance(value, tuple)
    return value


def test_two_pictures_side_by_side_are_as_large_as_both() -> None:
    both = ly.beside(picture(), file_of(BLUE, (2, 5)), "blue.png")
    assert both is not None and both.size == (6, 5)
    assert [pixel(both, x, 0)[:3] for x in (0, 3, 4, 5)] == [RED, RED, BLUE, BLUE]
    assert pixel(both, 0, 4) == (0, 0, 0, 0) and ly.compose_layers(both).mode == "RGBA"
    flat = ly.flatten_layers(both)
    assert pixel(flat, 0, 4) == (255, 255, 255) and len(flat.layers) == 1


def test_a_layer_lies_over_the_middle_and_can_be_hidden() -> None:
    both = ly.over(picture(), file_of(BLUE, (2, 1)), "blue.png")
    assert both is not None and both.size == (4, 3)
    assert [pixel(both, x, 1) for x in range(4)] == [RED, BLUE, BLUE, RED]
    hidden = both._replace(layers=(both.layers[0], both.layers[1]._replace(visible=False)))
    assert pixel(hidden, 1, 1) == RED


@pytest.mark.parametrize(
    ("tones", "level", "becomes"),
    [
        (ly.Tones(), 100, 100),
        (ly.Tones(127, 0), 100, 178),
        (ly.Tones(-127, 0), 100, 50),
        (ly.Tones(0, -127), 10, 128),
        (ly.Tones(0, 60), 200, 255),
        (ly.Tones(0, 60), 128, 129),
    ],
)
def test_brightness_and_contrast(tones: ly.Tones, level: int, becomes: int) -> None:
    changed = ly.brighten_layer(picture((level,) * 3), 0, tones)
    assert pixel(changed, 0, 0) == (becomes,) * 3


def test_what_is_opaque_stays_so() -> None:
    half = ly.open_composition(file_of((100, 100, 100, 90), (2, 2), "RGBA"), "half.png")
    assert half is not None
    assert pixel(ly.brighten_layer(half, 0, ly.Tones(127, 0)), 0, 0)[3] == 90


def test_cropping_keeps_layers_where_they_are() -> None:
    both = ly.beside(picture(), file_of(BLUE, (2, 3)), "blue.png")
    assert both is not None
    part = ly.crop_picture(both, (3, 1, 5, 9))
    assert part.size == (2, 2) and [pixel(part, x, 0) for x in range(2)] == [RED, BLUE]
    assert ly.crop_picture(both, (5, 0, 6, 1)).size == (1, 1)
    assert ly.crop_picture(both, (0, 0, *both.size)) == both


def test_scaling_scales_all() -> None:
    both = ly.beside(picture(), file_of(BLUE, (4, 3)), "blue.png")
    assert both is not None
    small = ly.scale_picture(both, (4, 6))
    assert ly.compose_layers(small).size == (4, 6) and [pixel(small, x, 2) for x in (0, 3)] == [RED, BLUE]
    with pytest.raises(TooLargeError):
        ly.scale_picture(both, (100_000, 100_000))


def test_turning_and_mirroring() -> None:
    both = ly.beside(picture((*RED,), (1, 2)), file_of(BLUE, (1, 1)), "blue.png")
    assert both is not None
    assert pixel(ly.mirror_picture(both), 0, 0)[:3] == BLUE
    quarter = ly.turn_picture(both, 1)
    assert quarter.size == (2, 2) and pixel(quarter, 1, 1)[:3] == BLUE and pixel(quarter, 0, 0)[:3] == RED
    assert ly.compose_layers(ly.turn_picture(both, 4)) == ly.compose_layers(both)
    for turns in range(4):
        expected = ly.compose_layers(both).rotate(-90 * turns, expand=True)
        assert ly.compose_layers(ly.turn_picture(both, turns)).tobytes() == expected.tobytes()


def test_what_is_exported_is_read_back() -> None:
    both = ly.beside(picture(), file_of(BLUE, (4, 3)), "blue.png")
    assert both is not None
    read = read_picture(ly.export_picture(both, "both.png"))
    assert read is not None and read.tobytes() == ly.compose_layers(both).tobytes()


def test_what_is_no_picture_is_none() -> None:
    assert ly.open_composition(b"none", "a.png") is None
    assert ly.over(picture(), b"none", "a") is None and ly.beside(picture(), b"", "a") is None
    full = picture()._replace(layers=picture().layers * ly.MOST_LAYERS)
    with pytest.raises(TooLargeError):
        ly.over(full, file_of(BLUE, (1, 1)), "a")
