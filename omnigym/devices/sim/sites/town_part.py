"""Which part of the map is seen, and what of the town is where in it."""

from __future__ import annotations

from omnigym.devices.sim.sites.town import SHAPE, Place
from omnigym.devices.sim.ui.nodes import Node, row
from omnigym.devices.sim.ui.photo import Part

__all__ = ["ZOOMS", "centred", "dragged", "part_of", "seen_at", "way_nodes"]

#: How many times the map is as high as its room.
ZOOMS = (1.0, 1.5, 2.2, 3.2)
_LINE = 6


def part_of(zoom: int, centre: tuple[int, int], w: int, h: int) -> Part:
    """What of the map is shown in ``w`` x ``h``, around a centre in thousandths of its width and height."""
    high = 1 / ZOOMS[zoom]
    wide = high * w / h * SHAPE
    if wide > 1:
        wide, high = 1.0, high / wide
    x = min(max(0.0, centre[0] / 1000 - wide / 2), 1 - wide)
    y = min(max(0.0, centre[1] / 1000 - high / 2), 1 - high)
    return x, y, x + wide, y + high


def centred(places: tuple[Place, ...]) -> tuple[int, int]:
    """The middle between places."""
    xs, ys = [p.x for p in places], [p.y for p in places]
    return round(500 * (min(xs) + max(xs))), round(500 * (min(ys) + max(ys)))


def dragged(grip: tuple[int, int, int, int], zoom: int, x: int, y: int, w: int, h: int) -> tuple[int, int]:
    """The centre when the pointer took hold at the first two numbers of ``grip``, with the others in the centre."""
    x0, y0, cx, cy = grip
    left, top, right, bottom = part_of(zoom, (cx, cy), w, h)
    centre = (
        round(500 * (left + right) - (x - x0) / w * (right - left) * 1000),
        round(500 * (top + bottom) - (y - y0) / h * (bottom - top) * 1000),
    )
    return min(max(0, centre[0]), 1000), min(max(0, centre[1]), 1000)


def seen_at(x: float, y: float, part: Part, w: int, h: int) -> tuple[int, int]:
    """Where a point of the map is seen, in logical pixels."""
    return round((x - part[0]) / (part[2] - part[0]) * w), round((y - part[1]) / (part[3] - part[1]) * h)


def way_nodes(start: Place, end: Place, part: Part, w: int, h: int, style: str) -> list[Node | None]:
    """The way between two places, as two straight pieces."""
    corners = ((start.x, start.y), (end.x, start.y), (end.x, end.y))
    a, corner, b = [seen_at(x, y, part, w, h) for x, y in corners]
    return [_bar(a, corner, w, h, style), _bar(corner, b, w, h, style)]


def _bar(a: tuple[int, int], b: tuple[int, int], w: int, h: int, style: str) -> Node | None:
    """A piece of a way, level or upright, where it is in the picture."""
    x0, x1 = max(0, min(a[0], b[0]) - _LINE // 2), min(w, max(a[0], b[0]) + _LINE // 2)
    y0, y1 = max(0, min(a[1], b[1]) - _LINE // 2), min(h, max(a[1], b[1]) + _LINE // 2)
    if x0 >= x1 or y0 >= y1:
        return None
    return row(row(style=style, w=x1 - x0, h=y1 - y0), pad=(x0, y0, 0, 0), w=w, h=y1, align="start")
