"""The draw ops of a laid-out paragraph."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from omnigym.documents import PICTURE, Document, Format, Paragraph, Picture, Run
from omnigym.pictures import UNEDITED
from omnigym.sim.documents.edit import (
    Edit,
    Position,
    current_format,
    cut,
    delete_selection,
    replaced,
    selection,
    splice,
)
from omnigym.sim.documents.layout import PAGE_BREAK, Line, Op, Place, Segment, TextLayout, pictures_in, x_of
from omnigym.sim.style.fonts import Font, ascent, line_height, text_width

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


# -- picturing --------------------------------------------------------------------------------------------------------

# Pictures in a document that is edited: put in, chosen, made larger, and told apart from letters by where they are.

#: The smallest a picture gets, in points.
_LEAST = 8.0


def insert_picture(edit: Edit, picture: Picture) -> Edit:
    """``edit`` with a picture in the place of the selection, and the caret behind it."""
    held = delete_selection(edit)
    index, offset = held.caret
    paragraphs = held.document.paragraphs
    look = current_format(held)._replace(picture=picture)
    new = splice(paragraphs[index], offset, offset, (Run(PICTURE, look),))
    document = Document((*paragraphs[:index], new, *paragraphs[index + 1 :]))
    return replaced(edit, document, (index, offset + 1), (index, offset + 1))


def _picture_at(edit: Edit, at: Position) -> Picture | None:
    paragraph = edit.document.paragraphs[at[0]]
    runs = cut(paragraph.runs, at[1], at[1] + 1)
    return runs[0].format.picture if runs else None


def chosen_picture(edit: Edit) -> Picture | None:
    """The picture that is selected, None where anything else is, too, or nothing."""
    (first, start), (last, end) = selection(edit)
    return _picture_at(edit, (first, start)) if first == last and end == start + 1 else None


def resized(edit: Edit, w: float) -> Edit:
    """``edit`` with the selected picture ``w`` points wide, and as high as its proportions want it."""
    picture = chosen_picture(edit)
    if picture is None:
        return edit
    w = max(_LEAST, round(w, 1))
    changed = picture._replace(w=w, h=max(1.0, round(w * picture.h / picture.w, 1)))
    if changed == picture:
        return edit
    (index, start), (_, end) = selection(edit)
    paragraphs = edit.document.paragraphs
    look = cut(paragraphs[index].runs, start, end)[0].format._replace(picture=changed)
    new = splice(paragraphs[index], start, end, (Run(PICTURE, look),))
    document = Document((*paragraphs[:index], new, *paragraphs[index + 1 :]))
    return replaced(edit, document, edit.anchor, edit.caret, typing=True)


def captioned(edit: Edit, words: str) -> Edit:
    """``edit`` with a caption below the paragraph of the selected picture, numbered after those that are there."""
    if chosen_picture(edit) is None:
        return edit
    index = edit.caret[0]
    paragraphs = edit.document.paragraphs
    number = 1 + sum([p.style == "Caption" for p in paragraphs[: index + 1]])
    text = f"Figure {number}: {words}" if words else f"Figure {number}"
    new = Paragraph((Run(text, Format(italic=True)),), "Caption", paragraphs[index].alignment)
    document = Document((*paragraphs[: index + 1], new, *paragraphs[index + 1 :]))
    end = (index + 1, len(text))
    return replaced(edit, document, end, end)


def picture_under(layout: TextLayout, x: int, y: int) -> Place | None:
    """The picture of a paragraph that is at a point, in pixels of the paragraph; None where there is none."""
    return next((p for p in pictures_in(layout) if p.x <= x < p.x + p.w and p.y <= y < p.y + p.h), None)
