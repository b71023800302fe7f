"""The screens of Calendar in which events are found and read: schedule, day, month, one event."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from omnigym.a11y import Role
from omnigym.sim.android.apps.calendar.form import form
from omnigym.sim.android.apps.calendar.state import AGENDA, EVENTS, REMINDERS, Spoken, State, note_of
from omnigym.sim.android.dates import MONTHS, hour_text, local, long_day, month_grid, zone_of
from omnigym.sim.android.kit import action, avatar, empty, fab, item, screen
from omnigym.sim.app import Context
from omnigym.sim.kinds.calendar.events import Event
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import Entry, MenuItem, button, icon, list_view, scroll, separator, spacer, text

__all__ = ["view"]

_ROW, _HOUR = 74, 60
#: What stands for the place of events that are longer than a day, among the hours.
_WHOLE = -1
_WEEKS = calendar.Calendar(calendar.SUNDAY)
_LETTERS = ("S", "M", "T", "W", "T", "F", "S")


@lru_cache(maxsize=1024)
def _span(event: Event, zone: str, all_hours: str) -> str:
    """When an event is, on its day: "9:30 – 10:00 AM"."""
    if event.all_day:
        return "All day"
    settings = {"global/time_zone": zone, "system/time_12_24": all_hours}
    start, end = local(event.start_ms, settings), local(event.end_ms, settings)
    half = (start.hour < 12) != (end.hour < 12)
    return f"{hour_text(start.hour, start.minute, settings, half=half)} – {hour_text(end.hour, end.minute, settings)}"


def _when(event: Event, settings: Mapping[str, str]) -> str:
    return _span(event, settings.get("global/time_zone", ""), settings.get("system/time_12_24", ""))


# -- schedule -------------------------------------------------------------------------------------------------


_AGENDA: IdentityCache[tuple[Entry, ...]] = IdentityCache(32)


def _agenda(events: tuple[Event, ...], first: date, settings: Mapping[str, str]) -> tuple[Entry, ...]:
    """The events from a day on, the first of each day with the day."""
    key = (first, settings.get("global/time_zone", ""), settings.get("system/time_12_24", ""))
    return _AGENDA.get(key, events, lambda: _read(events, first, settings))


def _read(events: tuple[Event, ...], first: date, settings: Mapping[str, str]) -> tuple[Entry, ...]:
    shown = [(max(e.first_day(zone_of(settings)), first), e) for e in events if e.last_day(zone_of(settings)) >= first]
    shown.sort(key=lambda s: (s[0], not s[1].all_day, s[1].start_ms, s[1].id))
    entries, before = [], None
    for day, event in shown:
        entries.append(
            Entry(str(event.id), event.title, (event, _when(event, settings), day if day != before else None))
        )
        before = day
    return tuple(entries)


def _line(entry: Entry, _selected: bool, today: date) -> Node:
    event, when, day = entry.data
    beside = (
        column(
            text(f"{day:%a}".upper(), style="label" if day == today else "label_muted", role=None),
            text(str(day.day), style="title", role=None),
            align="center",
            w=52,
            role=Role.TEXT,
            name=long_day(day),
        )
        if day is not None
        else spacer(w=52)
    )
    note = f"{when}{f' · {event.location}' if event.location else ''}"
    card = column(
        text(event.title, style="event", w=FILL, role=None),
        text(note, style="event_note", w=FILL, role=None),
        style="event",
        key=f"calendar.event.{event.id}",
        role=Role.LIST_ITEM,
        name=f"{event.title}, {note}",
        w=FILL,
        h=58,
        pad=(14, 9),
        gap=2,
        click=("open", event.id),
    )
    return row(beside, card, w=FILL, h=_ROW, pad=(8, 4, 16, 4), gap=8)


def _grid(shown: date, chosen: date, today: date, marked: frozenset[int]) -> Node:
    return column(
        month_grid("calendar.day", shown, chosen, today, marked, 44),
        pad=(10, 0, 10, 8),
        swipe_left=("turn", 1),
        swipe_right=("turn", -1),
    )


def _marked(events: tuple[Event, ...], shown: date, settings: Mapping[str, str]) -> frozenset[int]:
    days = [e.first_day(zone_of(settings)) for e in events]
    return frozenset([d.day for d in days if (d.year, d.month) == (shown.year, shown.month)])


def _bar(title: str, opened: bool | None) -> Node:
    arrow = "" if opened is None else "m/arrow_drop_up" if opened else "m/arrow_drop_down"
    return row(
        button("calendar.modes", icon="m/menu", name="Open navigation drawer", style="icon", click=("modes",)),
        button("calendar.month", title, icon=arrow, style="heading", click=("unfold",)),
        spacer(),
        action("calendar.previous", "chevron_left", "Previous", ("step", -1)),
        action("calendar.next", "chevron_right", "Next", ("step", 1)),
        action("calendar.today", "today", "Jump to today", ("today",)),
        h=64,
        pad=(4, 0, 6, 0),
    )


def _schedule(state: State, ctx: Context, day: date, today: date) -> tuple[Element, ...]:
    events = EVENTS.rows(ctx.vfs)
    entries = _agenda(events, day, ctx.settings)
    body: Element = list_view(AGENDA, entries, _line, name="Schedule", row_h=_ROW, args=(today,))
    if not entries:
        body = empty("event_available", "Nothing planned")
    if state.shown is None:
        return (body,)
    return panel(_grid, state.shown, day, today, _marked(events, state.shown, ctx.settings)), body


# -- day and month --------------------------------------------------------------------------------------------


def _hour(label: str, events: tuple[tuple[Event, str], ...], hour: int) -> Node:
    cards = [
        column(
            text(e.title, style="event", w=FILL, role=None),
            text(when, style="event_note", w=FILL, role=None),
            style="event",
            key=f"calendar.event.{e.id}",
            role=Role.LIST_ITEM,
            name=f"{e.title}, {when}",
            w=FILL,
            h=52,
            pad=(10, 6),
            click=("open", e.id),
        )
        for e, when in events
    ]
    slot = row(
        *cards,
        gap=4,
        h=FILL,
        role=Role.BUTTON,
        name=f"{label}, create an event",
        key=f"calendar.hour.{hour}",
        click=("new_at", hour),
    )
    line = row(text(label, style="caption", w=60, role=None), slot, h=FILL, pad=(10, 2, 14, 2))
    return column(separator(), line, h=_HOUR)


def _hours(lines: tuple[tuple[str, tuple[tuple[Event, str], ...]], ...]) -> Node:
    hours = [memo(_hour, label, events, n, w=FILL) for n, (label, events) in enumerate(lines)]
    return column(*hours, role=Role.LIST, name="Hours", pad=(0, 0, 0, 90))


def _whole_day(events: tuple[Event, ...]) -> Node:
    cards = [
        row(
            text(e.title, style="event", w=FILL, role=None),
            style="event",
            key=f"calendar.event.{e.id}",
            role=Role.LIST_ITEM,
            name=f"{e.title}, All day",
            w=FILL,
            h=32,
            pad=(10, 0),
            click=("open", e.id),
        )
        for e in events
    ]
    return column(*cards, gap=4, pad=(70, 2, 14, 8), role=Role.LIST, name="All day")


def _day(ctx: Context, day: date, today: date) -> tuple[Element, ...]:
    found = [
        e
        for e in EVENTS.rows(ctx.vfs)
        if e.first_day(zone_of(ctx.settings)) <= day <= e.last_day(zone_of(ctx.settings))
    ]
    lines: list[tuple[str, tuple[tuple[Event, str], ...]]] = []
    for hour in range(24):
        here = [e for e in found if _starts_at(e, hour, day, ctx.settings)]
        lines.append((hour_text(hour, 0, ctx.settings), tuple([(e, _when(e, ctx.settings)) for e in here])))
    whole = tuple([e for e in found if _starts_at(e, _WHOLE, day, ctx.settings)])
    head = row(text(long_day(day), style="section" if day == today else "strong", role=Role.HEADING), h=40, pad=(18, 0))
    above = (panel(_whole_day, whole),) if whole else ()
    return head, *above, scroll("calendar.hours", panel(_hours, tuple(lines)), name="Day")


def _starts_at(event: Event, hour: int, day: date, settings: Mapping[str, str]) -> bool:
    """Whether an event stands beside an hour, or for -1 above all of them."""
    if event.all_day or event.first_day(zone_of(settings)) < day:
        return hour == _WHOLE
    return local(event.start_ms, settings).hour == hour


def _month(shown: date, today: date, titles: tuple[tuple[date, str], ...]) -> Node:
    by_day: dict[date, list[str]] = {}
    for day, title in titles:
        by_day.setdefault(day, []).append(title)
    weeks = _WEEKS.monthdatescalendar(shown.year, shown.month)
    names: list[Element] = [row(text(n, style="label_muted", role=None), justify="center") for n in _LETTERS]
    cells = [[_cell(d, shown, today, tuple(by_day.get(d, ()))) for d in week] for week in weeks]
    return column(
        row(*names, h=26),
        *[row(*week, h=FILL, align="stretch") for week in cells],
        h=FILL,
        pad=(4, 0),
        role=Role.CALENDAR,
        name=f"{MONTHS[shown.month - 1]} {shown.year}",
        swipe_left=("step", 1),
        swipe_right=("step", -1),
    )


def _cell(day: date, shown: date, today: date, titles: tuple[str, ...]) -> Element:
    here = day.month == shown.month
    style = "day_today" if day == today else "label" if here else "label_muted"
    number = row(
        text(str(day.day), style=style, role=None), style="today" if day == today else "", w=24, h=22, justify="center"
    )
    events = [
        row(text(t, style="event_small", w=FILL, role=None), style="event_small", h=16, pad=(3, 0)) for t in titles[:3]
    ]
    more = [text(f"+{len(titles) - 3}", style="caption", role=None)] if len(titles) > 3 else []
    name = f"{long_day(day)}, {len(titles)} event{'' if len(titles) == 1 else 's'}" if titles else long_day(day)
    return column(
        number,
        *events,
        *more,
        style="cell",
        key=f"calendar.cell.{day.isoformat()}",
        role=Role.BUTTON,
        name=name,
        flags=state_flags(selected=day == today),
        w=FILL,
        h=FILL,
        pad=(1, 4),
        gap=2,
        align="center",
        click=("day", day),
    )


def _home(state: State, ctx: Context) -> Node:
    today = local(ctx.clock_ms, ctx.settings).date()
    day = state.day or today
    title = f"{MONTHS[day.month - 1]}{f' {day.year}' if day.year != today.year else ''}"
    if state.mode == "month":
        first = date(day.year, day.month, 1) - timedelta(days=7)
        titles = tuple(
            [
                (d, e.title)
                for e in EVENTS.rows(ctx.vfs)
                if first <= (d := e.first_day(zone_of(ctx.settings))) < first + timedelta(days=50)
            ]
        )
        parts: tuple[Element, ...] = (panel(_month, day, today, titles, h=FILL),)
    else:
        parts = _day(ctx, day, today) if state.mode == "day" else _schedule(state, ctx, day, today)
    opened = (state.shown is not None) if state.mode == "schedule" else None
    return screen(
        "calendar",
        "Calendar",
        panel(_bar, title, opened),
        *parts,
        floating=fab("calendar.new", "add", "Create event", ("new",)),
    )


# -- one event ------------------------------------------------------------------------------------------------


def _spoken(note: Spoken, plays: bool) -> Node:
    """The spoken note of an event: the same row whatever it says."""
    press = icon("m/stop" if plays else "m/play_arrow")
    title = "Stop voice note" if plays else "Play voice note"
    return item("calendar.spoken", title, lead=press, role=Role.BUTTON, click=("say", note.id))


def _details(event: Event, day: str, when: str, note: Spoken | None, plays: bool) -> Node:
    guests = [row(avatar(g, 32), text(g, w=FILL), pad=(18, 4), gap=16, h=44) for g in event.guests]
    invited = f"{len(guests)} guest{'s' if len(guests) > 1 else ''}"
    reminder = REMINDERS.get(event.reminder, f"{event.reminder} minutes before")
    head = column(
        text(event.title, style="title", w=FILL, wrap=True, role=Role.HEADING),
        text(day, w=FILL, key="calendar.when"),
        text(when, style="muted", w=FILL),
        gap=4,
    )
    return column(
        row(row(style="event", w=22, h=22), head, align="start", pad=(18, 8, 18, 12), gap=20),
        item("calendar.location", event.location, image="place") if event.location else None,
        item("calendar.reminder", reminder, image="notifications"),
        row(icon("m/notes"), text(event.description, w=FILL, wrap=True), pad=(18, 12), gap=18, align="start")
        if event.description
        else None,
        _spoken(note, plays) if note is not None else None,
        item("calendar.guests", invited, image="people") if guests else None,
        *guests,
        pad=(0, 0, 0, 24),
    )


def _event(state: State, event: Event, ctx: Context) -> Node:
    note = note_of(ctx.vfs, event)
    plays = note is not None and state.said == note.id
    menu = (
        MenuItem("calendar.menu.duplicate", "Duplicate", ("duplicate", event.id), icon="m/content_copy"),
        MenuItem("calendar.menu.email", "Email guests", ("email", event.id), icon="m/mail", enabled=bool(event.guests)),
        MenuItem("calendar.menu.delete", "Delete", ("delete", event.id), icon="m/delete"),
    )
    bar = row(
        button("calendar.up", icon="m/close", name="Close", style="icon", click=("back",)),
        spacer(),
        action("calendar.edit", "edit", "Edit", ("edit", event.id)),
        action("calendar.more", "more_vert", "More options", menu=menu),
        h=64,
        pad=(4, 0, 6, 0),
    )
    first, last = event.first_day(zone_of(ctx.settings)), event.last_day(zone_of(ctx.settings))
    day = long_day(first) if first == last else f"{long_day(first)} – {long_day(last)}"
    return screen(
        "calendar",
        event.title,
        bar,
        scroll("calendar.details", panel(_details, event, day, _when(event, ctx.settings), note, plays)),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return form(state.draft, ctx.settings)
    event = next((e for e in EVENTS.rows(ctx.vfs) if e.id == state.event), None)
    return _event(state, event, ctx) if event is not None else _home(state, ctx)
