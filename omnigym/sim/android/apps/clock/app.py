"""Clock: alarms, a world clock, timers that notify, and a stopwatch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
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
from omnigym.sim.android.dates import DAYS, WORLD_ZONES, clock_text, hour_text, local, short_day
from omnigym.sim.android.kit import (
    Tab,
    app_bar,
    asking_choice,
    asking_text,
    bottom_bar,
    empty,
    fab,
    item,
    left,
    phone_app,
    screen,
)
from omnigym.sim.app import Context, Effect, Handler, Minimise, OpenDialog, SetFiles, SetSetting, unchanged
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.handlers import saved
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Notify, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

_TABS = (
    Tab("alarm", "Alarm", "alarm"),
    Tab("clock", "Clock", "schedule"),
    Tab("timer", "Timer", "hourglass_bottom"),
    Tab("stopwatch", "Stopwatch", "timer"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: One of the places at the bottom.
        open: Id of the alarm whose details are shown, or 0.
        typed: Digits of a new timer, as HHMMSS from the right; None where none is being set.
        started_ms: When the stopwatch was started last, or 0 while it stands still.
        passed_ms: What had passed before that.
        laps: Milliseconds at each lap, the first one first.
        now_ms: The time that is shown; it goes on by seconds while something runs, and
        ticks: whether that was arranged.
        came: Whether it came up by itself, since something rings.
        tried: The sound of an alarm that was just chosen, and
        tried_ms: when.
    """

    tab: str = "alarm"
    open: int = 0
    typed: str | None = None
    started_ms: int = 0
    passed_ms: int = 0
    laps: tuple[int, ...] = ()
    now_ms: int = 0
    ticks: bool = False
    came: bool = False
    tried: str = ""
    tried_ms: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
#: For how long a sound is tried, virtual milliseconds.
_TRIED = 3000
#: Whether the clock may notify; the first timer asks.
_NOTIFIES = "notifications.clock"
_GRANTS = (("granted", "Allow"), ("denied", "Don’t allow"))
_ASK = OpenDialog("permission", ("Allow Clock to send you notifications?", "notifications", _GRANTS), ("allowed",))
_CITIES = tuple([(z, z.rpartition("/")[2].replace("_", " ")) for z in WORLD_ZONES])


def _alarm(ctx: Context, number: int) -> Alarm:
    return next((a for a in ALARMS.rows(ctx.vfs) if a.id == number), Alarm(0, "08:00"))


def _change(state: State, ctx: Context, changed: Alarm) -> _Result:
    return state, (saved(ALARMS, ctx, [changed if a.id == changed.id else a for a in ALARMS.rows(ctx.vfs)]),)


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
    return state._replace(open=new.id), (saved(ALARMS, ctx, (*rows, new)),)


def _sounded(state: State, ctx: Context, alarm: Alarm, sound: str) -> _Result:
    return _change(state._replace(tried=sound, tried_ms=ctx.clock_ms), ctx, alarm._replace(sound=sound))


def _put(state: State, ctx: Context, alarm: Alarm, after: Alarm | None) -> _Result:
    return _RECORDS.set(state if after is not None else state._replace(open=0), ctx, alarm, after)


_RECORDS = rows_of(ALARMS, lambda state: state.open)
_ALARM = Commands(
    "clock",
    Command("enable", "On", lambda alarm: alarm._replace(enabled=not alarm.enabled), places=()),
    Command(
        "label",
        "Label",
        lambda alarm, label: alarm._replace(label=label),
        places=(),
        ask=asking_text("Add label", "Label", lambda alarm: alarm.label, blank=True),
    ),
    Command(
        "sound",
        "Sound",
        run=_sounded,
        places=(),
        ask=asking_choice("Alarm sound", SOUNDS.items(), lambda alarm: alarm.sound),
    ),
    Command("delete", "Delete", delete_record, places=()),
    records=_RECORDS._replace(set=_put),
)
_CITY = Commands(
    "clock",
    Command("remove", "Remove", delete_record, icon="m/delete", places=(MENU,)),
    records=rows_of(CITIES, lambda _state: 0),
    menu="city_menu",
)


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


def _add_city(state: State, ctx: Context) -> _Result:
    known = {c.zone for c in CITIES.rows(ctx.vfs)}
    return state, (OpenDialog("choose", ("Add city", tuple([c for c in _CITIES if c[0] not in known]), ""), ("city",)),)


def _city(state: State, ctx: Context, zone: str | None) -> _Result:
    name = dict(_CITIES).get(zone or "")
    if zone is None or name is None:
        return state, ()
    rows = CITIES.rows(ctx.vfs)
    return state, (saved(CITIES, ctx, (*rows, City(next_id(rows), name, zone))),)


