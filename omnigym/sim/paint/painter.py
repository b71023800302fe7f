"""The painter: puts the panels of a screen onto a frame, back to front, within a damaged rectangle.

The ops of a widget are cached by its content (`look`), and a small widget on a plain ground is cached as a bitmap, so
painting a button for the second time copies its pixels.

The invariant: the pixels of a rectangle do not depend on the damage with which it was painted. So whatever decides
between two ways of drawing (the ground, the size of a bitmap) looks at the panel and never at the damage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from omnigym.sim.memo import Memo
from omnigym.sim.paint.blend import Frame, paste
from omnigym.sim.paint.canvas import Clip, Op, draw, fill_rect
from omnigym.sim.paint.look import MARGIN, Drawing, drawing_of, put_picture
from omnigym.sim.paint.subject import APPEARANCES
from omnigym.sim.style.colour import Colour, strip
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Item, Laid, Panel, clip_box

__all__ = ["MARGIN", "alike", "bleed_of", "bodies_of", "margin_of", "paint", "reach"]

_NOTHING: Clip = (0, 0, 0, 0)
#: No shadow of a nested piece reaches further than this many pixels.
_SHADOWED = 64
#: Widgets up to this many pixels are cached as bitmaps.
_SPRITE = 12_000
#: Rows of lists are cached as bitmaps up to this many pixels, but fewer of them.
_WIDE = 40_000
#: A nested piece with at least this many items can be cached as one bitmap.
_MANY = 4

#: The rectangle of an item (left, top, right, bottom), the item, and its drawing without the flags of the moment.
_Entry = tuple[int, int, int, int, Item, Drawing]
#: The grounds painted so far, back to front: rectangle, plain colour (-1 if it is a picture) and radius of the corners.
_Grounds = list[tuple[int, int, int, int, Colour, int]]


def bleed_of(item: Item, theme: Theme) -> int:
    """Return the pixels by which an item's shadow exceeds its rectangle; damage must be enlarged by it."""
    return _drawing(item, item.flags, theme).bleed


def margin_of(item: Item, theme: Theme) -> int:
    """Return the pixels by which an item may paint beyond its rectangle, by shadow or overhanging letters."""
    return _drawing(item, item.flags, theme).margin


def alike(a: Item, b: Item, theme: Theme, hot_a: int = 0, hot_b: int = 0) -> bool:
    """Return whether two items at the same place look the same; ``hot_a`` and ``hot_b`` are their hover flags."""
    return _drawing(a, a.flags | hot_a, theme).ops == _drawing(b, b.flags | hot_b, theme).ops


def reach(laid: Laid, theme: Theme) -> int:
    """Return the pixels by which a piece may paint beyond its own size."""
    found: int | None = laid.caches.get(("reach", theme))
    if found is None:
        w, h = laid.w, laid.h
        outs = [drawing.margin - min(x0, y0, w - x1, h - y1) for x0, y0, x1, y1, _, drawing in _entries(laid, theme)]
        outs += [MARGIN - min(s.x, s.y, w - s.x - s.laid.w, h - s.y - s.laid.h) for s in laid.subs]
        found = laid.caches["reach", theme] = max(0, *outs, 0)
    return found


def bodies_of(panels: Sequence[Panel], theme: Theme) -> tuple[Clip, Clip]:
    """Return the area that the background of a surface's first panel covers completely, without rounded corners.

    Returns:
        Two overlapping boxes in screen pixels whose union it is: one of its whole width, one of its whole height.
        Both are empty if the panel has no background.
    """
    panel = panels[0]
    entries = _entries(panel.laid, theme)
    if not entries or entries[0][5].fill is None:
        return _NOTHING, _NOTHING
    x0, y0, x1, y1, _, drawing = entries[0]
    x, y, r = panel.x, panel.y, drawing.radius
    wide, tall = (x + x0, y + y0 + r, x + x1, y + y1 - r), (x + x0 + r, y + y0, x + x1 - r, y + y1)
    return clip_box(wide, panel.clip), clip_box(tall, panel.clip)


