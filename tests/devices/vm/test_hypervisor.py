"""QEMU with a toy in it: states, screen and keyboard, and what can go wrong with each."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Press, Type
from omnigym.devices.vm import hypervisor, process
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import Image, read_image, write_image
from omnigym.devices.waiting import Deadline, wait_for
from omnigym.errors import ConfigError, DeviceFaultError, DeviceLostError, DeviceStartError, DeviceTimeoutError
from tests.devices.vm.toy import KEYS_AT, make_toy

pytestmark = [
    pytest.mark.vm,
    pytest.mark.skipif(
        not (shutil.which("qemu-system-x86_64") and shutil.which("qemu-img")),
        reason="needs QEMU: apt-get install qemu-system-x86 qemu-utils",
    ),
]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Machines have their folders here, so that one sees what is left of them."""
    monkeypatch.setattr(process.tempfile, "tempdir", str(tmp_path))
    return tmp_path / f"omnigym-vm-{os.geteuid()}"


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image of a toy that waits for keys, and whose files nobody can write to."""
    folder = tmp_path_factory.mktemp("image")
    console = folder / "console"
    with closing(Hypervisor(make_toy(folder), folder, build=True, accelerator="tcg", console=console)) as machine:
        machine.start()
        until(lambda: "Booting from" in text_on(machine))
        write_image(machine.freeze("ready"), folder)
    (folder / "disk.qcow2").chmod(0o444)
    return folder


@pytest.fixture
def toy(frozen: Path) -> Iterator[Hypervisor]:
    with closing(Hypervisor(read_image(frozen), frozen, timeout=5.0)) as machine:
        machine.start()
        yield machine


def until(done: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = Deadline(seconds)
    while not done():
        wait_for(min(deadline.left(), 0.02), None)


def memory_of(machine: Hypervisor, at: int, count: int, step: int = 1) -> bytes:
    found = machine.monitor(f"xp /{count * step}xb {at}")
    return bytes(int(byte, 16) for byte in re.findall(r"0x(\w\w)\b", found))[::step]


def text_on(machine: Hypervisor) -> str:
    """What the toy shows: the memory of the VGA's text mode."""
    return memory_of(machine, 0xB8000, 80 * 25, 2).decode("cp437")


def keys_of(machine: Hypervisor) -> str:
    return memory_of(machine, KEYS_AT, 200).rstrip(b"\0").decode("ascii")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_every_machine_of_an_image_starts_where_it_was_frozen(frozen: Path, own_folders: Path) -> None:
    frames, ports = [], set()
    with closing(Hypervisor(read_image(frozen), frozen)) as one, closing(Hypervisor(read_image(frozen), frozen)) as two:
        for machine in (one, two):
            machine.start()
            frames.append(machine.screendump())
            ports.add(machine.port)
            machine.act(Press("x"))
        assert one.status == two.status == "running" and len(ports) == 2
        pids = one.pid, two.pid
    assert frames[0].shape == (400, 720, 3) and frames[0].dtype == np.uint8 and frames[0].any()
    np.testing.assert_array_equal(frames[0], frames[1])
    assert not any(map(alive, pids)) and not own_folders.exists()


def test_a_text_arrives_as_it_is_and_nothing_stays_pressed(toy: Hypervisor) -> None:
    toy.qmp("device_del", id="keyboard")  # the BIOS asks an USB keyboard 18 times a second; the other one interrupts
    text = "The quick brown fox, 1 + 1 = 2; <a@b.c> {\\} ~`'\""
    assert toy.act(Type(text))
    assert not toy.act(Type("ä"))
    toy.act(Press("z"))
    until(lambda: keys_of(toy) == f"{text}z")
    before = toy.screendump()
    toy.act(Press("a", count=2))
    until(lambda: (toy.screendump() != before).any())


def test_no_key_is_lost_where_the_guest_is_slow_to_read_them(toy: Hypervisor) -> None:
    text = "the queue of a keyboard is full"  # the BIOS reads a change of the USB keyboard 18 times a second
    toy.act(Type(text))
    until(lambda: keys_of(toy) == text)


def test_a_guest_that_reads_no_keys_in_time_is_a_timeout(toy: Hypervisor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hypervisor, "_TAKEN_S", 0.0)
    with pytest.raises(DeviceTimeoutError, match="has not read its keyboard"):
        toy.act(Press("a", ("ctrl",)))
    toy.qmp("stop")
    with pytest.raises(DeviceFaultError, match="not running"):
        toy.act(Press("b"))


def test_a_snapshot_is_gone_back_to(toy: Hypervisor) -> None:
    toy.qmp("device_del", id="keyboard")
    toy.act(Type("one"))
    until(lambda: keys_of(toy) == "one")
    toy.snapshot("here")
    toy.act(Type(" two"))
    until(lambda: keys_of(toy) == "one two")
    toy.restore("here")
    assert toy.status == "running" and keys_of(toy) == "one"
    with pytest.raises(DeviceFaultError, match="there"):
        toy.restore("there")
    assert toy.status == "running" and keys_of(toy) == "one"


def test_a_machine_that_is_killed_is_lost(toy: Hypervisor) -> None:
    os.kill(toy.pid, signal.SIGKILL)
    with pytest.raises(DeviceLostError, match="QEMU has ended"):
        until(lambda: toy.status != "running")
    assert not toy.alive and "QEMU has ended" in toy.problem


