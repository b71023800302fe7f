"""The milestones of every subtask lie on its way: the oracle passes them in order, and they are not the goal itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.probe import Probe
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

SIM = [s for s in all_subtasks() if "sim" in s.devices]
PHONE = [s for s in all_subtasks() if "phone" in s.devices and s.milestones]


@pytest.fixture(scope="module")
def device() -> Iterator[SimDevice]:
    device = SimDevice()
    yield device
    device.close()


@pytest.fixture(scope="module")
def phone() -> Iterator[Device]:
    phone = build_device("phone")
    yield phone
    phone.close()


@pytest.mark.proof("sim")
@pytest.mark.parametrize("subtask", SIM, ids=lambda s: s.id)
def test_the_oracle_passes_its_milestones_in_order(device: SimDevice, subtask: Subtask) -> None:
    _passes(device, subtask)


@pytest.mark.proof("phone")
@pytest.mark.parametrize("subtask", PHONE, ids=lambda s: s.id)
def test_the_oracle_passes_its_milestones_on_the_phone(phone: Device, subtask: Subtask) -> None:
    _passes(phone, subtask)


@pytest.mark.proof("phone")
@pytest.mark.parametrize("subtask", PHONE, ids=lambda s: s.id)
def test_nothing_is_reached_at_the_start_on_the_phone(phone: Device, subtask: Subtask) -> None:
    for parameters in subtask.parameters:
        stage = Stage(Task(id="t", nodes=(TaskNode("1", subtask.id, parameters),)), phone)
        stage.begin()
        assert stage.evaluator.progress == 0.0, parameters


def _passes(device: Device, subtask: Subtask) -> None:
    task = Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),))
    stage = Stage(task, device)
    folds = task.graph.nodes[0].milestone_checks
    first: dict[int, int] = {}
    potential = [0.0]

    def look() -> None:
        probe = Probe(device)
        for n, fold in enumerate(folds):
            if fold.step(fold.initial, (), probe).verdict:
                first.setdefault(n, len(potential))
        fresh = GraphEvaluator(task.graph, device)
        assert stage.evaluator.done or stage.evaluator.progress == fresh.progress, "it is a function of the state alone"
        potential.append(stage.evaluator.progress)

    assert stage.play(stage.oracle(), every=look).coverage == 1.0
    times = [first.get(n) for n in range(len(folds))]
    assert None not in times, f"milestone {times.index(None)} is never reached: {task.graph.nodes[0].milestones}"
    assert times == sorted(t for t in times if t is not None), task.graph.nodes[0].milestones
    assert potential[-1] == 1.0
    assert any(0 < p < 1 for p in potential), "there is something on the way"
