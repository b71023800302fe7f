"""A step limit over whatever the environment has itself."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
from gymnasium.utils import RecordConstructorArgs

from omnigym.errors import ConfigError

__all__ = ["StepLimit"]


class StepLimit(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Truncates after ``steps`` steps with ``info["end_reason"] = "reach_step_limit"``.

    Unlike `gymnasium.wrappers.TimeLimit` it says why the episode ended. The environment's own ``max_steps`` does the
    same; this is for a limit around other wrappers, whose steps it counts. Success on the last step stays success.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], steps: int) -> None:
        RecordConstructorArgs.__init__(self, steps=steps)
        super().__init__(env)
        if steps < 1:
            raise ConfigError(f"steps must be at least 1, got {steps}.")
        self._limit, self._steps = steps, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode and count anew."""
        self._steps = 0
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step, and truncate at the limit."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        if self._steps >= self._limit and not (terminated or truncated):
            truncated = True
            info["end_reason"] = "reach_step_limit"
        return observation, reward, terminated, truncated, info
