"""Lessons: one hears something, and answers; each answer is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.android.apps.lessons.store import (
    EXERCISES,
    HEARTS,
    RESULTS,
    TABLES,
    Exercise,
    Result,
    plain,
    with_lessons,
)
from omnigym.sim.android.kit import action, app_bar, asking, item, left, phone_app, screen, section
from omnigym.sim.android.material_styles import PILL, ROUND
from omnigym.sim.app import Context, Effect, Handler
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, commanded
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.speaking import in_turn, starts
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, icon, progress, scroll, spacer
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

ui = Scope("lessons")
_CHOICE = PILL._replace(edge="stroke_strong", size=16, min_h=54, radius=16, checked="checked", pressed="hover")
_STYLES = ui.looks(
    toggle={"choice": _CHOICE, "word": _CHOICE._replace(min_h=46, radius=12)},
    button={
        "play": ROUND._replace(min_w=88, min_h=88, radius=44, icon=44, fill="accent", ink="on_accent"),
        "bell": ROUND._replace(min_w=168, min_h=168, radius=84, icon=72, fill="checked", pressed="pressed"),
        "wide": PILL._replace(fill="accent", ink="on_accent", pressed="accent_pressed", size=16, min_h=52, radius=26),
    },
    text={
        "task": Look(size=20, family="ui-semibold"),
        "right": Look(size=16, family="ui-semibold", ink="accent"),
        "wrong": Look(size=16, family="ui-semibold", ink="danger"),
    },
)
#: More options than these are less high.
_FEW = 4
_IMAGES = {"choose": "touch_app", "order": "swap_vert", "type": "edit", "bell": "notifications"}


class State(NamedTuple):
    """Where one is.

    Attributes:
        lesson: The lesson that is open, or "".
        exercise: The number of its exercise that is shown; 0 where none is left.
        since_ms: When it was last said, and
        slow: whether slowly.
        entered_ms: When the exercise was opened.
        chosen: The options that are chosen, in order, or
        typed: what is typed.
        lit: Whether the lamp of a bell is on.
        done: Whether it was answered, and
        right: whether rightly.
    """

    lesson: str = ""
    exercise: int = 0
    since_ms: int = 0
    slow: bool = False
    entered_ms: int = 0
    chosen: tuple[str, ...] = ()
    typed: str = ""
    lit: bool = False
    done: bool = False
    right: bool = False


# -- what can be done -------------------------------------------------------------------------------------------------

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
#: How fast it is said where somebody asks for it slowly, and for how long a background goes on.
_SLOW, _BACKGROUND_MS = 0.75, 120_000


def _opened(state: State, ctx: Context, lesson: str) -> _Result:
    """The first exercise of a lesson that has no answer yet, which is said at once."""
    rest = _open_ones(lesson, ctx.vfs) if hearts(ctx.vfs) else ()
    if not rest:
        return State(lesson), ()
    return _played(State(lesson, rest[0].id, entered_ms=ctx.clock_ms), ctx)


def _played(state: State, ctx: Context, slow: bool = False) -> _Result:
    exercise = _exercise_of(state, ctx.vfs)
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
    exercise = _exercise_of(state, ctx.vfs)
    if exercise is None or state.done or option not in exercise.options:
        return state, ()
    if exercise.kind != "order":
        return state._replace(chosen=(option,)), ()
    taken = tuple([o for o in state.chosen if o != option])
    return state._replace(chosen=taken if taken != state.chosen else (*taken, option)), ()


def _check(state: State, ctx: Context, *_typed: str) -> _Result:
    exercise = _exercise_of(state, ctx.vfs)
    if exercise is None or state.done:
        return state, ()
    answer = state.typed.strip() if exercise.kind == "type" else " ".join(state.chosen)
    if not answer or exercise.kind == "bell":
        return state, ()
    return _answered(state, ctx, exercise, answer, plain(answer) == plain(exercise.answer))


def _press(state: State, ctx: Context) -> _Result:
    """The button of a bell: too early, in time, or too late."""
    exercise = _exercise_of(state, ctx.vfs)
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
    exercise = _exercise_of(state, ctx.vfs)
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

# -- what it shows ----------------------------------------------------------------------------------------------------


def _exercise_of(state: State, vfs: Vfs) -> Exercise | None:
    """The exercise that is shown."""
    return next((e for e in EXERCISES.rows(vfs) if e.id == state.exercise), None) if state.exercise else None


def _open_ones(lesson: str, vfs: Vfs) -> tuple[Exercise, ...]:
    """The exercises of a lesson that have no answer."""
    done = {r.exercise for r in RESULTS.rows(vfs)}
    return tuple([e for e in EXERCISES.rows(vfs) if e.lesson == lesson and e.id not in done])


def hearts(vfs: Vfs) -> int:
    """How many wrong answers may still be given."""
    return max(0, HEARTS - sum([not r.right for r in RESULTS.rows(vfs)]))


def _streak(vfs: Vfs) -> int:
    """How many answers in a row were right, up to the last."""
    rights = [r.right for r in RESULTS.rows(vfs)]
    return len(rights) if all(rights) else rights[::-1].index(False)


def _view(state: State, ctx: Context, menu: tuple[MenuItem, ...]) -> Node:
    """The screen of a state; ``menu`` is that of the first screen."""
    exercise = _exercise_of(state, ctx.vfs)
    if exercise is not None:
        there = len([e for e in EXERCISES.rows(ctx.vfs) if e.lesson == state.lesson])
        left = len(_open_ones(state.lesson, ctx.vfs))
        return _exercise(state, exercise, (there - left) / max(there, 1), hearts(ctx.vfs))
    return _over(state, ctx.vfs) if state.lesson else _home(ctx.vfs, menu)


def _count(key: str, image: str, style: str, value: int, name: str) -> Node:
    return ui.row(
        icon(f"m/{image}", size=22, style=style),
        ui.text(str(value), "/heading", key=key, name=name, value=str(value)),
        gap=6,
        w=64,
    )


def _hearts(left: int) -> Node:
    return _count("hearts", "favorite", "danger", left, "Hearts")


def _home(vfs: Vfs, menu: tuple[MenuItem, ...]) -> Node:
    results = {r.exercise: r.right for r in RESULTS.rows(vfs)}
    lessons: dict[str, list[Exercise]] = {}
    for exercise in EXERCISES.rows(vfs):
        lessons.setdefault(exercise.lesson, []).append(exercise)
    lines = [
        (name, _IMAGES[mine[0].kind], len([e for e in mine if e.id in results]), len(mine))
        for name, mine in lessons.items()
    ]
    counts = row(_hearts(hearts(vfs)), _count("streak", "bolt", "accent", _streak(vfs), "Streak"), pad=(20, 4), gap=12)
    return screen(
        "lessons",
        "Lessons",
        app_bar("Lessons", action("lessons.more", "more_vert", "More options", menu=menu)),
        counts,
        section("Listen and answer"),
        scroll("lessons.list", panel(_lessons, tuple(lines)), name="Lessons"),
    )


def _lessons(lines: tuple[tuple[str, str, int, int], ...]) -> Node:
    return column(*[memo(_lesson, *line, w=FILL) for line in lines], role=Role.LIST, name="Lessons")


def _lesson(name: str, image: str, done: int, there: int) -> Node:
    return item(f"lessons.lesson.{name}", name, f"{done} of {there} done", image=image, h=72, click=("open", name))


def _exercise(state: State, exercise: Exercise, share: float, left: int) -> Node:
    return screen(
        "lessons",
        exercise.lesson,
        row(
            action("lessons.up", "close", "Leave the lesson", ("back",)),
            progress(round(share, 2), name="Progress"),
            _hearts(left),
            h=64,
            pad=(4, 0, 8, 0),
            gap=12,
        ),
        scroll("lessons.question", panel(_question, state, exercise), name=exercise.task),
        _foot(state, exercise),
    )


def _question(state: State, exercise: Exercise) -> Node:
    task = row(ui.heading(exercise.task, "task", w=FILL, wrap=True), pad=(20, 8))
    return column(task, *_parts(state, exercise))


def _parts(state: State, exercise: Exercise) -> tuple[Element | None, ...]:
    play = row(
        spacer(w=56),
        ui.tool("play", "m/volume_up", "Play", "play"),
        ui.tool("slowly", "m/slow_motion_video", "Play slowly", "/icon_tonal"),
        justify="center",
        gap=16,
        pad=(0, 20),
    )
    shown = ui.text(exercise.shown, "/body", key="shown", w=FILL, wrap=True) if exercise.shown else None
    card = row(row(shown, style="card", pad=16), pad=(20, 4)) if shown is not None else None
    if exercise.kind == "bell":
        press = ui.tool("press", "m/notifications", "Now", "bell", disabled=state.done)
        return card, row(press, justify="center", pad=(0, 56)), _lamp(state.lit) if exercise.light else None
    if exercise.kind == "type":
        typed = ui.field(
            "typed", state.typed, "What you hear", "/", placeholder="Type what you hear", w=FILL, submit=("check",)
        )
        return card, play, row(typed, pad=(20, 8))
    return card, play, _options(state, exercise)


def _lamp(lit: bool) -> Node:
    image, said = ("lightbulb", "The lamp is on") if lit else ("lightbulb_outline", "The lamp is off")
    return row(
        icon(f"m/{image}", size=40, style="accent" if lit else "", alt=said, key="lessons.lamp"), justify="center"
    )


def _options(state: State, exercise: Exercise) -> Node:
    ordered = exercise.kind == "order"
    style = "word" if ordered or len(exercise.options) > _FEW else "choice"
    made = [
        ui.button(
            f"option.{option}",
            _numbered(state, option) if ordered else option,
            style,
            name=option,
            checked=option in state.chosen,
            disabled=state.done and option not in state.chosen,
            w=AUTO if ordered else FILL,
            click=("choose", option),
        )
        for option in exercise.options
    ]
    return wrapped(*made, gap=10, pad=(20, 4)) if ordered else column(*made, gap=10, pad=(20, 4))


def _numbered(state: State, option: str) -> str:
    return f"{state.chosen.index(option) + 1}. {option}" if option in state.chosen else option


def _foot(state: State, exercise: Exercise) -> Node:
    if state.done:
        said = "Right!" if state.right else f"Not quite: {exercise.answer}" if exercise.answer else "Not quite."
        verdict = ui.text(said, "right" if state.right else "wrong", key="verdict", w=FILL, wrap=True)
        return column(verdict, ui.button("go_on", "Continue", "wide", w=FILL), gap=12, pad=(20, 8, 20, 20))
    ready = bool(state.typed.strip() if exercise.kind == "type" else state.chosen)
    check = ui.button("check", "Check", "wide", w=FILL, disabled=not ready) if exercise.kind != "bell" else None
    return column(check, pad=(20, 8, 20, 20))


def _over(state: State, vfs: Vfs) -> Node:
    mine = [r for r in RESULTS.rows(vfs) if r.lesson == state.lesson]
    said = f"{len([r for r in mine if r.right])} of {len(mine)} right"
    out = not hearts(vfs)
    return screen(
        "lessons",
        state.lesson,
        app_bar(state.lesson, back="lessons.up"),
        column(
            icon("m/favorite" if out else "m/check_circle", size=72, style="danger" if out else "accent"),
            ui.text("No hearts left" if out else "Lesson complete", "/title"),
            ui.text("Start over to have five again." if out else said, "/muted", key="summary"),
            h=FILL,
            gap=14,
            align="center",
            justify="center",
        ),
    )


# -- its declaration --------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="lessons",
    title="Lessons",
    icon="app/lessons",
    art={"app/lessons": sign_icon(0x2E7D32, "hearing")},
    styles=_STYLES,
    program=Program(category="Lifestyle"),
    initial=with_lessons,
    init=lambda _path, _ctx: (State(), ()),
    view=lambda state, ctx: _view(state, ctx, _COURSE.items(MENU, state)),
    on=_ON,
    tables=TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _COURSE),)
