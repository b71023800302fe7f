"""What limits have in common: steps are counted, and too many of them truncate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, SupportsFloat

import gymnasium

from omnigym.errors import ConfigError
from omnigym.wrappers._fresh import Fresh

__all__ = ["Limit"]


class Limit(gymnasium.Wrapper[Any, Any, Any, Any], Fresh):
    """Truncates after ``steps`` steps, and says why the episode ended.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Attributes:
        reason: What ``info["end_reason"]`` is then.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    reason: ClassVar[str]

    def __init__(self, env: gymnasium.Env[Any, Any], steps: int) -> None:
        Fresh.__init__(self, steps=steps)
        super().__init__(env)
        if steps < 1:
            raise ConfigError(f"steps must be at least 1, got {steps}.")
        self._limit, self._count = steps, 0

    def counts(self, info: Mapping[str, Any]) -> bool:
        """Whether a step counts; one that does not begins the count anew."""
        raise NotImplementedError

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode and count anew."""
        self._count = 0
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step, and truncate at the limit. Success on the last step stays success."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._count = self._count + 1 if self.counts(info) else 0
        if self._count >= self._limit and not (terminated or truncated):
            truncated = True
            info["end_reason"] = self.reason
        return observation, reward, terminated, truncated, info
