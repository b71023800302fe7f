"""Random agents on MiniWoB++: nothing that they do breaks the browser."""

from __future__ import annotations

import pytest

from omnigym.benchmarks.miniwob import miniwob_task
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.sites.miniwob import page_names
from omnigym.envs.env import OmniEnv

pytestmark = pytest.mark.chromium


def play(browser: ChromiumDevice, name: str, steps: int) -> None:
    env = OmniEnv(browser, tasks=miniwob_task(name), max_steps=steps)
    env.action_space.seed(0)
    done = episodes = 0
    while done < steps:
        obs, info = env.reset(seed=episodes)
        episodes += 1
        ended = False
        while not ended and done < steps:
            obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
            done += 1
            ended = terminated or truncated
            assert info["device_error"] == ""
            assert obs in env.observation_space
            assert -1.0 <= float(reward) <= 1.0
        assert info["instruction"]


@pytest.mark.slow
@pytest.mark.parametrize("name", page_names())
def test_random_steps_on_every_page(browser: ChromiumDevice, name: str) -> None:
    play(browser, name, 30)
