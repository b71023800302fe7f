"""The device contract, on the simulated phone that is served over the wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
