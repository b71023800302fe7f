"""The suite ``omnigui``: 709 tasks on the simulated phone, by OmniGUI's dimensions and levels (Table 7).

The tasks are stored, one in each line, as `omnigym.benchmarks.omnigui.making` made them and
`omnigym.tasks.proofs.verify` proved them, so that a new subtask changes no published task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from omnigym.benchmarks.omnigui.dataset import LEVELS
from omnigym.tasks.modality_levels import NAMES, dimension_of
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, loads_trusted

__all__ = ["census", "omnigui_suite", "write_suite"]

_FILE = Path(__file__).with_name("tasks.jsonl")


@cache
def _stored() -> tuple[Task, ...]:
    return tuple(map(loads_trusted, _FILE.read_text("utf-8").splitlines()))


def omnigui_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform, which is Android; "" for all."""
    return _stored() if platform in ("", "android") else ()


def write_suite(tasks: Iterable[Task]) -> Path:
    """Store the tasks, and return the path of their file."""
    _FILE.write_text("".join(f"{dumps_line(task)}\n" for task in tasks), "utf-8")
    return _FILE


def census(tasks: Iterable[Task]) -> Mapping[str, Mapping[str, int]]:
    """The number of tasks by dimension and level."""
    counted = Counter((dimension_of(task), task.level) for task in tasks)
    return {d: {level: counted[d, level] for level in LEVELS} for d in NAMES}
