"""The files of the suites, which ``omnigym-data`` has, with one task in each line, in the format of task files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from omnigym.assets.packaged import data_names, data_path
from omnigym.devices.protocol import PLATFORMS
from omnigym.tasks.task import STEPS_A_NODE, Task
from omnigym.tasks.task_file import dumps_line, find_line, loads_trusted

__all__ = ["IDLE_STEPS", "composed_suite", "find", "former_suite", "using", "write_suite"]

#: Composed tasks end by OmniBench's rule (4.1), after this many steps without a newly completed node. The paper does
#: not give the number. Here it is the step limit for one node: an oracle takes up to 13 steps from one node to the next
#: on the desktop and up to 27 on the phone, 8 and 16 in the median task. It is not in the files, but set on loading.
IDLE_STEPS = STEPS_A_NODE

#: For each suite, what the names of its files end in after the platform. The first is not made any more: it is kept so
#: that results that were published for it can be read and repeated.
_SUFFIX: Mapping[str, str] = {"composed": ".jsonl", "composed-2": "-2.jsonl"}


def composed_suite(platform: str, suite: str = "composed-2") -> tuple[Task, ...]:
    """The composed tasks of a platform, or of all platforms for ""; each platform has its own tasks.

    Args:
        platform: A platform, or "".
        suite: "composed-2", or "composed" for the tasks that came before it.

    Raises:
        MissingDependencyError: ``omnigym-data`` is not installed.
        AssetError: It is of another version, or damaged.
    """
    platforms = [platform] if platform else sorted(PLATFORMS)
    return tuple(task for p in platforms for file in _files(p, suite) for task in _read(file))


def former_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of the suite ``composed``, which came before, of a platform; "" for all."""
    return composed_suite(platform, "composed")


def using(platform: str, subtasks: Collection[str]) -> tuple[Task, ...]:
    """The tasks of ``composed-2`` that have one of these subtasks."""
    return tuple([t for t in composed_suite(platform) if any(n.subtask in subtasks for n in t.nodes)])


def find(name: str) -> tuple[Task, ...]:
    """The task of either suite that has an id, or ().

    Raises:
        MissingDependencyError: ``omnigym-data`` is not installed.
        AssetError: It is of another version, or damaged.
    """
    suite = name.partition("/")[0]
    found = [find_line(file, name) for platform in sorted(PLATFORMS) for file in _files(platform, suite)]
    return tuple([replace(task, max_idle_steps=IDLE_STEPS) for task in found if task is not None])


def _files(platform: str, suite: str) -> tuple[Path, ...]:
    """The file of a suite of a platform, or () where there is none."""
    name = f"composed/{_file(platform, suite)}"
    return (data_path(name, f"The suite {suite}"),) if name in data_names() else ()


def _file(platform: str, suite: str) -> str:
    return f"{platform}{_SUFFIX[suite]}"


def _read(file: Path) -> Iterable[Task]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield replace(loads_trusted(line), max_idle_steps=IDLE_STEPS)


def write_suite(platform: str, tasks: Iterable[Task], folder: Path, suite: str = "composed-2") -> Path:
    """Write the file of a platform and return its path."""
    file = folder / _file(platform, suite)
    file.write_text("".join(f"{dumps_line(replace(t, max_idle_steps=None))}\n" for t in tasks), encoding="utf-8")
    return file
