"""Trajectory and evaluation function judged by each other, and what is said to whoever wrote them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from omnigym.actions import Action
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, DraftStep, oracle_of
from omnigym.benchmarks.omnibench.synthesis.evaluations import traces
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import OracleError
from omnigym.evaluation.condition import Condition
from omnigym.tasks.oracle import UI
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import Launch
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Feedback", "PlayedOracle", "fault_of", "subtask_of", "task_of"]

#: So many parameter sets are tried.
_SETS = 3
#: What stands for the check as long as there is none; it speaks of nothing in the draft.
_NO_CHECK = Condition("clipboard_contains_image")


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is wrong.

    Attributes:
        about: Whether the trajectory did not find its way, or the check judged one wrongly.
        message: What happened, for a model.
        run: Of a check: the run that it judged wrongly.
        passes: Whether that should have passed.
        parameters: The number of the parameter set of that run.
    """

    about: Literal["trajectory", "evaluation"]
    message: str
    run: traces.TraceRun | None = None
    passes: bool = False
    parameters: int = 0


def subtask_of(draft: Draft, steps: tuple[DraftStep, ...], conditions: tuple[Condition, ...] = ()) -> Subtask:
    """The subtask that a draft is with these steps and this check."""
    return Subtask(
        id=f"draft/{draft.app.replace('_', '-')}",
        app=draft.app,
        instruction=draft.instruction,
        parameters=draft.parameters[:_SETS],
        conditions=conditions or (_NO_CHECK,),
        oracle=PlayedOracle(steps),
        effects=None,
        platforms=("windows",),
        capabilities=("apps", "a11y", "files"),
    )


def task_of(subtask: Subtask, number: int = 0, start: tuple[str, ...] = ()) -> Task:
    """A task of it alone, from one of `traces.STARTS`."""
    return Task(
        id=f"{subtask.id}@{number}",
        nodes=(TaskNode("1", subtask.id, subtask.parameters[number]),),
        definitions=(subtask,),
        setup=tuple([Launch(subtask.app if app == "*" else app) for app in start]),
    )


def fault_of(subtask: Subtask, others: Sequence[Task], device: SimDevice) -> Feedback | None:
    """The first thing that is wrong with trajectory and check of a subtask; None if each bears the other one out.

    The trajectory has to pass from three starts and with each parameter set; doing nothing and the oracles of other
    subtasks must not (B.2), and neither must the trajectory without its last step, or with other parameters.

    Args:
        subtask: The subtask.
        others: Tasks of other subtasks.
        device: On which all is played; it is reset.
    """
    for number in range(len(subtask.parameters)):
        for start in traces.STARTS if number == 0 else ((),):
            if found := _not_passed(subtask, number, start, device):
                return found
    first = task_of(subtask)
    stage = Stage(first, device)
    for message, run in _wrong(subtask, first, others):
        if stage.play(run.actions(device), ends=False).coverage == 1.0:
            return Feedback("evaluation", message, run)
    return None


def _wrong(subtask: Subtask, first: Task, others: Sequence[Task]) -> Iterator[tuple[str, traces.TraceRun]]:
    """What must not pass on the start of the first parameter set, and what is said if it does."""
    yield (
        "The evaluation function passes where nothing was done at all.",
        traces.TraceRun("nothing", first, traces.wait_actions),
    )
    if isinstance(subtask.oracle, PlayedOracle) and len(subtask.oracle.steps) > 1:
        half = replace(subtask, oracle=PlayedOracle(subtask.oracle.steps[:-1]))
        message = "The evaluation function passes before the last step of the trajectory was done."
        yield message, traces.TraceRun("all but the last step", first, _forgiven(task_of(half)))
    for number in range(1, len(subtask.parameters)):
        message = f"The evaluation function for {subtask.parameters[0]} passes after it was done with "
        run = traces.TraceRun(f"set {number} instead", first, _forgiven(task_of(subtask, number)))
        yield f"{message}{subtask.parameters[number]}.", run
    for other in others:
        message = f"The evaluation function passes after somebody did something else: {other.instruction}"
        yield message, traces.TraceRun(other.id, first, _forgiven(other))


def _forgiven(task: Task) -> Callable[[SimDevice], Iterator[Action]]:
    """The oracle of a task, which ends where it does not find its way."""

    def actions(device: SimDevice) -> Iterator[Action]:
        with contextlib.suppress(OracleError):
            yield from traces.oracle_of(task)(device)

    return actions


@dataclass(frozen=True, slots=True)
class PlayedOracle:
    """An oracle that knows its steps."""

    steps: tuple[DraftStep, ...]

    def __call__(self, ui: UI, **values: object) -> Iterator[Action]:
        """As of `omnigym.benchmarks.omnibench.synthesis.discovery.drafts.oracle_of`."""
        return oracle_of(self.steps)(ui, **values)


def _not_passed(subtask: Subtask, number: int, start: tuple[str, ...], device: SimDevice) -> Feedback | None:
    stage = Stage(task_of(subtask, number, start), device)
    outcome = stage.play(stage.oracle(), ends=False)
    where = f"With {subtask.parameters[number]}" + (f" and {', '.join(start)} open" if start else "")
    where = where.replace("*", "the application")
    if outcome.problem:
        return Feedback("trajectory", f"{where}: {outcome.problem}", parameters=number)
    if outcome.coverage == 1.0:
        return None
    verdict = stage.evaluator.verdicts["1"]
    done = round(verdict.progress * len(subtask.conditions))
    message = f"{where} the trajectory ended, and the evaluation function failed: {verdict.message}"
    message += f" {done} of its {len(subtask.conditions)} conditions passed."
    plain = replace(task_of(subtask, number), setup=())
    return Feedback("evaluation", message, traces.TraceRun(where, plain, traces.oracle_of(plain), start), True, number)
