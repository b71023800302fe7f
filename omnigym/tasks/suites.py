"""The suites of tasks, and the functions that find tasks in them: `list_tasks` and `load_task`.

A suite is a deterministic function that returns its tasks for a platform. ``one-node`` has every subtask with every
parameter set, ``reworded`` has those of ``one-node`` in other words, ``composed-2`` has graphs of several subtasks,
``composed`` those that came before them, ``omnieval`` the test sets that are drawn of those, ``crab`` has those of
CRAB, ``crab-more`` others that are made by hand like some of these, ``discovered`` those that were found on the
screens, ``desk-sounds`` has what only a sound or a movement tells on a real desktop, ``omnibench`` is the dataset of
OmniBench's size, ``osworld`` has files in OSWorld's format, ``osmap`` has OS-MAP's levels and scenarios, ``miniwob``
has MiniWoB++ if it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from omnigym.benchmarks.composed import composed_suite
from omnigym.benchmarks.crab.more_by_hand import more_suite
from omnigym.benchmarks.crab.suite import crab_suite
from omnigym.benchmarks.hello import hello_suite
from omnigym.benchmarks.miniwob import miniwob_suite, require_miniwob
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import PREFIX, shipped
from omnigym.benchmarks.omnieval import PREFIX as DRAWN
from omnigym.benchmarks.omnieval import SIZE, drawn_of, renamed
from omnigym.benchmarks.omnigui.suite import omnigui_suite
from omnigym.benchmarks.osmap.suite import osmap_suite
from omnigym.benchmarks.osworld.suite import left_out, osworld_suite, osworld_tasks
from omnigym.devices.backend import Target
from omnigym.devices.config import target_of
from omnigym.devices.protocol import PLATFORMS
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.instruction_styles.manner import MARK, parted
from omnigym.tasks.instruction_styles.variants import can_be_told, tell
from omnigym.tasks.parameter_sampling import drawn, drawn_from
from omnigym.tasks.paraphrases import wordings_of
from omnigym.tasks.query import OF_OSWORLD, Query, parse_query, unknown_name
from omnigym.tasks.registry import all_subtasks, get_subtask, may_be_of
from omnigym.tasks.split import Split, split_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import read_task
from omnigym.tasks.templates import fill

__all__ = ["list_tasks", "load_task", "suite_names", "suite_tasks"]


def _one_node(platform: str, collection: str = "", suite: str = "one-node") -> tuple[Task, ...]:
    """Every subtask of a platform, with each of its parameter sets."""
    return _alone(all_subtasks(collection), platform, suite)


def _alone(subtasks: Iterable[Subtask], platform: str, suite: str = "one-node") -> tuple[Task, ...]:
    return tuple(
        Task(
            id=f"{subtask.id}@{n}",
            nodes=(TaskNode("1", subtask.id, parameters),),
            intent=subtask.id.rpartition("/")[2].replace("-", " "),
            suite=suite,
        )
        for subtask in subtasks
        if platform in ("", *subtask.platforms)
        for n, parameters in enumerate(subtask.parameters)
    )


def _reworded(platform: str) -> tuple[Task, ...]:
    """The tasks of ``one-node`` in each other wording of their subtask, by the number of the wording."""
    return tuple(
        replace(
            task,
            id=f"reworded/{number}/{task.id}",
            instruction=fill(template, task.nodes[0].parameters),
            suite="reworded",
        )
        for task in _one_node(platform)
        for number, template in enumerate(wordings_of(task.nodes[0].subtask), start=1)
    )


def _omnibench(platform: str) -> tuple[Task, ...]:
    """The dataset's tasks, all of them made."""
    return tuple(shipped()) if platform in ("", "windows") else ()


def _desk_sounds(platform: str) -> tuple[Task, ...]:
    """The subtasks of OmniGUI's kind on a real desktop, each alone."""
    here = [s for s in all_subtasks("omnigui") if s.id.startswith(_PREFIX["desk-sounds"])]
    return _alone(here, platform, "desk-sounds")


@lru_cache(maxsize=16)
def _omnieval(platform: str, size: int) -> tuple[Task, ...]:
    """What is drawn on a platform, or on each of them, from the suite that is drawn from if none is named."""
    platforms = [platform] if platform else sorted(PLATFORMS)
    return tuple(t for p in platforms for t in drawn_of(composed_suite(p), size))


