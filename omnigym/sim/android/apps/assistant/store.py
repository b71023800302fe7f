"""What the Assistant keeps: what it can be asked, what it was answered, reminders, timers and preferences."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.kinds.speaking import is_speech
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs


class Routine(NamedTuple):
    """What it can be asked, and what it says then.

    Attributes:
        id: Its number.
        title: What one asks.
        says: Names of sounds, one after another.
        text: What is written where captions are on; "" for what it says aloud only.
        choices: The answers to its question; none where it asks nothing.
        open: Whether it takes any text for an answer.
        reads: Names of sounds that it reads as a list after that; one may stop it at one of them.
    """

    id: int
    title: str
    says: tuple[str, ...]
    text: str = ""
    choices: tuple[str, ...] = ()
    open: bool = False
    reads: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What somebody answered when it asked something back, or the item of a list at which it was stopped."""

    id: int
    asked: str
    answer: str


class Reminder(NamedTuple):
    """What it will remind one of, on which ``day`` of the week."""

    id: int
    text: str
    day: str


class Timer(NamedTuple):
    """A timer of so many ``minutes``, which ends at ``ends_ms``."""

    id: int
    minutes: int
    ends_ms: int


class Preference(NamedTuple):
    """How it answers: with ``captions``, or aloud alone."""

    id: int = 1
    captions: bool = True


_STORE = Store("assistant", "C:/data/data/app.assistant", data_of(__file__, "assistant.json"))
ROUTINES = _STORE.table("routines", Routine, valid=lambda r: is_speech(r.says) and is_speech(r.reads))
ANSWERS = _STORE.table("answers", Answer)
REMINDERS = _STORE.table("reminders", Reminder)
TIMERS = _STORE.table("timers", Timer)
PREFERENCES = _STORE.table("preferences", Preference)
TABLES = _STORE.tables


def with_routines(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has taught it, as of the virtual moment ``now``."""
    return _STORE.initial(vfs, now)
