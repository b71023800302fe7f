"""Sessions that fall behind, and programs that do what they can to the device: an error, or all is as it was."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

from omnigym.devices.host.linux import desktop as host
from omnigym.devices.host.linux.device import LinuxHost
from omnigym.errors import DeviceStartError
from tests.devices.host.conftest import Somebody

pytestmark = pytest.mark.x11


@pytest.fixture
def device(somebody: Somebody) -> Iterator[LinuxHost]:
    device = LinuxHost(**somebody.config())
    yield device
    device.close()


@contextmanager
def _stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


# -- a window manager that falls behind -------------------------------------------------------------------------------


def test_a_window_manager_that_does_not_answer_is_an_error(
    somebody: Somebody, device: LinuxHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.reset()
    monkeypatch.setattr(host, "_MANAGER_S", 0.5)
    with _stopped(somebody.manager.pid), pytest.raises(DeviceStartError, match="window manager does not answer"):
        device.reset()
    device.reset()


def test_a_program_that_starts_again_is_seen_though_its_window_gets_the_old_number(
    somebody: Somebody, device: LinuxHost
) -> None:
    device.reset()
    device.launch("text_editor")
    number = device.windows()[0].id
    assert device._desktop is not None
    with _stopped(somebody.manager.pid):  # it lists the window of a program that has ended
        assert device._desktop.machine.end_programs()
        late = threading.Timer(1.0, os.kill, (somebody.manager.pid, signal.SIGCONT))
        late.start()
        device.launch("text_editor")
        late.join()
    assert [w.id for w in device.windows()] == [number]
