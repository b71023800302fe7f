"""Local time: time zones as Windows names them, and how a clock is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

__all__ = ["ZONES", "Zone", "date_of", "local", "time_of", "zone_of"]


class Zone(NamedTuple):
    """A time zone.

    Attributes:
        id: Windows's name, the value of the setting "time.zone".
        label: What a person chooses.
        minutes: East of Greenwich on the day of every episode, 14 March 2025: summer time has begun in North America.
    """

    id: str
    label: str
    minutes: int


ZONES = (
    Zone("Pacific Standard Time", "(UTC-08:00) Pacific Time (US & Canada)", -420),
    Zone("Central Standard Time", "(UTC-06:00) Central Time (US & Canada)", -300),
    Zone("Eastern Standard Time", "(UTC-05:00) Eastern Time (US & Canada)", -240),
    Zone("E. South America Standard Time", "(UTC-03:00) Brasilia", -180),
    Zone("UTC", "(UTC) Coordinated Universal Time", 0),
    Zone("GMT Standard Time", "(UTC+00:00) Dublin, Edinburgh, Lisbon, London", 0),
    Zone("W. Europe Standard Time", "(UTC+01:00) Amsterdam, Berlin, Rome, Vienna", 60),
    Zone("E. Africa Standard Time", "(UTC+03:00) Nairobi", 180),
    Zone("India Standard Time", "(UTC+05:30) Chennai, Kolkata, Mumbai", 330),
    Zone("China Standard Time", "(UTC+08:00) Beijing, Hong Kong", 480),
    Zone("Tokyo Standard Time", "(UTC+09:00) Osaka, Sapporo, Tokyo", 540),
    Zone("AUS Eastern Standard Time", "(UTC+10:00) Canberra, Melbourne, Sydney", 660),
)
_UTC = next(z for z in ZONES if z.id == "UTC")


def zone_of(settings: Mapping[str, str]) -> Zone:
    """The zone that is set."""
    wanted = settings.get("time.zone")
    return next((z for z in ZONES if z.id == wanted), _UTC)


def local(clock_ms: int, settings: Mapping[str, str]) -> datetime:
    """A virtual moment in the zone that is set."""
    zone = timezone(timedelta(minutes=zone_of(settings).minutes))
    return datetime.fromtimestamp(clock_ms // 1000, UTC).astimezone(zone)


def time_of(moment: datetime, settings: Mapping[str, str]) -> str:
    """The time as the taskbar writes it: "1:05 PM", or "13:05" where 24 hours are set."""
    if settings.get("time.24h") == "on":
        return f"{moment.hour:02}:{moment.minute:02}"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def date_of(moment: datetime) -> str:
    """The date as the taskbar writes it: "3/14/2025"."""
    return f"{moment.month}/{moment.day}/{moment.year}"
