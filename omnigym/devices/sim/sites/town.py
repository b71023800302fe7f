"""The town on the map, and what of it is saved.

Records: ``saved/<place>.json`` with ``place`` and ``list``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from omnigym.devices.sim.sites.records import folder_of
from omnigym.devices.sim.tables.folder import Folder
from omnigym.devices.sim.vfs import Vfs

__all__ = [
    "HOST",
    "LISTS",
    "MODES",
    "PLACES",
    "SAVED",
    "SHAPE",
    "TOWN",
    "Place",
    "Saved",
    "apart",
    "found",
    "load_saved",
    "place",
    "route",
    "saved_in",
    "steps",
]

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
