"""What Maps keeps on the phone besides saved places, which are those of the map on the web.

A trip is written when somebody starts it, a search when he makes it.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.sites.town import Place, place
from omnigym.devices.sim.tables.table import Table

__all__ = ["HERE", "SEARCHES", "TRIPS", "Search", "Trip", "spot"]

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


def spot(name: str) -> Place | None:
    """The place of an id, that of the phone included; or None."""
    return HERE if name == HERE.id else place(name)
