"""Vector environments: what they give is what the single environments give."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from omnigym.devices.fake import Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.envs.vector import OmniVectorEnv
from omnigym.errors import ActionError, ConfigError
from omnigym.tasks.task import Task
from omnigym.wrappers import ElementActions, FlatBoxActions, GrayscaleScreenshot, MultiDiscreteActions

WIN = "OmniBench-Win11-v0"
QUICK: dict[str, Any] = {"tasks": "app:text_editor nodes:1", "resolution": (640, 480), "max_steps": 4}


def single() -> gymnasium.Env[Any, Any]:
    return ElementActions(gymnasium.make(WIN, **QUICK))


def same(a: Any, b: Any) -> None:
    """Equal, byte for byte; infos may have other types of arrays, as Gymnasium's depend on what comes first."""
    if isinstance(a, tuple):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    elif isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, np.ndarray) and a.dtype != object:
        np.testing.assert_array_equal(a, np.asarray(b, a.dtype))
    elif isinstance(a, np.ndarray):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    else:
        assert a == b or (a is None and not b)  # what is not known yet is False in an array of truth values


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_it_gives_what_gymnasiums_own_gives(mode: str, workers: int) -> None:
    ours = gymnasium.make_vec(WIN, 2, wrap=ElementActions, num_workers=workers, autoreset_mode=mode, **QUICK)
    theirs = SyncVectorEnv([single] * 2, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is AutoresetMode(mode)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    rng = np.random.default_rng(0)
    observations, info = ours.reset(seed=5)
    expected = theirs.reset(seed=5)
    held = []
    for _ in range(11):
        masks = info["action_mask"]
        assert info["_action_mask"].all()
        same((observations, info), (expected[0], expected[-1]))
        np.testing.assert_array_equal(masks, np.stack(theirs.call("action_masks")))
        np.testing.assert_array_equal(masks, ours.action_masks())  # type: ignore[attr-defined]
        held.append((observations, copy.deepcopy(observations)))
        del held[: -1 if len(held) % 7 else len(held)]  # sometimes nothing is held, sometimes a few steps
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observations, rewards, terminated, truncated, info = ours.step(actions)
        expected = theirs.step(actions)
        for got, wanted in zip((rewards, terminated, truncated), expected[1:4], strict=True):
            same(got, wanted)
        ended = terminated | truncated
        if mode == "Disabled" and ended.any():
            observations, info = ours.reset(options={"reset_mask": ended})
            expected = theirs.reset(options={"reset_mask": ended})
            same(observations, expected[0])
            expected = (expected[0], dict(info))
        for kept, was in held:
            same(kept, was)
    ours.close()
    theirs.close()


def test_views_are_overwritten_where_no_copies_are_wanted() -> None:
    envs = gymnasium.make_vec(WIN, 2, num_workers=0, copy=False, wrap=ElementActions, **QUICK)
    first, _ = envs.reset(seed=0)
    second, *_ = envs.step(envs.action_space.sample())
    same(first, second)
    assert np.shares_memory(first["screenshot"], second["screenshot"])
    envs.close()


def test_tasks_and_arguments_of_each() -> None:
    queries = ["app:text_editor nodes:1", "app:calculator nodes:1"]
    envs = gymnasium.make_vec(WIN, 2, num_workers=0, each={"tasks": queries}, observation="a11y")
    pools = [[t.id for t in tasks] for tasks in envs.get_attr("tasks")]  # type: ignore[attr-defined]
    _, info = envs.reset(seed=[3, None])
    assert all(task in pool for task, pool in zip(info["task_id"], pools, strict=True))
    _, info = envs.reset(options={"task": [pools[0][1], None]})
    assert info["task_id"][0] == pools[0][1]
    assert info["task_id"][1] in pools[1]
    envs.close()


@pytest.mark.parametrize(
    "kwargs",
    [
        {"each": {"tasks": ["app:word"]}},
        {"each": {"tasks": "ab"}},
        {"each": {"sizes": [{"nodes": 16}, {"nodes": 17}]}},
        {"autoreset_mode": "Sometimes"},
        {"num_workers": -1},
        {"num_envs": 0},
        {"tasks": "app:nosuchapp"},
    ],
    ids=str,
)
def test_wrong_arguments(kwargs: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        gymnasium.make_vec(WIN, **({"num_envs": 2, "num_workers": 0} | kwargs))


@pytest.mark.parametrize(
    "options",
    [{"task": ["one"]}, {"reset_mask": np.zeros(2, np.bool_)}, {"reset_mask": [1, 0]}, {"colour": "red"}],
    ids=str,
)
def test_wrong_options(options: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(WIN, 2, num_workers=0, **QUICK)
    with pytest.raises(ConfigError):
        envs.reset(options=options)
    with pytest.raises(ConfigError):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=0)
    envs.close()


def fakes(task: Task, *faults: Fault, **kwargs: Any) -> OmniVectorEnv:
    """Two environments, the second of which has faults."""
    return OmniVectorEnv([partial(OmniEnv, FakeConfig(faults=f), task) for f in ((), faults)], 0, **kwargs)


def test_a_device_that_dies_truncates_its_episode_alone(fake_task: Task) -> None:
    envs = fakes(fake_task, Fault("act", 3))
    envs.action_space.seed(0)
    envs.reset(seed=0)
    wait = [env_action(envs)] * 2
    failed = None
    for _ in range(4):
        _, rewards, terminated, truncated, info = envs.step(wait)
        if truncated.any():
            failed = info
            assert truncated.tolist() == [False, True]
            assert not terminated.any() and not rewards.any()
            assert info["end_reason"].tolist() == ["", "device_error"]
            assert info["unscored"].tolist() == [False, True]
            break
    assert failed is not None
    *_, truncated, info = envs.step(wait)
    assert not truncated.any()
    assert info["steps"].tolist()[1] == 0 and info["device_error"].tolist() == ["", ""]
    envs.close()


def env_action(envs: OmniVectorEnv) -> Any:
    """An action of one environment that does nothing."""
    action = envs.single_action_space.sample()
    return {**action, "type": 10, "duration": np.zeros(1)}


def test_an_error_of_one_comes_out_when_the_others_have_stepped(fake_task: Task) -> None:
    envs = fakes(fake_task)
    envs.reset(seed=0)
    good = env_action(envs)
    with pytest.raises(ActionError) as raised:
        envs.step([good, {**good, "type": 99}])
    assert "In the environment:" in raised.value.__notes__[0]
    *_, info = envs.step([good, good])
    assert info["steps"].tolist() == [2, 1]
    with pytest.raises(ConfigError):
        envs.step([good])
    envs.close()


def test_calls_attributes_frames_and_the_end() -> None:
    envs: Any = gymnasium.make_vec(WIN, 2, num_workers=0, wrap=ElementActions, render_mode="rgb_array", **QUICK)
    envs.reset(seed=7)
    assert [frame.shape for frame in envs.render()] == [(480, 640, 3)] * 2
    assert envs.np_random_seed == (7, 8)
    layouts = envs.get_attr("layout")
    assert layouts[0].size == envs.single_action_space.n
    envs.set_attr("note", [1, 2])
    assert envs.get_attr("note") == (1, 2)
    envs.set_attr("note", "same")
    assert envs.get_attr("note") == ("same", "same")
    with pytest.raises(ConfigError):
        envs.set_attr("note", [1])
    observations, _ = envs.reset(seed=7)
    again = pickle.loads(pickle.dumps(envs))
    envs.close()
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.reset()
    same(again.reset(seed=7)[0], observations)
    again.close()


def test_statistics_of_episodes(fake_task: Task) -> None:
    plain = OmniVectorEnv([partial(OmniEnv, FakeConfig(), fake_task, max_steps=4)] * 2, 0)
    envs = RecordEpisodeStatistics(plain)
    envs.reset(seed=0)
    wait = [env_action(plain)] * 2
    infos = [envs.step(wait)[-1] for _ in range(9)]
    assert [n for n, info in enumerate(infos) if "episode" in info] == [3, 8]
    assert list(envs.length_queue) == [4] * 4
    envs.close()


@pytest.mark.parametrize("name", [n for n, s in gymnasium.registry.items() if s.kwargs.get("device") == "sim"])
@pytest.mark.parametrize(
    "wrap", [(), ElementActions, MultiDiscreteActions, FlatBoxActions, (GrayscaleScreenshot, ElementActions)], ids=str
)
def test_every_simulated_id(name: str, wrap: Any) -> None:
    envs = gymnasium.make_vec(name, 2, num_workers=0, wrap=wrap, tasks="nodes:1", screenshot_size=(160, 120))
    envs.action_space.seed(0)
    observations, info = envs.reset(seed=0)
    for _ in range(4):
        assert envs.observation_space.contains(observations)
        for n in range(2):
            assert envs.single_observation_space.contains({k: v[n] for k, v in observations.items()})
        if "action_mask" in info:  # as RLlib and TorchRL want it
            assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
            assert envs.single_action_space.start == 0
            assert info["action_mask"].dtype == np.bool_ and info["action_mask"].any(axis=1).all()
            mask = info["action_mask"][0].astype(np.int8)
            assert info["action_mask"][0][envs.single_action_space.sample(mask)]
        actions = envs.action_space.sample()
        assert envs.action_space.contains(actions)
        observations, *_, info = envs.step(actions)
    envs.close()
