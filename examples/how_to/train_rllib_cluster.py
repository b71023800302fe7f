"""PPO of RLlib whose environments are on the nodes of a cluster: a policy that clicks elements of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import omnigym
from omnigym.actions import Click

NODES = 64
LOOKED_AT = ("a11y_bounds", "a11y_states", "a11y_overlap")


class Clicks(gymnasium.Wrapper):
    """Action *n* clicks the middle of element *n*; where nothing is known of it, the mask is 0."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        width = sum(int(np.prod(env.observation_space[name].shape)) for name in LOOKED_AT)
        self.action_space = spaces.Discrete(NODES)
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (NODES,), np.float32),
                "observations": spaces.Box(-np.inf, np.inf, (width,), np.float32),
            }
        )

    def reset(self, **kwargs: Any) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(**kwargs)
        return self._seen(observation), info

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Click an element."""
        observation, reward, terminated, truncated, info = self.env.step(self._clicks[int(action)])
        return self._seen(observation), reward, terminated, truncated, info

    def _seen(self, observation: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        bounds = observation["a11y_bounds"]  # left, top, width, height, as shares of the screen
        middles = bounds[:, :2] + bounds[:, 2:] / 2
        self._clicks = [Click((min(float(x), 1.0), min(float(y), 1.0))) for x, y in middles]
        mask = (bounds[:, 2] > 0).astype(np.float32)
        mask[0] = 1.0  # something can always be done
        parts = [np.asarray(observation[name], np.float32).ravel() for name in LOOKED_AT]
        return {"action_mask": mask, "observations": np.concatenate(parts)}


def make(config: Mapping[str, Any]) -> gymnasium.Env:
    """An environment on some node, for one of RLlib's processes."""
    env = omnigym.connect(
        config["cluster"],
        "OmniBench-Win11-v0",
        tasks="suite:hello level:1",
        variation="all",
        split="train",
        observation="a11y",
        sizes={"nodes": NODES},
    )
    return Clicks(env)


def main(iterations: int = 20, runners: int = 2, batch: int = 1024, cluster: str = "ray:auto") -> int:
    """Train, and return how many steps of the environment were made."""
    register_env("omnigym-cluster", make)
    config = (
        PPOConfig()
        .environment("omnigym-cluster", env_config={"cluster": cluster})
        .env_runners(num_env_runners=runners, sample_timeout_s=600)  # real devices take their time
        .training(train_batch_size_per_learner=batch, minibatch_size=batch // 4, num_epochs=2)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64]})
        )
    )
    algorithm = config.build_algo()
    steps = 0
    for _ in range(iterations):
        result = algorithm.train()
        steps = int(result["env_runners"]["num_env_steps_sampled_lifetime"])
        print(steps, result["env_runners"].get("episode_return_mean"), flush=True)
    algorithm.stop()
    return steps


if __name__ == "__main__":
    ray.init(include_dashboard=False)  # or the address of a cluster: every process of it has this program's packages
    main()
