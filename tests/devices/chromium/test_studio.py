"""The pages that want ears or eyes: twins differ in what is heard or moves, and in nothing that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

pytest.importorskip("av")

pytestmark = pytest.mark.chromium

STUDIO = [s for s in all_subtasks("omnigui") if s.app == "studio"]


@pytest.fixture(scope="module")
def device() -> Iterator[ChromiumDevice]:
    device = ChromiumDevice()
    device.listen(True)
    device.watch(True)
    yield device
    device.close()


def task(subtask: Subtask, number: int) -> Task:
    return Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[number]),))


def sensed(device: ChromiumDevice, task: Task) -> tuple[list[bytes], list[bytes]]:
    """What is seen after each action of the oracle, and what was heard and moved since the one before."""
    stage = Stage(task, device)
    still: list[bytes] = []
    felt: list[bytes] = []

    def look() -> None:
        still.append(device.screenshot().tobytes() + device.tree().to_json().encode())
        frames, _ = device.video(16, (128, 96))
        felt.append(device.audio(60.0).tobytes() + frames.tobytes())
        device.next_interval()

    outcome = stage.play(stage.oracle(), every=look)
    assert (outcome.coverage, outcome.problem) == (1.0, "")
    return still, felt


@pytest.mark.parametrize("subtask", STUDIO, ids=lambda s: s.id)
def test_twins_look_alike_up_to_the_deciding_step(device: ChromiumDevice, subtask: Subtask) -> None:
    """OmniGUI 3.2: the level "critical"."""
    one, other = subtask.parameters[:2]
    hidden = {*subtask.heard, *subtask.watched}
    assert {name for name in one if one[name] != other[name]} <= hidden
    (still, felt), (still_too, felt_too) = (sensed(device, task(subtask, n)) for n in (0, 1))
    # The last action is the answer; of the code it is typed before, of the radio it is how long it is listened to.
    same = len(still) - (2 if subtask.id in ("studio/stop-radio", "studio/type-code") else 1)
    assert still[:same] == still_too[:same]
    told = same if subtask.id != "studio/stop-radio" else same + 1
    assert felt[:told] != felt_too[:told]


def test_nobody_is_told_who_types_the_address(device: ChromiumDevice) -> None:
    device.reset(0)
    device.launch("studio", "/set?page=code&code=4719")
    assert device.windows()[0].document == "http://studio.test/"
    device.navigate("http://studio.test/state?page=code")
    assert not [n for n in device.tree() if "4719" in (n.name + n.value)]


def test_the_proofs_hold(device: ChromiumDevice) -> None:
    subtask = next(s for s in STUDIO if s.id == "studio/name-caller")
    proof = verify_task(task(subtask, 3), device)
    assert proof.holds, proof.failures
