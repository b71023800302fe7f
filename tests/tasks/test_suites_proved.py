"""The shipped suites on the simulated desktop and phone: all that `omnigym tasks verify` proves, of every task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from typing import TypeAlias

import pytest

from omnigym.benchmarks.composed.making import PLAN
from omnigym.devices.config import build_device, target_of
from omnigym.tasks.proofs.verify import Prover, Strangers, TaskProof
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task

Prove: TypeAlias = Callable[[str, str, Callable[[Task], bool]], list[TaskProof]]

#: The most actions of an oracle, by the device.
_MOST_STEPS = {"sim": 12, "phone": 24}
#: Each file of a film is opened by a dialog of its own, and each field of a form is filled in.
_MOST_OF_APP = {"clipchamp": 18, "handbrake": 30, "paisa": 16}
_SUBTASKS = [pytest.param(d, s, id=f"{d}-{s.id}") for d in _MOST_STEPS for s in all_subtasks() if d in s.devices]


@pytest.fixture(scope="module")
def prove() -> Iterator[Prove]:
    """Proves those tasks of a suite that are wanted; what is tried once a subtask is tried once a device."""
    provers: dict[str, Prover] = {}
    with ExitStack() as stack:

        def run(suite: str, device: str, wanted: Callable[[Task], bool]) -> list[TaskProof]:
            if device not in provers:
                others = Strangers([*suite_tasks("one-node", device), *suite_tasks("composed-2", device)])
                made = Prover(partial(build_device, device), others, target_of(device))
                provers[device] = stack.enter_context(closing(made))
            return [provers[device].prove(task) for task in suite_tasks(suite, device) if wanted(task)]

        yield run


# Of a subtask, or of a shape, at a time: all of them in one test are what one process does while the others wait.
@pytest.mark.proof
@pytest.mark.parametrize(("device", "subtask"), _SUBTASKS)
def test_every_task_of_one_node_is_proved(prove: Prove, device: str, subtask: Subtask) -> None:
    results = prove("one-node", device, lambda task: task.nodes[0].subtask == subtask.id)
    assert len(results) == len(subtask.parameters)
    assert [(r.task_id, r.failures) for r in results if not r.holds] == []
    most = _MOST_OF_APP.get(subtask.app, _MOST_STEPS[device])
    assert [(r.task_id, r.oracle_steps) for r in results if r.oracle_steps > most] == []


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted({name for name, _, _ in PLAN}))
@pytest.mark.parametrize("device", _MOST_STEPS)
def test_every_composed_task_is_proved(prove: Prove, device: str, name: str) -> None:
    results = prove("composed-2", device, lambda task: f"-{name}-" in task.id)
    assert results
    assert [(r.task_id, r.failures) for r in results if not r.holds] == []


@pytest.mark.proof("sim")
@pytest.mark.parametrize("level", ["L1", "L2", "L3", "L4"])
def test_tasks_of_osmap_are_proved(prove: Prove, level: str) -> None:
    """Every seventh; tests/benchmarks/osmap plays the oracle of each, and `omnigym tasks verify` proves all."""
    wanted = {t.id for t in [t for t in suite_tasks("osmap", "sim") if t.level == level][::7]}
    results = prove("osmap", "sim", lambda task: task.id in wanted)
    assert len(results) == len(wanted) >= 4
    assert [(r.task_id, r.failures) for r in results if not r.holds] == []


def test_at_least_four_subtasks_are_the_same_on_both_desktops() -> None:
    both = {t.nodes[0].subtask for t in suite_tasks("one-node", "sim")} & {
        t.nodes[0].subtask for t in suite_tasks("one-node", "x11")
    }
    assert len(both) >= 4
