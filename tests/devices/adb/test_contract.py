"""The device contract, on the simulated phone that is served over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.a11y import Node
from omnigym.actions import Click, OpenApp
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.phone.process import PhoneProcess
from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract


@pytest.fixture(scope="module", autouse=True)
def served() -> Iterator[PhoneProcess]:
    """The phone, in a process of its own."""
    with PhoneProcess() as process:
        TestAdb.process = process
        yield process
        TestAdb.teardown_class()


class TestAdb(DeviceContract):
    process: PhoneProcess
    setting = ("system/screen_off_timeout", "15000", "60000")

    def make_device(self) -> Device:
        return AdbDevice(serial="omnigym", port=self.process.smart_port)

    def open_text_app(self, device: Device) -> str:
        """A new note, with the keyboard in it."""
        device.act(OpenApp("keep"))
        keys = ("keep.new", "keep.menu.text", "keep.body") if _key(device, "keep.new") else ("keep.body",)
        for key in keys:
            node = _key(device, key)
            assert node is not None, key
            (x, y), (w, h) = node.center, device.size
            device.act(Click(((x + 0.5) / w, (y + 0.5) / h)))
        return "keep"


def _key(device: Device, key: str) -> Node | None:
    phone: Any = device
    found: Node | None = phone.tree().find(key=key)
    return found
