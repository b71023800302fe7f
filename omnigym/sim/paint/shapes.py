"""Rounded rectangles and shadows, antialiased, as masks and ready bitmaps."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from omnigym.sim.paint.blend import Frame, Stencil, darkener, on_plain, stencil
from omnigym.sim.style.colour import Colour, rgb

Corners = tuple[Frame, Frame, Frame, Frame]


def _coverage(width: int, height: int, radius: float) -> NDArray[np.float64]:
    """The part of each pixel that a rounded rectangle covers, 0..1, computed from its signed distance."""
    r = min(radius, width / 2, height / 2)
    near = ceil(r) + 1
    if near == r + 1 and width > 2 * near and height > 2 * near:
        # A large one is a small one whose middle row and column are repeated; the numbers are the same.
        small = _coverage(2 * near, 2 * near, r)
        across, down = (
            np.repeat(np.arange(2 * near), [*[1] * near, n - 2 * near + 1, *[1] * (near - 1)]) for n in (width, height)
        )
        return small[down[:, None], across]
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - r)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - r)
    outside = np.sqrt(np.square(np.maximum(x, 0))[None, :] + np.square(np.maximum(y, 0))[:, None])
    inside = np.minimum(np.maximum(x[None, :], y[:, None]), 0)
    distance: NDArray[np.float64] = outside + inside - r
    return np.clip(0.5 - distance, 0.0, 1.0)


@lru_cache(maxsize=256)
def box_mask(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """Return the coverage of a rounded rectangle: uint8 (height, width). For small ones, since it is cached."""
    return _mask(width, height, radius)


def _mask(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    return np.rint(_coverage(width, height, radius) * 255).astype(np.uint8)


def _box(
    width: int, height: int, radius: int, fill: Colour | None, border: Colour | None
) -> tuple[NDArray[np.uint8], Frame]:
    """Coverage uint8 (h, w) and colours uint8 (h, w, 3) of a rounded box with a border one pixel wide."""
    outer = _coverage(width, height, radius)
    if border is None:
        colours = np.tile(np.array(rgb(fill or 0), dtype=np.uint8), (height, width, 1))
        return np.rint(outer * 255).astype(np.uint8), colours
    inner = np.zeros_like(outer)
    if width > 2 and height > 2:
        inner[1:-1, 1:-1] = _coverage(width - 2, height - 2, max(radius - 1, 0))
    if fill is None:
        colours = np.tile(np.array(rgb(border), dtype=np.uint8), (height, width, 1))
        return np.rint((outer - inner).clip(0, 1) * 255).astype(np.uint8), colours
    share = np.divide(inner, outer, out=np.zeros_like(inner), where=outer > 0).clip(0, 1)[:, :, None]
    mixed = np.array(rgb(border)) * (1 - share) + np.array(rgb(fill)) * share
    return np.rint(outer * 255).astype(np.uint8), np.rint(mixed).astype(np.uint8)


@lru_cache(maxsize=2048)
def box_on(
    width: int, height: int, radius: int, fill: Colour | None, border: Colour | None, background: Colour
) -> Frame:
    """Return a whole box on a plain background: uint8 (height, width, 3). For small boxes, since it is cached."""
    return on_plain(*_box(width, height, radius, fill, border), background)


def _quarters(image: NDArray[np.uint8], n: int) -> tuple[NDArray[np.uint8], ...]:
    """The corners top left, top right, bottom left and bottom right, n x n pixels each."""
    return image[:n, :n], image[:n, -n:], image[-n:, :n], image[-n:, -n:]


@lru_cache(maxsize=256)
def box_corners(radius: int, fill: Colour | None, border: Colour | None, background: Colour) -> Corners:
    """Return the four corners of a box on a plain background, each uint8 (radius, radius, 3)."""
    side = 2 * radius + 2
    a, b, c, d = _quarters(box_on(side, side, radius, fill, border, background), radius)
    return a, b, c, d


@lru_cache(maxsize=128)
def corner_stencils(radius: int, fill: Colour | None, border: Colour | None) -> tuple[Stencil, ...]:
    """Return the four corners of a box, to be blended onto any background."""
    side = 2 * radius + 2
    mask, colours = _box(side, side, radius, fill, border)
    return tuple(stencil(m, c) for m, c in zip(_quarters(mask, radius), _quarters(colours, radius), strict=True))


@lru_cache(maxsize=24)
def shadow_strips(width: int, height: int, radius: int, elevation: int) -> tuple[tuple[int, int, Stencil], ...]:
    """Return the shadow around a rounded rectangle as strips (x, y, stencil), relative to its top left corner.

    It reaches ``elevation`` pixels beyond the rectangle, a little more below than above, and leaves the rectangle out.
    """
    e, drop, n = elevation, elevation // 6, elevation + radius
    # The falloff of one corner is mirrored to the others; the edges repeat its last row and column.
    steps = np.square(np.arange(n) + 0.5)
    reach = np.sqrt(steps[None, :] + steps[:, None])[::-1, ::-1]
    falloff = np.clip((reach - radius) / e, -1, 1)
    corner = np.rint(255 * _SHADOW * np.square(1 - np.clip(falloff, 0, 1))).astype(np.uint8)
    full_width, full_height = width + 2 * e, height + 2 * e
    across, down = max(full_width - 2 * n, 0), max(full_height - 2 * n, 0)
    top = np.hstack([corner, np.repeat(corner[:, -1:], across, axis=1), corner[:, ::-1]])
    mask = np.vstack([top, np.repeat(top[-1:], down, axis=0), top[::-1]])[:full_height, :full_width]
    mask = np.vstack([np.zeros((drop, mask.shape[1]), np.uint8), mask])
    box = _mask(width, height, radius)
    hole = mask[e : e + height, e : e + width]
    hole[...] = hole.astype(np.uint16) * (255 - box) // 255
    edge = e + radius
    parts = (
        (0, edge, 0, full_width),
        (e + height - radius, mask.shape[0], 0, full_width),
        (edge, e + height - radius, 0, e),
        (edge, e + height - radius, e + width, full_width),
    )
    return tuple((x0 - e, y0 - e, darkener(mask[y0:y1, x0:x1])) for y0, y1, x0, x1 in parts)


#: Opacity of a shadow next to its rectangle, 0..1.
_SHADOW = 0.20
