"""Pictures of several layers, in the form of a picture editor: values whose layers are files of pixels.

Every change gives another value, so that it can be undone by going back to the one before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from omnigym.errors import TooLargeError
from omnigym.foreign import within
from omnigym.foreign.limits import PIXELS
from omnigym.pictures.editing import Area, Size
from omnigym.pictures.files import read_picture, write_picture

__all__ = [
    "MOST_LAYERS",
    "Composition",
    "Layer",
    "Tones",
    "apply_tones",
    "beside",
    "brighten_layer",
    "change_layer",
    "compose_layers",
    "crop_picture",
    "export_picture",
    "flatten_layers",
    "mirror_picture",
    "open_composition",
    "over",
    "scale_picture",
    "turn_picture",
]

#: Layers of a picture at most.
MOST_LAYERS = 32


class Layer(NamedTuple):
    """A layer.

    Attributes:
        name: What a person calls it.
        content: Its pixels, the bytes of a picture's file.
        at: Where its left upper corner is, in pixels of the whole.
        visible: Whether it is shown.
    """

    name: str
    content: bytes
    at: tuple[int, int] = (0, 0)
    visible: bool = True


class Composition(NamedTuple):
    """A picture: its size in pixels, and its layers, the lowest first."""

    size: Size
    layers: tuple[Layer, ...]


class Tones(NamedTuple):
    """Brightness and contrast, each from -127 to 127; 0 changes nothing."""

    brightness: int = 0
    contrast: int = 0


def open_composition(content: bytes, name: str) -> Composition | None:
    """Return a picture of one layer from the bytes of a file; None if they are not a picture."""
    image = read_picture(content)
    return None if image is None else Composition(image.size, (Layer(name, content),))


def _pixels(layer: Layer) -> Image.Image:
    image = read_picture(layer.content)
    assert image is not None, "a layer is made of a picture that was read"
    return image


# -- changes of pixels ------------------------------------------------------------------------------------------------


def change_layer(picture: Composition, index: int, change: Callable[[Image.Image], Image.Image]) -> Composition:
    """Return a picture with the pixels of one layer changed."""
    layer = picture.layers[index]
    new = layer._replace(content=write_picture(change(_pixels(layer))))
    return picture._replace(layers=(*picture.layers[:index], new, *picture.layers[index + 1 :]))


def brighten_layer(picture: Composition, index: int, tones: Tones) -> Composition:
    """Return a picture with another brightness and contrast of a layer, by GIMP 2.10's rule on perceptual values."""
    return change_layer(picture, index, lambda image: apply_tones(image, tones)) if tones != Tones() else picture


def apply_tones(image: Image.Image, tones: Tones) -> Image.Image:
    """Return a picture with another brightness and contrast; the opacity stays."""
    table = _table(tones)
    if image.mode == "RGBA":
        return image.point([*table * 3, *range(256)])
    return image.convert("RGB").point(table * 3)


@lru_cache(maxsize=64)
def _table(tones: Tones) -> tuple[int, ...]:
    bright, slant = tones.brightness / 127 / 2, math.tan((tones.contrast / 127 + 1) * math.pi / 4)
    out = []
    for level in range(256):
        value = level / 255
        value = value * (1 + bright) if bright < 0 else value + (1 - value) * bright
        out.append(min(max(round(((value - 0.5) * slant + 0.5) * 255), 0), 255))
    return tuple(out)


def scale_picture(picture: Composition, size: Size) -> Composition:
    """Return the whole picture at another size.

    Raises:
        TooLargeError: It would have more than `PIXELS`.
    """
    _affordable(size)
    x, y = size[0] / picture.size[0], size[1] / picture.size[1]

    def resized(layer: Layer) -> Layer:
        image = _pixels(layer)
        to = max(1, round(image.width * x)), max(1, round(image.height * y))
        content = write_picture(image.resize(to, Image.Resampling.BICUBIC)) if to != image.size else layer.content
        return layer._replace(content=content, at=(round(layer.at[0] * x), round(layer.at[1] * y)))

    return Composition(size, tuple([resized(layer) for layer in picture.layers]))


def _affordable(size: Size) -> None:
    within(size[0] * size[1], PIXELS, "pixels in a picture")


