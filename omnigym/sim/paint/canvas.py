"""Draw ops, and the loop that puts them onto a frame.

An op is a plain tuple, in coordinates of its own; colours are ints, ``None`` is "nothing"::

    ("rect",   x, y, w, h, colour)
    ("box",    x, y, w, h, fill, edge, radius)        rounded, with an edge one pixel wide inside
    ("foot",   x, y, w, h, fill, radius)              whose lower corners alone are rounded, on whatever is there
    ("shadow", x, y, w, h, radius, elevation)         around that rectangle
    ("text",   x, y, text, font, colour, ground)      from the top left of its line box
    ("halo",   x, y, text, font, colour)              a soft shade around letters that are to lie on a picture
    ("icon",   x, y, size, name, colour, ground)
    ("image",  x, y, w, h, content)                   the bytes of a picture, fitted
    ("photo",  x, y, w, h, content, edits, part)      a part of an edited picture, stretched
    ("pixels", x, y, w, h, size, content)             raw pixels of a size, three bytes each, stretched
    ("rects",  x, y, rects)                           many of (x, y, w, h, colour), the later ones in front
    ("veil",   x, y, w, h)                            darkens what is there
    ("tint",   x, y, w, h, colour, ground)            what is ``ground`` there becomes ``colour``, ink stays
    ("wallpaper", x, y, w, h, source)                 one that ships, by name, or the bytes of a picture that fills all

``ground`` is the plain colour under a text or an icon; None stands for the ground that `draw` is given for all ops.
Text is combined with the frame by the darker (or lighter) of both pixels, so letters that overhang never cut each
other off, and drawing a line in one piece or letter by letter gives the same bytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from omnigym.sim.paint.blend import Frame, blend, paste
from omnigym.sim.paint.icons import icon_on, icon_stencil
from omnigym.sim.paint.images import cover, darken, photo, picture, stretched
from omnigym.sim.paint.shapes import box_corners, box_on, corner_stencils, shadow_strips
from omnigym.sim.paint.text import halo_stencil, run_on, run_stencil
from omnigym.sim.paint.wallpaper import wallpaper
from omnigym.sim.style.colour import Colour, rgb, strip
from omnigym.sim.style.fonts import Font, positions
from omnigym.sim.ui.items import clip_box

#: Left, top, right, bottom in pixels of the frame; it lies in the frame.
Clip: TypeAlias = tuple[int, int, int, int]
Op: TypeAlias = tuple[Any, ...]

#: Longer runs of letters are cut to what can be seen of them; letters that may reach beyond their own place.
_LONG, _OVERHANG = 500, 4
#: Boxes up to this many pixels are cached as one bitmap, larger ones are made of corners and fills.
_SMALL = 6_000


def fill_rect(frame: Frame, x0: int, y0: int, x1: int, y1: int, colour: Colour, clip: Clip) -> None:
    """Fill a rectangle, within the clip."""
    left, top, right, bottom = clip
    if x0 < left:
        x0 = left
    if y0 < top:
        y0 = top
    if x1 > right:
        x1 = right
    if y1 > bottom:
        y1 = bottom
    if x0 < x1 and y0 < y1:
        frame[y0:y1, x0:x1] = strip(colour)[:, : x1 - x0]


def put_text(
    frame: Frame, x: int, y: int, text: str, font: Font, colour: Colour, ground: Colour | None, clip: Clip
) -> None:
    """Draw a run of letters; without a ``ground`` it is blended with the content of the frame."""
    if len(text) > _LONG:
        text, x = _within(text, font, x, clip)
    if ground is None:  # blended, which costs more, and is cached for fewer runs
        dx, mask = run_stencil(text, font, colour)
        blend(frame, mask, x + dx, y, clip)
        return
    dx, pixels, width, height = run_on(text, font, colour, ground)
    x += dx
    left, top, right, bottom = clip
    x1, y1 = x + width, y + height
    if x < left or y < top or x1 > right or y1 > bottom:
        a, b = max(x, left), max(y, top)
        x1, y1 = min(x1, right), min(y1, bottom)
        if a >= x1 or b >= y1:
            return
        pixels = pixels[b - y : y1 - y, a - x : x1 - x]
        x, y = a, b
    _lay_over(frame[y:y1, x:x1], pixels, colour, ground)


def _within(text: str, font: Font, x: int, clip: Clip) -> tuple[str, int]:
    """The letters of a run that can be seen, and where the first of them is."""
    places = positions(text, font)
    first = max(0, bisect_right(places, clip[0] - x) - 1 - _OVERHANG)
    return text[first : bisect_left(places, clip[2] - x) + _OVERHANG], x + places[first]


def _lay_over(region: Frame, pixels: Frame, colour: Colour, ground: Colour) -> None:
    """Combine pixels of ``colour`` on ``ground`` with a region: per channel, the extreme in the colour's direction."""
    if colour & 0xFF <= ground & 0xFF and colour & 0xFF00 <= ground & 0xFF00 and colour >> 16 <= ground >> 16:
        np.minimum(region, pixels, out=region)
        return
    if colour == 0xFFFFFF:  # no ground is lighter
        np.maximum(region, pixels, out=region)
        return
    for channel, (ink, under) in enumerate(zip(rgb(colour), rgb(ground), strict=True)):
        part = region[:, :, channel]
        (np.maximum if ink > under else np.minimum)(part, pixels[:, :, channel], out=part)


