"""The suites of tasks, and the functions that find tasks in them: `list_tasks` and `load_task`.

A suite is a deterministic function that returns its tasks for a platform. Manifests declare the suites
(`omnigym.manifest`), and `suite_names` has their names. Those of `omnigym.tasks` are ``one-node``, which has every
subtask with every parameter set, and ``reworded``, which has the tasks of ``one-node`` in other words. The others are
those of benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from omnigym.devices.backend import Target
from omnigym.devices.config import target_of
from omnigym.discovery import resolve
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign.limits import MAX_ID
from omnigym.manifest import Suite, suites
from omnigym.tasks.app_metadata import apps_of_product
from omnigym.tasks.instruction_styles.manner import MARK, split_manner
from omnigym.tasks.instruction_styles.variants import can_be_told, tell
from omnigym.tasks.parameter_sampling import draw_parameters, drawn_from
from omnigym.tasks.query import Query, Term, drawing_of, folders_of, names_files, parse_query, unknown_name
from omnigym.tasks.registry import may_be_of
from omnigym.tasks.split import Split, split_of
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import read_task

__all__ = ["is_whole", "list_tasks", "load_task", "suite_names", "suite_tasks"]

#: Characters of a name that a task may have: an id, with the marks of how it is told and drawn.
_LONGEST_NAME = 2 * MAX_ID


def suite_names() -> tuple[str, ...]:
    """The names of the suites."""
    return tuple(suites())


@lru_cache(maxsize=16)
def suite_tasks(suite: str, device: str | Target = "") -> tuple[Task, ...]:
    """Return all tasks of a suite, in a fixed order.

    Args:
        suite: One of `suite_names`.
        device: A device or its name, to select the tasks that run on it; "" for all.

    Raises:
        UnknownNameError: There is no such suite, or no such device.
    """
    if suite not in suites():
        raise UnknownNameError("suite", suite, suites())
    return _made(suites()[suite], _target(device))


def _made(suite: Suite, target: Target | None, size: int = 0) -> tuple[Task, ...]:
    """The tasks of a suite that run on a device, of a size of its own if one is given."""
    make: Callable[..., tuple[Task, ...]] = resolve(suite.tasks)
    tasks = make(target.platform if target is not None else "", *([size] if suite.sized else []))
    return tasks if target is None else tuple(t for t in tasks if t.runs_on(target))


def _target(device: str | Target) -> Target | None:
    if isinstance(device, Target):
        return device
    return target_of(device) if device else None


def list_tasks(
    query: str | Task | Sequence[str | Task] | None = None, *, split: Split | None = None, device: str | Target = ""
) -> tuple[Task, ...]:
    """Return the tasks that match.

    Args:
        query: A query in the language of `omnigym.tasks.query`; None or "" matches every task but those of suites
            that stand aside, such as ``reworded`` and the benchmarks, which must be named. Also a task, the path of a
            task file (ending in ".json") or of a folder of them (ending in "/"), ``osworld:DIR`` for those of OSWorld's
            files in a folder that run, or a sequence of these and queries, whose tasks are united.
        split: "train", "heldout" or "test", to select the tasks of this split.
        device: A device or its name, to select the tasks that run on it; tasks given as objects or files are kept.

    Raises:
        ConfigError: The query is not valid, or nothing matches it; for an unknown name the message has similar ones.
        MissingDependencyError: The tasks are in a package that is not installed.
    """
    parts, target = _parts(query), _target(device)
    found = dict.fromkeys(task for part in parts for task in _of(part, target))  # each once, in a fixed order
    fitting = tuple(t for t in found if split is None or split_of(t) == split)
    if not fitting:
        for part in parts:
            _check_names(part)
        raise ConfigError(_nothing(query, split, target.name if target else "", len(found)))
    return fitting


def _parts(query: str | Task | Sequence[str | Task] | None) -> list[str | Task]:
    if query is None or isinstance(query, str | Task):
        return [query or ""]
    given: object = query  # callers without types pass anything
    if not isinstance(given, Iterable) or not all(isinstance(part, str | Task) for part in given):
        raise ConfigError(f"Tasks are chosen by a query, a Task, a task file or a list of these, got {query!r}.")
    return list(dict.fromkeys(query))  # each is looked up once


def _check_names(part: str | Task) -> None:
    """Raise an error if a query without matches has a name that no task has."""
    if not isinstance(part, str) or part.endswith(".json"):
        return
    if (files := folders_of(part)) is not None:
        folder = part.removeprefix(files.prefix)
        hint = f"See `omnigym tasks list --{files.name} {folder}`."
        raise ConfigError(f"{folder}: {resolve(files.left_out)(folder)} {hint}")
    if part.endswith("/"):
        raise ConfigError(f"There is no task file (*.json) in {part}. Name a folder that has some.")
    parsed = _with_apps(parse_query(part))
    unknown = unknown_name(parsed, (t for s in _meant(parsed) for t in suite_tasks(s.name)))
    if unknown is not None:
        _check_installed(part)
        raise unknown


def _check_installed(name: str) -> None:
    """Raise an error if a name belongs to a suite whose package is not installed."""
    for suite in suites().values():
        if suite.require and (name.startswith(suite.prefix) or f"suite:{suite.name}" in name):
            resolve(suite.require)()


def _of(part: str | Task, target: Target | None) -> Sequence[Task]:
    if isinstance(part, Task):
        return (part,)
    if (files := folders_of(part)) is not None:
        read: Callable[[str, Target | None], Sequence[Task]] = resolve(files.tasks)
        return read(part.removeprefix(files.prefix), target)
    if part.endswith(".json"):
        return (read_task(part),)
    if part.endswith("/"):
        return [read_task(path) for path in sorted(Path(part).glob("*.json"))]
    if MARK in part and len(part.split()) == 1 and ":" not in part:
        return (load_task(part),)
    if drawn_from(part) is not None and ":" not in part:
        return (load_task(part),)
    parsed = _with_apps(parse_query(part))
    for term in parsed.terms:
        if term.key == "suite" and not any(Query((term,)).may_be_in(s) for s in suites().values()):
            raise UnknownNameError("suite", ",".join(term.values), suites())
    meant = [s for s in _meant(parsed) if parsed.may_be_in(s)]
    fits = parsed.test()
    found = [t for s in meant for t in _tasks(s, target, parsed) if fits(t)]
    for key, size in parsed.draws:
        if not any(s.sized == key and parsed.names_suite(s) for s in meant):
            found = list(_draw(key)(found, size))
    return [tell(t, manner) for t in found for manner in parsed.manners if can_be_told(t, manner)]


def _with_apps(query: Query) -> Query:
    """The query with the names of products, such as "outlook", replaced by those of apps; an app's own name stays."""

    def named(term: Term) -> Term:
        apps = [a for v in term.values for a in ((v,) if may_be_of(v) else apps_of_product(v) or (v,))]
        return replace(term, values=tuple(dict.fromkeys(apps)))

    return replace(query, terms=tuple([named(term) if term.key == "app" else term for term in query.terms]))


