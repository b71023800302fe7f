"""A month as a grid of days, for the calendar and for the dialog that asks for a day."""

from __future__ import annotations

import calendar
from datetime import date
from functools import lru_cache

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import Element, Msg, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import button, spacer, text

__all__ = ["MONTHS", "long_day", "month_grid", "other_month"]

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
