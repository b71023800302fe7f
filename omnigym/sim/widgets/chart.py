"""The chart: columns, bars, lines or a pie, with title, axes and legend."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor, log10
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from omnigym.a11y import Role
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject
from omnigym.sim.style.colour import Colour, rgb
from omnigym.sim.style.fonts import Font, elide, line_height, text_width
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.kinds import Kind, content_size
from omnigym.sim.ui.nodes import FILL, SELECTED, Node, widget
from omnigym.sim.widgets.record import Widget

#: How many times larger lines and pies are drawn than they are shown.
_SUPER = 4
#: Intervals of the axis of numbers, at most.
_INTERVALS = 5
_STEPS = (1, 2, 2.5, 5, 10)
#: The words of the kinds, in the accessible name.
_CALLED = {"column": "Column chart", "bar": "Bar chart", "line": "Line chart", "pie": "Pie chart"}


class ChartData(NamedTuple):
    """Payload of a chart.

    Attributes:
        kind: "column", "bar", "line" or "pie".
        title: Above it; "" for none.
        labels: The label of each point.
        series: The name and the numbers of each series; None where there is no number.
    """

    kind: str
    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float | None, ...]], ...]

    @property
    def has_legend(self) -> bool:
        """Whether a legend is of use."""
        return bool(self.labels) if self.kind == "pie" else len(self.series) > 1


def chart(data: ChartData, *, key: str = "", w: int = FILL, h: int = FILL, chosen: bool = False, **on: Any) -> Node:
    """Return a chart. The tree has its title and its numbers.

    Args:
        data: Its content.
        key: Its stable name; needed if it reacts.
        w, h: Its size, logical pixels.
        chosen: Whether it has a frame with handles.
        on: Messages by event, as of `widget`.
    """
    flags = SELECTED if chosen else 0
    name, value = data.title or _CALLED[data.kind], describe_chart(data)
    if on:
        return widget("chart", key, Role.IMAGE, name=name, value=value, flags=flags, w=w, h=h, data=data, **on)
    return Node("chart", "", key, "", "", name, value, Role.IMAGE, flags, w=w, h=h, data=data)


@lru_cache(maxsize=256)
def describe_chart(data: ChartData) -> str:
    """Return the kind of a chart and its numbers, as a text.

    >>> describe_chart(ChartData("pie", "Sales", ("Tea", "Rice"), (("Pieces", (15.0, 40.0)),)))
    'Pie chart. Pieces: Tea 15, Rice 40'
    """
    said = [
        f"{name}: " + ", ".join([f"{label} {number(v)}" for label, v in zip(data.labels, values, strict=False)])
        for name, values in data.series
    ]
    return ". ".join([_CALLED[data.kind], *said])


def number(value: float | None) -> str:
    """Return a number as an axis shows it; "-" for none."""
    return "-" if value is None else f"{value:,.10g}"


# -- painting ---------------------------------------------------------------------------------------------------------


class _Plot(NamedTuple):
    """The room of the points, in pixels."""

    x: int
    y: int
    w: int
    h: int


def _draw(s: Subject) -> list[Op]:
    data: ChartData = s.data
    palette, px = s.theme.palette, s.theme.px
    ground, frame = palette.layer, palette.accent if s.has(SELECTED) else palette.stroke
    ops: list[Op] = [("box", 0, 0, s.w, s.h, ground, frame, px(2))]
    small = s.look.font
    pad, line = px(8), line_height(small)
    x, y, w, h = pad, pad, s.w - 2 * pad, s.h - 2 * pad
    if data.title:
        big = small._replace(size=small.size * 4 // 3, family="ui-semibold")
        shown = elide(data.title, big, w)
        ops.append(("text", (s.w - text_width(shown, big)) // 2, y, shown, big, palette.text, ground))
        y, h = y + line_height(big) + px(4), h - line_height(big) - px(4)
    if data.has_legend and h > 3 * line:
        ops += _legend(s, data, x, y + h - line, w, small)
        h -= line + px(4)
    if w > px(40) and h > px(30):
        ops += _pie(data, _Plot(x, y, w, h), ground) if data.kind == "pie" else _axes(s, data, _Plot(x, y, w, h), small)
    if s.has(SELECTED):
        side = px(5)
        for at_x in (0, (s.w - side) // 2, s.w - side):
            for at_y in (0, (s.h - side) // 2, s.h - side):
                if (at_x, at_y) != ((s.w - side) // 2, (s.h - side) // 2):
                    ops.append(("box", at_x, at_y, side, side, ground, palette.accent, 0))
    return ops


def _colour(number: int) -> Colour:
    from omnigym.documents.sheets.charts import CHART_COLOURS  # every desktop knows charts; few have sheets

    return CHART_COLOURS[number % len(CHART_COLOURS)]


def _legend(s: Subject, data: ChartData, x: int, y: int, w: int, font: Font) -> list[Op]:
    """The names with their colours in one line, as many as have room."""
    names = data.labels if data.kind == "pie" else tuple([name for name, _ in data.series])
    palette, side, gap = s.theme.palette, s.theme.px(8), s.theme.px(12)
    shown, used = [], 0
    for name in names:
        text = elide(name, font, w // 3)
        wide = side + s.theme.px(4) + text_width(text, font)
        if used + wide > w:
            break
        shown.append((text, wide))
        used += wide + gap
    at = x + max(0, w - used + gap) // 2
    ops: list[Op] = []
    for n, (text, wide) in enumerate(shown):
        ops.append(("rect", at, y + (line_height(font) - side) // 2, side, side, _colour(n)))
        ops.append(("text", at + side + s.theme.px(4), y, text, font, palette.muted, palette.layer))
        at += wide + gap
    return ops


def scale_of(data: ChartData) -> tuple[float, ...]:
    """Return the numbers of the axis, which holds all values and 0.

    >>> scale_of(ChartData("line", "", ("a",), (("x", (37.0,)),)))
    (0.0, 10.0, 20.0, 30.0, 40.0)
    """
    values = [v for _, numbers in data.series for v in numbers if v is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    if high == low:
        return 0.0, 1.0
    power = 10.0 ** floor(log10((high - low) / _INTERVALS))
    for factor in _STEPS:
        step = factor * power
        first, last = floor(low / step), ceil(high / step)
        if last - first <= _INTERVALS:
            break
    return tuple([n * step for n in range(first, last + 1)])


def _axes(s: Subject, data: ChartData, room: _Plot, font: Font) -> list[Op]:
    """Axes, lines behind the points, and the points."""
    palette, px, line = s.theme.palette, s.theme.px, line_height(font)
    ops: list[Op] = []
    ticks = scale_of(data)
    lies = data.kind == "bar"
    texts = [number(t) for t in ticks]
    beside = data.labels if lies else tuple(texts)
    margin = min(max([text_width(t, font) for t in beside], default=0), room.w // 3) + px(6)
    plot = _Plot(room.x + margin, room.y + line // 2, room.w - margin, room.h - line - line // 2 - px(4))
    if plot.w < px(20) or plot.h < px(16):
        return []

    def place(value: float) -> int:
        share = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return plot.x + round(share * (plot.w - 1)) if lies else plot.y + plot.h - 1 - round(share * (plot.h - 1))

    for tick, text in zip(ticks, texts, strict=True):
        at, edge = place(tick), palette.stroke_strong if tick == 0 else palette.stroke
        wide = text_width(text, font)
        if lies:
            ops.append(("rect", at, plot.y, 1, plot.h, edge))
            left = min(at - wide // 2, room.x + room.w - wide)
            ops.append(("text", left, plot.y + plot.h + px(2), text, font, palette.muted, palette.layer))
        else:
            ops.append(("rect", plot.x, at, plot.w, 1, edge))
            ops.append(("text", plot.x - px(6) - wide, at - line // 2, text, font, palette.muted, palette.layer))
    ops += _labels(s, data, plot, room, font)
    if data.kind == "line":
        return ops + _lines(data, plot, [place(t) for t in ticks], ticks, palette.layer, palette.stroke)
    count, groups = max(len(data.series), 1), max(len(data.labels), 1)
    long = plot.h if lies else plot.w
    for n, (_, values) in enumerate(data.series):
        for k, value in enumerate(values[:groups]):
            if value is None:
                continue
            start, end = long * k // groups, long * (k + 1) // groups
            inset = (end - start) // 5
            a = start + inset + (end - start - 2 * inset) * n // count
            b = max(start + inset + (end - start - 2 * inset) * (n + 1) // count, a + 1)
            first, last = sorted((place(0), place(value)))
            if lies:
                ops.append(("rect", first, plot.y + a, max(last - first, 1), b - a, _colour(n)))
            else:
                ops.append(("rect", plot.x + a, first, b - a, max(last - first, 1), _colour(n)))
    return ops


def _labels(s: Subject, data: ChartData, plot: _Plot, room: _Plot, font: Font) -> list[Op]:
    """The labels of the points; every second, third... where there are too many."""
    palette, px, line = s.theme.palette, s.theme.px, line_height(font)
    groups = len(data.labels)
    if not groups:
        return []
    ops: list[Op] = []
    if data.kind == "bar":
        each = max(1, -(-line * groups // max(plot.h, 1)))
        for k in range(0, groups, each):
            text = elide(data.labels[k], font, plot.x - room.x - px(6))
            middle = plot.y + plot.h * (2 * k + 1) // (2 * groups)
            left = plot.x - px(6) - text_width(text, font)
            ops.append(("text", left, middle - line // 2, text, font, palette.muted, palette.layer))
        return ops
    widest = max([text_width(label, font) for label in data.labels])
    each = max(1, -(-(min(widest, px(70)) + px(6)) * groups // max(plot.w, 1)))
    for k in range(0, groups, each):
        text = elide(data.labels[k], font, max(plot.w * each // groups - px(4), px(12)))
        left = plot.x + plot.w * (2 * k + 1) // (2 * groups) - text_width(text, font) // 2
        ops.append(("text", left, plot.y + plot.h + px(3), text, font, palette.muted, palette.layer))
    return ops


def _lines(
    data: ChartData, plot: _Plot, grid: list[int], ticks: tuple[float, ...], ground: Colour, stroke: Colour
) -> list[Op]:
    content = _line_pixels(data, plot.w, plot.h, tuple([at - plot.y for at in grid]), ticks, ground, stroke)
    return [("pixels", plot.x, plot.y, plot.w, plot.h, (plot.w, plot.h), content)]


@lru_cache(maxsize=64)
def _line_pixels(
    data: ChartData, w: int, h: int, grid: tuple[int, ...], ticks: tuple[float, ...], ground: Colour, stroke: Colour
) -> bytes:
    image = Image.new("RGB", (w * _SUPER, h * _SUPER), rgb(ground))
    pen = ImageDraw.Draw(image)
    for at in grid:
        pen.rectangle((0, at * _SUPER, w * _SUPER, (at + 1) * _SUPER - 1), fill=rgb(stroke))
    groups = max(len(data.labels), 1)
    for n, (_, values) in enumerate(data.series):
        run: list[tuple[float, float]] = []
        for k, value in enumerate((*values[:groups], None)):
            if value is not None:
                share = (value - ticks[0]) / (ticks[-1] - ticks[0])
                run.append((w * _SUPER * (2 * k + 1) / (2 * groups), (h - 1 - share * (h - 1) + 0.5) * _SUPER))
                continue
            if len(run) > 1:
                pen.line(run, fill=rgb(_colour(n)), width=2 * _SUPER, joint="curve")
            for x, y in run:
                pen.ellipse((x - 3 * _SUPER, y - 3 * _SUPER, x + 3 * _SUPER, y + 3 * _SUPER), fill=rgb(_colour(n)))
            run = []
    return image.resize((w, h), Image.Resampling.BOX).tobytes()


def _pie(data: ChartData, room: _Plot, ground: Colour) -> list[Op]:
    side = min(room.w, room.h)
    content = _pie_pixels(data.series[:1], side, ground)
    return [("pixels", room.x + (room.w - side) // 2, room.y, side, side, (side, side), content)]


@lru_cache(maxsize=64)
def _pie_pixels(series: tuple[tuple[str, tuple[float | None, ...]], ...], side: int, ground: Colour) -> bytes:
    image = Image.new("RGB", (side * _SUPER, side * _SUPER), rgb(ground))
    pen = ImageDraw.Draw(image)
    values = [max(v or 0.0, 0.0) for _, numbers in series for v in numbers]
    total, turned, edge = sum(values), -90.0, side * _SUPER - 1
    for n, value in enumerate(values):
        end = turned + 360 * value / total if total else turned
        if end > turned:
            pen.pieslice((0, 0, edge, edge), turned, end, fill=rgb(_colour(n)), outline=rgb(ground), width=_SUPER)
        turned = end
    return image.resize((side, side), Image.Resampling.BOX).tobytes()


WIDGETS = (
    Widget(
        "chart",
        kind=Kind(size=content_size),
        appearance=Appearance(draw=_draw, exact=True),
        looks={"": Look(size=11)},
    ),
)
