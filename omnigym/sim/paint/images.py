"""Pictures from the bytes of image files, scaled to fit or to fill, and edited ones that are cropped."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image

from omnigym.pictures import Edits, apply_edits, read_picture
from omnigym.sim.paint.blend import Frame

# -- pictures from the bytes of image files, scaled to fit or to fill -------------------------------------------------

#: Grey level shown in place of a picture that cannot be read.
_BROKEN = 0xC8


@lru_cache(maxsize=32)
def picture(content: bytes, width: int, height: int) -> Frame:
    """A picture scaled to fit into width x height, its proportions kept: uint8 (h <= height, w <= width, 3).

    Transparent parts are white; bytes that are no picture give a grey rectangle.
    """
    image = _opened(content)
    if image is None:
        return np.full((height, width, 3), _BROKEN, dtype=np.uint8)
    share = min(width / image.width, height / image.height)
    size = (max(1, min(width, round(image.width * share))), max(1, min(height, round(image.height * share))))
    image = image.resize(size, Image.Resampling.BOX if share < 1 else Image.Resampling.BICUBIC)
    white = Image.new("RGBA", size, (255, 255, 255, 255))
    white.alpha_composite(image)
    return np.asarray(white.convert("RGB"))


@lru_cache(maxsize=12)
def cover(content: bytes, width: int, height: int) -> Frame:
    """A picture scaled to fill width x height and cropped around its centre: uint8 (height, width, 3)."""
    image = _opened(content)
    if image is None:
        return np.full((height, width, 3), _BROKEN, dtype=np.uint8)
    share = max(width / image.width, height / image.height)
    w, h = width / share, height / share
    left, top = (image.width - w) / 2, (image.height - h) / 2
    place = (max(0.0, left), max(0.0, top), min(float(image.width), left + w), min(float(image.height), top + h))
    method = Image.Resampling.BOX if share < 1 else Image.Resampling.BICUBIC
    image = image.resize((width, height), method, box=place)
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    white.alpha_composite(image)
    return np.asarray(white.convert("RGB"))


def _opened(content: bytes) -> Image.Image | None:
    image = read_picture(content)
    return None if image is None else image.convert("RGBA")


# -- edited pictures, cropped to a part and scaled --------------------------------------------------------------------

#: Pictures up to this many pixels are thumbnails, of which many are cached.
_SMALL = 50_000
#: The part of the light that a veil lets through, in 256ths.
_LIGHT = 110


def photo(content: bytes, edits: Edits, part: tuple[float, float, float, float], width: int, height: int) -> Frame:
    """A part of an edited picture stretched to width x height: uint8 (height, width, 3), white where transparent."""
    scaled = _thumbnail if width * height <= _SMALL else _view
    return scaled(content, edits, part, width, height)


@lru_cache(maxsize=8)
def _picture(content: bytes, edits: Edits) -> Image.Image | None:
    image = read_picture(content)
    if image is None:
        return None
    image = apply_edits(image, edits)
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, (255, 255, 255, 255))
        white.alpha_composite(image)
        image = white.convert("RGB")
    return image


def _scaled(content: bytes, edits: Edits, part: tuple[float, float, float, float], width: int, height: int) -> Frame:
    image = _picture(content, edits)
    if image is None:
        return np.full((height, width, 3), _BROKEN, dtype=np.uint8)
    w, h = image.size
    box = (max(part[0], 0.0) * w, max(part[1], 0.0) * h, min(part[2], 1.0) * w, min(part[3], 1.0) * h)
    shrinks = width < box[2] - box[0]
    pixels = np.asarray(image.resize((width, height), _SHRUNK if shrinks else _ENLARGED, box=box))
    pixels.setflags(write=False)
    return pixels


# Two caches, so that a folder of thumbnails does not push the large picture out, which takes longest to make.
_SHRUNK, _ENLARGED = Image.Resampling.BOX, Image.Resampling.BILINEAR
_thumbnail = lru_cache(maxsize=256)(_scaled)
_view = lru_cache(maxsize=12)(_scaled)


@lru_cache(maxsize=256)
def stretched(content: bytes, size: tuple[int, int], width: int, height: int) -> Frame:
    """Raw pixels of a size at another one: averaged where it is smaller, as squares where it is larger."""
    pixels = np.frombuffer(content, dtype=np.uint8).reshape(size[1], size[0], 3)
    if size == (width, height):
        return pixels
    how = _SHRUNK if width < size[0] else Image.Resampling.NEAREST
    pixels = np.asarray(Image.fromarray(pixels).resize((width, height), how))
    pixels.setflags(write=False)
    return pixels


def darken(frame: Frame, x0: int, y0: int, x1: int, y1: int) -> None:
    """Darken a rectangle of the frame in place."""
    region = frame[y0:y1, x0:x1]
    region[:] = region.astype(np.uint16) * _LIGHT >> 8
