"""What changed on the screen, as a small picture."""

from __future__ import annotations

import io
import struct

import numpy as np
from PIL import Image

from omnigym.devices.protocol import Frame

__all__ = ["changed_part"]

#: Before the PNG: left, top, and the screen's width and height, in pixels.
_HEADER = struct.Struct("<4H")


def changed_part(old: Frame | None, new: Frame) -> bytes | None:
    """The smallest rectangle that holds every pixel that differs: four numbers, then a PNG; None if none does.

    Args:
        old: The screen that the page shows; None for nothing yet.
        new: The screen now, uint8 (H, W, 3).

    >>> black = np.zeros((4, 6, 3), np.uint8)
    >>> white = black.copy()
    >>> white[1:3, 2] = 255
    >>> _HEADER.unpack_from(changed_part(black, white))
    (2, 1, 6, 4)
    >>> changed_part(black, black.copy()) is None
    True
    """
    height, width = new.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if old is not None and old.shape == new.shape:
        rows = np.flatnonzero((old != new).any(axis=(1, 2)))
        if not rows.size:
            return None
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        columns = np.flatnonzero((old[top:bottom] != new[top:bottom]).any(axis=(0, 2)))
        left, right = int(columns[0]), int(columns[-1]) + 1
    out = io.BytesIO()
    out.write(_HEADER.pack(left, top, width, height))
    Image.fromarray(new[top:bottom, left:right]).save(out, "PNG", compress_level=1)
    return out.getvalue()