def paint(frame: Frame, rect: Clip, panels: Sequence[Panel], theme: Theme) -> None:
    """Paint a rectangle of the screen.

    Args:
        frame: uint8 (H, W, 3), C-contiguous; changed within ``rect`` only.
        rect: The damage: left, top, right, bottom in pixels of the frame; it lies in the frame.
        panels: All panels of the screen, back to front.
        theme: Gives the styles.
    """
    left, top, right, bottom = rect
    seen = [p for p in panels if p[3][0] < right and p[3][1] < bottom and p[3][2] > left and p[3][3] > top]
    if not seen or left >= right or top >= bottom:
        return
    grounds: _Grounds = []
    for laid, x, y, (a, b, c, d), hot, *_ in seen[_first_visible(seen, rect, theme) :]:
        clip = (a if a > left else left, b if b > top else top, c if c < right else right, d if d < bottom else bottom)
        before = len(grounds)
        _paint_laid(frame, laid, x, y, clip, (a, b, c, d), hot, theme, grounds)
        for i in range(before, len(grounds)):
            x0, y0, x1, y1, colour, radius = grounds[i]
            if x0 < a or y0 < b or x1 > c or y1 > d:  # the part outside of the panel is no ground for other panels
                grounds[i] = (max(x0, a), max(y0, b), min(x1, c), min(y1, d), colour, radius)


def _first_visible(panels: Sequence[Panel], rect: Clip, theme: Theme) -> int:
    """Index of the frontmost panel whose background hides all panels behind it in ``rect``, or 0."""
    left, top, right, bottom = rect
    for index in range(len(panels) - 1, 0, -1):
        panel = panels[index]
        a, b, c, d = panel.clip
        if a > left or b > top or c < right or d < bottom:
            continue
        entries = _entries(panel.laid, theme)
        if not entries:
            continue
        x0, y0, x1, y1, _, drawing = entries[0]
        if drawing.fill is None:
            continue
        x, y = panel.x, panel.y
        if _hides(x0 + x, y0 + y, x1 + x, y1 + y, drawing.radius, left, top, right, bottom):
            return index
    return 0


def _hides(x0: int, y0: int, x1: int, y1: int, r: int, left: int, top: int, right: int, bottom: int) -> bool:
    """Whether a box (x0, y0, x1, y1) with corners of radius ``r`` covers the rectangle (left, top, right, bottom)."""
    if x0 > left or y0 > top or x1 < right or y1 < bottom:
        return False
    return not r or (x0 + r <= left and x1 - r >= right) or (y0 + r <= top and y1 - r >= bottom)


def _entries(laid: Laid, theme: Theme) -> list[_Entry]:
    """The items of a piece with their drawings, computed once for each theme."""
    found: list[_Entry] | None = laid.caches.get(theme)
    if found is None:
        found = laid.caches[theme] = [
            (i.x, i.y, i.x + i.w, i.y + i.h, i, _drawing(i, i.flags, theme)) for i in laid.items if i.w > 0 and i.h > 0
        ]
    return found


def _covers(laid: Laid, entries: list[_Entry], theme: Theme) -> list[int]:
    """Indices of the items of a piece that hide what is behind them and are the ground of others."""
    found: list[int] | None = laid.caches.get(("covers", theme))
    if found is None:
        found = [i for i, e in enumerate(entries) if e[5].fill is not None and e[5].is_ground]
        laid.caches["covers", theme] = found
    return found


def _drawing(item: Item, flags: int, theme: Theme) -> Drawing:
    appearance = APPEARANCES[item.kind]
    if appearance.brings_ops:  # new at every typed letter, so caching would be of no use
        return _PICTURE
    make = drawing_of if appearance.recurs else drawing_of.__wrapped__
    return make(theme, item.kind, item.style, item.w, item.h, item.text, item.icon, flags, item.data)


