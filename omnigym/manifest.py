"""The manifests of benchmarks: ``manifest.toml`` in a benchmark's folder names all that it adds to omnigym.

It adds suites of tasks, keys of queries, ids of environments, subtasks, reports and commands. A manifest is data: it
names functions as ``module:name``, which are imported when they are called, so a benchmark that is not used costs
nothing::

    [suites.crab]
    tasks = "omnigym.benchmarks.crab.suite:crab_suite"
    prefix = "crab/"
    aside = true

Manifests are found in the folders of `omnigym.benchmarks`, in `omnigym.tasks`, whose suites are the apps' subtasks, and
in the folders of plugins. The attributes below are their tables and keys.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from omnigym.discovery import files
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import parse_toml, read_text
from omnigym.foreign.limits import TOML_TEXT
from omnigym.plugins import plugins

__all__ = ["EnvironmentId", "Folders", "Manifest", "QueryKey", "Report", "Suite"]
__all__ += ["declared_keys", "manifests", "read_manifest", "suites"]

_FILE = "manifest.toml"
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class Suite(NamedTuple):
    """A suite of tasks: a deterministic function that returns them.

    Attributes:
        name: Name of the suite.
        tasks: Function ``(platform) -> tasks``, "" for all platforms; ``(platform, size)`` if ``sized``.
        prefix: The beginning of all its ids, which no other suite has; "" of the one suite without.
        aside: Whether only queries find its tasks that name the suite, or ids of it.
        find: Function ``(id) -> tasks`` that an id can name, without making the suite; () if it does not know.
        using: Function ``(platform, subtask ids) -> tasks`` that may use one of these subtasks.
        sized: Key of queries that says the size of the suite; "" for none.
        whole: Whether it is a benchmark of which a part is no result: each task is played once.
        require: Function that raises an error if the package of the tasks is not installed.
        environments: Ids of the environments that together have the devices of all its tasks, if it has its own.
    """

    name: str
    tasks: str
    prefix: str = ""
    aside: bool = False
    find: str = ""
    using: str = ""
    sized: str = ""
    whole: bool = False
    require: str = ""
    environments: tuple[str, ...] = ()


class QueryKey(NamedTuple):
    """A key of queries. Several manifests may declare one; a term matches what any of them says.

    Attributes:
        name: Name of the key.
        texts: Function ``(task) -> texts``, of which a pattern must match one.
        words: Values that are compared with the one that ``word`` gives.
        word: Function ``(task) -> word``.
        draws: Function ``(tasks, size) -> tasks``, for a key that selects nothing: it draws from what was selected.
        most: The largest size to draw.
    """

    name: str
    texts: str = ""
    words: tuple[str, ...] = ()
    word: str = ""
    draws: str = ""
    most: int = 0


class EnvironmentId(NamedTuple):
    """An id of `gymnasium.make`.

    Attributes:
        name: The id.
        platform: Platform of its device; "" for one with several devices, or with another class.
        device: Default device.
        entry_point: Its class; "" for `OmniEnv`, or `MultiDeviceEnv` if there are ``devices`` among the arguments.
        arguments: The arguments that differ from the defaults.
    """

    name: str
    platform: str = ""
    device: str = "sim"
    entry_point: str = ""
    arguments: Mapping[str, Any] = _NONE


class Folders(NamedTuple):
    """Task files of a foreign format, which queries name by a folder: ``osworld:DIR``.

    Attributes:
        name: What stands before the colon.
        tasks: Function ``(folder, target) -> tasks``.
        left_out: Function ``(folder, device) -> sentence``: which files have no task, and why.
        environment: Id of the environment for them.
        platform: The platform that they are made for.
        census: Function ``(folder, json) -> None`` that prints how many files have a task; behind ``--<name>``.
        tree: Function ``(probe, config) -> text``: the accessibility tree as the format's own server gives it.
    """

    name: str
    tasks: str
    left_out: str
    environment: str
    platform: str
    census: str
    tree: str = ""

    @property
    def prefix(self) -> str:
        """The prefix of the folder in a query."""
        return f"{self.name}:"


class Report(NamedTuple):
    """A benchmark's tables of a run.

    Attributes:
        name: Key in the report of a run.
        table: Function ``(records) -> JSON value``, empty or None if no episode is of the benchmark.
        show: Function ``(reports by agent) -> None`` that prints them.
        csv: Function ``(table) -> text``; "" if it has no such file.
    """

    name: str
    table: str
    show: str
    csv: str = ""


class Manifest(NamedTuple):
    """All that a benchmark adds.

    Attributes:
        suites: Its suites of tasks.
        keys: Its keys of queries.
        environments: Its ids of environments.
        folders: Its formats of task files.
        reports: Its tables of a run.
        subtasks: Packages whose modules register subtasks, which are found with those of the apps.
        collections: Modules that register a collection of subtasks, by its name: they are found only if asked for.
        scenarios: Place of a mapping from the scenarios that tasks may have to the scope of each.
        summary: Function ``(tasks) -> None`` that prints more beside a list of tasks; nothing if it has no such tasks.
        commands: Commands of `omnigym` by group and name, such as "omnigym" or "tasks".
        groups: Help of the groups of commands that are its own.
    """

    suites: tuple[Suite, ...] = ()
    keys: tuple[QueryKey, ...] = ()
    environments: tuple[EnvironmentId, ...] = ()
    folders: tuple[Folders, ...] = ()
    reports: tuple[Report, ...] = ()
    subtasks: tuple[str, ...] = ()
    collections: Mapping[str, tuple[str, ...]] = _NONE
    scenarios: str = ""
    summary: str = ""
    commands: Mapping[str, Mapping[str, str]] = _NONE
    groups: Mapping[str, str] = _NONE


_TABLES: Mapping[str, type[Any]] = {
    "suites": Suite,
    "keys": QueryKey,
    "environments": EnvironmentId,
    "folders": Folders,
    "reports": Report,
}


def manifests() -> tuple[Manifest, ...]:
    """The manifests that there are, in the order of their folders, those of plugins last.

    Raises:
        ConfigError: One cannot be read.
    """
    return _found(_beside(plugins()))


@cache
def _found(own: tuple[Path, ...]) -> tuple[Manifest, ...]:
    shipped = (*files("omnigym.tasks", _FILE), *files("omnigym.benchmarks", f"*/{_FILE}"))
    return tuple(map(read_manifest, (*shipped, *own)))


def _beside(own: tuple[str, ...]) -> tuple[Path, ...]:
    """The manifests in the folders of the plugins that are imported."""
    named = [Path(name).stem if name.endswith(".py") or os.sep in name else name for name in own]
    folders = [folder for name in named for folder in getattr(sys.modules.get(name), "__path__", ())]
    return tuple(dict.fromkeys(file for folder in folders if (file := Path(folder, _FILE)).is_file()))


def read_manifest(file: Path) -> Manifest:
    """The manifest in a file.

    Raises:
        ConfigError: It is not valid.
    """
    try:
        plain = parse_toml(read_text(file, TOML_TEXT))
        for table, kind in _TABLES.items():
            rows = []
            for name, values in plain.get(table, {}).items():
                if unknown := sorted(set(values) - set(kind._fields)):
                    raise ConfigError(f"{file}: [{table}.{name}] has no key {', '.join(unknown)}.")
                rows.append(kind(name=name, **{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}))
            plain[table] = tuple(rows)
        plain["subtasks"] = tuple(plain.get("subtasks", ()))
        plain["collections"] = {name: tuple(of) for name, of in plain.get("collections", {}).items()}
        return Manifest(**plain)
    except (TypeError, AttributeError, OSError, UnreadableError) as e:
        raise ConfigError(f"{file}: the manifest cannot be read: {e}. Correct it.") from None


def suites() -> Mapping[str, Suite]:
    """The suites by name.

    Raises:
        ConfigError: A manifest cannot be read.
    """
    return _suites(_beside(plugins()))


@cache
def _suites(own: tuple[Path, ...]) -> Mapping[str, Suite]:
    return {suite.name: suite for manifest in _found(own) for suite in manifest.suites}


def declared_keys() -> Mapping[str, tuple[QueryKey, ...]]:
    """The keys of queries by name, each as often as manifests declare it.

    Raises:
        ConfigError: A manifest cannot be read.
    """
    return _keys(_beside(plugins()))


@cache
def _keys(own: tuple[Path, ...]) -> Mapping[str, tuple[QueryKey, ...]]:
    found: dict[str, tuple[QueryKey, ...]] = {}
    for manifest in _found(own):
        for key in manifest.keys:
            found[key.name] = (*found.get(key.name, ()), key)
    return found
