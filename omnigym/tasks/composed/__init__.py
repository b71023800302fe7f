"""The suite ``composed``: graphs of subtasks that are joined by matching resources.

The tasks are stored as data, one file for each platform. So loading one does not require composing all of them, and a
new subtask does not change tasks for which results were published. `omnigym.tasks.composed.making` makes the tasks,
``scripts/compose_suite.py`` writes the files.
"""

from omnigym.tasks.composed.shelf import composed_suite

__all__ = ["composed_suite"]
