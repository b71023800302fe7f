"""Lines of text on a screenshot, found by their edges, as the input of a network that reads lines.

A program draws letters sharply, on a plain ground, in straight rows. So no network is needed to find most lines: the
edges of neighbouring letters grow together, and pieces that stand beside each other within a space are a line. What
lies on a picture or a map grows into a large piece, for which a network is needed after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.errors import UnreadableError
from omnigym.foreign import within
from omnigym.foreign.limits import MAX_SIDE, PIXELS
from omnigym.perception.element import Frame, ReadText
from omnigym.perception.shapes import load_vision

__all__ = ["Line", "Lines", "check_frame", "find_lines", "reading_order"]

_Boxes = NDArray[np.int64]

#: Between neighbours, in brightness or in one of the colours: letters that are greyed out have more. A browser's JPEG
#: is clean in brightness and leaves specks of colour around letters.
_EDGE, _COLOUR_EDGE = 20, 56
#: Pieces of at most so many pixels, or one row high, are specks that a JPEG leaves.
_SPECK: Final = 4
#: Straight edges from this length on, in pixels, are borders: letters have none so long.
_WIDE_BORDER, _TALL_BORDER = 40, 60
#: What is at most so wide and at least so high is the side of a shorter border. Letters as high have thicker strokes.
_SIDE: Final = (4, 18)
#: Between letters of a word, in pixels, at most.
_LETTERS: Final = 3
#: Between words: in pixels, or in heights of the lower one if that is more. An icon stands further off.
_WORDS: Final = (4, 0.6)
#: A piece less than half as high as its neighbour is a mark, such as a dot; letters up to this height have them.
_MARKED: Final = 40
#: The height of a line in pixels. What is higher is a picture.
_LEAST, _MOST = 6, 80
#: A piece that is alone, about square, and at least so high is an icon.
_ICON: Final = 40
#: Pieces and lines that are looked at, at most; those at the top go first.
_MOST_PIECES, _MOST_LINES = 8_000, 2_000
#: How many times as wide as it is high a line is, at most; what is wider is cut.
_LONGEST: Final = 60


class Line(NamedTuple):
    """A possible line of text.

    Attributes:
        bounds: (x, y, width, height) in pixels.
        words: The bounds of what stands apart on it, from the left. The first and the last may be icons.
    """

    bounds: Rect
    words: tuple[Rect, ...]


class Lines(NamedTuple):
    """The places of possible text.

    Attributes:
        lines: What may be a line of text, top to bottom, then left to right. Icons are among them.
        pictures: Bounds of pictures on which there may be text. They do not overlap.
    """

    lines: tuple[Line, ...]
    pictures: tuple[Rect, ...]


def check_frame(frame: Frame) -> Frame:
    """Return a validated frame for a reader.

    Raises:
        UnreadableError: It is no screenshot.
        TooLargeError: It has too many pixels.
    """
    shape = np.shape(frame)
    if len(shape) != 3 or shape[2] != 3 or 0 in shape or getattr(frame, "dtype", None) != np.uint8:
        kind = getattr(frame, "dtype", type(frame).__name__)
        raise UnreadableError(f"Text is read off a screenshot, uint8 (H, W, 3), got {kind} {shape}.")
    within(max(shape), MAX_SIDE, "pixels of a side of a screenshot")
    within(shape[0] * shape[1], PIXELS, "pixels of a screenshot")
    return frame


def reading_order(texts: Iterable[ReadText]) -> tuple[ReadText, ...]:
    """Return texts row by row, each from the left.

    In a row is what has its middle above the lower edge of the row's first.
    """
    rows: list[list[ReadText]] = []
    bottom = -1
    for text in sorted(texts, key=lambda t: (2 * t.bounds[1] + t.bounds[3], t)):
        _, y, _, h = text.bounds
        if rows and 2 * y + h < 2 * bottom:
            rows[-1].append(text)
        else:
            rows.append([text])
            bottom = y + h
    return tuple([text for row in rows for text in sorted(row)])


def find_lines(frame: Frame) -> Lines:
    """Return the places of possible text on a screenshot; the bounds are those of the edges.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError: OpenCV is not installed.
    """
    cv2 = load_vision()
    drawn = _edges(frame)
    drawn = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((1, _LETTERS + 1), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    pieces: _Boxes = found[1:].astype(np.int64)  # x, y, width, height, pixels; the first is the ground
    pieces = pieces[(pieces[:, 4] > _SPECK) & (pieces[:, 3] > 1)]
    pieces = pieces[np.lexsort((pieces[:, 0], pieces[:, 1]))]
    small = pieces[:, 3] <= _MOST
    sides = (pieces[:, 2] <= _SIDE[0]) & (pieces[:, 3] >= _SIDE[1])
    lines = [line for line in _grouped(pieces[small & ~sides][:_MOST_PIECES, :4]) if line.bounds[3] >= _LEAST]
    large = [row for row in pieces[~small].tolist() if row[4] >= 4 * (row[2] + row[3])]  # fewer are an outline
    top_down = sorted(lines, key=lambda line: (line.bounds[1], line.bounds[0], line))[:_MOST_LINES]
    return Lines(tuple(top_down), tuple(_apart([(x, y, w, h) for x, y, w, h, _ in large])))


def _edges(frame: Frame) -> NDArray[np.uint8]:
    """Where there are edges but borders: uint8 (H, W), 0 or 1."""
    cv2 = load_vision()
    height, width, _ = frame.shape
    drawn = np.zeros((height, width), np.uint8)
    beside, below = np.zeros_like(drawn), np.zeros_like(drawn)
    if width > 1:
        beside[:, 1:] = _differ(frame[:, 1:], frame[:, :-1])
        beside &= 1 - cv2.morphologyEx(beside, cv2.MORPH_OPEN, np.ones((_TALL_BORDER, 1), np.uint8))
        drawn |= beside
        drawn[:, :-1] |= beside[:, 1:]
    if height > 1:
        below[1:] = _differ(frame[1:], frame[:-1])
        below &= 1 - cv2.morphologyEx(below, cv2.MORPH_OPEN, np.ones((1, _WIDE_BORDER), np.uint8))
        drawn |= below  # the lower side alone: rows of text stand close, and letters touch those below
    return drawn


def _differ(a: Frame, b: Frame) -> NDArray[np.uint8]:
    """Where two frames differ in one of the colours: uint8 (H, W), 0 or 1."""
    cv2 = load_vision()
    apart = cv2.absdiff(a, b)
    _, over = cv2.threshold(apart, _COLOUR_EDGE, 1, cv2.THRESH_BINARY)
    bright = cv2.absdiff(cv2.cvtColor(a, cv2.COLOR_RGB2GRAY), cv2.cvtColor(b, cv2.COLOR_RGB2GRAY))
    return np.asarray(over[:, :, 0] | over[:, :, 1] | over[:, :, 2] | (bright > _EDGE))


def _grouped(boxes: _Boxes) -> list[Line]:
    """The lines that pieces make up."""
    boxes = boxes[np.argsort(boxes[:, 0], kind="stable")]
    x, y, w, h = boxes.T
    right, bottom = x + w, y + h
    reach = np.searchsorted(x, right + np.maximum(_WORDS[1] * h, _MARKED), side="right")
    leader = list(range(len(boxes)))

    def led_by(one: int) -> int:
        while leader[one] != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    for i in range(len(boxes)):
        after = slice(i + 1, int(reach[i]))
        gap = x[after] - right[i]
        shared = np.minimum(bottom[i], bottom[after]) - np.maximum(y[i], y[after])
        low, high = np.minimum(h[i], h[after]), np.maximum(h[i], h[after])
        narrow = np.where(h[after] < h[i], w[after], w[i])
        words = (2 * low >= high) & (gap <= np.maximum(_WORDS[0], _WORDS[1] * low))
        marks = (2 * low < high) & (high <= _MARKED) & (narrow <= 0.8 * high) & (gap <= 0.35 * high + 1)
        # the dot of an i, an accent, the upper point of a colon; below a letter it belongs to the next line
        upper = np.where(h[after] < h[i], y[after] < y[i], y[i] < y[after])
        tiny = (low <= 0.4 * high) & (high <= _MARKED) & (narrow <= 0.5 * high)
        above = upper & tiny & (gap <= 1) & (-shared <= high / 4)
        for j in np.flatnonzero(((2 * shared >= low) & (words | marks)) | above).tolist():
            one, other = led_by(i), led_by(i + 1 + j)
            leader[max(one, other)] = min(one, other)
    members: dict[int, list[int]] = {}
    for i in range(len(boxes)):
        members.setdefault(led_by(i), []).append(i)
    found: list[Line] = []
    for group in members.values():
        tall, wide = h[group].max(), w[group].max()
        if len(group) == 1 and tall >= _ICON and 0.6 * tall < wide < 1.7 * tall:
            continue
        found += _cut([(int(x[i]), int(y[i]), int(right[i]), int(bottom[i])) for i in group])
    return found


def _cut(pieces: list[tuple[int, int, int, int]]) -> list[Line]:
    """The line of pieces (left, top, right, bottom), or its parts where it is too long to be read."""
    found: list[Line] = []
    words: list[tuple[int, int, int, int]] = []
    left, top, right, bottom = pieces[0]
    for a, b, c, d in pieces:
        if words and max(right, c) - left > _LONGEST * max(bottom - top, _LEAST):
            found.append(_line(words))
            words = []
            left, top, right, bottom = a, b, c, d
        left, top, right, bottom = min(left, a), min(top, b), max(right, c), max(bottom, d)
        if words and a <= words[-1][2]:
            e, f, g, h = words.pop()
            a, b, c, d = min(e, a), min(f, b), max(g, c), max(h, d)
        words.append((a, b, c, d))
    return [*found, _line(words)]


def _line(words: list[tuple[int, int, int, int]]) -> Line:
    """A line of words (left, top, right, bottom), with the row above: an edge is marked below it."""
    words = [(a, max(b - 1, 0), c, d) for a, b, c, d in words]
    left, top = min(w[0] for w in words), min(w[1] for w in words)
    right, bottom = max(w[2] for w in words), max(w[3] for w in words)
    return Line((left, top, right - left, bottom - top), tuple([(a, b, c - a, d - b) for a, b, c, d in words]))


def _apart(boxes: list[Rect]) -> list[Rect]:
    """Boxes of which those that overlap are one, sorted."""
    left = sorted(boxes)
    found: list[Rect] = []
    while left:
        x, y, w, h = left.pop(0)
        over = [i for i, (a, b, c, d) in enumerate(found) if a < x + w and x < a + c and b < y + h and y < b + d]
        if not over:
            found.append((x, y, w, h))
            continue
        a, b, c, d = found.pop(over[0])
        start = min(a, x), min(b, y)
        left.insert(0, (*start, max(a + c, x + w) - start[0], max(b + d, y + h) - start[1]))
    return sorted(found)
