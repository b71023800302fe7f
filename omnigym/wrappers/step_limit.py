"""A step limit over whatever the environment has itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.wrappers._limit import Limit

__all__ = ["StepLimit"]


class StepLimit(Limit):
    """Truncates after ``steps`` steps with ``info["end_reason"] = "reach_step_limit"``.

    Unlike `gymnasium.wrappers.TimeLimit` it says why the episode ended. The environment's own ``max_steps`` does the
    same; this is for a limit around other wrappers, whose steps it counts.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    reason = "reach_step_limit"

    def counts(self, info: Mapping[str, Any]) -> bool:
        """Every step does."""
        del info
        return True
