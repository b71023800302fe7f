"""Tasks: subtasks and graphs of them, their file formats, composition, oracles and proofs."""

from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks, load_task, suite_names, suite_tasks
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import loads_task, read_task, write_task

__all__ = [
    "Task",
    "TaskNode",
    "all_subtasks",
    "get_subtask",
    "list_tasks",
    "load_task",
    "loads_task",
    "read_task",
    "split_of",
    "suite_names",
    "suite_tasks",
    "write_task",
]
