"""The screens of Clock: alarms, world clock, timers, stopwatch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.clock.store import ALARMS, CITIES, SOUNDS, TIMERS, Alarm, City, Timer, ringing
from omnigym.sim.android.dates import DAYS, clock_text, hour_text, local, short_day
from omnigym.sim.android.kit import Tab, app_bar, bottom_bar, empty, fab, item, screen
from omnigym.sim.app import Context
from omnigym.sim.ui.controls import switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text, toggle

__all__ = ["State", "span_text", "view"]

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


def span_text(seconds: int) -> str:
    """A span of time: "1:05:09", "5:00"."""
    hours, rest = divmod(max(0, seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _days_text(days: tuple[str, ...]) -> str:
    if not days:
        return "Once"
    return "Every day" if len(days) == len(DAYS) else ", ".join([d for d in DAYS if d in days])


def _alarm(alarm: Alarm, time: str, opened: bool) -> Node:
    key = f"clock.alarm.{alarm.id}"
    knob = switch(f"{key}.switch", name=f"Alarm {time}", checked=alarm.enabled, click=("enable", alarm.id))
    label = f"{alarm.label}, " if alarm.label else ""
    head = row(
        column(
            text(time, style="alarm_time" if alarm.enabled else "alarm_off", key=f"{key}.time"),
            text(f"{label}{_days_text(alarm.days)}", style="muted", w=FILL, role=None),
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


def _alarms(lines: tuple[tuple[Alarm, str, bool], ...]) -> Node:
    return column(
        *[memo(_alarm, *line, w=FILL) for line in lines], gap=10, pad=(14, 4, 14, 90), role=Role.LIST, name="Alarms"
    )


def _alarm_page(state: State, ctx: Context) -> Node:
    alarms = sorted(ALARMS.rows(ctx.vfs), key=lambda a: (a.time, a.id))
    lines = tuple([(a, _time_text(a.time, ctx.settings), a.id == state.open) for a in alarms])
    body: Element = (
        scroll("clock.alarms", panel(_alarms, lines), name="Alarms") if lines else empty("alarm", "No alarms")
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


def _city(city: City, time: str, away: str) -> Node:
    return item(
        f"clock.city.{city.id}",
        city.name,
        away,
        trail=text(time, style="title", role=None),
        value=time,
        h=80,
        context=("city_menu", city.id),
        click=("none",),
    )


def _cities(lines: tuple[tuple[City, str, str], ...]) -> Node:
    return column(*[memo(_city, *line, w=FILL) for line in lines], role=Role.LIST, name="Cities", pad=(0, 8, 0, 90))


def _clock_page(ctx: Context) -> Node:
    now = local(ctx.clock_ms, ctx.settings)
    lines = []
    for city in CITIES.rows(ctx.vfs):
        there = local(ctx.clock_ms, {"global/time_zone": city.zone})
        hours = round(((there.utcoffset() or now - now) - (now.utcoffset() or now - now)).total_seconds() / 3600, 1)
        away = "Same time" if not hours else f"{abs(hours):g} hours {'ahead' if hours > 0 else 'behind'}"
        lines.append((city, hour_text(there.hour, there.minute, ctx.settings), away))
    head = column(
        row(text(clock_text(now, ctx.settings), style="big_time", key="clock.now"), pad=(20, 4)),
        row(text(short_day(now), style="muted"), pad=(22, 0)),
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
        column(text(f"{span_text(timer.seconds)} timer", style="muted", role=None), text(left, style="alarm_time")),
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
        name=f"{span_text(timer.seconds)} timer",
        w=FILL,
        h=100,
        pad=(20, 0, 10, 0),
        gap=6,
        click=("none",),
    )


def _timers(lines: tuple[tuple[Timer, str, bool], ...]) -> Node:
    return column(
        *[memo(_timer, *line, w=FILL) for line in lines], gap=10, pad=(14, 4, 14, 90), role=Role.LIST, name="Timers"
    )


def _keypad(typed: str) -> Node:
    full = typed.zfill(6)
    shown = f"{full[:2]}h {full[2:4]}m {full[4:]}s"
    keys = [
        button(f"clock.key.{d}", d, style="dial", click=("digit", d))
        for d in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")
    ]
    keys.append(button("clock.key.erase", icon="m/backspace", name="Backspace", style="dial", click=("erase",)))
    rows = [row(*keys[i : i + 3], gap=12, justify="center") for i in range(0, 12, 3)]
    start = button(
        "clock.start_timer",
        icon="m/play_arrow",
        name="Start timer",
        style="fab_round",
        disabled=not typed.strip("0"),
        click=("start_timer",),
    )
    return column(
        spacer(h=FILL),
        row(text(shown, style="dialled", key="clock.typed", value=typed), justify="center", h=70),
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
        lines.append((timer, span_text(left), bool(timer.ends_ms)))
    return screen(
        "clock",
        "Timer",
        bar,
        scroll("clock.timers", panel(_timers, tuple(lines))),
        bottom,
        floating=stop or fab("clock.add_timer", "add", "Add timer", ("digit", "")),
    )


def _laps(laps: tuple[int, ...]) -> Node:
    lines = [item(f"clock.lap.{n}", f"Lap {n}", span_text(ms // 1000), h=56) for n, ms in enumerate(laps, 1)]
    return column(*reversed(lines), role=Role.LIST, name="Laps")


def _stopwatch_page(state: State) -> Node:
    runs = bool(state.started_ms)
    passed = state.passed_ms + (state.now_ms - state.started_ms if runs else 0)
    second = (
        button("clock.lap", "Lap", style="tonal", click=("lap",))
        if runs
        else (button("clock.reset", "Reset", style="tonal", disabled=not passed, click=("reset",)))
    )
    return screen(
        "clock",
        "Stopwatch",
        app_bar("Stopwatch"),
        row(text(span_text(passed // 1000), style="big_time", key="clock.passed"), justify="center", h=150),
        scroll("clock.laps", panel(_laps, state.laps)),
        row(
            second,
            button(
                "clock.go",
                icon="m/pause" if runs else "m/play_arrow",
                name="Stop" if runs else "Start",
                style="fab_round",
                click=("go",),
            ),
            gap=28,
            justify="center",
            h=100,
        ),
        bottom_bar("clock", _TABS, "stopwatch"),
    )


def _ring(name: str, time: str) -> Node:
    """An alarm that rings, and how one makes it stop."""

    def press(did: str, label: str, image: str) -> Node:
        return button(f"clock.{did}", label, icon=f"m/{image}", style="silence", w=FILL, click=("silence", did))

    return column(
        spacer(h=FILL),
        row(icon("m/alarm", size=56), justify="center"),
        row(text(time, style="big_time", key="clock.rings"), justify="center"),
        row(text(name, style="title", role=Role.HEADING, key=f"clock.ring.{name}"), justify="center", h=40),
        spacer(h=FILL),
        press("snoozed", "Snooze", "snooze"),
        press("dismissed", "Stop", "alarm_off"),
        spacer(h=40),
        h=FILL,
        gap=16,
        pad=(28, 0),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    ring = ringing(ctx.vfs)
    if ring is not None and ring.what == "alarm":
        time = clock_text(local(ring.began_ms, ctx.settings), ctx.settings)
        return screen("clock", "Alarm", panel(_ring, ring.name or "Alarm", time, h=FILL))
    if state.tab == "clock":
        return _clock_page(ctx)
    if state.tab == "timer":
        return _timer_page(state, ctx)
    return _stopwatch_page(state) if state.tab == "stopwatch" else _alarm_page(state, ctx)
