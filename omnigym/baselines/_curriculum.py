"""A curriculum from demonstrations: episodes begin part of the way along an oracle's path.

Reward is sparse: a random agent all but never saves a renamed copy. So most training episodes begin where the oracle
has done the first k of its n actions, k drawn evenly (Salimans and Chen 2018, with a draw in the place of a schedule).
From the last steps the value spreads backwards. What the agent does from there on, and what it is rewarded for, is
untouched; the oracle's actions are never shown to the learner.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium

from omnigym.baselines.agent import Env
from omnigym.baselines.oracle import OracleAgent

__all__ = ["OracleStart"]


class OracleStart(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Lets the oracle begin some of the episodes.

    ``info["given"]`` is the number of actions that the oracle did; 0 is an ordinary episode.

    Args:
        env: An environment of omnigym that takes the values of `omnigym.actions`.
        share: The share of episodes that the oracle begins, in [0, 1].
    """

    def __init__(self, env: Env, share: float) -> None:
        super().__init__(env)
        self._share = share
        self._oracle = OracleAgent()
        self._lengths: dict[str, int] = {}
        self._given = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, and let the oracle do some of it."""
        observation, info = self.env.reset(seed=seed, options=options)
        rng = self.env.unwrapped.np_random
        self._given = 0
        if rng.random() < self._share:
            task = {"task": info["task_id"]}
            if info["task_id"] not in self._lengths:
                self._lengths[info["task_id"]], _, _ = self._play(observation, info, None)
                observation, info = self.env.reset(options=task)
            count = int(rng.integers(self._lengths[info["task_id"]]))
            self._given, observation, info = self._play(observation, info, count)
        return observation, {**info, "given": self._given}

    def _play(self, observation: Any, info: dict[str, Any], count: int | None) -> tuple[int, Any, dict[str, Any]]:
        """Let the oracle do ``count`` actions, or all (None): how many it did, and what was seen last."""
        self._oracle.reset(self.env, info)
        done = 0
        while count is None or done < count:
            observation, _, terminated, truncated, info = self.env.step(self._oracle.act(observation, info))
            if terminated or truncated:
                break
            done += 1
        return (done + 1 if count is None else done), observation, info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Do an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, reward, terminated, truncated, {**info, "given": self._given}
