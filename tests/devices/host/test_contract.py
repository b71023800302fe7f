from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

from omnigym.devices.host.linux.device import LinuxHost
from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract
from tests.devices.host.conftest import Somebody

pytestmark = pytest.mark.x11


class TestHost(DeviceContract):
    _somebody: Somebody

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def session(cls, somebody: Somebody) -> None:
        cls._somebody = somebody

    def make_device(self) -> Device:
        return LinuxHost(**self._somebody.config())

    def test_apps_launch(self, device: Device) -> None:
        assert isinstance(device, LinuxHost)
        assert {"text_editor", "file_manager"} <= set(device.apps())
        for app in ("text_editor", "file_manager"):
            device.launch(app)
            assert device.windows()[0].app == app
