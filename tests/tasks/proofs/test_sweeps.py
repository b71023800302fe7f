"""The values of a choice, tried one after another."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.sweeps import choices_in, swept
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import load_task


@pytest.mark.parametrize(
    ("platform", "task", "choice"),
    [
        ("android", "phone-keep/colour@0", "colour"),
        ("android", "phone-music/podcast-speed@0", "speed"),
        ("android", "phone-clock/label-alarm@0", "label"),
        ("windows", "text/write-file@0", "text"),
        ("windows", "powerpoint/title-deck@0", "title"),
    ],
)
def test_who_tries_each_value_is_not_paid(platform: str, task: str, choice: str) -> None:
    device = SimDevice((270, 600), platform="android", scale=0.75) if platform == "android" else SimDevice()
    stage = Stage(load_task(task), device)
    found = {name: outcome.coverage for name, outcome in swept(stage)}
    assert found[choice] == 0.0
    assert not any(found.values())
    device.close()


@pytest.mark.parametrize(("before", "paid"), [(0, True), (1, True), (2, False)])
def test_one_value_may_be_corrected(before: int, paid: bool) -> None:
    """Another one has to hold on."""
    device = SimDevice((270, 600), platform="android", scale=0.75)
    task = load_task("phone-keep/colour@0")
    stage = Stage(task, device)
    wanted, subtask = task.nodes[0].parameters, task.subtasks[0]
    others = choices_in(subtask.parameters, wanted)["colour"]
    stage.begin()
    assert subtask.oracle is not None
    for parameters in (*others[:before], wanted):
        for action in subtask.oracle(UI(device, subtask.app), **parameters):
            stage.do(action)
    assert stage.evaluator.done is paid
    device.close()
