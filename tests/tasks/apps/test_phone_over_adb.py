"""Subtasks over a real adb server, on the simulated phone that is served: same task, same oracle, same score."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.config import build_device
from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneConfig, PhoneProcess
from omnigym.devices.protocol import Device
from omnigym.errors import MissingDependencyError
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import get_subtask
from omnigym.tasks.task import Task, TaskNode

#: Of each app some, such as need lists, long presses, dialogs, several apps, files and providers.
SAMPLE = (
    "phone-gmail/send",
    "phone-gmail/reply",
    "phone-gmail/send-file",
    "phone-gmail/archive",
    "phone-gmail/to-tasks",
    "phone-gmail/save-attachment",
    "phone-keep/create",
    "phone-keep/checklist",
    "phone-keep/pin",
    "phone-keep/send-by-mail",
    "phone-tasks/add",
    "phone-tasks/complete",
    "phone-tasks/new-list",
    "phone-calendar/create",
    "phone-calendar/move",
    "phone-calendar/reminder",
    "phone-calendar/delete",
    "phone-drive/upload",
    "phone-drive/rename",
    "phone-drive/move",
    "phone-drive/share",
    "phone-docs/create",
    "phone-docs/add-line",
    "phone-maps/navigate",
    "phone-music/seek",
    "phone-chrome/delete-bookmark",
    "phone-chrome/search",
)


@pytest.fixture(scope="module")
def over_adb() -> Iterator[Device]:
    """The phone in a process of its own, and a device that knows nothing but its wire."""
    try:
        program = AdbProgram()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    with program, PhoneProcess(PhoneConfig((540, 1200))) as process:
        device = AdbDevice((540, 1200), process.address, port=program.port, timeout=20.0)
        yield device
        device.close()


@pytest.fixture(scope="module")
def in_process() -> Iterator[Device]:
    """The same phone in this process."""
    device = build_device("phone")
    yield device
    device.close()


def _played(task: Task, device: Device) -> tuple[float, dict[str, str], list[float]]:
    """What the oracle of a task gets on a device, the last words on each node, and how far it is after each action."""
    stage = Stage(task, device)
    progress: list[float] = []
    result = stage.play(stage.oracle(), every=lambda: progress.append(stage.evaluator.progress))
    return result.coverage, {node: verdict.message for node, verdict in stage.evaluator.verdicts.items()}, progress


@pytest.mark.adb
@pytest.mark.parametrize("subtask", SAMPLE)
def test_the_same_oracle_gets_the_same_score(over_adb: Device, in_process: Device, subtask: str) -> None:
    task = Task(id="t", nodes=(TaskNode("1", subtask, get_subtask(subtask).parameters[-1]),))
    found = _played(task, over_adb)
    assert found == _played(task, in_process)
    assert found[0] == 1.0