def _rect(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, colour = op
    x, y = x + dx, y + dy
    fill_rect(frame, x, y, x + w, y + h, colour, clip)


def _box(frame: Frame, x: int, y: int, op: Op, clip: Clip, ground: Colour | None) -> None:
    _, dx, dy, w, h, fill, edge, r = op
    x0, y0 = x + dx, y + dy
    x1, y1 = x0 + w, y0 + h
    r = min(r, w // 2, h // 2)
    if ground is not None and r and w * h <= _SMALL:
        paste(frame, box_on(w, h, r, fill, edge, ground), x0, y0, clip)
        return
    if fill is not None:
        if r:
            fill_rect(frame, x0 + r, y0, x1 - r, y0 + r, fill, clip)
            fill_rect(frame, x0 + r, y1 - r, x1 - r, y1, fill, clip)
        fill_rect(frame, x0, y0 + r, x1, y1 - r, fill, clip)
    if edge is not None:
        fill_rect(frame, x0 + r, y0, x1 - r, y0 + 1, edge, clip)
        fill_rect(frame, x0 + r, y1 - 1, x1 - r, y1, edge, clip)
        fill_rect(frame, x0, y0 + r, x0 + 1, y1 - r, edge, clip)
        fill_rect(frame, x1 - 1, y0 + r, x1, y1 - r, edge, clip)
    if r:
        places = ((x0, y0), (x1 - r, y0), (x0, y1 - r), (x1 - r, y1 - r))
        if ground is None:
            for (cx, cy), mask in zip(places, corner_stencils(r, fill, edge), strict=True):
                blend(frame, mask, cx, cy, clip)
        else:
            for (cx, cy), pixels in zip(places, box_corners(r, fill, edge, ground), strict=True):
                paste(frame, pixels, cx, cy, clip)


def _foot(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, fill, r = op
    x0, y0 = x + dx, y + dy
    x1, y1 = x0 + w, y0 + h
    fill_rect(frame, x0, y0, x1, y1 - r, fill, clip)
    fill_rect(frame, x0 + r, y1 - r, x1 - r, y1, fill, clip)
    if r:
        left, right = corner_stencils(r, fill, None)[2:]
        blend(frame, left, x0, y1 - r, clip)
        blend(frame, right, x1 - r, y1 - r, clip)


def _halo(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, text, font, colour = op
    inset, mask = halo_stencil(text, font, colour)
    blend(frame, mask, x + dx + inset[0], y + dy + inset[1], clip)


def _shadow(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, radius, elevation = op
    for sx, sy, mask in shadow_strips(w, h, radius, elevation):
        blend(frame, mask, x + dx + sx, y + dy + sy, clip)


def _text(frame: Frame, x: int, y: int, op: Op, clip: Clip, ground: Colour | None) -> None:
    _, dx, dy, text, font, colour, own = op
    put_text(frame, x + dx, y + dy, text, font, colour, ground if own is None else own, clip)


def _icon(frame: Frame, x: int, y: int, op: Op, clip: Clip, ground: Colour | None) -> None:
    _, dx, dy, size, name, colour, own = op
    under = ground if own is None else own
    if under is None:
        blend(frame, icon_stencil(name, size, colour), x + dx, y + dy, clip)
    else:
        paste(frame, icon_on(name, size, colour, under), x + dx, y + dy, clip)


def _image(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, content = op
    pixels = picture(content, w, h)
    paste(frame, pixels, x + dx + (w - pixels.shape[1]) // 2, y + dy + (h - pixels.shape[0]) // 2, clip)


def _photo(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, content, edits, part = op
    paste(frame, photo(content, edits, part, w, h), x + dx, y + dy, clip)


def _pixels(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, size, content = op
    paste(frame, stretched(content, size, w, h), x + dx, y + dy, clip)


def _rects(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, rects = op
    x, y = x + dx, y + dy
    for left, top, w, h, colour in rects:
        fill_rect(frame, x + left, y + top, x + left + w, y + top + h, colour, clip)


def _veil(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h = op
    x0, y0, x1, y1 = clip_box((x + dx, y + dy, x + dx + w, y + dy + h), clip)
    if x0 < x1 and y0 < y1:
        darken(frame, x0, y0, x1, y1)


def _tint(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, colour, under = op
    x0, y0, x1, y1 = clip_box((x + dx, y + dy, x + dx + w, y + dy + h), clip)
    if x0 < x1 and y0 < y1:
        _lay_over(
            frame[y0:y1, x0:x1], np.broadcast_to(strip(colour)[:, : x1 - x0], (y1 - y0, x1 - x0, 3)), colour, under
        )


def _wallpaper(frame: Frame, x: int, y: int, op: Op, clip: Clip, _ground: Colour | None) -> None:
    _, dx, dy, w, h, source = op
    pixels = cover(source, w, h) if isinstance(source, bytes) else wallpaper(source, w, h)
    paste(frame, pixels, x + dx, y + dy, clip)


_DRAW: dict[str, Callable[[Frame, int, int, Op, Clip, Colour | None], None]] = {
    "rect": _rect,
    "box": _box,
    "foot": _foot,
    "halo": _halo,
    "shadow": _shadow,
    "text": _text,
    "icon": _icon,
    "image": _image,
    "photo": _photo,
    "pixels": _pixels,
    "rects": _rects,
    "veil": _veil,
    "tint": _tint,
    "wallpaper": _wallpaper,
}


def draw(frame: Frame, ops: Iterable[Op], x: int, y: int, clip: Clip, ground: Colour | None) -> None:
    """Draw ops onto a frame, in order.

    Args:
        frame: uint8 (H, W, 3), changed in place.
        ops: The draw ops; see the module.
        x, y: Position of their origin in pixels of the frame.
        clip: The box of the frame outside of which nothing is changed.
        ground: The plain colour that they are drawn on, or None if it is not plain.
    """
    for op in ops:
        _DRAW[op[0]](frame, x, y, op, clip, ground)
