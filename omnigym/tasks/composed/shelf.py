"""The files of the suite: a task a line, each in the format of task files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from omnigym.tasks.native import dumps_line, loads_trusted
from omnigym.tasks.task import Task

__all__ = ["composed_suite", "write_suite"]

_HERE = Path(__file__).parent


def composed_suite(platform: str) -> tuple[Task, ...]:
    """The composed tasks of a platform ("" for those of any).

    Each has its own, made of all the subtasks that are done on it.
    """
    files = [_HERE / f"{platform}.jsonl"] if platform else sorted(_HERE.glob("*.jsonl"))
    return tuple(task for file in files if file.exists() for task in _read(file))


def _read(file: Path) -> Iterable[Task]:
    with file.open(encoding="utf-8") as lines:
        yield from map(loads_trusted, lines)


def write_suite(platform: str, tasks: Iterable[Task], folder: Path = _HERE) -> Path:
    """Write a platform's file; returns where it is."""
    file = folder / f"{platform}.jsonl"
    file.write_text("".join(f"{dumps_line(t)}\n" for t in tasks), encoding="utf-8")
    return file
