"""Devices that are begun together."""

from __future__ import annotations

import pytest

from omnigym.devices.config import DeviceConfig
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.protocol import Device
from omnigym.envs.device_slot import DeviceSlot, DeviceSlots
from omnigym.envs.observer import Observer
from omnigym.errors import ConfigError, DeviceError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.task import Task, TaskNode
from tests.conftest import make_task


def slots_of(sources: dict[str, DeviceConfig | Device], retries: int) -> DeviceSlots:
    observer = Observer("", "a11y", (320, 240), None, nodes=8, text_length=8)
    return DeviceSlots([DeviceSlot(name, source, observer) for name, source in sources.items()], retries)


@pytest.fixture
def task() -> Task:
    nodes = (
        TaskNode("save", "fake/save", {"name": "untitled", "text": "hello"}, "desk"),
        TaskNode("copy", "fake/copy", {"text": "hello"}, "phone"),
    )
    return make_task(nodes=nodes)


def test_an_episode_of_two_devices(task: Task) -> None:
    slots = slots_of({"desk": FakeConfig(), "phone": FakeConfig((200, 320))}, 1)
    slots.start(lambda devices: task.begin(devices, 0))
    devices = slots.devices
    assert [d.size for d in devices.values()] == [(320, 240), (200, 320)]
    assert devices == slots.devices and slots.failures == []
    evaluator = GraphEvaluator(task.graph, devices)
    devices["desk"].write_file("Documents/untitled.txt", b"x")  # type: ignore[attr-defined]
    assert evaluator.step().completed == ("save",)
    slots.close()
    slots.close()
    assert all(d.closed for d in devices.values() if isinstance(d, FakeDevice))


def test_all_are_replaced_where_one_fails(task: Task) -> None:
    broken = FakeConfig(faults=(Fault("launch"),))
    slots = slots_of({"desk": FakeConfig(), "phone": broken}, 1)
    first = slots.devices
    with pytest.raises(DeviceError):
        slots.start(lambda devices: task.begin(devices, 0))
    assert len(slots.failures) == 2
    assert all(d.closed for d in first.values() if isinstance(d, FakeDevice))
    assert all(slots.devices[name] is not first[name] for name in first)
    slots.close()


def test_a_live_device_is_kept(task: Task) -> None:
    live = FakeDevice(faults=(Fault("launch"),))
    slots = slots_of({"desk": live, "phone": FakeConfig()}, 1)
    slots.start(lambda devices: task.begin(devices, 0))
    assert slots.devices["desk"] is live and len(slots.failures) == 1


@pytest.mark.faults
def test_what_nobody_foresaw_is_a_device_error(task: Task) -> None:
    config = FakeConfig(faults=(Fault("reset", 1, "ZeroDivisionError", 9),))
    slots = slots_of({"desk": FakeConfig(), "phone": config}, 0)
    with pytest.raises(DeviceError, match="ZeroDivisionError"):
        slots.start(lambda devices: task.begin(devices, 0))


def test_retries_are_checked() -> None:
    with pytest.raises(ConfigError, match="reset_retries"):
        slots_of({"desk": FakeConfig()}, -1)
