"""The selectable text of a laid-out piece: its lines, the character at a pixel, and the text between two places."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.documents.layout import Op
from omnigym.sim.style.fonts import Font, line_height, positions
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Item, Laid, Slot

#: A place between characters: the number of a text on the page, and how many of its characters are before it.
Spot: TypeAlias = tuple[int, int]


class Line(NamedTuple):
    """A line of text.

    Attributes:
        x, y, w, h: Where it is, in pixels of the piece.
        text, font: What it says.
        run: The number of the text that it is a line of.
        start: How many characters of that text are before it.
    """

    x: int
    y: int
    w: int
    h: int
    text: str
    font: Font
    run: int
    start: int


def lines_of(laid: Laid, theme: Theme) -> tuple[Line, ...]:
    """Return the lines of a piece's texts and links, in reading order."""
    found: tuple[Line, ...] | None = laid.caches.get(("lines", theme))
    if found is None:
        lines: list[Line] = []
        _collect(laid, 0, 0, theme, lines)
        found = laid.caches["lines", theme] = tuple(lines)
    return found


def _collect(laid: Laid, x: int, y: int, theme: Theme, out: list[Line]) -> None:
    for part in laid.parts:
        if type(part) is Item:
            if part.text and (part.kind == "text" or part.node.role is Role.LINK):
                out += _lines(part, x + part.x, y + part.y, theme, out[-1].run + 1 if out else 0)
        elif not isinstance(part, Item | Slot):
            _collect(part.laid, x + part.x, y + part.y, theme, out)


def _lines(item: Item, x: int, y: int, theme: Theme, run: int) -> list[Line]:
    """The lines of a text, as its kind of widget paints them."""
    look = theme.style(item.kind, item.style)
    height = line_height(look.font)
    texts = item.data if item.kind == "text" and item.data else (item.text,)
    step = max(height, item.h // len(texts)) if len(texts) > 1 else item.h
    left = 0 if item.kind == "text" else look.pad[0] + (look.icon + look.gap if item.icon else 0)
    out, start = [], 0
    for i, text in enumerate(texts):
        top = i * step if len(texts) > 1 else (item.h - height) // 2
        width = min(positions(text, look.font)[-1], max(0, item.w - left))
        out.append(Line(x + left, y + top, width, height, text, look.font, run, start))
        start += len(text) + 1
    return out


def spot_at(lines: tuple[Line, ...], x: int, y: int) -> Spot | None:
    """Return the place nearest to a pixel, on the nearest line; None if there is no text."""
    if not lines:
        return None

    def distance(line: Line) -> tuple[int, int]:
        return max(line.y - y, y - line.y - line.h, 0), max(line.x - x, x - line.x - line.w, 0)

    line = min(lines, key=distance)
    places = positions(line.text, line.font)
    at = bisect_left(places, x - line.x)
    if at and (at == len(places) or x - line.x - places[at - 1] < places[at] - (x - line.x)):
        at -= 1
    return line.run, line.start + min(at, len(line.text))


def everything(lines: tuple[Line, ...]) -> tuple[Spot, Spot]:
    """Return the range from the first character to the last one."""
    return (0, 0), (lines[-1].run, lines[-1].start + len(lines[-1].text)) if lines else (0, 0)


def word_at(lines: tuple[Line, ...], spot: Spot) -> tuple[Spot, Spot]:
    """Return the word around a place."""
    run, offset = spot
    text = " ".join([line.text for line in lines if line.run == run])
    start = end = offset
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return (run, start), (run, end)


def _within(line: Line, first: Spot, last: Spot) -> tuple[int, int]:
    """Which characters of a line are between two places; an empty range for none."""
    start = 0 if line.run > first[0] else first[1] - line.start if line.run == first[0] else len(line.text)
    end = len(line.text) if line.run < last[0] else last[1] - line.start if line.run == last[0] else 0
    return max(0, start), min(end, len(line.text))


def text_between(lines: tuple[Line, ...], one: Spot, other: Spot) -> str:
    """Return the text between two places; spaces separate neighbours on a line, and newlines separate lines."""
    first, last = min(one, other), max(one, other)
    chosen = [(line, *_within(line, first, last)) for line in lines]
    pieces = [(line, line.text[start:end]) for line, start, end in chosen if start < end]
    text = pieces[0][1] if pieces else ""
    for (before, _), (line, piece) in pairwise(pieces):
        beside = line.run == before.run or (line.y < before.y + before.h and line.x >= before.x + before.w)
        text += (" " if beside else "\n") + piece
    return text


def marks_on(lines: tuple[Line, ...], one: Spot, other: Spot) -> tuple[Op, ...]:
    """Return the marks over the text between two places."""
    first, last = min(one, other), max(one, other)
    ops: list[Op] = []
    for line in lines:
        start, end = _within(line, first, last)
        if start < end:
            places = positions(line.text, line.font)
            x, right = places[start], min(places[end], line.w)
            ops.append(("tint", line.x + x, line.y, max(0, right - x), line.h, "selection", "layer"))
    return tuple(ops)
