"""Clock: alarms, a world clock, timers that notify, and a stopwatch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.clock.store import (
    ALARMS,
    CITIES,
    RINGS,
    SOUNDS,
    TIMERS,
    Alarm,
    City,
    Ring,
    Timer,
    ringing,
    silenced,
    with_alarms,
    with_rings,
)
from omnigym.sim.android.apps.clock.view import State, span_text, view
from omnigym.sim.android.dates import DAYS, WORLD_ZONES
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.app import Context, Effect, Handler, Minimise, OpenDialog, SetFiles, SetSetting, ShowMenu, unchanged
from omnigym.sim.audio import Sounding
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Notify, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Vfs

# -- the looks of the app that no other app has -----------------------------------------------------------------------

CLOCK_STYLES = looks(
    text={
        "big_time": Look(size=54, family="ui-light"),
        "alarm_time": Look(size=42, family="ui-light"),
        "alarm_off": Look(size=42, family="ui-light", ink="disabled"),
    },
    button={
        "dial": Look(size=28, min_w=88, min_h=60, radius=30, fill="card", pressed="pressed"),
        "silence": Look(size=18, min_h=68, radius=34, fill="card", pressed="pressed"),
        "day_chip": Look(size=14, min_h=38, radius=19, edge="stroke_strong", checked="checked"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
#: For how long a sound is tried, virtual milliseconds.
_TRIED = 3000
#: Whether the clock may notify; the first timer asks.
_NOTIFIES = "notifications.clock"
_GRANTS = (("granted", "Allow"), ("denied", "Don’t allow"))
_ASK = OpenDialog("permission", ("Allow Clock to send you notifications?", "notifications", _GRANTS), ("allowed",))
_CITIES = tuple([(z, z.rpartition("/")[2].replace("_", " ")) for z in WORLD_ZONES])


def _alarms(ctx: Context, rows: tuple[Alarm, ...]) -> SetFiles:
    return SetFiles(ALARMS.written(ctx.vfs, rows, ctx.clock_ms))


def _alarm(ctx: Context, number: int) -> Alarm:
    return next((a for a in ALARMS.rows(ctx.vfs) if a.id == number), Alarm(0, "08:00"))


def _change(state: State, ctx: Context, changed: Alarm) -> _Result:
    rows = tuple([changed if a.id == changed.id else a for a in ALARMS.rows(ctx.vfs)])
    return state, (_alarms(ctx, rows),)


def _enable(state: State, ctx: Context, number: int) -> _Result:
    alarm = _alarm(ctx, number)
    return _change(state, ctx, alarm._replace(enabled=not alarm.enabled))


def _day(state: State, ctx: Context, number: int, day: str) -> _Result:
    alarm = _alarm(ctx, number)
    days = tuple([d for d in DAYS if (d in alarm.days) != (d == day)])
    return _change(state, ctx, alarm._replace(days=days))


def _time(state: State, ctx: Context, number: int) -> _Result:
    hour, _, minute = _alarm(ctx, number).time.partition(":")
    return state, (OpenDialog("pick_time", ("Select time", int(hour), int(minute)), ("timed", number)),)


def _timed(state: State, ctx: Context, number: int, time: str | None) -> _Result:
    if not time:
        return state, ()
    if number:
        return _change(state, ctx, _alarm(ctx, number)._replace(time=time, enabled=True))
    rows = ALARMS.rows(ctx.vfs)
    new = Alarm(next_id(rows), time)
    return state._replace(open=new.id), (_alarms(ctx, (*rows, new)),)


def _label(state: State, ctx: Context, number: int) -> _Result:
    return state, (OpenDialog("prompt", ("Add label", "Label", _alarm(ctx, number).label), ("labelled", number)),)


def _labelled(state: State, ctx: Context, number: int, label: str | None) -> _Result:
    return _change(state, ctx, _alarm(ctx, number)._replace(label=label.strip())) if label is not None else (state, ())


def _sound(state: State, ctx: Context, number: int) -> _Result:
    args = "Alarm sound", tuple(SOUNDS.items()), _alarm(ctx, number).sound
    return state, (OpenDialog("choose", args, ("sounded", number)),)


def _sounded(state: State, ctx: Context, number: int, sound: str | None) -> _Result:
    if sound is None:
        return state, ()
    tried = state._replace(tried=sound, tried_ms=ctx.clock_ms)
    return _change(tried, ctx, _alarm(ctx, number)._replace(sound=sound))


def _sounds(state: State, _ctx: Context) -> tuple[Sounding, ...]:
    """A sound that was chosen is heard for a while; what rings is heard wherever one is."""
    end = state.tried_ms + _TRIED
    return (Sounding(state.tried, state.tried_ms, stream="alarm", loops=True, until_ms=end),) if state.tried else ()


def _silence(state: State, ctx: Context, did: str) -> _Result:
    """Dismiss or snooze what rings; the clock goes away again, where it came up for that."""
    if ringing(ctx.vfs) is None:
        return state, ()
    away = (Minimise(),) if state.came else ()
    return state._replace(came=False), (SetFiles(silenced(ctx.vfs, ctx.clock_ms, did)), *away)


def _delete(state: State, ctx: Context, number: int) -> _Result:
    return state._replace(open=0), (_alarms(ctx, tuple([a for a in ALARMS.rows(ctx.vfs) if a.id != number])),)


def _add_city(state: State, ctx: Context) -> _Result:
    known = {c.zone for c in CITIES.rows(ctx.vfs)}
    return state, (OpenDialog("choose", ("Add city", tuple([c for c in _CITIES if c[0] not in known]), ""), ("city",)),)


def _city(state: State, ctx: Context, zone: str | None) -> _Result:
    name = dict(_CITIES).get(zone or "")
    if zone is None or name is None:
        return state, ()
    rows = CITIES.rows(ctx.vfs)
    return state, (SetFiles(CITIES.written(ctx.vfs, (*rows, City(next_id(rows), name, zone)), ctx.clock_ms)),)


def _drop_city(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([c for c in CITIES.rows(ctx.vfs) if c.id != number])
    return state, (SetFiles(CITIES.written(ctx.vfs, rows, ctx.clock_ms)),)


def _city_menu(state: State, _ctx: Context, number: int) -> _Result:
    return state, (ShowMenu((MenuItem("clock.menu.remove", "Remove", ("drop_city", number), icon="m/delete"),)),)


def _timers(ctx: Context, rows: tuple[Timer, ...]) -> SetFiles:
    return SetFiles(TIMERS.written(ctx.vfs, rows, ctx.clock_ms))


def _start_timer(state: State, ctx: Context) -> _Result:
    full = (state.typed or "").zfill(6)
    seconds = 3600 * int(full[:2]) + 60 * int(full[2:4]) + int(full[4:])
    if not seconds:
        return state, ()
    rows = TIMERS.rows(ctx.vfs)
    timer = Timer(next_id(rows), seconds, ctx.clock_ms + 1000 * seconds)
    asked: tuple[Effect, ...] = () if _NOTIFIES in ctx.settings else (_ASK,)
    return state._replace(typed=None), (_timers(ctx, (*rows, timer)), _ringing(timer, ctx), *asked)


def _ringing(timer: Timer, ctx: Context) -> Later:
    return Later(timer.ends_ms - ctx.clock_ms, Send(("ring", timer.id, timer.ends_ms)))


def _ring(state: State, ctx: Context, number: int, ends_ms: int) -> _Result:
    """A timer has come to its end, if nobody stopped it meanwhile."""
    timer = next((t for t in TIMERS.rows(ctx.vfs) if t.id == number and t.ends_ms == ends_ms), None)
    if timer is None:
        return state, ()
    rows = tuple([t for t in TIMERS.rows(ctx.vfs) if t.id != number])
    name = f"{span_text(timer.seconds)} timer"
    files = TIMERS.written(ctx.vfs, rows, ctx.clock_ms)
    ring = Ring(0, "timer", number, name, "alarm/beeps", ctx.clock_ms)
    return state, (SetFiles(with_rings(files, (ring,), ctx.clock_ms)), Notify("clock", "Time’s up", name))


def _pause(state: State, ctx: Context, number: int) -> _Result:
    rows = TIMERS.rows(ctx.vfs)
    timer = next((t for t in rows if t.id == number), None)
    if timer is None:
        return state, ()
    if timer.ends_ms:
        changed = timer._replace(ends_ms=0, left=-(-(timer.ends_ms - ctx.clock_ms) // 1000))
    else:
        changed = timer._replace(ends_ms=ctx.clock_ms + 1000 * timer.left, left=0)
    rings: tuple[Effect, ...] = (_ringing(changed, ctx),) if changed.ends_ms else ()
    return state, (_timers(ctx, tuple([changed if t.id == number else t for t in rows])), *rings)


def _end(state: State, ctx: Context, number: int) -> _Result:
    return state, (_timers(ctx, tuple([t for t in TIMERS.rows(ctx.vfs) if t.id != number])),)


def _go(state: State, ctx: Context) -> _Result:
    """The stopwatch runs, or stands still."""
    if state.started_ms:
        return state._replace(started_ms=0, passed_ms=state.passed_ms + ctx.clock_ms - state.started_ms), ()
    return state._replace(started_ms=ctx.clock_ms), ()


def _lap(state: State, ctx: Context) -> _Result:
    return state._replace(laps=(*state.laps, state.passed_ms + ctx.clock_ms - state.started_ms)), ()


def _opened(state: State, _ctx: Context, _path: str) -> _Result:
    """It comes up because something rings."""
    return state._replace(came=True), ()


def _back(state: State, ctx: Context) -> _Result:
    ring = ringing(ctx.vfs)
    if ring is not None and ring.what == "alarm":
        return left(state)
    if state.open or (state.typed is not None and TIMERS.rows(ctx.vfs)):
        return state._replace(open=0, typed=None), ()
    return left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "allowed": lambda s, _, how: (s, (SetSetting(_NOTIFIES, "off" if how == "denied" else "on"),)),
    "add_alarm": lambda s, _: (s, (OpenDialog("pick_time", ("Select time", 8, 0), ("timed", 0)),)),
    "add_city": _add_city,
    "back": _back,
    "city": _city,
    "city_menu": _city_menu,
    "day": _day,
    "delete": _delete,
    "digit": lambda s, _, digit: (s._replace(typed=((s.typed or "") + digit).lstrip("0")[:6]), ()),
    "drop_city": _drop_city,
    "enable": _enable,
    "end": _end,
    "erase": lambda s, _: (s._replace(typed=(s.typed or "")[:-1]), ()),
    "expand": lambda s, _, number: (s._replace(open=0 if s.open == number else number), ()),
    "go": _go,
    "label": _label,
    "labelled": _labelled,
    "lap": _lap,
    "opened": _opened,
    "pause": _pause,
    "reset": lambda s, _: (s._replace(passed_ms=0, laps=()), ()),
    "ring": _ring,
    "silence": _silence,
    "sound": _sound,
    "sounded": _sounded,
    "start_timer": _start_timer,
    "tab": lambda s, _, tab: (s._replace(tab=tab, open=0, typed=None), ()),
    "tick": lambda s, _: (s._replace(ticks=False), ()),
    "time": _time,
    "timed": _timed,
}


def _ticking(handler: Handler) -> Handler:
    """A handler after which the clock ticks each second for as long as something runs."""

    def handle(state: State, ctx: Context, *args: object) -> _Result:
        after, effects = handler(state, ctx, *args)
        runs = bool(after.started_ms) or any(t.ends_ms for t in TIMERS.rows(_files(ctx, effects)))
        if runs and not after.ticks:
            effects = (*effects, Later(_SECOND, Send(("tick",))))
        return after._replace(now_ms=ctx.clock_ms, ticks=runs), effects

    return handle


_ON: Mapping[str, Handler] = {
    **{name: _ticking(handler) for name, handler in _UPDATES.items()},
    "none": unchanged,
}


def _files(ctx: Context, effects: tuple[Effect, ...]) -> Vfs:
    """The files as they will be."""
    return next((e.vfs for e in effects if isinstance(e, SetFiles)), ctx.vfs)


APPS = (
    phone_app(
        name="clock",
        title="Clock",
        icon="app/clock",
        art={"app/clock": sign_icon(0x1B2A4E, "schedule", 0xE8F0FE, 0.68)},
        styles=CLOCK_STYLES,
        program=Program(category="Utility Tools", pinned=5, sign="alarm"),
        initial=with_alarms,
        init=lambda path, ctx: _ON["tick"](State(came=bool(path)), ctx),
        view=view,
        on=_ON,
        tables=(ALARMS, CITIES, TIMERS, RINGS),
        sounds=_sounds,
    ),
)
