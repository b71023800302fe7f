"""The simulated Ubuntu keeps the contract of devices; random use finds no fault in it."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Press, Type, Wait
from omnigym.devices.config import build_device, target_of
from omnigym.devices.protocol import Device
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, audit, retrace
from omnigym.devices.testing import DeviceContract
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.suites import suite_tasks


class TestUbuntu(DeviceContract):
    setting = ("theme", "light", "dark")
    text_app = "text_editor"

    def make_device(self) -> Device:
        return build_device("ubuntu")


@pytest.mark.filterwarnings("ignore:.*For Box action spaces")
def test_the_id_of_linux_runs_on_it() -> None:
    env = gymnasium.make("OmniBench-Linux-v0", tasks="app:terminal nodes:1")
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_tasks_of_apps_and_desktops_that_it_lacks_are_none_of_its() -> None:
    apps = target_of("ubuntu").apps
    tasks = suite_tasks("one-node", "ubuntu")
    assert apps is not None and tasks
    assert all(set(t.apps) <= apps for t in tasks)
    assert not [t.id for t in tasks if t.id.startswith(("appearance/", "terminal/end-process"))]
    assert [t.id for t in suite_tasks("one-node", "x11") if t.id.startswith("appearance/")]


@pytest.mark.parametrize("subtask", ["terminal/pack", "terminal/start-process", "files/move", "files/delete"])
def test_subtasks_of_the_real_desktop_are_proved_on_it(subtask: str) -> None:
    task = next(t for t in suite_tasks("one-node", "ubuntu") if t.id.startswith(f"{subtask}@"))
    (proof,) = verify([task], lambda: SimDevice(platform="linux"))
    assert proof.failures == ()


def test_processes_are_those_of_windows_and_of_what_runs_in_them() -> None:
    device = SimDevice(platform="linux")
    assert device.processes() == ()
    device.launch("terminal")
    device.act(Type("sleep 7200 &\nvim notes.txt\n"))
    assert [p.name for p in device.processes()] == ["gnome-terminal", "bash", "sleep", "vim"]
    device.act(Press("escape"))
    device.act(Type(":q!\npkill sleep\n"))
    assert [p.name for p in device.processes()] == ["gnome-terminal", "bash"]
    device.act(Type("sleep 2 &\n"))
    device.act(Wait(3.0))
    assert [p.name for p in device.processes()] == ["gnome-terminal", "bash"]


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((640, 480), 1.0), ((1300, 1000), 1.5)])
def test_an_agent_that_seeks_what_it_has_not_done_finds_no_fault(size: tuple[int, int], scale: float) -> None:
    device = SimDevice(size, platform="linux", scale=scale)
    first = device.screenshot()
    explorer, done = Explorer(device, size[0]), []
    for step in range(300):
        done.append(explorer.action())
        device.act(done[-1])
        device.screenshot()
        if step % 20 == 19:
            audit(device)
        if step % 100 == 99:
            retrace(device, done[-20:])
    device.reset()
    assert np.array_equal(device.screenshot(), first)
