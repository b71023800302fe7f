"""Stable-Baselines3 on vector environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import TimeLimit
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.errors import ConfigError
from omnigym.wrappers import ElementActions

WIN = "OmniBench-Win11-v0"
QUICK: dict[str, Any] = {"tasks": "app:text_editor nodes:1", "observation": "a11y", "max_steps": 3}


def make(**kwargs: Any) -> SB3VecEnv:
    return SB3VecEnv(gymnasium.make_vec(WIN, 2, wrap=ElementActions, num_workers=0, **QUICK, **kwargs))  # type: ignore[arg-type]


def test_it_gives_what_their_own_gives() -> None:
    ours = make(autoreset_mode="SameStep")
    theirs = DummyVecEnv([lambda: ElementActions(gymnasium.make(WIN, **QUICK))] * 2)
    rng = np.random.default_rng(0)
    for envs in (ours, theirs):
        envs.seed(3)
    got, wanted = ours.reset(), theirs.reset()
    for _ in range(5):
        masks = np.stack(ours.env_method("action_masks"))
        np.testing.assert_array_equal(masks, np.stack(theirs.env_method("action_masks")))
        for name, array in wanted.items():
            np.testing.assert_array_equal(got[name], array)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        got, rewards, ended, infos = ours.step(actions)
        wanted, *expected = theirs.step(actions)
        np.testing.assert_array_equal(rewards, expected[0])
        np.testing.assert_array_equal(ended, expected[1])
        for info, other in zip(infos, expected[2], strict=True):
            last, known = info.pop("terminal_observation", {}), other.pop("terminal_observation", {})
            info.pop("action_mask", None)
            other.pop("action_mask")  # theirs is the environment's own
            other.setdefault("TimeLimit.truncated", False)
            info.setdefault("TimeLimit.truncated", False)
            assert info == other
            assert last.keys() == known.keys()
            for name in last:
                np.testing.assert_array_equal(last[name], known[name])
    assert ours.env_is_wrapped(ElementActions) == [True, True]
    assert ours.env_is_wrapped(TimeLimit, 1) == [False]
    assert not ours.has_attr("nothing")
    with pytest.raises(ConfigError):
        ours.set_attr("note", 1, indices=[0])
    ours.close()
    theirs.close()


def test_their_autoreset_is_asked_for() -> None:
    with pytest.raises(ConfigError, match="SameStep"):
        make()


def test_maskable_ppo_learns_on_it() -> None:
    envs = VecMonitor(make(autoreset_mode="SameStep"))
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=8, batch_size=8, n_epochs=1, seed=0, device="cpu")
    model.learn(16)
    assert model.num_timesteps == 16
    assert envs.episode_count >= 4
    envs.close()
