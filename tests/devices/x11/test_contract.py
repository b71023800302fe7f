from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract
from omnigym.devices.x11.device import X11Device

pytestmark = pytest.mark.x11


class TestX11(DeviceContract):
    setting = ("theme", "dark", "light")

    def make_device(self) -> Device:
        return X11Device()
