"""Whoever stops what the desktop cannot be without ends the episode by a device error, not by waiting for ever."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Press
from omnigym.devices.x11 import activity as stopped
from omnigym.devices.x11.cleanup import marked_processes
from omnigym.devices.x11.device import X11Device
from omnigym.errors import DeviceLostError

pytestmark = pytest.mark.x11


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device((640, 480))
    yield device
    device.close()


def _stop(device: X11Device, words: str) -> None:
    """Stop the process whose command line has these words."""
    assert device._desktop is not None
    for pid in marked_processes(str(device._desktop.session.place.root)):
        command = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        if words in command and not command.startswith(("bwrap", "unshare")):
            os.kill(pid, signal.SIGSTOP)
            return
    raise AssertionError(f"no process with {words!r}")


@pytest.mark.parametrize(
    "words",
    ["session.conf", "accessibility.conf", "openbox", "at-spi-bus-launcher", "bash --norc", "at-spi2-registryd"],
)
def test_stopped_for_ever_is_a_device_error(device: X11Device, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(stopped, "PATIENCE", 1.0)
    monkeypatch.setattr(stopped, "_EVERY", 0.1)
    device.reset()
    device.launch("text_editor")
    device.tree()
    _stop(device, words)
    start = time.monotonic()
    with pytest.raises(DeviceLostError):
        _go_on(device, 15.0)
    assert time.monotonic() - start < 15


def _go_on(device: X11Device, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        device.act(Press("a"))
        device.screenshot()
        device.tree()


def test_stopped_for_a_moment_is_none(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopped, "_EVERY", 0.0)
    device.reset()
    assert device._desktop is not None
    watch = device._desktop.session._stopped
    assert watch is not None
    _stop(device, "openbox")
    assert [watch.find() for _ in range(10)] == [""] * 10
    for pid in watch._processes:
        os.kill(pid, signal.SIGCONT)
    monkeypatch.setattr(stopped, "PATIENCE", 0.0)
    end = time.monotonic() + 5
    while watch.find() and time.monotonic() < end:
        time.sleep(0.01)
    assert watch.find() == ""
