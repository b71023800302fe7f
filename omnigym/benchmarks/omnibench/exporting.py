"""Export of subtasks and tasks as OmniBench's metadata (C.1, C.3, C.4), with a list of data that it cannot express."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from omnigym.benchmarks.omnibench.applications import application_name, entry_id
from omnigym.benchmarks.omnibench.writing import write_evaluation
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag
from omnigym.tasks.registry import is_registered
from omnigym.tasks.rollout import oracle_order
from omnigym.tasks.subtask import Resource, Subtask
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import condition_from_json, condition_to_json

__all__ = [
    "FILE",
    "ExportedSubtask",
    "OmniBenchExport",
    "SynthesisedFunction",
    "export_subtask",
    "export_task",
    "line_of",
    "node_entries",
    "synthesised_function",
]


# -- the evaluation functions that were synthesised from what oracles do, as they ship --------------------------------

# `scripts/synthesise_evaluations.py` makes them (`omnigym.benchmarks.omnibench.synthesis.evaluations`). A line of the
# file is a subtask: its conditions, and which runs they do not tell from the deed.

FILE = "evaluations.jsonl"


class SynthesisedFunction(NamedTuple):
    """An evaluation function of the eleven APIs.

    Attributes:
        conditions: Its conditions in order, with templates; none where the APIs cannot tell the deed from others.
        unlike: Names of runs that pass it, though they should not.
        why: Why there is none, or why the evaluator did not bear it out; "" where it did.
    """

    conditions: tuple[Condition, ...]
    unlike: tuple[str, ...] = ()
    why: str = ""


def synthesised_function(subtask: Subtask) -> SynthesisedFunction | None:
    """Return the shipped evaluation function of a subtask; None if the subtask was added or reworded since."""
    plain = _shipped().get(subtask.id)
    if plain is None or plain["instruction"] != subtask.instruction:
        return None
    return SynthesisedFunction(
        tuple(map(condition_from_json, plain["conditions"])), tuple(plain["unlike"]), plain["why"]
    )


def line_of(subtask: Subtask, conditions: Sequence[Condition], unlike: Sequence[str], why: str) -> str:
    """Return a line of the file, without the newline."""
    plain = {
        "subtask": subtask.id,
        "instruction": subtask.instruction,
        "conditions": [condition_to_json(c) for c in conditions],
        "unlike": list(unlike),
        "why": why,
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    lines = (files("omnigym.benchmarks.omnibench") / FILE).read_text(encoding="utf-8").splitlines()
    return {plain["subtask"]: plain for plain in map(json.loads, lines)}


# -- exporting --------------------------------------------------------------------------------------------------------

#: An exported task lists so many of its topological orders at most: their number grows with the factorial.
_MOST_ORDERS = 100
#: What every subtask loses.
_NO_ORACLE, _NO_SETUP = "The oracle is not written.", "The setup is not written: OmniBench starts from a snapshot."
_USUAL = frozenset({_NO_ORACLE, _NO_SETUP})
#: How OmniBench names platforms.
_SYSTEMS = {"windows": "Windows", "linux": "Linux", "android": "Android", "web": "Web"}


class ExportedSubtask(NamedTuple):
    """An exported subtask.

    Attributes:
        metadata: C.1.
        evaluation: C.3, Python text.
        losses: What they do not say, a sentence each.
    """

    metadata: dict[str, Any]
    evaluation: str
    losses: tuple[str, ...]


class OmniBenchExport(NamedTuple):
    """An exported task.

    Attributes:
        metadata: C.4.
        subtasks: C.1 by id, of each of its nodes.
        evaluations: C.3 by the same ids.
        losses: What they do not say, a sentence each.
    """

    metadata: dict[str, Any]
    subtasks: dict[str, dict[str, Any]]
    evaluations: dict[str, str]
    losses: tuple[str, ...]


def export_subtask(subtask: Subtask) -> ExportedSubtask:
    """Export a subtask with all its parameter sets."""
    evaluation, losses = _evaluated(subtask)
    metadata = {
        "id": subtask.id,
        "instruction_template": subtask.instruction,
        "application": application_name(subtask.app),
        "available_parameters": [dict(p) for p in subtask.parameters],
        "OS": next(name for platform, name in _SYSTEMS.items() if platform in subtask.platforms),
        "input_resources": [_resource_name(n.resource) for n in subtask.needs],
        "output_resources": [_resource_name(r) for r in subtask.produces],
    }
    return ExportedSubtask(metadata, evaluation, losses)


@lru_cache(maxsize=1024)
def _evaluated(subtask: Subtask) -> tuple[str, tuple[str, ...]]:
    """The evaluation function of a subtask, and what is lost of it."""
    in_turn = tuple(c for i in subtask.inside.order for c in subtask.parts[i].conditions)
    known = synthesised_function(subtask) if is_registered(subtask) else None
    conditions = known.conditions if known is not None else ()
    evaluation = write_evaluation(conditions or subtask.conditions or in_turn, list(subtask.parameters[0]))
    losses = list(evaluation.losses)
    if conditions and known is not None and known.unlike:
        losses.append(f"The APIs do not tell it from: {', '.join(known.unlike)}.")
    elif subtask.parts and not conditions:
        losses.append("Its parts are written as one sequence of conditions, so they are not judged one by one.")
    if subtask.oracle is not None:
        losses.append(_NO_ORACLE)
    if subtask.setup or any(n.unless_provided for n in subtask.needs):
        losses.append(_NO_SETUP)
    if any(n.consumes for n in subtask.needs):
        losses.append("That it uses up a resource is not written.")
    return evaluation.text, tuple(losses)


def _resource_name(resource: Resource) -> str:
    """The parameter that holds it, or its kind."""
    value = resource.value
    return (
        value[1:-1] if value.startswith("{") and value.endswith("}") and value[1:-1].isidentifier() else resource.kind
    )


def node_entries(task: Task) -> Mapping[str, str]:
    """Return the id of each node's entry (C.1) by the node's own id.

    A subtask that came with its file, from OmniBench itself maybe, keeps its id unless it occurs twice.
    """
    uses, seen = Counter(n.subtask for n in task.nodes), Counter[str]()
    names = {}
    for node, subtask in zip(task.nodes, task.subtasks, strict=True):
        name = entry_id(node.subtask, node.parameters)
        names[node.id] = entry_id(node.subtask, node.parameters, seen[name]) if seen[name] else name
        seen[name] += 1
        if not is_registered(subtask) and uses[node.subtask] == 1:
            names[node.id] = node.subtask
    return names


def export_task(task: Task) -> OmniBenchExport:
    """Export a task with an entry per node; `omnigym.benchmarks.omnibench.metadata.import_task` reads it back."""
    names = node_entries(task)
    subtasks, evaluations, losses = {}, {}, dict[str, None]()
    for node, subtask in zip(task.nodes, task.subtasks, strict=True):
        exported, name = export_subtask(subtask), names[node.id]
        subtasks[name] = {**exported.metadata, "id": name, "available_parameters": [dict(node.parameters)]}
        evaluations[name] = exported.evaluation
        losses |= dict.fromkeys(loss if loss in _USUAL else f"{subtask.id}: {loss}" for loss in exported.losses)
    dag = Dag(tuple(names.values()), tuple((names[a], names[b]) for a, b in task.edges))
    first = [names[n] for n in oracle_order(task)]
    rest = (order for order in _orders(dag) if order != first)
    orders = [first, *itertools.islice(rest, _MOST_ORDERS)]
    if len(orders) > _MOST_ORDERS:
        losses[f"Of its topological orders only {_MOST_ORDERS} are listed."] = None
    if task.evaluate != "each_step" or task.post_config:
        losses["That the final state alone is judged is not written."] = None
    if task.suite or task.tags or task.max_steps or task.max_idle_steps:
        losses["Suite, tags and limits of steps are not written."] = None
    after: dict[str, list[object]] = {n: [dag.ids[s] for s in dag.successors[i]] for i, n in enumerate(dag.ids)}
    metadata = {
        "task_instruction": task.instruction,
        "dag": {
            "nodes": list(dag.ids),
            "edges": {node: found or [[]] for node, found in after.items()},
        },
        "task_intent": task.intent,
        "successful_topo": orders[:_MOST_ORDERS],
    }
    return OmniBenchExport(metadata, subtasks, evaluations, tuple(losses))


def _orders(dag: Dag) -> Iterator[list[str]]:
    """The topological orders, one by one, in the order of the nodes' places. Every beginning of one leads to an end."""
    waiting = [len(p) for p in dag.predecessors]
    order: list[int] = []
    choices = [[i for i, count in enumerate(waiting) if not count]]  # what may come next, and has not been tried there
    free = [set(choices[0])]
    while choices:
        if choices[-1]:
            node = choices[-1].pop(0)
            order.append(node)
            opened = set()
            for s in dag.successors[node]:
                waiting[s] -= 1
                if not waiting[s]:
                    opened.add(s)
            free.append((free[-1] - {node}) | opened)
            choices.append(sorted(free[-1]))
            if len(order) == len(dag.ids):
                yield [dag.ids[i] for i in order]
            continue
        choices.pop()
        free.pop()
        if order:
            for s in dag.successors[order.pop()]:
                waiting[s] += 1
