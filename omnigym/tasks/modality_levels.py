"""How much a task depends on sound and video (OmniGUI 3.2): its level, its dimension, and the twins of a task.

A twin of a task is the same task with another of its subtask's parameter sets, which differs in parameters that are
heard or watched (`omnigym.tasks.subtask.Subtask.heard`), and in those that follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode, stable_hash

__all__ = ["DIMENSIONS", "LEVELS", "NAMES", "Twin", "dimension_of", "level_of", "twins_of"]

#: The five dimensions of tasks (OmniGUI 3.2).
DIMENSIONS: Final = (
    *("localization", "semantic_understanding", "cross_modal_discrimination"),
    *("temporal_reasoning", "instant_response"),
)
#: The levels: how much a task needs sound and video (OmniGUI 3.2).
LEVELS: Final = ("critical", "supportive", "present")
#: What the tags of subtasks call the dimensions, in their order.
NAMES: Mapping[str, str] = dict(
    zip(("localization", "semantic", "crossmodal", "temporal", "instant"), DIMENSIONS, strict=True)
)


class Twin(NamedTuple):
    """A twin of a task.

    Attributes:
        task: The twin.
        heard, watched: Whether something differs that only a sound, or only a movement, tells.
    """

    task: Task
    heard: bool
    watched: bool


def level_of(task: Task) -> str:
    """The level of a task, one of `LEVELS`: its own, or that in the tags of its subtasks; "" for none."""
    return task.level if task.level in LEVELS else _tagged(task, "level", LEVELS)


def dimension_of(task: Task) -> str:
    """The dimension of a task, one of `NAMES`, by its tags or those of its subtasks; "" for none."""
    return _tagged(task, "dimension", tuple(NAMES))


def _tagged(task: Task, kind: str, known: tuple[str, ...]) -> str:
    tags = (*task.tags, *(tag for s in task.subtasks for tag in s.tags))
    return next((name for tag in tags for name in known if tag == f"{kind}:{name}"), "")


def twins_of(task: Task) -> Iterator[Twin]:
    """The twins of a task, in the order of its nodes and of their parameter sets."""
    for place, (node, own) in enumerate(zip(task.nodes, task.subtasks, strict=True)):
        for values in _alike(own, node.parameters):
            twin = TaskNode(node.id, node.subtask, {**node.parameters, **values}, node.device)
            nodes = (*task.nodes[:place], twin, *task.nodes[place + 1 :])
            differs = {name for name, value in values.items() if node.parameters.get(name) != value}
            # neutral, as an agent sees it: neither the value nor the same number for the same value elsewhere
            number = stable_hash([task.id, values]) % 100_000
            named = replace(task, id=f"{task.id}, twin {number:05}", nodes=nodes, instruction="")
            yield Twin(named, bool(differs & set(own.heard)), bool(differs & set(own.watched)))


def _alike(own: Subtask, parameters: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The parameter sets that differ from one in what is heard or watched and in what follows, each such one once."""
    told = (*own.heard, *own.watched)
    fixed = [name for name in own.parameters[0] if name not in (*told, *own.implied)]
    known = [[parameters.get(name) for name in told]]
    found = list[Mapping[str, object]]()
    for values in own.parameters:
        hidden = [values.get(name) for name in told]
        if hidden not in known and all(values.get(name) == parameters.get(name) for name in fixed):
            known.append(hidden)
            found.append(values)
    return found
