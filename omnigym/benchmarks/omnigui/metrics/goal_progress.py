"""Goal Progress (GP), OmniGUI 3.4, under two rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from omnigym.benchmarks.omnigui.metrics.exact_match import Rule

__all__ = ["goal_progress"]


def goal_progress(matches: Sequence[bool], rule: Rule = "paper") -> float:
    """The share of an episode's steps that are right; in [0, 1], and the mean over episodes is reported.

    Args:
        matches: The exact match of each step, in order, by the same rule; at least one.
        rule: ``paper`` counts all right steps, ``published`` those before the first wrong one.

    >>> goal_progress([True, True, False, True]), goal_progress([True, True, False, True], "published")
    (0.75, 0.5)
    """
    right = sum(matches) if rule == "paper" else len(list(takewhile(bool, matches)))
    return right / len(matches)
