"""A copy of an environment is a fresh one of the same arguments."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import FrameStackObservation, TimeLimit

from omnigym.actions import Type, Wait
from omnigym.devices.adb.config import AdbConfig
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.arguments import ArraySizes
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError
from omnigym.tasks.task import Task
from omnigym.wrappers import (
    ElementActions,
    FlatBoxActions,
    GrayscaleScreenshot,
    MultiDiscreteActions,
    NodeActions,
    NoProgressLimit,
    RecordTrajectory,
    ResizeScreenshot,
    StepLimit,
)

Copy = Callable[[Any], Any]
COPIES: tuple[Copy, ...] = (copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)))


def _assert_alike(one: gymnasium.Env[Any, Any], two: gymnasium.Env[Any, Any]) -> None:
    assert two is not one
    assert type(two) is type(one)
    assert str(two) == str(one)
    assert two.spec == one.spec
    assert two.observation_space == one.observation_space
    assert two.action_space == one.action_space
    assert two.unwrapped.render_mode == one.unwrapped.render_mode


@pytest.mark.parametrize("make", COPIES)
def test_a_copy_is_fresh_and_does_the_same(fake_task: Task, make: Copy) -> None:
    env = OmniEnv(
        FakeConfig((64, 48)),
        fake_task,
        observation="both",
        sizes=ArraySizes(7),
        reward="sparse",
        render_mode="rgb_array",
    )
    env.reset(seed=1)
    env.step(Type("hello"))
    two = make(env)
    _assert_alike(env, two)
    assert two.tasks == env.tasks
    with pytest.raises(ResetNeeded):
        two.step(Wait())
    assert two.reset(seed=5)[1] == env.reset(seed=5)[1]
    for action in (Type("hello"), Wait()):
        a, b = env.step(action), two.step(action)
        assert a[1:] == b[1:]
        for key, value in a[0].items():
            np.testing.assert_array_equal(value, b[0][key])
    two.close()
    assert env.step(Wait())[4]["device_error"] == "", "they share nothing"
    env.close()


@pytest.mark.parametrize("make", COPIES)
def test_a_live_device_has_no_copy(fake_task: Task, make: Copy) -> None:
    env = OmniEnv(FakeDevice(), fake_task)
    for wrapped in (env, ElementActions(env)):
        if make is copy.copy and wrapped is not env:
            continue  # it shares what it wraps
        with pytest.raises(ConfigError, match=r"live device, 'fake'.*device='sim'"):
            make(wrapped)


def test_a_subclass_is_made_again_with_its_own_arguments(fake_task: Task) -> None:
    env = Named("me", fake_task)
    two = pickle.loads(pickle.dumps(env))
    assert (type(two), two.name, two.tasks) == (Named, "me", env.tasks)


class Named(OmniEnv):
    def __init__(self, name: str, tasks: Task) -> None:
        super().__init__(FakeConfig(), tasks)
        self.name = name


@pytest.mark.parametrize("make", COPIES[1:])
def test_wrappers_are_copied_with_what_they_wrap(fake_task: Task, make: Copy, tmp_path: Path) -> None:
    def base() -> gymnasium.Env[Any, Any]:
        return OmniEnv(FakeConfig((64, 48)), fake_task)

    for wrap in (
        lambda: ElementActions(RecordTrajectory(base(), tmp_path), nodes=4, end_actions=True),
        lambda: NodeActions(base(), nodes=4, pieces=("ab",)),
        lambda: MultiDiscreteActions(StepLimit(base(), 3), grid=(4, 3)),
        lambda: FlatBoxActions(NoProgressLimit(base(), 3)),
        lambda: GrayscaleScreenshot(ResizeScreenshot(base(), (32, 24))),
        lambda: FrameStackObservation(TimeLimit(base(), 5), 2),
    ):
        env = wrap()
        env.reset(seed=1)
        env.step(env.action_space.sample())
        two = make(env)
        _assert_alike(env, two)
        observation, _ = two.reset(seed=1)
        assert observation in two.observation_space
        action = env.action_space.sample()
        env.reset(seed=1)
        assert env.step(action)[1:4] == two.step(action)[1:4]
        env.close(), two.close()


def test_no_mask_of_a_screen_and_no_recording_goes_along(fake_task: Task, tmp_path: Path) -> None:
    env = ElementActions(RecordTrajectory(OmniEnv(FakeConfig((64, 48)), fake_task), tmp_path))
    before = len(pickle.dumps(env))
    env.reset()
    for _ in range(5):
        env.action_masks()
        env.step(0)
    assert len(pickle.dumps(env)) == before
    two = copy.deepcopy(env)
    two.reset()
    paths = env.unwrapped, env.get_wrapper_attr("path"), two.get_wrapper_attr("path")
    assert paths[1] != paths[2], "each writes an episode of its own"


@pytest.mark.parametrize("make", COPIES[1:])
@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("OmniBench-Win11-v0", {"resolution": (640, 480), "max_steps": 7, "tasks": "app:word"}),
        ("OmniBench-Android-v0", {"observation": "a11y"}),
        ("OmniBench-Android-v0", {"device": {"backend": "adb", "serial": "no such phone"}}),
        pytest.param("OmniBench-Linux-v0", {"device": "x11", "render_mode": "rgb_array"}, marks=pytest.mark.x11),
        pytest.param("OmniBench-Web-v0", {"split": "train"}, marks=pytest.mark.chromium),
    ],
)
def test_every_id(name: str, kwargs: dict[str, Any], make: Copy) -> None:
    env = gymnasium.make(name, **kwargs)
    two = make(env)
    _assert_alike(env, two)
    assert [t.id for t in two.unwrapped.tasks] == [t.id for t in env.unwrapped.tasks]
    if not isinstance(kwargs.get("device"), dict):
        two.reset(seed=0)
        assert make(two).spec == env.spec, "also in mid-episode"
    two.close()
    env.close()


def test_a_configuration_in_a_spec_is_kept(fake_task: Task) -> None:
    env = OmniEnv(FakeConfig(faults=(Fault("act", 1, "IndexError"),)), fake_task)
    copied = pickle.loads(pickle.dumps(env))
    copied.reset()
    assert AdbConfig() != FakeConfig() and copied.device._faults == (Fault("act", 1, "IndexError"),)
