"""Live radio: stations whose programmes go by the clock, favourites, recordings, a sleep timer, texts to the studio."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.radio.store import (
    FAVOURITES,
    HISTORY,
    RECORDINGS,
    TABLES,
    TEXTS,
    TUNER,
    Favourite,
    Recording,
    Text,
    Tuner,
    air_sounds,
    station_of,
    tuner,
    with_stations,
)
from omnigym.sim.android.apps.radio.view import LIST, State, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.reels import done, looped
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs

# -- the looks of the app that no other app has -----------------------------------------------------------------------

RADIO_STYLES = looks(
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

# -- the app ----------------------------------------------------------------------------------------------------------

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
        return state, (SetFiles(FAVOURITES.written(ctx.vfs, others, ctx.clock_ms)),)
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
    return state, (SetFiles(RECORDINGS.written(ctx.vfs, (*rows, new), ctx.clock_ms)),)


def _drop(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([r for r in RECORDINGS.rows(ctx.vfs) if r.id != number])
    return state, (SetFiles(RECORDINGS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _listen(state: State, ctx: Context, number: int) -> _Result:
    """Play a recording, during which the radio is silent, or stop it."""
    recording = next((r for r in RECORDINGS.rows(ctx.vfs) if r.id == number and r.ms), None)
    if recording is None or state.recording == number:
        return state._replace(recording=0), ()
    after = state._replace(recording=number, since_ms=ctx.clock_ms)
    return _silent(after, ctx) if tuner(ctx.vfs).playing else (after, ())


def _sleep(state: State, ctx: Context) -> _Result:
    options = (("0", "Off"), *[(str(m), f"{m} minutes") for m in _SLEEPS])
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
    return state, (SetFiles(TEXTS.written(ctx.vfs, (*rows, new), ctx.clock_ms)),)


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
    return (state._replace(tab="stations"), (ScrollTo(LIST),)) if state.tab != "stations" else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "drop": _drop,
    "full": lambda s, _, full: (s._replace(full=full), ()),
    "listen": _listen,
    "record": _record,
    "sleep": _sleep,
    "slept": _slept,
    "star": _star,
    "tab": lambda s, _, tab: (s._replace(tab=tab, full=False), (ScrollTo(LIST),)),
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


APPS = (
    phone_app(
        name="radio",
        title="Radio",
        icon="app/radio",
        art={"app/radio": sign_icon(0xC2571A, "radio")},
        styles=RADIO_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_stations,
        init=lambda _args, ctx: _ON["tick"](State(), ctx),
        view=view,
        on=_ON,
        sounds=_sounds,
        tables=TABLES,
    ),
)
