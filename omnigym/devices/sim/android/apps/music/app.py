"""The media player: songs, podcasts and playlists; what it plays goes on while other apps are in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.apps.music.initial import with_sounds
from omnigym.devices.sim.android.apps.music.playlists import LISTING
from omnigym.devices.sim.android.apps.music.store import MUSIC_TABLES, TRANSPORT, track_of
from omnigym.devices.sim.android.apps.music.styles import MUSIC_STYLES
from omnigym.devices.sim.android.apps.music.view import LIST, State, tracks_of, view
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.android.paths import outward
from omnigym.devices.sim.android.storage import SOUNDS
from omnigym.devices.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo
from omnigym.devices.sim.kinds.player.playback import SPEEDS
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import FileKind, Program

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000


def _init(path: str, ctx: Context) -> _Result:
    return _ON["opened"](State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Play a file."""
    wanted = outward(path) if path else ""
    if track_of(ctx.vfs, wanted) is None:
        return state, ()
    return _start(state, ctx, wanted, (wanted,))


def _start(state: State, ctx: Context, path: str, queue: tuple[str, ...]) -> _Result:
    """A track from its beginning."""
    return TRANSPORT.start(state._replace(full=True), ctx, path, queue)


def _play(state: State, ctx: Context, path: str) -> _Result:
    return _start(state, ctx, path, tuple([t.path for t in tracks_of(state, ctx.vfs)]))


def _play_all(state: State, ctx: Context, shuffle: bool) -> _Result:
    queue = tuple([t.path for t in tracks_of(state, ctx.vfs)])
    return TRANSPORT.start_all(state._replace(full=True), ctx, queue, shuffle) if queue else (state, ())


def _speed(state: State, ctx: Context) -> _Result:
    options = tuple([(f"{s:g}", f"{s:g}×") for s in SPEEDS])
    now = f"{TRANSPORT.player(ctx.vfs).speed:g}"
    return state, (OpenDialog("choose", ("Playback speed", options, now), ("sped",)),)


def _back(state: State, ctx: Context) -> _Result:
    if state.full and track_of(ctx.vfs, TRANSPORT.player(ctx.vfs).path) is not None:
        return state._replace(full=False), ()
    if state.playlist:
        return state._replace(playlist=0), (ScrollTo(LIST),)
    if state.query or state.tab != "songs":
        return state._replace(query="", tab="songs", full=False), ()
    return left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **LISTING,
    **TRANSPORT.on,
    "ahead": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now + 30 * _SECOND),
    "back": _back,
    "full": lambda s, _, full: (s._replace(full=full), ()),
    "opened": _opened,
    "play": _play,
    "play_all": _play_all,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10 * _SECOND),
    "speed": _speed,
    "tab": lambda s, _, tab: (s._replace(tab=tab, playlist=0, query="", full=False), (ScrollTo(LIST),)),
}


_ON: Mapping[str, Handler] = {name: TRANSPORT.ticking(handler) for name, handler in _UPDATES.items()}


APPS = (
    phone_app(
        name="music",
        title="Music",
        icon="app/music",
        art={"app/music": sign_icon(0xFF0033, "play_circle", share=0.68)},
        styles=MUSIC_STYLES,
        program=Program(category="Multimedia Playback", opens=(FileKind(SOUNDS),)),
        initial=with_sounds,
        init=_init,
        view=view,
        on=_ON,
        keys=(("space", ("toggle",)),),
        tables=MUSIC_TABLES,
    ),
)
