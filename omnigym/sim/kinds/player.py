"""Players of sound and video: playback, playlists, transport, and the bar at the foot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from omnigym.sim.app import App, Close, Context, Effect, Handler, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.handlers import saved
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Node, row
from omnigym.sim.ui.widgets import button, text, toggle
from omnigym.sim.vfs import Vfs

# -- playback ---------------------------------------------------------------------------------------------------------

# What is played, and the rules by which it goes on: pure functions of a record and the virtual time.
#
# Nothing is counted while time passes: a player knows where it was at a moment, and so where it is now.

REPEATS = ("off", "all", "one")
SPEEDS = (0.5, 1.0, 1.5, 2.0)
#: Within so many milliseconds of its beginning, "previous" means the track before.
_BEGINNING = 3000


class Player(NamedTuple):
    """What is played.

    Attributes:
        id: Always 1.
        path: What tells the track, such as the path of its file, or "".
        playing: Whether it plays, rather than being paused.
        position_ms: Where in it one was at the moment
        since_ms: in virtual milliseconds since the epoch.
        queue: What is played one after another.
        repeat: One of `REPEATS`.
        shuffle: Whether the queue is mixed.
        order: The queue as it was before that.
        speed: Seconds of the track in a second.
    """

    id: int = 1
    path: str = ""
    playing: bool = False
    position_ms: int = 0
    since_ms: int = 0
    queue: tuple[str, ...] = ()
    repeat: str = "off"
    shuffle: bool = False
    order: tuple[str, ...] = ()
    speed: float = 1.0

    def place_ms(self, now: int, seconds: int) -> int:
        """Where in its track, which is so many seconds long, the player is now, in milliseconds."""
        passed = round((now - self.since_ms) * self.speed) if self.playing else 0
        return min(max(0, self.position_ms + passed), 1000 * seconds)

    def over(self, now: int, seconds: int) -> bool:
        """Whether the track has been played to its end."""
        return self.place_ms(now, seconds) >= 1000 * seconds

    def started(self, path: str, queue: tuple[str, ...], now: int) -> Player:
        """A track from its beginning, and what follows it."""
        mix = mixed(queue) if self.shuffle else queue
        return self._replace(path=path, playing=True, position_ms=0, since_ms=now, queue=mix, order=queue)

    def placed(self, place_ms: int, now: int, seconds: int) -> Player:
        """Elsewhere in the track."""
        return self._replace(position_ms=min(max(0, place_ms), 1000 * seconds), since_ms=now)

    def toggled(self, now: int, seconds: int) -> Player:
        """Paused, or going on; a track that is over begins again."""
        here = 0 if not self.playing and self.over(now, seconds) else self.place_ms(now, seconds)
        return self._replace(playing=not self.playing, position_ms=here, since_ms=now)

    def stepped(self, by: int, now: int, seconds: int, there: Callable[[str], bool], ended: bool = False) -> Player:
        """The next (1) or the previous (-1) track of the queue.

        Args:
            by: Which.
            now: Virtual milliseconds since the epoch.
            seconds: How long the present track is.
            there: Whether a track can be played; others are passed over.
            ended: Whether the present one is over: then it is followed only as repeating says.
        """
        if by < 0 and self.place_ms(now, seconds) > _BEGINNING:
            return self.placed(0, now, seconds)
        queue = tuple([path for path in self.queue if there(path)]) or (self.path,)
        at = queue.index(self.path) + by if self.path in queue else 0
        if ended and self.repeat == "one":
            at -= by
        elif ended and self.repeat == "off" and at >= len(queue):
            return self._replace(playing=False, position_ms=1000 * seconds, since_ms=now)
        return self._replace(path=queue[at % len(queue)], position_ms=0, since_ms=now)

    def shuffled(self) -> Player:
        """With the queue mixed, or in order again."""
        if not self.shuffle:
            return self._replace(shuffle=True, order=self.queue, queue=mixed(self.queue))
        kept = [path for path in self.order if path in self.queue]
        return self._replace(shuffle=False, queue=(*kept, *[path for path in self.queue if path not in kept]))

    def repeated(self) -> Player:
        """With the next way to repeat."""
        return self._replace(repeat=REPEATS[(REPEATS.index(self.repeat) + 1) % len(REPEATS)])

    def sped(self, speed: float, now: int, seconds: int) -> Player:
        """At another speed, from where it is."""
        return self._replace(speed=speed, position_ms=self.place_ms(now, seconds), since_ms=now)

    def followed(self, *paths: str, next_up: bool = False) -> Player:
        """With more in its queue: at its end, or behind the present track."""
        at = self.queue.index(self.path) + 1 if next_up and self.path in self.queue else len(self.queue)
        return self._replace(queue=(*self.queue[:at], *paths, *self.queue[at:]))


def is_playable(player: Player) -> bool:
    """Whether a player can go on with a record; its clock moves by ``speed``."""
    return player.repeat in REPEATS and 0 < player.speed <= max(SPEEDS) and player.since_ms >= 0


def mixed(queue: tuple[str, ...]) -> tuple[str, ...]:
    """A queue in an order that looks like chance."""
    return tuple(sorted(queue, key=lambda path: (crc32(path.encode()), path)))


def span_text(seconds: int) -> str:
    """A length as players show it.

    >>> span_text(65), span_text(3_725)
    ('1:05', '1:02:05')
    """
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


# -- playlists and likes: records, and what one does with them --------------------------------------------------------


class Playlist(NamedTuple):
    """A playlist; ``tracks`` are what tells them, in their order."""

    id: int
    name: str
    tracks: tuple[str, ...] = ()


class Like(NamedTuple):
    """A track that somebody likes."""

    id: int
    path: str


def listed(playlist: Playlist, path: str) -> Playlist:
    """With a track more, at its end; one that is on it already is not added again."""
    return playlist if path in playlist.tracks else playlist._replace(tracks=(*playlist.tracks, path))


def swapped(playlist: Playlist, path: str, by: int) -> Playlist:
    """With a track one place further up (-1) or down (1)."""
    tracks = list(playlist.tracks)
    at = tracks.index(path) if path in tracks else -1
    if at < 0 or not 0 <= at + by < len(tracks):
        return playlist
    tracks[at], tracks[at + by] = tracks[at + by], tracks[at]
    return playlist._replace(tracks=tuple(tracks))


def switched(likes: tuple[Like, ...], path: str) -> tuple[Like, ...]:
    """With a track liked that was not, or the other way round."""
    others = tuple([like for like in likes if like.path != path])
    return others if len(others) < len(likes) else (*likes, Like(next_id(likes), path))


# -- the handlers with which an app plays -----------------------------------------------------------------------------

# Play, pause, next, seek, and the second that passes.

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
_SECOND = 1000


class Transport:
    """What plays the tracks of an app. The state of its window has the fields ``ticks`` and ``now_ms``.

    Args:
        table: What keeps the `Player`.
        seconds: How long a track is; None for one that cannot be played (any more).
        source: The source of a track's sound, as of `omnigym.sim.audio.Sounding`; None for a silent one.
        tick_ms: How often the picture changes while it plays, virtual milliseconds.

    Attributes:
        on: The handlers, for `App.on`; they are to be made `ticking`.
    """

    def __init__(
        self,
        table: Table[Player],
        seconds: Callable[[Vfs, str], int | None],
        source: Callable[[Vfs, str], bytes | str | None],
        tick_ms: int = _SECOND,
    ) -> None:
        self._table, self.seconds, self._source, self._tick_ms = table, seconds, source, tick_ms
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

    def sounds(self, _state: Any, ctx: Context) -> tuple[Sounding, ...]:
        """Its sound while its window is open: for `App.sounds`."""
        player, seconds = self.playing(ctx.vfs)
        source = self._source(ctx.vfs, player.path) if player.playing and seconds else None
        if source is None or seconds is None:
            return ()
        return (Sounding(source, player.since_ms, player.position_ms, player.speed, seconds=seconds),)

    def kept(self, state: Any, ctx: Context, player: Player) -> _Result:
        """Another thing played."""
        return state, (saved(self._table, ctx, (player,)),)

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
                effects = (*effects, Later(self._tick_ms, Send(("tick",))))
            return after._replace(now_ms=ctx.clock_ms, ticks=plays), effects

        return handle

    def played(self, app: App) -> App:
        """An app all of whose handlers, and the beginning, are ticking."""

        def init(args: Any, ctx: Context) -> _Result:
            return self.ticking(lambda _state, ctx: app.init(args, ctx))(None, ctx)

        on = {name: self.ticking(handler) for name, handler in app.on.items()}
        return app._replace(init=init, on=on, sounds=self.sounds)


# -- bar --------------------------------------------------------------------------------------------------------------

# The bar below a library on a desktop: buttons that move what is played, and the line along its track.


class Signs(NamedTuple):
    """How the bar of an app looks: icons of its buttons; the styles of these, of Play, of texts and the line."""

    shuffle: str = "arrow-shuffle"
    previous: str = "arrow-previous"
    play: str = "play"
    pause: str = "pause"
    next: str = "arrow-next"
    repeat: str = "arrow-repeat-all"
    repeat_one: str = "arrow-repeat-1"
    button: str = "tool"
    main: str = "primary"
    text: str = "caption"
    line: str = ""


def transport_buttons(prefix: str, player: Player, able: bool, signs: Signs) -> tuple[Node, ...]:
    """Shuffle, previous, play, next, repeat; greyed where there is nothing to play."""

    def plain(name: str, image: str, label: str) -> Node:
        return button(f"{prefix}.{name}", icon=image, name=label, style=signs.button, disabled=not able, click=(name,))

    def switch(name: str, image: str, label: str, on: bool) -> Node:
        return toggle(f"{prefix}.{name}", icon=image, name=label, style=signs.button, checked=on, click=(name,))

    image, label = (signs.pause, "Pause") if player.playing else (signs.play, "Play")
    once = signs.repeat_one if player.repeat == "one" else signs.repeat
    return (
        switch("shuffle", signs.shuffle, "Shuffle", player.shuffle),
        plain("previous", signs.previous, "Previous"),
        button(f"{prefix}.toggle", icon=image, name=label, style=signs.main, disabled=not able, click=("toggle",)),
        plain("next", signs.next, "Next"),
        switch("repeat", once, f"Repeat {player.repeat}", player.repeat != "off"),
    )


def seek_line(prefix: str, player: Player, now: int, seconds: int | None, signs: Signs) -> Node:
    """The time played, a line to go elsewhere by, and the track's length; dashes where there is none."""
    place = player.place_ms(now, seconds or 0) // 1000
    passed, length = ("-:--", "-:--") if seconds is None else (span_text(place), span_text(seconds))
    span = Span(place, 0, max(seconds or 0, 1), 1)
    line = slider(f"{prefix}.seek", span, name="Position", w=FILL, disabled=seconds is None, change=("seek",))
    return row(
        text(passed, style=signs.text, key=f"{prefix}.place"),
        line._replace(style=signs.line),
        text(length, style=signs.text, key=f"{prefix}.length"),
        gap=10,
        h=26,
    )
