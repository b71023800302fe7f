"""Spotify: its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import App, Context, Focus, ScrollTo
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.common.levels import levelled
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.windows.apps.spotify.commands import LISTING, PLAYLIST, SONG, go
from omnigym.devices.sim.windows.apps.spotify.looks import SPOTIFY_ART, SPOTIFY_STYLES
from omnigym.devices.sim.windows.apps.spotify.state import LIST, Result, State, Where
from omnigym.devices.sim.windows.apps.spotify.store import (
    FOLLOWS,
    LIKES,
    PLAYER,
    PLAYLISTS,
    TRANSPORT,
    with_library,
)
from omnigym.devices.sim.windows.apps.spotify.view import view

__all__ = ["APPS"]


def _back(state: State, _ctx: Context) -> Result:
    if not state.back:
        return state, ()
    return state._replace(where=state.back[-1], back=state.back[:-1], song="", query=""), (ScrollTo(LIST),)


def _query(state: State, ctx: Context, query: str) -> Result:
    return go(state._replace(query=query), ctx, "search")


_UPDATES: Mapping[str, Callable[..., Result]] = {
    **TRANSPORT.on,
    **LISTING,
    "back": _back,
    "find": lambda s, _: (s, (Focus("spotify.search", 0, -1),)),
    "go": go,
    "level": lambda s, _, value: (s, levelled("sound.volume", value)),
    "lyrics": lambda s, _: (s._replace(panel="" if s.panel else "lyrics"), ()),
    "query": _query,
    "select": lambda s, _, title: (s._replace(song=title), ()),
}

_APP = App(
    name="spotify",
    title="Spotify",
    icon="spotify",
    art=SPOTIFY_ART,
    styles=SPOTIFY_STYLES,
    program=Program(spoken=("Spotify",), category="Multimedia Playback", commands=("spotify",), package="Spotify"),
    initial=with_library,
    init=lambda _args, ctx: (State(Where(), now_ms=ctx.clock_ms), ()),
    view=view,
    on=_UPDATES,
    keys=(("ctrl+k", ("find",)), ("ctrl+l", ("find",)), ("alt+left", ("back",)), ("alt+shift+l", ("lyrics",))),
    tables=(PLAYER, PLAYLISTS, LIKES, FOLLOWS),
    size=(980, 640),
    min_size=(820, 460),
    single=True,
    locate={"records": {"key": LIST}},
)
APPS = (TRANSPORT.played(commanded(_APP, SONG, PLAYLIST)),)
