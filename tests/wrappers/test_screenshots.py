"""Smaller and grey screenshots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError
from omnigym.wrappers import GrayscaleScreenshot, ResizeScreenshot

MakeEnv = Callable[..., OmniEnv]
# check_env would rather see the bare environment, and all Box actions in [-1, 1]
pytestmark = pytest.mark.filterwarnings("ignore:.*(unwrapped version|normalized space)")


@pytest.mark.parametrize(
    "wrap",
    [
        lambda env: ResizeScreenshot(env, (80, 60)),
        GrayscaleScreenshot,
        lambda env: ResizeScreenshot(GrayscaleScreenshot(env), (80, 60)),
        lambda env: GrayscaleScreenshot(ResizeScreenshot(env, (80, 60))),
    ],
)
def test_check_env(make_env: MakeEnv, wrap: Any) -> None:
    check_env(wrap(make_env()), skip_render_check=True)


def test_resize_averages_areas(make_env: MakeEnv) -> None:
    plain, _ = make_env().reset(seed=0)
    small, _ = ResizeScreenshot(make_env(), (160, 120)).reset(seed=0)
    expected = plain["screenshot"].reshape(120, 2, 160, 2, 3).mean((1, 3))
    assert np.abs(small["screenshot"] - expected).max() <= 0.5


@pytest.mark.parametrize(("size", "found"), [((64, 64), (48, 64, 3)), ((960, 480), (480, 640, 3))])
def test_a_picture_inside_keeps_its_ratio(make_env: MakeEnv, size: tuple[int, int], found: tuple[int, ...]) -> None:
    env = ResizeScreenshot(make_env(), size, "inside")
    assert env.observation_space["screenshot"].shape == env.reset(seed=0)[0]["screenshot"].shape == found


def test_grey_is_luma(make_env: MakeEnv) -> None:
    plain, _ = make_env().reset(seed=0)
    grey, _ = GrayscaleScreenshot(make_env()).reset(seed=0)
    expected = plain["screenshot"] @ np.array([0.299, 0.587, 0.114])
    assert grey["screenshot"].shape == (240, 320, 1)
    assert np.abs(grey["screenshot"][:, :, 0] - expected).max() <= 1


def test_a_screenshot_is_needed(make_env: MakeEnv) -> None:
    with pytest.raises(ConfigError, match="screenshot"):
        GrayscaleScreenshot(make_env(observation="a11y"))
    with pytest.raises(ConfigError, match="size"):
        ResizeScreenshot(make_env(), (0, 5))
    with pytest.raises(ConfigError, match="fit"):
        ResizeScreenshot(make_env(), (64, 64), "cover")  # type: ignore[arg-type]
