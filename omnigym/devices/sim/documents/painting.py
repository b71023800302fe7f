"""The draw ops of a laid-out paragraph."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from omnigym.devices.sim.documents.layout import PAGE_BREAK, Line, Op, Place, Segment, TextLayout, pictures_in, x_of
from omnigym.devices.sim.style.fonts import Font, ascent, line_height, text_width
from omnigym.pictures import UNEDITED

__all__ = ["HANDLE", "PLAIN", "PRINTED", "Inks", "paint_ops"]


#: The size in pixels of the squares at a selected picture by which it is drawn larger, and their colour.
HANDLE, _HANDLE = 8, 0x18A303
#: What is said at a page break, in which colour, and the width of a dot of its line in pixels.
_BREAK, _BREAK_INK, _DOT = "Page Break", 0x7F7F7F, 3
_HIGHLIGHTS = {
    "yellow": 0xFFFF00,
    "green": 0x00FF00,
    "cyan": 0x00FFFF,
    "magenta": 0xFF00FF,
    "blue": 0x0000FF,
    "red": 0xFF0000,
    "lightGray": 0xC0C0C0,
}


class Inks(NamedTuple):
    """The colours of a text: 0xRRGGBB, or names of colours of the palette.

    Attributes:
        text: Colour of text without a colour of its own.
        selection: Colour behind the selected characters.
    """

    text: int | str
    selection: int | str


#: The colours on a page, and those in an editor of plain text.
PRINTED, PLAIN = Inks(0x000000, 0xADD6FF), Inks("text", "selection")


def paint_ops(layout: TextLayout, start: int, end: int, inks: Inks) -> tuple[Op, ...]:
    """The draw ops of a paragraph, with the characters from ``start`` to before ``end`` selected."""
    ops: list[Op] = list(layout.label)
    chosen = end == start + 1
    for line in layout.lines:
        a, b = max(line.start, start), min(line.end, end)
        if a < b:
            left = x_of(layout, line, a)
            ops.append(("rect", left, line.y, x_of(layout, line, b) - left, line.height, inks.selection))
        for segment in layout.segments:
            if segment.format.picture is not None:
                continue
            first, last = max(segment.start, line.start), min(segment.end, line.end)
            if first < last:
                cuts = [first, *[c for c in (a, b) if a < b and first < c < last], last]
                for p, q in pairwise(cuts):
                    _paint_piece(ops, layout, line, segment, (p, q), inks, a <= p < b)
        if inks is PRINTED and layout.text[line.end : line.end + 1] == PAGE_BREAK:
            _paint_break(ops, layout, line)
    for place in pictures_in(layout):
        _paint_picture(ops, layout, place, start <= place.offset < end, chosen)
    return tuple(ops)


def _paint_picture(ops: list[Op], layout: TextLayout, place: Place, selected: bool, chosen: bool) -> None:
    """A picture; selected it has a frame, and alone handles to draw it larger."""
    segment = next(s for s in layout.segments if s.start <= place.offset < s.end)
    assert segment.format.picture is not None
    _, x, y, w, h = place
    ops.append(("photo", x, y, w, h, segment.format.picture.content, UNEDITED, (0.0, 0.0, 1.0, 1.0)))
    if not selected:
        return
    sides = ((x, y, w, 1), (x, y + h - 1, w, 1), (x, y, 1, h), (x + w - 1, y, 1, h))
    ops += [("rect", *side, _HANDLE) for side in sides]
    if chosen:
        half = HANDLE // 2
        for left in (x, x + w // 2 - half, x + w - HANDLE):
            for top in (y, y + h // 2 - half, y + h - HANDLE):
                if (left, top) != (x + w // 2 - half, y + h // 2 - half):
                    ops.append(("rect", left, top, HANDLE, HANDLE, _HANDLE))


def _paint_break(ops: list[Op], layout: TextLayout, line: Line) -> None:
    """The mark of a page break: dots from the end of the line to the margin, with its name between them."""
    font = Font("ui", max(6, line.height // 2))
    left, right, y = x_of(layout, line, line.end) + _DOT, layout.width, line.y + line.height // 2
    width = text_width(_BREAK, font)
    at = left + max(0, (right - left - width) // 2)
    dots = [x for x in range(left, right, 2 * _DOT) if not at - 2 * _DOT <= x <= at + width + _DOT]
    ops += [("rect", x, y, _DOT, 1, _BREAK_INK) for x in dots]
    ops.append(("text", at, line.y + (line.height - line_height(font)) // 2, _BREAK, font, _BREAK_INK))


def _paint_piece(
    ops: list[Op], layout: TextLayout, line: Line, segment: Segment, span: tuple[int, int], inks: Inks, selected: bool
) -> None:
    start, end = span
    font, format_ = segment.font, segment.format
    color = segment.color or inks.text
    left, right = x_of(layout, line, start), x_of(layout, line, end)
    top = line.y + line.ascent - ascent(font)
    background = inks.selection if selected else None
    if format_.highlight and not selected:
        background = _HIGHLIGHTS.get(format_.highlight, 0xFFFF00)
        ops.append(("rect", left, line.y, right - left, line.height, background))
    for a, b in _words(layout.text, start, end) if line.shifts else ((start, end),):
        op: Op = ("text", x_of(layout, line, a), top, layout.text[a:b], font, color)
        ops.append(op if background is None else (*op, background))
    thick = max(1, font.size // 14)
    if format_.underline:
        ops.append(("rect", left, line.y + line.ascent + thick, right - left, thick, color))
    if format_.strike:
        ops.append(("rect", left, line.y + line.ascent - font.size // 3, right - left, thick, color))


def _words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of words from ``start`` to before ``end``; in a justified line each is drawn at its own x."""
    spans, at = [], start
    while at < end:
        space = text.find(" ", at, end)
        stop = space if space >= 0 else end
        if at < stop:
            spans.append((at, stop))
        at = stop + 1
    return spans
