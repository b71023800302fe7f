"""Success Rate (SR) of annotated steps, OmniGUI 3.4."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["step_success"]


def step_success(matches: Sequence[bool]) -> float:
    """1 if every step of an episode is an exact match, else 0; the mean over episodes is the rate.

    Args:
        matches: The exact match of each step; at least one.
    """
    return float(all(matches))
