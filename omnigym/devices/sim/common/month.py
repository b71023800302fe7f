"""The calendar behind a clock: one month with a heading, two arrows and the days."""

from __future__ import annotations

import calendar

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, text

__all__ = ["CALENDAR_H", "month_view"]

#: Logical pixels: the height of a row of days, and the size of the disc behind today's number.
_CELL_H, _DISC = 34, 30
#: Height of the calendar in logical pixels.
CALENDAR_H = 44 + 7 * _CELL_H
_WEEKDAYS = ("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def _day(year: int, month: int, day: int, shown: int, today: bool) -> Node:
    if month != shown:
        return text(str(day), style="day_muted", role=None, w=FILL)
    name = f"{_MONTHS[month - 1]} {day}, {year}{', today' if today else ''}"
    if not today:
        return text(str(day), style="center", name=name, role=Role.CELL, w=FILL)
    number = text(str(day), style="today", role=None, w=FILL)
    disc = row(number, style="today", role=Role.CELL, name=name, w=_DISC, h=_DISC)
    return row(disc, w=FILL, justify="center")


def month_view(
    year: int, month: int, today: tuple[int, int, int], arrows: tuple[str, str] = ("chevron-up", "chevron-down")
) -> Node:
    """The view of a month.

    Its arrows send ``("month", 1)`` and ``("month", -1)``.

    Args:
        year, month: The month that is shown.
        today: Year, month and day of the marked day.
        arrows: The icons that lead to the month before and to the next.
    """
    weeks = calendar.Calendar(calendar.SUNDAY).monthdays2calendar(year, month)
    dates = calendar.Calendar(calendar.SUNDAY).itermonthdays3(year, month)
    days = [_day(y, m, d, month, (y, m, d) == today) for y, m, d in dates]
    return column(
        row(
            text(f"{_MONTHS[month - 1]} {year}", style="strong", key="notifications.month", role=Role.HEADING, w=FILL),
            button("notifications.previous", icon=arrows[0], name="Previous month", style="tool", click=("month", -1)),
            button("notifications.next", icon=arrows[1], name="Next month", style="tool", click=("month", 1)),
            h=40,
            pad=(14, 0, 6, 0),
        ),
        row(*[text(name, style="weekday", w=FILL, role=None) for name in _WEEKDAYS], h=_CELL_H, pad=(8, 0)),
        *[row(*days[7 * i : 7 * i + 7], h=_CELL_H, pad=(8, 0)) for i in range(len(weeks))],
        role=Role.CALENDAR,
        name="Calendar",
        h=FILL,
    )
