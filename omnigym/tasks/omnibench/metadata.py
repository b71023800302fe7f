"""Subtask and task metadata (OmniBench C.1, C.4), read into and written from omnigym's own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.evaluation.dag import Dag
from omnigym.foreign import fault_in, place_of, shown
from omnigym.foreign.limits import MAX_ID, MAX_NODES
from omnigym.tasks.checking import check_task
from omnigym.tasks.omnibench.applications import app_name, application_name, category_of
from omnigym.tasks.omnibench.evaluation import parse_evaluation
from omnigym.tasks.omnibench.writing import write_evaluation
from omnigym.tasks.subtask import Need, Resource, Subtask, get_subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Imported", "export_subtask", "export_task", "import_subtask", "import_task"]

#: An exported task lists so many of its topological orders at most: their number grows with the factorial.
_MOST_ORDERS = 100


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _SubtaskModel(_Model):
    """C.1."""

    id: str = Field(min_length=1, max_length=MAX_ID)
    instruction_template: str
    application: str
    available_parameters: list[dict[str, object]] = Field(default=[{}], min_length=1)
    OS: str = "Windows"
    input_resources: list[str] = []
    output_resources: list[str] = []


class _DagModel(_Model):
    nodes: list[str] = Field(min_length=1, max_length=MAX_NODES)
    edges: dict[str, list[str | list[str]]] = Field(default={}, max_length=MAX_NODES)


class _TaskModel(_Model):
    """C.4."""

    task_instruction: str
    dag: _DagModel
    task_intent: str = ""
    successful_topo: list[list[str]] = []


class Imported(NamedTuple):
    """A task, and what was decided on the way.

    Attributes:
        task: Ready to be used.
        notes: A sentence for each choice: which subtask and which parameters a node was bound to.
    """

    task: Task
    notes: tuple[str, ...]


def _read(model: type[_Model], data: Mapping[str, object], place: str) -> Any:
    if fault := fault_in(data):
        raise TaskFileError(f"{place}, {fault[0]}: {fault[1]}. Change it.")
    try:
        return model.model_validate(data)
    except ValidationError as e:
        error = e.errors()[0]
        raise TaskFileError(
            f"{place}, {place_of(error['loc'])}: {error['msg']}, got {shown(error['input'])}."
        ) from None


def import_subtask(metadata: Mapping[str, object], evaluation: str) -> Subtask:
    """A subtask of its metadata (C.1) and its evaluation function (C.3). It has no oracle.

    Raises:
        TaskFileError: A field is missing or wrong, or the function cannot be read.
    """
    model: _SubtaskModel = _read(_SubtaskModel, metadata, "Subtask metadata")
    names = set(model.available_parameters[0])

    def resource(kind: str) -> Resource:
        return Resource(kind, "{" + kind + "}" if kind in names else kind)

    try:
        return Subtask(
            id=model.id,
            app=app_name(model.application),
            category=category_of(model.application),
            instruction=model.instruction_template,
            parameters=tuple(model.available_parameters),
            conditions=parse_evaluation(evaluation, f"Evaluation of {model.id}"),
            needs=tuple(Need(resource(r)) for r in model.input_resources),
            produces=tuple(resource(r) for r in model.output_resources),
            effects=None,
            capabilities=("a11y", "files"),
            platforms=("windows",),
            tags=("omnibench", model.OS.casefold()),
        )
    except ConfigError as e:
        raise TaskFileError(f"Subtask metadata of {model.id}: {e}") from None


def import_task(
    metadata: Mapping[str, object],
    subtasks: Mapping[str, Mapping[str, object]],
    evaluations: Mapping[str, str],
    task_id: str,
) -> Imported:
    """A task of its metadata (C.4).

    Each node is bound to omnigym's own subtask of that id where there is one, else to the metadata and evaluation.
    C.4 does not say with which parameters: the first set whose values all stand in the instruction is taken, else
    the first. Successors may have the odd form ``[[]]`` for none.

    Args:
        metadata: C.4.
        subtasks: C.1 by id.
        evaluations: C.3's Python text by id.
        task_id: The task's id.

    Raises:
        TaskFileError: A subtask is not among those given, a field is wrong, or the graph has a cycle.
    """
    model: _TaskModel = _read(_TaskModel, metadata, f"Task {task_id}")
    notes: list[str] = []
    nodes, definitions = [], {}
    for node in model.dag.nodes:
        subtask = _find(node, subtasks, evaluations, notes)
        if subtask.oracle is None:
            definitions[subtask.id] = subtask
        nodes.append(TaskNode(node, subtask.id, _choose(subtask, node, model.task_instruction, notes)))
    edges = tuple((a, b) for a, after in model.dag.edges.items() for b in _flat(after))
    task = Task(
        id=task_id,
        nodes=tuple(nodes),
        edges=edges,
        instruction=model.task_instruction,
        intent=model.task_intent,
        tags=("omnibench",),
        definitions=tuple(definitions.values()),
    )
    try:
        check_task(task)
    except TaskFileError as e:
        raise TaskFileError(f"Task {task_id}: {e}") from None
    wrong = [order for order in model.successful_topo if not task.dag.is_order(order)]
    notes += [f"successful_topo lists {order}, which is no topological order of the dag: left out." for order in wrong]
    return Imported(task, tuple(notes))


def _find(
    node: str, subtasks: Mapping[str, Mapping[str, object]], evaluations: Mapping[str, str], notes: list[str]
) -> Subtask:
    try:
        own = get_subtask(node)
    except UnknownNameError:
        for what, given in (("metadata (C.1)", subtasks), ("evaluation (C.3)", evaluations)):
            if node not in given:
                raise TaskFileError(f"Node {node!r}: no {what} of that id was given.") from None
        notes.append(f"Node {node!r}: its conditions are those of its evaluation function.")
        return import_subtask(subtasks[node], evaluations[node])
    notes.append(f"Node {node!r}: bound to omnigym's own subtask of that id, with its checks and oracle.")
    return own


def _choose(subtask: Subtask, node: str, instruction: str, notes: list[str]) -> dict[str, object]:
    for n, values in enumerate(subtask.parameters):
        if all(str(v) in instruction for v in values.values()):
            notes.append(f"Node {node!r}: parameter set {n}, whose values stand in the instruction.")
            return dict(values)
    notes.append(f"Node {node!r}: parameter set 0; no set's values all stand in the instruction.")
    return dict(subtask.parameters[0])


def _flat(successors: Sequence[str | list[str]]) -> Iterator[str]:
    """The successors; OmniBench writes none as ``[[]]``."""
    for s in successors:
        yield from s if isinstance(s, list) else (s,)


def export_subtask(subtask: Subtask) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    """A subtask as metadata (C.1) and evaluation function (C.3), and what they lose, a sentence each."""
    names = list(subtask.parameters[0])
    in_turn = tuple(c for i in subtask.inside.order for c in subtask.parts[i].conditions)
    evaluation = write_evaluation(subtask.conditions or in_turn, names)
    losses = list(evaluation.losses)
    if subtask.parts:
        losses.append("Its parts are written as one sequence of conditions, so they are not judged one by one.")
    if subtask.oracle is not None:
        losses.append("The oracle is not written.")
    if subtask.setup or any(n.unless_provided for n in subtask.needs):
        losses.append("The setup is not written: OmniBench starts from a snapshot.")
    if any(n.consumes for n in subtask.needs):
        losses.append("That it uses up a resource is not written.")
    metadata = {
        "id": subtask.id,
        "instruction_template": subtask.instruction,
        "application": application_name(subtask.app),
        "available_parameters": [dict(p) for p in subtask.parameters],
        "OS": "Windows",
        "input_resources": [_resource_name(n.resource) for n in subtask.needs],
        "output_resources": [_resource_name(r) for r in subtask.produces],
    }
    return metadata, evaluation.text, tuple(losses)


def _resource_name(resource: Resource) -> str:
    """The parameter that holds it, or its kind."""
    value = resource.value
    return (
        value[1:-1] if value.startswith("{") and value.endswith("}") and value[1:-1].isidentifier() else resource.kind
    )


def export_task(task: Task) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A task as metadata (C.4), and what it loses, a sentence each.

    A node is named by its subtask's id, as OmniBench does, unless one subtask occurs twice: then by its own.
    """
    losses: list[str] = []
    uses = [n.subtask for n in task.nodes]
    names = {n.id: n.subtask for n in task.nodes}
    if len(set(uses)) < len(uses):
        names = {n.id: n.id for n in task.nodes}
        losses.append("A subtask occurs twice, so nodes have their own ids and do not name their subtasks.")
    if any(str(v) not in task.instruction for n in task.nodes for v in n.parameters.values()):
        losses.append("Parameters that do not stand in the instruction cannot be told from the file.")
    if task.evaluate == "at_end" or task.post_config:
        losses.append("That the final state alone is judged is not written.")
    dag = Dag(tuple(names.values()), tuple((names[a], names[b]) for a, b in task.edges))
    orders = list(itertools.islice(_orders(dag), _MOST_ORDERS + 1))
    if len(orders) > _MOST_ORDERS:
        losses.append(f"Of its topological orders only {_MOST_ORDERS} are listed.")
    return {
        "task_instruction": task.instruction,
        "dag": {
            "nodes": list(dag.ids),
            "edges": {node: [dag.ids[s] for s in dag.successors[i]] or [[]] for i, node in enumerate(dag.ids)},
        },
        "task_intent": task.intent,
        "successful_topo": orders[:_MOST_ORDERS],
    }, tuple(losses)


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
