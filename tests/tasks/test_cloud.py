"""The cloud behind several devices: off unless asked for, exact; nobody is paid, or blamed, for another's work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from omnigym.actions import On, Type, Wait
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.sim import servicing
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.sim.device import SimDevice
from omnigym.envs import MultiDeviceEnv, snapshots
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import CapabilityError, TaskFileError
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task, loads_task

PHONE = SimConfig(size=(270, 600), platform="android", scale=0.75)
DESKTOP = SimConfig(size=(800, 600))
MAIL = {"to": "priya.nair@example.com", "subject": "Monday", "text": "Shall we meet?"}
SENT, CAMERA, ROLL = "AppData/Local/Mail/Sent/Monday.eml", "DCIM/Camera", "Pictures/Camera Roll"
TASK = Task(
    id="cloud",
    nodes=(
        TaskNode("mail", "phone-gmail/send", MAIL, "phone"),
        TaskNode("folder", "files/create-folder", {"name": "Reports", "folder": "Documents"}, "desktop"),
    ),
    edges=(("mail", "folder"),),
    shares=("mail", "photos"),
)


@pytest.fixture(scope="module")
def env() -> Iterator[MultiDeviceEnv]:
    made = MultiDeviceEnv(
        {"desktop": DESKTOP, "phone": PHONE}, [TASK, replace(TASK, id="alone", shares=())], observation="a11y"
    )
    yield made
    made.close()


def names(env: MultiDeviceEnv, device: str, path: str) -> set[str]:
    return {f.path.rpartition("/")[2] for f in env.devices[device].list_dir(path)}  # type: ignore[attr-defined]


def play(env: MultiDeviceEnv, node: str) -> Any:
    bound, device = env.task.bound[node], env.task.nodes[env.task.dag.index[node]].device
    assert bound.subtask.oracle is not None
    result: Any = None
    for action in bound.subtask.oracle(UI(env.devices[device], bound.subtask.app), **bound.parameters):
        result = env.step(On(device, action))
    return result


def test_all_begin_with_what_any_of_them_has(env: MultiDeviceEnv) -> None:
    env.reset(seed=0, options={"task": "alone"})
    apart = names(env, "desktop", ROLL), names(env, "phone", CAMERA)
    env.reset(seed=0, options={"task": "cloud"})
    assert names(env, "desktop", ROLL) == names(env, "phone", CAMERA) == apart[0] | apart[1]
    assert apart[0] != apart[1]


def test_what_is_sent_on_one_device_is_in_the_other_one_s_folder(env: MultiDeviceEnv) -> None:
    env.reset(seed=0, options={"task": "cloud"})
    desktop: Any = env.devices["desktop"]
    assert desktop.stat(SENT) is None
    info = play(env, "mail")[4]
    assert info["newly_completed"] == "mail"
    assert b"Shall we meet?" in desktop.read_file(SENT)
    info = play(env, "folder")[4]
    assert info["is_success"] and info["collateral"] == "", "what came by itself is nobody's damage"


def test_nothing_passes_unless_the_task_asks_for_it(env: MultiDeviceEnv) -> None:
    env.reset(seed=0, options={"task": "alone"})
    play(env, "mail")
    desktop: Any = env.devices["desktop"]
    assert desktop.stat(SENT) is None
    env.reset(seed=0, options={"task": "cloud"})
    env.devices["phone"].write_file("Documents/x.txt", b"x")  # type: ignore[attr-defined]
    env.step(On("phone", Wait(1.0)))
    env.step(On("phone", Type("x")))
    assert desktop.stat("Documents/x.txt") is None, "only what is shared"


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_what_is_removed_on_one_is_gone_on_both_and_damage_of_that_one_alone(env: MultiDeviceEnv, device: str) -> None:
    env.reset(seed=0, options={"task": "cloud"})
    folder = {"desktop": ROLL, "phone": CAMERA}[device]
    victim = sorted(names(env, device, folder))[0]
    servicing.remove(env.devices[device], f"{folder}/{victim}")  # type: ignore[arg-type]
    env.step(On(device, Type("x")))
    assert victim not in names(env, "desktop", ROLL) | names(env, "phone", CAMERA)
    env.evaluator.check_side_effects()
    damaged = {d for d, found in env.evaluator.state.damage.items() if found}
    assert damaged == {device}


def test_a_file_in_the_way_breaks_no_device(env: MultiDeviceEnv) -> None:
    env.reset(seed=0, options={"task": "cloud"})
    desktop: Any = env.devices["desktop"]
    for path in (ROLL, "Pictures"):
        servicing.remove(desktop, path)
        desktop.write_file(path, b"in the way")
        assert env.step(On("desktop", Type("x")))[4]["device_error"] == ""
        env.devices["phone"].write_file(f"{CAMERA}/new.jpg", b"x")  # type: ignore[attr-defined]
        assert env.step(On("phone", Type("x")))[4]["device_error"] == ""


def test_a_snapshot_goes_on_sharing(env: MultiDeviceEnv) -> None:
    env.reset(seed=0, options={"task": "cloud"})
    play(env, "mail")
    kept = snapshots.take(env)
    for moment in (kept, Snapshot.from_bytes(bytes(kept))):
        env.restore(moment)
        assert env.evaluator.state.adopted.keys() == {"desktop"}
        env.devices["desktop"].write_file(f"{ROLL}/new.jpg", b"x")  # type: ignore[attr-defined]
        env.step(On("desktop", Type("x")))
        assert "new.jpg" in names(env, "phone", CAMERA)


def test_without_an_environment_it_is_there_too() -> None:
    devices = {
        "desktop": SimDevice((800, 600)),
        "phone": SimDevice((270, 600), "android", 0.75),
    }
    proof = verify_task(TASK, devices)
    assert proof.holds, proof.failures
    stage = Stage(TASK, devices)
    stage.play(stage.oracle(leave_out=("folder",)))
    assert devices["desktop"].stat(SENT) is not None


def test_who_cannot_share_is_refused() -> None:
    with pytest.raises(CapabilityError, match="cloud"):
        MultiDeviceEnv({"desktop": FakeConfig(platform="windows"), "phone": PHONE}, TASK)
    with pytest.raises(TaskFileError, match="photos"):
        replace(TASK, shares=("photo",))  # type: ignore[arg-type]
    with pytest.raises(TaskFileError, match="shares"):
        loads_task(dumps_task(TASK).replace('"photos"', '"fotos"'))
    assert loads_task(dumps_task(TASK)).shares == TASK.shares
