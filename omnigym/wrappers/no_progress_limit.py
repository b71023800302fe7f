"""OmniBench's rule for ending an episode: too many steps without a completed subtask."""

from __future__ import annotations

from gymnasium.core import ActType, ObsType

from omnigym.envs.episode import Limits
from omnigym.wrappers._limit import Limit

__all__ = ["NoProgressLimit"]


class NoProgressLimit(Limit[ObsType, ActType]):
    """A wrapper that truncates after ``steps`` steps in a row that complete no node (OmniBench 4.1).

    ``info["end_reason"]`` is then "no_progress". It is ``max_idle_steps`` of the environment for the steps of other
    wrappers, which it wraps.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    @staticmethod
    def limits(steps: int) -> Limits:
        """The limit of steps without a completed node."""
        return Limits(idle_steps=steps)
