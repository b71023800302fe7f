"""Calendar: events by schedule, day and month, with guests, places and reminders."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.apps.calendar.store import CALENDAR_TABLES, EVENTS, SPOKEN, Spoken, note_of, with_events
from omnigym.sim.android.dates import MONTHS, hour_text, local, long_day, month_grid, other_month, zone_of
from omnigym.sim.android.kit import action, asking, avatar, empty, fab, item, left, phone_app, screen, tell
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.calendar.events import Draft, Event, draft_of, event_of, moved, new_draft
from omnigym.sim.memo import IdentityCache
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, icon, list_view, scroll, separator, spacer, text

# -- what it keeps ----------------------------------------------------------------------------------------------------

AGENDA = "calendar.agenda"
#: How events are shown: the name, its icon.
_MODES = {
    "schedule": ("Schedule", "view_agenda"),
    "day": ("Day", "view_day"),
    "month": ("Month", "calendar_view_month"),
}
_REMINDERS = {
    -1: "No notification",
    0: "At the time of the event",
    5: "5 minutes before",
    10: "10 minutes before",
    30: "30 minutes before",
    60: "1 hour before",
    1440: "1 day before",
}


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `_MODES`.
        day: The day that is looked at; None for today.
        shown: A day of the month whose days are offered above the schedule, or None.
        event: Id of the event that is shown, or 0.
        draft: The event that is written, or None.
        said: Id of the spoken note that is played, or 0, and
        said_ms: since when.
    """

    mode: str = "schedule"
    day: date | None = None
    shown: date | None = None
    event: int = 0
    draft: Draft | None = None
    said: int = 0
    said_ms: int = 0


_ROW, _HOUR = 74, 60
#: What stands for the place of events that are longer than a day, among the hours.
_WHOLE = -1
_WEEKS = calendar.Calendar(calendar.SUNDAY)
_LETTERS = ("S", "M", "T", "W", "T", "F", "S")

# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_MORNING = 8 * 60


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """A new event that is called as a path "text:WORDS" says."""
    if not path.startswith("text:"):
        return state, ()
    state, effects = _new(state, ctx)
    title = " ".join(path.removeprefix("text:").split())
    return state._replace(draft=state.draft and state.draft._replace(title=title)), effects


def _today(ctx: Context) -> date:
    return local(ctx.clock_ms, ctx.settings).date()


def _of(ctx: Context, number: int) -> Event | None:
    return next((e for e in EVENTS.rows(ctx.vfs) if e.id == number), None)


def _modes(state: State, _ctx: Context) -> _Result:
    entries = tuple([(name, label, image, "") for name, (label, image) in _MODES.items()])
    return state, (OpenDialog("side_menu", ("calendar", "Google Calendar", entries, state.mode), ("mode",)),)


def _mode(state: State, _ctx: Context, mode: str | None) -> _Result:
    if mode not in _MODES:
        return state, ()
    return _at(State(mode, state.day))


def _at(state: State) -> _Result:
    """With what is shown at its beginning: the schedule at its first event, the day at its morning."""
    return state, (ScrollTo("calendar.hours", offset=_MORNING),) if state.mode == "day" else (ScrollTo(AGENDA),)


def _day(state: State, _ctx: Context, day: date) -> _Result:
    """A day is touched; in a month, it is looked at."""
    return _at(state._replace(mode="day" if state.mode == "month" else state.mode, day=day))


def _step(state: State, ctx: Context, way: int) -> _Result:
    day = state.day or _today(ctx)
    if state.mode == "day":
        return _at(state._replace(day=day + timedelta(days=way)))
    day = other_month(day.replace(day=1), way)
    return _at(state._replace(day=day, shown=day if state.shown is not None else None))


def _unfold(state: State, ctx: Context) -> _Result:
    if state.mode != "schedule":
        return state, ()
    return state._replace(shown=(state.day or _today(ctx)) if state.shown is None else None), ()


def _turn(state: State, _ctx: Context, months: int) -> _Result:
    return state._replace(shown=state.shown and other_month(state.shown, months)), ()


def _new(state: State, ctx: Context) -> _Result:
    now = local(ctx.clock_ms, ctx.settings)
    return state._replace(draft=new_draft(state.day or now.date(), now)), (Focus("calendar.form.title"),)


def _new_at(state: State, ctx: Context, hour: int) -> _Result:
    """A touch beside an hour of a day."""
    state, effects = _new(state, ctx)
    if state.draft is None:
        return state, effects
    return state._replace(draft=moved(state.draft, state.draft.day, f"{hour:02}:00")), effects


