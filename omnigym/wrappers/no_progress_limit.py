"""OmniBench's end rule: too long without a completed subtask."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
from gymnasium.utils import RecordConstructorArgs

from omnigym.errors import ConfigError

__all__ = ["NoProgressLimit"]


class NoProgressLimit(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Truncates after ``steps`` steps in a row that complete no node (OmniBench 4.1).

    ``info["end_reason"]`` is then "no_progress". The environment's own ``max_idle_steps`` does the same; this is for a
    limit around other wrappers, whose steps it counts.

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
        self._limit, self._idle = steps, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode and count anew."""
        self._idle = 0
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step, and truncate when nothing was completed for too long."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._idle = 0 if info["newly_completed"] else self._idle + 1
        if self._idle >= self._limit and not (terminated or truncated):
            truncated = True
            info["end_reason"] = "no_progress"
        return observation, reward, terminated, truncated, info
