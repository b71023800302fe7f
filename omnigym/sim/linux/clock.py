"""Local time: time zones as Linux names them, and how the top bar writes the date."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from omnigym.sim.common.clock import Zone, local_in, time_of, zone_in

__all__ = ["DAYS", "ZONES", "clock_text", "local", "long_date", "time_of", "zone_of"]

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

ZONES = (
    Zone("America/Los_Angeles", "Los Angeles (PDT)", -420),
    Zone("America/Chicago", "Chicago (CDT)", -300),
    Zone("America/New_York", "New York (EDT)", -240),
    Zone("America/Sao_Paulo", "São Paulo (-03)", -180),
    Zone("UTC", "UTC", 0),
    Zone("Europe/London", "London (GMT)", 0),
    Zone("Europe/Berlin", "Berlin (CET)", 60),
    Zone("Africa/Nairobi", "Nairobi (EAT)", 180),
    Zone("Asia/Kolkata", "Kolkata (IST)", 330),
    Zone("Asia/Shanghai", "Shanghai (CST)", 480),
    Zone("Asia/Tokyo", "Tokyo (JST)", 540),
    Zone("Australia/Sydney", "Sydney (AEDT)", 660),
)

zone_of = partial(zone_in, ZONES)
local = partial(local_in, ZONES)


def clock_text(moment: datetime, settings: Mapping[str, str]) -> str:
    """The clock of the top bar: "Mar 14  09:00", with the weekday before it where that is set."""
    day = f"{DAYS[moment.weekday()][:3]} " if settings.get("clock.weekday") == "on" else ""
    return f"{day}{moment:%b} {moment.day}  {time_of(moment, settings)}"


def long_date(moment: datetime) -> str:
    """A date in full: "March 14 2025"."""
    return f"{moment:%B} {moment.day} {moment.year}"
