"""Pictures from bytes."""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np
from PIL import Image, UnidentifiedImageError

from omnigym.devices.sim.paint.blend import Frame

__all__ = ["picture"]

#: What stands for a picture that cannot be read.
_BROKEN = 0xC8


@lru_cache(maxsize=32)
def picture(content: bytes, width: int, height: int) -> Frame:
    """A picture scaled to fit into width x height, its proportions kept: uint8 (h <= height, w <= width, 3).

    Transparent parts show white; what is no picture is a grey square.
    """
    try:
        with Image.open(io.BytesIO(content)) as opened:
            image = opened.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return np.full((height, width, 3), _BROKEN, dtype=np.uint8)
    share = min(width / image.width, height / image.height)
    size = (max(1, min(width, round(image.width * share))), max(1, min(height, round(image.height * share))))
    image = image.resize(size, Image.Resampling.BOX if share < 1 else Image.Resampling.BICUBIC)
    white = Image.new("RGBA", size, (255, 255, 255, 255))
    white.alpha_composite(image)
    return np.asarray(white.convert("RGB"))