_PICTURE = Drawing((), None, 0, 0, MARGIN, False, False)


def _paint_laid(
    frame: Frame,
    laid: Laid,
    x: int,
    y: int,
    clip: Clip,
    room: Clip,
    hot: Mapping[str, int],
    theme: Theme,
    grounds: _Grounds,
) -> None:
    left, top, right, bottom = clip[0] - x, clip[1] - y, clip[2] - x, clip[3] - y
    entries = _entries(laid, theme)
    for index in reversed(_covers(laid, entries, theme)):
        x0, y0, x1, y1, item, drawing = entries[index]
        if _hides(x0, y0, x1, y1, drawing.radius, left, top, right, bottom):
            # What is behind it is skipped, but may still be the ground of an item that lies on it only in part: with
            # other damage it would be, and the pixels must be the same.
            for a, b, c, d, under, behind in [entries[i] for i in _covers(laid, entries, theme) if i < index]:
                fill = _drawing(under, under.flags | hot.get(under.node.key, 0), theme).fill if hot else behind.fill
                if fill is not None:
                    grounds.append((x + a, y + b, x + c, y + d, fill, behind.radius))
            entries = entries[index:]
            break
    for x0, y0, x1, y1, item, drawing in entries:
        margin = drawing.margin
        if x0 - margin >= right or y0 - margin >= bottom or x1 + margin <= left or y1 + margin <= top:
            continue
        if hot and item.node.key in hot:
            drawing = _drawing(item, item.flags | hot[item.node.key], theme)
        if drawing is _PICTURE:
            ground = _ground_at(grounds, x + x0, y + y0, x + x1, y + y1, room)
            put_picture(frame, x + x0, y + y0, item.data or (), clip, ground, theme.palette)
        elif drawing.ops:
            _paint_item(frame, x + x0, y + y0, item, drawing, clip, room, grounds)
    for sub in laid.subs:
        sx, sy = sub.x, sub.y
        over = max(sx - right, sy - bottom, left - sx - sub.laid.w, top - sy - sub.laid.h)
        if over < 0 or (over < _SHADOWED and over < reach(sub.laid, theme)):
            found = _bitmap_of(sub.laid, theme, hot) if _within(x + sx, y + sy, sub.laid, room) else None
            if found is None:
                _paint_laid(frame, sub.laid, x + sx, y + sy, clip, room, hot, theme, grounds)
            else:
                paste(frame, found[0], x + sx, y + sy, clip)
                grounds += [(x + sx + a, y + sy + b, x + sx + c, y + sy + d, e, r) for a, b, c, d, e, r in found[1]]


def _within(x: int, y: int, laid: Laid, room: Clip) -> bool:
    return x >= room[0] and y >= room[1] and x + laid.w <= room[2] and y + laid.h <= room[3]


def _bitmap_of(laid: Laid, theme: Theme, hot: Mapping[str, int]) -> tuple[Frame, _Grounds] | None:
    """The bitmap of an opaque nested piece (a row of a list) and the grounds in it, or None if it has none.

    The first time only a mark is kept, since most rows are painted once; the bitmap is made the second time.
    """
    opaque = laid.caches.get(("opaque", theme))
    if opaque is None:
        opaque = laid.caches["opaque", theme] = _is_opaque(laid, theme)
    if not opaque or (hot and any(laid.has(key) for key in hot)):
        return None
    key = (laid, theme)
    found = _BITMAPS.get(key)
    if found is None:
        _BITMAPS.put(key, _ONCE)
    elif found is _ONCE:
        whole: Clip = (0, 0, laid.w, laid.h)
        grounds: _Grounds = []
        pixels = np.empty((laid.h, laid.w, 3), dtype=np.uint8)
        _paint_laid(pixels, laid, 0, 0, whole, whole, {}, theme, grounds)
        return _BITMAPS.put(key, (pixels, grounds))
    return None if found is _ONCE else found


