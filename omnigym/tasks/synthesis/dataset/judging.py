"""What a worker process does: make the candidates of a recipe, and prove them on its own device."""

from __future__ import annotations

from functools import partial
from multiprocessing.util import Finalize
from typing import NamedTuple

from omnigym.devices.config import DeviceConfig, build_device, target_of
from omnigym.garbage import spare_collector
from omnigym.tasks.synthesis.dataset.recipe import Recipe
from omnigym.tasks.task import Task
from omnigym.tasks.verify import Prover, Strangers

__all__ = ["Judged", "begin", "judge"]


class Judged(NamedTuple):
    """What came of a candidate.

    Attributes:
        number: Its number.
        task: The task; None if there is none, or a proof of it does not hold.
        steps: How many actions the oracle took; 0 if nothing was proved.
        why: The proof that does not hold, and its reason; "" if there is a task.
    """

    number: int
    task: Task | None
    steps: int = 0
    why: str = ""


class _Worker:
    """The state of a worker process, set by `begin`."""

    recipe: Recipe
    prover: Prover | None


def begin(recipe: Recipe, config: DeviceConfig | None) -> None:
    """Prepare this process; without a configuration nothing is proved."""
    _Worker.recipe, _Worker.prover = recipe, None
    if config is not None:
        # What is about subtasks is proved once in each process, and of tasks that differ in names alone once.
        _Worker.prover = Prover(partial(build_device, config), Strangers(()), target_of(config))
        Finalize(None, _Worker.prover.close, exitpriority=1)
    spare_collector()


def judge(number: int) -> Judged:
    """Make the candidate with a number, and prove it."""
    task = _Worker.recipe.candidate(number)
    if task is None:
        return Judged(number, None, why="drawn: no graph fits")
    if _Worker.prover is None:
        return Judged(number, task)
    proof = _Worker.prover.prove(task)
    if proof.holds:
        return Judged(number, task, proof.oracle_steps)
    return Judged(number, None, why=f"{proof.failures[0].name}: {proof.failures[0].message}")
