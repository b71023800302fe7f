"""Lessons: one hears something, and answers; each answer is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from omnigym.sim.android.apps.lessons.store import RESULTS, TABLES, Exercise, Result, plain, with_lessons
from omnigym.sim.android.apps.lessons.view import STYLES, State, exercise_of, hearts, open_ones, view
from omnigym.sim.android.kit import asking, left, phone_app
from omnigym.sim.app import Context, Effect, Handler
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, commanded
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.speaking import in_turn, starts
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id

__all__ = ["APPS"]

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
#: How fast it is said where somebody asks for it slowly, and for how long a background goes on.
_SLOW, _BACKGROUND_MS = 0.75, 120_000

# -- what it does ------------------------------------------------------------------------------------------------------


def _opened(state: State, ctx: Context, lesson: str) -> _Result:
    """The first exercise of a lesson that has no answer yet, which is said at once."""
    rest = open_ones(lesson, ctx.vfs) if hearts(ctx.vfs) else ()
    if not rest:
        return State(lesson), ()
    return _played(State(lesson, rest[0].id, entered_ms=ctx.clock_ms), ctx)


def _played(state: State, ctx: Context, slow: bool = False) -> _Result:
    exercise = exercise_of(state, ctx.vfs)
    if exercise is None or state.done:
        return state, ()
    after = state._replace(since_ms=ctx.clock_ms, slow=slow, lit=False)
    if not exercise.light:
        return after, ()
    return after, (Later(_bell(exercise), Send(("light", exercise.id, ctx.clock_ms))),)


def _bell(exercise: Exercise) -> int:
    """After how many milliseconds it rings."""
    return starts(exercise.says)[-1]


def _light(state: State, _ctx: Context, exercise: int, since_ms: int) -> _Result:
    goes_on = (state.exercise, state.since_ms) == (exercise, since_ms) and not state.done
    return (state._replace(lit=True) if goes_on else state), ()


def _choose(state: State, ctx: Context, option: str) -> _Result:
    """Another option, or in an order one more, or one that is taken back."""
    exercise = exercise_of(state, ctx.vfs)
    if exercise is None or state.done or option not in exercise.options:
        return state, ()
    if exercise.kind != "order":
        return state._replace(chosen=(option,)), ()
    taken = tuple([o for o in state.chosen if o != option])
    return state._replace(chosen=taken if taken != state.chosen else (*taken, option)), ()


def _check(state: State, ctx: Context, *_typed: str) -> _Result:
    exercise = exercise_of(state, ctx.vfs)
    if exercise is None or state.done:
        return state, ()
    answer = state.typed.strip() if exercise.kind == "type" else " ".join(state.chosen)
    if not answer or exercise.kind == "bell":
        return state, ()
    return _answered(state, ctx, exercise, answer, plain(answer) == plain(exercise.answer))


def _press(state: State, ctx: Context) -> _Result:
    """The button of a bell: too early, in time, or too late."""
    exercise = exercise_of(state, ctx.vfs)
    if exercise is None or state.done or exercise.kind != "bell":
        return state, ()
    ms = ctx.clock_ms - state.since_ms - _bell(exercise)
    answer = "early" if ms < 0 else "in time" if ms <= exercise.within_ms else "late"
    return _answered(state, ctx, exercise, answer, answer == "in time", ms)


def _answered(state: State, ctx: Context, exercise: Exercise, answer: str, right: bool, ms: int = 0) -> _Result:
    rows = RESULTS.rows(ctx.vfs)
    result = Result(next_id(rows), exercise.id, exercise.lesson, answer, right, ms)
    return state._replace(done=True, right=right, since_ms=0), (saved(RESULTS, ctx, (*rows, result)),)


def _restart(state: State, ctx: Context) -> _Result:
    """All hearts, and no results."""
    return State(), (saved(RESULTS, ctx, ()),)


def _back(state: State, _ctx: Context) -> _Result:
    return (State(), ()) if state.lesson else left(state)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    exercise = exercise_of(state, ctx.vfs)
    if exercise is None:
        return ()
    said = in_turn(exercise.says, state.since_ms, speed=_SLOW if state.slow else 1.0)
    if not exercise.background or state.done:
        return said
    until = state.entered_ms + _BACKGROUND_MS
    return (*said, Sounding(exercise.background, state.entered_ms, volume=50, loops=True, until_ms=until))


_ON: Mapping[str, Handler] = {
    "back": _back,
    "check": _check,
    "choose": _choose,
    "go_on": lambda s, ctx: _opened(s, ctx, s.lesson),
    "light": _light,
    "open": _opened,
    "play": _played,
    "press": _press,
    "slowly": lambda s, ctx: _played(s, ctx, True),
    "typed": sets("typed"),
}
_SURE = asking("Start over?", "All results are deleted, and you have five hearts again.", "Start over")
_COURSE = Commands(
    "lessons",
    Command("restart", "Start over", run=_restart, icon="m/restart_alt", places=("menu",), ask=lambda _: _SURE),
)

# -- its declaration ---------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="lessons",
    title="Lessons",
    icon="app/lessons",
    art={"app/lessons": sign_icon(0x2E7D32, "hearing")},
    styles=STYLES,
    program=Program(category="Lifestyle"),
    initial=with_lessons,
    init=lambda _path, _ctx: (State(), ()),
    view=lambda state, ctx: view(state, ctx, _COURSE.items(MENU, state)),
    on=_ON,
    tables=TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _COURSE),)
