"""The five complexities of a task and their levels (OmniBench 3.1, Table 2), and the ten capabilities (Table 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.evaluation.dag import Dag, shared_dag
from omnigym.evaluation.graph import node_of
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign.limits import MAX_NODES
from omnigym.tasks.task import Task

__all__ = [
    "CAPABILITY_TASKS",
    "DIMENSIONS",
    "LEVELS",
    "SHAPES",
    "Complexity",
    "Level",
    "capabilities_of",
    "complexity_of",
    "complexity_of_record",
    "is_test_of",
    "level",
    "shape",
]


# -- shapes -----------------------------------------------------------------------------------------------------------

# Shapes of task graphs: chains, forks, joins, diamonds, ladders of diamonds, brooms, combs, and parallel chains.


def shape(name: str, nodes: int, branches: int = 2) -> Dag:
    """Return a graph of a shape; its nodes are named "1", "2"... in a topological order.

    Args:
        name: A key of `SHAPES`.
        nodes: The number of nodes.
        branches: The number of branches, for shapes that have them; it is the width of the graph.

    Raises:
        UnknownNameError: There is no such shape.
        ConfigError: There are too few or too many nodes for the shape.
    """
    if name not in SHAPES:
        raise UnknownNameError("shape", name, SHAPES)
    if nodes > MAX_NODES:
        raise ConfigError(f"A graph has at most {MAX_NODES} nodes, got {nodes:,}. Divide it into several tasks.")
    least = {
        "chain": 1,
        "fork": branches + 1,
        "join": branches + 1,
        "diamond": branches + 2,
        "ladder": 4,
        "broom": branches + 1,
        "comb": 2 * branches - 1,
        "parallel": branches,
    }[name]
    if nodes < least or branches < 1:
        raise ConfigError(f"A {name} with {branches} branches needs at least {least} nodes, got {nodes}.")
    pairs = SHAPES[name](nodes, branches)
    return Dag(tuple(str(i) for i in range(1, nodes + 1)), tuple((str(a), str(b)) for a, b in sorted(pairs)))


_Pairs = set[tuple[int, int]]


def _chain(nodes: int, _branches: int) -> _Pairs:
    return {(i, i + 1) for i in range(1, nodes)}


def _fork(nodes: int, branches: int) -> _Pairs:
    """Node 1, followed by branches of nearly equal length."""
    return {(max(1, i - branches), i) for i in range(2, nodes + 1)}


def _join(nodes: int, branches: int) -> _Pairs:
    """Branches that meet in the last node: a reversed fork."""
    return {(nodes + 1 - b, nodes + 1 - a) for a, b in _fork(nodes, branches)}


def _diamond(nodes: int, branches: int) -> _Pairs:
    """A fork whose branches meet in the last node."""
    return _fork(nodes - 1, branches) | {(i, nodes) for i in range(nodes - branches, nodes)}


def _ladder(nodes: int, _branches: int) -> _Pairs:
    """Diamonds with two branches, one after another; the remaining nodes are a chain at the end."""
    pairs: _Pairs = set()
    last = 1
    while last + 3 <= nodes:
        pairs |= {(last, last + 1), (last, last + 2), (last + 1, last + 3), (last + 2, last + 3)}
        last += 3
    return pairs | {(i, i + 1) for i in range(last, nodes)}


def _broom(nodes: int, branches: int) -> _Pairs:
    """Node 1, followed by one long branch, and by branches of a single node."""
    first = branches + 1
    return {(1, i) for i in range(2, first + 1)} | {(i, i + 1) for i in range(first, nodes)}


def _comb(nodes: int, branches: int) -> _Pairs:
    """A chain, each of whose first nodes is followed by a single node, too."""
    pairs, last = set[tuple[int, int]](), 1
    for tooth in range(2, 2 * branches - 1, 2):
        pairs |= {(last, tooth), (last, tooth + 1)}
        last = tooth + 1
    return pairs | {(i, i + 1) for i in range(last, nodes)}


def _parallel(nodes: int, branches: int) -> _Pairs:
    """Branches of nearly equal length that are not connected."""
    return {(i - branches, i) for i in range(branches + 1, nodes + 1)}


#: By name, a function from the numbers of nodes and branches to the edges.
SHAPES: Mapping[str, Callable[[int, int], _Pairs]] = {
    "chain": _chain,
    "fork": _fork,
    "join": _join,
    "diamond": _diamond,
    "ladder": _ladder,
    "broom": _broom,
    "comb": _comb,
    "parallel": _parallel,
}

# -- complexity -------------------------------------------------------------------------------------------------------

Level: TypeAlias = Literal["easy", "medium", "hard"]


class Complexity(NamedTuple):
    """The five complexities of a task.

    Attributes:
        dependency: Number of edges.
        instruction: Number of nodes.
        knowledge: Number of categories of applications (A.4).
        hierarchy: Depth of the graph, the number of nodes on the longest path.
        branch: Width of the graph, the size of the largest antichain.
    """

    dependency: int
    instruction: int
    knowledge: int
    hierarchy: int
    branch: int


DIMENSIONS: tuple[str, ...] = Complexity._fields
LEVELS: tuple[Level, ...] = get_args(Level)

#: Table 2: for each dimension, the highest number that is easy, and the highest that is medium.
_BOUNDS: Mapping[str, tuple[int, int]] = {
    "dependency": (1, 3),
    "instruction": (2, 4),
    "knowledge": (1, 3),
    "hierarchy": (2, 4),
    "branch": (2, 4),
}

#: Table 12: the dimensions that must be hard in a task that tests a capability. As printed, though one row is odd:
#: that long instructions are followed is tested by graphs that are wide, however short their instructions are.
CAPABILITY_TASKS: Mapping[str, tuple[str, ...]] = {
    "parallel_planning": ("dependency", "branch"),
    "long_range_planning": ("dependency", "hierarchy"),
    "long_sequence_reasoning": ("instruction", "hierarchy"),
    "long_instruction_following": ("branch",),
    "sequential_decision_making": ("hierarchy", "branch"),
    "cross_domain_decision_making": ("branch", "knowledge"),
    "subtask_identification": ("dependency", "instruction"),
    "dependency_identification": ("dependency",),
    "cross_domain_knowledge": ("instruction", "knowledge"),
    "domain_specific_knowledge": ("instruction",),
}


def complexity_of(task: Task) -> Complexity:
    """Return the five complexities of a task."""
    categories = {s.category for s in task.subtasks}
    return Complexity(len(task.edges), len(task.nodes), len(categories), task.dag.depth, task.dag.width)


def complexity_of_record(record: EpisodeRecord) -> Complexity:
    """Return the five complexities of an episode's task, by its record alone; parts of a subtask count as one node.

    Where nodes are called like parts and are none, so that together they would wait for themselves, each is a node.
    """
    of = {n.id: node_of(n.id) for n in record.nodes}
    edges = dict.fromkeys([(of[a], of[b]) for a, b in record.edges if of[a] != of[b]])
    try:
        dag = shared_dag(tuple(dict.fromkeys(of.values())), tuple(edges))
    except TaskFileError:
        dag = record.dag
    categories = {n.category for n in record.nodes}
    return Complexity(len(dag.edges), len(dag.ids), len(categories), dag.depth, dag.width)


def level(dimension: str, value: int) -> Level:
    """Return the level of a complexity.

    >>> level("dependency", 1), level("dependency", 2), level("branch", 5)
    ('easy', 'medium', 'hard')
    """
    easy, medium = _BOUNDS[dimension]
    return "easy" if value <= easy else "medium" if value <= medium else "hard"


def capabilities_of(record: EpisodeRecord) -> tuple[str, ...]:
    """The capabilities that the task of an episode tests (Table 12)."""
    complexity = complexity_of_record(record)
    return tuple([name for name in CAPABILITY_TASKS if is_test_of(complexity, name)])


def is_test_of(complexity: Complexity, capability: str) -> bool:
    """Return whether a task of that complexity tests one of OmniEval's ten capabilities.

    Raises:
        UnknownNameError: There is no such capability.
    """
    if capability not in CAPABILITY_TASKS:
        raise UnknownNameError("capability", capability, CAPABILITY_TASKS)
    return all(level(d, getattr(complexity, d)) == "hard" for d in CAPABILITY_TASKS[capability])
