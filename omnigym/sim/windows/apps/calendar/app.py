"""Calendar: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, ScrollTo
from omnigym.sim.commands import commanded
from omnigym.sim.kinds.calendar.views import HOUR_H, HOURS
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import FileKind, Program
from omnigym.sim.windows.apps.calendar.commands import CALENDAR, EVENT, HANDLERS, VIEW
from omnigym.sim.windows.apps.calendar.state import Result, State, answer, exported, opened, remove, take
from omnigym.sim.windows.apps.calendar.view import STYLES, view
from omnigym.sim.windows.events import CALENDARS, EVENTS, reminders, with_events


def _init(path: Any, ctx: Context) -> Result:
    state, effects = opened(State(), ctx, str(path)) if path else (State(), ())
    coming = reminders(EVENTS.rows(ctx.vfs), ctx.clock_ms, ctx.settings)
    return state, (ScrollTo(HOURS, offset=8 * HOUR_H - 12), *coming, *effects)


def _icon(p: Pen) -> None:
    p.box(0.07, 0.10, 0.86, 0.82, 0.12, 0x1F6FD0, 0x0F4FA8)
    p.box(0.07, 0.30, 0.86, 0.62, 0.12, 0xF4F9FF, 0xD6E6FA)
    p.box(0.07, 0.30, 0.86, 0.10, 0.0, 0xF4F9FF)
    for n in range(9):
        x, y = 0.20 + 0.23 * (n % 3), 0.42 + 0.16 * (n // 3)
        p.box(x, y, 0.14, 0.10, 0.03, 0x1F6FD0 if n == 4 else 0xA9C8EC)
    for x in (0.26, 0.66):
        p.box(x, 0.03, 0.08, 0.17, 0.04, 0x0B3C80)


def _file(p: Pen) -> None:
    p.box(0.14, 0.05, 0.72, 0.90, 0.06, 0x9DB4CE)
    p.box(0.17, 0.08, 0.66, 0.84, 0.05, 0xFFFFFF)
    p.box(0.27, 0.34, 0.46, 0.44, 0.05, 0x1F6FD0)
    p.box(0.31, 0.46, 0.38, 0.28, 0.03, 0xF4F9FF)


_APP = App(
    name="calendar",
    title="Calendar",
    icon="calendar-app",
    art={"calendar-app": _icon, "file-ics": _file},
    styles=STYLES,
    program=Program(
        spoken=("Calendar", "the calendar"),
        category="Lifestyle",
        commands=("outlookcal",),
        opens=(FileKind(("ics",), "iCalendar File", "file-ics"),),
    ),
    initial=with_events,
    init=_init,
    view=view,
    on={
        **HANDLERS,
        "accept": lambda s, c: answer(s, c, True),
        "decline": lambda s, c: answer(s, c, False),
        "exported": exported,
        "opened": opened,
        "remove": remove,
        "take": take,
    },
    keys=(("escape", ("shut",)), ("ctrl+s", ("save",))),
    tables=(EVENTS, CALENDARS),
    size=(1010, 650),
    min_size=(480, 360),
    locate={
        "event": {"role": Role.LIST_ITEM, "name": "{name}"},
        "hours": {"key": HOURS},
        "delete_confirm": {"key": "message.delete"},
    },
)
APPS = (commanded(_APP, VIEW, EVENT, CALENDAR),)
