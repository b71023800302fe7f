"""The screens of Radio: stations, favourites, recordings, and the station that one listens to."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.radio.store import (
    FAVOURITES,
    RECORDINGS,
    STATIONS,
    Recording,
    Station,
    Tuner,
    station_of,
    tuner,
)
from omnigym.sim.android.dates import local
from omnigym.sim.android.kit import Tab, action, app_bar, bottom_bar, empty, item, screen
from omnigym.sim.app import Context
from omnigym.sim.kinds.player import span_text
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text, toggle

__all__ = ["LIST", "State", "view"]

LIST = "radio.list"
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


def _cover(name: str, side: int, image: int) -> Node:
    """A square in a colour that follows from the name."""
    colour = PEOPLE[sum(map(ord, name)) % len(PEOPLE)]
    style = f"{'portrait' if side > 100 else 'cover'}_{colour}"
    return row(icon("m/radio", size=image, style="home"), style=style, w=side, h=side, justify="center")


def _star(key: str, station: str, liked: bool) -> Node:
    image, name = ("star", "Remove from favourites") if liked else ("star_border", "Add to favourites")
    label = f"{name}: {station}" if key != "radio.star" else name
    return toggle(key, icon=f"m/{image}", name=label, style="icon_like", checked=liked, click=("star", station))


def _line(station: Station, liked: bool, on: bool) -> Node:
    return item(
        f"radio.station.{station.name}",
        station.name,
        f"{station.note} • on" if on else station.note,
        lead=_cover(station.name, 48, 26),
        trail=_star(f"radio.star.{station.name}", station.name, liked),
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
    press = button(
        "radio.mini",
        icon="m/stop" if playing else "m/play_arrow",
        name="Stop" if playing else "Play",
        style="icon",
        click=("toggle",),
    )
    return row(
        _cover(name, 44, 24),
        text(name, style="strong", w=FILL, role=None),
        press,
        style="nav",
        key="radio.on",
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
        body: Element = scroll(LIST, panel(_recordings, recordings, state.recording), name="Recordings")
        body = body if recordings else empty("graphic_eq", "No recordings yet")
    else:
        every = tuple(sorted(STATIONS.rows(ctx.vfs), key=lambda s: (s.name.casefold(), s.id)))
        stations = every if state.tab == "stations" else tuple([s for s in every if s.name in liked])
        playing = on.station if on.playing else ""
        body = scroll(LIST, panel(_lines, stations, liked, playing), name="Stations")
        body = body if stations else empty("star", "No favourites yet")
    foot = panel(_mini, on.station, on.playing) if station_of(ctx.vfs, on.station) else None
    return screen("radio", "Radio", app_bar("Radio"), body, foot, bottom_bar("radio", _TABS, state.tab))


def _on_air(station: Station, slot: str, now: datetime, playing: bool) -> Node:
    live = row(text("LIVE", style="radio_live", role=None), style="radio_live", h=26, w=58, justify="center")
    return column(
        row(_cover(station.name, 220, 110), justify="center"),
        row(text(station.name, style="name", role=Role.HEADING, key="radio.name"), justify="center", h=60),
        row(text(station.note, style="muted"), justify="center"),
        row(text(slot, style="body", key="radio.slot"), justify="center", h=34) if slot else None,
        row(
            live if playing else None,
            text(
                f"{now:%H:%M:%S}", style="radio_clock", key="radio.clock", name="Studio clock", value=f"{now:%H:%M:%S}"
            ),
            gap=12,
            justify="center",
            h=44,
        ),
        h=FILL,
        justify="center",
        gap=4,
    )


def _controls(station: str, on: Tuner, liked: bool, records: bool) -> Node:
    play = button(
        "radio.toggle",
        icon="m/stop" if on.playing else "m/play_arrow",
        name="Stop" if on.playing else "Play",
        style="fab_round",
        click=("toggle",),
    )
    record = toggle(
        "radio.record",
        icon="m/stop_circle" if records else "m/fiber_manual_record",
        name="Stop recording" if records else "Record",
        style="radio_record",
        checked=records,
        disabled=not on.playing,
        click=("record",),
    )
    sleep = button(
        "radio.sleep",
        f"{on.sleep} min" if on.sleeps_ms else "Sleep",
        icon="m/bedtime",
        name=f"Sleep timer, {on.sleep} minutes" if on.sleeps_ms else "Sleep timer",
        style="text",
        click=("sleep",),
    )
    return column(
        row(_star("radio.star", station, liked), play, record, gap=34, justify="center", h=92),
        row(
            sleep,
            button("radio.text", "Text the studio", icon="m/chat", style="text", click=("text",)),
            gap=20,
            justify="center",
            h=60,
        ),
        pad=(0, 0, 0, 22),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    on = tuner(ctx.vfs)
    station = station_of(ctx.vfs, on.station) if state.full else None
    if station is None:
        return _lists(state, ctx)
    down = button("radio.down", icon="m/expand_more", name="Back to the stations", style="icon", click=("back",))
    liked = any(f.station == station.name for f in FAVOURITES.rows(ctx.vfs))
    records = any(not r.ms for r in RECORDINGS.rows(ctx.vfs))
    moment = local(state.now_ms, ctx.settings)
    return screen(
        "radio",
        station.name,
        row(down, spacer(), text("On air", style="muted"), spacer(), row(w=48), h=64, pad=(6, 0)),
        panel(_on_air, station, station.slot(state.now_ms), moment, on.playing, h=FILL),
        panel(_controls, station.name, on, liked, records),
    )
