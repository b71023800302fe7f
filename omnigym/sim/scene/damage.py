"""The damage between two panels, as rectangles: which parts must be painted again.

The invariant: every pixel that differs lies in a rectangle. A rectangle too many costs time, one too few leaves a stale
pixel, so whatever is not understood in detail is damaged as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from omnigym.sim.documents.layout import PAGE_BREAK
from omnigym.sim.paint.painter import MARGIN, alike, bleed_of, margin_of, reach
from omnigym.sim.paint.subject import APPEARANCES
from omnigym.sim.style.fonts import line_height, text_width
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.flow import ParagraphPiece
from omnigym.sim.ui.items import CORNER, RECT, SEEN, SIZE, Box, Item, Laid, Panel, Sub, area, clip_box


def panel_damage(old: Panel, new: Panel, theme: Theme, out: list[Box]) -> None:
    """Append the rectangles in which ``new`` looks different from ``old``."""
    if old.x != new.x or old.y != new.y or old.clip != new.clip:
        whole_panel(old, theme, out)
        whole_panel(new, theme, out)
        return
    found: list[Box] = []
    if old.laid is not new.laid:
        _difference(old.laid, new.laid, new.x, new.y, theme, found)
    if old.hot != new.hot:
        for key in old.hot.keys() | new.hot.keys():
            was, now = old.hot.get(key, 0), new.hot.get(key, 0)
            if was != now:
                _heated(old, new, key, was, now, theme, found)
    for rect in _joined(found):
        clipped = clip_box(rect, new.clip)
        if clipped[0] < clipped[2] and clipped[1] < clipped[3]:
            out.append(clipped)


def _joined(rects: list[Box]) -> list[Box]:
    """``rects``, or the one box around them if they are many and fill most of it, as the rows of a list do."""
    if len(rects) >= _MANY:
        rects = _stacked(rects)
    if len(rects) < _MANY:
        return rects
    x0, y0 = min([r[0] for r in rects]), min([r[1] for r in rects])
    x1, y1 = max([r[2] for r in rects]), max([r[3] for r in rects])
    return [(x0, y0, x1, y1)] if (x1 - x0) * (y1 - y0) <= 2 * sum(map(area, rects)) else rects


#: From this many rectangles on, painting the box around them at once can be cheaper.
_MANY = 8


def _stacked(rects: list[Box]) -> list[Box]:
    """``rects`` with each run of equally wide ones that touch from top to bottom joined to one."""
    out = rects[:1]
    for rect in rects[1:]:
        x0, y0, x1, y1 = out[-1]
        if rect[0] == x0 and rect[2] == x1 and y0 <= rect[1] <= y1 <= rect[3]:
            out[-1] = (x0, y0, x1, rect[3])
        else:
            out.append(rect)
    return out


def _box(item: Item, x: int, y: int, theme: Theme) -> Box:
    margin = margin_of(item, theme)
    x, y = x + item.x, y + item.y
    return x - margin, y - margin, x + item.w + margin, y + item.h + margin


def whole_panel(panel: Panel, theme: Theme, out: list[Box]) -> None:
    """Append the visible part of a panel, shadows included."""
    x, y, laid = panel.x, panel.y, panel.laid
    margin = max([bleed_of(i, theme) for i in laid.items], default=0) + MARGIN
    rect = (x - margin, y - margin, x + laid.w + margin, y + laid.h + margin)
    clipped = clip_box(rect, panel.clip)
    if clipped[0] < clipped[2] and clipped[1] < clipped[3]:
        out.append(clipped)


def _heated(old: Panel, new: Panel, key: str, was: int, now: int, theme: Theme, out: list[Box]) -> None:
    """Append the damage of a node whose flags of the moment changed from ``was`` to ``now``."""
    a, b = _find(old.laid, old.x, old.y, key), _find(new.laid, new.x, new.y, key)
    if a is not None and b is not None:
        (first, *at), (second, *there) = a, b
        if at == there and first[RECT] == second[RECT] and alike(first, second, theme, was, now):
            return
    out.extend([_box(*found, theme) for found in (a, b) if found is not None])


def _find(laid: Laid, x: int, y: int, key: str) -> tuple[Item, int, int] | None:
    """The item with a key, and the screen position (x, y) of the piece that holds it."""
    item = laid.keys.get(key)
    if item is not None:
        return item, x, y
    for sub in laid.subs:
        found = _find(sub.laid, x + sub.x, y + sub.y, key)
        if found is not None:
            return found
    return None


def _difference(old: Laid, new: Laid, x: int, y: int, theme: Theme, out: list[Box]) -> None:
    _items(old.items, new.items, x, y, theme, out)
    subs = new.subs
    if len(old.subs) != len(subs):
        before = {(s.laid, s.x, s.y) for s in old.subs}
        after = {(s.laid, s.x, s.y) for s in subs}
        for sub in (
            *[s for s in old.subs if (s.laid, s.x, s.y) not in after],
            *[s for s in subs if (s.laid, s.x, s.y) not in before],
        ):
            _sub(sub, x, y, theme, out)
        return
    others = [(a, b) for a, b in zip(old.subs, subs, strict=True) if a.laid is not b.laid or a.x != b.x or a.y != b.y]
    if len(others) >= _MANY and 2 * len(others) > len(subs):  # a list that was scrolled
        for a, b in others:
            _sub(a, x, y, theme, out)
            if a.x != b.x or a.y != b.y or a.laid.w != b.laid.w or a.laid.h != b.laid.h:
                _sub(b, x, y, theme, out)
        return
    for a, b in others:
        if a.x == b.x and a.y == b.y:
            if not _retyped(a.laid, b.laid, x + b.x, y + b.y, out):
                _difference(a.laid, b.laid, x + b.x, y + b.y, theme, out)
        else:
            _sub(a, x, y, theme, out)
            _sub(b, x, y, theme, out)


def _retyped(old: Laid, new: Laid, x: int, y: int, out: list[Box]) -> bool:
    """Append the damage of a paragraph in which only text changed: on each line, from the first changed character on.

    Returns:
        Whether it could be told so; if not, the caller has to compare the paragraphs otherwise.
    """
    if type(old) is not ParagraphPiece or type(new) is not ParagraphPiece:
        return False
    a, b = old.layout, new.layout
    if old.selected[0] != old.selected[1] or new.selected[0] != new.selected[1] or a.height != b.height:
        return False
    if len(a.segments) != 1 or len(b.segments) != 1 or a.segments[0][2:] != b.segments[0][2:] or a.label != b.label:
        return False
    if PAGE_BREAK in a.text or PAGE_BREAK in b.text:
        return False  # its mark reaches to the margin, beyond the last character
    same = _common(a.text, b.text)
    for was, line in zip(a.lines, b.lines, strict=False):
        if was == line and line.end <= same and a.text[was.start : was.end] == b.text[line.start : line.end]:
            continue
        if was[2:] != line[2:] or was.shifts:
            return False
        start = max(0, b.places[max(same, line.start)] - b.places[line.start]) if same < line.end else 0
        if same >= line.end:  # the line only became shorter or longer at its end
            start = b.places[line.end] - b.places[line.start]
        right = max(a.places[was.end] - a.places[was.start], b.places[line.end] - b.places[line.start])
        left, top = x + line.x, y + line.y
        out.append((left + start - MARGIN, top, left + right + MARGIN, top + line.height))
    return len(a.lines) == len(b.lines)


def _sub(sub: Sub, x: int, y: int, theme: Theme, out: list[Box]) -> None:
    x, y = x + sub.x, y + sub.y
    out.append((x - MARGIN, y - MARGIN, x + sub.laid.w + MARGIN, y + sub.laid.h + MARGIN))


def _items(old: Sequence[Item], new: Sequence[Item], x: int, y: int, theme: Theme, out: list[Box]) -> None:
    if len(old) != len(new):
        short = min(len(old), len(new))
        _items(old[:short], new[:short], x, y, theme, out)
        out.extend([_box(item, x, y, theme) for item in (*old[short:], *new[short:])])
        return
    for a, b in zip(old, new, strict=True):
        if a is b or a[SEEN] == b[SEEN]:
            continue
        if a[CORNER] == b[CORNER] and APPEARANCES[a.kind].brings_ops and APPEARANCES[b.kind].brings_ops:
            _picture(a, b, x + a.x, y + a.y, out)
            if a[SIZE] != b[SIZE]:
                out.append(_box(a, x, y, theme))
                out.append(_box(b, x, y, theme))
        elif a[RECT] != b[RECT]:
            out.append(_box(a, x, y, theme))
            out.append(_box(b, x, y, theme))
        elif not alike(a, b, theme):
            first, second = _box(a, x, y, theme), _box(b, x, y, theme)
            out += [first] if first == second else [first, second]


def _picture(old: Item, new: Item, x: int, y: int, out: list[Box]) -> None:
    """Append the boxes of the ops that differ; of a text that only ends differently, the box of that end."""
    short = min(len(old.data), len(new.data))
    for a, b in zip(old.data, new.data, strict=False):
        if a == b:
            continue
        if a[0] == "text" == b[0] and a[1:3] == b[1:3] and a[4:] == b[4:]:
            out.append(_text_change(a, b, x, y))
        else:
            out += [_op_box(a, x, y), _op_box(b, x, y)]
    out += [_op_box(op, x, y) for op in (*old.data[short:], *new.data[short:])]


def _text_change(a: tuple[object, ...], b: tuple[object, ...], x: int, y: int) -> Box:
    first, second, font = str(a[3]), str(b[3]), a[4]
    same = _common(first, second)
    start = text_width(first[:same], font)
    end = start + max(text_width(first[same:], font), text_width(second[same:], font))
    left, top = x + int(a[1]), y + int(a[2])  # type: ignore[call-overload]
    return left + start - MARGIN, top, left + end + MARGIN, top + line_height(font)


def _common(a: str, b: str) -> int:
    """The length of the common prefix of two texts."""
    low, high = 0, min(len(a), len(b))
    if a[:high] == b[:high]:
        return high
    while low < high - 1:
        middle = (low + high) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle
    return low


def _op_box(op: tuple[object, ...], x: int, y: int) -> Box:
    if op[0] == "text":
        _, left, top, text, font, *_ = op
        left, top = x + int(left), y + int(top)  # type: ignore[call-overload]
        width = text_width(str(text), font)
        return left - MARGIN, top, left + width + MARGIN, top + line_height(font)
    _, left, top, w, h, *_ = op
    left, top = x + int(left), y + int(top)  # type: ignore[call-overload]
    return left, top, left + int(w), top + int(h)  # type: ignore[call-overload]


def merged(rects: list[Box], size: tuple[int, int]) -> list[Box]:
    """``rects`` clipped to the screen, joined in pairs while the common box is little larger, at most 12.

    The loop ends: each join removes a rectangle.
    """
    width, height = size
    out: list[Box] = []
    for rect in rects:
        x0, y0, x1, y1 = clip_box(rect, (0, 0, width, height))
        if x0 >= x1 or y0 >= y1:
            continue
        i = 0
        while i < len(out):
            a0, b0, a1, b1 = out[i]
            left, top = x0 if x0 < a0 else a0, y0 if y0 < b0 else b0
            right, bottom = x1 if x1 > a1 else a1, y1 if y1 > b1 else b1
            both = (x1 - x0) * (y1 - y0) + (a1 - a0) * (b1 - b0)
            if (right - left) * (bottom - top) <= both + (both >> 5) + _WASTE:
                x0, y0, x1, y1 = left, top, right, bottom
                del out[i]
                i = 0
            else:
                i += 1
        out.append((x0, y0, x1, y1))
    if len(out) > 12:
        out = [(min(r[0] for r in out), min(r[1] for r in out), max(r[2] for r in out), max(r[3] for r in out))]
    return out


#: Painting this many pixels needlessly is cheaper than painting a further rectangle.
_WASTE = 2_000

# -- changes ----------------------------------------------------------------------------------------------------------

# The damage between two scenes, surface by surface: which parts of the screen must be painted again.

#: Surfaces back to front: id and panels.
Surfaces: TypeAlias = tuple[tuple[str, tuple[Panel, ...]], ...]


#: The boxes of the surfaces that were last asked for, by the identity of their panels, and the most of them.
_EXTENTS: dict[int, tuple[tuple[Panel, ...], Theme, Box]] = {}
_KEPT = 64


def extent_of(panels: tuple[Panel, ...], theme: Theme) -> Box:
    """The box around everything that a surface paints, shadows included; empty if it paints nothing."""
    known = _EXTENTS.get(id(panels))
    if known is None or known[0] is not panels or known[1] is not theme:
        if len(_EXTENTS) >= _KEPT:
            _EXTENTS.clear()
        known = _EXTENTS[id(panels)] = panels, theme, _extent(panels, theme)
    return known[2]


def _extent(panels: tuple[Panel, ...], theme: Theme) -> Box:
    x0 = y0 = 1 << 30
    x1 = y1 = 0
    for laid, x, y, clip, *_ in panels:
        margin = reach(laid, theme)
        left, top, right, bottom = clip_box((x - margin, y - margin, x + laid.w + margin, y + laid.h + margin), clip)
        if left < x0:
            x0 = left
        if top < y0:
            y0 = top
        if right > x1:
            x1 = right
        if bottom > y1:
            y1 = bottom
    return x0, y0, x1 if x1 > x0 else x0, y1 if y1 > y0 else y0


def surface_damage(old: tuple[Panel, ...], new: tuple[Panel, ...], theme: Theme, out: list[Box]) -> None:
    """Append the boxes in which a surface looks different now."""
    if len(old) == len(new):
        for a, b in zip(old, new, strict=True):
            if a is not b:
                panel_damage(a, b, theme, out)
        return
    kept = {(p.x, p.y, p.laid.w, p.laid.h): p for p in old}
    for panel in new:
        other = kept.pop((panel.x, panel.y, panel.laid.w, panel.laid.h), None)
        if other is None:
            out.append(_extent((panel,), theme))
        else:
            panel_damage(other, panel, theme, out)
    out.extend([_extent((panel,), theme) for panel in kept.values()])


def restacked(old: Surfaces, new: Surfaces) -> bool:
    """Whether surfaces came, went or changed places."""
    return len(old) != len(new) or [wid for wid, _ in old] != [wid for wid, _ in new]


def scene_damage(old: Surfaces, new: Surfaces, theme: Theme, size: tuple[int, int]) -> list[Box]:
    """The boxes in which ``new`` looks different from ``old``: few, and clipped to the screen."""
    out: list[Box] = []
    if restacked(old, new):
        _stacking(old, new, theme, out)
        before = dict(old)
        old = tuple([(wid, before.get(wid, panels)) for wid, panels in new])
    for (_, was), (_, panels) in zip(old, new, strict=True):
        if was is not panels:
            surface_damage(was, panels, theme, out)
    return merged(out, size)


def _stacking(old: Surfaces, new: Surfaces, theme: Theme, out: list[Box]) -> None:
    """Append the damage of the stacking order.

    That is all of a surface that came or went, and the intersection of each pair whose order changed.
    """
    before, after = dict(old), dict(new)
    out += [extent_of(panels, theme) for wid, panels in old if wid not in after]
    out += [extent_of(panels, theme) for wid, panels in new if wid not in before]
    place = {wid: i for i, (wid, _) in enumerate([entry for entry in old if entry[0] in after])}
    common = [(place[wid], extent_of(panels, theme)) for wid, panels in new if wid in before]
    for i, (above, box) in enumerate(common):
        out += [clip_box(box, other) for below, other in common[:i] if below > above]
