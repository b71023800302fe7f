"""OmniBench's end rule: too long without a completed subtask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.wrappers._limit import Limit

__all__ = ["NoProgressLimit"]


class NoProgressLimit(Limit):
    """Truncates after ``steps`` steps in a row that complete no node (OmniBench 4.1).

    ``info["end_reason"]`` is then "no_progress". The environment's own ``max_idle_steps`` does the same; this is for a
    limit around other wrappers, whose steps it counts.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is below 1.
    """

    reason = "no_progress"

    def counts(self, info: Mapping[str, Any]) -> bool:
        """A step that completes nothing does."""
        return not info["newly_completed"]
