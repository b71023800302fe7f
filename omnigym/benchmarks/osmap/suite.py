"""The suite ``osmap``: OS-MAP's levels and scenarios on the simulated Windows desktop.

The tasks of L1 to L4 are stored, one in each line, as `omnigym.benchmarks.osmap.making` made them. L1's words are
read from oracles that play, and a new subtask must not change a published task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from omnigym.benchmarks.osmap.scopes import DOMAINS, domain_of
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, loads_trusted

__all__ = ["census", "osmap_suite", "write_suite"]

_FILE = Path(__file__).with_name("tasks.jsonl")


@cache
def _stored() -> tuple[Task, ...]:
    return tuple(map(loads_trusted, _FILE.read_text("utf-8").splitlines()))


def osmap_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform, which is Windows: L1 to L4, those that call the user, and L5; "" for all."""
    # on first use: their modules register subtasks, which looks through the apps of every device
    from omnigym.benchmarks.osmap.proactive import proactive_tasks
    from omnigym.benchmarks.osmap.user_tasks import user_tasks

    return (*_stored(), *user_tasks(), *proactive_tasks()) if platform in ("", "windows") else ()


def write_suite(tasks: Iterable[Task]) -> Path:
    """Store the tasks of L1 to L4 and return the path of their file."""
    _FILE.write_text("".join(f"{dumps_line(task)}\n" for task in tasks), "utf-8")
    return _FILE


def census(tasks: Iterable[Task]) -> Mapping[str, Mapping[str, int]]:
    """The number of tasks by domain and level, domains in the paper's order; without tasks that have no level."""
    counted = Counter((domain_of(t.scenario), t.level) for t in tasks if t.level and t.scenario)
    levels = sorted({level for _, level in counted})
    return {d: {level: counted[d, level] for level in levels} for d in DOMAINS if any(counted[d, v] for v in levels)}
