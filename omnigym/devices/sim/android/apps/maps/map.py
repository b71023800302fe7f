"""The map itself: a part of the town, with pins and the way between two of them."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.maps.store import HERE
from omnigym.devices.sim.sites.town import Place
from omnigym.devices.sim.sites.town_part import part_of, seen_at, way_nodes
from omnigym.devices.sim.sites.town_picture import map_picture
from omnigym.devices.sim.ui.nodes import Node, row, stack
from omnigym.devices.sim.ui.photo import Part, photo
from omnigym.devices.sim.ui.widgets import button, text

__all__ = ["town_map"]

_PIN, _CHOSEN = 30, 40
_NAMED = 2


def _pin(place: Place, part: Part, w: int, h: int, chosen: bool, named: bool) -> Node | None:
    size = _CHOSEN if chosen else _PIN
    x, y = seen_at(place.x, place.y, part, w, h)
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
    way = way_nodes(*ends, part, w, h, "mark") if ends is not None else []
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
