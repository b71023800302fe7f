"""What can be done in Calendar, to the view and to an event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from omnigym.sim.app import Context, Focus, Handler, OpenDialog, ScrollTo
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.calendar.events import (
    REMINDERS,
    REPEATS,
    Draft,
    Event,
    draft_of,
    event_of,
    fault_of,
    lasting,
    length_of,
    moved,
    new_draft,
    typed_day,
    typed_minute,
)
from omnigym.sim.kinds.calendar.views import BAR as EVENT_BAR
from omnigym.sim.kinds.calendar.views import GUTTER, HOUR_H, HOURS, clock, step
from omnigym.sim.kinds.records import Line, filled
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.calendar.state import (
    TITLE,
    Moving,
    Result,
    State,
    ask_export,
    ask_import,
    days_of,
    event_in,
    grid_w,
    guests_of,
    invited,
    kept,
    moving,
    today,
)
from omnigym.sim.windows.apps.dialogs.date_picker import DatePicker
from omnigym.sim.windows.clock import local, zone_of
from omnigym.sim.windows.events import CALENDARS, COLOURS, EVENTS, Calendar

# -- events of Calendar that are dragged ------------------------------------------------------------------------------

# Among the hours, and among the days of a month.


def dragged(state: State, ctx: Context, number: int, edge: str, phase: str, x: int, y: int) -> Result:
    """An event is dragged: to another day and time, by quarters of an hour, or its end alone."""
    if phase == "press" or state.moving is None:
        return state._replace(moving=Moving(number, edge, x, y)), ()
    held = state.moving
    days = days_of(state.mode, state.day or today(ctx))
    width = max(1, (grid_w(state, ctx.w) - GUTTER - EVENT_BAR) // len(days))
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


# -- commands ---------------------------------------------------------------------------------------------------------

_MORNING = 8 * HOUR_H - 12


def _timed(draft: Draft) -> bool:
    return not draft.all_day


def form_lines(calendars: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines of the form, with the names of the calendars."""
    return (
        Line("title", "Event name", "What is it about?"),
        Line("location", "Location", "Add a place"),
        Line("day", "Starts", "3/14/2025", day=True),
        Line("time", "At", "9:30 AM", visible=_timed),
        Line("end_day", "Ends", "3/14/2025", day=True),
        Line("end_time", "Until", "10:30 AM", visible=_timed),
        Line("all_day", "", "All day", tick=True),
        Line("repeat", "Repeat", options=REPEATS),
        Line("reminder", "Reminder", options=REMINDERS),
        Line("calendar", "Calendar", options={name: name for name in calendars}),
        Line("guests", "People", "Names or addresses, with commas between them"),
        Line("description", "Notes", "Add a description"),
    )


def _names(vfs: Vfs) -> tuple[str, ...]:
    return tuple([c.name for c in CALENDARS.rows(vfs)])


def _spelt(draft: Draft) -> Draft:
    """A draft with its days and times as Windows writes them in the United States."""
    days = [typed_day(text) for text in (draft.day, draft.end_day)]
    shown = [f"{day.month}/{day.day}/{day.year}" if day is not None else "" for day in days]
    minutes = [typed_minute(text) for text in (draft.time, draft.end_time)]
    times = [clock(minute) if minute is not None else "" for minute in minutes]
    return draft._replace(
        day=shown[0] or draft.day,
        end_day=shown[1] or draft.end_day,
        time=times[0] or draft.time,
        end_time=times[1] or draft.end_time,
    )


# -- going about ----------------------------------------------------------------------------------------------------


def _at(state: State, day: date | None, mode: str = "") -> Result:
    """Another day, from its morning on."""
    mode = mode or state.mode
    after = state._replace(mode=mode, day=day, turned=None, draft=None)
    return after, () if mode == "month" else (ScrollTo(HOURS, offset=_MORNING),)


def _mode(mode: str, label: str, key: str) -> Command:
    return Command(mode, label, None, lambda s, _: _at(s, s.day, mode), "", f"ctrl+alt+{key}", ("modes",))


