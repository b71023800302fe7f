"""The keys of queries for what composed tasks are about: their scenario and their intent (OmniBench B.3)."""

from __future__ import annotations

from omnigym.tasks.query import tags_of
from omnigym.tasks.task import Task

__all__ = ["intents", "scenarios"]


def scenarios(task: Task) -> tuple[str, ...]:
    """The scenario in the tags of a task."""
    return tags_of(task, "scenario:")


def intents(task: Task) -> tuple[str, ...]:
    """The intent in the tags of a task."""
    return tags_of(task, "intent:")
