"""Live radio: stations whose programmes go by the clock, favourites, recordings, a sleep timer, texts to the studio."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.apps.radio.store import (
    FAVOURITES,
    HISTORY,
    RECORDINGS,
    STATIONS,
    TABLES,
    TEXTS,
    TUNER,
    Favourite,
    Recording,
    Station,
    Text,
    Tuner,
    air_sounds,
    station_of,
    tuner,
    with_stations,
)
from omnigym.sim.android.dates import local
from omnigym.sim.android.kit import Tab, action, app_bar, bottom_bar, empty, item, left, phone_app, screen
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.player import span_text
from omnigym.sim.kinds.reels import done, looped
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "radio.list"
_TABS = (
    Tab("stations", "Stations", "radio"),
    Tab("favourites", "Favourites", "star"),
    Tab("recordings", "Recordings", "graphic_eq"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "stations", "favourites" or "recordings".
        full: Whether the station that is on has the whole screen.
        recording: The number of the recording that is played, or 0, and
        since_ms: when it was begun.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    tab: str = "stations"
    full: bool = False
    recording: int = 0
    since_ms: int = 0
    ticks: bool = False
    now_ms: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_SECOND, _MINUTE = 1000, 60_000
_SLEEPS = (5, 10, 15, 30, 45, 60)


def _set(vfs: Vfs, ctx: Context, on: Tuner) -> Vfs:
    return TUNER.written(vfs, (on,), ctx.clock_ms)


def _ended(vfs: Vfs, ctx: Context) -> Vfs:
    """The files with the recording at its end that goes on, if one does."""
    rows = RECORDINGS.rows(vfs)
    if all(r.ms for r in rows):
        return vfs
    done = [r if r.ms else r._replace(ms=max(ctx.clock_ms - r.begun_ms, 1)) for r in rows]
    return RECORDINGS.written(vfs, done, ctx.clock_ms)


def _tune(state: State, ctx: Context, name: str) -> _Result:
    """A station is on; what was recorded of another one ends."""
    if station_of(ctx.vfs, name) is None:
        return state, ()
    on = tuner(ctx.vfs)
    vfs = ctx.vfs if on.station == name else _ended(ctx.vfs, ctx)
    after = state._replace(full=True, recording=0)
    return after, (SetFiles(_set(vfs, ctx, on._replace(station=name, playing=True))),)


def _toggle(state: State, ctx: Context) -> _Result:
    on = tuner(ctx.vfs)
    if station_of(ctx.vfs, on.station) is None:
        return state, ()
    return _silent(state, ctx) if on.playing else _tune(state._replace(full=state.full), ctx, on.station)


def _silent(state: State, ctx: Context) -> _Result:
    """The radio is off, and with it what goes on with it."""
    off = tuner(ctx.vfs)._replace(playing=False, sleeps_ms=0, sleep=0)
    return state, (SetFiles(_set(_ended(ctx.vfs, ctx), ctx, off)),)


def _star(state: State, ctx: Context, name: str) -> _Result:
    rows = FAVOURITES.rows(ctx.vfs)
    others = tuple([f for f in rows if f.station != name])
    if len(others) < len(rows):
        return state, (saved(FAVOURITES, ctx, others),)
    station = station_of(ctx.vfs, name)
    place = 0 if station is None else station.place_ms(ctx.clock_ms)
    vfs = done(HISTORY, ctx.vfs, "favourite", name, place, ctx.clock_ms)
    new = Favourite(next_id(rows), name)
    return state, (SetFiles(FAVOURITES.written(vfs, (*rows, new), ctx.clock_ms)),)


def _record(state: State, ctx: Context) -> _Result:
    """Record what is on, or end that."""
    rows, on = RECORDINGS.rows(ctx.vfs), tuner(ctx.vfs)
    station = station_of(ctx.vfs, on.station) if on.playing else None
    if any(not r.ms for r in rows):
        return state, (SetFiles(_ended(ctx.vfs, ctx)),)
    if station is None:
        return state, ()
    new = Recording(next_id(rows), station.name, ctx.clock_ms, station.place_ms(ctx.clock_ms))
    return state, (saved(RECORDINGS, ctx, (*rows, new)),)


def _drop(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([r for r in RECORDINGS.rows(ctx.vfs) if r.id != number])
    return state, (saved(RECORDINGS, ctx, rows),)


def _listen(state: State, ctx: Context, number: int) -> _Result:
    """Play a recording, during which the radio is silent, or stop it."""
    recording = next((r for r in RECORDINGS.rows(ctx.vfs) if r.id == number and r.ms), None)
    if recording is None or state.recording == number:
        return state._replace(recording=0), ()
    after = state._replace(recording=number, since_ms=ctx.clock_ms)
    return _silent(after, ctx) if tuner(ctx.vfs).playing else (after, ())


def _sleep(state: State, ctx: Context) -> _Result:
    options = (("0", "Off"), *[(str(m), count_of(m, "minute")) for m in _SLEEPS])
    return state, (OpenDialog("choose", ("Sleep timer", options, str(tuner(ctx.vfs).sleep)), ("slept",)),)


def _slept(state: State, ctx: Context, minutes: str | None) -> _Result:
    if minutes is None:
        return state, ()
    sleep = int(minutes)
    on = tuner(ctx.vfs)._replace(sleep=sleep, sleeps_ms=ctx.clock_ms + sleep * _MINUTE if sleep else 0)
    return state, (SetFiles(_set(ctx.vfs, ctx, on)),)


def _text(state: State, ctx: Context) -> _Result:
    station = tuner(ctx.vfs).station
    return state, (OpenDialog("prompt", ("Text the studio", "Message", "", "Send"), ("texted", station)),)


def _texted(state: State, ctx: Context, station: str, said: str | None) -> _Result:
    if said is None or not said.strip():
        return state, ()
    rows = TEXTS.rows(ctx.vfs)
    new = Text(next_id(rows), station, said.strip())
    return state, (saved(TEXTS, ctx, (*rows, new)),)


def _tick(state: State, ctx: Context) -> _Result:
    """A second has gone; a recording may be over, and the sleep timer too."""
    state = state._replace(ticks=False)
    recording = _played(state, ctx)
    if recording is not None and ctx.clock_ms >= state.since_ms + recording.ms:
        state = state._replace(recording=0)
    on = tuner(ctx.vfs)
    return _silent(state, ctx) if on.playing and 0 < on.sleeps_ms <= ctx.clock_ms else (state, ())


def _played(state: State, ctx: Context) -> Recording | None:
    return next((r for r in RECORDINGS.rows(ctx.vfs) if r.id == state.recording), None)


def _back(state: State, _ctx: Context) -> _Result:
    if state.full:
        return state._replace(full=False), ()
    return (state._replace(tab="stations"), (ScrollTo(_LIST),)) if state.tab != "stations" else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "drop": _drop,
    "full": sets("full"),
    "listen": _listen,
    "record": _record,
    "sleep": _sleep,
    "slept": _slept,
    "star": _star,
    "tab": lambda s, _, tab: (s._replace(tab=tab, full=False), (ScrollTo(_LIST),)),
    "text": _text,
    "texted": _texted,
    "tick": _tick,
    "toggle": _toggle,
    "tune": _tune,
}


def _ticking(handler: Handler) -> Handler:
    """A handler after which the clock goes on for as long as something is heard."""

    def handle(state: State, ctx: Context, *args: object) -> _Result:
        after, effects = handler(state, ctx, *args)
        files = next((e.vfs for e in reversed(effects) if isinstance(e, SetFiles)), ctx.vfs)
        sounds = tuner(files).playing or after.recording > 0
        if sounds and not after.ticks:
            effects = (*effects, Later(_SECOND - ctx.clock_ms % _SECOND, Send(("tick",))))
        return after._replace(now_ms=ctx.clock_ms, ticks=sounds), effects

    return handle


_ON: Mapping[str, Handler] = {name: _ticking(handler) for name, handler in _UPDATES.items()}


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    """What is on air, or the recording that is played."""
    on, recording = tuner(ctx.vfs), _played(state, ctx)
    station = station_of(ctx.vfs, on.station) if on.playing else None
    if station is not None:
        return air_sounds(station, ctx.clock_ms)
    played = None if recording is None else station_of(ctx.vfs, recording.station)
    if recording is None or played is None:
        return ()
    length, ends = 1000 * played.seconds, state.since_ms + recording.ms
    place = (recording.place_ms + ctx.clock_ms - state.since_ms) % length
    found = looped(played.cues, ctx.clock_ms, place, length)
    return tuple([s._replace(until_ms=min(s.until_ms or ends, ends)) for s in found])


# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("radio", "", button="icon")
_RADIO_STYLES = looks(
    button={
        "icon_like": ROUND._replace(checked="checked"),
        "radio_record": ROUND._replace(ink="danger", checked="checked"),
    },
    box={
        **{f"cover_{name}": Look(fill=name, radius=8) for name in PEOPLE},
        "radio_live": Look(fill="danger", radius=6),
    },
    text={
        "radio_live": Look(size=12, family="ui-semibold", ink="on_accent"),
        "radio_clock": Look(size=18, family="ui-semibold"),
    },
)


def _cover(name: str, side: int, image: int) -> Node:
    """A square in a colour that follows from the name."""
    colour = PEOPLE[sum(map(ord, name)) % len(PEOPLE)]
    style = f"{'portrait' if side > 100 else 'cover'}_{colour}"
    return row(ui.icon("m/radio", "home", size=image), style=style, w=side, h=side, justify="center")


def _star_button(key: str, station: str, liked: bool) -> Node:
    image, name = ("star", "Remove from favourites") if liked else ("star_border", "Add to favourites")
    label = f"{name}: {station}" if key != "radio.star" else name
    return toggle(key, icon=f"m/{image}", name=label, style="icon_like", checked=liked, click=("star", station))


def _line(station: Station, liked: bool, on: bool) -> Node:
    return item(
        f"radio.station.{station.name}",
        station.name,
        f"{station.note} • on" if on else station.note,
        lead=_cover(station.name, 48, 26),
        trail=_star_button(f"radio.star.{station.name}", station.name, liked),
        click=("tune", station.name),
    )


def _lines(stations: tuple[Station, ...], liked: frozenset[str], on: str) -> Node:
    lines = [memo(_line, s, s.name in liked, s.name == on, w=FILL) for s in stations]
    return column(*lines, role=Role.LIST, name="Stations", pad=(0, 0, 0, 16))


def _recording(recording: Recording, plays: bool) -> Node:
    length = span_text(recording.ms // 1000) if recording.ms else "recording"
    return item(
        f"radio.recording.{recording.id}",
        recording.station,
        length,
        image="pause_circle" if plays else "play_circle",
        trail=action(f"radio.drop.{recording.id}", "delete", "Delete recording", ("drop", recording.id)),
        click=("listen", recording.id),
    )


def _recordings(recordings: tuple[Recording, ...], plays: int) -> Node:
    lines = [memo(_recording, r, r.id == plays, w=FILL) for r in recordings]
    return column(*lines, role=Role.LIST, name="Recordings", pad=(0, 0, 0, 16))


def _mini(name: str, playing: bool) -> Node:
    """What is on, at the foot of the lists."""
    press = ui.tool("mini", "m/stop" if playing else "m/play_arrow", "Stop" if playing else "Play", click=("toggle",))
    return ui.row(
        _cover(name, 44, 24),
        text(name, style="strong", w=FILL, role=None),
        press,
        style="nav",
        key="on",
        role=Role.BUTTON,
        name=f"On air: {name}",
        h=62,
        pad=(12, 0, 6, 0),
        gap=12,
        click=("full", True),
    )


def _lists(state: State, ctx: Context) -> Node:
    on = tuner(ctx.vfs)
    liked = frozenset([f.station for f in FAVOURITES.rows(ctx.vfs)])
    if state.tab == "recordings":
        recordings = RECORDINGS.rows(ctx.vfs)
        body: Element = scroll(_LIST, panel(_recordings, recordings, state.recording), name="Recordings")
        body = body if recordings else empty("graphic_eq", "No recordings yet")
    else:
        every = tuple(sorted(STATIONS.rows(ctx.vfs), key=lambda s: (s.name.casefold(), s.id)))
        stations = every if state.tab == "stations" else tuple([s for s in every if s.name in liked])
        playing = on.station if on.playing else ""
        body = scroll(_LIST, panel(_lines, stations, liked, playing), name="Stations")
        body = body if stations else empty("star", "No favourites yet")
    foot = panel(_mini, on.station, on.playing) if station_of(ctx.vfs, on.station) else None
    return screen("radio", "Radio", app_bar("Radio"), body, foot, bottom_bar("radio", _TABS, state.tab))


def _on_air(station: Station, slot: str, now: datetime, playing: bool) -> Node:
    live = row(ui.text("LIVE", "radio_live", role=None), style="radio_live", h=26, w=58, justify="center")
    return column(
        row(_cover(station.name, 220, 110), justify="center"),
        row(ui.heading(station.name, "name", key="name"), justify="center", h=60),
        row(ui.text(station.note, "muted"), justify="center"),
        row(ui.text(slot, "body", key="slot"), justify="center", h=34) if slot else None,
        row(
            live if playing else None,
            ui.text(f"{now:%H:%M:%S}", "radio_clock", key="clock", name="Studio clock", value=f"{now:%H:%M:%S}"),
            gap=12,
            justify="center",
            h=44,
        ),
        h=FILL,
        justify="center",
        gap=4,
    )


def _controls(station: str, on: Tuner, liked: bool, records: bool) -> Node:
    play = ui.tool("toggle", "m/stop" if on.playing else "m/play_arrow", "Stop" if on.playing else "Play", "fab_round")
    record = ui.button(
        "record",
        "",
        "radio_record",
        icon="m/stop_circle" if records else "m/fiber_manual_record",
        name="Stop recording" if records else "Record",
        checked=records,
        disabled=not on.playing,
    )
    sleep = ui.button(
        "sleep",
        f"{on.sleep} min" if on.sleeps_ms else "Sleep",
        "text",
        icon="m/bedtime",
        name=f"Sleep timer, {count_of(on.sleep, 'minute')}" if on.sleeps_ms else "Sleep timer",
    )
    return column(
        row(_star_button("radio.star", station, liked), play, record, gap=34, justify="center", h=92),
        row(sleep, ui.button("text", "Text the studio", "text", icon="m/chat"), gap=20, justify="center", h=60),
        pad=(0, 0, 0, 22),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    on = tuner(ctx.vfs)
    station = station_of(ctx.vfs, on.station) if state.full else None
    if station is None:
        return _lists(state, ctx)
    down = ui.tool("down", "m/expand_more", "Back to the stations", click=("back",))
    liked = any(f.station == station.name for f in FAVOURITES.rows(ctx.vfs))
    records = any(not r.ms for r in RECORDINGS.rows(ctx.vfs))
    moment = local(state.now_ms, ctx.settings)
    return screen(
        "radio",
        station.name,
        row(down, spacer(), ui.text("On air", "muted"), spacer(), row(w=48), h=64, pad=(6, 0)),
        panel(_on_air, station, station.slot(state.now_ms), moment, on.playing, h=FILL),
        panel(_controls, station.name, on, liked, records),
    )


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="radio",
        title="Radio",
        icon="app/radio",
        art={"app/radio": sign_icon(0xC2571A, "radio")},
        styles=_RADIO_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_stations,
        init=lambda _args, ctx: _ON["tick"](State(), ctx),
        view=_view,
        on=_ON,
        sounds=_sounds,
        tables=TABLES,
    ),
)
