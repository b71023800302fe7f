"""The fake keeps the device contract, and fails when it is told to."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.a11y import Role
from omnigym.actions import Click, Press, Type
from omnigym.devices.config import backends, build_device, device_config, to_dict
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.testing import DeviceContract
from omnigym.errors import ConfigError, DeviceLostError, DeviceTimeoutError, UnknownNameError


class TestFake(DeviceContract):
    setting = ("theme", "dark", "light")

    def make_device(self) -> FakeDevice:
        return FakeDevice()


def test_the_ordered_call_fails() -> None:
    device = FakeDevice(faults=[Fault("screenshot", 2), Fault("act", 1, "DeviceTimeoutError", repeat=2)])
    device.screenshot()
    with pytest.raises(DeviceLostError, match=r"fake\.screenshot: call 2"):
        device.screenshot()
    device.screenshot()
    for _ in range(2):
        with pytest.raises(DeviceTimeoutError):
            device.act(Press("a"))
    device.act(Press("a"))


def test_what_is_typed_is_seen() -> None:
    device = FakeDevice()
    device.launch("text_editor")
    before = device.screenshot()
    device.act(Type("more"))
    assert (device.screenshot() != before).any()


def test_a_fault_names_an_error_that_can_be_raised() -> None:
    with pytest.raises(ConfigError, match="ActionError"):
        Fault("act", error="ActionError")


def test_clicks_reach_buttons() -> None:
    device = FakeDevice()
    device.reset()
    icon = device.tree().find(Role.ICON)
    assert icon is not None
    x, y = icon.center
    device.act(Click((x / device.size[0], y / device.size[1])))
    device.act(Type("saved by a click"))
    save = device.tree().find(Role.BUTTON, "Save")
    assert save is not None
    x, y = save.center
    device.act(Click((x / device.size[0], y / device.size[1])))
    assert device.read_file("Documents/untitled.txt") == b"saved by a click"


def test_same_actions_same_pixels() -> None:
    frames = []
    for _ in range(2):
        device = FakeDevice()
        device.reset(seed=3)
        device.launch("text_editor")
        device.act(Type("abc"))
        frames.append(device.screenshot())
    np.testing.assert_array_equal(*frames)


def test_configs_round_trip() -> None:
    for config in (SimConfig(size=(640, 480)), FakeConfig(faults=(Fault("act", 3),))):
        assert device_config(to_dict(config)) == config
    assert {device_config(name).backend for name in backends()} == set(backends())


def test_unknown_devices_suggest_close_names() -> None:
    with pytest.raises(UnknownNameError, match="'fake'"):
        build_device("fakee")
    with pytest.raises(ConfigError, match="backend"):
        device_config({"size": [1, 2]})
    with pytest.raises(ConfigError, match="colour"):
        device_config({"backend": "fake", "colour": "red"})


def test_build_device() -> None:
    device = build_device(FakeConfig(size=(64, 48), faults=(Fault("reset"),)))
    assert device.screenshot().shape == (48, 64, 3)
    with pytest.raises(DeviceLostError):
        device.reset()
