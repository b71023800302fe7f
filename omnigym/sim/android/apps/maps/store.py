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

__all__ = ["FAR", "HERE", "SEARCHES", "TRIPS", "Far", "Search", "Trip", "address_of", "places", "spot"]

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
