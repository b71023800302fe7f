"""Which tasks are proved by one proof: those of one composition, about other things.

Two tasks are of one class if they have the same subtasks in the same graph, and parameters of which the same ones are
equal (`omnigym.tasks.bearing.likeness`): they differ in names, texts, people, days. Each subtask is proved with all its
own parameters by itself, in the suite ``one-node``.
"""

from __future__ import annotations

import hashlib

from omnigym.tasks.bearing import likeness
from omnigym.tasks.synthesis.composition import content_of
from omnigym.tasks.task import Task

__all__ = ["class_of"]


def class_of(task: Task, *, once: bool) -> str:
    """The class of a task.

    Args:
        task: The task.
        once: Whether one proof is enough for all tasks of one composition; else each is its own class.
    """
    if once:
        said = repr((likeness([task.bound[i] for i in task.dag.ids]), task.edges))
    else:
        said = f"{content_of(task)} {task.edges} {task.instruction}"
    return hashlib.sha256(said.encode()).hexdigest()[:24]
