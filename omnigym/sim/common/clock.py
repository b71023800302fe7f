"""Local time: time zones, and how a clock is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple


class Zone(NamedTuple):
    """A time zone.

    Attributes:
        id: The platform's name, the value of the setting "time.zone".
        label: What a person chooses.
        minutes: East of Greenwich on the day of every episode, 14 March 2025: summer time has begun in North America.
    """

    id: str
    label: str
    minutes: int

    @property
    def offset(self) -> timezone:
        """The zone, for moments in it."""
        return timezone(timedelta(minutes=self.minutes))


def zone_in(zones: Sequence[Zone], settings: Mapping[str, str]) -> Zone:
    """The zone that is set, of those of a platform; UTC, which must be among them, where it is none of them."""
    wanted = settings.get("time.zone")
    found = next((z for z in zones if z.id == wanted), None)
    return found if found is not None else next(z for z in zones if z.id == "UTC")


def local_in(zones: Sequence[Zone], clock_ms: int, settings: Mapping[str, str]) -> datetime:
    """A virtual moment in the zone that is set."""
    return datetime.fromtimestamp(clock_ms // 1000, UTC).astimezone(zone_in(zones, settings).offset)


def time_of(moment: datetime, settings: Mapping[str, str]) -> str:
    """The time as a bar writes it: "1:05 PM", or "13:05" where 24 hours are set."""
    if settings.get("time.24h") == "on":
        return f"{moment.hour:02}:{moment.minute:02}"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"
