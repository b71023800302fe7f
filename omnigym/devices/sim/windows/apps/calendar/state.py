"""Where one is in Calendar, and the events that it shows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Context, Effect, SetFiles
from omnigym.devices.sim.kinds.calendar.drafts import Draft
from omnigym.devices.sim.kinds.calendar.events import Event, shifted
from omnigym.devices.sim.windows.clock import local
from omnigym.devices.sim.windows.events import EVENTS, reminders
from omnigym.documents.ical import Agenda

__all__ = [
    "CARD",
    "MODES",
    "SIDE",
    "TITLE",
    "WIDE",
    "Moving",
    "Result",
    "State",
    "days_of",
    "event_in",
    "grid_w",
    "kept",
    "moving",
    "today",
]

TITLE = "Calendar"
#: How days are shown: the name, what a person reads.
MODES = {"day": "Day", "work": "Work week", "week": "Week", "month": "Month"}


#: Logical pixels: the month and the calendars at the side, the event beside the days, and from which width on both.
SIDE, CARD, WIDE = 224, 268, 700


class Moving(NamedTuple):
    """An event that is dragged: its number, "start" or "end", where it was pressed, and how far it is by now."""

    event: int
    edge: str
    x: int
    y: int
    minutes: int = 0


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `MODES`.
        day: The day that is looked at; None for today.
        turned: A day of the month at the side; None for that of ``day``.
        event: The number of the event that is shown beside the days, or 0.
        draft: The event that is written, or None.
        lasts: So many minutes its end follows its beginning.
        moving: What is dragged, or None.
        came: What a file that was opened has, to be taken over or answered; or None.
    """

    mode: str = "week"
    day: date | None = None
    turned: date | None = None
    event: int = 0
    draft: Draft | None = None
    lasts: int = 60
    moving: Moving | None = None
    came: Agenda | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def grid_w(state: State, w: int) -> int:
    """The room for the days in a window of so many logical pixels."""
    return w - SIDE * (w >= WIDE) - CARD * (state.event > 0 or state.came is not None)


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def event_in(ctx: Context, number: int) -> Event | None:
    """The event of a number."""
    return next((e for e in EVENTS.rows(ctx.vfs) if e.id == number), None)


def kept(ctx: Context, rows: Iterable[Event], *more: Effect) -> tuple[Effect, ...]:
    """The effects that keep events, and remind of them."""
    rows = tuple(rows)
    files = EVENTS.written(ctx.vfs, rows, ctx.clock_ms)
    return SetFiles(files), *reminders(rows, ctx.clock_ms, ctx.settings), *more


def moving(rows: tuple[Event, ...], state: State) -> tuple[Event, ...]:
    """The events as they are while one of them is dragged."""
    held = state.moving
    if held is None or not held.minutes:
        return rows
    return tuple([shifted(e, held.minutes, held.edge == "end") if e.id == held.event else e for e in rows])


def days_of(mode: str, day: date) -> tuple[date, ...]:
    """The days that are shown with one; of a month those of its weeks."""
    sunday = day - timedelta(days=(day.weekday() + 1) % 7)
    if mode == "month":
        first = day.replace(day=1)
        start = first - timedelta(days=(first.weekday() + 1) % 7)
        return tuple([start + timedelta(days=n) for n in range(42)])
    span = {"day": (day, 1), "work": (sunday + timedelta(days=1), 5)}.get(mode, (sunday, 7))
    return tuple([span[0] + timedelta(days=n) for n in range(span[1])])