_SUITES: Mapping[str, Callable[[str], tuple[Task, ...]]] = {
    "one-node": _one_node,
    "reworded": _reworded,
    "composed": partial(composed_suite, suite="composed"),
    "composed-2": composed_suite,
    "crab": crab_suite,
    "crab-more": more_suite,
    "omnieval": lambda platform: _omnieval(platform, SIZE),
    "desk-sounds": _desk_sounds,
    "discovered": partial(_one_node, collection="discovered", suite="discovered"),
    "hello": hello_suite,
    "miniwob": miniwob_suite,
    "omnibench": _omnibench,
    "omnigui": omnigui_suite,
    "osworld": osworld_suite,
    "osmap": osmap_suite,
}


#: The prefix of the ids of a suite, by which it is known without making the suite that an id is not in it.
_PREFIX: Mapping[str, str] = {
    "reworded": "reworded/",
    "composed": "composed/",
    "composed-2": "composed-2/",
    "crab": "crab/",
    "crab-more": "crab-more/",
    "omnieval": DRAWN,
    "desk-sounds": "desk-sounds/",
    "discovered": "discovered/",
    "hello": "hello/",
    "miniwob": "miniwob/",
    "omnibench": PREFIX,
    "omnigui": "omnigui/",
    "osworld": "osworld/",
    "osmap": "osmap/",
}
#: The suites that must be asked for, as no query finds their tasks that does not name them: one is there to read and
#: repeat old results, another has the tasks of ``one-node`` in words that no learner is to be trained with, and
#: ``crab``, ``omnieval``, ``omnigui``, ``osmap`` and ``osworld`` are benchmarks to be measured by, those of
#: ``desk-sounds`` need ears, those of ``discovered`` are worded by their controls, and ``omnibench`` has more tasks
#: than all others together.
_ASIDE = frozenset(
    (
        *("composed", "crab", "crab-more", "desk-sounds", "discovered", "hello", "omnibench", "omnieval"),
        *("omnigui", "osmap", "osworld", "reworded"),
    )
)


def suite_names() -> tuple[str, ...]:
    """The names of the suites."""
    return tuple(_SUITES)


@lru_cache(maxsize=16)
def suite_tasks(suite: str, device: str | Target = "") -> tuple[Task, ...]:
    """All tasks of a suite, in a fixed order.

    Args:
        suite: One of `suite_names`.
        device: A device or its name, to select the tasks that run on it; "" for all.

    Raises:
        UnknownNameError: There is no such suite, or no such device.
    """
    if suite not in _SUITES:
        raise UnknownNameError("suite", suite, _SUITES)
    target = _target(device)
    if target is None:
        return _SUITES[suite]("")
    return tuple(t for t in _SUITES[suite](target.platform) if t.runs_on(target))


def _target(device: str | Target) -> Target | None:
    if isinstance(device, Target):
        return device
    return target_of(device) if device else None


