"""A guest that shows a device keeps the contract that the device keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.actions import Wait
from omnigym.devices.config import build_device
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.guest.server import Guest
from omnigym.devices.guest.wire import CARRIED
from omnigym.devices.protocol import CAPABILITIES, Device, HasApps
from omnigym.devices.testing import DeviceContract
from omnigym.devices.userdata import HasUserData

TOKEN = "a token of the tests"


def config_for(guest: Guest, device: Device) -> GuestConfig:
    """The configuration of a client of a guest that shows a device, with all that can be carried."""
    serves = tuple(sorted(name for name in CARRIED if isinstance(device, CAPABILITIES[name])))
    serves += ("user_data",) if isinstance(device, HasUserData) else ()
    url = f"http://127.0.0.1:{guest.port}"
    return GuestConfig(device.size, url=url, token=TOKEN, platform=device.platform, serves=serves)


class Shown(DeviceContract):
    """The contract of a device that is shown by a server in this process."""

    shows: str
    _serving: tuple[Guest, Device] | None = None

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def served(cls) -> Iterator[None]:
        device = build_device(cls.shows)
        cls._serving = Guest(device, TOKEN), device
        yield
        cls._serving[0].close()
        device.close()

    def make_device(self) -> Device:
        assert type(self)._serving is not None
        return build_device(config_for(*type(self)._serving))


class TestFakeGuest(Shown):
    shows = "fake"


class TestSimulatedGuest(Shown):
    shows = "sim"
    setting = ("theme", "dark", "light")


class TestSimulatedPhoneGuest(Shown):
    shows = "phone"


@pytest.mark.x11
class TestDesktopGuest(Shown):
    shows = "x11"
    setting = ("theme", "dark", "light")

    def test_apps_launch(self, device: Device) -> None:
        """Two of them: the desktop's own contract launches all."""
        assert isinstance(device, HasApps)
        for app in ("file_manager", "text_editor"):
            device.launch(app)
            assert device.windows()[0].app == app


class _Working(FakeDevice):
    """A device that can tell whether its programs work."""

    works = True

    def works_during(self, seconds: float) -> bool:
        self.act(Wait(seconds))
        return self.works


@pytest.mark.parametrize(("device", "told"), [(_Working(), [True, False]), (FakeDevice(), [False, False])])
def test_a_guest_tells_whether_its_programs_work(device: FakeDevice, told: list[bool]) -> None:
    """One that cannot tell is waited for as before."""
    guest = Guest(device, TOKEN)
    client: Any = build_device(config_for(guest, device))
    client.reset()
    client.screenshot()
    found = []
    for works in (True, False):
        device.works = works  # type: ignore[attr-defined]
        found.append(client.works_during(0.01))
        client.screenshot()
    assert (found, device.calls["act"]) == (told, 2)
    client.close()
    guest.close()
