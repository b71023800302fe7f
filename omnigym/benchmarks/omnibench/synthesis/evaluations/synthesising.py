"""An evaluation function for a subtask, from what its oracle does and what others do (OmniBench B.2)."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from omnigym.benchmarks.omnibench.synthesis.evaluations.candidates import of_events, of_subtask, of_texts, shortest
from omnigym.benchmarks.omnibench.synthesis.evaluations.traces import (
    STARTS,
    Trace,
    TraceRun,
    oracle_of,
    play,
    trial_of,
    wait_actions,
)
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import OmnigymError
from omnigym.evaluation.condition import Condition
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.registry import counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import Launch
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Evaluation", "candidates_of", "synthesise"]

_LOG = logging.getLogger("omnigym")
#: So many parameter sets are played, and texts on the screen looked at.
_SETS, _TEXTS = 3, 60


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation function, and how far it tells the deed from others.

    Attributes:
        subtask: The id of the subtask.
        conditions: Of the eleven APIs, with templates; none where nothing that they see is common to all right runs.
        verified: Whether the evaluator, too, passes it from three starts and with other parameters, and rejects doing
            nothing and the oracles of three other subtasks (B.2).
        unlike: Names of runs besides that pass it though they should not: the oracle with other parameters, half of it
            or all but its last action, and wrong runs that were written for the subtask.
        message: Why it is not verified.
    """

    subtask: str
    conditions: tuple[Condition, ...]
    verified: bool
    unlike: tuple[str, ...] = ()
    message: str = ""


def synthesise(subtask: Subtask, device: SimDevice, strangers: Strangers) -> Evaluation:
    """The shortest function that tells what the oracle of a subtask does from what others do.

    What three oracles and nobody at all do must be told apart; of the rest as much as can be.

    Args:
        subtask: A subtask of the device's platform, with an oracle.
        device: On which all is played; it is reset.
        strangers: Finds the tasks of other subtasks.
    """
    try:
        return _synthesised(subtask, device, strangers)
    except OmnigymError as e:
        _LOG.warning("No evaluation function for %s: %s", subtask.id, e)
        return Evaluation(subtask.id, (), False, message=str(e))


def _synthesised(subtask: Subtask, device: SimDevice, strangers: Strangers) -> Evaluation:
    tasks = [_task(subtask, values) for values in subtask.parameters[:_SETS]]
    first, values = tasks[0], subtask.parameters[0]
    runs = [*[TraceRun(f"from {s}", first, oracle_of(first), s) for s in STARTS], *[_own(t) for t in tasks[1:]]]
    sets = [values] * len(STARTS) + [*subtask.parameters[1:_SETS]]
    seen = [play(run, device, (), {}) for run in (runs[0], *runs[len(STARTS) :])]
    candidates = candidates_of(subtask, seen)
    good = [play(run, device, candidates, given) for run, given in zip(runs, sets, strict=True)]
    others = strangers.of(first)
    bad = [
        TraceRun("nothing", first, wait_actions),
        *[TraceRun(f"oracle of {o.id}", first, oracle_of(o)) for o in others],
    ]
    wrong = [t for t in counterexamples_of(subtask.id, "wrong") if device.platform in t.platforms]
    near = [TraceRun(f"parameter set {n}", first, oracle_of(t)) for n, t in enumerate(tasks[1:], start=1)]
    near += [TraceRun(t.name, first, trial_of(first, t)) for t in wrong]
    must = [play(run, device, candidates, values) for run in bad]
    may = [play(run, device, candidates, values) for run in near]
    steps = len(good[0].events) - 1
    may += [good[0].until("half of the oracle", steps // 2), good[0].until("the oracle but its last action", steps - 1)]
    conditions, paid = shortest(candidates, good, must, may)
    if not conditions or any(t.name in paid for t in must):
        return Evaluation(subtask.id, (), False, message="Nothing that the APIs see is common to all right runs alone.")
    why = _refuted(subtask, conditions, tasks, others, device)
    return Evaluation(subtask.id, conditions, not why, paid, why)


def candidates_of(subtask: Subtask, seen: Sequence[Trace]) -> list[Condition]:
    """What may be looked at: of what was read or done, all that was with each parameter set.

    Args:
        subtask: The subtask.
        seen: Runs of its oracle, one with each of its first parameter sets.
    """
    common: list[Condition] = []
    for n, trace in enumerate(seen):
        values = subtask.parameters[n]
        done = [*of_events([e for step in trace.events for e in step], values), *of_texts(trace.texts[:_TEXTS], values)]
        common = list(dict.fromkeys(done)) if n == 0 else [c for c in common if c in done]
    return list(dict.fromkeys([*of_subtask(subtask), *common]))


def _task(subtask: Subtask, values: Mapping[str, object]) -> Task:
    return Task(id=f"{subtask.id}@0", nodes=(TaskNode("1", subtask.id, values),), definitions=(subtask,))


def _own(task: Task) -> TraceRun:
    return TraceRun("other parameters", task, oracle_of(task))


def _refuted(
    subtask: Subtask,
    conditions: tuple[Condition, ...],
    tasks: Sequence[Task],
    others: Sequence[Task],
    device: SimDevice,
) -> str:
    """What the evaluator says against a function; "" where it judges as it should."""
    values = {name: getattr(subtask, name) for name in Subtask.__dataclass_fields__}
    judged = Subtask(**{**values, "conditions": conditions, "parts": (), "milestones": (), "effects": None})
    for n, task in enumerate(tasks):
        for start in STARTS if n == 0 else ((),):
            launched = tuple([Launch(subtask.app if a == "*" else a) for a in start if a != "*" or subtask.app])
            stage = Stage(replace(task, definitions=(judged,), setup=launched), device)
            if stage.play(stage.oracle(), ends=False).coverage < 1.0:
                return f"The oracle is not passed with parameter set {n}, from {start or 'the fresh desktop'}."
    stage = Stage(replace(tasks[0], definitions=(judged,)), device)
    if stage.play(iter(()), ends=False).coverage > 0.0:
        return "Nothing was done, and it passes."
    paid = [o.id for o in others if stage.play(stage.oracle(o, forgive=True), ends=False).coverage == 1.0]
    return f"The oracle of {paid[0]} passes." if paid else ""
