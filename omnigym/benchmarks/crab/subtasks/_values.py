"""What follows from the values that CRAB's files give: days, moments, zones, places as far apart as somebody says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from itertools import product
from zoneinfo import available_timezones

from rapidfuzz import fuzz, process

from omnigym.tasks.task import stable_hash

__all__ = [
    "chosen",
    "day_of",
    "kilometres",
    "moment_of",
    "months_between",
    "places_apart",
    "shown_day",
    "zone_of",
]

_FORMS = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%B %d %Y", "%Y/%m/%d", "%m/%d/%Y")
_YEARLESS = ("%B %d", "%d %B", "%b %d", "%d %b")
#: Where a day cannot be read: that of every episode.
_TODAY = "2025-03-14"
_LENGTH = re.compile(r"(\d[\d.,]*)\s*(km|kilomet\w*|mi|miles?|m|met\w*)?\b", re.IGNORECASE)
_KM = {"k": 1.0, "mi": 1.609344, "m": 0.001}
#: How Maps reckons (`omnigym.sim.sites.town.route`): the width of its map in metres, the detours of streets.
_WIDTH_M, _DETOUR = 3_600, 1.25
#: A name that is spelled otherwise in another language is like it so far, in per cent.
_ALIKE = 80.0


def day_of(text: str) -> str:
    """A day as CRAB's files write it, in ISO form; the day of the episode where nobody can read it.

    >>> day_of("16 July 2024"), day_of("July 16, 2024"), day_of("May 28")
    ('2024-07-16', '2024-07-16', '2024-05-28')
    """
    said = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", " ".join(text.split()))
    for form in _FORMS:
        try:
            return datetime.strptime(said, form).replace(tzinfo=UTC).date().isoformat()
        except ValueError:
            continue
    today = date.fromisoformat(_TODAY)
    for year, form in product((today.year, today.year - 1), _YEARLESS):  # the last such day
        try:
            found = datetime.strptime(f"{said} {year}", f"{form} %Y").replace(tzinfo=UTC).date()
        except ValueError:
            continue
        if found <= today:
            return found.isoformat()
    return _TODAY


def shown_day(day: str) -> str:
    """A day in ISO form as the phone shows it.

    >>> shown_day("2024-06-04")
    'Jun 4, 2024'
    """
    said = date.fromisoformat(day)
    return f"{said:%b} {said.day}, {said.year}"


def moment_of(day: str, hour: int = 12) -> int:
    """An hour of a day in ISO form, in Greenwich, in milliseconds since 1970."""
    when = date.fromisoformat(day)
    return int(datetime(when.year, when.month, when.day, hour, tzinfo=UTC).timestamp()) * 1000


def months_between(month: str, day: str) -> int:
    """How many months a day in ISO form is after a month; 0 where that cannot be read.

    >>> months_between("March 2025", "2024-07-16")
    -8
    """
    try:
        shown = datetime.strptime(month, "%B %Y").replace(tzinfo=UTC)
    except ValueError:
        return 0
    wanted = date.fromisoformat(day)
    return (wanted.year - shown.year) * 12 + wanted.month - shown.month


def kilometres(text: str) -> float | None:
    """How far somebody says that it is; None where he does not.

    >>> kilometres("8.4 km"), kilometres("1,200 m"), kilometres("far")
    (8.4, 1.2, None)
    """
    found = _LENGTH.search(text)
    if found is None:
        return None
    unit = (found[2] or "km").casefold()
    scale = next(factor for start, factor in _KM.items() if unit.startswith(start))
    return float(found[1].rstrip(".,").replace(",", "")) * scale


def places_apart(km: float) -> tuple[float, float]:
    """Where two places lie, from left to right as shares of the map's width, between which it is so far by street."""
    share = km * 1000 / _DETOUR / _WIDTH_M
    start = min(0.3, max(0.0, 0.5 - share / 2))
    return start, start + share


@cache
def _zones() -> Mapping[str, str]:
    """Zones by the name of their city, in small letters."""
    return {z.rpartition("/")[2].replace("_", " ").casefold(): z for z in sorted(available_timezones()) if "/" in z}


def zone_of(place: str) -> str:
    """The time zone that has a city of that name, or of the one most like it; "" for none.

    >>> zone_of("yakarta"), zone_of("Tokyo")
    ('Asia/Jakarta', 'Asia/Tokyo')
    """
    city = place.partition(",")[0].strip().casefold()
    found = process.extractOne(city, sorted(_zones()), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return _zones()[found[0]] if found is not None else ""


def chosen(options: Sequence[str], *about: str) -> str:
    """One of some values, always the same one for what it is about."""
    return options[stable_hash(list(about)) % len(options)]
