"""Grouping of lines of text, icons and panels into elements, by their positions.

The rules are those that interfaces of all platforms share: an icon belongs to the word behind it or under it, what
repeats at equal distances is a list, a control is larger than what is drawn on it, and sentences are there to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from omnigym.a11y import Rect
from omnigym.perception.captions import named_by_captions
from omnigym.perception.element import Element, Frame, ReadText
from omnigym.perception.shapes import MOST_ICON, Mask, edges, is_word

__all__ = ["LABEL", "merge_elements"]

#: The source of what is there to read, such as a sentence, a heading, or the name of the field beside it.
LABEL: Final = "label"

#: A panel larger than this share of the screen is no element: a window, a page, the wallpaper.
_LARGEST: Final = 0.25
#: Of two elements that share so much of the smaller one, one is left.
_SAME: Final = 0.5
#: An icon before a word is at most so large, in pixels: larger ones are pictures of their own.
_BEFORE: Final = 40
#: How far the middles of a picture and of its caption are apart at most, in pixels, and how much taller the picture is:
#: beside the line above it, an icon is none.
_CAPTION, _TALLER = 6, 1.2
#: Between words of a line, a gap is at most so many times as wide as its letters are tall.
_GAP: Final = 0.95
#: Between words, in heights of the letters.
_SPACE: Final = 0.15
#: Words that are in a colour, in a line with words in none; and a link's source while elements are made.
_LINK: Final = "link"
#: How far ink is from its ground, and how far apart a colour's largest and least parts are.
_INK, _COLOUR = 60, 60
#: A line of so many parts, of which no more than one in as many has more than two letters, is a ruler.
_TICKS: Final = 8
#: A row of edges with more than this share of the width is a line.
_BORDER: Final = 0.8
#: And at least so wide, in pixels; a space may be so many letters beside its place in the text.
_NARROW, _NEAR = 6, 2.5
#: Lines of a paragraph are at most so many of their heights apart, rows of a list are more.
_TIGHT: Final = 1.12
#: Words from which on a line, or lines together, are a sentence.
_SENTENCE: Final = 8
#: How wide the first line of a paragraph is, in shares of its widest.
_FULL: Final = 0.8
#: What is longer in proportion, and has nothing on it, is a scroll bar, a ruler or a gap.
_LONG: Final = 9.0
#: Rows of a list, from so many on; how far they may be from equal distances and from one left edge, in pixels.
_ROWS, _OFF = 3, 3
#: Where a list is no panel of its own, a row is at most so many times as wide as the widest thing in its column.
_WIDE: Final = 3.0
#: Cells of a bar are at most so many times as wide as what is on them.
_CELL: Final = 2.8
#: What is between a row and the column at its right, in pixels.
_BESIDE: Final = 6
#: How much larger than its icon, up to `_SMALL` pixels and above, a control is; its least side in pixels.
_SMALL_ICON, _LARGE_ICON, _SMALL, _CONTROL = 1.9, 1.4, 30, 28
#: The space at both ends of a text, in shares of its height.
_AROUND_TEXT: Final = 0.15


def merge_elements(frame: Frame, texts: Sequence[ReadText], segments: Sequence[Element]) -> list[Element]:
    """Return texts and segments as elements, each once and in reading order.

    A panel with a text, an icon, or an icon before a text is one element with them, such as a button; a blank one is
    one as well, such as a field. What a panel with more in it has is elements of their own. A caption belongs to the
    picture above it, an icon to the word behind it. Rows of a list are as wide as the list. What has no panel of its
    own is made as large as controls usually are.

    Args:
        frame: uint8 (H, W, 3), RGB.
        texts: What a `TextReader` read.
        segments: What a `Segmenter` found; those whose source is "panel" may have others in them.

    Returns:
        Those that something may be done with, and those with the source `LABEL`, which are there to read.
    """
    height, width, _ = frame.shape
    drawn = edges(frame)
    words = [one for t in texts if is_word(t) for one in _split(t, frame, drawn)]
    icons = _lettered([s for s in segments if s.source != "panel"], [t for t in texts if not is_word(t)])
    panels = sorted((s for s in segments if s.source == "panel"), key=lambda s: (_area(s.bounds), s.bounds))
    words, labels = _without_prose(words)
    left = _joined(words, icons)
    found: list[Element] = []
    for panel in panels:
        if _area(panel.bounds) > _LARGEST * width * height:
            break
        inside = [s for s in left if _is_in(s.bounds, panel.bounds)]
        named = [s for s in inside if s.text]
        if not inside and not any(_is_in(s.bounds, panel.bounds) for s in labels) and _is_blank(panel, width, height):
            continue
        if len(named) > 1 or len(inside) > 2 or any(_is_in(s.bounds, panel.bounds) for s in found):
            continue
        said = named[0] if named else inside[0] if inside else panel
        icon = next((s.icon for s in (panel, *inside) if s.icon), "")
        found.append(panel._replace(text=said.text, icon=icon))
        # what comes behind the text can often be clicked by itself: a tab's cross, a field's star
        last = named[0].bounds[0] + named[0].bounds[2] if named else width
        left = [s for s in left if s not in inside or s.bounds[0] > last]
    left = [s._replace(source="text") if s.source == _LINK else s for s in left]
    kept, captions = _captioned(_suppressed(found) + _suppressed(left))
    kept = named_by_captions(frame, kept, captions)  # by the bounds of what is drawn
    return _reading_order(_suppressed(labels) + _spread(kept, panels, (width, height)))


def _lettered(icons: Sequence[Element], letters: Sequence[ReadText]) -> list[Element]:
    """Icons with the letter that each of them is read as, and what is read where no icon is found."""
    out, free = [], list(letters)
    for icon in icons:
        on = next((t for t in free if _is_in(icon.bounds, t.bounds) or _is_in(t.bounds, icon.bounds)), None)
        if on is not None and _is_letter(on.text):
            icon = icon._replace(text=on.text, confidence=on.confidence)
        out.append(icon)
    lone = [t for t in free if any(map(str.isalnum, t.text)) and not any(_shared(t.bounds, s.bounds) for s in icons)]
    return out + [Element(t.bounds, t.text, confidence=t.confidence, source="text") for t in lone]


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalnum()


def _split(text: ReadText, frame: Frame, drawn: Mask) -> list[Element]:
    """The parts of a line that are things of their own, with what each says.

    These are what wide gaps are between, such as the words of a menu bar and the cells of a row, and coloured words in
    others, which are links. What the line says is cut at the same place, and
    at a space or before a capital if one is near: readers leave spaces out.
    """
    x, y, w, h = text.bounds
    whole = Element(text.bounds, text.text, confidence=text.confidence, source="text")
    cut = drawn[max(y, 0) : y + h, max(x, 0) : x + w]
    tall = _letters(cut)
    lines = cut.sum(axis=1) >= _BORDER * max(cut.shape[1], 1)
    columns = np.flatnonzero(cut[~lines].any(axis=0))
    if not len(columns):
        return [whole]
    gaps = np.diff(columns)
    coloured = _coloured(frame[max(y, 0) : y + h, max(x, 0) : x + w], columns, gaps > max(_SPACE * tall, 2))
    between = (columns[:-1] + columns[1:]) / 2  # where a part may end
    ends = between[(gaps > max(_GAP * tall, _NARROW)) | (coloured[1:] != coloured[:-1])].tolist()
    first, length = int(columns[0]), int(columns[-1] - columns[0]) + 1
    said = text.text
    spaces = [n for n in range(1, len(said)) if said[n] == " " or (said[n - 1].islower() and said[n].isupper())]
    parts, start, begin = [], x, 0
    for middle in sorted(ends):
        place = (middle - first) / length * len(text.text)
        near = [n for n in spaces if abs(n + 0.5 - place) <= _NEAR]
        end = min(near, key=lambda n: abs(n + 0.5 - place)) if near else round(place)
        if begin < end < len(text.text):
            edge = x + round(middle)
            parts.append(((start, y, edge - start, h), text.text[begin:end].strip()))
            start, begin = edge, end
    parts.append(((start, y, x + w - start, h), text.text[begin:].strip()))
    if len(parts) >= _TICKS and sum(len(said) > 2 for _, said in parts) <= len(parts) / _TICKS:
        return []
    out = []
    for bounds, said in parts:
        if said:
            inside = coloured[(columns >= bounds[0] - x) & (columns < bounds[0] - x + bounds[2])]
            one = _tight(whole._replace(bounds=bounds, text=said), drawn) if len(parts) > 1 else whole
            out.append(one._replace(source=_LINK) if len(inside) and inside.mean() > 0.5 else one)
    return out


def _coloured(cut: Frame, columns: np.ndarray, spaces: np.ndarray) -> np.ndarray:
    """For each column with letters whether its word is in a colour, on a ground that is in none: bool."""
    colour = cut.max(axis=2) - cut.min(axis=2)
    none = np.zeros(len(columns), bool)
    if not (colour > _COLOUR).any():
        return none
    ground = np.median(cut.reshape(-1, 3), axis=0)
    ink = np.abs(cut - ground).max(axis=2) > _INK
    if ground.max() - ground.min() > _COLOUR or not ink.any():
        return none
    words = np.concatenate(([0], np.cumsum(spaces)))
    much = np.bincount(words, np.where(ink, colour, 0).sum(axis=0)[columns])
    many = np.bincount(words, ink.sum(axis=0)[columns])
    return np.asarray((much > _COLOUR * many)[words])


def _letters(cut: Mask) -> int:
    """How tall the band of a part of the edges is in which its letters are, in pixels.

    A line below or above them, such as a field's border, is none of them.
    """
    count = cut.sum(axis=1)
    inked = np.concatenate(([0], (count > 0) & (count < _BORDER * max(cut.shape[1], 1)), [0])).astype(np.int8)
    starts, ends = np.flatnonzero(np.diff(inked) == 1), np.flatnonzero(np.diff(inked) == -1)
    return int((ends - starts).max()) if len(starts) else 0


def _tight(text: Element, drawn: Mask) -> Element:
    """It without the blank columns at both of its ends, but for two."""
    x, y, w, h = text.bounds
    columns = np.flatnonzero(drawn[max(y, 0) : y + h, max(x, 0) : x + w].any(axis=0))
    if not len(columns):
        return text
    first, last = max(int(columns[0]) - 2, 0), min(int(columns[-1]) + 3, w)
    return text._replace(bounds=(x + first, y, last - first, h))


def _without_prose(words: Sequence[Element]) -> tuple[list[Element], list[Element]]:
    """Words, and what is there to read: sentences, paragraphs, names of fields with a colon."""
    kept, labels = [], []
    links = [one for one in words if one.source == _LINK]
    for block in [*_blocks([one for one in words if one.source != _LINK]), *([one] for one in links)]:
        said = " ".join(one.text for one in block)
        count = len(said.split())
        widest = max(one.bounds[2] for one in block)
        full = len(block) > 2 or block[0].bounds[2] >= _FULL * widest  # a title above its line is shorter
        if len(block) == 1:
            reads = count >= _SENTENCE or said.rstrip().endswith(":")
        else:
            reads = full and count >= max(_SENTENCE, 3 * len(block))
        if reads:
            labels.append(_around(block, said)._replace(source=LABEL))
        else:
            kept += block
    return kept, labels


def _blocks(words: Sequence[Element]) -> list[list[Element]]:
    """Lines right below each other with one left edge, together."""
    blocks: list[list[Element]] = []
    for one in sorted(words, key=lambda s: (s.bounds[1], s.bounds)):
        x, y, _, h = one.bounds
        for block in reversed(blocks):
            left, top, _, tall = block[-1].bounds
            below = 2 * y + h - 2 * top - tall  # twice the distance of their middles
            if abs(x - left) <= 2 * _OFF and 0.5 * min(h, tall) < below / 2 <= _TIGHT * max(h, tall):
                block.append(one)
                break
        else:
            blocks.append([one])
    return blocks


def _around(parts: Sequence[Element], text: str) -> Element:
    """One element in place of several."""
    x, y = min(s.bounds[0] for s in parts), min(s.bounds[1] for s in parts)
    right, bottom = max(s.bounds[0] + s.bounds[2] for s in parts), max(s.bounds[1] + s.bounds[3] for s in parts)
    icon = next((s.icon for s in parts if s.icon), "")
    return parts[0]._replace(
        bounds=(x, y, right - x, bottom - y), text=text, icon=icon, confidence=min(s.confidence for s in parts)
    )


def _joined(words: Sequence[Element], icons: Sequence[Element]) -> list[Element]:
    """Words with the icon right before them as one, and all others as they are."""
    free, out = list(icons), []
    for word in words:
        x, y, _, h = word.bounds
        before = [
            s
            for s in free
            if -4 <= x - s.bounds[0] - s.bounds[2] <= 0.75 * h
            and abs(2 * y + h - 2 * s.bounds[1] - s.bounds[3]) <= 0.5 * h
            and max(s.bounds[2:]) <= min(2 * h, _BEFORE)
        ]
        if before:
            icon = max(before, key=lambda s: s.bounds)
            free.remove(icon)
            word = _around((word, icon), word.text)
        out.append(word)
    return out + free


def _captioned(found: Sequence[Element]) -> tuple[list[Element], list[tuple[str, Rect]]]:
    """Pictures with the text under them, which may have two lines, as one, and all others as they are.

    And the captions, each with the bounds of its picture.
    """
    icons, texts = [s for s in found if _is_picture(s)], [s for s in found if not _is_picture(s)]
    pairs: list[tuple[Element, Element]] = []
    for text in texts:
        above = next((s for s in icons if _is_caption(text.bounds, s.bounds)), None)
        if above is not None:
            icons.remove(above)
            pairs.append((text, above))
    free = [s for s in texts if all(s is not text for text, _ in pairs)]
    out, captions = [], []
    for text, above in pairs:
        below = next((s for s in free if s.source == text.source and _is_next_line(s.bounds, text.bounds)), None)
        free = [s for s in free if s is not below]
        lines = [text] if below is None else [text, below]
        said = " ".join(line.text for line in lines)
        out.append(_around([*lines, above], said)._replace(source=above.source, icon=above.icon or text.icon))
        captions.append((said, above.bounds))
    return out + free + icons, captions


def _is_next_line(text: Rect, first: Rect) -> bool:
    """Whether a text is the second line of a caption: right below the first one, with the same middle."""
    beside = abs(2 * (first[0] - text[0]) + first[2] - text[2])
    return beside <= _CAPTION and first[1] < text[1] <= first[1] + _TIGHT * max(first[3], text[3])


def _is_picture(one: Element) -> bool:
    """Whether there is no text, or an icon that is read as a letter."""
    return not one.text or (one.source != "text" and _is_letter(one.text))


def _is_caption(text: Rect, picture: Rect) -> bool:
    beside = abs(2 * (picture[0] - text[0]) + picture[2] - text[2])  # twice the distance of their middles
    below = text[1] - picture[1] - picture[3]
    small = max(picture[2:]) <= MOST_ICON and picture[3] > 0.6 * _TALLER * text[3]
    return small and beside <= 2 * _CAPTION and -_CAPTION <= below <= text[3]


def _is_blank(panel: Element, width: int, height: int) -> bool:
    """Whether a panel with nothing on it is none to click: a piece of wallpaper, of a picture, or a scroll bar."""
    x, y, w, h = panel.bounds
    cut_off = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
    return cut_off or h > _LONG * w / 3 or (w > 3 * _LONG * h)


def _spread(found: Sequence[Element], panels: Sequence[Element], size: tuple[int, int]) -> list[Element]:
    """Elements as large as what is clicked: rows as wide as their list, all others with the usual space around."""
    boxes = np.array([s.bounds for s in found], np.int64).reshape(-1, 4)
    grounds = np.array([p.bounds for p in panels], np.int64).reshape(-1, 4)
    out = list(found)
    loose = [n for n, s in enumerate(found) if s.source != "panel"]
    within = {n: _container(boxes[n], grounds, size) for n in loose}
    rows = _rows(loose, boxes, within, found, _LARGEST * size[0] * size[1])
    cells = _cells([n for n in loose if n not in rows and found[n].source == "icon"], boxes)
    for n in loose:
        if n in rows:
            out[n] = found[n]._replace(bounds=rows[n])
        elif n in cells:
            out[n] = found[n]._replace(bounds=cells[n])
        else:
            out[n] = found[n]._replace(bounds=_limited(n, _roomy(found[n]), boxes, within[n]))
    return out


def _container(box: np.ndarray, grounds: np.ndarray, size: tuple[int, int]) -> Rect:
    """The smallest panel around it, else the screen."""
    x, y, w, h = box
    slack = 2
    around = np.flatnonzero(
        (grounds[:, 0] <= x + slack)
        & (grounds[:, 1] <= y + slack)
        & (grounds[:, 0] + grounds[:, 2] >= x + w - slack)
        & (grounds[:, 1] + grounds[:, 3] >= y + h - slack)
        & (grounds[:, 2] * grounds[:, 3] > w * h)
    )
    if not len(around):
        return (0, 0, *size)
    left, top, wide, high = grounds[around[0]].tolist()  # the panels are sorted by their areas
    return left, top, wide, high


def _rows(
    loose: Sequence[int], boxes: np.ndarray, within: dict[int, Rect], found: Sequence[Element], large: float
) -> dict[int, Rect]:
    """Of those that repeat at equal distances from top to bottom with one left edge, the row of each.

    What is larger than ``large`` pixels is a window, or the screen, and no list.
    """
    rows: dict[int, Rect] = {}
    named = [n for n in loose if found[n].text]
    for box in sorted({within[n] for n in named}):
        column = sorted((n for n in named if within[n] == box), key=lambda n: (int(boxes[n][0]), int(boxes[n][1])))
        while column:
            left = int(boxes[column[0]][0])
            same = [n for n in column if boxes[n][0] - left <= _OFF]
            column = [n for n in column if boxes[n][0] - left > _OFF]
            same.sort(key=lambda n: int(boxes[n][1]))
            for run, pitch in _runs(same, boxes):
                first, last = boxes[run[0]], boxes[run[-1]]
                top, bottom = int(first[1]), int(last[1] + last[3])
                edge = max(int(boxes[n][0] + boxes[n][2]) for n in run)
                level = [boxes[n] for n in named if boxes[n][1] < bottom and boxes[n][1] + boxes[n][3] > top]
                right = min(
                    [int(b[0]) - _BESIDE for b in level if b[0] >= left + 2 * _OFF and b[0] >= edge - _OFF]
                    + [box[0] + box[2]]
                )
                if box[2] * box[3] > large:
                    right = min(right, left + round(_WIDE * (edge - left)))
                start = max([int(b[0] + b[2]) for b in level if b[0] + b[2] <= left] + [box[0]])
                for n in run:
                    middle = int(boxes[n][1] + boxes[n][3] // 2)
                    rows[n] = (start, middle - pitch // 2, max(right, int(boxes[n][0] + boxes[n][2])) - start, pitch)
    return rows


def _runs(column: Sequence[int], boxes: np.ndarray) -> list[tuple[list[int], int]]:
    """Parts of a column at equal distances, and the distance."""
    found: list[tuple[list[int], int]] = []
    middles = [int(boxes[n][1] + boxes[n][3] / 2) for n in column]
    start = 0
    while start + 1 < len(column):
        pitch, end = middles[start + 1] - middles[start], start + 1
        while end + 1 < len(column) and abs(middles[end + 1] - middles[end] - pitch) <= _OFF:
            end += 1
        tall = int(np.median([boxes[n][3] for n in column[start : end + 1]]))
        if end - start + 1 >= _ROWS and 1.25 * tall <= pitch <= 6 * tall:
            found.append((list(column[start : end + 1]), pitch))
        start = end if end - start + 1 >= _ROWS else start + 1
    return found


def _cells(loose: Sequence[int], boxes: np.ndarray) -> dict[int, Rect]:
    """Of pictures that repeat at equal distances from left to right, as in a bar of tools or tabs, the cell of each."""
    cells: dict[int, Rect] = {}
    level = sorted(loose, key=lambda n: (int(boxes[n][1] + boxes[n][3] / 2), int(boxes[n][0])))
    while level:
        middle = boxes[level[0]][1] + boxes[level[0]][3] / 2
        same = [n for n in level if abs(boxes[n][1] + boxes[n][3] / 2 - middle) <= _OFF]
        level = [n for n in level if n not in same]
        same.sort(key=lambda n: int(boxes[n][0]))
        for run, pitch in _runs(same, boxes[:, [1, 0, 3, 2]]):
            if pitch <= _CELL * np.median([boxes[n][2] for n in run]):
                for n in run:
                    x, y, w, h = boxes[n].tolist()
                    high = max(h, min(round(_SMALL_ICON * h), pitch)) if not h > pitch else h
                    cells[n] = (x + w // 2 - pitch // 2, y - (high - h) // 2, pitch, high)
    return cells


def _roomy(one: Element) -> Rect:
    """As large as a control with this on it usually is."""
    x, y, w, h = one.bounds
    if not _is_picture(one):
        room = round(_AROUND_TEXT * h)
        return x - room, y, w + 2 * room, h
    longer = max(w, h)
    side = max(round((_SMALL_ICON if longer <= _SMALL else _LARGE_ICON) * longer), _CONTROL)
    wide, high = max(side, w), max(side, h)
    return x - (wide - w) // 2, y - (high - h) // 2, wide, high


def _limited(n: int, want: Rect, boxes: np.ndarray, within: Rect) -> Rect:
    """What is wanted, as far as nothing else is there: half of the way to what is beside, above and below."""
    x, y, w, h = boxes[n].tolist()
    left, top = max(min(want[0], x), within[0], 0), max(min(want[1], y), within[1], 0)
    right = min(max(want[0] + want[2], x + w), within[0] + within[2])
    bottom = min(max(want[1] + want[3], y + h), within[1] + within[3])
    others = np.delete(boxes, n, axis=0)
    ox, oy, ow, oh = others.T
    beside = (oy < y + h) & (oy + oh > y)
    over = (ox < x + w) & (ox + ow > x)
    for edge in (ox + ow)[beside & (ox + ow <= x)]:
        left = max(left, int(edge + x + 1) // 2)
    for edge in ox[beside & (ox >= x + w)]:
        right = min(right, int(edge + x + w) // 2)
    for edge in (oy + oh)[over & (oy + oh <= y)]:
        top = max(top, int(edge + y + 1) // 2)
    for edge in oy[over & (oy >= y + h)]:
        bottom = min(bottom, int(edge + y + h) // 2)
    left, top, right, bottom = min(left, x), min(top, y), max(right, x + w), max(bottom, y + h)
    return left, top, right - left, bottom - top


def _area(a: Rect) -> int:
    return a[2] * a[3]


def _shared(a: Rect, b: Rect) -> int:
    """How many pixels both have."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(w, 0) * max(h, 0)


def _is_in(inner: Rect, outer: Rect) -> bool:
    return 2 * _shared(inner, outer) > _area(inner)


def _suppressed(found: Iterable[Element]) -> list[Element]:
    """Each once: of those that lie on each other the one with words is left, else the larger one."""
    kept: list[Element] = []
    for one in sorted(found, key=lambda s: (not s.text, -_area(s.bounds), s.bounds)):
        if all(_shared(one.bounds, k.bounds) < _SAME * min(_area(one.bounds), _area(k.bounds)) for k in kept):
            kept.append(one)
    return kept


def _reading_order(found: Iterable[Element]) -> list[Element]:
    """Line by line, each from the left. A line is what has its middle above the lower edge of the line's first."""
    lines: list[list[Element]] = []
    for one in sorted(found, key=lambda s: (2 * s.bounds[1] + s.bounds[3], s.bounds)):
        first = lines[-1][0].bounds if lines else (0, 0, 0, -1)
        if one.bounds[1] + one.bounds[3] // 2 < first[1] + first[3]:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line)]