def _step(state: State, ctx: Context, way: int) -> Result:
    return _at(state, step(state.day or today(ctx), state.mode, way))


def _turn(state: State, ctx: Context, way: int) -> Result:
    return state._replace(turned=step(state.turned or state.day or today(ctx), "month", way)), ()


# -- writing --------------------------------------------------------------------------------------------------------


def _begun(state: State, draft: Draft, ctx: Context) -> Result:
    names = _names(ctx.vfs)
    calendar = draft.calendar if draft.calendar in names else next(iter(names), "")
    draft = _spelt(draft._replace(calendar=calendar))
    return state._replace(draft=draft, lasts=length_of(draft) or 0, came=None), (Focus("calendar.form.title"),)


def _new(state: State, ctx: Context) -> Result:
    now = local(ctx.clock_ms, ctx.settings)
    return _begun(state, new_draft(state.day or now.date(), now)._replace(reminder=15), ctx)


def _new_at(state: State, ctx: Context, day: date, minute: int) -> Result:
    begin = new_draft(day, local(ctx.clock_ms, ctx.settings))._replace(reminder=15)
    return _begun(state, moved(begin, day.isoformat(), f"{minute // 60:02}:{minute % 60:02}"), ctx)


def _field(state: State, ctx: Context, name: str, value: object) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    after = filled(form_lines(_names(ctx.vfs)), draft, name, value)
    if name in ("end_day", "end_time"):
        return state._replace(draft=after, lasts=length_of(after) or state.lasts), ()
    if name in ("day", "time"):
        ends = _spelt(lasting(after, state.lasts))
        after = after._replace(end_day=ends.end_day, end_time=ends.end_time)
    return state._replace(draft=after), ()


def _pick(state: State, _ctx: Context, name: str) -> Result:
    day = typed_day(getattr(state.draft, name, "")) if state.draft is not None else None
    return state, (OpenDialog("date_picker", DatePicker(day=day.isoformat() if day else ""), ("picked", name)),)


def _picked(state: State, ctx: Context, name: str, day: str | None) -> Result:
    found = typed_day(day or "")
    return (state, ()) if found is None else _field(state, ctx, name, f"{found.month}/{found.day}/{found.year}")


def _save(state: State, ctx: Context, *_: str) -> Result:
    draft, rows, zone = state.draft, EVENTS.rows(ctx.vfs), zone_of(ctx.settings).offset
    if draft is None:
        return state, ()
    if fault := fault_of(draft):
        return state, (tell(TITLE, f"{fault} is no date or time. Enter one such as 3/14/2025 or 9:30 AM."),)
    guests, strange = guests_of(draft.guests, ctx.vfs)
    if strange:
        return state, (
            tell(TITLE, f"We couldn't find an address for “{strange}”. Check the name, or type the address."),
        )
    before = event_in(ctx, draft.id)
    event = event_of(draft, before or Event(next_id(rows), "", 0, 0), zone)
    if event is None:
        return state, (tell(TITLE, "The event ends before it starts. Change one of the two."),)
    event = event._replace(guests=guests)
    asked = tuple([g for g in guests if before is None or g not in before.guests or event != before])
    ctx = ctx._replace(vfs=invited(ctx.vfs, event, asked, ctx.clock_ms))
    after = [event if e.id == event.id else e for e in rows] if before is not None else [*rows, event]
    day = event.first_day(zone)
    return state._replace(draft=None, event=event.id, day=day, turned=None), kept(ctx, after)


# -- commands -------------------------------------------------------------------------------------------------------

