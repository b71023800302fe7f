"""The drawing of a widget: from its size, text, icon and flags to draw ops.

`drawing_of` is a cached pure function; the painter runs its ops. How a kind is drawn is in its record (`Appearance`),
colours and sizes come from the theme's `Style`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from omnigym.sim.paint.blend import Frame
from omnigym.sim.paint.canvas import Clip, Op, draw, fill_rect, put_text
from omnigym.sim.paint.subject import APPEARANCES, Subject
from omnigym.sim.style.colour import Colour, Shade
from omnigym.sim.style.fonts import Font, line_height, positions
from omnigym.sim.style.palette import Palette
from omnigym.sim.style.theme import Theme

#: Pixels around an item that its focus ring and overhanging letters may touch.
MARGIN = 2


class Drawing(NamedTuple):
    """How one widget is drawn.

    Attributes:
        ops: The draw ops.
        fill: The plain colour that it fills its rectangle with; -1 if it fills it with a picture, None if it does not
            fill it.
        bleed: Pixels by which its shadow reaches beyond its rectangle.
        radius: Radius of its corners, which it does not fill.
        margin: Pixels by which it may paint beyond its rectangle at all.
        is_ground, is_plain: As its kind's `Appearance` says.
    """

    ops: tuple[Op, ...]
    fill: Colour | None
    bleed: int
    radius: int
    margin: int
    is_ground: bool
    is_plain: bool


@lru_cache(maxsize=8192)
def drawing_of(
    theme: Theme, kind: str, style: str, w: int, h: int, text: str, icon: str, flags: int, data: object
) -> Drawing:
    """The drawing of a widget.

    Args:
        theme: Gives style and colours.
        kind, style, w, h, text, icon, flags, data: As in `Item`, the flags of the moment included.

    Raises:
        UnknownNameError: There is no such kind of widget, or none of its styles is named so.
    """
    appearance = APPEARANCES[kind]
    found = theme.style(kind, style)
    ops = tuple(appearance.draw(Subject(theme, found, kind, style, w, h, text, icon, flags, data)))
    fill, radius, bleed = None, 0, 0
    if ops and ops[-1][0] in ("photo", "rects", "wallpaper"):
        fill = -1
    # The last op that fills the whole rectangle determines what shows under the items on it.
    for op in ops:
        if op[0] == "shadow":
            bleed = max(bleed, op[6] + op[6] // 6)
        elif op[0] == "rect" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], 0
        elif op[0] == "foot" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], op[6]
        elif op[0] == "box" and op[1:5] == (0, 0, w, h) and op[5] is not None:
            fill, radius = op[5], op[7]
    margin = bleed or (0 if appearance.exact else MARGIN)
    return Drawing(ops, fill, bleed, radius, margin, appearance.is_ground, appearance.is_plain)


# -- lines ------------------------------------------------------------------------------------------------------------

# Pictures: draw ops that apps and editors write themselves. Only the damaged part of a line of text is drawn.

#: Damage up to this wide is drawn letter by letter: it comes from typing, so the words in it would be rasterised for a
#: single use, while the letters are in the cache.
_NARROW = 48


def put_picture(
    frame: Frame, x: int, y: int, ops: tuple[Op, ...], clip: Clip, ground: Colour | None, palette: Palette
) -> None:
    """Draw an app's own ops: those of `canvas`, with two liberties.

    A colour may be the name of one of the palette's, or a `Shade`, so that it is another one in dark mode.

    Args:
        frame: uint8 (H, W, 3), changed in place.
        x, y: Position of the picture in pixels of the frame.
        ops: The ops; "text" and "rect" ops outside of the clip are skipped.
        clip: The box of the frame outside of which nothing is changed.
        ground: The plain colour that the picture is on, or None.
        palette: Gives the colours by name.
    """
    left, top, right, bottom = clip
    for op in ops:
        kind = op[0]
        if kind == "text":
            font = op[4]
            at_y = y + op[2]
            if at_y < bottom and at_y + line_height(font) > top and x + op[1] < right + font.size:
                colour, under = op[5], op[6] if len(op) > 6 else ground
                if type(colour) is str:
                    colour = getattr(palette, colour)
                if type(under) is str:
                    under = getattr(palette, under)
                put_letters(frame, x + op[1], at_y, op[3], font, colour, under, clip)
        elif kind == "rect":
            a, b = x + op[1], y + op[2]
            if a < right and b < bottom and a + op[3] > left and b + op[4] > top:
                colour = op[5]
                if type(colour) is not int:
                    colour = palette.of(colour)
                fill_rect(frame, a, b, a + op[3], b + op[4], colour, clip)
        else:
            draw(frame, (_coloured(op, palette),), x, y, clip, ground)


#: Indices of the colours in an op, by its kind.
_COLOURS = {"box": (5, 6), "foot": (5,), "halo": (5,), "icon": (5, 6), "tint": (5, 6)}


def _coloured(op: Op, palette: Palette) -> Op:
    """An op with names of colours replaced by colours, and with a ground if it was left out."""
    parts = [*op, None] if op[0] == "icon" and len(op) == 6 else list(op)
    for at in _COLOURS.get(op[0], ()):
        if type(parts[at]) in (str, Shade):
            parts[at] = palette.of(parts[at])
    return tuple(parts)


def put_letters(
    frame: Frame, x: int, y: int, text: str, font: Font, colour: Colour, ground: Colour | None, clip: Clip
) -> None:
    """Draw the part of a line of text that is in the clip, in pieces that are likely to be cached already."""
    places = positions(text, font)
    margin = font.size // 3 + 1 if font.italic else 2 + font.size // 24  # letters may hang over their advance
    left, right = clip[0] - x - margin, clip[2] - x + margin
    if places[-1] <= left or right <= 0:
        return
    for start, run in _runs(text, places, left, right, clip[2] - clip[0] <= _NARROW):
        put_text(frame, x + places[start], y, run, font, colour, ground, clip)


def _runs(text: str, places: tuple[int, ...], left: int, right: int, narrow: bool) -> Iterator[tuple[int, str]]:
    """The (start, letters) of the pieces to draw between two x offsets: letters if ``narrow``, else words."""
    if narrow:
        first = max(bisect_right(places, left) - 1, 0)
        for index in range(first, min(bisect_left(places, right), len(text))):
            if text[index] != " ":
                yield index, text[index]
        return
    for start, word in _words(text):
        if places[start] < right and places[start + len(word)] > left:
            yield start, word


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[tuple[int, str], ...]:
    """The (start, letters) of each word; long words are split, so that each cached bitmap stays small."""
    found, start = [], 0
    for word in text.split(" "):
        for at in range(0, len(word), _LONGEST):
            found.append((start + at, word[at : at + _LONGEST]))
        start += len(word) + 1
    return tuple(found)


_LONGEST = 16
