"""The dialog in which a day is chosen; the reply is "2025-03-14", or None."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Handler
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import button, spacer, text
from omnigym.sim.windows.clock import local

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
#: Sundays first, as the calendar of Windows has it.
_CALENDAR = calendar.Calendar(calendar.SUNDAY)
_DAY = 32


class DatePicker(NamedTuple):
    """What the dialog begins with: its title and a day, or "" for today."""

    title: str = "Pick a date"
    day: str = ""


class _State(NamedTuple):
    title: str
    chosen: date
    today: date


def _init(args: object, ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    ask = args if isinstance(args, DatePicker) else DatePicker()
    today = local(ctx.clock_ms, ctx.settings).date()
    try:
        return _State(ask.title, date.fromisoformat(ask.day), today), ()
    except ValueError:
        return _State(ask.title, today, today), ()


def _head(year: int, month: int) -> Node:
    return row(
        text(f"{MONTHS[month - 1]} {year}", style="strong", role=Role.HEADING, key="date_picker.month", w=FILL),
        button("date_picker.previous", icon="chevron-up", name="Previous month", style="tool", click=("month", -1)),
        button("date_picker.next", icon="chevron-down", name="Next month", style="tool", click=("month", 1)),
        h=36,
        pad=(8, 0, 0, 0),
    )


def _days(chosen: date, today: date) -> Node:
    weeks = _CALENDAR.monthdatescalendar(chosen.year, chosen.month)
    names = [text(WEEKDAYS[i - 1][:2], style="weekday", w=FILL, role=None) for i in range(7)]
    return column(
        row(*names, h=24),
        *[row(*[_day(d, chosen, today) for d in week], h=_DAY, gap=2, align="stretch") for week in weeks],
        h=FILL,
        gap=2,
        role=Role.CALENDAR,
        name="Calendar",
    )


def _day(day: date, chosen: date, today: date) -> Node:
    name = f"{MONTHS[day.month - 1]} {day.day}, {day.year}{', today' if day == today else ''}"
    style = "day_chosen" if day == chosen else "day" if day.month == chosen.month else "day_other"
    key = f"date_picker.{day.isoformat()}"
    return button(key, str(day.day), name=name, style=style, w=FILL, h=FILL, click=("day", day), double=("take", day))


def _view(state: _State, _ctx: Context) -> Node:
    return column(
        column(
            panel(_head, state.chosen.year, state.chosen.month),
            panel(_days, state.chosen, state.today, h=FILL),
            h=FILL,
            pad=(16, 10),
            gap=4,
        ),
        row(
            spacer(),
            button("date_picker.save", "Save", style="accent", default=True, click=("take", state.chosen), w=96),
            button("date_picker.cancel", "Cancel", cancel=True, click=("cancel",), w=96),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _other_month(day: date, months: int) -> date:
    """The same day of another month, or its last."""
    index = min(max(day.year * 12 + day.month - 1 + months, 12), 9999 * 12 + 11)
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _move(state: _State, _ctx: Context, days: int) -> tuple[_State, tuple[Effect, ...]]:
    moved = min(max(state.chosen.toordinal() + days, 1), date.max.toordinal())
    return state._replace(chosen=date.fromordinal(moved)), ()


def _month(state: _State, _ctx: Context, months: int) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(chosen=_other_month(state.chosen, months)), ()


def _take(state: _State, _ctx: Context, day: date) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(day.isoformat()),)


def _cancel(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(None),)


_ON: Mapping[str, Handler] = {
    "day": sets("chosen"),
    "move": _move,
    "month": _month,
    "take": _take,
    "cancel": _cancel,
}


APPS = (
    App(
        name="date_picker",
        title="Pick a date",
        icon="calendar",
        init=_init,
        view=_view,
        on=_ON,
        caption=lambda state: str(state.title),
        keys=(
            ("left", ("move", -1)),
            ("right", ("move", 1)),
            ("up", ("move", -7)),
            ("down", ("move", 7)),
            ("pageup", ("month", -1)),
            ("pagedown", ("month", 1)),
        ),
        size=(320, 360),
        dialog=True,
    ),
)
