"""What is played, and the rules by which it goes on: pure functions of a record and the virtual time.

Nothing is counted while time passes: a player knows where it was at a moment, and so where it is now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

__all__ = ["REPEATS", "SPEEDS", "Player", "is_playable", "mixed", "span_text"]

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
