"""Devices that are begun together."""

from __future__ import annotations

import pytest

from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.sessions import Sessions
from omnigym.errors import ConfigError, DeviceError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.task import Task, TaskNode
from tests.conftest import make_task


@pytest.fixture
def task() -> Task:
    nodes = (
        TaskNode("save", "fake/save", {"name": "untitled", "text": "hello"}, "desk"),
        TaskNode("copy", "fake/copy", {"text": "hello"}, "phone"),
    )
    return make_task(nodes=nodes)


def test_an_episode_of_two_devices(task: Task) -> None:
    sessions = Sessions({"desk": FakeConfig(), "phone": FakeConfig((200, 320))}, 1)
    sessions.start(lambda devices: task.begin(devices, 0))
    devices = sessions.devices
    assert [d.size for d in devices.values()] == [(320, 240), (200, 320)]
    assert devices == sessions.devices and sessions.failures == []
    evaluator = GraphEvaluator(task.graph, devices)
    devices["desk"].write_file("Documents/untitled.txt", b"x")  # type: ignore[attr-defined]
    assert evaluator.step().completed == ("save",)
    sessions.close()
    sessions.close()
    assert all(d.closed for d in devices.values() if isinstance(d, FakeDevice))


def test_all_are_replaced_where_one_fails(task: Task) -> None:
    broken = FakeConfig(faults=(Fault("launch"),))
    sessions = Sessions({"desk": FakeConfig(), "phone": broken}, 1)
    first = sessions.devices
    with pytest.raises(DeviceError):
        sessions.start(lambda devices: task.begin(devices, 0))
    assert len(sessions.failures) == 2
    assert all(d.closed for d in first.values() if isinstance(d, FakeDevice))
    assert all(sessions.devices[name] is not first[name] for name in first)
    sessions.close()


def test_a_live_device_is_kept(task: Task) -> None:
    live = FakeDevice(faults=(Fault("launch"),))
    sessions = Sessions({"desk": live, "phone": FakeConfig()}, 1)
    sessions.start(lambda devices: task.begin(devices, 0))
    assert sessions.devices["desk"] is live and len(sessions.failures) == 1


@pytest.mark.faults
def test_what_nobody_foresaw_is_a_device_error(task: Task) -> None:
    config = FakeConfig(faults=(Fault("reset", 1, "ZeroDivisionError", 9),))
    sessions = Sessions({"desk": FakeConfig(), "phone": config}, 0)
    with pytest.raises(DeviceError, match="ZeroDivisionError"):
        sessions.start(lambda devices: task.begin(devices, 0))


def test_retries_are_checked() -> None:
    with pytest.raises(ConfigError, match="reset_retries"):
        Sessions({"desk": FakeConfig()}, -1)
