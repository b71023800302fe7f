"""The simulated phone keeps the contract of devices; random use finds no fault in it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Action, Click, Drag, OpenApp, Press
from omnigym.devices.config import build_device, device_config
from omnigym.devices.protocol import Device
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, audit, retrace
from omnigym.devices.testing import DeviceContract


class TestPhone(DeviceContract):
    setting = ("secure/ui_night_mode", "1", "2")

    def make_device(self) -> Device:
        return build_device("phone")

    def open_text_app(self, device: Device) -> str:
        """A new note, with the keyboard in it."""
        phone: Any = device
        phone.launch("keep", "text:")
        return "keep"


def test_its_name_is_that_of_its_tasks() -> None:
    device = build_device("phone")
    assert (device.name, device.platform, device.size) == ("phone", "android", (540, 1200))
    assert device_config("phone").name == "phone"


def _fingers(rng: random.Random, device: SimDevice) -> Action:
    """What people do on phones and not on desktops."""
    start, end = (rng.random(), rng.random()), (rng.random(), rng.random())
    kind = rng.random()
    if kind < 0.4:
        return Drag(start, end)
    if kind < 0.6:
        return Click(start, duration=0.8)
    if kind < 0.85:
        return Press(rng.choice(["back", "home", "recents", "power", "volumeup", "back", "back"]))
    return OpenApp(rng.choice(device.apps()))


@pytest.mark.parametrize(("size", "scale"), [((540, 1200), 1.5), ((270, 600), 0.75)])
def test_an_agent_that_seeks_what_it_has_not_done_finds_no_fault(size: tuple[int, int], scale: float) -> None:
    device = SimDevice(size, platform="android", scale=scale)
    first = device.screenshot()
    explorer, rng, done = Explorer(device, size[0]), random.Random(size[0]), []
    for step in range(500):
        done.append(_fingers(rng, device) if rng.random() < 0.35 else explorer.action())
        device.act(done[-1])
        device.screenshot()
        if step % 20 == 19:
            audit(device)
        if step % 100 == 99:
            retrace(device, done[-20:])
    device.reset()
    assert np.array_equal(device.screenshot(), first)
