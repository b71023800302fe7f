"""CRAB's composed tasks made omnigym's own, and the other way round (CRAB 4.4).

Declared types do not bind here, since those of the public files do not: what does not fit is noted, and nothing is
refused for it. An unknown sub-task, a missing attribute or a cycle is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.foreign import shown
from omnigym.tasks.checking import check_task
from omnigym.tasks.crab.files import ComposedTask, SubTask, Value, adjlist_of, dumps_crab, loads_crab
from omnigym.tasks.crab.template import CRAB, OUTPUT, Template, get_template, parameters_of
from omnigym.tasks.task import Task, TaskNode

__all__ = ["CRABS_HOME", "DEVICES", "HOME", "Imported", "export_crab", "import_crab"]

#: The names of the devices of a task over both of CRAB's environments.
DEVICES: Mapping[str, str] = {"android": "phone", "ubuntu": "desktop"}
#: Where CRAB's machine has the user's files, and where desktops have them here.
CRABS_HOME, HOME = "/home/crab", "/home/user"


class Imported(NamedTuple):
    """A task, and what was found on the way.

    Attributes:
        task: Ready to be used; its nodes have the numbers of the file's tasks as ids.
        notes: A sentence for each type that does not fit, each output that nobody takes, and each value that was made
            up because the file has none.
    """

    task: Task
    notes: tuple[str, ...]


def import_crab(file: ComposedTask, *, suite: str = "", home: str = HOME, across: bool = True) -> Imported:
    """The task of a file.

    Args:
        file: The file.
        suite: The suite that the task belongs to.
        across: Whether an answer makes a task of Android's one over two devices, as it does in CRAB.
        home: Where the user's files are on the desktop: what a file says of `CRABS_HOME` is about this.

    Raises:
        TaskFileError: A sub-task is unknown (the message has similar ids), an attribute is missing, or the graph
            has a cycle.
    """
    moved = _moved(file, home)
    changed, file = moved != file, moved
    found = [_template(n, sub.task) for n, sub in enumerate(file.tasks)]
    everywhere = "ubuntu" if across else ""  # CRAB has the answer among the sub-tasks of Ubuntu
    platforms = {t.platform or everywhere for t in found} - {""}
    nodes, notes = [], list[str]()
    for n, (sub, template) in enumerate(zip(file.tasks, found, strict=True)):
        output = "" if sub.output is None else _text(sub.output)
        try:
            parameters = parameters_of(template, _values(sub), output, _taken(file, n))
        except UnknownNameError as e:
            raise TaskFileError(f"CRAB task {file.id}, tasks[{n}].attribute: {e} Add it.") from None
        device = DEVICES[template.platform or "ubuntu"] if len(platforms) > 1 else ""
        nodes.append(TaskNode(str(n), template.id, parameters, device))
        notes += _strange(n, sub, template, parameters)
    notes += _mismatches(file, found)
    if changed:
        notes.append(f"{CRABS_HOME} is {home} here, in the description too.")
    task = Task(
        id=file.id,
        nodes=tuple(nodes),
        edges=tuple([(str(a), str(b)) for a, b in file.edges]),
        instruction=file.description,
        suite=suite,
        tags=(CRAB, "cross" if len(platforms) > 1 else next(iter(platforms), "any")),
    )
    try:
        check_task(task)
        _ = task.expanded
    except TaskFileError as e:
        raise TaskFileError(f"CRAB task {file.id}: {e}") from None
    return Imported(task, tuple(notes))


def _values(sub: SubTask) -> dict[str, str]:
    return {name: _text(value) for name, value in sub.attribute.items()}


def _taken(file: ComposedTask, number: int) -> list[str]:
    """The values of the tasks right after one."""
    return [value for a, b in file.edges if a == number for value in _values(file.tasks[b]).values()]


def _moved(file: ComposedTask, home: str) -> ComposedTask:
    """The file with another home."""
    text = dumps_crab(file)
    here = text.replace(f"{CRABS_HOME}/", f"{home}/")
    return file if here == text else loads_crab(here)


def _template(number: int, template_id: str) -> Template:
    try:
        return get_template(template_id)
    except UnknownNameError as e:
        raise TaskFileError(f"tasks[{number}].task: {e}") from None


def _text(value: Value) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _strange(number: int, sub: SubTask, template: Template, parameters: Mapping[str, object]) -> Iterator[str]:
    """What of a node is passed over or made up."""
    for name in sub.attribute:
        if name not in template.types:
            yield f"tasks[{number}]: the sub-task has no attribute {shown(name)}, so it is passed over."
    if sub.output is None and "answer" in parameters:
        yield f"tasks[{number}]: no output is given; there it will be {shown(parameters['answer'])}."


def _mismatches(file: ComposedTask, found: list[Template]) -> Iterator[str]:
    """Edges along which nothing goes by declared type, and outputs that no successor takes."""
    for a, b in file.edges:
        made, types = found[a].subtask.output, found[b].types
        if made not in types.values():
            got = ", ".join(f"{name} ({kind})" for name, kind in types.items()) or "nothing"
            yield f"{a} -> {b}: the output is declared {made or 'None'}, and the next sub-task takes {got}."
    for n, sub in enumerate(file.tasks):
        after = [file.tasks[b] for a, b in file.edges if a == n]
        if sub.output is not None and not any(_takes(other, _text(sub.output)) for other in after):
            yield f"tasks[{n}]: no successor takes the output {shown(sub.output)}."


def _takes(sub: SubTask, output: str) -> bool:
    return any(output.casefold() in _text(value).casefold() for value in sub.attribute.values())


def export_crab(task: Task) -> ComposedTask:
    """The file of a task that is made of CRAB's sub-tasks.

    Raises:
        TaskFileError: A node is no sub-task of CRAB's.
    """
    subs = []
    for n, node in enumerate(task.nodes):
        template = _template(n, node.subtask)
        output = str(node.parameters.get(OUTPUT, ""))
        attribute: dict[str, Value] = {name: str(node.parameters[name]) for name in template.types}
        subs.append(SubTask(task=node.subtask, attribute=attribute, output=output or None))
    index = {node.id: n for n, node in enumerate(task.nodes)}
    edges = [(index[a], index[b]) for a, b in task.edges]
    return ComposedTask(description=task.instruction, tasks=subs, adjlist=adjlist_of(edges, len(subs)), id=task.id)
