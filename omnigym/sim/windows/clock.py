"""Local time: time zones as Windows names them, and how a clock is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from omnigym.sim.common.clock import Zone, local_in, time_of, zone_in

__all__ = ["SHORT_DATES", "ZONES", "Zone", "date_of", "local", "time_of", "zone_of"]


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

zone_of = partial(zone_in, ZONES)
local = partial(local_in, ZONES)


#: The short dates of Region, by the pattern that Windows has for each.
SHORT_DATES: Mapping[str, str] = {
    "M/d/yyyy": "{0.month}/{0.day}/{0.year}",
    "dd/MM/yyyy": "{0:%d/%m/%Y}",
    "dd.MM.yyyy": "{0:%d.%m.%Y}",
    "dd-MMM-yy": "{0:%d-%b-%y}",
    "yyyy-MM-dd": "{0:%Y-%m-%d}",
    "yyyy/MM/dd": "{0:%Y/%m/%d}",
}


def date_of(moment: datetime, settings: Mapping[str, str]) -> str:
    """The date as the taskbar writes it, "3/14/2025" in the United States: by the setting "region.short_date"."""
    return SHORT_DATES.get(settings.get("region.short_date", ""), SHORT_DATES["M/d/yyyy"]).format(moment)
