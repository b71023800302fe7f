"""PPO of RLlib with a policy that scores the elements of the screen; environments in its processes, or on a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env
from torch import Tensor, nn

import omnigym
from omnigym.actions import Click

NODES, WIDTH = 64, 64
LOOKED_AT = ("a11y_bounds", "a11y_states", "a11y_overlap")


class Clicks(gymnasium.Wrapper):
    """Action *n* clicks the middle of element *n*; where nothing is known of it, the mask is 0."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        features = sum(env.observation_space[name].shape[1] for name in LOOKED_AT)
        self.action_space = spaces.Discrete(NODES)
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (NODES,), np.float32),
                "elements": spaces.Box(0.0, 1.0, (NODES, features), np.float32),
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
        return {
            "action_mask": mask,
            "elements": np.concatenate([np.asarray(observation[name], np.float32) for name in LOOKED_AT], 1),
        }


class ElementScores(TorchRLModule, ValueFunctionAPI):
    """One network scores every element, whichever row of the observation it is in."""

    def setup(self) -> None:
        """Make the network."""
        features = self.observation_space["elements"].shape[1]
        self.element = nn.Sequential(nn.Linear(features, WIDTH), nn.Tanh(), nn.Linear(WIDTH, WIDTH), nn.Tanh())
        self.score, self.value = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        seen = batch[Columns.OBS]
        scores = self.score(self.element(seen["elements"])).squeeze(-1)
        return {Columns.ACTION_DIST_INPUTS: scores.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """The value of each observation."""
        del embeddings
        seen = batch[Columns.OBS]
        mask = seen["action_mask"].unsqueeze(-1)
        mean = (self.element(seen["elements"]) * mask).sum(-2) / mask.sum(-2)
        return self.value(mean).squeeze(-1)


def make(config: Mapping[str, Any]) -> gymnasium.Env:
    """An environment, in whichever process RLlib wants it, or on a node of the cluster that it connects to."""
    arguments = {"variation": "all", "observation": "a11y", "sizes": {"nodes": NODES}}
    arguments |= {"tasks": config.get("tasks", "suite:hello level:1"), "split": config.get("split", "train")}
    cluster = config.get("cluster")
    if cluster is None:
        return Clicks(gymnasium.make("OmniBench-Win11-v0", **arguments))
    return Clicks(omnigym.connect(cluster, "OmniBench-Win11-v0", **arguments))


def successes(env: gymnasium.Env, module: ElementScores | None, episodes: int, seed: int = 0) -> int:
    """Count the episodes that succeed with clicks that the policy draws; without one, any element is as likely."""
    generator, found = torch.Generator().manual_seed(seed), 0
    for episode in range(episodes):
        observation, info = env.reset(seed=episode)
        over = False
        while not over:
            weights = torch.as_tensor(observation["action_mask"])
            if module is not None:
                seen = {name: torch.as_tensor(part).unsqueeze(0) for name, part in observation.items()}
                with torch.no_grad():
                    scores = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
                weights = scores[0].softmax(-1)
            action = int(torch.multinomial(weights, 1, generator=generator))
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        found += bool(info["is_success"])
    return found


def main(
    iterations: int = 20,
    runners: int = 2,
    batch: int = 1024,
    episodes: int = 100,
    cluster: str | None = None,
    seed: int = 0,
) -> int:
    """Train, and return how many of so many held-out episodes succeed.

    With a cluster, as of `omnigym.connect`, the environments are on its nodes.
    """
    register_env("omnigym", make)
    config = (
        PPOConfig()
        .environment("omnigym", env_config={} if cluster is None else {"cluster": cluster})
        .env_runners(num_env_runners=runners, sample_timeout_s=600)  # real devices take their time
        .training(train_batch_size_per_learner=batch, minibatch_size=batch // 4, num_epochs=4, lr=2e-3, gamma=0.95)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ElementScores))
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        result = algorithm.train()["env_runners"]
        print(int(result["num_env_steps_sampled_lifetime"]), result.get("episode_return_mean"), flush=True)
    env = make({"split": "heldout"})
    found = successes(env, algorithm.get_module(), episodes, seed)
    print(f"{found} of {episodes} held-out episodes succeed; with any clicks {successes(env, None, episodes, seed)}")
    env.close()
    algorithm.stop()
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cluster", help="such as ray:auto: every node has this program's packages")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    own = {"include_dashboard": False}
    ray.init(**(own if given.cluster is None else {"address": given.cluster.removeprefix("ray:")}))
    main(cluster=given.cluster, seed=given.seed)
