"""The suite ``composed-2``: graphs of subtasks, joined by matching resources, that somebody would want done.

``composed`` came before it and is kept for reading old results. The tasks are stored as data, one file for each
platform and suite. So loading one does not require composing all of them, and a new subtask does not change tasks for
which results were published. `omnigym.benchmarks.composed.making` makes them, ``scripts/compose_suite.py`` writes the
files.
"""

from omnigym.benchmarks.composed.suite_files import composed_suite

__all__ = ["composed_suite"]
