"""Attempts at a task of one node that are known to be right or wrong, and their scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from omnigym.devices.app_names import Devices
from omnigym.devices.userdata import UserData
from omnigym.tasks.counterexamples import Counterexample, Kind
from omnigym.tasks.proofs.side_effect_attempts import damages
from omnigym.tasks.proofs.sweeps import swept
from omnigym.tasks.registry import counterexamples_of
from omnigym.tasks.rollout import Outcome, Stage
from omnigym.tasks.task import Task

__all__ = ["Attempt", "attempts", "derived_attempts", "written_attempts"]


class Attempt(NamedTuple):
    """An attempt at a task.

    Attributes:
        kind: Whether it was to pay.
        name: Of the trial, or what was damaged before the oracle.
        outcome: How it went.
        fault: Why a wrong run proves nothing: it did nothing, or broke off halfway. "" if it was carried out.
    """

    kind: Kind
    name: str
    outcome: Outcome
    fault: str = ""

    @property
    def judged_well(self) -> bool:
        """Whether the score is 1.0 for a right way, and less for a completed wrong run."""
        return (self.outcome.coverage == 1.0) == (self.kind == "right") and not self.fault

    @property
    def problem(self) -> str:
        """The complaint, or how far the attempt came."""
        return self.fault or self.outcome.problem or f"scored {self.outcome.coverage:.3f}."


def attempts(task: Task, devices: Devices) -> Iterator[Attempt]:
    """Yield the oracle, the trials of its subtask, its choices tried in turn, and the oracle after each derived damage.

    Args:
        task: A task of one node.
        devices: The device, or all by the names that nodes use; they are reset.

    Raises:
        DeviceError: The device failed.
    """
    stage = Stage(task, devices)
    try:
        outcome = stage.play(stage.oracle())
        after = stage.user_data()
        yield Attempt("right", "oracle", outcome)
        for kind in ("right", "wrong"):
            yield from written_attempts(stage, kind)
        for choice, outcome in swept(stage):
            yield Attempt("wrong", f"tried each {choice}", outcome)
        yield from derived_attempts(stage, after)
    finally:
        stage.end()


def written_attempts(stage: Stage, kind: Kind) -> Iterator[Attempt]:
    """Yield the trials of a kind that the subtask of a one-node task declares."""
    if len(stage.task.nodes) > 1:
        return
    for trial in counterexamples_of(stage.task.subtasks[0].id, kind):
        if stage.platform not in trial.platforms or (trial.desktops and stage.desktop not in trial.desktops):
            continue
        outcome = stage.play(stage.trial(trial))
        yield Attempt(kind, trial.name, outcome, _fault(stage, trial))


def _fault(stage: Stage, trial: Counterexample) -> str:
    """Why a wrong run that was just played proves nothing.

    It is written with the first parameter set in mind: with another one, the neighbour that it takes may be the very
    thing, or elsewhere, and then it ends there.
    """
    if trial.kind == "right":
        return ""
    node = stage.task.nodes[0]
    if stage.broke_off and node.parameters == stage.task.subtasks[0].parameters[0]:
        return f"It broke off: {stage.broke_off}"
    return "" if trial.idle or stage.changed else "It left all as it was. Mend it, or say that it is idle."


def derived_attempts(stage: Stage, after: UserData | None) -> Iterator[Attempt]:
    """Yield the oracle after each damage that a person would notice.

    On a device whose home is empty it is done among other things; that it can be is tried first, as a right way.

    Args:
        stage: The task's; of several nodes, or where anything may be done, nothing is derived.
        after: The user's data after the oracle; None where the device cannot tell.
    """
    if after is None or len(stage.task.nodes) > 1 or not stage.task.graph.allowed:
        return
    crowded = stage.among_others()
    if crowded is not stage:
        stage = crowded
        outcome = stage.play(stage.oracle())
        after = stage.user_data()
        yield Attempt("right", "oracle among other things", outcome)
    stage.begin()
    before = stage.user_data()
    assert before is not None
    assert after is not None
    for damage in damages(before, after):
        if stage.would_miss(damage):
            yield Attempt("wrong", damage.name, stage.play(stage.oracle(forgive=True), damage=damage))