def _field(state: State, _ctx: Context, key: str, value: Any) -> _Result:
    return state._replace(draft=state.draft and state.draft._replace(**{key: value})), ()


def _pick_day(state: State, _ctx: Context, which: str) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    day = draft.day if which == "start" else draft.end_day
    return state, (OpenDialog("pick_date", ("Select date", day), ("dated", which)),)


def _dated(state: State, _ctx: Context, which: str, day: str | None) -> _Result:
    draft = state.draft
    if draft is None or day is None:
        return state, ()
    return state._replace(draft=moved(draft, day, draft.time) if which == "start" else draft._replace(end_day=day)), ()


def _pick_time(state: State, _ctx: Context, which: str) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    hour, _, minute = (draft.time if which == "start" else draft.end_time).partition(":")
    return state, (OpenDialog("pick_time", ("Select time", int(hour), int(minute)), ("timed", which)),)


def _timed(state: State, _ctx: Context, which: str, time: str | None) -> _Result:
    draft = state.draft
    if draft is None or time is None:
        return state, ()
    after = moved(draft, draft.day, time) if which == "start" else draft._replace(end_time=time)
    return state._replace(draft=after), ()


def _pick_reminder(state: State, _ctx: Context) -> _Result:
    if state.draft is None:
        return state, ()
    options = tuple([(str(minutes), label) for minutes, label in _REMINDERS.items()])
    return state, (OpenDialog("choose", ("Notification", options, str(state.draft.reminder)), ("reminded",)),)


def _save(state: State, ctx: Context) -> _Result:
    draft, rows = state.draft, EVENTS.rows(ctx.vfs)
    if draft is None:
        return state, ()
    kept = _of(ctx, draft.id) or Event(next_id(rows), "", 0, 0)
    event = event_of(draft, kept, zone_of(ctx.settings))
    if event is None:
        return state, (tell("", "The event ends before it starts."),)
    after = tuple([event if e.id == event.id else e for e in rows]) if event.id == draft.id else (*rows, event)
    return state._replace(draft=None, event=event.id if event.id == draft.id else 0), (saved(EVENTS, ctx, after),)


def _edit(state: State, ctx: Context, event: Event) -> _Result:
    return state._replace(draft=draft_of(event, zone_of(ctx.settings))), ()


def _duplicate(state: State, ctx: Context, event: Event) -> _Result:
    return state._replace(draft=draft_of(event, zone_of(ctx.settings))._replace(id=0)), ()


def _email(state: State, _ctx: Context, event: Event) -> _Result:
    return state, (Launch("gmail", f"to:{', '.join(event.guests)}"),)


def _changed(state: State, ctx: Context, event: Event, after: Event | None) -> _Result:
    return _RECORDS.set(state if after is not None else state._replace(event=0), ctx, event, after)


_RECORDS = rows_of(EVENTS, lambda state: state.event)
_EVENT = Commands(
    "calendar",
    Command("edit", "Edit", run=_edit, places=()),
    Command("duplicate", "Duplicate", run=_duplicate, icon="m/content_copy", places=(MENU,)),
    Command("email", "Email guests", run=_email, icon="m/mail", places=(MENU,), enabled=lambda event: event.guests),
    Command(
        "delete",
        "Delete",
        delete_record,
        icon="m/delete",
        places=(MENU,),
        ask=lambda _: asking("", "Delete this event?", "Delete"),
    ),
    records=_RECORDS._replace(set=_changed),
)


def _say(state: State, ctx: Context, number: int) -> _Result:
    """Play a spoken note, or stop it."""
    return state._replace(said=0 if state.said == number else number, said_ms=ctx.clock_ms + BREATH), ()


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    note = next((n for n in SPOKEN.rows(ctx.vfs) if n.id == state.said), None)
    return spoken(note.voice, state.said_ms) if note is not None else ()


def _back(state: State, _ctx: Context) -> _Result:
    if state.draft is not None:
        return state._replace(draft=None), ()
    if state.event:
        return state._replace(event=0, said=0), ()
    return (State(), (ScrollTo(AGENDA),)) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "all_day": lambda s, _: (s._replace(draft=s.draft and s.draft._replace(all_day=not s.draft.all_day)), ()),
    "back": _back,
    "dated": _dated,
    "day": _day,
    "field": _field,
    "mode": _mode,
    "modes": _modes,
    "new": _new,
    "new_at": _new_at,
    "open": sets("event"),
    "opened": _opened,
    "pick_day": _pick_day,
    "pick_reminder": _pick_reminder,
    "pick_time": _pick_time,
    "reminded": lambda s, ctx, minutes: _field(s, ctx, "reminder", int(minutes)) if minutes else (s, ()),
    "save": _save,
    "say": _say,
    "step": _step,
    "timed": _timed,
    "today": lambda s, _: _at(s._replace(day=None, shown=None)),
    "turn": _turn,
    "unfold": _unfold,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("calendar", "", button="icon")
