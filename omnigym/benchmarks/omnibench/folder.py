"""A folder of OmniBench's metadata with many tasks: JSON Lines, each line one object of Appendix C.

* ``subtasks.jsonl``: C.1 with its C.3 under ``evaluation``, each entry once however many tasks have it;
* ``tasks.jsonl``: C.4, with the task's id under ``task_id``;
* ``subtask_trajectories.jsonl``, ``task_trajectories.jsonl``: C.2 and C.5, if demonstrations were asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from omnigym.benchmarks.omnibench.exporting import export_task
from omnigym.benchmarks.omnibench.metadata import OmniBenchImport, import_task
from omnigym.benchmarks.omnibench.trajectories import TrajectoryDemonstration
from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.foreign import open_replacement, parse_json, read_lines, show_value
from omnigym.foreign.limits import MAX_TREE
from omnigym.tasks.task import Task

__all__ = ["read_folder", "write_folder"]

_SUBTASKS, _TASKS = "subtasks.jsonl", "tasks.jsonl"
_OF_SUBTASKS, _OF_TASKS = "subtask_trajectories.jsonl", "task_trajectories.jsonl"


def write_folder(
    tasks: Iterable[Task], folder: str | Path, demonstrated: Callable[[Task], TrajectoryDemonstration] | None = None
) -> dict[str, int]:
    """Write tasks, each file atomically.

    Args:
        tasks: The tasks, of different ids.
        folder: Where; it is made, and files of these names in it are replaced.
        demonstrated: Gives the demonstration of a task; None for no trajectories.

    Returns:
        What is lost, and of how many tasks.

    Raises:
        ConfigError: The folder cannot be written.
    """
    folder, lost = Path(folder), dict[str, int]()
    names = [_SUBTASKS, _TASKS, *([_OF_SUBTASKS, _OF_TASKS] if demonstrated is not None else [])]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            files = {n: stack.enter_context(open_replacement(folder / n)) for n in names}

            def add(name: str, plain: Mapping[str, Any]) -> None:
                files[name].write((json.dumps(plain, ensure_ascii=False) + "\n").encode())

            known = set[str]()
            for task in tasks:
                exported = export_task(task)
                for entry in [i for i in exported.subtasks if i not in known]:
                    add(_SUBTASKS, {**exported.subtasks[entry], "evaluation": exported.evaluations[entry]})
                known |= exported.subtasks.keys()
                add(_TASKS, {"task_id": task.id, **exported.metadata})
                for loss in exported.losses:
                    lost[loss] = lost.get(loss, 0) + 1
                if demonstrated is not None:
                    demonstration = demonstrated(task)
                    add(_OF_TASKS, demonstration.task.model_dump(exclude_unset=True))
                    for own in demonstration.subtasks:
                        add(_OF_SUBTASKS, own.model_dump(exclude_unset=True))
    except OSError as e:
        raise ConfigError(f"Cannot write to {folder}: {e.strerror}. Name a folder that can be written.") from e
    return lost


def read_folder(folder: str | Path) -> Iterator[OmniBenchImport]:
    """Yield the tasks of a folder, in order.

    Raises:
        TaskFileError: A file is missing or damaged; says which, and the line.
    """
    folder = Path(folder)
    subtasks, evaluations = {}, {}
    for place, entry in _objects(folder / _SUBTASKS):
        name = entry.get("id")
        if not isinstance(name, str) or not isinstance(entry.get("evaluation"), str):
            raise TaskFileError(f"{place}: expected an entry (C.1) with id and evaluation, got {show_value(entry)}.")
        evaluations[name] = str(entry.pop("evaluation"))
        subtasks[name] = entry
    for place, metadata in _objects(folder / _TASKS):
        task_id = metadata.pop("task_id", None)
        if not isinstance(task_id, str):
            raise TaskFileError(f"{place}: expected a task (C.4) with a task_id, got {show_value(metadata)}.")
        yield import_task(metadata, subtasks, evaluations, task_id)


def _objects(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    try:
        for number, line in enumerate(read_lines(path, MAX_TREE), start=1):
            plain = parse_json(line)
            if not isinstance(plain, dict):
                raise UnreadableError(f"line {number} is no object")
            yield f"{path}, line {number}", plain
    except FileNotFoundError:
        raise TaskFileError(f"There is no file {path}. Expected a folder of `omnigym tasks export`.") from None
    except UnreadableError as e:
        raise TaskFileError(f"{path}: {e}. Expected a file of `omnigym tasks export`.") from None
