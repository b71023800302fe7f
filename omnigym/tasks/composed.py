"""The suite ``composed``: task graphs made from the subtasks by matching resources, the same on every machine."""

from __future__ import annotations

from omnigym.tasks.task import Task

__all__ = ["composed_suite"]


def composed_suite(device: str) -> tuple[Task, ...]:
    """The composed tasks that run on a device ("" for those of any)."""
    del device
    return ()
