"""What Lessons keeps: exercises, and one result for each that was answered."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.sim.kinds.speaking import is_speech
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

#: "choose" one option, "order" all of them, "type" a text, or press a button at the "bell".
KINDS = ("choose", "order", "type", "bell")
#: So many wrong answers may be given before one has to start over.
HEARTS = 5
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)*")


class Exercise(NamedTuple):
    """An exercise.

    Attributes:
        id: Its number.
        lesson: The lesson that it is in.
        kind: One of `KINDS`.
        task: What is to be done.
        says: Names of sounds, one after another; of a "bell" the last one is it.
        options: What can be chosen, or put in order.
        answer: The right answer; of a text, letter case and marks do not count.
        shown: What is written above the options, or "".
        light: Of a "bell": whether a lamp goes on when it rings.
        within_ms: Of a "bell": for how long after it one may press.
        background: A sound that goes on meanwhile, or "".
    """

    id: int
    lesson: str
    kind: str
    task: str
    says: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    answer: str = ""
    shown: str = ""
    light: bool = False
    within_ms: int = 0
    background: str = ""


class Result(NamedTuple):
    """An answer.

    Attributes:
        id: Its number.
        exercise: The number of the exercise.
        lesson: The lesson.
        answer: What was answered; words in order with spaces between them, "early", "in time" or "late".
        right: Whether that was right.
        ms: Of a bell: how long after it one pressed, in milliseconds.
    """

    id: int
    exercise: int
    lesson: str
    answer: str
    right: bool
    ms: int = 0


def _is_exercise(row: Exercise) -> bool:
    heard = (*row.says, *([row.background] if row.background else ()))
    return row.kind in KINDS and is_speech(heard) and (row.kind != "bell" or bool(row.says))


_STORE = Store("lessons", "C:/data/data/app.lessons", data_of(__file__, "lessons.json"))
EXERCISES = _STORE.table("exercises", Exercise, valid=_is_exercise)
RESULTS = _STORE.table("results", Result)
TABLES = _STORE.tables


def plain(text: str) -> str:
    """A text by its words alone: lower case, without marks."""
    return " ".join(_WORD.findall(text.casefold()))


def with_lessons(vfs: Vfs, now: int) -> Vfs:
    """The files with the lessons of a user, as of the virtual moment ``now``."""
    return _STORE.initial(vfs, now)
