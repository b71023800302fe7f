"""An environment is not built for tasks whose applications the machine lacks."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

import pytest

from omnigym.devices.config import target_of
from omnigym.devices.protocol import MissingPrograms
from omnigym.devices.sim.device import SimDevice
from omnigym.envs.pool import TaskPool
from omnigym.errors import CapabilityError, MissingDependencyError
from omnigym.tasks import Task, TaskNode, list_tasks


class Bare(SimDevice):
    """A desktop on which only the text editor was installed."""

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        lacking = [name for name in apps if name != "text_editor"]
        return {name: MissingPrograms((f"{name}-program",), f"apt-get install {name}-package") for name in lacking}


def test_the_missing_program_and_the_command_that_gets_it_are_named() -> None:
    says = r"tasks of file_manager, needs file_manager-program, .*apt-get install file_manager-package"
    with pytest.raises(MissingDependencyError, match=says):
        TaskPool("files/delete@0", None, {"": target_of("sim")}, {"": Bare})


def test_tasks_in_applications_that_are_there_are_taken() -> None:
    assert TaskPool("text/append-line@0", None, {"": target_of("sim")}, {"": Bare}).tasks


@pytest.mark.parametrize("device", ["sim", "x11"])
def test_a_device_that_does_not_know_the_application_is_refused_with_one_that_does(device: str) -> None:
    (task,) = list_tasks("files/delete@0")
    node = dataclasses.replace(task.subtasks[0], id="lab/code", app="chat", platforms=("windows", "linux"))
    asked = Task(id="code", nodes=(TaskNode("1", node.id, node.parameters[0]),), definitions=(node,))
    with pytest.raises(CapabilityError, match=f"done in chat, which the device '{device}' .* has it: ubuntu"):
        TaskPool(asked, None, {"": target_of(device)}, {"": SimDevice})


def test_a_device_that_cannot_lack_any_is_not_asked() -> None:
    assert TaskPool("files/delete@0", None, {"": target_of("sim")}, {"": SimDevice}).tasks
