"""The mask in info and in the observation, as learners look for it."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.errors import ConfigError
from omnigym.wrappers import ActionMask, ElementActions

ID = "OmniBench-Win11-v0"


def make() -> ActionMask:
    return ActionMask(ElementActions(gymnasium.make(ID, observation="a11y", max_steps=5), nodes=32))


def test_check_env() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(unwrapped|outside|render).*")
        check_env(make(), skip_render_check=True)


def test_info_and_observation_have_the_mask_at_every_step() -> None:
    env = make()
    env.action_space.seed(0)
    observation, info = env.reset(seed=0)
    ended = 0
    while ended < 2:
        assert observation in env.observation_space
        assert info["action_mask"].dtype == np.bool_ and observation["action_mask"].dtype == np.int8
        np.testing.assert_array_equal(info["action_mask"], env.get_wrapper_attr("action_masks")())
        np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
        action = env.action_space.sample(observation["action_mask"])
        assert info["action_mask"][action]
        observation, _, terminated, truncated, info = env.step(action)
        assert info["invalid_action"] == "" or action >= env.get_wrapper_attr("layout").key_start
        if terminated or truncated:
            ended += 1
            observation, info = env.reset()


@pytest.mark.parametrize("again", [copy.copy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies(again: object) -> None:
    env, other = make(), again(make())  # type: ignore[operator]
    assert other.observation_space == env.observation_space
    np.testing.assert_array_equal(other.reset(seed=1)[0]["action_mask"], env.reset(seed=1)[0]["action_mask"])


def test_vector_environments_agree() -> None:
    theirs = SyncVectorEnv([make, make])
    ours = gymnasium.make_vec(
        ID, 2, observation="a11y", max_steps=5, wrap=(partial(ElementActions, nodes=32), ActionMask), num_workers=1
    )
    for vector in (theirs, ours):
        observation, info = vector.reset(seed=3)
        assert observation["action_mask"].shape == info["action_mask"].shape == (2, make().action_space.n)
        np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
    np.testing.assert_array_equal(ours.reset(seed=3)[0]["action_mask"], theirs.reset(seed=3)[0]["action_mask"])
    ours.close()


def test_environments_without_masks_are_refused() -> None:
    with pytest.raises(ConfigError, match="ElementActions"):
        ActionMask(gymnasium.make(ID, observation="a11y"))