VIEW = Commands(
    "calendar",
    Command("new", "New event", None, _new, "add", "ctrl+n", ("new",)),
    Command("today", "Today", None, lambda s, _: _at(s, None), "calendar-today", "ctrl+alt+t"),
    Command("back", "Previous", None, lambda s, c: _step(s, c, -1), "chevron-up", "", ("arrows",)),
    Command("on", "Next", None, lambda s, c: _step(s, c, 1), "chevron-down", "", ("arrows",)),
    _mode("day", "Day", "1"),
    _mode("work", "Work week", "2"),
    _mode("week", "Week", "3"),
    _mode("month", "Month", "4"),
    Command("import", "Open calendar file", None, ask_import, "folder-open", "ctrl+o", ("files",)),
    Command("export_all", "Export all events", None, lambda s, c: ask_export(s, c, "calendar"), "save", "", ("files",)),
)


def _put(state: State, ctx: Context, event: Event, after: Event | None) -> Result:
    rows = [after if e == event else e for e in EVENTS.rows(ctx.vfs)]
    if after is None:
        state = state._replace(event=0)
    return state, kept(ctx, [e for e in rows if e is not None])


def _copy(state: State, ctx: Context, event: Event) -> Result:
    rows = EVENTS.rows(ctx.vfs)
    copy = event._replace(id=next_id(rows), uid="", guests=(), organizer="")
    return state._replace(event=copy.id), kept(ctx, (*rows, copy))


_SURE = asking("Delete event", "Delete this event?", "Delete")
EVENT = Commands(
    "calendar",
    Command(
        "edit",
        "Edit",
        None,
        lambda s, c, e: _begun(s, draft_of(e, zone_of(c.settings).offset), c),
        "edit",
        "ctrl+e",
        (BAR, MENU),
    ),
    Command("duplicate", "Duplicate", None, _copy, "copy", "", (BAR, MENU)),
    Command("export", "Export", None, lambda s, c, e: ask_export(s, c, e.title, e.id), "save", "", (BAR, MENU)),
    LINE,
    Command("delete", "Delete", delete_record, None, "delete", "ctrl+d", (BAR, MENU), ask=lambda _: _SURE),
    records=rows_of(EVENTS, lambda state: state.event)._replace(set=_put),
    menu="menu",
)


def _painted(colour: str) -> Command:
    return Command(
        f"paint_{colour}",
        colour.capitalize(),
        lambda c: c._replace(colour=colour),
        places=("colours",),
        checked=lambda c: c.colour == colour,
    )


CALENDAR = Commands(
    "calendar",
    Command(
        "show",
        lambda c: f"Hide {c.name}" if c.shown else f"Show {c.name}",
        lambda c: c._replace(shown=not c.shown),
        places=(MENU,),
    ),
    Command("colours", "Colour", opens="colours", places=(MENU,)),
    *[_painted(colour) for colour in COLOURS],
    records=rows_of(CALENDARS, lambda _state: 0),
    menu="calendar_menu",
)


def _add_calendar(state: State, _ctx: Context) -> Result:
    return state, (OpenDialog("prompt", Prompt("New calendar", "Name of the calendar:"), ("named",)),)


def _named(state: State, ctx: Context, name: str | None) -> Result:
    rows, name = CALENDARS.rows(ctx.vfs), " ".join((name or "").split())
    if not name:
        return state, ()
    if name.casefold() in [c.name.casefold() for c in rows]:
        return state, (tell(TITLE, f"There is a calendar “{name}” already."),)
    colour = next((c for c in COLOURS if c not in [r.colour for r in rows]), COLOURS[0])
    return state, (saved(CALENDARS, ctx, (*rows, Calendar(next_id(rows), name, colour))),)


HANDLERS: Mapping[str, Handler] = {
    "add_calendar": _add_calendar,
    "cancel": lambda s, _: (s._replace(draft=None, came=None), ()),
    "to_day": lambda s, _, day: _at(s, day, "day" if s.mode == "month" or s.day == day else ""),
    "dropped": dropped,
    "field": _field,
    "moved": dragged,
    "named": _named,
    "new_at": _new_at,
    "open": lambda s, _, number: (s._replace(event=number, came=None), ()),
    "pick": _pick,
    "picked": _picked,
    "save": _save,
    "shut": lambda s, _: (s._replace(event=0, came=None), ()),
    "turn": _turn,
}
