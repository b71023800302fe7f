"""Events of Calendar that are dragged: among the hours, and among the days of a month."""

from __future__ import annotations

from datetime import date

from omnigym.devices.sim.app import Context
from omnigym.devices.sim.kinds.calendar.views import BAR, GUTTER, HOUR_H
from omnigym.devices.sim.windows.apps.calendar.state import (
    Moving,
    Result,
    State,
    days_of,
    event_in,
    grid_w,
    kept,
    moving,
    today,
)
from omnigym.devices.sim.windows.clock import zone_of
from omnigym.devices.sim.windows.events import EVENTS

__all__ = ["dragged", "dropped"]


def dragged(state: State, ctx: Context, number: int, edge: str, phase: str, x: int, y: int) -> Result:
    """An event is dragged: to another day and time, by quarters of an hour, or its end alone."""
    if phase == "press" or state.moving is None:
        return state._replace(moving=Moving(number, edge, x, y)), ()
    held = state.moving
    days = days_of(state.mode, state.day or today(ctx))
    width = max(1, (grid_w(state, ctx.w) - GUTTER - BAR) // len(days))
    minutes = round((y - held.y) * 60 / HOUR_H / 15) * 15
    minutes += 1440 * round((x - held.x) / width) if edge == "start" else 0
    state = state._replace(moving=held._replace(minutes=minutes))
    if phase == "drag":
        return state, ()
    rows = moving(EVENTS.rows(ctx.vfs), state)
    return state._replace(moving=None), kept(ctx, rows) if minutes else ()


def dropped(state: State, ctx: Context, day: date, payload: object) -> Result:
    """An event of a month is dropped on another day."""
    match payload:
        case ("event", int(number)) if (event := event_in(ctx, number)) is not None:
            pass
        case _:
            return state, ()
    by = (day - event.first_day(zone_of(ctx.settings).offset)).days * 86_400_000
    after = event._replace(start_ms=event.start_ms + by, end_ms=event.end_ms + by)
    return state, kept(ctx, [after if e.id == number else e for e in EVENTS.rows(ctx.vfs)])
