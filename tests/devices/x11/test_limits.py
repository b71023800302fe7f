"""A desktop takes no more of the machine than its limits, whatever runs on it, and the host sees only an error."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11 import sandbox
from omnigym.devices.x11.cleanup import marked_processes
from omnigym.devices.x11.device import X11Device
from omnigym.errors import ConfigError, DeviceError

pytestmark = pytest.mark.x11

_MB = 1 << 20
_MEMORY, _DISK, _PROCESSES = 512, 64, 200
#: Each tries to fill something; where it is: none of them has a right to more than the disk.
_FILES = {
    "one file": 'head -c 300M /dev/zero >"$HOME/f"',
    "many files": 'for i in $(seq 30); do head -c 10M /dev/zero >"$HOME/f$i"; done',
    "a hole": 'truncate -s 200G "$HOME/f"',
    "temporary": "head -c 300M /dev/zero >/tmp/f",
    "shared memory": "head -c 300M /dev/zero >/dev/shm/f",
    "the run directory": "head -c 300M /dev/zero >/run/desktop/f",
    "beside the X sockets": "head -c 300M /dev/zero >/tmp/.X11-unix/f",
    "devices": "head -c 300M /dev/zero >/dev/f",
    "the root": "head -c 300M /dev/zero >/f",
    "run": "head -c 300M /dev/zero >/run/f",
    "names": 'mkdir "$HOME/d" && cd "$HOME/d" && seq 50000 | xargs touch',
    "directories": 'cd "$HOME" && seq 50000 | xargs mkdir',
}
_PROCESS_BOMBS = {
    "sleepers": "for i in $(seq 1000); do sleep 100 & done; wait",
    "a fork bomb": "b() { b | b & }; b; sleep 100",
    "orphans": "for i in $(seq 1000); do setsid sleep 100 & done; wait",
}
_MEMORY_BOMBS = {
    "one": "head -c 5G /dev/zero | tail >/dev/null",
    "several": "for i in 1 2 3 4 5; do head -c 1G /dev/zero | tail >/dev/null & done; wait",
    "with a full disk": 'head -c 300M /dev/zero >"$HOME/f"; head -c 5G /dev/zero | tail >/dev/null',
}


def _needs_sandbox() -> None:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())


@pytest.fixture(scope="module", params=["groups", "watched"])
def device(request: pytest.FixtureRequest) -> Iterator[X11Device]:
    """A desktop in a control group, and one that is watched because there can be none."""
    _needs_sandbox()
    patch = pytest.MonkeyPatch()
    if request.param == "watched":
        patch.setattr("omnigym.devices.x11.confinement.make_groups", lambda _groups, _limits: False)
    elif any("control group" in lack for lack in sandbox.what_is_lacking()):
        pytest.skip("no control group can be made here")
    device = X11Device((640, 480), memory=_MEMORY, disk=_DISK, processes=_PROCESSES)
    yield device
    device.close()
    patch.undo()


@pytest.fixture(scope="module")
def roomy() -> Iterator[X11Device]:
    """A desktop of whose files a test may fill the disk: that has nothing to do with how memory is counted."""
    _needs_sandbox()
    device = X11Device((640, 480), memory=_MEMORY, disk=_DISK, processes=_PROCESSES)
    yield device
    device.close()


def _root(device: X11Device) -> str:
    device.screenshot()
    assert device._desktop is not None
    return str(device._desktop.session.place.root)


def _processes(root: str) -> list[int]:
    return [pid for pid in marked_processes(root) if Path(f"/proc/{pid}/task").is_dir()]


def _resident(pids: list[int]) -> int:
    """The memory of processes that is not of files, in bytes."""
    total = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) << 10 for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
    return total


@pytest.mark.parametrize("bomb", _FILES)
def test_files_are_limited_and_writing_more_fails(roomy: X11Device, bomb: str) -> None:
    roomy.reset()
    root, shm = _root(roomy), os.statvfs("/dev/shm")
    code, _, _ = roomy.run(["bash", "-c", _FILES[bomb]])
    assert code != 0
    now = os.statvfs("/dev/shm")
    assert (shm.f_bfree - now.f_bfree) * shm.f_frsize < _DISK * _MB
    disk = os.statvfs(f"/proc/{_first(roomy)}/root{root}/disk")
    assert disk.f_blocks * disk.f_frsize == _DISK * _MB
    assert disk.f_files == _DISK * 100
    assert roomy.run(["true"])[0] == 0


def _first(device: X11Device) -> int:
    assert device._desktop is not None
    return device._desktop.session.shell.pid


def test_no_file_of_the_hosts_is_open_in_the_first_processes(roomy: X11Device) -> None:
    """Such a one could be opened anew by its name in ``/proc``, and written to without a limit."""
    roomy.reset()
    code, out, _ = roomy.run(["bash", "-c", "ls /proc/2/fd; find -L /proc/1/fd /proc/2/fd -type f"])
    assert out.split() == [b"0", b"1", b"2"]
    assert code == 0


def test_a_full_disk_is_said_where_the_host_needs_room(roomy: X11Device) -> None:
    roomy.reset()
    roomy.run(["bash", "-c", 'cd "$HOME" && seq 50000 | xargs touch 2>/dev/null'], 30)
    for n in range(5):  # what that command wrote its errors to is gone by now
        with contextlib.suppress(ConfigError):
            roomy.write_file(f"more{n}.txt", b"")
    with pytest.raises(ConfigError, match="the home is full"):
        roomy.write_file("last.txt", b"")
    with pytest.raises(DeviceError, match="No space left on device"):
        roomy.run(["true"])
    roomy.reset()
    assert roomy.run(["true"])[0] == 0


#: How often a bomb is set off: on a crowded machine one may have been ended between two looks.
_TRIES = 3


def _most_seen(device: X11Device, bomb: str, look: Callable[[str], int], over: int, settled: int) -> tuple[int, int]:
    """The most that was seen, and what was seen last, while a bomb went off.

    Looks are taken until it must be over, and longer while more than ``settled`` is there, or never ``over`` was.
    """
    root = _root(device)
    # It waits, or it could be over before the call returns that sets it off.
    device.run(["bash", "-c", f"(sleep 1; {bomb}) </dev/null >/dev/null 2>&1 &"])
    most = now = 0
    end = time.monotonic() + 3
    while time.monotonic() < end or ((now > settled or most <= over) and time.monotonic() < end + 5):
        most = max(most, now := look(root))
        time.sleep(0.02)
    return most, now


def _lives(device: X11Device) -> bool:
    try:
        device.screenshot()
    except DeviceError:
        return False
    return True


@pytest.mark.parametrize("bomb", _PROCESS_BOMBS)
def test_processes_are_limited(device: X11Device, bomb: str) -> None:
    for _ in range(_TRIES):
        device.reset()
        root = _root(device)
        over = len(_processes(root)) + 30
        most, _now = _most_seen(device, _PROCESS_BOMBS[bomb], lambda r: len(_processes(r)), over, _PROCESSES + 5)
        assert most <= _PROCESSES + 5  # besides those inside there are the sandbox's own
        if most > over or not _lives(device):
            break
    else:
        pytest.fail("the bomb never went off")
    device.reset()
    assert not _processes(root)


@pytest.mark.parametrize("bomb", _MEMORY_BOMBS)
def test_memory_is_limited(device: X11Device, bomb: str, request: pytest.FixtureRequest) -> None:
    limit = _MEMORY * _MB
    for _ in range(_TRIES):
        device.reset()
        over = _resident(_processes(_root(device))) + limit // 4
        most, now = _most_seen(device, _MEMORY_BOMBS[bomb], lambda r: _resident(_processes(r)), over, limit)
        assert now <= limit
        if "watched" not in request.node.name:  # the kernel itself refuses more; a watch comes when it has a processor
            assert most <= limit
        if most > over or not _lives(device):
            break
    else:
        pytest.fail("the bomb never went off")
    device.reset()
    device.screenshot()


def test_a_task_that_needs_little_is_not_disturbed(device: X11Device) -> None:
    device.reset()
    device.launch("text_editor")
    assert device.windows()
