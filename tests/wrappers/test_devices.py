"""Every wrapper on one device and on several: it works there, or says once and clearly that it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import omnigym.wrappers
from omnigym.actions import On, Press, Type, Wait
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import MultiDeviceEnv, OmniEnv, snapshots
from omnigym.errors import ActionError, ConfigError, UnknownNameError
from omnigym.wrappers import (
    ActionMask,
    CellActions,
    ElementActions,
    FlatBoxActions,
    GrayscaleScreenshot,
    MultiDiscreteActions,
    NoProgressLimit,
    RecordTrajectory,
    ResizeScreenshot,
    StepLimit,
)
from tests.conftest import make_task
from tests.envs.test_multi_device import task

DEVICES = {"desk": FakeConfig((320, 240)), "phone": FakeConfig((200, 320))}
Env = gymnasium.Env[Any, Any]


def one(**kwargs: Any) -> OmniEnv:
    return OmniEnv(FakeConfig(), make_task(), **kwargs)


def several(**kwargs: Any) -> MultiDeviceEnv:
    return MultiDeviceEnv(DEVICES, task(), **kwargs)


#: What each wrapper needs besides the environment.
HOW: dict[str, Callable[[Env, Path], Env]] = {
    "ActionMask": lambda env, _: ActionMask(ElementActions(env)),
    "NoProgressLimit": lambda env, _: NoProgressLimit(env, 3),
    "RecordTrajectory": lambda env, folder: RecordTrajectory(env, folder, trees=True, arrays=True),
    "ResizeScreenshot": lambda env, _: ResizeScreenshot(env, (40, 30)),
    "StepLimit": lambda env, _: StepLimit(env, 3),
}
#: What the environment is asked to observe for it.
OBSERVED = {"MaskModality": {"audio": True, "video": True}}
WRAPPERS = [name for name in omnigym.wrappers.__all__ if issubclass(getattr(omnigym.wrappers, name), gymnasium.Wrapper)]
#: Those whose actions are of one screen.
OF_ONE = {"CellActions", "ClickOnly", "NodeActions", "RankedElements"}
#: What is recorded begins at the beginning.
NO_SNAPSHOTS = {"RecordTrajectory"}


@pytest.mark.parametrize(
    "make", [lambda **kwargs: OmniEnv(FakeConfig(), make_task(), **kwargs), several], ids=["one", "several"]
)
@pytest.mark.parametrize("name", WRAPPERS)
def test_every_wrapper(name: str, make: Callable[[], Any], tmp_path: Path) -> None:
    wrap = HOW.get(name) or (lambda env, _: getattr(omnigym.wrappers, name)(env))
    base = make(**OBSERVED.get(name, {}))
    if name in OF_ONE and isinstance(base, MultiDeviceEnv):
        with pytest.raises(ConfigError, match=rf"{name} is for one device.*desk, phone.*MultiDiscreteActions"):
            wrap(base, tmp_path)
        return
    env = wrap(base, tmp_path)
    env.action_space.seed(0)
    observation, _ = env.reset(seed=0)
    played = [env.action_space.sample() for _ in range(6)]
    seen = []
    for action in played[:2]:
        observation, *_, info = env.step(action)
        assert observation in env.observation_space
        assert info["end_reason"] in ("", "false_completion", "fail_declared")
        if info["end_reason"]:
            observation, _ = env.reset(seed=0)
    if name in NO_SNAPSHOTS:
        return
    kept = snapshots.take(env)
    for _ in range(2):
        again, _ = snapshots.restore(env, kept)
        for key in observation:
            np.testing.assert_array_equal(again[key], observation[key])
        seen.append(env.step(played[2])[0])
    for key in seen[0]:
        np.testing.assert_array_equal(seen[0][key], seen[1][key])
    assert str(gymnasium.make(env.spec)) == str(env) if env.spec is not None else True


@pytest.mark.parametrize("wrapper", [FlatBoxActions, MultiDiscreteActions])
def test_flat_actions_say_on_which_device(wrapper: Any) -> None:
    env = wrapper(several(), types=("press", "wait"))
    one = wrapper(OmniEnv(FakeConfig(), make_task()), types=("press", "wait"))
    env.reset(seed=0)
    size = sum(one.action_space.shape)
    assert sum(env.action_space.shape) == size + (2 if wrapper is FlatBoxActions else 1)
    chosen = np.zeros(env.action_space.shape, env.action_space.dtype)
    for place, device in enumerate(("desk", "phone")):
        if wrapper is FlatBoxActions:
            chosen[-2:] = -1
            chosen[-2 + place] = 1
        else:
            chosen[-1] = place
        before = {name: d.calls["act"] for name, d in env.unwrapped.devices.items()}
        env.step(chosen)
        after = {name: d.calls["act"] for name, d in env.unwrapped.devices.items()}
        assert [n for n in after if after[n] > before[n]] == [device]
    assert one.action(np.zeros(one.action_space.shape, one.action_space.dtype)).keys() == {
        *("type", "position", "end_position", "button", "repeats", "scroll", "duration", "modifiers", "key", "text")
    }


def test_element_actions_on_several_devices() -> None:
    env = ElementActions(several(), end_actions=True)
    one = ElementActions(OmniEnv(DEVICES["phone"], make_task()), end_actions=True)
    _, info = env.reset(seed=0)
    one.reset(seed=0)
    size = env.layout.size
    assert size == one.layout.size and env.action_space.n == 2 * size
    mask = info["action_mask"]
    np.testing.assert_array_equal(mask, env.action_masks())
    own = one.action_masks()
    own[-2:] = False  # DONE and FAIL are among the first device's
    np.testing.assert_array_equal(mask[size:], own)
    assert mask[size - 2 : size].all()
    for number in np.flatnonzero(own)[::7].tolist():
        assert env.actions(size + number) == tuple([On("phone", action) for action in one.actions(number)])
        assert all(isinstance(action, On) and action.device == "desk" for action in env.actions(number)[:1])
    text = env.layout.choice(env.layout.text_start)
    typed = next(n for n in np.flatnonzero(mask[size:]).tolist() if env.layout.choice(n).kind == text.kind)
    before = {name: d.calls["act"] for name, d in env.unwrapped.devices.items()}
    observation, *_, info = env.step(size + typed)
    after = {name: d.calls["act"] for name, d in env.unwrapped.devices.items()}
    assert after["desk"] == before["desk"] and after["phone"] > before["phone"]
    assert observation in env.observation_space and info["invalid_action"] == ""
    assert observation["last_doing"] == 1 + len(env.layout.doings) + env.layout.doings.index(
        env.layout.choice(typed).verb
    )
    assert env.step(size + int(np.flatnonzero(~own)[0]))[-1]["invalid_action"] != ""
    assert env.step(On("desk", Type("x")))[-1]["invalid_action"] == ""
    for number in (-1, 2 * size):
        with pytest.raises(ActionError, match=str(2 * size - 1)):
            env.step(number)


def test_screenshots_of_each_device() -> None:
    env = GrayscaleScreenshot(ResizeScreenshot(several(), {"phone": (50, 80)}))
    shapes = {key: space.shape for key, space in env.observation_space.spaces.items() if "screenshot" in key}  # type: ignore[attr-defined]
    assert shapes == {"desk_screenshot": (240, 320, 1), "phone_screenshot": (80, 50, 1)}
    observation, _ = env.reset(seed=0)
    assert {key: observation[key].shape for key in shapes} == shapes
    with pytest.raises(UnknownNameError, match="tablet"):
        ResizeScreenshot(several(), {"tablet": (50, 80)})
    for wrap in (GrayscaleScreenshot, lambda e: ResizeScreenshot(e, (9, 9)), CellActions):
        with pytest.raises(ConfigError):
            wrap(several(observation="a11y"))


@pytest.mark.parametrize(("wrapper", "reason"), [(StepLimit, "reach_step_limit"), (NoProgressLimit, "no_progress")])
def test_limits_count_the_steps_on_all_devices(wrapper: Any, reason: str) -> None:
    env = wrapper(several(), 3)
    env.reset(seed=0)
    for action in (On("desk", Type("x")), Wait()):
        assert not env.step(action)[3]
    *_, truncated, info = env.step(On("phone", Press("a")))
    assert truncated and info["end_reason"] == reason


_LITTLE = {"n_steps": 100, "batch_size": 50, "n_epochs": 1, "seed": 0, "device": "cpu"}


def test_stable_baselines_learns_on_several_devices() -> None:
    """That it runs, not that it learns: a few hundred steps are none."""
    sb3 = pytest.importorskip("stable_baselines3")
    env = gymnasium.make("Crab-Cross-v0", observation="pixels", screenshot_size=(48, 48), max_steps=40)
    wrapped = MultiDiscreteActions(GrayscaleScreenshot(env), grid=(8, 8))
    assert isinstance(wrapped.observation_space, spaces.Dict)
    model = sb3.PPO("MultiInputPolicy", wrapped, **_LITTLE).learn(200)
    assert model.num_timesteps == 200
    action, _ = model.predict(wrapped.reset(seed=0)[0], deterministic=True)
    assert wrapped.action_space.contains(action)


def test_masked_ppo_learns_on_elements_of_several_devices() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = gymnasium.make("Crab-Cross-v0", observation="a11y", max_steps=40, sizes={"nodes": 32})
    model = contrib.MaskablePPO("MultiInputPolicy", ElementActions(env), **_LITTLE).learn(200)
    assert model.num_timesteps == 200
