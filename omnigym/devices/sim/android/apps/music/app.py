"""The media player: songs, podcasts and playlists; what it plays goes on while other apps are in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.apps.music.initial import with_sounds
from omnigym.devices.sim.android.apps.music.playlists import LISTING
from omnigym.devices.sim.android.apps.music.store import (
    MUSIC_TABLES,
    PLAYER,
    REPEATS,
    SPEEDS,
    Player,
    mixed,
    place_ms,
    player_of,
    track_of,
)
from omnigym.devices.sim.android.apps.music.styles import MUSIC_STYLES
from omnigym.devices.sim.android.apps.music.view import LIST, State, tracks_of, view
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.android.paths import outward
from omnigym.devices.sim.android.storage import SOUNDS
from omnigym.devices.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import FileKind, Program
from omnigym.devices.sim.system import Later, Send

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
#: Within so many milliseconds of its beginning, "previous" means the track before.
_BEGINNING = 3000


def _init(path: str, ctx: Context) -> _Result:
    return _ON["opened"](State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Play a file."""
    wanted = outward(path) if path else ""
    if track_of(ctx.vfs, wanted) is None:
        return state, ()
    return _start(state, ctx, wanted, (wanted,))


def _kept(state: State, ctx: Context, player: Player) -> _Result:
    return state, (SetFiles(PLAYER.written(ctx.vfs, (player,), ctx.clock_ms)),)


def _start(state: State, ctx: Context, path: str, queue: tuple[str, ...]) -> _Result:
    """A track from its beginning."""
    old = player_of(ctx.vfs)
    queue = mixed(queue, True) if old.shuffle else queue
    player = old._replace(path=path, playing=True, position_ms=0, since_ms=ctx.clock_ms, queue=queue)
    return _kept(state._replace(full=True), ctx, player)


def _play(state: State, ctx: Context, path: str) -> _Result:
    return _start(state, ctx, path, tuple([t.path for t in tracks_of(state, ctx.vfs)]))


def _play_all(state: State, ctx: Context, shuffle: bool) -> _Result:
    queue = tuple([t.path for t in tracks_of(state, ctx.vfs)])
    if not queue:
        return state, ()
    player = player_of(ctx.vfs)._replace(shuffle=shuffle)
    order = mixed(queue, True) if shuffle else queue
    started = player._replace(path=order[0], playing=True, position_ms=0, since_ms=ctx.clock_ms, queue=order)
    return _kept(state._replace(full=True), ctx, started)


def _placed(state: State, ctx: Context, place: Callable[[int], int]) -> _Result:
    """Elsewhere in the track: ``place`` makes another millisecond of the present one."""
    player = player_of(ctx.vfs)
    track = track_of(ctx.vfs, player.path)
    if track is None:
        return state, ()
    to = min(max(0, place(place_ms(player, ctx.clock_ms, track.seconds))), _SECOND * track.seconds)
    return _kept(state, ctx, player._replace(position_ms=to, since_ms=ctx.clock_ms))


def _toggle(state: State, ctx: Context) -> _Result:
    player = player_of(ctx.vfs)
    track = track_of(ctx.vfs, player.path)
    if track is None:
        return state, ()
    here = place_ms(player, ctx.clock_ms, track.seconds)
    if not player.playing and here >= _SECOND * track.seconds:
        here = 0
    return _kept(state, ctx, player._replace(playing=not player.playing, position_ms=here, since_ms=ctx.clock_ms))


def _step(state: State, ctx: Context, by: int, *, ended: bool = False) -> _Result:
    """The next or the previous track of the queue; one that has ended is followed only as repeating says."""
    player = player_of(ctx.vfs)
    track = track_of(ctx.vfs, player.path)
    if track is None:
        return state, ()
    if by < 0 and place_ms(player, ctx.clock_ms, track.seconds) > _BEGINNING:
        return _placed(state, ctx, lambda _: 0)
    queue = tuple([p for p in player.queue if track_of(ctx.vfs, p) is not None]) or (player.path,)
    at = queue.index(player.path) + by if player.path in queue else 0
    if ended and player.repeat == "one":
        at -= by
    elif ended and player.repeat == "off" and at >= len(queue):
        end = _SECOND * track.seconds
        return _kept(state, ctx, player._replace(playing=False, position_ms=end, since_ms=ctx.clock_ms))
    path = queue[at % len(queue)]
    return _kept(state, ctx, player._replace(path=path, position_ms=0, since_ms=ctx.clock_ms))


