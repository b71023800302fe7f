"""An environment before its first episode, after its end, and when nobody has it any more."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded

from omnigym.actions import Wait
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.errors import DeviceError
from omnigym.tasks.task import Task

MakeEnv = Callable[..., OmniEnv]


@pytest.mark.parametrize("state", ["new", "closed", "not begun"])
def test_there_is_nothing_to_see_without_an_episode(make_env: MakeEnv, state: str) -> None:
    faults = [Fault("launch", 1, repeat=9)] if state == "not begun" else []
    env = make_env(*faults, render_mode="rgb_array")
    if state == "closed":
        env.reset()
        env.close()
    elif state == "not begun":
        with pytest.raises(DeviceError):
            env.reset()
    for call in (lambda: env.step(Wait()), env.render, env.screenshot, env.a11y):
        with pytest.raises(ResetNeeded):
            call()
    assert env._slots[""]._device is None, "and no device is made for it"
    env.close()
    env.close()


def test_closing_twice_and_beginning_again(make_env: MakeEnv) -> None:
    env = make_env()
    for _ in range(2):
        env.reset()
        first = env.device
        env.close()
        env.close()
        assert first.closed  # type: ignore[attr-defined]


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[FakeDevice]:
    """The devices that were closed."""
    devices: list[FakeDevice] = []
    monkeypatch.setattr(FakeDevice, "close", lambda device: devices.append(device))
    return devices


def test_the_device_of_a_dropped_environment_is_closed(fake_task: Task, closed: list[FakeDevice]) -> None:
    env: Any = OmniEnv(FakeConfig(), fake_task)
    env.reset()
    env.step(Wait())
    device = env.device
    del env
    gc.collect()
    assert closed == [device]


def test_a_given_device_outlives_its_environment(fake_task: Task, closed: list[FakeDevice]) -> None:
    env: Any = OmniEnv(FakeDevice(), fake_task)
    env.reset()
    del env
    gc.collect()
    assert closed == []


@pytest.mark.parametrize("source", [FakeConfig, FakeDevice])
@pytest.mark.parametrize("closes", [False, True])
def test_a_forked_child_leaves_its_parents_device_alone(
    fake_task: Task, closed: list[FakeDevice], monkeypatch: pytest.MonkeyPatch, source: Any, closes: bool
) -> None:
    env: Any = OmniEnv(source(), fake_task)
    env.reset()
    monkeypatch.setattr(os, "getpid", lambda: 1)
    if closes:
        env.close()
    del env
    gc.collect()
    assert closed == []


@pytest.mark.faults
def test_a_device_that_cannot_even_be_closed_is_dropped(make_env: MakeEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    env = make_env()
    env.reset()
    first = env.device
    monkeypatch.setattr(FakeDevice, "close", lambda self: 1 / 0)
    env.close()
    env.reset()
    assert env.device is not first


@pytest.mark.parametrize(
    ("name", "device"),
    [
        pytest.param("OmniBench-Linux-v0", "x11", marks=pytest.mark.x11),
        pytest.param("OmniBench-Web-v0", "chromium", marks=pytest.mark.chromium),
    ],
)
def test_a_real_device_that_is_dropped_leaves_no_process_and_no_descriptor(name: str, device: str) -> None:
    def begin() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(name, device=device)
        env.reset(seed=0)
        return env

    begin().close()  # what stays for good, such as modules' own files, is there now
    gc.collect()
    before = _held()
    begin()
    gc.collect()
    while _held() != before:
        time.sleep(0.05)


def _held() -> tuple[int, int]:
    """How many descriptors and child processes this process has."""
    task = f"/proc/self/task/{os.getpid()}/children"
    with open(task) as f:
        children = len(f.read().split())
    return len(os.listdir("/proc/self/fd")), children
