"""Subtask and task metadata (OmniBench C.1, C.4), read into omnigym's own; the inverse is `.exporting`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.benchmarks.omnibench.applications import app_name, category_of, own_subtask
from omnigym.benchmarks.omnibench.evaluation import parse_evaluation
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.foreign import fault_in, place_of, shown
from omnigym.foreign.limits import MAX_ID, MAX_NODES
from omnigym.tasks.checking import check_task
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import Need, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Imported", "import_subtask", "import_task"]


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

    Each node is bound to omnigym's own subtask where its id is that of one with parameters, as an export writes it
    (`omnigym.benchmarks.omnibench.applications`), or that of one; else to the metadata and evaluation. Where it is not
    the former, C.4 does not say with which parameters: the first set whose values all stand in the instruction is
    taken, else the first. Successors may have the odd form ``[[]]`` for none. Nodes of omnigym's own have numbers for
    ids.

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
    bound = [_bind(node, model, subtasks, evaluations, notes) for node in model.dag.nodes]
    definitions = {s.id: s for s, _ in bound if s.oracle is None}
    ids = dict(zip(model.dag.nodes, model.dag.nodes, strict=True))
    if not definitions:
        ids = {node: str(n) for n, node in enumerate(model.dag.nodes, start=1)}
    nodes = [TaskNode(ids[i], s.id, values) for i, (s, values) in zip(model.dag.nodes, bound, strict=True)]
    edges = tuple((ids.get(a, a), ids.get(b, b)) for a, after in model.dag.edges.items() for b in _flat(after))
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
    orders = [order for order in model.successful_topo if not task.dag.is_order([ids.get(n, n) for n in order])]
    notes += [f"successful_topo lists {order}, which is no topological order of the dag: left out." for order in orders]
    return Imported(task, tuple(notes))


def _bind(
    node: str,
    task: _TaskModel,
    subtasks: Mapping[str, Mapping[str, object]],
    evaluations: Mapping[str, str],
    notes: list[str],
) -> tuple[Subtask, dict[str, object]]:
    """The subtask of a node, and its parameters."""
    if node in subtasks:
        entry: _SubtaskModel = _read(_SubtaskModel, subtasks[node], f"Subtask metadata of {node}")
        values = entry.available_parameters[0]
        known = own_subtask(node, entry.instruction_template, values, len(task.dag.nodes))
        if known is not None:
            notes.append(f"Node {node!r}: omnigym's own subtask {known[0].id!r}, with the parameters of that id.")
            return known
    subtask = _find(node, subtasks, evaluations, notes)
    return subtask, _choose(subtask, node, task.task_instruction, notes)


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
