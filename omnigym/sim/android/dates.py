"""Local time on the phone, how it is written, and a month as a grid of days."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache

from omnigym.a11y import Role
from omnigym.sim.ui.nodes import Element, Msg, Node, column, row, state_flags
from omnigym.sim.ui.widgets import button, spacer, text

# -- local time on the phone, and how it is written -------------------------------------------------------------------

#: Minutes east of Greenwich on the day of every episode, 14 March 2025, by the name in the setting "global/time_zone".
ZONES: Mapping[str, int] = {
    "America/Los_Angeles": -420,
    "America/New_York": -240,
    "America/Sao_Paulo": -180,
    "UTC": 0,
    "Europe/London": 0,
    "Europe/Berlin": 60,
    "Africa/Nairobi": 180,
    "Asia/Kolkata": 330,
    "Asia/Shanghai": 480,
    "Asia/Tokyo": 540,
    "Australia/Sydney": 660,
}
#: The same of more zones, in which there are cities for the world clock and that nobody sets the phone to.
WORLD_ZONES: Mapping[str, int] = {
    **{zone: minutes for zone, minutes in ZONES.items() if "/" in zone},
    "America/Bogota": -300,
    "America/Mexico_City": -360,
    "America/Toronto": -240,
    "Africa/Cairo": 120,
    "Asia/Bangkok": 420,
    "Asia/Dubai": 240,
    "Asia/Hong_Kong": 480,
    "Asia/Jakarta": 420,
    "Asia/Riyadh": 180,
    "Asia/Seoul": 540,
    "Asia/Singapore": 480,
    "Europe/Istanbul": 180,
    "Europe/Madrid": 60,
    "Europe/Paris": 60,
    "Europe/Rome": 60,
    "Pacific/Auckland": 780,
}
_OFFSETS = {**ZONES, **WORLD_ZONES}
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def zone_of(settings: Mapping[str, str]) -> timezone:
    """The zone that is set."""
    return timezone(timedelta(minutes=_OFFSETS.get(settings.get("global/time_zone", ""), 0)))


def local(clock_ms: int, settings: Mapping[str, str]) -> datetime:
    """A virtual moment in the zone that is set."""
    return datetime.fromtimestamp(clock_ms // 1000, UTC).astimezone(zone_of(settings))


def hour_text(hour: int, minute: int, settings: Mapping[str, str], *, half: bool = True) -> str:
    """A time of the day: "13:05" where 24 hours are set, else "1:05 PM", or "1:05" without ``half``."""
    if settings.get("system/time_12_24") == "24":
        return f"{hour:02}:{minute:02}"
    return f"{hour % 12 or 12}:{minute:02}{(' AM' if hour < 12 else ' PM') if half else ''}"


def clock_text(moment: datetime, settings: Mapping[str, str]) -> str:
    """The time as the status bar shows it."""
    return hour_text(moment.hour, moment.minute, settings, half=False)


def short_day(moment: datetime) -> str:
    """The day as the home screen shows it: "Fri, Mar 14"."""
    return f"{DAYS[moment.weekday()]}, {moment:%b} {moment.day}"


def day_text(moment: datetime, now: datetime, settings: Mapping[str, str]) -> str:
    """When something was, as lists show it: a time today, "Yesterday", else a day."""
    days = (now.date() - moment.date()).days
    if days == 0:
        return hour_text(moment.hour, moment.minute, settings)
    return "Yesterday" if days == 1 else f"{moment:%b} {moment.day}"


# -- a month as a grid of days, for the calendar and for the dialog that asks for a day -------------------------------

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
#: Sundays first, as a phone bought in America has them.
_CALENDAR = calendar.Calendar(calendar.SUNDAY)
_LETTERS = ("S", "M", "T", "W", "T", "F", "S")
#: Android's calendars know these years; others cannot be reached.
_FIRST, _LAST = 1902, 2100


def long_day(day: date) -> str:
    """A day in full.

    >>> long_day(date(2025, 3, 14))
    'Friday, March 14, 2025'
    """
    return f"{day:%A}, {MONTHS[day.month - 1]} {day.day}, {day.year}"


@lru_cache(maxsize=512)
def other_month(day: date, months: int) -> date:
    """The same day so many months later, or the last of that month."""
    index = min(max(day.year * 12 + day.month - 1 + months, _FIRST * 12), _LAST * 12 + 11)
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def month_grid(
    key: str, shown: date, chosen: date, today: date, marked: frozenset[int] = frozenset(), cell: int = 38
) -> Node:
    """The days of a month; a touch on one sends ``("day", date)``.

    Args:
        key: What the keys of the days begin with: "pick_date.2025-03-14".
        shown: Any day of the month.
        chosen: The day that is chosen.
        today: The present day.
        marked: The days of the month with a dot below them.
        cell: The height of a row in logical pixels.
    """
    names: list[Element] = [row(text(n, style="label_muted", role=None), justify="center") for n in _LETTERS]
    weeks = [
        row(*[_day(key, d, shown, chosen, today, marked, cell) for d in week], h=cell)
        for week in _CALENDAR.monthdatescalendar(shown.year, shown.month)
    ]
    return column(row(*names, h=28), *weeks, role=Role.CALENDAR, name=f"{MONTHS[shown.month - 1]} {shown.year}")


def _day(key: str, day: date, shown: date, chosen: date, today: date, marked: frozenset[int], cell: int) -> Element:
    if day.month != shown.month:
        return spacer()
    style = "day_chosen" if day == chosen else "day_today" if day == today else "day"
    name = f"{long_day(day)}{', today' if day == today else ''}{', has events' if day.day in marked else ''}"
    dot = row(style="mark" if day.day in marked else "", w=5, h=5)
    face = button(f"{key}.{day.isoformat()}", str(day.day), name=name, style=style, w=34, h=34, click=_message(day))
    face = face._replace(flags=state_flags(selected=day == chosen))
    if cell < 40:
        return row(face, justify="center")
    return column(face, dot, gap=1, align="center")


def _message(day: date) -> Msg:
    return ("day", day)
