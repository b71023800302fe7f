"""Every subtask on the simulated phone: its oracle does it from any legal start.

That it does it with every set of parameters is proved in `tests/tasks/test_suites_proved.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action, Click, Drag, OpenApp, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Effect, Subtask
from omnigym.tasks.task import Task, TaskNode

PHONE = [s for s in all_subtasks() if "phone" in s.devices]

STARTS: dict[str, tuple[Action, ...]] = {
    "shade": (OpenApp("clock"), Drag((0.5, 0.005), (0.5, 0.5))),
    "recent apps": (OpenApp("clock"), OpenApp("contacts"), Press("recents")),
    "drawer with keyboard": (Drag((0.5, 0.6), (0.5, 0.3)), Click((0.5, 0.07)), Type("set")),
    "contact half typed": (OpenApp("contacts"), Click((0.9, 0.81)), Type("junk")),
    "searching": (
        OpenApp("settings"),
        Click((0.5, 0.15)),
        Type("sound"),
        OpenApp("phone"),
        Click((0.5, 0.05)),
        Type("x"),
    ),
    "time half picked": (OpenApp("clock"), Click((0.9, 0.81)), Type("9")),
    "key pad": (OpenApp("phone"), Click((0.9, 0.81)), Click((0.5, 0.5))),
    "message half written": (OpenApp("messages"), Click((0.5, 0.43)), Click((0.4, 0.93)), Type("junk")),
    "file selected": (
        OpenApp("files"),
        Click((0.3, 0.6)),
        Click((0.5, 0.25), duration=0.8),
    ),
    "picture in the editor": (OpenApp("photos"), Click((0.15, 0.25)), Click((0.5, 0.9))),
    "timer of the camera, at its front": (
        OpenApp("camera"),
        Click((0.83, 0.8)),
        Click((0.5, 0.07)),
        Click((0.6, 0.2)),
        Click((0.5, 0.8)),
    ),
    "tabs and the address half typed": (
        OpenApp("chrome"),
        Click((0.4, 0.07)),
        Type("wiki.contoso.com"),
        Press("enter"),
        Click((0.83, 0.07)),
        Click((0.08, 0.07)),
        Click((0.4, 0.07)),
        Type("junk"),
    ),
    "going somewhere": (OpenApp("maps"), Click((0.3, 0.15)), Click((0.5, 0.7)), Press("home")),
    "music over the whole screen": (OpenApp("music"), Click((0.4, 0.15))),
    "another tab": (OpenApp("clock"), Click((0.6, 0.92)), OpenApp("contacts"), Click((0.75, 0.92)), Press("home")),
}


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    device = build_device("phone")
    yield device
    device.close()


def test_there_are_enough_of_them() -> None:
    assert len(PHONE) >= 31
    assert {"settings", "contacts", "phone", "messages", "clock"} <= {s.app for s in PHONE}


@pytest.mark.proof("phone")
@pytest.mark.parametrize("subtask", PHONE, ids=lambda s: s.id)
def test_the_oracle_works_from_any_start(device: Device, subtask: Subtask) -> None:
    photo = Effect("add", "DCIM/Camera/*")  # the camera's timer runs out while the oracle is at work
    stage = Stage(Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),), allows=(photo,)), device)
    for name, start in STARTS.items():
        stage.begin()
        for action in start:
            stage.do(action)
        assert not stage.evaluator.done, name
        for action in stage.oracle():
            stage.do(action)
        assert stage.evaluator.done, (name, stage.evaluator.verdicts["1"].message)
