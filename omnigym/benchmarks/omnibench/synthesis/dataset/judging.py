"""What a worker process does: make the candidates of a recipe, or prove tasks on its own device."""

from __future__ import annotations

from functools import partial
from multiprocessing.util import Finalize

from pydantic import BaseModel, ConfigDict

from omnigym.benchmarks.omnibench.synthesis.dataset.recipe import DatasetRecipe
from omnigym.devices.config import DeviceConfig, build_device, target_of
from omnigym.garbage import spare_collector
from omnigym.tasks.proofs.instruction_check import faults_of_telling
from omnigym.tasks.proofs.verify import Prover, Strangers
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line

__all__ = ["Candidate", "CandidateVerdict", "begin_making", "begin_proving", "make", "prove"]


class Candidate(BaseModel):
    """What came of a number.

    Attributes:
        number: The number.
        task: The task as its file has it; "" if there is none.
        why: Why there is none.
    """

    model_config = ConfigDict(extra="forbid")

    number: int
    task: str = ""
    why: str = ""


class CandidateVerdict(BaseModel):
    """What came of the proof of a class of tasks.

    Attributes:
        of: The class.
        steps: How many actions the oracle took.
        why: The proof that does not hold, and its reason; "" if all hold.
    """

    model_config = ConfigDict(extra="forbid")

    of: str
    steps: int = 0
    why: str = ""


class _Worker:
    """The state of a worker process."""

    recipe: DatasetRecipe
    prover: Prover


def begin_making(recipe: DatasetRecipe) -> None:
    """Prepare this process for `make`."""
    _Worker.recipe = recipe
    spare_collector()


def make(number: int) -> Candidate:
    """Make the candidate with a number; one whose instruction does not tell what is asked for is none."""
    task = _Worker.recipe.candidate(number)
    if task is None:
        return Candidate(number=number, why="drawn: no graph fits")
    fault = next(faults_of_telling(task, None), None)
    if fault is not None:
        return Candidate(number=number, why=f"told: {fault}")
    return Candidate(number=number, task=dumps_line(task))


def begin_proving(config: DeviceConfig) -> None:
    """Prepare this process for `prove`: what is about subtasks is proved once in it."""
    _Worker.prover = Prover(partial(build_device, config), Strangers(()), target_of(config))
    Finalize(None, _Worker.prover.close, exitpriority=1)
    spare_collector()


def prove(of: str, task: Task) -> CandidateVerdict:
    """Prove a task for its class."""
    proof = _Worker.prover.prove(task)
    failures = proof.failures
    why = f"{failures[0].name}: {failures[0].message}" if failures else ""
    return CandidateVerdict(of=of, steps=proof.oracle_steps, why=why)
