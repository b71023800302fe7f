"""What Maps keeps, collections of places, and where one is in it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.contacts import Contact
from omnigym.devices.sim.sites.town import PLACES, TOWN, Place
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = [
    "COLLECTED",
    "COLLECTIONS",
    "MIDDLE",
    "TITLE",
    "Collected",
    "Collection",
    "Result",
    "State",
    "address_of",
    "home_of",
    "with_collections",
]

TITLE = "Maps"
_FOLDER = f"{HOME}/AppData/Local/Maps"
#: The middle of the town, in thousandths of the map.
MIDDLE = (480, 460)


class Collection(NamedTuple):
    """A collection of places; no two have the same name."""

    id: int
    name: str


class Collected(NamedTuple):
    """A place in a collection: its id, and the collection's name."""

    id: int
    place: str
    collection: str


COLLECTIONS: Table[Collection] = Table("content://maps/collections", f"{_FOLDER}/collections.json", Collection)
COLLECTED: Table[Collected] = Table(
    "content://maps/collected",
    f"{_FOLDER}/collected.json",
    Collected,
    columns={"name": lambda row: next((p.name for p in PLACES if p.id == row.place), "")},
)


class State(NamedTuple):
    """The window.

    Attributes:
        panel: What is beside the map: "places", "place", "way", "collections", "collection" or "people".
        name: The id of the place, or the name of the collection, that is shown.
        query: What is searched for.
        ends: The ids of the ends of the way.
        mode: How one goes: one of `town.MODES`.
        style: How the map is drawn: one of `MAP_STYLES`.
        zoom, centre: What of the map is seen; see `town_part.part_of`.
        grip: While the map is dragged; see `town_part.dragged`.
        points: Between which points is measured, in thousandths of the map; None while nothing is.
    """

    panel: str = "places"
    name: str = ""
    query: str = ""
    ends: tuple[str, str] = (PLACES[0].id, PLACES[1].id)
    mode: str = "Walk"
    style: str = ""
    zoom: int = 0
    centre: tuple[int, int] = MIDDLE
    grip: tuple[int, int, int, int] | None = None
    points: tuple[tuple[int, int], ...] | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def address_of(shown: Place) -> str:
    """Street and town."""
    return f"{shown.street}, {TOWN}"


def home_of(person: Contact) -> Place | None:
    """The place at a contact's address; None where that is not on the map."""
    return next((p for p in PLACES if address_of(p).casefold() == person.address.strip().casefold()), None)


def with_collections(vfs: Vfs, now: int) -> Vfs:
    """The files with the collections of a new user."""
    made = (Collection(1, "Errands"), Collection(2, "For visitors"))
    rows = [Collected(1, "green-market", "Errands"), Collected(2, "old-lighthouse", "For visitors")]
    return COLLECTED.written(COLLECTIONS.written(vfs, made, now), rows, now)