@pytest.mark.parametrize("command", [1, 3, 5, 7])
def test_a_machine_that_is_killed_while_it_is_restored(
    frozen: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, command: int
) -> None:
    """At whatever command of its restoring, it is no start, and nothing of it is left."""
    machine, asked = Hypervisor(read_image(frozen), frozen, timeout=5.0), []
    real = hypervisor.Qmp.execute

    def deadly(*args: Any, **kwargs: Any) -> Any:
        asked.append(args)
        if len(asked) == command:
            os.kill(machine.pid, signal.SIGKILL)
        return real(*args, **kwargs)

    monkeypatch.setattr(hypervisor.Qmp, "execute", deadly)
    with closing(machine), pytest.raises(DeviceStartError):
        machine.start()
    assert len(asked) >= command and not own_folders.exists()


def test_a_machine_that_is_stopped_times_out_and_ends(frozen: Path) -> None:
    with closing(Hypervisor(read_image(frozen), frozen, timeout=0.5)) as machine:
        machine.start()
        pid = machine.pid
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(DeviceTimeoutError, match=r"does not answer within 0\.5 s"):
            machine.screendump()
        assert "does not answer" in machine.problem
    assert not alive(pid)


def test_a_guest_without_a_server_is_waited_for_in_vain(toy: Hypervisor) -> None:
    with pytest.raises(DeviceTimeoutError, match=r"the guest's server does not answer within 0\.3 s"):
        toy.wait_for_guest(Deadline(0.3))


def cut(folder: Path) -> None:
    content = (folder / "ready.devices").read_bytes()
    (folder / "ready.devices").write_bytes(content[: len(content) // 2])


def spoil(folder: Path) -> None:
    (folder / "ready.devices").write_bytes(b"no state" * 1000)


def spoil_disk(folder: Path) -> None:
    (folder / "disk.qcow2").unlink()
    (folder / "disk.qcow2").write_bytes(b"no disk" * 1000)


@pytest.mark.parametrize(
    ("changes", "spoils", "says"),
    [
        ({"qemu": "6.2.0"}, None, r"frozen by QEMU 6\.2\.0, and this is \d"),
        ({"machine": "pc"}, None, "state|QEMU"),
        ({"memory": 32}, None, "QEMU"),
        ({}, cut, "QEMU"),
        ({}, spoil, "QEMU"),
        ({}, spoil_disk, "qcow2"),
    ],
)
def test_a_state_that_does_not_fit_is_no_machine(
    frozen: Path,
    tmp_path: Path,
    own_folders: Path,
    changes: dict[str, object],
    spoils: Callable[[Path], None] | None,
    says: str,
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(frozen, folder)
    if spoils is not None:
        spoils(folder)
    image = Image.model_validate({**read_image(frozen).model_dump(), **changes})
    machine = Hypervisor(image, folder, timeout=5.0)
    with pytest.raises(DeviceStartError, match=says):
        machine.start()
    assert not machine.alive and not own_folders.exists()


def test_what_cannot_be_is_refused(frozen: Path, toy: Hypervisor) -> None:
    with pytest.raises(ConfigError, match="build=True"):
        toy.freeze("again")
    with pytest.raises(ConfigError, match="started already"):
        toy.start()
    with pytest.raises(DeviceStartError, match="frozen under tcg, and kvm"):
        Hypervisor(read_image(frozen), frozen, accelerator="kvm").start()
    with pytest.raises(DeviceFaultError, match="refuses fly"):
        toy_of(frozen, lambda machine: machine.qmp("fly"))


def toy_of(frozen: Path, do: Callable[[Hypervisor], object]) -> None:
    with closing(Hypervisor(read_image(frozen), frozen)) as machine:
        machine.start()
        do(machine)


_TRAINER = """
import sys
from pathlib import Path
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import read_image
folder = Path(sys.argv[1])
machine = Hypervisor(read_image(folder), folder)
machine.start()
print(machine.pid, flush=True)
sys.stdin.read()
"""


def test_nothing_is_left_of_a_trainer_that_was_killed(frozen: Path, own_folders: Path) -> None:
    env = {**os.environ, "TMPDIR": str(own_folders.parent), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", _TRAINER, str(frozen)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True) as trainer:
        assert trainer.stdout is not None
        pid = int(trainer.stdout.readline())
        assert alive(pid) and list(own_folders.iterdir())
        trainer.kill()
        trainer.wait()
        until(lambda: not alive(pid))  # by the kernel
    process.sweep()
    assert not own_folders.exists()


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("mount"), reason="needs root, for a small file system")
def test_a_full_disk_is_said(frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(small)], check=False)
    if mounted.returncode:
        pytest.skip("this machine does not let a file system be mounted")
    try:
        monkeypatch.setattr(process.tempfile, "tempdir", str(small))
        with closing(Hypervisor(read_image(frozen), frozen)) as machine:
            machine.start()
            with pytest.raises(DeviceFaultError, match="snapshot"):
                machine.snapshot("large")
            assert machine.alive and machine.status == "running"
            assert isinstance(machine.screendump(), np.ndarray)
        assert not any(small.iterdir())
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_descriptors_and_threads_do_not_grow(frozen: Path, own_folders: Path) -> None:
    def count() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    toy_of(frozen, lambda machine: machine.screendump())
    before = count()
    for _ in range(5):
        toy_of(frozen, lambda machine: machine.screendump())
    until(lambda: count() <= before)
    assert not own_folders.exists()
