"""PPO of RLlib with masked actions: the policy finds ``action_mask`` beside the ``observations``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import ActionMask, ElementActions

LOOKED_AT = ("a11y_bounds", "a11y_states", "a11y_overlap", "last_doing")


class ForRLlib(gymnasium.ObservationWrapper):
    """``{"action_mask": float32 (A,), "observations": float32 (D,)}``, as RLlib's module for masks wants it."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        width = sum(int(np.prod(env.observation_space[name].shape)) for name in LOOKED_AT)
        count = env.action_space.n
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (count,), np.float32),
                "observations": spaces.Box(-np.inf, np.inf, (width,), np.float32),
            }
        )

    def observation(self, observation: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
        """The mask, and the arrays that the policy looks at side by side."""
        parts = [np.asarray(observation[name], np.float32).ravel() for name in LOOKED_AT]
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": np.concatenate(parts),
        }


def make(_config: Mapping[str, object]) -> gymnasium.Env:
    """An environment, in whichever process RLlib wants it."""
    env = gymnasium.make(
        "OmniBench-Win11-v0", tasks="suite:hello level:1", variation="all", split="train", observation="a11y"
    )
    return ForRLlib(ActionMask(ElementActions(env, nodes=64)))


def main(iterations: int = 20, runners: int = 2, batch: int = 1024) -> int:
    """Train, and return how many steps of the environment were made."""
    register_env("omnigym", make)
    config = (
        PPOConfig()
        .environment("omnigym")
        .env_runners(num_env_runners=runners)
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
        print(steps, result["env_runners"].get("episode_return_mean"))
    algorithm.stop()
    return steps


if __name__ == "__main__":
    main()
