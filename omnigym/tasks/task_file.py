"""Task files in omnigym's own format: JSON, checked by pydantic, never executed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from omnigym.errors import OmnigymError, TaskFileError, UnknownNameError, UnreadableError
from omnigym.evaluation.condition import Condition, another_came
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import fault_in, parse_json, place_in_file, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_EDGES, MAX_NODES, MAX_TASK_FILE
from omnigym.tasks.app_metadata import category_of_app
from omnigym.tasks.checking import check_task
from omnigym.tasks.parts import Part
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.schema import FORMAT, ConditionModel, DefinitionModel, TaskModel
from omnigym.tasks.setup import SetupStep, step_from_json, step_to_json
from omnigym.tasks.subtask import Need, Resource, Subtask
from omnigym.tasks.subtask_file import loads_subtasks
from omnigym.tasks.task import Task, TaskNode

__all__ = [
    "condition_to_json",
    "dumps_line",
    "dumps_subtask",
    "dumps_task",
    "find_line",
    "loads_subtask",
    "loads_task",
    "loads_trusted",
    "read_task",
    "task_to_json",
    "write_task",
]


def read_task(path: str | Path) -> Task:
    """Return the task of a file.

    Raises:
        TaskFileError: The file cannot be read or used; names the file, the place, what was expected and what came.
    """
    try:
        text = read_text(path, MAX_TASK_FILE)
    except FileNotFoundError:
        raise TaskFileError(f"{path}: cannot be read: there is no such file. Expected a task file in JSON.") from None
    except UnreadableError as e:
        raise TaskFileError(f"{str(path)[:200]!r}: cannot be read: {e}. Expected a task file in JSON.") from None
    return loads_task(text, source=str(path))


def write_task(task: Task, path: str | Path) -> None:
    """Write a task file."""
    Path(path).write_text(dumps_task(task), encoding="utf-8")


def loads_task(text: str, source: str = "task") -> Task:
    """Read a task from a JSON text and check it completely: graph, subtasks, parameters, checks.

    Args:
        text: JSON.
        source: Where it is from, for messages.

    Raises:
        TaskFileError: It cannot be used.
    """
    try:
        data = parse_json(text)
    except UnreadableError as e:
        raise TaskFileError(f"{source}, {e}. Expected a task file.") from None
    for name, most in (("nodes", MAX_NODES), ("edges", MAX_EDGES)):
        items = data.get(name) if isinstance(data, dict) else None
        if isinstance(items, list) and len(items) > most:
            raise TaskFileError(f"{source}, {name}: a graph has at most {most:,}, got {len(items):,}. Divide the task.")
    if fault := fault_in(data):
        raise TaskFileError(f"{source}, {fault[0] or 'file'}: {fault[1]}. Change it.")
    try:
        # validated from the text, as JSON's lists may then stand for tuples
        task = _to_task(TaskModel.model_validate_json(text))
        check_task(task)
    except ValidationError as e:
        raise TaskFileError(f"{source}{_explain(e.errors()[0], data)}") from None
    except OmnigymError as e:
        raise TaskFileError(f"{source}: {e}") from None
    return task


def loads_trusted(text: str) -> Task:
    """Read a task from a JSON text that omnigym ships; only its form is checked here, the tests check the rest."""
    return _to_task(TaskModel.model_validate_json(text))


def _explain(error: ErrorDetails, data: object) -> str:
    """An error of pydantic as a message: place, what was expected, what came, and what to change."""
    loc = place_in_file(error["loc"])
    place = place_of(loc)
    kind, name = error["type"], str(loc[-1])[:80] if loc else ""
    if kind == "missing":
        return f", {place}: this field is missing. Add it."
    if kind == "extra_forbidden":
        known = _known_fields(loc)
        return f", {place}: {UnknownNameError('field', name, known)}"
    got = type(data).__name__ if not place else show_value(error["input"])
    return f"{', ' + place if place else ''}: {error['msg']}, got {got}. Change it."


def _known_fields(loc: tuple[int | str, ...]) -> list[str]:
    """The fields of the model in which an unknown field stood."""
    model: Any = TaskModel
    for part in loc[:-1]:
        field = model.model_fields.get(part) if isinstance(part, str) else None
        if field is not None:
            args = getattr(field.annotation, "__args__", ())
            inner = [b for a in args for b in getattr(a, "__args__", ())]
            model = next((a for a in (*args, *inner, field.annotation) if hasattr(a, "model_fields")), model)
    return list(model.model_fields)


def _to_task(model: TaskModel) -> Task:
    return Task(
        id=model.id,
        nodes=tuple(TaskNode(n.id, n.subtask, n.parameters, n.device) for n in model.nodes),
        edges=tuple(model.edges),
        instruction=model.instruction,
        intent=model.intent,
        suite=model.suite,
        tags=tuple(model.tags),
        max_steps=model.limits.max_steps,
        max_idle_steps=model.limits.max_idle_steps,
        evaluate=model.evaluate,
        setup=_to_steps(model.setup, "setup"),
        post_config=_to_steps(model.post_config, "post_config"),
        network=model.network,
        shares=model.shares,
        infeasible=model.infeasible,
        level=model.level,
        scenario=model.scenario,
        secrets=model.secrets,
        disturbances=tuple(model.disturbances),
        briefing=model.briefing,
        definitions=_to_definitions(model.subtasks),
        allows=tuple([e.to_effect() for e in model.allows]),
    )


def _to_definitions(said: list[DefinitionModel] | dict[str, Any]) -> tuple[Subtask, ...]:
    if isinstance(said, dict):
        return tuple(loads_subtasks(said, "subtasks", get_subtask).subtasks.values())
    return tuple(_to_subtask(s, f"subtasks[{n}]") for n, s in enumerate(said))


def _to_subtask(model: DefinitionModel, place: str) -> Subtask:
    if not model.conditions and not model.parts:
        raise TaskFileError(f"{place}.conditions: this field is missing. Add it, or parts.")
    return Subtask(
        id=model.id,
        app=model.app,
        category=model.category or category_of_app(model.app) or _OTHER_APPS,
        instruction=model.instruction,
        parameters=tuple(model.parameters),
        conditions=_to_conditions(model.conditions, f"{place}.conditions"),
        parts=tuple(
            Part(
                p.id,
                _to_conditions(p.conditions, f"{place}.parts[{k}].conditions"),
                tuple(p.after),
                p.app,
                p.device,
                _to_conditions(p.milestones, f"{place}.parts[{k}].milestones"),
                p.passing,
            )
            for k, p in enumerate(model.parts)
        ),
        needs=tuple(
            Need(
                Resource(n.resource.kind, n.resource.value),
                _to_steps(n.unless_provided, f"{place}.needs[{k}].unless_provided"),
                n.consumes,
                n.given,
            )
            for k, n in enumerate(model.needs)
        ),
        produces=tuple(Resource(r.kind, r.value) for r in model.produces),
        effects=None if model.effects is None else tuple([e.to_effect() for e in model.effects]),
        implied=tuple(model.implied),
        heard=tuple(model.heard),
        watched=tuple(model.watched),
        disturbs=tuple(model.disturbs),
        capabilities=tuple(model.capabilities),
        platforms=tuple(model.platforms),
        setup=_to_steps(model.setup, f"{place}.setup"),
        milestones=_to_conditions(model.milestones, f"{place}.milestones"),
        tags=tuple(model.tags),
    )


def _to_steps(steps: list[dict[str, object]], place: str) -> tuple[SetupStep, ...]:
    return tuple(step_from_json(s, f"{place}[{n}]") for n, s in enumerate(steps))


def _to_conditions(models: list[ConditionModel], place: str) -> tuple[Condition, ...]:
    return tuple(_to_condition(m, f"{place}[{n}]") for n, m in enumerate(models))


def _to_condition(model: ConditionModel, place: str) -> Condition:
    forms = {"check": model.check, "all": model.all, "any": model.any, "not": model.not_}
    given = [name for name, value in forms.items() if value is not None]
    if len(given) != 1:
        got = ", ".join(given) or "none"
        raise TaskFileError(f"{place}: a condition has exactly one of check, all, any, not; got {got}. Keep one.")
    if model.check == "another_came":
        return _to_another_came(model.args, f"{place}.args")
    if model.check is not None:
        return Condition(model.check, model.args)
    if model.args:
        raise TaskFileError(f"{place}.args: only a check has arguments, got some of {given[0]!r}. Remove them.")
    if model.not_ is not None:
        return Condition("not", {"of": _to_condition(model.not_, f"{place}.not")})
    return Condition(given[0], {"of": _to_conditions(model.all or model.any or [], f"{place}.{given[0]}")})


def _to_another_came(args: Mapping[str, Any], place: str) -> Condition:
    of: Any = args.get("of")
    names: Any = args.get("names")
    than = args.get("than")
    lists = isinstance(of, list) and isinstance(names, list) and len(of) == len(names) == len({*map(str, names)})
    if not (lists and all(isinstance(name, str) for name in names) and isinstance(than, str) and len(args) == 3):
        raise TaskFileError(f"{place}: another_came has conditions 'of', a name for each in 'names', and 'than' one.")
    conditions = [condition_from_json(plain, f"{place}.of[{n}]") for n, plain in enumerate(of)]
    return another_came(dict(zip(names, conditions, strict=True)), than)


def condition_from_json(plain: Mapping[str, object], place: str = "condition") -> Condition:
    """A condition that `condition_to_json` wrote.

    Raises:
        TaskFileError: It is none.
    """
    try:
        return _to_condition(ConditionModel.model_validate(plain), place)
    except ValidationError as e:
        raise TaskFileError(f"{place}: {_explain(e.errors()[0], plain)}") from None


def condition_to_json(condition: Condition) -> dict[str, Any]:
    """Return a condition in the form of the file."""
    if condition.check == "not":
        return {"not": condition_to_json(condition.args["of"])}
    if condition.check in ("all", "any"):
        return {condition.check: [condition_to_json(c) for c in condition.args["of"]]}
    args = dict(condition.args)
    if condition.check == "another_came":
        args |= {"of": [condition_to_json(c) for c in args["of"]], "names": list(args["names"])}
    return {"check": condition.check, "args": args}


def dumps_task(task: Task) -> str:
    """Return a task as a JSON text that `loads_task` reads back."""
    return json.dumps(task_to_json(task), indent=2, ensure_ascii=False) + "\n"


def find_line(file: Path, name: str) -> Task | None:
    """The task with an id in a file of tasks that omnigym ships, one in each line; None if there is none."""
    mark = json.dumps({"id": name}, ensure_ascii=False, separators=(",", ":"))[1:-1]
    with file.open(encoding="utf-8") as lines:
        found = (loads_trusted(line) for line in lines if mark in line)
        return next((task for task in found if task.id == name), None)


def dumps_line(task: Task) -> str:
    """Return a task like `dumps_task`, but in one line, for files of many tasks."""
    return json.dumps(task_to_json(task), ensure_ascii=False, separators=(",", ":"))


def dumps_subtask(subtask: Subtask) -> str:
    """Return a subtask's declaration in one line of JSON, without its oracle, which is code."""
    return json.dumps(_from_subtask(subtask), ensure_ascii=False, separators=(",", ":"))


