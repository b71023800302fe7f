"""What Maps keeps on the phone besides saved places, which are those of the map on the web.

A trip is written when somebody starts it, a search when he makes it. Places beyond the town are what a task's setup
says of the world: addresses, postcodes, how far it is from one to another.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites.town import PLACES, Place
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Vfs

__all__ = [
    "FAR",
    "GUIDES",
    "HERE",
    "SEARCHES",
    "TRIPS",
    "TURNS",
    "WAYS",
    "Far",
    "Guide",
    "Search",
    "Trip",
    "Turn",
    "address_of",
    "guide_to",
    "places",
    "spot",
]

_FOLDER = "C:/data/data/com.google.android.apps.maps"
#: Where the phone is.
HERE = Place("here", "Your location", "", 0.47, 0.48, "20 Mill Street", "", "", 0)


class Trip(NamedTuple):
    """A way that was started: ids of its ends ("here" for where the phone was), and one of `town.MODES`."""

    id: int
    start: str
    end: str
    mode: str
    time_ms: int


class Search(NamedTuple):
    """What was searched for."""

    id: int
    query: str
    time_ms: int


TRIPS: Table[Trip] = Table("content://maps/trips", f"{_FOLDER}/trips.json", Trip)
SEARCHES: Table[Search] = Table("content://maps/searches", f"{_FOLDER}/searches.json", Search)


class Guide(NamedTuple):
    """What a voice says on the way to a place.

    Attributes:
        id: A number.
        place: Id of the place.
        steps: What is said, one step after another: see `omnigym.sim.android.speech`.
        captions: Whether it is to be read, too.
        seconds: How long each step lasts, whatever is said.
    """

    id: int
    place: str
    steps: tuple[str, ...]
    captions: bool = False
    seconds: int = 12


#: What somebody can mark at a step, and what it is called.
WAYS = {
    "left": "Left",
    "straight": "Straight",
    "right": "Right",
    "exit-1": "Exit 1",
    "exit-2": "Exit 2",
    "exit-3": "Exit 3",
}


class Turn(NamedTuple):
    """A way, one of `WAYS`, that was marked at a step of a trip to a place, counted from 1."""

    id: int
    place: str
    step: int
    way: str
    time_ms: int


GUIDES: Table[Guide] = Table(
    "content://maps/guides", f"{_FOLDER}/guides.json", Guide, valid=lambda g: bool(g.steps) and g.seconds > 0
)
TURNS: Table[Turn] = Table("content://maps/turns", f"{_FOLDER}/turns.json", Turn)


def guide_to(vfs: Vfs, place: str) -> Guide | None:
    """What a voice says on the way to a place, or None."""
    return next((guide for guide in GUIDES.rows(vfs) if guide.place == place), None)


class Far(NamedTuple):
    """A place beyond the town.

    Attributes:
        id: A number.
        name: What it is called; of a postal code that code.
        kind: "University", "Postal code"...
        address: With town and country.
        x, y: Where it is, as of `Place`; beyond 0 and 1 it is off the map.
    """

    id: int
    name: str
    kind: str
    address: str
    x: float = 0.5
    y: float = 0.5


FAR: Table[Far] = Table("content://maps/places", f"{_FOLDER}/places.json", Far)
#: What the ids of places beyond the town begin with.
_BEYOND = "far-"
_ALL: IdentityCache[tuple[Place, ...]] = IdentityCache(8)


def places(vfs: Vfs) -> tuple[Place, ...]:
    """Those of the town, and those beyond it."""
    far = FAR.rows(vfs)
    return _ALL.get("", far, lambda: (*PLACES, *map(_as_place, far))) if far else PLACES


def _as_place(far: Far) -> Place:
    return Place(f"{_BEYOND}{far.id}", far.name, far.kind, far.x, far.y, far.address, "", "", 0)


def spot(name: str, vfs: Vfs) -> Place | None:
    """The place of an id, that of the phone included; or None."""
    return next((p for p in (HERE, *places(vfs)) if p.id == name), None)


def address_of(place: Place) -> str:
    """What is written on a letter there."""
    return place.street if place.id.startswith(_BEYOND) else f"{place.street}, Lakeside"
