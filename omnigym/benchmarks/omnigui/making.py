"""Make the suite `omnigui` from ``suite.toml``: so many tasks of each dimension and of each level (OmniGUI, Table 7).

What there is is *offered*: by each subtask of the collection "omnigui" its parameter sets, of the dimension and level
in its tags; by each other subtask of the phone, and by chains of them, tasks of the level "present", in any of the
dimensions that the file names. A flow through dimensions, offers and levels meets both counts, with as few tasks of
each offer as can be. Critical and supportive settings are used again, amid a quiet noise, where there are too few.

A task of one node is judged by its final state, so neither reward nor end tell whether a guess was right. Of a chain,
in which nothing is to be guessed, a later node may undo what an earlier one did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx

from omnigym.benchmarks.composed import composed_suite
from omnigym.benchmarks.omnigui.dataset import LEVELS
from omnigym.errors import ConfigError
from omnigym.foreign import parse_toml
from omnigym.tasks.modality_levels import NAMES, dimension_of, level_of, twins_of
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.setup import PlaySound
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode, stable_hash

__all__ = ["COLLECTION", "Offer", "allot_tasks", "counts", "make_suite", "offers"]

#: The collection of the subtasks, and the suite.
COLLECTION = "omnigui"
#: How often a step limit allows what the oracle does; its waits are many and short.
_SLACK = 2


class Offer(NamedTuple):
    """What one subtask, or the chains of one length, may give.

    Attributes:
        name: The subtask, or the number of the chains' nodes.
        level: The level of its tasks.
        dimensions: The dimensions that they may count for.
        tasks: The tasks, without a dimension, in the order in which they are taken.
    """

    name: str
    level: str
    dimensions: tuple[str, ...]
    tasks: tuple[Task, ...]


@cache
def _plan() -> Mapping[str, Any]:
    return parse_toml(Path(__file__).with_name("suite.toml").read_text("utf-8"))


def counts() -> Mapping[str, int]:
    """The number of tasks of each dimension (`omnigym.tasks.modality_levels.NAMES`) and of each level."""
    return dict(_plan()["counts"])


# -- what there is ----------------------------------------------------------------------------------------------------


def offers(without: Collection[str] = ()) -> list[Offer]:
    """Everything that the suite may be made of.

    Args:
        without: Ids of tasks that are not offered.
    """
    mine = [own for own in all_subtasks(COLLECTION) if "android" in own.platforms]
    found = [*map(_of_own, mine), *_of_others(), *_of_chains()]
    kept = [offer._replace(tasks=tuple([t for t in offer.tasks if t.id not in without])) for offer in found]
    return [offer for offer in kept if offer.tasks and offer.dimensions and offer.level]


def _of_own(own: Subtask) -> Offer:
    tasks = [_task(own, number, values) for number, values in zip(neutral_numbers(own), own.parameters, strict=True)]
    level, dimension = (next(map(of, tasks), "") for of in (level_of, dimension_of))
    if level in ("critical", "supportive"):
        tasks = [task for task in tasks if next(twins_of(task), None) is not None]
        tasks += [_amid(task, "noises", "noise") for task in tasks]
    return Offer(own.id, level, (dimension,) if dimension else (), tuple(tasks))


def neutral_numbers(own: Subtask) -> list[int]:
    """The numbers of a subtask's parameter sets in ids, which the agent sees.

    Where sets differ in what is heard or watched, they are shuffled: parameter sets list the same values in the same
    order, and an id would say which one it is.
    """
    count = len(own.parameters)
    if not own.heard and not own.watched:
        return list(range(count))
    order = sorted(range(count), key=lambda n: stable_hash([own.id, n, own.parameters[n]]))
    return [order.index(n) for n in range(count)]


def _task(own: Subtask, number: int, values: Mapping[str, object]) -> Task:
    node = TaskNode("1", own.id, values)
    task = Task(id="", nodes=(node,), suite=COLLECTION, intent=own.id.partition("/")[2].replace("-", " "))
    level = level_of(task) or "present"
    return replace(task, id=f"{COLLECTION}/{level}/{own.id}@{number}", level=level, evaluate="at_end")


def _of_others() -> Iterator[Offer]:
    for own in all_subtasks():
        fitting = _dimensions(own.id)
        if "android" in own.platforms and fitting:
            tasks = [_amid(_task(own, number, values), "backgrounds") for number, values in enumerate(own.parameters)]
            yield Offer(own.id, "present", fitting, tuple(tasks))


def _of_chains() -> Iterator[Offer]:
    chains = [task for task in composed_suite("android") if "-chain-" in task.id and not task.shares]
    for nodes in dict.fromkeys(len(task.nodes) for task in chains):
        if fitting := _dimensions(str(nodes)):
            own = [_chain(task) for task in chains if len(task.nodes) == nodes]
            yield Offer(str(nodes), "present", fitting, tuple(own))


def _chain(task: Task) -> Task:
    own = replace(
        task, id=f"{COLLECTION}/present/{task.id.partition('/')[2]}", suite=COLLECTION, level="present", tags=()
    )
    return _amid(replace(own, max_idle_steps=None), "backgrounds")


def _dimensions(name: str) -> tuple[str, ...]:
    fitting: Mapping[str, Sequence[str]] = _plan()["present"]
    return tuple([d for d in NAMES if any(fnmatchcase(name, pattern) for pattern in fitting.get(d, ()))])


def _amid(task: Task, of: str, called: str = "") -> Task:
    """A task with a sound in the background, which is drawn by what the task asks for.

    Args:
        task: The task.
        of: What it is drawn from: "backgrounds" or "noises".
        called: What its id says of it.
    """
    known = _plan()[of]
    own = known[stable_hash([[node.subtask, dict(node.parameters)] for node in task.nodes]) % len(known)]
    named = f"{task.id}-{called}" if called else task.id
    return replace(task, id=named, setup=(*task.setup, PlaySound(own["sound"], volume=own["volume"])))


# -- how many of each -------------------------------------------------------------------------------------------------


def allot_tasks(offered: Sequence[Offer], wanted: Mapping[str, int]) -> Mapping[tuple[str, str], int]:
    """How many tasks of each offer count for each dimension, so that every dimension and level has its number.

    Of all ways to do so it is the most even one: the n-th task of an offer costs n.

    Args:
        offered: The offers.
        wanted: As of `counts`.

    Returns:
        By the name of the offer and the dimension, those that are not 0.

    Raises:
        ConfigError: There is too little; the message says what is missing.
    """
    flow = _flow(offered, wanted)
    left = {d: wanted[d] - flow["from"][d] for d in NAMES} | {v: wanted[v] - flow[v]["to"] for v in LEVELS}
    if any(left.values()):
        raise ConfigError(_missing(offered, left))
    return {(o.name, d): n for o in offered for d in o.dimensions if (n := flow[d][f"into {o.name}"])}


def _flow(offered: Sequence[Offer], wanted: Mapping[str, int]) -> Mapping[str, Mapping[str, int]]:
    """The largest and then cheapest flow from the dimensions, through the tasks of offers, to the levels."""
    graph = nx.DiGraph()
    graph.add_edges_from([("from", d, {"capacity": wanted[d]}) for d in NAMES])
    graph.add_edges_from([(level, "to", {"capacity": wanted[level]}) for level in LEVELS])
    for offer in offered:
        into = f"into {offer.name}"
        graph.add_edges_from([(d, into) for d in offer.dimensions], capacity=len(offer.tasks))
        for cost, task in enumerate(offer.tasks):
            graph.add_edge(into, task.id, capacity=1, weight=cost)
            graph.add_edge(task.id, offer.level, capacity=1)
    flow: Mapping[str, Mapping[str, int]] = nx.max_flow_min_cost(graph, "from", "to")
    return flow


def _missing(offered: Sequence[Offer], left: Mapping[str, int]) -> str:
    """What is said of numbers that are left, by dimension and level."""
    there = {
        f"{level} {dimension}": sum(len(o.tasks) for o in offered if o.level == level and dimension in o.dimensions)
        for level in LEVELS
        for dimension in NAMES
    }
    short, has = (", ".join(f"{name} {n}" for name, n in of.items() if n) for of in (left, there))
    return f"Too few tasks are offered for the suite. Missing: {short}. There are: {has}. Write more subtasks."


# -- the suite --------------------------------------------------------------------------------------------------------


def make_suite(steps: Mapping[str, int], without: Collection[str] = ()) -> tuple[Task, ...]:
    """The tasks of the suite, by level, dimension and subtask; the same subtasks give the same tasks.

    Args:
        steps: How many actions the oracle of each task does, by id, where it is known: the step limit follows from it.
        without: Ids of tasks that did not hold.

    Raises:
        ConfigError: There is too little, or it is of too few subtasks or apps; the message says what is missing.
    """
    offered = offers(without)
    found = allot_tasks(offered, counts())
    tasks = [
        _limited(replace(task, tags=(*task.tags, f"dimension:{dimension}")), steps)
        for offer in offered
        for task, dimension in zip(offer.tasks, _dealt(offer, found), strict=False)
    ]
    _see_variety(tasks)
    places = {level: place for place, level in enumerate(LEVELS)}
    return tuple(sorted(tasks, key=lambda t: (places[t.level], list(NAMES).index(dimension_of(t)))))


def _dealt(offer: Offer, found: Mapping[tuple[str, str], int]) -> list[str]:
    """The dimension of each task that is taken of an offer."""
    return [d for d in offer.dimensions for _ in range(found.get((offer.name, d), 0))]


def _limited(task: Task, steps: Mapping[str, int]) -> Task:
    needed = _SLACK * steps.get(task.id, 0)
    return replace(task, max_steps=needed) if needed > task.step_limit else task


def _see_variety(tasks: Iterable[Task]) -> None:
    subtasks = {node.subtask for task in tasks for node in task.nodes}
    apps = {app for task in tasks for app in task.apps}
    least = _plan()["least"]
    for what, names in (("subtasks", subtasks), ("apps", apps)):
        if len(names) < least[what]:
            raise ConfigError(f"The suite is of {len(names)} {what}, and should be of {least[what]}. Offer others.")
