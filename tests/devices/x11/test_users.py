"""Users of their own: claimed by one desktop at a time, given back, and kept from each other's files."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11 import sandbox
from omnigym.devices.x11.cleanup import USER, remove
from omnigym.devices.x11.confinement import USERS, can_mount, claim_user
from omnigym.devices.x11.device import X11Device
from omnigym.errors import ConfigError, DeviceError, DeviceStartError

#: Users that nobody is, nor in the same test of another process.
_NOBODY = 1_999_800_000 + 3 * (os.getpid() % 5000)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only desktops of root have users of their own")


def _place(base: Path, name: str) -> Path:
    (base / name).mkdir()
    return base / name


def test_no_two_have_the_same_user(tmp_path: Path) -> None:
    places = [_place(tmp_path, f"{n}") for n in range(40)]
    with ThreadPoolExecutor(8) as threads:
        claimed = list(threads.map(claim_user, places))
    assert sorted(claimed) == list(USERS[:40])
    assert [int((place / USER).read_text()) for place in places] == claimed


def test_a_user_is_given_back_with_the_place_or_once_it_was_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever has the user of a place that is removed is killed: so users that no desktop of the machine has.
    users = range(_NOBODY, _NOBODY + 3)
    monkeypatch.setattr("omnigym.devices.x11.confinement.USERS", users)
    _place(tmp_path, "keeps the base")
    first, second, third = (_place(tmp_path, name) for name in "abc")
    assert [claim_user(first), claim_user(second)] == [users[0], users[1]]
    remove(str(first))
    assert claim_user(third) == users[0]
    (second / USER).unlink()
    second.rmdir()
    assert claim_user(_place(tmp_path, "d")) == users[1]


def test_when_all_are_taken_the_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.x11.confinement.USERS", USERS[:1])
    claim_user(_place(tmp_path, "a"))
    with pytest.raises(DeviceStartError, match="1 desktops are in use"):
        claim_user(_place(tmp_path, "b"))


@pytest.mark.x11
@needs_root
@pytest.mark.parametrize("mode", ["auto", "off"])
def test_one_desktop_reaches_nothing_of_another(mode: sandbox.Sandbox, caplog: pytest.LogCaptureFixture) -> None:
    if mode == "off" and not can_mount():
        pytest.skip("without mounts the desktops share a user")
    first, second = X11Device((640, 480), sandbox=mode), X11Device((640, 480), sandbox=mode)
    first.write_file("secret.txt", b"mine")
    second.reset()
    assert first._desktop is not None
    assert second._desktop is not None
    here, there = first._desktop.session, second._desktop.session
    assert here.confinement.user != there.confinement.user
    view = f"{here.place.view}{here.place.root}/disk/home/secret.txt"
    for path in (view, f"{here.place.root}/disk/home/secret.txt", f"/proc/{here.shell.pid}/environ"):
        assert second.run(["cat", path])[0] != 0
    for command in (f"kill -KILL {here.shell.pid}", f"ls {here.place.root}/disk", "cat /etc/shadow"):
        assert second.run(["bash", "-c", command])[0] != 0
    assert first.read_file("secret.txt") == b"mine"
    # Shared memory of System V would stay for as long as the machine runs.
    assert second.run(["ipcmk", "-M", "4242"])[0] == 0
    assert " 4242 " not in Path("/proc/sysvipc/shm").read_text()
    # A program that clears its environment and leaves its session is ended all the same.
    second.run(["bash", "-c", "env -i setsid sleep 1000 </dev/null >/dev/null 2>&1 &"])
    user = there.confinement.user
    assert _processes_of(user)
    second.close()
    end = time.monotonic() + 10.0  # killed it is, but on a crowded machine a process takes its time to be gone
    while _processes_of(user) and time.monotonic() < end:
        time.sleep(0.02)
    assert not _processes_of(user)
    first.close()
    said = [r.getMessage() for r in caplog.records if "No sandbox" in r.getMessage()]
    assert len(said) == (2 if mode == "off" else 0)  # on each start
    assert all("network" in words and "no other desktop's" in words for words in said)


@pytest.mark.x11
@needs_root
def test_without_a_sandbox_directories_are_not_taken_for_links_either(caplog: pytest.LogCaptureFixture) -> None:
    if not can_mount():
        pytest.skip("without mounts the desktops share a user")
    device = X11Device((640, 480), sandbox="off")
    device.reset()
    assert device._desktop is not None
    disk = device._desktop.session.confinement.home.removesuffix("/home")
    device.run(["bash", "-c", f"cd {disk} && mv home h && ln -s / home"])
    for path in ("etc/passwd", "etc"):
        assert device.stat(path) is None
        with pytest.raises(FileNotFoundError):
            device.read_file(path)
    with pytest.raises(ConfigError):
        device.write_file("tmp/omnigym-never", b"")
    assert not Path("/tmp/omnigym-never").exists()
    device.run(["bash", "-c", f"cd {disk} && mv run r && ln -s /tmp run"])
    with pytest.raises(DeviceError, match="Not a directory"):
        device.run(["true"])
    device.close()
    assert "nobody foresaw" not in caplog.text


def _processes_of(user: int | None) -> list[str]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if f"\nUid:\t{user}\t" in text and "\nState:\tZ" not in text:
            found.append(str(status))
    return found