def list_tasks(
    query: str | Task | Sequence[str | Task] | None = None, *, split: Split | None = None, device: str | Target = ""
) -> tuple[Task, ...]:
    """The tasks that match.

    Args:
        query: A query in the language of `omnigym.tasks.query`; None or "" matches every task but those of the
            suites ``composed``, which is old, ``reworded``, ``crab``, ``omnieval``, ``omnigui``, ``osmap``,
            ``osworld`` and ``omnibench``, which must be named. Also a task, the path of a task file (ending in
            ".json") or of a folder of them (ending in "/"), ``osworld:DIR`` for those of OSWorld's files in a folder
            that run, or a sequence of these and queries, whose tasks are united.
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
    return list(query)


def _check_names(part: str | Task) -> None:
    """Raise an error if a query without matches has a name that no task has."""
    if isinstance(part, str) and part.startswith(OF_OSWORLD):
        folder = part.removeprefix(OF_OSWORLD)
        raise ConfigError(f"{folder}: {left_out(folder)} See `omnigym tasks list --osworld {folder}`.")
    if isinstance(part, str) and part.endswith("/"):
        raise ConfigError(f"There is no task file (*.json) in {part}. Name a folder that has some.")
    if isinstance(part, str) and not part.endswith(".json"):
        parsed = parse_query(part)
        unknown = unknown_name(parsed, (t for s in _meant(parsed) for t in suite_tasks(s)))
        if unknown is not None:
            _check_installed(part)
            raise unknown


def _check_installed(name: str) -> None:
    """Raise an error if a name belongs to a suite whose package is not installed."""
    if name.startswith(_PREFIX["miniwob"]) or "suite:miniwob" in name:
        require_miniwob()


def _of(part: str | Task, target: Target | None) -> Sequence[Task]:
    if isinstance(part, Task):
        return (part,)
    if part.startswith(OF_OSWORLD):
        return osworld_tasks(part.removeprefix(OF_OSWORLD), target)
    if part.endswith(".json"):
        return (read_task(part),)
    if part.endswith("/"):
        return [read_task(path) for path in sorted(Path(part).glob("*.json"))]
    if MARK in part and len(part.split()) == 1 and ":" not in part:
        return (load_task(part),)
    if drawn_from(part) is not None and ":" not in part:
        return (load_task(part),)
    parsed = parse_query(part)
    for term in parsed.terms:
        if term.key == "suite" and not any(Query((term,)).may_be_in(s) for s in _SUITES):
            raise UnknownNameError("suite", ",".join(term.values), _SUITES)
    suites = [s for s in _meant(parsed) if parsed.may_be_in(s, _PREFIX.get(s, ""))]
    found = [t for s in suites for t in _tasks(s, target, parsed) if parsed.fits(t)]
    if parsed.draw and not parsed.names_suite("omnieval", DRAWN):
        found = list(drawn_of(found, parsed.draw))
    return [tell(t, manner) for t in found for manner in parsed.manners if can_be_told(t, manner)]


def _meant(query: Query) -> list[str]:
    """The suites that a query speaks of: those that need not be asked for, and those that it asks for."""
    return [s for s in _SUITES if s not in _ASIDE or query.names_suite(s, _PREFIX[s])]


def _tasks(suite: str, target: Target | None, query: Query) -> Sequence[Task]:
    """The tasks of a suite that a query may mean, of ``omnieval`` of a size of its own if one is asked for."""
    apps = [term.values for term in query.terms if term.key == "app" and not term.negated]
    if suite in ("one-node", "composed-2") and apps:  # without reading the subtasks of all other apps
        ids = frozenset.intersection(*[frozenset().union(*map(may_be_of, values)) for values in apps])
        platform = target.platform if target else ""
        known = _alone(_known(ids), platform) if suite == "one-node" else _of_any(composed_suite(platform), ids)
        return [t for t in known if target is None or t.runs_on(target)]
    if suite != "omnieval" or not query.draw:
        return suite_tasks(suite, target or "")
    found = _omnieval(target.platform if target else "", query.draw)
    return [t for t in found if target is None or t.runs_on(target)]


def _known(ids: Iterable[str]) -> list[Subtask]:
    return [s for s in map(get_subtask, sorted(ids)) if not s.collection]


def _of_any(tasks: Iterable[Task], ids: Collection[str]) -> list[Task]:
    return [t for t in tasks if any(n.subtask in ids for n in t.nodes)]


def _nothing(query: object, split: Split | None, device: str, without_split: int) -> str:
    where = f" on device {device!r}" if device else ""
    if without_split:
        return f"No {split} task fits the query {query!r}{where}, though {without_split} of the other splits do."
    return f"No task fits the query {query!r}{where}. `omnigym tasks list` shows all of them."


def load_task(name: str | Path) -> Task:
    """A task by its id, or by the path of its file.

    Behind a ``~`` an id says how it is told, behind ``@drawn-`` with which parameters.

    Raises:
        UnknownNameError: There is no such task; the message has similar ids.
        ConfigError: It cannot be told so.
        TaskFileError: The file is not valid.
    """
    if str(name).endswith(".json"):
        return read_task(name)
    if MARK in str(name):
        plain, manner = parted(str(name))
        return tell(load_task(plain), manner)
    if (found := drawn_from(str(name))) is not None:
        return drawn(load_task(found[0]), found[1])
    if str(name).startswith(DRAWN):
        return renamed(load_task(str(name).removeprefix(DRAWN)))
    suite = next((s for s, prefix in _PREFIX.items() if str(name).startswith(prefix)), "one-node")
    if suite == "omnibench":  # without making all others
        if (task := shipped().find(str(name))) is None:
            raise UnknownNameError("task", str(name), shipped().ids())
        return task
    known = {t.id: t for t in suite_tasks(suite)}
    if str(name) not in known:
        _check_installed(str(name))
        raise UnknownNameError("task", str(name), known)
    return known[str(name)]
