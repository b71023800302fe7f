"""Layout of a formatted paragraph: its lines and the position of each character."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents import Format, Paragraph, Picture
from omnigym.sim.documents.difference import common_start
from omnigym.sim.style.fonts import Font, ascent, char_advances, line_height

#: A draw operation of the painter, in pixels of the paragraph.
Op: TypeAlias = tuple[Any, ...]


class StyleLook(NamedTuple):
    """The look of a paragraph style: font size, colour 0xRRGGBB, space before and after, in points; its typeface."""

    size: float = 11.0
    color: int = 0x000000
    before: float = 0.0
    after: float = 8.0
    family: str = "ui"


STYLE_LOOKS: dict[str, StyleLook] = {
    "Normal": StyleLook(),
    "No Spacing": StyleLook(after=0.0),
    "Code": StyleLook(after=0.0, family="mono"),
    "Caption": StyleLook(after=6.0),
    "Heading 1": StyleLook(20.0, 0x0F4761, 14.0, 4.0),
    "Heading 2": StyleLook(16.0, 0x0F4761, 8.0, 4.0),
    "Heading 3": StyleLook(14.0, 0x0F4761, 8.0, 4.0),
    "Title": StyleLook(28.0, 0x000000, 0.0, 4.0),
    "Subtitle": StyleLook(14.0, 0x595959, 0.0, 8.0),
}

#: The character at which a page ends.
PAGE_BREAK = "\f"
#: Indent of the text of list items in points; the bullet or number is half of it further left.
LIST_INDENT = 36.0


class Segment(NamedTuple):
    """A range of characters with the same format: start, end (excluded), font, colour, format."""

    start: int
    end: int
    font: Font
    color: int
    format: Format


class Line(NamedTuple):
    """One visual line: the characters from ``start`` to before ``end``.

    Attributes:
        x, y, height: Its place in pixels relative to the paragraph.
        ascent: Pixels from ``y`` down to the baseline.
        shifts: For a justified line, the pixels by which each of its places moves to the right; else empty.
    """

    start: int
    end: int
    x: int
    y: int
    height: int
    ascent: int
    shifts: tuple[int, ...] = ()


class Place(NamedTuple):
    """The place of a picture in a paragraph: its offset in the text, and its rectangle in pixels of the paragraph."""

    offset: int
    x: int
    y: int
    w: int
    h: int


class TextLayout(NamedTuple):
    """A laid-out paragraph.

    Attributes:
        width, height: Size in pixels, with the space before and after it.
        text: Its characters.
        places: The x of each character if all were on one line, and at the end that after the last one.
        lines: Its lines from top to bottom, at least one.
        segments: Its segments in the order of the text.
        label: Draw op of the bullet or number, or ().
    """

    width: int
    height: int
    text: str
    places: tuple[int, ...]
    lines: tuple[Line, ...]
    segments: tuple[Segment, ...]
    label: tuple[Op, ...]


@lru_cache(maxsize=4096)
def _font(style: str, format_: Format, px: float) -> tuple[Font, int]:
    """Font and colour of characters with ``format_`` in a paragraph with ``style``, at ``px`` pixels per point."""
    look = STYLE_LOOKS.get(style, STYLE_LOOKS["Normal"])
    font = Font(format_.font or look.family, round((format_.size or look.size) * px), format_.bold, format_.italic)
    return font, int(format_.color, 16) if format_.color else look.color


@lru_cache(maxsize=4096)
def lay_out(paragraph: Paragraph, number: int, width: int, px: float) -> TextLayout:
    """Lay a paragraph out.

    Args:
        paragraph: The paragraph.
        number: Its number in a numbered list, else 0.
        width: Width of the text area in pixels.
        px: Pixels per point.
    """
    segments: list[Segment] = []
    places = [0]
    for text, format_ in paragraph.runs:
        font, color = _font(paragraph.style, format_, px)
        start, base = len(places) - 1, places[-1]
        picture = format_.picture
        advances = char_advances(text, font) if picture is None else [_picture_size(picture, width, px)[0]] * len(text)
        places += accumulate(advances, initial=base)
        del places[start]
        segments.append(Segment(start, start + len(text), font, color, format_))
    return _lined(paragraph, number, width, px, tuple(places), segments)


def lay_out_typed(paragraph: Paragraph, width: int, px: float, before: TextLayout) -> TextLayout:
    """Return the same as ``lay_out(paragraph, 0, width, px)``, reusing the prefix that ``before`` shares.

    Not cached, because the text is new with every typed letter.
    """
    if len(paragraph.runs) != 1 or len(before.segments) != 1:
        return lay_out(paragraph, 0, width, px)
    text, format_ = paragraph.runs[0]
    font, color = _font(paragraph.style, format_, px)
    if before.segments[0].font != font or format_.picture is not None or before.segments[0].format.picture is not None:
        return lay_out(paragraph, 0, width, px)
    same = common_start(text, before.text)
    known = before.places[:same]
    places = (*known, *accumulate(char_advances(text[same:], font), initial=before.places[same]))
    return _lined(paragraph, 0, width, px, places, [Segment(0, len(text), font, color, format_)])


def _lined(
    paragraph: Paragraph, number: int, width: int, px: float, places: tuple[int, ...], segments: list[Segment]
) -> TextLayout:
    """The layout of a paragraph whose characters were measured: break it into lines and align them."""
    style = paragraph.style
    text = paragraph.text
    indent = round(LIST_INDENT * px) if paragraph.list else 0
    look = STYLE_LOOKS.get(style, STYLE_LOOKS["Normal"])
    default = _font(style, Format(), px)[0]
    lines: list[Line] = []
    y = round(look.before * px)
    for start, end in _breaks(text, places, width - indent):
        tallest = _tallest(segments, start, end) or default
        line = _with_pictures(Line(start, end, indent, y, line_height(tallest), ascent(tallest)), segments, width, px)
        lines.append(_aligned(line, paragraph.alignment, text, places, width))
        y += line.height
    after = 0.0 if paragraph.list else look.after
    label = _label(paragraph, number, lines[0], segments[0].font if segments else default, indent)
    return TextLayout(width, y + round(after * px), text, places, tuple(lines), tuple(segments), label)


def _picture_size(picture: Picture, width: int, px: float) -> tuple[int, int]:
    """Width and height of a picture in pixels; it gets no wider than its paragraph."""
    w = max(1, round(picture.w * px))
    share = min(1.0, width / w)
    return max(1, round(w * share)), max(1, round(picture.h * px * share))


def _with_pictures(line: Line, segments: list[Segment], width: int, px: float) -> Line:
    """A line that is high enough for the pictures that stand on it."""
    shown = [s.format.picture for s in segments if s.start < line.end and s.end > line.start]
    rise = max([_picture_size(picture, width, px)[1] for picture in shown if picture is not None], default=0)
    more = rise - line.ascent
    return line if more <= 0 else line._replace(height=line.height + more, ascent=rise)


def pictures_in(layout: TextLayout) -> tuple[Place, ...]:
    """Return the pictures of a paragraph, in the order of its text."""
    found = []
    for segment in layout.segments:
        picture = segment.format.picture
        if picture is None:
            continue
        for offset in range(segment.start, segment.end):
            line = layout.lines[line_of(layout, offset)]
            w = layout.places[offset + 1] - layout.places[offset]
            h = max(1, round(picture.h * w / picture.w)) if picture.w > 0 else 1
            found.append(Place(offset, x_of(layout, line, offset), line.y + line.ascent - h, w, h))
    return tuple(found)


def _breaks(text: str, places: tuple[int, ...], width: int) -> list[tuple[int, int]]:
    """The (start, end) of each line: broken after a space if possible, and at each line or page break in the text."""
    if places[-1] <= width and "\n" not in text and PAGE_BREAK not in text:
        return [(0, len(text))]
    lines, start, length = [], 0, len(text)
    # Every turn moves start on: a line has at least one character, or ends at a line break that is skipped.
    while True:
        hard = min([at for at in (text.find("\n", start), text.find(PAGE_BREAK, start)) if at >= 0], default=-1)
        stop = hard if hard >= 0 else length
        end = min(bisect_right(places, places[start] + width, lo=start) - 1, stop)
        while end < stop and text[end] == " ":  # spaces hang over the edge
            end += 1
        if end < stop:
            space = text.rfind(" ", start, end)
            end = space + 1 if space >= start else max(end, start + 1)
        lines.append((start, end))
        start = end + 1 if end == hard else end
        if end == length or text[end:] == PAGE_BREAK:  # what ends with a page break has no line behind it
            return lines


def _tallest(segments: list[Segment], start: int, end: int) -> Font | None:
    if len(segments) == 1:
        return segments[0].font
    fonts = [s.font for s in segments if s.start < end and s.end > start]
    return max(fonts, key=line_height) if fonts else next((s.font for s in segments if s.end >= start), None)


def _aligned(line: Line, alignment: str, text: str, places: tuple[int, ...], width: int) -> Line:
    """``line`` moved or stretched by its paragraph's alignment; the last line of justified text is not stretched."""
    if alignment == "left":
        return line
    shown = text[line.start : line.end].rstrip(" ")
    free = width - line.x - (places[line.start + len(shown)] - places[line.start])
    if alignment == "center":
        return line._replace(x=line.x + max(free, 0) // 2)
    if alignment == "right":
        return line._replace(x=line.x + max(free, 0))
    gaps = shown.count(" ")
    last = line.end == len(text) or text[line.end : line.end + 1] in ("\n", PAGE_BREAK)
    if last or not gaps or free <= 0:
        return line
    shifts, seen = [0], 0
    for char in text[line.start : line.end]:
        seen += char == " "
        shifts.append(free * min(seen, gaps) // gaps)
    return line._replace(shifts=tuple(shifts))


def _label(paragraph: Paragraph, number: int, line: Line, font: Font, indent: int) -> tuple[Op, ...]:
    if not paragraph.list:
        return ()
    text = "•" if paragraph.list == "bullet" else f"{number}."
    font = Font("ui", font.size)
    return (("text", max(line.x - indent // 2, 0), line.y + line.ascent - ascent(font), text, font, 0x000000),)


def x_of(layout: TextLayout, line: Line, offset: int) -> int:
    """Return the x of the character at ``offset``, which is on ``line``, in pixels relative to the paragraph."""
    x = line.x + layout.places[offset] - layout.places[line.start]
    return x + line.shifts[offset - line.start] if line.shifts else x


def line_of(layout: TextLayout, offset: int) -> int:
    """Return the index of the line with the caret at ``offset``; at a soft break, the line that begins there."""
    lines = layout.lines
    return bisect_right([line.start for line in lines], offset) - 1 if len(lines) > 1 else 0


def caret_box(layout: TextLayout, offset: int) -> tuple[int, int, int]:
    """Return the (x, y, height) of the caret at ``offset``, in pixels relative to the paragraph."""
    line = layout.lines[line_of(layout, offset)]
    return x_of(layout, line, offset), line.y, line.height


def offset_at(layout: TextLayout, x: int, y: int) -> int:
    """Return the offset nearest to ``x`` on the line at ``y``, both in pixels relative to the paragraph."""
    lines = layout.lines
    index = max(bisect_right([line.y for line in lines], y) - 1, 0)
    line = lines[index]
    places = [x_of(layout, line, i) for i in range(line.start, line.end + 1)]
    right = bisect_right(places, x)
    if right and right < len(places) and x - places[right - 1] >= places[right] - x:
        right += 1
    offset = line.start + max(right - 1, 0)
    # The end of a softly broken line is the start of the next one: the caret would be drawn there, so it stays before.
    soft = index + 1 < len(lines) and lines[index + 1].start == line.end
    return offset - 1 if soft and offset == line.end > line.start else offset
