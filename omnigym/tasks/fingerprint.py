"""Fingerprints of sets of tasks: two sets with the same fingerprint are the same tasks."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable

from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, dumps_subtask

__all__ = ["fingerprint"]


def fingerprint(tasks: Iterable[Task]) -> str:
    """Return a hash of tasks in order, and of their subtasks: instructions, conditions, setup.

    What checks and devices do is code, which belongs to omnigym's version.

    Returns:
        64 hexadecimal digits, the same on every machine.
    """
    found = hashlib.sha256()
    subtasks = {}
    for task in tasks:
        subtasks.update({s.id: s for s in task.subtasks})
        host = "" if task.host is None else repr(task.host)
        found.update(f"{dumps_line(dataclasses.replace(task, host=None))}{host}\n".encode())
    for _, subtask in sorted(subtasks.items()):
        found.update(f"{dumps_subtask(subtask)}\n".encode())
    return found.hexdigest()
