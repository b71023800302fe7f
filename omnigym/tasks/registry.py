"""The registry of subtasks from the files and modules of `omnigym.tasks.apps`, of collections, and of plugins.

A file is read when one of its subtasks is asked for: which one it is in, the heads of its tables tell.
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from omnigym.discovery import files, load_all
from omnigym.errors import UnknownNameError
from omnigym.manifest import manifests
from omnigym.plugins import plugins
from omnigym.tasks.counterexamples import Counterexample, Kind, known_runs, register_run
from omnigym.tasks.subtask import Subtask, known_oracle, known_subtasks, register
from omnigym.tasks.subtask_file import read_subtasks

__all__ = ["all_subtasks", "counterexamples_of", "discover", "get_subtask", "is_known", "is_registered", "may_be_of"]

_APPS = "omnigym.tasks.apps"
_APP = re.compile(r'\bapp = "([^"]+)"')
#: One thread alone registers what a file declares: a second registration is an error.
_LOADING = threading.RLock()
#: The head of a table that is a subtask, and no field of the file (`omnigym.tasks.subtask_file.FileModel`).
_HEAD = re.compile(r'^\["?(?!(?:defaults|parameters|needs|conditions|maps|steps)\])([^\]"\[]+)"?\]$', re.MULTILINE)


@cache
def _discover_apart(collection: str) -> None:
    """Import the modules of a collection, once."""
    for manifest in manifests():
        for module in manifest.collections.get(collection, ()):
            importlib.import_module(module)


@cache
def _discover_of_benchmarks() -> None:
    """Import the modules of subtasks that benchmarks have, once."""
    for manifest in manifests():
        for package in manifest.subtasks:
            load_all(package, deep=True)


@cache
def _texts(own: tuple[str, ...]) -> Mapping[Path, str]:
    """The files of subtasks: those of the package, and those among the plugins in use."""
    mine = [Path(name) for name in own if name.endswith(".toml")]
    return {file: file.read_text("utf-8") for file in (*files(_APPS, "*.toml"), *mine)}


@cache
def _index(own: tuple[str, ...]) -> Mapping[str, Path]:
    """The file of each subtask that a file declares, by the heads of its tables alone."""
    return {name: file for file, text in _texts(own).items() for name in _HEAD.findall(text)}


@cache
def _named(own: tuple[str, ...]) -> Mapping[Path, frozenset[str]]:
    """The apps that each file names."""
    return {file: frozenset(_APP.findall(text)) for file, text in _texts(own).items()}


def may_be_of(app: str) -> frozenset[str]:
    """Return the ids of the subtasks in files that name an app, and so of all subtasks that files declare for it.

    Args:
        app: Its name, or a pattern, in any case.
    """
    naming = {file for file, apps in _named(plugins()).items() if any(fnmatchcase(a, app.casefold()) for a in apps)}
    return frozenset([name for name, file in _index(plugins()).items() if file in naming])


def _load(file: Path) -> None:
    """Register what a file declares, once, however many threads ask."""
    with _LOADING:
        _register(file)


@cache
def _register(file: Path) -> None:
    """Register what a file declares. Code is in a module beside it."""
    if str(file.parent) in importlib.import_module(_APPS).__path__ and file.with_suffix(".py").exists():
        importlib.import_module(f"{_APPS}.{file.stem}")
    loaded = read_subtasks(file, get_subtask, known_oracle)
    for declared in loaded.subtasks.values():
        register(declared)
    for of, runs in loaded.counterexamples.items():
        for run in runs:
            register_run(of, run)


def discover() -> None:
    """Load every file and module in and below `omnigym.tasks.apps`, each once."""
    for file in dict.fromkeys(_index(plugins()).values()):
        _load(file)
    load_all(_APPS, deep=True)
    _discover_of_benchmarks()


def _collections() -> tuple[str, ...]:
    return tuple([name for manifest in manifests() for name in manifest.collections])


def all_subtasks(collection: str | None = "") -> tuple[Subtask, ...]:
    """Return every registered subtask of no collection, of the given one, or of any for None, by id."""
    discover()
    for apart in _collections() if collection is None else (collection,):
        _discover_apart(apart)
    return tuple(s for _, s in sorted(known_subtasks().items()) if collection in (None, s.collection))


def get_subtask(subtask_id: str) -> Subtask:
    """Return the subtask with an id.

    Raises:
        UnknownNameError: There is none; the message has similar ids.
    """
    if not is_known(subtask_id):
        raise UnknownNameError("subtask", subtask_id, known_subtasks())
    return known_subtasks()[subtask_id]


def is_known(subtask_id: str) -> bool:
    """Whether there is a subtask with an id. The file that may have it is read first, and all subtasks last."""
    known = known_subtasks()
    if subtask_id not in known:
        _discover_apart(subtask_id.partition("/")[0])
    if subtask_id not in known and subtask_id in _index(plugins()):
        _load(_index(plugins())[subtask_id])
    if subtask_id not in known:
        _discover_of_benchmarks()
    if subtask_id not in known:
        discover()
    return subtask_id in known


def is_registered(candidate: Subtask) -> bool:
    """Return whether a subtask is the registered one with its id."""
    return known_subtasks().get(candidate.id) is candidate


def counterexamples_of(subtask_id: str, kind: Kind) -> tuple[Counterexample, ...]:
    """Return the runs of a kind that test a subtask's checks, by name."""
    discover()  # one may stand with those of other subtasks
    return known_runs(subtask_id, kind)
