"""The suite ``composed``: task graphs made from the subtasks by matching resources.

The tasks are data, one file a platform, so that whoever asks for one does not wait until all are composed, and a new
subtask changes no task that results were published for. `omnigym.tasks.composed.making` makes them, and
``scripts/compose_suite.py`` writes the files.
"""

from omnigym.tasks.composed.shelf import composed_suite

__all__ = ["composed_suite"]
