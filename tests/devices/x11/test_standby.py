"""A desktop that stands by, and homes that are kept."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Type
from omnigym.devices.config import build_device
from omnigym.devices.x11.config import X11Config
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.host_paths import base_directory
from omnigym.errors import AppError, DeviceStartError, UnknownNameError

pytestmark = pytest.mark.x11


def _wait(condition: Callable[[], bool], timeout: float = 20.0) -> bool:
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _places() -> list[Path]:
    return sorted(base_directory().glob(f"{os.getpid()}-*"))


def _root(device: X11Device) -> Path:
    assert device._desktop is not None
    return device._desktop.session.place.root


@pytest.fixture
def device() -> Iterator[X11Device]:
    device = build_device(X11Config(size=(640, 480), standby=True, prelaunch=("text_editor",)))
    assert isinstance(device, X11Device)
    device.reset()
    yield device
    device.close()
    assert _places() == []


def test_reset_takes_the_desktop_that_stands_by(device: X11Device) -> None:
    device.act(Type("of the first episode"))
    first = _root(device)
    assert _wait(lambda: device.standby_ready)
    (other,) = (place for place in _places() if place != first)
    device.reset()
    assert _root(device) == other
    assert [w.app for w in device.windows()] == ["text_editor"]
    assert device.tree().find(text="of the first episode") is None
    assert _wait(lambda: not first.exists())


def test_a_dead_standby_is_replaced(device: X11Device) -> None:
    assert _wait(lambda: device.standby_ready)
    assert device._standby is not None
    assert device._standby._next is not None
    session = device._standby._next.result().session
    os.kill(session.shell.pid, signal.SIGKILL)
    assert _wait(lambda: _is_dead(session.shell.pid))
    device.reset()
    assert _root(device) != session.place.root
    assert device.screenshot().shape == (480, 640, 3)


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] in "ZX"
    except OSError:
        return True


def test_a_standby_that_did_not_come_up_fails_one_reset(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _wait(lambda: device.standby_ready)
    with monkeypatch.context() as broken:
        broken.setattr("omnigym.devices.x11.session._BUS_CONFIG", "not a configuration")
        device.reset()
        assert _wait(lambda: device.standby_ready)
    with pytest.raises(DeviceStartError):
        device.reset()
    device.reset()
    assert len(device.windows()) == 1


def test_resets_follow_each_other_at_once(device: X11Device) -> None:
    for _ in range(3):
        device.reset()
    assert len(device.windows()) == 1
    assert _wait(lambda: device.standby_ready and len(_places()) == 2)


def test_close_while_the_next_desktop_starts() -> None:
    device = X11Device(size=(640, 480), standby=True)
    device.reset()
    device.close()
    assert _places() == []


def test_apps_that_are_open_from_the_beginning() -> None:
    with pytest.raises(UnknownNameError, match="text_editor"):
        X11Device(prelaunch=("text_editr",))


def test_an_app_that_does_not_open_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.x11.launcher._TIMEOUT", 0.0)
    device = X11Device(size=(640, 480), prelaunch=("text_editor",))
    with pytest.raises(AppError):
        device.reset()
    assert _places() == []
    device.close()


def test_a_home_is_kept_and_started_from() -> None:
    device = X11Device(size=(640, 480))
    device.write_file("Documents/a.txt", b"kept")
    device.run(["ln", "-s", "/etc/passwd", "/home/user/link"])
    device.run(["chmod", "700", "/home/user/Documents/a.txt"])
    home = pickle.loads(pickle.dumps(device.keep_home()))
    device.write_file("Documents/a.txt", b"changed later")
    device.start_from(home)
    for _ in range(2):
        device.reset()
        assert device.read_file("Documents/a.txt") == b"kept"
        assert device.run(["stat", "-c", "%a", "/home/user/Documents/a.txt"])[1] == b"700\n"
        with pytest.raises(OSError, match="link"):
            device.read_file("link")
        device.write_file("Documents/a.txt", b"of this episode")
    device.launch("text_editor", "Documents/a.txt")
    device.start_from(None)
    device.reset()
    assert device.stat("Documents/a.txt") is None
    device.close()


def test_a_home_counts_for_the_desktop_that_stands_by(device: X11Device) -> None:
    assert _wait(lambda: device.standby_ready)
    device.write_file("Music/b.txt", b"kept")
    device.start_from(device.keep_home())
    device.reset()
    assert device.read_file("Music/b.txt") == b"kept"


def test_a_broken_home_is_told_of() -> None:
    device = X11Device(size=(640, 480))
    home = device.keep_home()
    device.start_from(type(home)(b"no archive"))
    with pytest.raises(DeviceStartError, match="tar"):
        device.reset()
    assert _places() == []
    device.close()
