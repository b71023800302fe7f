"""What learners' libraries ask of the spaces; TorchRL itself where it is installed."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.envs.registration import ID_OF
from omnigym.errors import ConfigError
from omnigym.spaces.observation import INSTRUCTION_LENGTH
from omnigym.wrappers import ActionMask, ElementActions, FlatBoxActions, MultiDiscreteActions

SIMULATED = ("OmniBench-Win11-v0", "OmniBench-Android-v0")


@pytest.mark.parametrize("wrap", [None, ElementActions, FlatBoxActions, MultiDiscreteActions])
def test_no_space_starts_elsewhere_than_at_zero(wrap: Any) -> None:
    env = gymnasium.make(SIMULATED[0])
    chosen = (wrap(env) if wrap else env).action_space
    parts = chosen.spaces.values() if isinstance(chosen, spaces.Dict) else [chosen]
    assert all(int(np.min(getattr(part, "start", 0))) == 0 for part in parts)


@pytest.mark.parametrize("platform", ["windows", "android", "linux"])
def test_every_instruction_fits(platform: str) -> None:
    env: Any = gymnasium.make(ID_OF[platform], observation="pixels").unwrapped
    longest = max(env.tasks, key=lambda task: len(task.instruction))
    assert len(longest.instruction) <= INSTRUCTION_LENGTH, longest.id


@pytest.mark.parametrize("env_id", SIMULATED)
@pytest.mark.parametrize("size", [(320, 240), (1, 1)])
def test_a_screen_that_is_too_small_is_refused_when_made(env_id: str, size: tuple[int, int]) -> None:
    with pytest.raises(ConfigError, match="screenshot_size"):
        gymnasium.make(env_id, resolution=size)
    with pytest.raises(ConfigError, match="screenshot_size"):
        gymnasium.make_vec(env_id, 2, resolution=size)
    small = gymnasium.make(env_id, screenshot_size=size, observation="pixels")
    assert small.reset(seed=0)[0]["screenshot"].shape == (size[1], size[0], 3)


def test_vector_screenshots_that_may_be_written_to() -> None:
    for writable in (True, False):
        envs = gymnasium.make_vec(
            SIMULATED[0],
            2,
            observation="pixels",
            writable_screenshots=writable,
            screenshot_size=(64, 48),
            num_workers=1,
        )
        shots = envs.reset(seed=0)[0]["screenshot"]
        assert shots.flags.writeable is writable
        if writable:
            kept = shots.copy()
            shots[:] = 0
            np.testing.assert_array_equal(envs.reset(seed=0)[0]["screenshot"], kept)
        envs.close()


def test_torchrl_samples_possible_actions() -> None:
    torchrl_envs: Any = pytest.importorskip("torchrl.envs", reason="pip install torchrl")
    env = ActionMask(ElementActions(gymnasium.make(SIMULATED[0], observation="a11y", max_steps=20), nodes=32))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped = torchrl_envs.GymWrapper(env, categorical_action_encoding=True)
        masked = torchrl_envs.TransformedEnv(wrapped, torchrl_envs.ActionMask())
        masked.set_seed(0)
        played = masked.rollout(15)
    chosen = played["action_mask"].bool().gather(-1, played["action"].unsqueeze(-1))
    assert chosen.all() and len(played) == 15


def test_torchrl_samples_the_environments_own_actions() -> None:
    torchrl_envs: Any = pytest.importorskip("torchrl.envs", reason="pip install torchrl")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = torchrl_envs.GymWrapper(gymnasium.make(SIMULATED[0], observation="a11y", max_steps=20))
        env.set_seed(0)
        assert len(env.rollout(10)) >= 1
