"""The town on the map, and what of it is saved.

Records: ``saved/<place>.json`` with ``place`` and ``list``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from omnigym.sim.sites.site import folder_of
from omnigym.sim.style.colour import Colour, Shade, rgb
from omnigym.sim.style.fonts import Font, line_height, text_width
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import Folder
from omnigym.sim.ui.controls import Part
from omnigym.sim.ui.nodes import Node, row
from omnigym.sim.ui.widgets import text
from omnigym.sim.vfs import Vfs

HOST, TOWN = "maps.fabrikam.com", "Lakeside"
LISTS = ("Favorites", "Want to go", "Starred places")
#: Ways to get about: metres a minute, and the icon.
MODES = {"Walk": (80, "person-walking"), "Bicycle": (240, "vehicle-bicycle"), "Car": (420, "vehicle-car")}
#: Metres from the left to the right edge of the map, and the shape of the map: its height for its width.
_METRES = 3_600
SHAPE = 0.66


class Place(NamedTuple):
    """A place.

    Attributes:
        id: As in its address.
        name: What it is called.
        kind: "Café", "Museum"...
        x, y: Where it is, as shares of the map's width and height.
        street, hours, phone: What is said about it.
        stars: In tenths.
    """

    id: str
    name: str
    kind: str
    x: float
    y: float
    street: str
    hours: str
    phone: str
    stars: int


PLACES: tuple[Place, ...] = (
    Place("central-station", "Central Station", "Station", 0.5, 0.20, "1 Station Square", "All day", "555-0100", 41),
    Place("city-museum", "City Museum", "Museum", 0.34, 0.36, "12 Museum Lane", "10 AM to 6 PM", "555-0112", 46),
    Place("fourth-coffee", "Fourth Coffee", "Café", 0.44, 0.44, "27 Mill Street", "7 AM to 7 PM", "555-0127", 47),
    Place("grand-hotel", "Grand Hotel", "Hotel", 0.60, 0.33, "3 Park Avenue", "Open all day", "555-0103", 44),
    Place("green-market", "Green Market", "Market", 0.26, 0.55, "40 Market Square", "8 AM to 2 PM", "555-0140", 45),
    Place("harbour-grill", "Harbour Grill", "Restaurant", 0.72, 0.64, "8 Quay Road", "Noon to 11 PM", "555-0108", 43),
    Place("city-library", "City Library", "Library", 0.52, 0.52, "15 Mill Street", "9 AM to 8 PM", "555-0115", 48),
    Place("north-clinic", "North Clinic", "Clinic", 0.20, 0.22, "60 North Road", "Open all day", "555-0160", 39),
    Place("old-lighthouse", "Old Lighthouse", "Sight", 0.90, 0.80, "1 Pier Walk", "9 AM to 5 PM", "555-0101", 49),
    Place("palace-cinema", "Palace Cinema", "Cinema", 0.40, 0.66, "21 King Street", "2 PM to midnight", "555-0121", 42),
    Place("rose-garden", "Rose Garden", "Park", 0.70, 0.24, "5 Park Avenue", "Sunrise to sunset", "555-0105", 47),
    Place("trey-bakery", "Trey Bakery", "Bakery", 0.34, 0.78, "33 King Street", "6 AM to 3 PM", "555-0133", 46),
)

_BY_ID = {p.id: p for p in PLACES}


class Saved(NamedTuple):
    """A place that is in a list of the user's."""

    place: str
    list: str


def place(place_id: str) -> Place | None:
    """The place of an id, or None."""
    return _BY_ID.get(place_id)


def found(query: str, places: tuple[Place, ...] = PLACES) -> tuple[Place, ...]:
    """The places that have every word of a query in their name, kind, street or town."""
    words = dict.fromkeys(query.casefold().replace(",", " ").split())
    texts = [f"{p.name} {p.kind} {p.street} {TOWN}".casefold() for p in places]
    return tuple([p for p, text in zip(places, texts, strict=True) if all(w in text for w in words)])


SAVED: Folder[Saved] = Folder("content://maps/saved", folder_of(HOST, "saved"), Saved)


def load_saved(vfs: Vfs) -> tuple[Saved, ...]:
    """What is saved."""
    return SAVED.rows(vfs)


def saved_in(vfs: Vfs, place_id: str, name: str, now_ms: int) -> Vfs:
    """With a place in a list, or in none for ""."""
    if not name:
        return SAVED.erased(vfs, place_id, now_ms)
    return SAVED.kept(vfs, place_id, Saved(place_id, name), now_ms)


def apart(first: tuple[float, float], last: tuple[float, float]) -> float:
    """How far two points of the map are from each other, in metres as the crow flies."""
    return math.hypot(first[0] - last[0], (first[1] - last[1]) * SHAPE) * _METRES


def route(start: Place, end: Place, mode: str) -> tuple[int, int]:
    """How far it is, in metres, and how long it takes, in minutes."""
    metres = round(apart((start.x, start.y), (end.x, end.y)) * 1.25 / 50) * 50
    return metres, max(1, round(metres / MODES[mode][0]))