def _draw(key: str) -> Callable[[Sequence[Task], int], Sequence[Task]]:
    of: Callable[[Sequence[Task], int], Sequence[Task]] = resolve(drawing_of(key))
    return of


def _meant(query: Query) -> list[Suite]:
    """The suites that a query speaks of: those that need not be asked for, and those that it asks for."""
    return [s for s in suites().values() if not s.aside or query.names_suite(s)]


def is_whole(query: str | None) -> bool:
    """Whether a query names a suite of which a part is no result, or draws one."""
    if query is None or names_files(query):
        return False
    parsed = parse_query(query)
    return any(s.whole and (parsed.names_suite(s) or s.sized in dict(parsed.draws)) for s in suites().values())


def _tasks(suite: Suite, target: Target | None, query: Query) -> Sequence[Task]:
    """The tasks of a suite that a query may mean: without making all, if it says an id or an app."""
    name = _one_id(query)
    if name and _suite_of(name.casefold()) is not suite:
        return ()
    if name and not suite.sized and (found := _find(suite, name)):
        return _fitting(found, target)
    apps = [term.values for term in query.terms if term.key == "app" and not term.negated]
    if suite.using and apps:
        using: Callable[[str, frozenset[str]], Sequence[Task]] = resolve(suite.using)
        ids = frozenset.intersection(*[frozenset().union(*map(may_be_of, values)) for values in apps])
        return _fitting(using(target.platform if target else "", ids), target)
    size = dict(query.draws).get(suite.sized, 0)
    return _made(suite, target, size) if size else suite_tasks(suite.name, target or "")


def _one_id(query: Query) -> str:
    """The id that a query names, and no pattern; "" if it names several or none."""
    named = [value for t in query.terms if t.key == "id" and not t.negated for value in t.values]
    return named[0] if len(named) == 1 and not set(named[0]) & set("*?[") else ""


def _find(suite: Suite, name: str) -> Sequence[Task]:
    return _found(suite.find, name) if suite.find and name.startswith(suite.prefix) else ()


@lru_cache(maxsize=4096)
def _found(place: str, name: str) -> Sequence[Task]:
    find: Callable[[str], Sequence[Task]] = resolve(place)
    return find(name)


def _fitting(tasks: Iterable[Task], target: Target | None) -> list[Task]:
    return [t for t in tasks if target is None or t.runs_on(target)]


def _nothing(query: object, split: Split | None, device: str, without_split: int) -> str:
    where = f" on device {device!r}" if device else ""
    if without_split:
        return f"No {split} task fits the query {query!r}{where}, though {without_split} of the other splits do."
    return f"No task fits the query {query!r}{where}. `omnigym tasks list` shows all of them."


def load_task(name: str | Path) -> Task:
    """Return a task by its id, or by the path of its file.

    Behind a ``~`` an id says how it is told, behind ``@drawn-`` with which parameters.

    Raises:
        UnknownNameError: There is no such task; the message has similar ids.
        ConfigError: It cannot be told so.
        TaskFileError: The file is not valid.
    """
    if str(name).endswith(".json"):
        return read_task(name)
    if len(str(name)) > _LONGEST_NAME:
        raise UnknownNameError("task", str(name), ())
    if MARK in str(name):
        plain, manner = split_manner(str(name))
        return tell(load_task(plain), manner)
    if (parts := drawn_from(str(name))) is not None:
        return draw_parameters(load_task(parts[0]), parts[1])
    suite = _suite_of(str(name))
    task = next((t for t in _find(suite, str(name)) if t.id == str(name)), None)
    if task is not None:
        return task
    known = {t.id: t for t in suite_tasks(suite.name)}
    if str(name) not in known:
        _check_installed(str(name))
        raise UnknownNameError("task", str(name), known)
    return known[str(name)]


def _suite_of(name: str) -> Suite:
    """The suite that has an id, by its beginning."""
    of = [s for s in suites().values() if name.startswith(s.prefix)]
    return max(of, key=lambda s: len(s.prefix))