def _is_opaque(laid: Laid, theme: Theme) -> bool:
    """Whether a piece looks the same whatever is behind it, and has enough items to be worth a bitmap."""
    entries = _entries(laid, theme)
    if len(entries) < _MANY or laid.w * laid.h > _WIDE or reach(laid, theme):
        return False
    x0, y0, x1, y1, _, drawing = entries[0]
    plain = drawing.fill is not None and drawing.fill >= 0 and not drawing.radius
    return plain and (x0, y0, x1, y1) == (0, 0, laid.w, laid.h)


#: The mark of a piece that was painted once.
_ONCE: tuple[Frame, _Grounds] = (np.empty((0, 0, 3), np.uint8), [])
#: Bitmaps of the pieces that were painted last.
_BITMAPS: Memo[tuple[Frame, _Grounds]] = Memo(128)


def _paint_item(
    frame: Frame, x: int, y: int, item: Item, drawing: Drawing, clip: Clip, room: Clip, grounds: _Grounds
) -> None:
    w, h, fill = item.w, item.h, drawing.fill
    if fill is not None and fill >= 0:
        if drawing.is_plain and _hides(x + 1, y + 1, x + w - 1, y + h - 1, drawing.radius, *clip):
            fill_rect(frame, *clip, fill, clip)  # the damage is inside of it: neither edge nor shadow is in it
        else:
            # An item with a shadow lies on its own shadow, so its ground is not plain.
            ground = None if drawing.bleed else _ground_at(grounds, x, y, x + w, y + h, room)
            if ground is not None and w * h <= (_WIDE if item.style == "row" else _SPRITE):
                kept = _sprite if w * h <= _SPRITE else _wide_sprite
                paste(frame, kept(drawing.ops, w, h, ground), x, y, clip)
            else:
                draw(frame, drawing.ops, x, y, clip, ground)
    else:
        draw(frame, drawing.ops, x, y, clip, _ground_at(grounds, x, y, x + w, y + h, room))
    if fill is not None and drawing.is_ground:
        grounds.append((x, y, x + w, y + h, fill, drawing.radius))


def _ground_at(grounds: _Grounds, x0: int, y0: int, x1: int, y1: int, room: Clip) -> Colour | None:
    """The plain colour under a rectangle: that of the frontmost ground that contains its part in the panel's ``room``.

    None if that is a picture, or if a round corner of it lies in the rectangle. The damage must not matter here.
    """
    if x0 < room[0]:
        x0 = room[0]
    if y0 < room[1]:
        y0 = room[1]
    if x1 > room[2]:
        x1 = room[2]
    if y1 > room[3]:
        y1 = room[3]
    for a, b, c, d, colour, radius in reversed(grounds):
        if a <= x0 and b <= y0 and c >= x1 and d >= y1:
            if colour < 0:
                return None
            if radius > 1:  # the rectangle may reach into a round corner of the ground
                dx, dy = radius - min(x0 - a, c - x1), radius - min(y0 - b, d - y1)
                if dx > 0 and dy > 0 and dx * dx + dy * dy > (radius - 1) ** 2:
                    return None
            return colour
    return None


@lru_cache(maxsize=128)
def _wide_sprite(ops: tuple[Op, ...], w: int, h: int, ground: Colour) -> Frame:
    return _bitmap(ops, w, h, ground)


@lru_cache(maxsize=2048)
def _sprite(ops: tuple[Op, ...], w: int, h: int, ground: Colour) -> Frame:
    return _bitmap(ops, w, h, ground)


def _bitmap(ops: tuple[Op, ...], w: int, h: int, ground: Colour) -> Frame:
    """A widget on a plain ground, as a bitmap."""
    pixels = np.empty((h, w, 3), dtype=np.uint8)
    pixels[:] = strip(ground)[:, :w]
    draw(pixels, ops, 0, 0, (0, 0, w, h), ground)
    pixels.setflags(write=False)
    return pixels
