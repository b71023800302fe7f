"""The device on the real thing: the Linux image in QEMU. It runs where `omnigym vm build linux` has been."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.actions import OpenApp, Press, Type
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract
from omnigym.devices.vm.config import VmConfig
from omnigym.devices.vm.image import find_image, read_image
from omnigym.devices.waiting import Deadline
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError, OmnigymError


def _missing() -> str:
    if not shutil.which("qemu-system-x86_64"):
        return "needs QEMU: apt-get install qemu-system-x86 qemu-utils"
    try:
        return "" if read_image(find_image("linux")).state else "the image 'linux' has no state"
    except OmnigymError as e:
        return str(e)


pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.skipif(bool(_missing()), reason=_missing())]
CONFIG = VmConfig(timeout=60.0)


class TestContract(DeviceContract):
    text_app = "text_editor"

    def make_device(self) -> Device:
        return build_device(CONFIG)


@pytest.fixture(scope="module")
def device() -> Iterator[Any]:
    with closing(build_device(CONFIG)) as made:
        yield made


def test_each_life_begins_alike_and_knows_nothing_of_the_last(device: Any) -> None:
    frames, tokens = [], set()
    for _ in range(3):
        device.reset(seed=0)
        frames.append(device.screenshot())
        tokens.add(device._machine.token)
        assert device.stat("Documents/secret.txt") is None
        device.write_file("Documents/secret.txt", b"of this life")
        device.launch("text_editor", "Documents/secret.txt")
    np.testing.assert_array_equal(frames[0], frames[1])
    np.testing.assert_array_equal(frames[0], frames[2])
    assert len(tokens) == 3


def test_the_guest_reaches_neither_this_machine_nor_the_network(device: Any) -> None:
    device.reset(seed=0)
    assert device.is_confined()
    with socket.create_server(("0.0.0.0", 0)) as listening:
        port = listening.getsockname()[1]
        script = (
            "import socket\n"
            f"for at in (('10.0.2.2', {port}), ('10.0.2.2', {device.hypervisor.port}), ('10.0.2.3', 53)):\n"
            "    try:\n"
            "        socket.create_connection(at, 3)\n"
            "        print('reached', at)\n"
            "    except OSError as e:\n"
            "        print('not', at[1])\n"
        )
        _, said, _ = device.run(["python3", "-c", script], timeout=30.0)
        listening.settimeout(0.1)
        with pytest.raises(TimeoutError):
            listening.accept()
    assert b"reached" not in said and said.count(b"not") == 3


def test_keys_and_pixels_of_the_machine_itself() -> None:
    with closing(build_device(VmConfig(timeout=60.0, pixels="machine"))) as built:
        device: Any = built
        device.reset(seed=0)
        device.write_file("Documents/a.txt", b"")
        device.launch("text_editor", "Documents/a.txt")
        before = device.screenshot()
        device.act(Type("By wire: <a@b> {1}\n"))
        device.act(Type("and ü by the guest"))
        assert (device.screenshot() != before).any()
        device.act(Press("s", ("ctrl",)))
        assert device.read_file("Documents/a.txt").decode().rstrip("\n") == "By wire: <a@b> {1}\nand ü by the guest"


@pytest.mark.parametrize(
    ("signal_number", "expected", "says"),
    [(signal.SIGKILL, DeviceLostError, "QEMU has ended"), (signal.SIGSTOP, DeviceError, "QEMU does not answer")],
)
def test_a_qemu_that_is_killed_or_stopped(signal_number: int, expected: type[DeviceError], says: str) -> None:
    with closing(build_device(VmConfig(timeout=5.0))) as built:
        device: Any = built
        device.reset(seed=0)
        pid = device.hypervisor.pid
        os.kill(pid, signal_number)
        with pytest.raises(expected, match=says):
            device.screenshot()
        device.reset(seed=0)
        assert device.screenshot().any() and device.hypervisor.pid != pid
    assert not os.path.exists(f"/proc/{pid}/exe")


def look_on(device: Any) -> None:
    end = Deadline(60.0)
    while not end.passed:
        device.screenshot()


@pytest.mark.parametrize(("command", "expected"), [("kill -KILL", DeviceLostError), ("kill -STOP", DeviceTimeoutError)])
def test_a_guest_server_that_is_killed_or_hangs(device: Any, command: str, expected: type[DeviceError]) -> None:
    device.reset(seed=0)
    # the shell lives on for a moment, so that the call itself is answered before
    device.run(["sh", "-c", f"(sleep 0.5; {command} $(pgrep -f guest.pyz)) > /dev/null 2>&1 &"])
    with pytest.raises(expected):
        look_on(device)
    device.reset(seed=0)
    assert device.screenshot().any()


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("mount"), reason="needs root, for a small file system")
def test_a_disk_of_this_machine_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(tmp_path)], check=False)
    if mounted.returncode:
        pytest.skip("this machine does not let a file system be mounted")
    try:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        with closing(build_device(VmConfig(timeout=5.0))) as built:
            device: Any = built
            device.reset(seed=0)
            with pytest.raises(DeviceLostError, match="the disk of this machine is full"):
                device.run(["sh", "-c", "head -c 64M /dev/urandom > large; sync; sleep 60"], timeout=30.0)
            device.reset(seed=0)
            assert device.screenshot().any()
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_subtask_is_done_and_scored_as_anywhere() -> None:
    with closing(gymnasium.make("OmniBench-Linux-v0", device=CONFIG, tasks="app:text_editor")) as env:
        (result,) = run_episodes(env, make_agent("oracle"), 1)
    assert result.score == 1.0


@pytest.mark.parametrize(("besides", "success"), [("true\n", True), ("echo lost > Documents/besides.txt\n", False)])
def test_whoever_changes_something_besides_has_not_done_it(besides: str, success: bool) -> None:
    task = "suite:one-node id:terminal/write-line@0"
    with closing(gymnasium.make("OmniBench-Linux-v0", device=CONFIG, tasks=task)) as made:
        env: Any = made
        observation, info = env.reset(seed=0)
        agent = OracleAgent()
        agent.reset(env, info)
        for action in (OpenApp("terminal"), Type(besides)):
            observation, _, terminated, truncated, info = env.step(action)
        while not (terminated or truncated):
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
    assert info["is_success"] is success
    assert ("besides.txt" in str(info["collateral"])) is not success
