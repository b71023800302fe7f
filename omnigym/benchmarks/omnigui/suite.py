"""The suite ``omnigui``: 709 tasks on the simulated phone, by OmniGUI's dimensions and levels (Table 7).

The tasks are stored, one in each line, as `omnigym.benchmarks.omnigui.making` made them and
`omnigym.tasks.proofs.verify` proved them, so that a new subtask changes no published task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from omnigym.tasks.modality_levels import LEVELS, NAMES, dimension_of
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.single import alone, find_alone
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, find_line, loads_trusted

__all__ = [
    "census",
    "desk_sounds_suite",
    "dimension_texts",
    "find",
    "find_desk_sound",
    "omnigui_suite",
    "write_suite",
]

#: The suite of the desktop, and the collection of its subtasks.
_DESK, _COLLECTION = "desk-sounds", "omnigui"
_FILE = Path(__file__).with_name("tasks.jsonl")


@cache
def _stored() -> tuple[Task, ...]:
    return tuple(map(loads_trusted, _FILE.read_text("utf-8").splitlines()))


def omnigui_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform, which is Android; "" for all."""
    return _stored() if platform in ("", "android") else ()


def find(name: str) -> tuple[Task, ...]:
    """The task that has an id, or ()."""
    task = find_line(_FILE, name)
    return () if task is None else (task,)


def desk_sounds_suite(platform: str) -> tuple[Task, ...]:
    """The subtasks of OmniGUI's kind on a real desktop, each alone."""
    here = [s for s in all_subtasks(_COLLECTION) if s.id.startswith(f"{_DESK}/")]
    return alone(here, platform, _DESK)


def find_desk_sound(name: str) -> tuple[Task, ...]:
    """The tasks of ``desk-sounds`` that an id names."""
    return find_alone(name, _COLLECTION, _DESK)


def dimension_texts(task: Task) -> tuple[str, ...]:
    """The dimension of a task as queries may say it: as tags have it, and as the paper has it."""
    name = dimension_of(task)
    return (name, NAMES[name]) if name else ()


def write_suite(tasks: Iterable[Task]) -> Path:
    """Store the tasks, and return the path of their file."""
    _FILE.write_text("".join(f"{dumps_line(task)}\n" for task in tasks), "utf-8")
    return _FILE


def census(tasks: Iterable[Task]) -> Mapping[str, Mapping[str, int]]:
    """The number of tasks by dimension and level."""
    counted = Counter((dimension_of(task), task.level) for task in tasks)
    return {d: {level: counted[d, level] for level in LEVELS} for d in NAMES}