def crop_picture(picture: Composition, area: Area) -> Composition:
    """Return the whole picture cropped to a part of at least one pixel."""
    width, height = picture.size
    left, top = min(max(0, area[0]), width - 1), min(max(0, area[1]), height - 1)
    right, bottom = min(max(left + 1, area[2]), width), min(max(top + 1, area[3]), height)
    layers = []
    for layer in picture.layers:
        image, (x, y) = _pixels(layer), layer.at
        part = max(left, x) - x, max(top, y) - y, min(right, x + image.width) - x, min(bottom, y + image.height) - y
        if part[2] > part[0] and part[3] > part[1]:
            whole = part == (0, 0, *image.size)
            content = layer.content if whole else write_picture(image.crop(part))
            layers.append(layer._replace(content=content, at=(x + part[0] - left, y + part[1] - top)))
    blank = Layer("Background", write_picture(Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))))
    return Composition((right - left, bottom - top), tuple(layers) or (blank,))


def turn_picture(picture: Composition, quarters: int) -> Composition:
    """Return the whole picture turned clockwise by a number of quarters."""
    how = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)[quarters % 4]
    return picture if how is None else _transposed(picture, how)


def mirror_picture(picture: Composition, *, vertical: bool = False) -> Composition:
    """Return the whole picture with left and right, or top and bottom, swapped."""
    return _transposed(picture, Image.Transpose.FLIP_TOP_BOTTOM if vertical else Image.Transpose.FLIP_LEFT_RIGHT)


def _transposed(picture: Composition, how: Image.Transpose) -> Composition:
    (width, height), layers = picture.size, []
    for layer in picture.layers:
        image, (x, y) = _pixels(layer), layer.at
        right, bottom = width - x - image.width, height - y - image.height
        at = {
            Image.Transpose.FLIP_LEFT_RIGHT: (right, y),
            Image.Transpose.FLIP_TOP_BOTTOM: (x, bottom),
            Image.Transpose.ROTATE_180: (right, bottom),
            Image.Transpose.ROTATE_270: (bottom, x),
            Image.Transpose.ROTATE_90: (y, right),
        }[how]
        layers.append(layer._replace(content=write_picture(image.transpose(how)), at=at))
    quarter = how in (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270)
    return Composition((height, width) if quarter else picture.size, tuple(layers))


# -- layers -----------------------------------------------------------------------------------------------------------


def over(picture: Composition, content: bytes, name: str) -> Composition | None:
    """Return the picture with another one as the top layer, in the middle; None if the bytes are not a picture.

    Raises:
        TooLargeError: There are `MOST_LAYERS` already.
    """
    image = read_picture(content)
    if image is None:
        return None
    at = (picture.size[0] - image.width) // 2, (picture.size[1] - image.height) // 2
    return _with_layer(picture, Layer(name, content, at))


def beside(picture: Composition, content: bytes, name: str) -> Composition | None:
    """Return the picture with another one at its right, and grown by it; None if the bytes are not a picture.

    Raises:
        TooLargeError: There are `MOST_LAYERS` already, or there would be more than `PIXELS`.
    """
    image = read_picture(content)
    if image is None:
        return None
    width, height = picture.size
    size = (width + image.width, max(height, image.height))
    _affordable(size)
    return _with_layer(picture._replace(size=size), Layer(name, content, (width, 0)))


def _with_layer(picture: Composition, layer: Layer) -> Composition:
    if len(picture.layers) >= MOST_LAYERS:
        raise TooLargeError(f"Expected at most {MOST_LAYERS} layers in a picture, got more.")
    return picture._replace(layers=(*picture.layers, layer))


@lru_cache(maxsize=16)
def compose_layers(picture: Composition) -> Image.Image:
    """Return all visible layers composed; RGB if they leave nothing transparent. Shared, so not to be changed."""
    whole = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    for layer in picture.layers:
        if layer.visible:
            sheet = Image.new("RGBA", picture.size, (0, 0, 0, 0))
            sheet.paste(_pixels(layer).convert("RGBA"), layer.at)
            whole.alpha_composite(sheet)
    return whole.convert("RGB") if whole.getchannel("A").getextrema() == (255, 255) else whole


def flatten_layers(picture: Composition) -> Composition:
    """Return a picture with the visible content as one layer; transparent parts become white."""
    ground = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    ground.alpha_composite(compose_layers(picture).convert("RGBA"))
    return Composition(picture.size, (Layer(picture.layers[0].name, write_picture(ground.convert("RGB"))),))


@lru_cache(maxsize=16)
def export_picture(picture: Composition, name: str = ".png") -> bytes:
    """Return the bytes of a file of that name with the visible content of a picture."""
    return write_picture(compose_layers(picture), name)
