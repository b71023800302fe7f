"""Calendar: events by schedule, day and month, with guests, places and reminders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from omnigym.sim.android.apps.calendar.state import (
    AGENDA,
    CALENDAR_TABLES,
    EVENTS,
    MODES,
    REMINDERS,
    SPOKEN,
    State,
    with_events,
)
from omnigym.sim.android.apps.calendar.view import view
from omnigym.sim.android.dates import local, other_month, zone_of
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.calendar.events import Event, draft_of, event_of, moved, new_draft
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id

# -- the looks of the app that no other app has -----------------------------------------------------------------------

CALENDAR_STYLES = looks(
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

# -- the app ----------------------------------------------------------------------------------------------------------

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


def _kept(ctx: Context, rows: tuple[Event, ...]) -> SetFiles:
    return SetFiles(EVENTS.written(ctx.vfs, rows, ctx.clock_ms))


# -- going about ----------------------------------------------------------------------------------------------


def _modes(state: State, _ctx: Context) -> _Result:
    entries = tuple([(name, label, image, "") for name, (label, image) in MODES.items()])
    return state, (OpenDialog("side_menu", ("calendar", "Google Calendar", entries, state.mode), ("mode",)),)


def _mode(state: State, _ctx: Context, mode: str | None) -> _Result:
    if mode not in MODES:
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


# -- writing --------------------------------------------------------------------------------------------------


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
    options = tuple([(str(minutes), label) for minutes, label in REMINDERS.items()])
    return state, (OpenDialog("choose", ("Notification", options, str(state.draft.reminder)), ("reminded",)),)


def _save(state: State, ctx: Context) -> _Result:
    draft, rows = state.draft, EVENTS.rows(ctx.vfs)
    if draft is None:
        return state, ()
    kept = _of(ctx, draft.id) or Event(next_id(rows), "", 0, 0)
    event = event_of(draft, kept, zone_of(ctx.settings))
    if event is None:
        return state, (OpenDialog("ask", ("", "The event ends before it starts.", "OK", "")),)
    after = tuple([event if e.id == event.id else e for e in rows]) if event.id == draft.id else (*rows, event)
    return state._replace(draft=None, event=event.id if event.id == draft.id else 0), (_kept(ctx, after),)


def _edit(state: State, ctx: Context, number: int) -> _Result:
    event = _of(ctx, number)
    return (state, ()) if event is None else (state._replace(draft=draft_of(event, zone_of(ctx.settings))), ())


def _duplicate(state: State, ctx: Context, number: int) -> _Result:
    event = _of(ctx, number)
    return (
        (state, ())
        if event is None
        else (state._replace(draft=draft_of(event, zone_of(ctx.settings))._replace(id=0)), ())
    )


def _email(state: State, ctx: Context, number: int) -> _Result:
    event = _of(ctx, number)
    return (state, ()) if event is None else (state, (Launch("gmail", f"to:{', '.join(event.guests)}"),))


def _delete(state: State, _ctx: Context, number: int) -> _Result:
    return state, (OpenDialog("ask", ("", "Delete this event?", "Delete", "Cancel"), ("deleted", number)),)


def _deleted(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    if not yes:
        return state, ()
    return state._replace(event=0), (_kept(ctx, tuple([e for e in EVENTS.rows(ctx.vfs) if e.id != number])),)


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
    "delete": _delete,
    "deleted": _deleted,
    "duplicate": _duplicate,
    "edit": _edit,
    "email": _email,
    "field": _field,
    "mode": _mode,
    "modes": _modes,
    "new": _new,
    "new_at": _new_at,
    "open": lambda s, _, number: (s._replace(event=number), ()),
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


APPS = (
    phone_app(
        name="calendar",
        title="Calendar",
        icon="app/calendar",
        art={"app/calendar": sign_icon(0xFFFFFF, "calendar_month", 0x1A73E8)},
        styles=CALENDAR_STYLES,
        program=Program(category="Lifestyle", pinned=2, sign="event"),
        initial=with_events,
        init=_init,
        view=view,
        on=_UPDATES,
        tables=CALENDAR_TABLES,
        sounds=_sounds,
    ),
)