def steps(start: Place, end: Place) -> tuple[str, ...]:
    """What to do on the way, in words."""
    first, last = start.street.partition(" ")[2], end.street.partition(" ")[2]
    across = "east" if end.x > start.x else "west"
    along = "south" if end.y > start.y else "north"
    if first == last:
        return (f"1. Follow {first} to the {across}.", f"2. {end.name} is at {end.street}.")
    return (
        f"1. Leave {start.name} along {first} to the {across}.",
        f"2. Turn {along} towards {last}.",
        f"3. {end.name} is at {end.street}.",
    )


# -- which part of the map is seen, and what of the town is where in it -----------------------------------------------

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


# -- what is on the map -----------------------------------------------------------------------------------------------

_W, _H, _FINE = 1200, 792, 2


class _Paints(NamedTuple):
    """The colours of a map."""

    land: Colour = 0xF1EEE6
    water: Colour = 0xA9D3F0
    green: Colour = 0xC5E4B7
    block: Colour = 0xE6E1D6
    street: Colour = 0xFFFFFF
    main: Colour = 0xFBE09A
    edge: Colour = 0xD6D0C2
    rail: Colour = 0x9A968C
    ink: Colour = 0x6B7680
    deep: Colour = 0x4A84AD


#: The styles in which the map can be drawn.
MAP_STYLES = ("Road", "Aerial", "Night")
_STYLES = {
    "Road": _Paints(),
    "Aerial": _Paints(
        *(0x66714F, 0x1F4263, 0x38602F, 0x968C7D, 0x8B8A83, 0xA89F8A, 0x545B44, 0x433F39, 0xFFFFFF, 0xC3DCF2)
    ),
    "Night": _Paints(
        *(0x2A2E35, 0x16253A, 0x23372D, 0x333842, 0x4A505B, 0x6F6549, 0x22262C, 0x565B64, 0xC6CBD4, 0x86ABD8)
    ),
}

_LAKE = ((1.0, 0.52), (0.90, 0.56), (0.82, 0.64), (0.74, 0.72), (0.70, 0.84), (0.62, 0.92), (0.60, 1.0), (1.0, 1.0))
_PIER = ((0.80, 0.70), (0.90, 0.80))
_RIVER = ((0.0, 0.90), (0.14, 0.84), (0.26, 0.86), (0.44, 0.90), (0.62, 0.96))
_PARKS = (
    ((0.64, 0.14), (0.80, 0.14), (0.82, 0.30), (0.66, 0.32)),
    ((0.05, 0.60), (0.17, 0.56), (0.19, 0.72), (0.06, 0.76)),
)
#: Streets: name, points, whether it is a main one.
_STREETS: tuple[tuple[str, tuple[tuple[float, float], ...], bool], ...] = (
    ("North Road", ((0.06, 0.26), (0.24, 0.20), (0.50, 0.24), (0.98, 0.10)), True),
    ("King Street", ((0.44, 0.0), (0.42, 0.30), (0.40, 0.62), (0.32, 0.98)), True),
    ("Mill Street", ((0.04, 0.44), (0.30, 0.46), (0.56, 0.50), (0.84, 0.44), (1.0, 0.46)), True),
    ("Park Avenue", ((0.60, 0.10), (0.62, 0.36), (0.60, 0.62), (0.54, 0.86)), False),
    ("Museum Lane", ((0.28, 0.10), (0.32, 0.38), (0.22, 0.60), (0.20, 0.80)), False),
    ("Market Square", ((0.08, 0.52), (0.30, 0.57), (0.58, 0.62)), False),
    ("Quay Road", ((0.58, 0.80), (0.66, 0.68), (0.76, 0.60), (0.90, 0.52)), False),
    ("Station Square", ((0.46, 0.16), (0.56, 0.17)), False),
    ("", ((0.14, 0.06), (0.16, 0.36), (0.12, 0.56)), False),
    ("", ((0.50, 0.26), (0.50, 0.48), (0.48, 0.78)), False),
    ("", ((0.08, 0.34), (0.42, 0.34), (0.62, 0.36), (0.86, 0.34)), False),
    ("", ((0.20, 0.74), (0.38, 0.74), (0.56, 0.74)), False),
    ("", ((0.84, 0.14), (0.80, 0.44)), False),
)
_LAKE_NAME = ("Contoso Lake", ((0.80, 0.90), (0.92, 0.90), (0.92, 0.70), (0.80, 0.80)))
_TRACK = ((0.0, 0.12), (0.30, 0.14), (0.52, 0.12), (0.76, 0.04), (0.82, 0.0))

# -- the names on it, which are drawn where there is room -------------------------------------------------------------

