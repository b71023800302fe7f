"""The handlers with which an app plays: play, pause, next, seek, and the second that passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from omnigym.devices.sim.app import App, Close, Context, Effect, Handler, SetFiles
from omnigym.devices.sim.kinds.player.playback import Player
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import Vfs

__all__ = ["Transport"]

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
_SECOND = 1000


class Transport:
    """What plays the tracks of an app. The state of its window has the fields ``ticks`` and ``now_ms``.

    Args:
        table: What keeps the `Player`.
        seconds: How long a track is; None for one that cannot be played (any more).

    Attributes:
        on: The handlers, for `App.on`; they are to be made `ticking`.
    """

    def __init__(self, table: Table[Player], seconds: Callable[[Vfs, str], int | None]) -> None:
        self._table, self.seconds = table, seconds
        self.on: Mapping[str, Handler] = {
            "leave": self._leave,
            "next": lambda s, ctx: self.step(s, ctx, 1),
            "previous": lambda s, ctx: self.step(s, ctx, -1),
            "repeat": lambda s, ctx: self.kept(s, ctx, self.player(ctx.vfs).repeated()),
            "seek": lambda s, ctx, seconds: self.moved(s, ctx, lambda _: seconds * _SECOND),
            "shuffle": lambda s, ctx: self.kept(s, ctx, self.player(ctx.vfs).shuffled()),
            "sped": self._sped,
            "tick": self._tick,
            "toggle": self._toggle,
        }

    def player(self, vfs: Vfs) -> Player:
        """What is played."""
        return next(iter(self._table.rows(vfs)), Player())

    def playing(self, vfs: Vfs) -> tuple[Player, int | None]:
        """What is played, and how long its track is; None where it is gone, or nothing was played."""
        player = self.player(vfs)
        return player, self.seconds(vfs, player.path)

    def kept(self, state: Any, ctx: Context, player: Player) -> _Result:
        """Another thing played."""
        return state, (SetFiles(self._table.written(ctx.vfs, (player,), ctx.clock_ms)),)

    def start(self, state: Any, ctx: Context, path: str, queue: tuple[str, ...]) -> _Result:
        """A track from its beginning."""
        return self.kept(state, ctx, self.player(ctx.vfs).started(path, queue, ctx.clock_ms))

    def start_all(self, state: Any, ctx: Context, queue: tuple[str, ...], shuffle: bool) -> _Result:
        """Many tracks, in their order or mixed; nothing where there are none."""
        if not queue:
            return state, ()
        player = self.player(ctx.vfs)._replace(shuffle=shuffle)
        first = player.started("", queue, ctx.clock_ms)
        return self.kept(state, ctx, first._replace(path=first.queue[0]))

    def moved(self, state: Any, ctx: Context, place: Callable[[int], int]) -> _Result:
        """Elsewhere in the track: ``place`` makes another millisecond of the present one."""
        player, seconds = self.playing(ctx.vfs)
        if seconds is None:
            return state, ()
        to = place(player.place_ms(ctx.clock_ms, seconds))
        return self.kept(state, ctx, player.placed(to, ctx.clock_ms, seconds))

    def step(self, state: Any, ctx: Context, by: int, *, ended: bool = False) -> _Result:
        """The next or the previous track; see `Player.stepped`."""
        player, seconds = self.playing(ctx.vfs)
        if seconds is None:
            return state, ()

        def there(path: str) -> bool:
            return self.seconds(ctx.vfs, path) is not None

        return self.kept(state, ctx, player.stepped(by, ctx.clock_ms, seconds, there, ended))

    def _leave(self, state: Any, ctx: Context) -> _Result:
        """The window closes, and what it plays falls silent: for `App.close`."""
        player, seconds = self.playing(ctx.vfs)
        if not player.playing or seconds is None:
            return state, (Close(),)
        _, effects = self.kept(state, ctx, player.toggled(ctx.clock_ms, seconds))
        return state, (*effects, Close())

    def _sped(self, state: Any, ctx: Context, speed: str | None) -> _Result:
        player, seconds = self.playing(ctx.vfs)
        if speed is None or seconds is None:
            return state, ()
        return self.kept(state, ctx, player.sped(float(speed), ctx.clock_ms, seconds))

    def _tick(self, state: Any, ctx: Context) -> _Result:
        """A second has gone; the track may be over."""
        state = state._replace(ticks=False)
        player, seconds = self.playing(ctx.vfs)
        if not player.playing:
            return state, ()
        if seconds is None:  # its file is gone
            return self.kept(state, ctx, player._replace(playing=False))
        return self.step(state, ctx, 1, ended=True) if player.over(ctx.clock_ms, seconds) else (state, ())

    def _toggle(self, state: Any, ctx: Context) -> _Result:
        player, seconds = self.playing(ctx.vfs)
        return (state, ()) if seconds is None else self.kept(state, ctx, player.toggled(ctx.clock_ms, seconds))

    def ticking(self, handler: Handler) -> Handler:
        """A handler after which the player ticks each second for as long as it plays."""

        def handle(state: Any, ctx: Context, *args: object) -> _Result:
            after, effects = handler(state, ctx, *args)
            files = next((e.vfs for e in reversed(effects) if isinstance(e, SetFiles)), ctx.vfs)
            plays = self.player(files).playing
            if plays and not after.ticks:
                effects = (*effects, Later(_SECOND, Send(("tick",))))
            return after._replace(now_ms=ctx.clock_ms, ticks=plays), effects

        return handle

    def played(self, app: App) -> App:
        """An app all of whose handlers, and the beginning, are ticking."""

        def init(args: Any, ctx: Context) -> _Result:
            return self.ticking(lambda _state, ctx: app.init(args, ctx))(None, ctx)

        return app._replace(init=init, on={name: self.ticking(handler) for name, handler in app.on.items()})
