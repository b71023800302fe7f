"""The suite "osworld", files of omnigym's own in OSWorld's format, and the tasks of anybody's folder of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

from omnigym.assets import shipped_lock
from omnigym.benchmarks.osworld.importing import read_osworld
from omnigym.benchmarks.osworld.report import census
from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer, scorer_named
from omnigym.benchmarks.osworld.tree import read_tree
from omnigym.devices.backend import Target
from omnigym.devices.config import named_configs
from omnigym.errors import ConfigError
from omnigym.foreign import parse_toml
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.steps import Book, Run, Step
from omnigym.tasks.task import Task

__all__ = ["OWN", "find", "left_out", "osworld_suite", "osworld_tasks", "read_folder"]

#: The suite's files.
OWN = Path(__file__).parent / "own"
_SUITE = "osworld"
#: The place of a task file, which leads nowhere else.
_PLACE = re.compile(r"\w[\w-]*(/\w[\w-]*)*")


def osworld_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of the suite, in the order of their paths.

    Args:
        platform: "windows", "linux"...; "" for all.
    """
    found = [t for t, _ in read_tree(OWN, lock=shipped_lock(), mappings={}, suite=_SUITE) if t is not None]
    return tuple(_with_oracle(t) for t in found if platform in ("", *t.platforms))


def find(name: str) -> tuple[Task, ...]:
    """The task that has an id, or ()."""
    place = name.removeprefix(f"{_SUITE}/")
    path = OWN / f"{place}.json"
    if not _PLACE.fullmatch(place) or not path.is_file():
        return ()
    task = read_osworld(path, root=OWN, lock=shipped_lock(), mappings={}, suite=_SUITE).task
    return () if task is None else (_with_oracle(task),)


def _with_oracle(task: Task) -> Task:
    """A task of the suite with the steps of `oracles.toml`; an infeasible one has none."""
    place = task.id.removeprefix(f"{_SUITE}/")
    if place not in _oracles():
        return task
    (definition,) = task.definitions
    run = Run(place, tuple(_oracles()[place]), task.id, Book(get_subtask))
    return replace(task, definitions=(replace(definition, oracle=run),))


@cache
def _oracles() -> Mapping[str, Sequence[Step]]:
    """The steps of each file's oracle, by its place."""
    tables = parse_toml((OWN / "oracles.toml").read_text(encoding="utf-8"))
    return {place: table["do"] for place, table in tables.items()}


def osworld_tasks(folder: str | Path, target: Target | None = None) -> tuple[Task, ...]:
    """The tasks of a folder of OSWorld's files that run, in the order of their paths.

    Args:
        folder: The folder, and behind a question mark the version of its files and their scorer
            (``DIR?version=2024&scorer=published``).
        target: The device that they have to run on; None for any.

    Raises:
        ConfigError: There is no such folder, or no such version or scorer.
        TaskFileError: Its lock cannot be read.
    """
    place, scorer = read_folder(folder)
    found = [(task, report) for task, report in read_tree(place, scorer=scorer) if task is not None]
    return tuple(task for task, report in found if target is None or _fits(task, report.devices, target))


def read_folder(text: str | Path) -> tuple[Path, WhichScorer]:
    """A folder of task files, and the scorer that a query names behind it.

    Raises:
        ConfigError: It names another option than the version and the scorer, or an unknown one.

    >>> read_folder("examples?version=2024")
    (PosixPath('examples'), WhichScorer(kind='omnigym', version='2024'))
    """
    name, _, said = str(text).partition("?")
    options = dict(parse_qsl(said, keep_blank_values=True))
    if unknown := sorted(options.keys() - {"version", "scorer"}):
        raise ConfigError(f"{text}: a folder of OSWorld's files has no option {unknown[0]!r}: version and scorer.")
    return Path(name), scorer_named(
        options.get("scorer", DEFAULT_SCORER.kind), options.get("version", DEFAULT_SCORER.version)
    )


def _fits(task: Task, devices: Sequence[str], target: Target) -> bool:
    """Whether a task runs on a device; which of its apps are there, the report of a named one knows."""
    return task.runs_on(target) and (target.name not in named_configs() or target.name in devices)


def left_out(folder: str | Path, device: str = "") -> str:
    """One line: how many files of a folder run, and why the others do not.

    Args:
        folder: The folder, with options as in `osworld_tasks`.
        device: The name of a device; "" for any.
    """
    place, scorer = read_folder(folder)
    total = census(report for _, report in read_tree(place, scorer=scorer)).total
    runs = total.devices.get(device, 0) if device else total.runs
    where = f" on {device}" if device else ""
    reasons = [f"{kind} {count}" for kind, count in total.reasons.items()]
    elsewhere = total.runs - runs
    reasons += [f"another device {elsewhere}"] if elsewhere else []
    more = f" Left out: {', '.join(reasons)}." if reasons else ""
    return f"{runs} of {total.files} files run{where}.{more}"
