"""No agent leaves an episode of the real desktop without a score by typing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import gymnasium
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

import omnigym  # noqa: F401 - registers the ids
from omnigym.actions import Done, Type, Wait
from omnigym.devices.x11.blame import killed_by_machine
from omnigym.devices.x11.config import X11Config
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.sandbox import why_no_sandbox
from omnigym.errors import DeviceLostError, DeviceTimeoutError

#: A client that keeps the X server for itself.
_GRAB = """python3 -c 'import ctypes, time; X = ctypes.CDLL("libX11.so.6"); X.XOpenDisplay.restype = ctypes.c_void_p
d = ctypes.c_void_p(X.XOpenDisplay(None)); X.XGrabServer(d); X.XSync(d, 0); time.sleep(900)'"""
#: What is typed, and the end that comes of it: the desktop's, or that of a program alone.
_TYPED = {
    "pkill -9 mousepad": "false_completion",
    "pkill openbox": "ended_by_agent",
    "pkill -9 Xvfb": "ended_by_agent",
    "pkill -STOP Xvfb": "ended_by_agent",
    "pkill dbus-daemon": "ended_by_agent",
    "kill -9 -1": "ended_by_agent",
    _GRAB: "ended_by_agent",
    "truncate -s 300M big; seq 21000 | xargs touch": "false_completion",
}


@pytest.mark.x11
@pytest.mark.parametrize("typed", _TYPED)
def test_what_is_typed_ends_no_episode_without_a_score(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.x11.device._CALL_TIMEOUT", 5.0)
    device = X11Config(prelaunch=("text_editor", "terminal"))
    env = gymnasium.make("OmniBench-Linux-v0", device=device, tasks="terminal/start-process", observation="pixels")
    with closing(env):
        env.reset(seed=0)
        for action in (Type(f"{typed}\n"), Wait(1.0), Wait(1.0), Wait(1.0), Done()):
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                break
        assert (info["end_reason"], info["unscored"], terminated) == (_TYPED[typed], False, True)
        assert not info["is_success"]
        assert env.reset(seed=1)[1]["steps"] == 0


@pytest.fixture
def device() -> Iterator[X11Device]:
    with closing(X11Device(size=(640, 480))) as device:
        device.reset()
        yield device


def _go_on(device: X11Device) -> None:
    for _ in range(100):
        device.act(Wait(0.05))


@pytest.mark.x11
def test_a_killed_sandbox_is_the_machines_doing(device: X11Device) -> None:
    if why_no_sandbox():
        pytest.skip(why_no_sandbox())
    assert device._desktop is not None
    os.kill(device._desktop.session.shell.pid, signal.SIGKILL)
    with pytest.raises(DeviceLostError) as caught:
        _go_on(device)
    assert not caught.value.by_agent


@pytest.mark.x11
@pytest.mark.parametrize("starves", [True, False])
def test_a_command_that_is_late_for_want_of_a_processor_is_the_machines_doing(
    device: X11Device, starves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omnigym.devices.x11.session.Session.starves", lambda _: starves)
    with pytest.raises(DeviceTimeoutError) as caught:
        device.run(["sleep", "9"], 0.2)
    assert caught.value.by_agent is not starves


@pytest.mark.x11
def test_a_killed_supervisor_is_the_machines_doing(device: X11Device) -> None:
    assert device._keeper is not None
    device._keeper._process.kill()
    device._keeper._process.wait()
    with pytest.raises(DeviceLostError) as caught:
        _go_on(device)
    assert not caught.value.by_agent


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n"}, True),
        ({"memory.events": "low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\n"}, False),
        ({"memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n"}, False),
        ({"memory.oom_control": "under_oom 0\noom_kill 2\n", "memory.failcnt": "0\n"}, True),
        ({"memory.oom_control": "under_oom 0\noom_kill 2\n", "memory.failcnt": "7\n"}, False),
        ({}, False),
    ],
)
def test_memory_that_the_machine_lacks_is_its_doing(tmp_path: Path, files: dict[str, str], expected: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert killed_by_machine(tmp_path) == expected