_CALENDAR_STYLES = looks(
    box={
        "event": Look(fill="accent", radius=8, pressed="accent_pressed"),
        "event_small": Look(fill="accent", radius=3),
        "cell": Look(edge="stroke", pressed="hover"),
    },
    text={
        "event": Look(size=14, family="ui-semibold", ink="on_accent"),
        "event_note": Look(size=12, ink="on_accent"),
        "event_small": Look(size=10, ink="on_accent"),
        "day_today": Look(size=12, family="ui-semibold", ink="on_accent"),
    },
)


def _day_text(day: str) -> str:
    told = date.fromisoformat(day)
    return f"{told:%a}, {told:%b} {told.day}, {told.year}"


def _moment(which: str, day: str, time: str, all_day: bool, late: bool, label: str) -> Node:
    clock = (
        ui.button(f"form.{which}_time", time, "text", name=f"{label} time {time}", click=("pick_time", which))
        if not all_day
        else None
    )
    style = "danger_text" if late else "text"
    return row(
        spacer(w=42),
        ui.button(
            f"form.{which}_day", _day_text(day), style, name=f"{label} date {_day_text(day)}", click=("pick_day", which)
        ),
        spacer(),
        clock,
        pad=(14, 0),
        h=50,
    )


def _form_line(image: str, child: Element) -> Node:
    return row(icon(f"m/{image}"), child, pad=(20, 0, 14, 0), gap=8, h=58)


def _fields(draft: Draft, times: tuple[str, str], late: bool) -> Node:
    def words(key: str, name: str, value: str) -> Node:
        return ui.field(f"form.{key}", value, name, "plain", placeholder=name, change=("field", key))

    return column(
        row(
            ui.field(
                "form.title", draft.title, "Title", "headline", placeholder="Add title", change=("field", "title")
            ),
            pad=(46, 0, 8, 0),
        ),
        separator(),
        row(
            icon("m/schedule"),
            ui.text("All-day", "body", w=FILL, role=None),
            switch("calendar.form.all_day", name="All-day", checked=draft.all_day, click=("all_day",)),
            pad=(20, 0, 18, 0),
            gap=20,
            h=56,
        ),
        _moment("start", draft.day, times[0], draft.all_day, False, "Start"),
        _moment("end", draft.end_day, times[1], draft.all_day, late, "End"),
        separator(),
        _form_line("people", words("guests", "Add people", draft.guests)),
        separator(),
        _form_line("place", words("location", "Add location", draft.location)),
        separator(),
        _form_line(
            "notifications",
            row(
                ui.button(
                    "form.reminder",
                    _REMINDERS.get(draft.reminder, f"{count_of(draft.reminder, 'minute')} before"),
                    "text",
                    click=("pick_reminder",),
                ),
                spacer(),
            ),
        ),
        separator(),
        _form_line("notes", words("description", "Add description", draft.description)),
        pad=(0, 4, 0, 24),
    )


def _form(draft: Draft, settings: Mapping[str, str]) -> Node:
    """The screen of a draft."""
    times = tuple([_told(t, settings) for t in (draft.time, draft.end_time)])
    ends_late = draft.end_day < draft.day or (
        not draft.all_day and (draft.end_day, draft.end_time) < (draft.day, draft.time)
    )
    bar = row(
        ui.tool("cancel", "m/close", "Cancel", click=("back",)),
        spacer(),
        ui.button("save", "Save", "primary"),
        h=64,
        pad=(4, 0, 14, 0),
    )
    title = "Edit event" if draft.id else "New event"
    fields = panel(_fields, draft, (times[0], times[1]), ends_late)
    return screen("calendar", title, bar, scroll("calendar.form", fields))


