"""The picture behind all windows: one of omnigym's wallpapers, so that no program has to draw it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image
from Xlib import X
from Xlib.xobject.drawable import Window

from omnigym.sim.paint.wallpaper import SHIPPED_SIZES, wallpaper

__all__ = ["backdrop", "paint_backdrop"]

_NAME = "bloom dark"
#: The most bytes of pixels in one request; a server takes at most 262,140 in all.
_MOST = 240_000


@lru_cache(maxsize=4)
def backdrop(size: tuple[int, int]) -> bytes:
    """Return the pixels for a screen's size: four bytes each, blue, green, red, nothing."""
    image = Image.fromarray(wallpaper(_NAME, *SHIPPED_SIZES[0]))
    if image.size != size:
        image = image.resize(size, Image.Resampling.BICUBIC)
    pixels = np.zeros((size[1], size[0], 4), np.uint8)
    pixels[:, :, :3] = np.asarray(image)[:, :, ::-1]
    return pixels.tobytes()


def paint_backdrop(root: Window, size: tuple[int, int]) -> None:
    """Make a picture the background of the root window."""
    width, height = size
    pixels, row, depth = backdrop(size), 4 * width, root.get_geometry().depth
    pixmap = root.create_pixmap(width, height, depth)
    gc = pixmap.create_gc()
    rows = max(1, _MOST // row)
    for top in range(0, height, rows):
        band = pixels[top * row : (top + rows) * row]
        pixmap.put_image(gc, 0, top, width, len(band) // row, X.ZPixmap, depth, 0, band)
    root.change_attributes(background_pixmap=pixmap)
    gc.free()
    pixmap.free()
    root.clear_area()
