"""The conversation with the Assistant: what was asked, what it says, and what it waits for."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from omnigym.counts import count_of
from omnigym.sim.android.apps.assistant.store import (
    ANSWERS,
    PREFERENCES,
    REMINDERS,
    ROUTINES,
    TIMERS,
    Answer,
    Preference,
    Reminder,
    Routine,
    Timer,
)
from omnigym.sim.app import Context, Effect, ScrollTo
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.speaking import ended, starts, words
from omnigym.sim.system import Later, Notify, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs

LIST = "assistant.list"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: Minutes that it offers for a timer, and the most that one may have.
MINUTES, _MOST_MINUTES = ("5", "10", "15", "20", "30"), 24 * 60
#: What it can be asked besides its routines.
TIMER, REMIND = "Set a timer", "Remind me of "
#: What it waits for, besides the answer to a routine: its number.
_FOR_MINUTES, _FOR_DAY = -1, -2
_TURNS = 40
#: Between two items of a list, and for how long the last one can be taken, milliseconds.
_BETWEEN, _AFTER = 2000, 2000
_WORD = re.compile(r"[a-z0-9]+")
_ASKS_TIMER = re.compile(r"(?:set|start) a timer(?: (?:for|of) (\d{1,4}) minutes?)?")
_ASKS_REMINDER = re.compile(r"remind me (?:of|to) (.+)", re.IGNORECASE)
_ON_DAY = re.compile(rf"(.+?),? on ({'|'.join(DAYS)})", re.IGNORECASE)


class Turn(NamedTuple):
    """What was said: by ``mine`` the user, or the Assistant by names of sounds, with a ``text`` for captions."""

    mine: bool
    text: str
    says: tuple[str, ...] = ()


class State(NamedTuple):
    """Where one is.

    Attributes:
        turns: The conversation.
        draft: What is typed.
        says: The names of what it says, and
        since_ms: since when.
        waits: The number of the routine that waits for an answer; -1 for minutes, -2 for a day, 0 for nothing.
        about: What the reminder is of that waits for a day.
        reads: The number of the routine whose list it reads, or 0.
        page: Whether reminders and timers are shown.
    """

    turns: tuple[Turn, ...] = ()
    draft: str = ""
    says: tuple[str, ...] = ()
    since_ms: int = 0
    waits: int = 0
    about: str = ""
    reads: int = 0
    page: bool = False

    @property
    def for_minutes(self) -> bool:
        """Whether it waits for a number of minutes."""
        return self.waits == _FOR_MINUTES

    @property
    def for_day(self) -> bool:
        """Whether it waits for a day."""
        return self.waits == _FOR_DAY


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def captions(vfs: Vfs) -> bool:
    """Whether what it says is written, too."""
    return next(iter(PREFERENCES.rows(vfs)), Preference()).captions


def routine_of(number: int, vfs: Vfs) -> Routine | None:
    """The routine of a number."""
    return next((r for r in ROUTINES.rows(vfs) if r.id == number), None) if number > 0 else None


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _said(state: State, ctx: Context, says: tuple[str, ...], text: str | None = None) -> State:
    """It says something; ``text`` is None where the captions have the words of the sounds."""
    turn = Turn(False, words(says) if text is None else text, says)
    return state._replace(turns=(*state.turns, turn)[-_TURNS:], says=says, since_ms=ctx.clock_ms)


def greeted(ctx: Context) -> State:
    """A new conversation."""
    return _said(State(), ctx, ("amber/assistant/ready",))


def asked(state: State, ctx: Context, text: str) -> _Result:
    """Something is asked, or an answer is given where it waits for one."""
    text = " ".join(text.split())
    if not text:
        return state, ()
    turns = (*state.turns, Turn(True, text))[-_TURNS:]
    after = state._replace(turns=turns, draft="", waits=0, about="", reads=0)
    answers = state.waits and not _is_question(text, ctx.vfs)
    then, effects = _answered(state, after, ctx, text) if answers else _understood(after, ctx, text)
    return then, (*effects, ScrollTo(LIST, f"assistant.turn.{len(then.turns) - 1}"))


def _asked_for(text: str, vfs: Vfs) -> Routine | None:
    """The routine that is asked for by a text."""
    plain = _plain(text)
    return next((r for r in ROUTINES.rows(vfs) if _plain(r.title) == plain), None)


def _is_question(text: str, vfs: Vfs) -> bool:
    """Whether a text asks for something, so that it is no answer."""
    told = _ASKS_TIMER.fullmatch(_plain(text)) or _ASKS_REMINDER.fullmatch(text)
    return told is not None or _asked_for(text, vfs) is not None


def _understood(state: State, ctx: Context, text: str) -> _Result:
    plain, routine = _plain(text), _asked_for(text, ctx.vfs)
    if routine is not None:
        waits = routine.id if routine.choices or routine.open else 0
        reads = routine.id if routine.reads else 0
        return _said(state._replace(waits=waits, reads=reads), ctx, _spoken(routine), routine.text), ()
    timer, reminder = _ASKS_TIMER.fullmatch(plain), _ASKS_REMINDER.fullmatch(text)
    if timer is not None:
        if timer.group(1):
            number = int(timer.group(1))
            return _timed(state, ctx, number) if 0 < number <= _MOST_MINUTES else _again(state, ctx)
        return _said(state._replace(waits=_FOR_MINUTES), ctx, ("amber/assistant/how-long",), ""), ()
    if reminder is not None:
        what = reminder.group(1).rstrip(".!")
        dated = _ON_DAY.fullmatch(what)
        if dated is not None:
            return _reminded(state, ctx, dated.group(1), dated.group(2).capitalize())
        return _said(state._replace(waits=_FOR_DAY, about=what), ctx, ("amber/plan/which-day",), ""), ()
    return _again(state, ctx)


def _again(state: State, ctx: Context) -> _Result:
    return _said(state, ctx, ("amber/assistant/again",)), ()


def _answered(before: State, state: State, ctx: Context, text: str) -> _Result:
    """The answer to what it waited for ``before``; what is none is asked for again."""
    plain = f" {_plain(text)} "
    if before.for_minutes:
        number = re.search(r" (\d{1,4}) ", plain)
        if number is not None and 0 < int(number.group(1)) <= _MOST_MINUTES:
            return _timed(state, ctx, int(number.group(1)))
        return _again(state._replace(waits=before.waits), ctx)
    if before.for_day:
        day = next((day for day in DAYS if f" {day.casefold()} " in plain), "")
        if day:
            return _reminded(state, ctx, before.about, day)
        return _again(state._replace(waits=before.waits, about=before.about), ctx)
    routine = routine_of(before.waits, ctx.vfs)
    if routine is None:
        return _understood(state, ctx, text)
    named = [c for c in routine.choices if f" {_plain(c)} " in plain]
    if routine.open or len(named) == 1:
        return _kept(state, ctx, routine, text if routine.open else named[0])
    return _again(state._replace(waits=before.waits), ctx)


def _kept(state: State, ctx: Context, routine: Routine, answer: str) -> _Result:
    rows = ANSWERS.rows(ctx.vfs)
    new = Answer(next_id(rows), routine.title, answer)
    return _said(state, ctx, ("amber/assistant/done",)), (saved(ANSWERS, ctx, (*rows, new)),)


def _timed(state: State, ctx: Context, minutes: int) -> _Result:
    rows, ms = TIMERS.rows(ctx.vfs), 60_000 * minutes
    timer = Timer(next_id(rows), minutes, ctx.clock_ms + ms)
    effects = (saved(TIMERS, ctx, (*rows, timer)), Later(ms, Send(("rang", timer.id, timer.ends_ms))))
    return _said(state, ctx, ("amber/assistant/timer",)), effects


def _reminded(state: State, ctx: Context, what: str, day: str) -> _Result:
    rows = REMINDERS.rows(ctx.vfs)
    return _said(state, ctx, ("amber/assistant/done",)), (
        saved(REMINDERS, ctx, (*rows, Reminder(next_id(rows), what, day))),
    )


def rang(state: State, ctx: Context, number: int, ends_ms: int) -> _Result:
    """A timer is over, unless somebody cancelled it, whose number may be another one's by now."""
    rows = TIMERS.rows(ctx.vfs)
    timer = next((t for t in rows if (t.id, t.ends_ms) == (number, ends_ms)), None)
    if timer is None:
        return state, ()
    over = Notify("assistant", "Time’s up", f"Timer of {count_of(timer.minutes, 'minute')}")
    return state._replace(says=("alarm/beeps",) * 3, since_ms=ctx.clock_ms, reads=0), (
        saved(TIMERS, ctx, [t for t in rows if t.id != number]),
        over,
    )


# -- lists that are read -----------------------------------------------------------------------------------------------


def _spoken(routine: Routine) -> tuple[str, ...]:
    """What it says, with its list, in which there is time between two items."""
    pause = f"pause/{_BETWEEN}"
    return (*routine.says, *[name for item in routine.reads for name in (pause, item)])


def picked(state: State, ctx: Context) -> _Result:
    """It is stopped: the last item that it has begun is meant, until it begins the next."""
    routine = routine_of(state.reads, ctx.vfs)
    if routine is None:
        return state, ()
    spoken, at = _spoken(routine), ctx.clock_ms - state.since_ms
    begins = starts(spoken)[len(routine.says) + 1 :: 2]
    begun = tuple([item for item, begin in zip(routine.reads, begins, strict=True) if begin <= at])
    if not begun or at > ended(spoken) + _AFTER:
        return _again(state._replace(reads=0), ctx)
    return _kept(state._replace(reads=0), ctx, routine, words(begun[-1:]).rstrip("."))
