"""The suite ``discovered``: the subtasks that `omnigym tasks discover` found on the simulated Windows.

Importing this module registers them, in the collection "discovered". Their controls word them, and no person.
"""

from __future__ import annotations

from pathlib import Path

from omnigym.benchmarks.omnibench.synthesis.discovery import storage
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.single import alone, find_alone
from omnigym.tasks.subtask import register
from omnigym.tasks.task import Task

__all__ = ["discovered_suite", "find"]

_FOUND = Path(storage.__file__).parent / "found"
_SUITE = storage.COLLECTION


def discovered_suite(platform: str) -> tuple[Task, ...]:
    """The subtasks of a platform, each alone; "" for all."""
    return alone(all_subtasks(storage.COLLECTION), platform, _SUITE)


def find(name: str) -> tuple[Task, ...]:
    """The tasks that an id names."""
    return find_alone(name, storage.COLLECTION, _SUITE)


for _path in sorted(_FOUND.glob("*.jsonl")):
    for _subtask in storage.read_discovered(_path):
        register(_subtask)
