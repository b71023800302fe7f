"""Pictures from the bytes of image files, scaled to fit or to fill."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image

from omnigym.devices.sim.paint.blend import Frame
from omnigym.pictures import read_picture

__all__ = ["cover", "picture"]

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
