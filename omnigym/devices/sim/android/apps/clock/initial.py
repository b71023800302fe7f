"""The alarms and cities that the clock has when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.clock.store import ALARMS, CITIES, Alarm, City
from omnigym.devices.sim.vfs import Vfs

__all__ = ["with_alarms"]

_ALARMS = (
    Alarm(1, "07:00", ("Mon", "Tue", "Wed", "Thu", "Fri"), "Work"),
    Alarm(2, "09:30", ("Sat", "Sun"), "", False),
)
_CITIES = (City(1, "London", "Europe/London"), City(2, "New York", "America/New_York"))


def with_alarms(vfs: Vfs, now: int) -> Vfs:
    """The files with the alarms and cities of a user, as of the virtual moment ``now``."""
    return CITIES.written(ALARMS.written(vfs, _ALARMS, now), _CITIES, now)
