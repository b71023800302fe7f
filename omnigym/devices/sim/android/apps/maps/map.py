"""The map itself: a part of the town, with pins and the way between two of them."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.maps.store import HERE
from omnigym.devices.sim.sites.town import SHAPE, Place
from omnigym.devices.sim.sites.town_picture import map_picture
from omnigym.devices.sim.ui.nodes import Node, row, stack
from omnigym.devices.sim.ui.photo import Part, photo
from omnigym.devices.sim.ui.widgets import button, text

__all__ = ["ZOOMS", "centred", "part_of", "town_map"]

#: How many times the map is as high as its room.
ZOOMS = (1.0, 1.5, 2.2, 3.2)
_PIN, _CHOSEN, _LINE = 30, 40, 6
_NAMED = 2


def part_of(zoom: int, centre: tuple[int, int], w: int, h: int) -> Part:
    """What of the map is shown in ``w`` x ``h``, around a centre in thousandths of its width and height."""
    high = 1 / ZOOMS[zoom]
    wide = min(1.0, high * w / h * SHAPE)
    x = min(max(0.0, centre[0] / 1000 - wide / 2), 1 - wide)
    y = min(max(0.0, centre[1] / 1000 - high / 2), 1 - high)
    return x, y, x + wide, y + high


def centred(places: tuple[Place, ...]) -> tuple[int, int]:
    """The middle between places."""
    xs, ys = [p.x for p in places], [p.y for p in places]
    return round(500 * (min(xs) + max(xs))), round(500 * (min(ys) + max(ys)))


def _at(x: float, y: float, part: Part, w: int, h: int) -> tuple[int, int]:
    return round((x - part[0]) / (part[2] - part[0]) * w), round((y - part[1]) / (part[3] - part[1]) * h)


def _pin(place: Place, part: Part, w: int, h: int, chosen: bool, named: bool) -> Node | None:
    size = _CHOSEN if chosen else _PIN
    x, y = _at(place.x, place.y, part, w, h)
    left, top = x - size // 2, y - size
    if not (0 <= left <= w - size and 0 <= top <= h - size):
        return None
    if place.id == HERE.id:
        dot = row(style="here", w=20, h=20, role=Role.IMAGE, name=HERE.name, key="maps.here")
        return row(dot, pad=(x - 10, y - 10, 0, 0), w=w, h=y + 10, align="start")
    look = "map_pin_chosen" if chosen else "map_pin"
    pin = button(
        f"maps.pin.{place.id}", icon="m/place", name=place.name, style=look, w=size, h=size, click=("show", place.id)
    )
    label = text(place.name, style="map_label", role=None) if named else None
    return row(pin, label, pad=(left, top, 0, 0), w=w, h=y, gap=0, align="end")


def _bar(a: tuple[int, int], b: tuple[int, int], w: int, h: int) -> Node | None:
    """A straight piece of the way, level or upright, where it is in the picture."""
    x0, x1 = max(0, min(a[0], b[0]) - _LINE // 2), min(w, max(a[0], b[0]) + _LINE // 2)
    y0, y1 = max(0, min(a[1], b[1]) - _LINE // 2), min(h, max(a[1], b[1]) + _LINE // 2)
    if x0 >= x1 or y0 >= y1:
        return None
    return row(row(style="mark", w=x1 - x0, h=y1 - y0), pad=(x0, y0, 0, 0), w=w, h=y1, align="start")


def _way(start: Place, end: Place, part: Part, w: int, h: int) -> list[Node | None]:
    a, corner, b = [_at(x, y, part, w, h) for x, y in ((start.x, start.y), (end.x, start.y), (end.x, end.y))]
    return [_bar(a, corner, w, h), _bar(corner, b, w, h)]


def town_map(
    places: tuple[Place, ...],
    chosen: str,
    ends: tuple[Place, Place] | None,
    zoom: int,
    centre: tuple[int, int],
    w: int,
    h: int,
) -> Node:
    """The map.

    Args:
        places: Those that have pins.
        chosen: Id of the one whose pin is large.
        ends: The ends of the way that is drawn, or None.
        zoom: Index in `ZOOMS`.
        centre: What is in the middle, in thousandths of the map's width and height.
        w, h: Size.
    """
    part = part_of(zoom, centre, w, h)
    way = _way(*ends, part, w, h) if ends is not None else []
    pins = [
        _pin(p, part, w, h, p.id == chosen, p.id == chosen or zoom >= _NAMED)
        for p in (*[p for p in places if p is not HERE], HERE)
    ]
    ground = photo(map_picture(), w=w, h=h, part=part, name="Map of Lakeside", key="maps.picture")
    return stack(
        ground,
        *way,
        *pins,
        key="maps.map",
        role=Role.CANVAS,
        name="Map",
        w=w,
        h=h,
        track=("hold",),
        double=("zoom", 1),
        wheel=("wheel",),
    )
