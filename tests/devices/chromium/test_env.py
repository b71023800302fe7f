from __future__ import annotations

from functools import partial

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from omnigym.devices.chromium.config import ChromiumConfig
from omnigym.devices.config import device_config, to_dict

pytest.importorskip("miniwob", reason="needs omnigym[web]")

pytestmark = pytest.mark.chromium

SMALL = ChromiumConfig(size=(160, 210), bar=False)


#: Modules of tests are not found in a worker process, so it is no function of this one.
make = partial(gymnasium.make, "omnigym:OmniBench-Web-v0", device=to_dict(SMALL), tasks="miniwob/click-test-2")


def test_the_configuration_goes_through_json() -> None:
    config = ChromiumConfig(size=(320, 240), allow=("http://127.0.0.1:8000",))
    assert device_config(to_dict(config)) == config


# What it says of action spaces is for learners of Box spaces; the wrappers make those.
@pytest.mark.filterwarnings("ignore:.*For Box action spaces:UserWarning")
def test_is_an_environment() -> None:
    env = make()
    try:
        check_env(env.unwrapped, skip_render_check=True)
    finally:
        env.close()


@pytest.mark.slow
def test_runs_in_worker_processes() -> None:
    envs = gymnasium.vector.AsyncVectorEnv([make, make], context="spawn")
    try:
        observations, _ = envs.reset(seed=[1, 1])
        assert (observations["screenshot"][0] == observations["screenshot"][1]).all()
        envs.action_space.seed(0)
        for _ in range(3):
            observations, *_ = envs.step(envs.action_space.sample())
        assert observations["screenshot"].shape == (2, 210, 160, 3)
    finally:
        envs.close()
