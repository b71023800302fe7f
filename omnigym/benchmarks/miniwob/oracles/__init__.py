"""Oracles of MiniWoB++ tasks: one module for each kind of task, found by `omnigym.discovery`.

The docstring of an oracle is an example of the instruction that it follows.
"""

from __future__ import annotations

from functools import cache

from omnigym.benchmarks.miniwob.oracles._page import ORACLES
from omnigym.discovery import load_all
from omnigym.tasks.subtask import Oracle

__all__ = ["oracle_of", "solved_names"]


@cache
def _discover() -> None:
    load_all(__name__)


def oracle_of(name: str) -> Oracle | None:
    """The oracle of a task, or None if it has none."""
    _discover()
    return ORACLES.get(name)


def solved_names() -> tuple[str, ...]:
    """The names of all tasks that have an oracle, sorted."""
    _discover()
    return tuple(sorted(ORACLES))
