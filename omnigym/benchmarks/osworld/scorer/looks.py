"""Pictures for comparison: read within the limits, and measured."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.errors import UnreadableError
from omnigym.pictures.files import decoded_picture

__all__ = ["Pixels", "flatten_image", "follows", "grey", "picture_of", "saturation", "sharpness", "similarity"]

Pixels: TypeAlias = NDArray[np.float32]

_XCF = b"gimp xcf"
#: The side of a window of the structural similarity (Wang and others, 2004), as scikit-image has it.
_WINDOW = 7
#: Pictures of more pixels are made smaller first: 16 million of them would take half a minute.
_MOST_COMPARED = 4_000_000
#: Pictures are compared roughly at this size.
_GRID = 48


def picture_of(value: object) -> Image.Image:
    """Return the picture in a file, RGB or RGBA. Shared, so not to be changed.

    Raises:
        UnreadableError: It is no file, or holds none that can be read; a project of GIMP's cannot.
        TooLargeError: It has more pixels than are read.
    """
    content = content_of(value)
    if content.startswith(_XCF):
        raise UnreadableError("Expected a picture, got a project of GIMP's (.xcf). Export it as .png.")
    return decoded_picture(content)


def flatten_image(image: Image.Image) -> Image.Image:
    """Return a picture in RGB, on white where it is transparent."""
    if image.mode == "RGB":
        return image
    page = Image.new("RGBA", image.size, (255, 255, 255, 255))
    page.alpha_composite(image.convert("RGBA"))
    return page.convert("RGB")


def grey(image: Image.Image) -> Pixels:
    """Return the brightness of each pixel, (height, width), in 0..255."""
    return np.asarray(flatten_image(image).convert("L"), dtype=np.float32)


def saturation(image: Image.Image) -> Pixels:
    """Return the saturation of each pixel, (height, width), in 0..255."""
    return np.asarray(flatten_image(image).convert("HSV"), dtype=np.float32)[..., 1]


def similarity(a: Pixels, b: Pixels) -> float:
    """Return the structural similarity of two pictures of values in 0..255, at most 1; 0 for pictures of two sizes.

    Those that are smaller than a window are the same or not.
    """
    if a.shape != b.shape:
        return 0.0
    if min(a.shape[:2]) < _WINDOW:
        return float(np.array_equal(a, b))
    axis: object = None if a.ndim == 2 else 2
    compare = library("skimage.metrics").structural_similarity
    return float(compare(_smaller(a), _smaller(b), data_range=255.0, channel_axis=axis))


def _smaller(pixels: Pixels) -> Pixels:
    """The means of squares of so many pixels that the picture can be compared."""
    height, width = pixels.shape[:2]
    side = math.ceil(math.sqrt(height * width / _MOST_COMPARED))
    if side <= 1 or min(height, width) < _WINDOW * side:
        return pixels
    rows, columns = height // side, width // side
    cut = pixels[: rows * side, : columns * side].reshape(rows, side, columns, side, *pixels.shape[2:])
    means: Pixels = cut.mean(axis=(1, 3), dtype=np.float32)
    return means


def sharpness(pixels: Pixels) -> float:
    """Return the variance of the Laplacian."""
    padded = np.pad(pixels, 1, mode="reflect" if min(pixels.shape) > 1 else "edge")
    around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    return float((around - 4 * pixels).var())


def follows(a: Image.Image, b: Image.Image) -> float:
    """Return the correlation of two pictures at low resolution, in [-1, 1], whatever their size and contrast.

    Two pictures of one colour each show the same; with another one they have nothing in common.
    """
    x, y = (
        np.asarray(flatten_image(image).convert("L").resize((_GRID, _GRID), Image.Resampling.BOX), dtype=np.float64)
        for image in (a, b)
    )
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x * x).sum() * (y * y).sum()))
    if spread < 1e-6:
        return float(not x.any() and not y.any())
    return float((x * y).sum()) / spread
