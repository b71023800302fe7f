"""What Recorder keeps: voice memos, the places that were pinned in them, and what is played."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.player import Player, Transport, is_playable
from omnigym.sim.kinds.reels import Cue, Done, heard, is_reel
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

__all__ = ["HISTORY", "MEMOS", "PINS", "TABLES", "TRANSPORT", "Memo", "Pin", "memo_of", "sounds", "with_memos"]

_LONGEST_MS = 14_400_000


class Memo(NamedTuple):
    """A voice memo.

    Attributes:
        id: Its number.
        name: What tells it.
        ms: How long it was when it was recorded.
        tag: What it is for, or "".
        note: What somebody has written of it.
        begin_ms, end_ms: What was left of it when it was trimmed; an end of 0 is that of the recording.
        cues: What is heard, from the beginning of the recording.
    """

    id: int
    name: str
    ms: int = 10_000
    tag: str = ""
    note: str = ""
    begin_ms: int = 0
    end_ms: int = 0
    cues: tuple[Cue, ...] = ()

    @property
    def length_ms(self) -> int:
        """How long it is now."""
        return (self.end_ms or self.ms) - self.begin_ms

    @property
    def seconds(self) -> int:
        """The same in seconds, those that have begun counted whole."""
        return -(-self.length_ms // 1000)


class Pin(NamedTuple):
    """A place in a memo that was pinned: its number, its name then, and the place from its beginning now."""

    id: int
    memo: int
    name: str
    at_ms: int


def _is_memo(memo: Memo) -> bool:
    return 0 <= memo.begin_ms < (memo.end_ms or memo.ms) <= memo.ms <= _LONGEST_MS and is_reel(memo.cues)


_STORE = Store("recorder", "C:/data/data/org.omnigym.recorder", data_of(__file__, "recorder.json"))
MEMOS = _STORE.table("memos", Memo, valid=_is_memo)
PINS = _STORE.table("pins", Pin)
HISTORY = _STORE.table("history", Done)
PLAYER = _STORE.table("player", Player, valid=is_playable)
TABLES = _STORE.tables


def with_memos(vfs: Vfs, now: int) -> Vfs:
    """The files with the memos of a user."""
    return _STORE.initial(vfs, now)


def memo_of(vfs: Vfs, number: int) -> Memo | None:
    """The memo of a number, or None."""
    return next((m for m in MEMOS.rows(vfs) if m.id == number), None)


def _played(vfs: Vfs, path: str) -> Memo | None:
    return next((m for m in MEMOS.rows(vfs) if str(m.id) == path), None)


def _seconds(vfs: Vfs, path: str) -> int | None:
    memo = _played(vfs, path)
    return None if memo is None else memo.seconds


TRANSPORT = Transport(PLAYER, _seconds, lambda _vfs, _path: None)


def sounds(_state: object, ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of the memo that plays."""
    player = TRANSPORT.player(ctx.vfs)
    memo = _played(ctx.vfs, player.path) if player.playing else None
    if memo is None:
        return ()
    place = min(max(player.position_ms, 0), memo.length_ms)
    ends = player.since_ms + round((memo.length_ms - place) / player.speed)
    return heard(memo.cues, player.since_ms, memo.begin_ms + place, speed=player.speed, until_ms=ends)