def loads_subtask(text: str, source: str = "subtask") -> Subtask:
    """Read the output of `dumps_subtask`; the result has no oracle.

    Raises:
        TaskFileError: It is no declaration of a subtask.
    """
    try:
        return _to_subtask(DefinitionModel.model_validate_json(text), source)
    except ValidationError as e:
        raise TaskFileError(f"{source}{_explain(e.errors()[0], {})}") from None


#: The limits of a task that files have.
#: The category of a definition that says none and whose app no device declares.
_OTHER_APPS = "Utility Tools"
_LIMITS = ("max_steps", "max_idle_steps")


def task_to_json(task: Task) -> dict[str, object]:
    """Return a task as plain JSON values; empty values are left out.

    Raises:
        TaskFileError: It has a host: what that does is code, which no file holds.
    """
    if task.host is not None:
        raise TaskFileError(f"Task {task.id!r} is run by {task.host!r}, so no file can hold it. Name it by its id.")
    out: dict[str, object] = {
        "format": FORMAT,
        "id": task.id,
        "instruction": task.instruction,
        "intent": task.intent,
        "suite": task.suite,
        "tags": list(task.tags),
        "nodes": [_from_node(n) for n in task.nodes],
        "edges": [list(e) for e in task.edges],
        "limits": {name: n for name in _LIMITS if (n := getattr(task, name)) is not None},
        "evaluate": task.evaluate,
        "network": task.network,
        "shares": list(task.shares),
        "infeasible": task.infeasible,
        "level": task.level,
        "scenario": task.scenario,
        "secrets": dict(task.secrets),
        "disturbances": list(task.disturbances),
        "briefing": task.briefing,
        "setup": [step_to_json(s) for s in task.setup],
        "post_config": [step_to_json(s) for s in task.post_config],
        "subtasks": [_from_subtask(s) for s in task.definitions],
        "allows": [_from_effect(e) for e in task.allows],
    }
    return {k: v for k, v in out.items() if v or k in ("nodes", "edges")}