#: Left, top, width and height in logical pixels of the map's picture.
Box: TypeAlias = tuple[int, int, int, int]
_NAME_SIZE, _LAKE_SIZE = 12, 16
#: The looks of names, by the style of the map.
NAME_LOOKS = looks(
    text={
        **{f"street_{s.lower()}": Look(size=_NAME_SIZE, ink=Shade(p.ink, p.ink)) for s, p in _STYLES.items()},
        **{f"lake_{s.lower()}": Look(size=_LAKE_SIZE, ink=Shade(p.deep, p.deep)) for s, p in _STYLES.items()},
    }
)


def pin_box(place: Place, part: Part, w: int, h: int, size: int) -> Box:
    """The place of a pin."""
    x, y = seen_at(place.x, place.y, part, w, h)
    return x - size // 2, y - size, size, size


def map_names(part: Part, w: int, h: int, kept: Iterable[Box], style: str = "Road") -> list[Node]:
    """The names of streets and of the lake, each where it is free; those that have no room are left out.

    Args:
        part: What of the map is seen.
        w, h: The size of its picture.
        kept: Where no name may lie: pins, and the controls above the map.
        style: One of `MAP_STYLES`.
    """
    taken, out = list(kept), list[Node]()
    left, top, across, down = part[0], part[1], w / (part[2] - part[0]), h / (part[3] - part[1])
    for name, places, look, wide, high in _labels(style.lower()):
        for x, y in places:
            box_x, box_y = round((x - left) * across) - wide // 2, round((y - top) * down) + 2
            right, bottom = box_x + wide, box_y + high
            if box_x < 2 or box_y < 2 or right > w - 2 or bottom > h - 2:
                continue
            for other_x, other_y, other_w, other_h in taken:
                if other_x < right and box_x < other_x + other_w and other_y < bottom and box_y < other_y + other_h:
                    break
            else:
                taken.append((box_x, box_y, wide, high))
                words = text(name, style=look, role=None)
                out.append(row(words, pad=(box_x, box_y, 0, 0), w=w, h=bottom, align="start"))
                break
    return out


@lru_cache(maxsize=len(MAP_STYLES))
def _labels(style: str) -> list[tuple[str, tuple[tuple[float, float], ...], str, int, int]]:
    """A name's text, the places on the map where it may stand, its look, and its size in logical pixels."""
    named = [(name, points, f"street_{style}", _NAME_SIZE) for name, points, _ in _STREETS if name]
    every = (*named, (*_LAKE_NAME, f"lake_{style}", _LAKE_SIZE))
    return [
        (name, tuple(_along(points)), look, text_width(name, Font("ui", size)), line_height(Font("ui", size)))
        for name, points, look, size in every
    ]


def _along(points: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """Places for a name along a line, the best first: the middles of its pieces from the last one on, then quarters."""
    pieces = list(pairwise(points))[::-1]
    for share in (0.5, 0.25, 0.75):
        for (x0, y0), (x1, y1) in pieces:
            yield x0 + share * (x1 - x0), y0 + share * (y1 - y0)


# -- the picture, drawn once ------------------------------------------------------------------------------------------


def _scaled(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(x * _W * _FINE, y * _H * _FINE) for x, y in points]


def _line(draw: ImageDraw.ImageDraw, points: tuple[tuple[float, float], ...], width: int, colour: Colour) -> None:
    places = _scaled(points)
    draw.line(places, fill=rgb(colour), width=width * _FINE, joint="curve")
    for x, y in (places[0], places[-1]):
        r = width * _FINE / 2
        draw.ellipse((x - r, y - r, x + r, y + r), fill=rgb(colour))


def _blocks(draw: ImageDraw.ImageDraw, colour: Colour) -> None:
    """Houses, in a pattern that only looks like chance."""
    for line in range(20):
        for col in range(30):
            if (line * 7 + col * 13) % 5 < 3:
                x, y = (col + 0.18) / 30, (line + 0.2) / 20
                size = 0.016 + ((line * 11 + col * 5) % 7) * 0.0016
                corners = _scaled(((x, y), (x + size, y + size)))
                draw.rectangle((*corners[0], *corners[1]), fill=rgb(colour))


@lru_cache(maxsize=len(MAP_STYLES))
def map_picture(style: str = "Road") -> bytes:
    """The map as a PNG file of 1200 x 792 pixels, in one of `MAP_STYLES`."""
    paints = _STYLES[style]
    image = Image.new("RGB", (_W * _FINE, _H * _FINE), rgb(paints.land))
    draw = ImageDraw.Draw(image)
    _blocks(draw, paints.block)
    for park in _PARKS:
        draw.polygon(_scaled(park), fill=rgb(paints.green))
    draw.polygon(_scaled(_LAKE), fill=rgb(paints.water))
    _line(draw, _RIVER, 16, paints.water)
    _line(draw, _PIER, 5, paints.edge)
    for _, points, main in _STREETS:
        _line(draw, points, 15 if main else 10, paints.edge)
    for _, points, main in _STREETS:
        _line(draw, points, 12 if main else 7, paints.main if main else paints.street)
    _line(draw, _TRACK, 4, paints.rail)
    out = BytesIO()
    image.reduce(_FINE).save(out, "PNG", optimize=False)
    return out.getvalue()
