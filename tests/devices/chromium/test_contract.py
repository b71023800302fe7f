from __future__ import annotations

import pytest

from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract

pytestmark = pytest.mark.chromium


class TestChromium(DeviceContract):
    text_app = "notes"

    def make_device(self) -> Device:
        return ChromiumDevice()
