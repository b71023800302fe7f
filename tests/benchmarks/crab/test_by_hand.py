"""The tasks that are made by hand, CRAB's and ours, and the subtasks that only they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from omnigym.benchmarks.crab.by_hand import hand_made
from omnigym.benchmarks.crab.more_by_hand import more_suite
from omnigym.benchmarks.crab.suite import SPLIT, crab_suite
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task, loads_task

MADE = [task for kind in SPLIT for task in hand_made(kind)]
MORE = list(more_suite(""))
OWN = all_subtasks("crab-by-hand")


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    devices = {"phone": build_device("phone"), "desktop": build_device("ubuntu")}
    yield devices
    for device in devices.values():
        device.close()


def stage_of(task: Task, devices: dict[str, Device]) -> Stage:
    alone = "phone" if task.platforms == {"android"} else "desktop"
    return Stage(task, devices if len(task.device_names) > 1 else devices[alone])


@pytest.mark.parametrize("made", [MADE, MORE], ids=["of CRAB's", "of ours"])
def test_they_have_the_sizes_of_the_papers(made: list[Task]) -> None:
    assert Counter(len(t.expanded_dag.ids) for t in made) == {3: 1, 4: 3, 5: 2, 6: 2, 7: 3, 8: 1, 10: 3, 11: 1}


def test_crabs_are_of_its_kinds_and_have_its_ids() -> None:
    assert [len(hand_made(kind)) for kind in ("android", "ubuntu", "cross")] == [0, 6, 10]
    published = [tag for t in MADE for tag in t.tags if len(tag) == 36]
    assert len(set(published)) == 16
    assert {t.id for t in MADE} <= {t.id for t in crab_suite("")}


#: Graphs that are no chains, by the numbers of the nodes: those published, but that an app which is opened for what
#: comes of two branches comes after the first of them.
GRAPHS = {
    "79832e15": {(0, 1), (1, 2), (1, 3), (2, 4), (3, 4)},
    "515a5467": {(0, 2), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)},
    "aab5555e": {(0, 1), (1, 2), *[(2, n) for n in (3, 4, 5, 6)], *[(n, 7) for n in (3, 4, 5, 6)]},
}


@pytest.mark.parametrize("published", GRAPHS)
def test_their_graphs_are_the_published_ones(published: str) -> None:
    task = next(t for t in MADE if any(tag.startswith(published) for tag in t.tags))
    index = {node: n for n, node in enumerate(task.expanded_dag.ids)}
    assert {(index[a], index[b]) for a, b in task.expanded_dag.edges} == GRAPHS[published]


@pytest.mark.proof
@pytest.mark.parametrize("task", [*MADE, *MORE], ids=lambda t: t.id)
def test_oracles_solve_them_and_damage_nothing(devices: dict[str, Device], task: Task) -> None:
    stage = stage_of(task, devices)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem
    assert stage.play(()).coverage == 0.0


@pytest.mark.proof
@pytest.mark.parametrize("number", [0, 4])
def test_those_over_the_cloud_and_others_are_proved(devices: dict[str, Device], number: int) -> None:
    """All are by `omnigym tasks verify --suite crab`, in 40 seconds."""
    proof = verify_task(hand_made("cross")[number], devices)
    assert proof.holds, proof.failures


def test_what_was_done_on_one_device_only_is_half_of_it(devices: dict[str, Device]) -> None:
    """Without the cloud the phone never has what the desktop wrote."""
    task = next(t for t in MORE if t.shares == ("documents",))
    stage = stage_of(task, devices)
    outcome = stage.play(stage.oracle(leave_out=("write",), forgive=True))
    assert outcome.coverage == 0.0


def test_they_are_files_too() -> None:
    for task in [*MADE, *MORE]:
        again = loads_task(dumps_task(task))
        assert (again.nodes, again.edges, again.shares, again.instruction) == (
            task.nodes,
            task.edges,
            task.shares,
            task.instruction,
        )


#: What comes new from another device: only the whole task can be played.
TOGETHER = "by-hand/bring-photo"


@pytest.mark.proof
@pytest.mark.parametrize("own", [s for s in OWN if s.id != TOGETHER], ids=lambda s: s.id)
def test_their_own_subtasks_are_proved(devices: dict[str, Device], own: Subtask) -> None:
    assert counterexamples_of(own.id, "wrong")
    for number, values in enumerate(own.parameters):
        task = Task(id=f"t{number}", nodes=(TaskNode("1", own.id, values),))
        device = devices["phone" if task.platforms == {"android"} else "desktop"]
        if number == 0:
            proof = verify_task(task, device)
            # what a model reads in a picture, or on the other device, is not on the screen that is looked at
            assert {p.name for p in proof.failures} <= {"told"}, proof.failures
            assert all("neither said nor shown" in p.message for p in proof.failures)
        stage = Stage(task, device)
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), (values, outcome.problem)
