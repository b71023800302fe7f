"""Oracles of others: tried on each task, or once on each subtask."""

from __future__ import annotations

import pytest

from omnigym.devices.config import target_of
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import any_of
from omnigym.tasks import subtask as registry
from omnigym.tasks.proofs.cross_oracles import OthersOnce, Strangers
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task, TaskNode


class Counted:
    """Others of whom it is counted how often they were asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def paid(self, stage: Stage) -> str:
        self.asked.append(stage.task.id)
        return ""


def _changed(subtask: Subtask, **attributes: object) -> Subtask:
    values = {name: getattr(subtask, name) for name in Subtask.__dataclass_fields__}
    return Subtask(**{**values, **attributes})


def _task(subtask: Subtask, n: int, *own: Subtask) -> Task:
    return Task(id=f"t{n}", nodes=(TaskNode("1", subtask.id, subtask.parameters[n]),), definitions=own)


def test_each_subtask_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    device, played = SimDevice(), []
    play = Stage.play
    monkeypatch.setattr(
        Stage, "play", lambda self, *args, **kw: (played.append(self.task.id), play(self, *args, **kw))[1]
    )
    once = OthersOnce(target_of(device), Counted())
    folder = get_subtask("files/create-folder")
    for n in range(3):
        assert once.paid(Stage(_task(folder, n), device)) == ""
    assert played == ["files/create-folder@0"] * 3, "three oracles of others, for the first of the tasks"


def test_a_check_that_others_pass_is_found_once_for_all_its_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = get_subtask("files/create-folder")
    others = [s for s in all_subtasks() if s.app == "file_manager" and "windows" in s.platforms]
    done = [c for s in others for c in _task(s, 0).bound["1"].conditions]
    loose = _changed(folder, id="test/loose", conditions=(any_of(*done),))
    monkeypatch.setitem(registry._SUBTASKS, loose.id, loose)
    device = SimDevice()
    once = OthersOnce(target_of(device), Counted())
    for n in range(2):
        assert "scores 1.0" in once.paid(Stage(_task(loose, n), device))


def test_subtasks_of_a_task_s_own_are_tried_on_it() -> None:
    own = _changed(get_subtask("files/create-folder"), id="test/own")
    device, rest = SimDevice(), Counted()
    once = OthersOnce(target_of(device), rest)
    assert once.paid(Stage(_task(own, 1, own), device)) == ""
    assert rest.asked == ["t1"]


def test_who_cannot_do_a_step_does_not_do_what_follows_from_it() -> None:
    move, folder = get_subtask("files/move"), get_subtask("files/create-folder")
    nodes = (
        TaskNode("a", move.id, {"name": "never.txt", "folder": "Desktop", "destination": "Documents"}),
        TaskNode("b", move.id, {"name": "never.txt", "folder": "Documents", "destination": "Music"}),
        TaskNode("c", folder.id, {"name": "New", "folder": "Documents"}),
    )
    lost, begun = Task(id="lost", nodes=nodes, edges=(("a", "b"),)), []
    stage = Stage(_task(folder, 0), SimDevice())
    stage.play(stage.oracle(lost, forgive=True, before=begun.append), ends=False)
    assert sorted(begun) == ["a", "c"]


@pytest.mark.proof
def test_proofs_are_the_same_either_way() -> None:
    device = SimDevice()
    tasks = suite_tasks("composed-2", "sim")[::60]
    strangers, known = Strangers(tasks), {}
    for task in tasks:
        quick = verify_task(task, device, OthersOnce(target_of(device), strangers), known)
        assert quick == verify_task(task, device, strangers), task.id
        assert quick.holds
    assert known, "some node might have been done along, and was not"