def _tick(state: State, ctx: Context) -> _Result:
    """A second has gone; the track may be over."""
    state = state._replace(ticks=False)
    player = player_of(ctx.vfs)
    track = track_of(ctx.vfs, player.path)
    if not player.playing:
        return state, ()
    if track is None:  # its file is gone
        return _kept(state, ctx, player._replace(playing=False))
    over = place_ms(player, ctx.clock_ms, track.seconds) >= _SECOND * track.seconds
    return _step(state, ctx, 1, ended=True) if over else (state, ())


def _shuffle(state: State, ctx: Context) -> _Result:
    player = player_of(ctx.vfs)
    queue = mixed(player.queue, not player.shuffle)
    return _kept(state, ctx, player._replace(shuffle=not player.shuffle, queue=queue))


def _repeat(state: State, ctx: Context) -> _Result:
    player = player_of(ctx.vfs)
    after = REPEATS[(REPEATS.index(player.repeat) + 1) % len(REPEATS)]
    return _kept(state, ctx, player._replace(repeat=after))


def _speed(state: State, ctx: Context) -> _Result:
    options = tuple([(f"{s:g}", f"{s:g}×") for s in SPEEDS])
    now = f"{player_of(ctx.vfs).speed:g}"
    return state, (OpenDialog("choose", ("Playback speed", options, now), ("sped",)),)


def _sped(state: State, ctx: Context, speed: str | None) -> _Result:
    player = player_of(ctx.vfs)
    track = track_of(ctx.vfs, player.path)
    if speed is None or track is None:
        return state, ()
    here = place_ms(player, ctx.clock_ms, track.seconds)
    return _kept(state, ctx, player._replace(speed=float(speed), position_ms=here, since_ms=ctx.clock_ms))


def _back(state: State, ctx: Context) -> _Result:
    if state.full and track_of(ctx.vfs, player_of(ctx.vfs).path) is not None:
        return state._replace(full=False), ()
    if state.playlist:
        return state._replace(playlist=0), (ScrollTo(LIST),)
    if state.query or state.tab != "songs":
        return state._replace(query="", tab="songs", full=False), ()
    return left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **LISTING,
    "ahead": lambda s, ctx: _placed(s, ctx, lambda now: now + 30 * _SECOND),
    "back": _back,
    "full": lambda s, _, full: (s._replace(full=full), ()),
    "next": lambda s, ctx: _step(s, ctx, 1),
    "opened": _opened,
    "play": _play,
    "play_all": _play_all,
    "previous": lambda s, ctx: _step(s, ctx, -1),
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "repeat": _repeat,
    "replay": lambda s, ctx: _placed(s, ctx, lambda now: now - 10 * _SECOND),
    "seek": lambda s, ctx, seconds: _placed(s, ctx, lambda _: seconds * _SECOND),
    "shuffle": _shuffle,
    "speed": _speed,
    "sped": _sped,
    "tab": lambda s, _, tab: (s._replace(tab=tab, playlist=0, query="", full=False), (ScrollTo(LIST),)),
    "tick": _tick,
    "toggle": _toggle,
}


def _ticking(handler: Handler) -> Handler:
    """A handler after which the player ticks each second for as long as it plays."""

    def handle(state: State, ctx: Context, *args: object) -> _Result:
        after, effects = handler(state, ctx, *args)
        files = next((e.vfs for e in effects if isinstance(e, SetFiles)), ctx.vfs)
        plays = player_of(files).playing
        if plays and not after.ticks:
            effects = (*effects, Later(_SECOND, Send(("tick",))))
        return after._replace(now_ms=ctx.clock_ms, ticks=plays), effects

    return handle


_ON: Mapping[str, Handler] = {name: _ticking(handler) for name, handler in _UPDATES.items()}


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
