"""The tasks of the suite that are made by hand, and the subtasks that only they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.tasks.apps.crab.hand import BY_HAND
from omnigym.tasks.crab.by_hand import hand_made
from omnigym.tasks.crab.suite import SPLIT, crab_suite
from omnigym.tasks.native import dumps_task, loads_task
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask, all_subtasks
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.trials import trials_of
from omnigym.tasks.verify import verify_task

MADE = [task for kind in SPLIT for task in hand_made(kind)]
OWN = all_subtasks(BY_HAND)


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    devices = {"phone": build_device("phone"), "desktop": build_device("ubuntu")}
    yield devices
    for device in devices.values():
        device.close()


def stage_of(task: Task, devices: dict[str, Device]) -> Stage:
    alone = "phone" if task.platforms == {"android"} else "desktop"
    return Stage(task, devices if len(task.device_names) > 1 else devices[alone])


def test_they_have_the_sizes_of_the_papers() -> None:
    assert Counter(len(t.expanded.ids) for t in MADE) == {3: 1, 4: 3, 5: 2, 6: 2, 7: 3, 8: 1, 10: 3, 11: 1}
    assert sum(t.device_names == ("phone", "desktop") or t.device_names == ("desktop", "phone") for t in MADE) == 6
    assert sorted(kind for t in MADE for kind in t.shares) == ["documents", "photos"]
    assert {t.id for t in MADE} <= {t.id for t in crab_suite("")}


@pytest.mark.parametrize("task", MADE, ids=lambda t: t.id)
def test_oracles_solve_them_and_damage_nothing(devices: dict[str, Device], task: Task) -> None:
    stage = stage_of(task, devices)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem
    assert stage.play(()).coverage == 0.0


@pytest.mark.parametrize("number", [0, 3])
def test_those_over_the_cloud_and_others_are_proved(devices: dict[str, Device], number: int) -> None:
    """All are by `omnigym tasks verify --suite crab`, in 40 seconds."""
    proof = verify_task(hand_made("cross")[number], devices)
    assert proof.holds, proof.failures


def test_what_was_done_on_one_device_only_is_half_of_it(devices: dict[str, Device]) -> None:
    """Without the cloud the phone never has what the desktop wrote."""
    task = next(t for t in MADE if t.shares == ("documents",))
    stage = stage_of(task, devices)
    outcome = stage.play(stage.oracle(leave_out=("write",), forgive=True))
    assert outcome.coverage == 0.0


def test_they_are_files_too() -> None:
    for task in MADE:
        again = loads_task(dumps_task(task))
        assert (again.nodes, again.edges, again.shares, again.instruction) == (
            task.nodes,
            task.edges,
            task.shares,
            task.instruction,
        )


@pytest.mark.parametrize("own", OWN, ids=lambda s: s.id)
def test_their_own_subtasks_are_proved(devices: dict[str, Device], own: Subtask) -> None:
    assert len(own.parameters) >= 6
    assert trials_of(own.id, "wrong") and trials_of(own.id, "right")
    for number, values in enumerate(own.parameters):
        task = Task(id=f"t{number}", nodes=(TaskNode("1", own.id, values),))
        device = devices["phone" if task.platforms == {"android"} else "desktop"]
        if number == 0:
            proof = verify_task(task, device)
            assert proof.holds, proof.failures
        stage = Stage(task, device)
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), (values, outcome.problem)
