"""The suite ``board``: 200 held-out tasks of other suites, frozen by their ids, 50 of each platform.

The level of a task follows from the number of its oracle's actions (`LEVELS`). ``tasks.json`` has the ids by platform
and level, each with a hash of subtasks, parameters and edges; ``scripts/freeze_board.py`` has drawn them. Every task
has the same step limit, `BUDGET`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task, stable_hash

__all__ = ["BUDGET", "LEVELS", "PLATFORM_NAMES", "PREFIX", "SUITE", "board_suite", "digest", "find", "task_digests"]

SUITE = "board"
#: The beginning of ids, before the id of the task in its own suite.
PREFIX = f"{SUITE}/"
#: The step limit of every task.
BUDGET = 50
#: For each level the most actions of the oracle, and the number of tasks of each platform.
LEVELS: Mapping[str, tuple[int, int]] = {"1": (7, 17), "2": (10, 17), "3": (40, 16)}
#: The platforms in the order of the suite's environments, with their names in tables.
PLATFORM_NAMES: Mapping[str, str] = {"windows": "desktop", "linux": "Ubuntu", "android": "phone", "web": "web"}

_FILE = Path(__file__).with_name("tasks.json")


@cache
def task_digests() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the frozen hash of each task: platform -> level -> id in its own suite -> hash."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def digest(task: Task) -> str:
    """Return 16 hexadecimal digits that follow from the subtasks, parameters and edges of a task."""
    nodes = [[node.id, node.subtask, dict(node.parameters)] for node in task.nodes]
    return f"{stable_hash([nodes, [list(edge) for edge in task.edges]]):016x}"


@cache
def board_suite(platform: str) -> tuple[Task, ...]:
    """Return the tasks of a platform by level; "" for all platforms."""
    chosen = [platform] if platform else PLATFORM_NAMES
    levels = [pair for of in chosen for pair in task_digests().get(of, {}).items()]
    return tuple([_of_board(name, level) for level, names in levels for name in names])


def find(name: str) -> tuple[Task, ...]:
    """Return the task of an id, or ()."""
    own = name.removeprefix(PREFIX)
    levels = [level for of in task_digests().values() for level, names in of.items() if own in names]
    return tuple([_of_board(own, level) for level in levels])


def _of_board(name: str, level: str) -> Task:
    task = load_task(name)
    tags = (*(tag for tag in task.tags if not tag.startswith("level:")), f"level:{level}")
    return replace(task, id=f"{PREFIX}{name}", suite=SUITE, tags=tags, max_steps=BUDGET, max_idle_steps=None)
