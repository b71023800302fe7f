"""A step limit around an environment or other wrappers."""

from __future__ import annotations

from gymnasium.core import ActType, ObsType

from omnigym.envs.episode import Limits
from omnigym.wrappers._limit import Limit

__all__ = ["StepLimit"]


class StepLimit(Limit[ObsType, ActType]):
    """A wrapper that truncates after ``steps`` steps, with ``info["end_reason"] = "reach_step_limit"``.

    It is ``max_steps`` of the environment for the steps of other wrappers, which it wraps. Unlike
    `gymnasium.wrappers.TimeLimit` it says why the episode ended.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    @staticmethod
    def limits(steps: int) -> Limits:
        """The limit of all steps."""
        return Limits(steps=steps)
