"""Flat action spaces: every sample of theirs is an action of the environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from omnigym.actions import BUTTONS, KEYS, Click, Press, Type
from omnigym.envs.env import OmniEnv
from omnigym.errors import ActionError, UnknownNameError
from omnigym.spaces import ACTION_TYPES, decode_action
from omnigym.wrappers import FlatBoxActions, MultiDiscreteActions

MakeEnv = Callable[..., OmniEnv]
# check_env would rather see the bare environment, and all Box actions in [-1, 1]
pytestmark = pytest.mark.filterwarnings("ignore:.*(unwrapped version|normalized space)")
WRAPPERS = [FlatBoxActions, MultiDiscreteActions]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_samples_are_actions(make_env: MakeEnv, wrapper: Any) -> None:
    env = wrapper(make_env(), types=ACTION_TYPES[:-3])
    env.reset(seed=0)
    env.action_space.seed(0)
    kinds = set()
    for _ in range(300):
        fields = env.action(env.action_space.sample())
        assert fields in env.unwrapped.action_space
        kinds.add(type(decode_action(fields)).__name__)
    assert len(kinds) == len(ACTION_TYPES) - 3


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_check_env(make_env: MakeEnv, wrapper: Any) -> None:
    check_env(wrapper(make_env()), skip_render_check=True)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_unknown_types(make_env: MakeEnv, wrapper: Any) -> None:
    with pytest.raises(UnknownNameError, match="'click'"):
        wrapper(make_env(), types=("clck",))


def test_multi_discrete_means_what_it_says(make_env: MakeEnv) -> None:
    env = MultiDiscreteActions(make_env(), grid=(10, 10), types=("click", "press", "type"))
    env.reset()
    a = np.zeros(16, np.int64)
    a[1:3], a[5] = (2, 7), BUTTONS.index("right")
    click = decode_action(env.action(a))
    assert isinstance(click, Click)
    assert click.at == pytest.approx((0.25, 0.75))
    assert click.button == "right"
    a[:] = 0
    a[0], a[10], a[14] = 1, 1, KEYS.index("s")
    assert decode_action(env.action(a)) == Press("s", ("ctrl",))
    a[0], a[15] = 2, 1
    assert decode_action(env.action(a)) == Type("untitled")
    a[15] = 7
    assert decode_action(env.action(a)) == Type("")


def test_flat_box_corners(make_env: MakeEnv) -> None:
    env = FlatBoxActions(make_env(), types=("click",))
    env.reset()
    assert isinstance(env.action_space, gymnasium.spaces.Box)
    low, high = env.action(env.action_space.low), env.action(env.action_space.high)
    assert low["position"].tolist() == [0, 0]
    assert high["position"].tolist() == [1, 1]
    assert high["modifiers"].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("action", [[0], [10**6] * 15, [-1] * 16, [float("nan")] * 117, "click", None, [["a"]]])
def test_actions_outside_the_space_are_refused(make_env: MakeEnv, wrapper: Any, action: Any) -> None:
    env = wrapper(make_env())
    env.reset()
    with pytest.raises(ActionError, match="Expected"):
        env.step(action)
