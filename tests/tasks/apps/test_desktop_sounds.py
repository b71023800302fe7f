"""Tasks that need ears on a real desktop: nothing but the sound, or the movement, tells twins apart."""

from __future__ import annotations

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.errors import ConfigError
from omnigym.tasks.setup import apply_setup, check_step, fill_step
from omnigym.tasks.setup.run_command import RunCommand
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.templates import fill

TASKS = list_tasks("suite:desk-sounds", device="x11")


def _seen(task: Task) -> tuple[str, dict[str, int]]:
    """The instruction, and the files that the setup makes with their sizes."""
    device = FakeDevice()
    device.reset()
    (node,), (subtask,) = task.nodes, task.subtasks
    steps = [fill_step(step, node.parameters) for step in subtask.setup]
    for n, step in enumerate(steps):
        check_step(step, f"setup[{n}]")
    apply_setup(device, [step for step in steps if not isinstance(step, RunCommand)])
    paths = [step.path for step in steps if not isinstance(step, RunCommand)]
    return fill(subtask.instruction, node.parameters), {path: len(device.read_file(path)) for path in paths}


def test_there_are_tasks_of_each_dimension() -> None:
    tags = {tag for task in TASKS for tag in task.subtasks[0].tags if tag.startswith("dimension:")}
    assert tags == {f"dimension:{name}" for name in ("semantic", "temporal", "localization", "crossmodal")}
    assert len({task.subtasks[0].id for task in TASKS}) >= 10
    with pytest.raises(ConfigError):
        list_tasks("suite:desk-sounds", device="sim")


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_twin_looks_the_same(task: Task) -> None:
    (subtask,) = task.subtasks
    assert subtask.heard or subtask.watched
    twins = [t for t in TASKS if t.subtasks[0] is subtask and t.id != task.id and _seen(t) == _seen(task)]
    assert twins
    told = {*subtask.heard, *subtask.watched}
    (own,) = task.nodes
    for twin in twins:
        others = twin.nodes[0].parameters
        assert {name for name, value in own.parameters.items() if others[name] != value} <= told
