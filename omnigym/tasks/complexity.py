"""The five complexities of a task and their levels (OmniBench 3.1, Table 2), and the ten capabilities (Table 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from omnigym.tasks.task import Task

__all__ = ["CAPABILITY_TASKS", "DIMENSIONS", "Complexity", "Level", "complexity_of", "is_test_of", "level"]

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

#: Table 2: for each dimension, the highest number that is easy, and the highest that is medium.
_BOUNDS: Mapping[str, tuple[int, int]] = {
    "dependency": (1, 3),
    "instruction": (2, 4),
    "knowledge": (1, 3),
    "hierarchy": (2, 4),
    "branch": (2, 4),
}

#: Table 12: the dimensions that must be hard in a task that tests a capability.
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


def level(dimension: str, value: int) -> Level:
    """The level of a complexity.

    >>> level("dependency", 1), level("dependency", 2), level("branch", 5)
    ('easy', 'medium', 'hard')
    """
    easy, medium = _BOUNDS[dimension]
    return "easy" if value <= easy else "medium" if value <= medium else "hard"


def is_test_of(complexity: Complexity, capability: str) -> bool:
    """Whether a task of that complexity tests one of OmniEval's ten capabilities."""
    return all(level(d, getattr(complexity, d)) == "hard" for d in CAPABILITY_TASKS[capability])