def _told(time: str, settings: Mapping[str, str]) -> str:
    hour, _, minute = time.partition(":")
    return hour_text(int(hour), int(minute), settings)


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
            ui.text(f"{day:%a}".upper(), "label" if day == today else "label_muted", role=None),
            ui.text(str(day.day), "title", role=None),
            align="center",
            w=52,
            role=Role.TEXT,
            name=long_day(day),
        )
        if day is not None
        else spacer(w=52)
    )
    note = f"{when}{f' · {event.location}' if event.location else ''}"
    card = ui.column(
        text(event.title, style="event", w=FILL, role=None),
        text(note, style="event_note", w=FILL, role=None),
        style="event",
        key=f"event.{event.id}",
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
        ui.tool("modes", "m/menu", "Open navigation drawer"),
        ui.button("month", title, "heading", icon=arrow, click=("unfold",)),
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


def _hour(label: str, events: tuple[tuple[Event, str], ...], hour: int) -> Node:
    cards = [
        ui.column(
            text(e.title, style="event", w=FILL, role=None),
            text(when, style="event_note", w=FILL, role=None),
            style="event",
            key=f"event.{e.id}",
            role=Role.LIST_ITEM,
            name=f"{e.title}, {when}",
            w=FILL,
            h=52,
            pad=(10, 6),
            click=("open", e.id),
        )
        for e, when in events
    ]
    slot = ui.row(
        *cards,
        gap=4,
        h=FILL,
        role=Role.BUTTON,
        name=f"{label}, create an event",
        key=f"hour.{hour}",
        click=("new_at", hour),
    )
    line = row(ui.text(label, "caption", w=60, role=None), slot, h=FILL, pad=(10, 2, 14, 2))
    return column(separator(), line, h=_HOUR)


def _hours(lines: tuple[tuple[str, tuple[tuple[Event, str], ...]], ...]) -> Node:
    hours = [memo(_hour, label, events, n, w=FILL) for n, (label, events) in enumerate(lines)]
    return column(*hours, role=Role.LIST, name="Hours", pad=(0, 0, 0, 90))


def _whole_day(events: tuple[Event, ...]) -> Node:
    cards = [
        ui.row(
            text(e.title, style="event", w=FILL, role=None),
            style="event",
            key=f"event.{e.id}",
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


def _day_page(ctx: Context, day: date, today: date) -> tuple[Element, ...]:
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
    head = row(ui.heading(long_day(day), "section" if day == today else "strong"), h=40, pad=(18, 0))
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
    names: list[Element] = [row(ui.text(n, "label_muted", role=None), justify="center") for n in _LETTERS]
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
        ui.text(str(day.day), style, role=None), style="today" if day == today else "", w=24, h=22, justify="center"
    )
    events = [
        row(ui.text(t, "event_small", w=FILL, role=None), style="event_small", h=16, pad=(3, 0)) for t in titles[:3]
    ]
    more = [ui.text(f"+{len(titles) - 3}", "caption", role=None)] if len(titles) > 3 else []
    name = f"{long_day(day)}, {count_of(len(titles), 'event')}" if titles else long_day(day)
    return ui.column(
        number,
        *events,
        *more,
        style="cell",
        key=f"cell.{day.isoformat()}",
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
        parts = _day_page(ctx, day, today) if state.mode == "day" else _schedule(state, ctx, day, today)
    opened = (state.shown is not None) if state.mode == "schedule" else None
    return screen(
        "calendar",
        "Calendar",
        panel(_bar, title, opened),
        *parts,
        floating=fab("calendar.new", "add", "Create event", ("new",)),
    )


def _spoken(note: Spoken, plays: bool) -> Node:
    """The spoken note of an event: the same row whatever it says."""
    press = icon("m/stop" if plays else "m/play_arrow")
    title = "Stop voice note" if plays else "Play voice note"
    return item("calendar.spoken", title, lead=press, role=Role.BUTTON, click=("say", note.id))


def _details(event: Event, day: str, when: str, note: Spoken | None, plays: bool) -> Node:
    guests = [row(avatar(g, 32), text(g, w=FILL), pad=(18, 4), gap=16, h=44) for g in event.guests]
    invited = count_of(len(guests), "guest")
    reminder = _REMINDERS.get(event.reminder, f"{count_of(event.reminder, 'minute')} before")
    head = column(
        ui.heading(event.title, "title", w=FILL, wrap=True),
        ui.text(day, w=FILL, key="when"),
        ui.text(when, "muted", w=FILL),
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
    bar = row(
        ui.tool("up", "m/close", "Close", click=("back",)),
        spacer(),
        action("calendar.edit", "edit", "Edit", ("edit", event.id)),
        action("calendar.more", "more_vert", "More options", menu=_EVENT.items(MENU, event, event.id)),
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


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return _form(state.draft, ctx.settings)
    event = next((e for e in EVENTS.rows(ctx.vfs) if e.id == state.event), None)
    return _event(state, event, ctx) if event is not None else _home(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="calendar",
    title="Calendar",
    icon="app/calendar",
    art={"app/calendar": sign_icon(0xFFFFFF, "calendar_month", 0x1A73E8)},
    styles=_CALENDAR_STYLES,
    program=Program(category="Lifestyle", pinned=2, sign="event"),
    initial=with_events,
    init=_init,
    view=_view,
    on=_UPDATES,
    tables=CALENDAR_TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _EVENT),)
