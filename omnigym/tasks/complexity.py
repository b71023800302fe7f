"""The five complexities of a task and their levels (OmniBench 3.1, Table 2), and the ten capabilities (Table 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.evaluation.dag import shared_dag
from omnigym.evaluation.expansion import node_of
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.task import Task

__all__ = [
    "CAPABILITY_TASKS",
    "DIMENSIONS",
    "LEVELS",
    "Complexity",
    "Level",
    "complexity_of",
    "complexity_of_record",
    "is_test_of",
    "level",
]

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
    """The five complexities of a task."""
    categories = {s.category for s in task.subtasks}
    return Complexity(len(task.edges), len(task.nodes), len(categories), task.dag.depth, task.dag.width)


def complexity_of_record(record: EpisodeRecord) -> Complexity:
    """The five complexities of the task of an episode, by its record alone: parts of a subtask are one node again.

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
    """The level of a complexity.

    >>> level("dependency", 1), level("dependency", 2), level("branch", 5)
    ('easy', 'medium', 'hard')
    """
    easy, medium = _BOUNDS[dimension]
    return "easy" if value <= easy else "medium" if value <= medium else "hard"


def is_test_of(complexity: Complexity, capability: str) -> bool:
    """Whether a task of that complexity tests one of OmniEval's ten capabilities.

    Raises:
        UnknownNameError: There is no such capability.
    """
    if capability not in CAPABILITY_TASKS:
        raise UnknownNameError("capability", capability, CAPABILITY_TASKS)
    return all(level(d, getattr(complexity, d)) == "hard" for d in CAPABILITY_TASKS[capability])