def _start_timer(state: State, ctx: Context) -> _Result:
    full = (state.typed or "").zfill(6)
    seconds = 3600 * int(full[:2]) + 60 * int(full[2:4]) + int(full[4:])
    if not seconds:
        return state, ()
    rows = TIMERS.rows(ctx.vfs)
    timer = Timer(next_id(rows), seconds, ctx.clock_ms + 1000 * seconds)
    asked: tuple[Effect, ...] = () if _NOTIFIES in ctx.settings else (_ASK,)
    return state._replace(typed=None), (saved(TIMERS, ctx, (*rows, timer)), _ringing(timer, ctx), *asked)


def _ringing(timer: Timer, ctx: Context) -> Later:
    return Later(timer.ends_ms - ctx.clock_ms, Send(("ring", timer.id, timer.ends_ms)))


def _ring(state: State, ctx: Context, number: int, ends_ms: int) -> _Result:
    """A timer has come to its end, if nobody stopped it meanwhile."""
    timer = next((t for t in TIMERS.rows(ctx.vfs) if t.id == number and t.ends_ms == ends_ms), None)
    if timer is None:
        return state, ()
    rows = tuple([t for t in TIMERS.rows(ctx.vfs) if t.id != number])
    name = f"{_span_text(timer.seconds)} timer"
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
    return state, (saved(TIMERS, ctx, tuple([changed if t.id == number else t for t in rows])), *rings)


def _end(state: State, ctx: Context, number: int) -> _Result:
    return state, (saved(TIMERS, ctx, tuple([t for t in TIMERS.rows(ctx.vfs) if t.id != number])),)


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
    **_ALARM.on,
    **_CITY.on,
    "allowed": lambda s, _, how: (s, (SetSetting(_NOTIFIES, "off" if how == "denied" else "on"),)),
    "add_alarm": lambda s, _: (s, (OpenDialog("pick_time", ("Select time", 8, 0), ("timed", 0)),)),
    "add_city": _add_city,
    "back": _back,
    "city": _city,
    "day": _day,
    "digit": lambda s, _, digit: (s._replace(typed=((s.typed or "") + digit).lstrip("0")[:6]), ()),
    "end": _end,
    "erase": lambda s, _: (s._replace(typed=(s.typed or "")[:-1]), ()),
    "expand": lambda s, _, number: (s._replace(open=0 if s.open == number else number), ()),
    "go": _go,
    "lap": _lap,
    "opened": _opened,
    "pause": _pause,
    "reset": lambda s, _: (s._replace(passed_ms=0, laps=()), ()),
    "ring": _ring,
    "silence": _silence,
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


_ON: Mapping[str, Handler] = {**{name: _ticking(handler) for name, handler in _UPDATES.items()}, "none": unchanged}


def _files(ctx: Context, effects: tuple[Effect, ...]) -> Vfs:
    """The files as they will be."""
    return next((e.vfs for e in effects if isinstance(e, SetFiles)), ctx.vfs)


# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("clock", "", button="fab_round")
_CLOCK_STYLES = looks(
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


def _span_text(seconds: int) -> str:
    """A span of time: "1:05:09", "5:00"."""
    hours, rest = divmod(max(0, seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _days_text(days: tuple[str, ...]) -> str:
    if not days:
        return "Once"
    return "Every day" if len(days) == len(DAYS) else ", ".join([d for d in DAYS if d in days])


def _alarm_card(alarm: Alarm, time: str, opened: bool) -> Node:
    key = f"clock.alarm.{alarm.id}"
    knob = switch(f"{key}.switch", name=f"Alarm {time}", checked=alarm.enabled, click=("enable", alarm.id))
    label = f"{alarm.label}, " if alarm.label else ""
    head = row(
        column(
            text(time, style="alarm_time" if alarm.enabled else "alarm_off", key=f"{key}.time"),
            ui.text(f"{label}{_days_text(alarm.days)}", "muted", w=FILL, role=None),
            gap=0,
        ),
        knob,
        h=92,
        pad=(20, 6, 16, 0),
    )
    details = (
        (
            row(
                *[
                    toggle(
                        f"{key}.{day.lower()}",
                        day[:1],
                        name=day,
                        style="day_chip",
                        checked=day in alarm.days,
                        w=38,
                        click=("day", alarm.id, day),
                    )
                    for day in DAYS
                ],
                gap=4,
                pad=(14, 4),
            ),
            row(
                button(f"{key}.edit", "Time", icon="m/schedule", style="text", click=("time", alarm.id)),
                button(f"{key}.label", "Label", icon="m/label", style="text", click=("label", alarm.id)),
                spacer(),
                button(f"{key}.delete", "Delete", icon="m/delete", style="text", click=("delete", alarm.id)),
                pad=(8, 0, 8, 0),
            ),
            row(
                button(
                    f"{key}.sound",
                    SOUNDS.get(alarm.sound, "Recording"),
                    icon="m/notifications",
                    name="Sound",
                    style="text",
                    click=("sound", alarm.id),
                ),
                pad=(8, 0, 8, 8),
            ),
        )
        if opened
        else ()
    )
    return column(
        head,
        *details,
        style="item_card",
        key=key,
        role=Role.LIST_ITEM,
        name=f"{time}, {label}{_days_text(alarm.days)}, {'on' if alarm.enabled else 'off'}",
        w=FILL,
        click=("expand", alarm.id),
    )


def _alarm_list(lines: tuple[tuple[Alarm, str, bool], ...]) -> Node:
    return column(
        *[memo(_alarm_card, *line, w=FILL) for line in lines],
        gap=10,
        pad=(14, 4, 14, 90),
        role=Role.LIST,
        name="Alarms",
    )


def _alarm_page(state: State, ctx: Context) -> Node:
    alarms = sorted(ALARMS.rows(ctx.vfs), key=lambda a: (a.time, a.id))
    lines = tuple([(a, _time_text(a.time, ctx.settings), a.id == state.open) for a in alarms])
    body: Element = (
        scroll("clock.alarms", panel(_alarm_list, lines), name="Alarms") if lines else empty("alarm", "No alarms")
    )
    return screen(
        "clock",
        "Alarm",
        app_bar("Alarm"),
        body,
        bottom_bar("clock", _TABS, "alarm"),
        floating=fab("clock.add_alarm", "add", "Add alarm", ("add_alarm",)),
    )


def _time_text(time: str, settings: Mapping[str, str]) -> str:
    hour, _, minute = time.partition(":")
    return hour_text(int(hour), int(minute), settings) if hour.isdecimal() and minute.isdecimal() else time


def _city_line(city: City, time: str, away: str) -> Node:
    return item(
        f"clock.city.{city.id}",
        city.name,
        away,
        trail=ui.text(time, "title", role=None),
        value=time,
        h=80,
        context=("city_menu", city.id),
        click=("none",),
    )


def _cities(lines: tuple[tuple[City, str, str], ...]) -> Node:
    return column(
        *[memo(_city_line, *line, w=FILL) for line in lines], role=Role.LIST, name="Cities", pad=(0, 8, 0, 90)
    )


def _clock_page(ctx: Context) -> Node:
    now = local(ctx.clock_ms, ctx.settings)
    lines = []
    for city in CITIES.rows(ctx.vfs):
        there = local(ctx.clock_ms, {"global/time_zone": city.zone})
        hours = round(((there.utcoffset() or now - now) - (now.utcoffset() or now - now)).total_seconds() / 3600, 1)
        away = (
            "Same time"
            if not hours
            else f"{abs(hours):g} hour{'s' * (abs(hours) != 1)} {'ahead' if hours > 0 else 'behind'}"
        )
        lines.append((city, hour_text(there.hour, there.minute, ctx.settings), away))
    head = column(
        row(ui.text(clock_text(now, ctx.settings), "big_time", key="now"), pad=(20, 4)),
        row(ui.text(short_day(now), "muted"), pad=(22, 0)),
    )
    return screen(
        "clock",
        "Clock",
        app_bar("Clock"),
        head,
        scroll("clock.cities", panel(_cities, tuple(lines))),
        bottom_bar("clock", _TABS, "clock"),
        floating=fab("clock.add_city", "add", "Add city", ("add_city",)),
    )


def _timer(timer: Timer, left: str, runs: bool) -> Node:
    key = f"clock.timer.{timer.id}"
    return row(
        column(ui.text(f"{_span_text(timer.seconds)} timer", "muted", role=None), ui.text(left, "alarm_time")),
        button(
            f"{key}.pause",
            icon="m/pause" if runs else "m/play_arrow",
            name="Pause" if runs else "Start",
            style="icon_tonal",
            click=("pause", timer.id),
        ),
        button(f"{key}.delete", icon="m/close", name="Delete timer", style="icon", click=("end", timer.id)),
        style="item_card",
        key=key,
        role=Role.LIST_ITEM,
        name=f"{_span_text(timer.seconds)} timer",
        w=FILL,
        h=100,
        pad=(20, 0, 10, 0),
        gap=6,
        click=("none",),
    )


def _timer_list(lines: tuple[tuple[Timer, str, bool], ...]) -> Node:
    return column(
        *[memo(_timer, *line, w=FILL) for line in lines], gap=10, pad=(14, 4, 14, 90), role=Role.LIST, name="Timers"
    )


def _keypad(typed: str) -> Node:
    full = typed.zfill(6)
    shown = f"{full[:2]}h {full[2:4]}m {full[4:]}s"
    keys = [
        ui.button(f"key.{d}", d, "dial", click=("digit", d))
        for d in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")
    ]
    keys.append(ui.tool("key.erase", "m/backspace", "Backspace", "dial", click=("erase",)))
    rows = [row(*keys[i : i + 3], gap=12, justify="center") for i in range(0, 12, 3)]
    start = ui.tool("start_timer", "m/play_arrow", "Start timer", disabled=not typed.strip("0"))
    return column(
        spacer(h=FILL),
        row(ui.text(shown, "dialled", key="typed", value=typed), justify="center", h=70),
        *rows,
        row(start, justify="center", h=92),
        gap=10,
        h=FILL,
    )


def _timer_page(state: State, ctx: Context) -> Node:
    timers = TIMERS.rows(ctx.vfs)
    bar, bottom = app_bar("Timer"), bottom_bar("clock", _TABS, "timer")
    stop = (
        fab("clock.dismissed", "alarm_off", "Stop", ("silence", "dismissed")) if ringing(ctx.vfs) is not None else None
    )
    if state.typed is not None or not timers:
        return screen("clock", "Timer", bar, panel(_keypad, state.typed or "", h=FILL), bottom, floating=stop)
    lines = []
    for timer in timers:
        left = -(-(timer.ends_ms - state.now_ms) // 1000) if timer.ends_ms else timer.left
        lines.append((timer, _span_text(left), bool(timer.ends_ms)))
    return screen(
        "clock",
        "Timer",
        bar,
        scroll("clock.timers", panel(_timer_list, tuple(lines))),
        bottom,
        floating=stop or fab("clock.add_timer", "add", "Add timer", ("digit", "")),
    )


def _laps(laps: tuple[int, ...]) -> Node:
    lines = [item(f"clock.lap.{n}", f"Lap {n}", _span_text(ms // 1000), h=56) for n, ms in enumerate(laps, 1)]
    return column(*reversed(lines), role=Role.LIST, name="Laps")


def _stopwatch_page(state: State) -> Node:
    runs = bool(state.started_ms)
    passed = state.passed_ms + (state.now_ms - state.started_ms if runs else 0)
    second = ui.button("lap", "Lap", "tonal") if runs else (ui.button("reset", "Reset", "tonal", disabled=not passed))
    return screen(
        "clock",
        "Stopwatch",
        app_bar("Stopwatch"),
        row(ui.text(_span_text(passed // 1000), "big_time", key="passed"), justify="center", h=150),
        scroll("clock.laps", panel(_laps, state.laps)),
        row(
            second,
            ui.tool("go", "m/pause" if runs else "m/play_arrow", "Stop" if runs else "Start"),
            gap=28,
            justify="center",
            h=100,
        ),
        bottom_bar("clock", _TABS, "stopwatch"),
    )


def _ring_screen(name: str, time: str) -> Node:
    """An alarm that rings, and how one makes it stop."""

    def press(did: str, label: str, image: str) -> Node:
        return ui.button(f"{did}", label, "silence", icon=f"m/{image}", w=FILL, click=("silence", did))

    return column(
        spacer(h=FILL),
        row(icon("m/alarm", size=56), justify="center"),
        row(ui.text(time, "big_time", key="rings"), justify="center"),
        row(ui.heading(name, "title", key=f"ring.{name}"), justify="center", h=40),
        spacer(h=FILL),
        press("snoozed", "Snooze", "snooze"),
        press("dismissed", "Stop", "alarm_off"),
        spacer(h=40),
        h=FILL,
        gap=16,
        pad=(28, 0),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    ring = ringing(ctx.vfs)
    if ring is not None and ring.what == "alarm":
        time = clock_text(local(ring.began_ms, ctx.settings), ctx.settings)
        return screen("clock", "Alarm", panel(_ring_screen, ring.name or "Alarm", time, h=FILL))
    if state.tab == "clock":
        return _clock_page(ctx)
    if state.tab == "timer":
        return _timer_page(state, ctx)
    return _stopwatch_page(state) if state.tab == "stopwatch" else _alarm_page(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="clock",
        title="Clock",
        icon="app/clock",
        art={"app/clock": sign_icon(0x1B2A4E, "schedule", 0xE8F0FE, 0.68)},
        styles=_CLOCK_STYLES,
        program=Program(category="Utility Tools", pinned=5, sign="alarm"),
        initial=with_alarms,
        init=lambda path, ctx: _ON["tick"](State(came=bool(path)), ctx),
        view=_view,
        on=_ON,
        tables=(ALARMS, CITIES, TIMERS, RINGS),
        sounds=_sounds,
    ),
)