def _from_node(node: TaskNode) -> dict[str, Any]:
    out = {"id": node.id, "subtask": node.subtask, "parameters": dict(node.parameters)}
    return {**out, "device": node.device} if node.device else out


def _from_subtask(subtask: Subtask) -> dict[str, object]:
    return {
        "id": subtask.id,
        "app": subtask.app,
        "category": subtask.category,
        "instruction": subtask.instruction,
        "parameters": [dict(p) for p in subtask.parameters],
        **_from_judged(subtask),
        "needs": [
            {
                "resource": {"kind": n.resource.kind, "value": n.resource.value},
                "unless_provided": [step_to_json(s) for s in n.unless_provided],
                "consumes": n.consumes,
                **({"given": True} if n.given else {}),
            }
            for n in subtask.needs
        ],
        "produces": [{"kind": r.kind, "value": r.value} for r in subtask.produces],
        "implied": list(subtask.implied),
        **({"heard": list(subtask.heard)} if subtask.heard else {}),
        **({"watched": list(subtask.watched)} if subtask.watched else {}),
        "disturbs": list(subtask.disturbs),
        # without the field nobody knows what doing it may do, and with an empty one nothing but what is asked for
        **({} if subtask.effects is None else {"effects": [_from_effect(e) for e in subtask.effects]}),
        "capabilities": list(subtask.capabilities),
        "platforms": list(subtask.platforms),
        "setup": [step_to_json(s) for s in subtask.setup],
        "milestones": [condition_to_json(c) for c in subtask.milestones],
        "tags": list(subtask.tags),
    }


def _from_effect(effect: Effect) -> dict[str, object]:
    out = {
        "how": effect.how,
        "at": effect.at,
        "parts": [] if effect.parts == ("*",) else list(effect.parts),
        "row": dict(effect.row),
        "was": dict(effect.was),
        "most": effect.most,
        "why": effect.why,
    }
    return {name: value for name, value in out.items() if value}


def _from_judged(subtask: Subtask) -> dict[str, object]:
    """Its conditions, or its parts."""
    if not subtask.parts:
        return {"conditions": [condition_to_json(c) for c in subtask.conditions]}
    return {"parts": [_from_part(p) for p in subtask.parts]}


def _from_part(part: Part) -> dict[str, object]:
    out: dict[str, object] = {
        "id": part.id,
        "conditions": [condition_to_json(c) for c in part.conditions],
        "after": list(part.after),
        "app": part.app,
        "device": part.device,
        "milestones": [condition_to_json(c) for c in part.milestones],
        "passing": part.passing,
    }
    return {k: v for k, v in out.items() if v}
