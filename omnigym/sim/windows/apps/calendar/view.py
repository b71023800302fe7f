"""What Calendar looks like: month and calendars at the side, days in the middle, an event or its form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.ical import Agenda
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.kinds.calendar.events import REMINDERS, REPEATS, Event, in_days
from omnigym.sim.kinds.calendar.views import blocks, clock, hours_view, long_day, mini_month, month_view
from omnigym.sim.kinds.records import form
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, checkbox, icon, scroll, separator, spacer, tab, text
from omnigym.sim.windows.apps.calendar.commands import EVENT, VIEW, form_lines
from omnigym.sim.windows.apps.calendar.state import (
    CARD,
    MODES,
    SIDE,
    WIDE,
    State,
    days_of,
    event_in,
    grid_w,
    moving,
    today,
)
from omnigym.sim.windows.clock import local, zone_of
from omnigym.sim.windows.events import CALENDARS, COLOURS, EVENTS, Calendar

#: The grounds of events by the colour of their calendar, and those of one that is chosen.
_GROUNDS = {
    "blue": (Shade(0xCFE4FA, 0x0E4775), Shade(0x96C6FA, 0x115EA3)),
    "green": (Shade(0xCDEBCF, 0x1B4D21), Shade(0x9AD29E, 0x2A7032)),
    "plum": (Shade(0xE9D9F2, 0x4C2A63), Shade(0xCFA9E5, 0x6F3F90)),
    "rust": (Shade(0xFCDDC9, 0x6B3113), Shade(0xF7B98F, 0x96481F)),
    "teal": (Shade(0xC6EAEC, 0x0F4E52), Shade(0x8AD2D6, 0x17737A)),
    "brown": (Shade(0xE8DDD0, 0x4F3C28), Shade(0xCDB79C, 0x75593B)),
}
_DAY = Look(radius=4, pad=(4, 3, 4, 3), min_h=24, hover="hover", pressed="pressed")
STYLES = looks(
    box={
        "calendar_side": Look(fill=Shade(0xEEF3FA, 0x1D2229)),
        "calendar_slot": Look(hover="row_hover"),
        "calendar_now": Look(fill="danger"),
        "calendar_cell": Look(edge="stroke", hover="row_hover"),
        "calendar_fields": Look(fill="layer"),
        **{f"calendar_{name}": Look(fill=plain, radius=4) for name, (plain, _) in _GROUNDS.items()},
        **{f"calendar_{name}_chosen": Look(fill=strong, radius=4) for name, (_, strong) in _GROUNDS.items()},
        **{f"calendar_dot_{name}": Look(fill=name, radius=5) for name in _GROUNDS},
    },
    text={
        "calendar_event": Look(size=12, family="ui-semibold"),
        "calendar_note": Look(size=11, ink="muted"),
        "calendar_title": Look(size=18, family="ui-semibold"),
    },
    button={
        "calendar_head": _DAY,
        "calendar_other": _DAY._replace(ink="disabled"),
        "calendar_today": _DAY._replace(fill="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"),
        "calendar_chosen": _DAY._replace(fill="checked", edge="checked_edge"),
    },
)


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    day, now = state.day or today(ctx), today(ctx)
    calendars = CALENDARS.rows(ctx.vfs)
    if state.draft is not None:
        lines = form("calendar.form", form_lines(tuple([c.name for c in calendars])), state.draft, icon="calendar")
        fields = scroll("calendar.form", row(column(lines, pad=(28, 18), w=620)), name="Event")
        head = panel(_form_head, state.draft.id, state.draft.title)
        return column(head, separator(), fields, style="calendar_fields", h=FILL)
    side = panel(_side, state.turned or day, day, now, calendars, w=SIDE, h=FILL) if ctx.w >= WIDE else None
    days = row(_days(state, ctx, day, now, calendars), _card(state, ctx), h=FILL, align="stretch")
    shown = column(panel(_head, state.mode, day, ctx.w), separator(), days, style="content", h=FILL)
    return row(side, shown, h=FILL, align="stretch")


def _head(mode: str, day: date, w: int) -> Node:
    days = days_of(mode, day)
    shown = f"{day:%B %Y}" if mode == "month" else _span(days[0], days[-1])
    tabs = [tab(f"calendar.modes.{name}", label, selected=name == mode, click=(name,)) for name, label in MODES.items()]
    return row(
        *(VIEW.buttons("new", True, style="tool") if w < WIDE else ()),
        *VIEW.buttons(BAR, True, labelled=w >= WIDE, style="tool"),
        *VIEW.buttons("arrows", True, style="tool"),
        text(shown, style="calendar_title", role=Role.HEADING, key="calendar.shown", w=FILL),
        *tabs,
        *VIEW.buttons("files", True, style="tool"),
        h=48,
        pad=(10, 0),
        gap=4,
        role=Role.TOOLBAR,
        name="View",
    )


def _span(first: date, last: date) -> str:
    """Days as a heading names them: "March 9 – 15, 2025"."""
    if first == last:
        return f"{first:%A}, {first:%b} {first.day}, {first.year}"
    end = f"{last.day}" if first.month == last.month else f"{last:%b} {last.day}"
    return f"{first:%b} {first.day} – {end}, {last.year}"


def _side(shown: date, chosen: date, now: date, calendars: tuple[Calendar, ...]) -> Node:
    new = row(*VIEW.buttons("new", True, labelled=True, style="accent", w=FILL), pad=(10, 10, 10, 6))
    lines = [memo(_calendar, calendar, w=FILL) for calendar in calendars]
    add = button("calendar.add_calendar", "Add calendar", icon="add", style="list", w=FILL, click=("add_calendar",))
    return column(
        new,
        column(mini_month(shown, chosen, now), pad=(6, 0)),
        row(text("Calendars", style="group_label", role=Role.HEADING), h=30, pad=(14, 6, 0, 0)),
        *lines,
        add,
        style="calendar_side",
        h=FILL,
        pad=(4, 0),
        gap=4,
    )


def _calendar(calendar: Calendar) -> Node:
    tick = checkbox(f"calendar.show.{calendar.id}", calendar.name, checked=calendar.shown, click=("show", calendar.id))
    dot = row(style=f"calendar_dot_{calendar.colour}", w=10, h=10)
    return row(
        tick,
        spacer(),
        dot,
        key=f"calendar.of.{calendar.id}",
        role=Role.LIST_ITEM,
        name=f"{calendar.name} calendar",
        pad=(10, 0, 14, 0),
        h=30,
        context=("calendar_menu", calendar.id),
    )


def _days(state: State, ctx: Context, day: date, now: date, calendars: tuple[Calendar, ...]) -> Node:
    zone, days = zone_of(ctx.settings).offset, days_of(state.mode, day)
    hidden = {c.name for c in calendars if not c.shown}
    rows = [e for e in moving(EVENTS.rows(ctx.vfs), state) if e.calendar not in hidden]
    found = blocks(
        in_days(rows, days[0], len(days), zone), {c.name: c.colour for c in calendars}, COLOURS[0], state.event
    )
    if state.mode == "month":
        return month_view(day, found, now)
    moment = local(ctx.clock_ms, ctx.settings)
    return hours_view(days, found, now, moment.hour * 60 + moment.minute, grid_w(state, ctx.w))


# -- one event ------------------------------------------------------------------------------------------------------


def _form_head(number: int, title: str) -> Node:
    return row(
        button("calendar.save", "Save", icon="save", style="accent", click=("save",)),
        button("calendar.cancel", "Discard", icon="dismiss", style="tool", click=("cancel",)),
        text("Edit event" if number else "New event", style="heading", role=Role.HEADING, name=title or "New event"),
        h=52,
        pad=(24, 0),
        gap=12,
        role=Role.TOOLBAR,
        name="Event",
    )


def _card(state: State, ctx: Context) -> Node | None:
    """The event that is chosen, or what came in a file."""
    if state.came is not None:
        return column(panel(_came, state.came, ctx.settings), style="card", w=CARD, h=FILL)
    event = event_in(ctx, state.event)
    return None if event is None else column(panel(_details, event, ctx.settings), style="card", w=CARD, h=FILL)


def _when(event: Event, settings: Mapping[str, str]) -> tuple[str, str]:
    zone = zone_of(settings).offset
    first, last = event.first_day(zone), event.last_day(zone)
    begin, end = event.begins(zone), event.ends(zone)
    days = long_day(first) if first == last else f"{long_day(first)} – {long_day(last)}"
    return (
        days,
        "All day"
        if event.all_day
        else f"{clock(begin.hour * 60 + begin.minute)} – {clock(end.hour * 60 + end.minute)}",
    )


def _line(image: str, said: str, key: str) -> Node | None:
    shown = text(said, w=FILL, wrap=True, key=f"calendar.{key}")
    return row(icon(image, style="muted"), shown, gap=10, align="start") if said else None


def _about(event: Event, settings: Mapping[str, str]) -> list[Node | None]:
    days, times = _when(event, settings)
    return [
        text(event.title, style="heading", w=FILL, wrap=True, role=Role.HEADING),
        _line("clock", f"{days}\n{times}", "when"),
        _line("location", event.location, "where"),
        _line("arrow-repeat-all", REPEATS.get(event.repeat, event.repeat) if event.repeat else "", "repeats"),
        _line(
            "alert",
            REMINDERS.get(event.reminder, count_of(event.reminder, "minute")) if event.reminder >= 0 else "",
            "reminds",
        ),
        _line("person", f"From {event.organizer}" if event.organizer else "", "organizer"),
        _line("people", "\n".join(event.guests), "guests"),
        _line("text-description", event.description, "notes"),
    ]


def _details(event: Event, settings: Mapping[str, str]) -> Node:
    shut = button("calendar.shut", icon="dismiss", name="Close", style="tool", click=("shut",))
    tools = row(*EVENT.buttons(BAR, event, style="tool"), spacer(), shut, gap=2, role=Role.TOOLBAR, name="Event")
    dot = _line("calendar", event.calendar, "calendar")
    return column(tools, *_about(event, settings), dot, pad=(14, 8), gap=12)


#: By the method of a file: what it is called, and what one can do with it.
_CAME: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "REQUEST": ("Invitation", (("accept", "Accept"), ("decline", "Decline"))),
    "CANCEL": ("Called off", (("remove", "Remove from calendar"),)),
    "REPLY": ("Answer to an invitation", ()),
}


def _came(came: Agenda, settings: Mapping[str, str]) -> Node:
    count = f"{count_of(len(came.events), 'event')} in this file"
    head, answers = _CAME.get(came.method, (count, (("take", "Add to calendar"),)))
    first = answers[:1]
    buttons = [
        button(f"calendar.{key}", label, style="accent" if (key, label) in first else "", click=(key,))
        for key, label in answers
    ]
    shut = button("calendar.shut", icon="dismiss", name="Close", style="tool", click=("shut",))
    parts = [part for event in came.events[:4] for part in _about(Event(0, *event), settings)]
    return column(
        row(text(head, style="strong", role=Role.HEADING, w=FILL), shut),
        *parts,
        row(*buttons, gap=8),
        pad=(14, 8),
        gap=12,
    )
