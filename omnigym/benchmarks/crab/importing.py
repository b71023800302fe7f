"""CRAB's composed tasks made omnigym's own, and the other way round (CRAB 4.4).

Declared types do not bind here, since those of the public files do not: what does not fit is noted, and nothing is
refused for it. An unknown sub-task, a missing attribute or a cycle is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from omnigym.benchmarks.crab.files import ComposedTask, SubTask, Value, adjlist_of, dumps_crab, loads_crab
from omnigym.benchmarks.crab.template import CRAB, OUTPUT, Template, get_template, parameters_of
from omnigym.devices.cloud import CloudKind
from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.tasks.checking import check_task
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = [
    "CRABS_HOME",
    "DEVICES",
    "HOME",
    "CrabImport",
    "TaskParts",
    "do",
    "export_crab",
    "import_crab",
    "write_tasks",
]


#: The names of the devices of a task over both of CRAB's environments.
DEVICES: Mapping[str, str] = {"android": "phone", "ubuntu": "desktop"}
#: Where CRAB's machine has the user's files, and where desktops have them here.
CRABS_HOME, HOME = "/home/crab", "/home/user"


class CrabImport(NamedTuple):
    """A task, and what was found on the way.

    Attributes:
        task: Ready to be used; its nodes have the numbers of the file's tasks as ids.
        notes: A sentence for each type that does not fit, each output that nobody takes, and each value that was made
            up because the file has none.
    """

    task: Task
    notes: tuple[str, ...]


def import_crab(file: ComposedTask, *, suite: str = "", home: str = HOME, across: bool = True) -> CrabImport:
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
        _ = task.expanded_dag
    except TaskFileError as e:
        raise TaskFileError(f"CRAB task {file.id}: {e}") from None
    return CrabImport(task, tuple(notes))


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
            yield f"tasks[{number}]: the sub-task has no attribute {show_value(name)}, so it is passed over."
    if sub.output is None and "answer" in parameters:
        yield f"tasks[{number}]: no output is given; there it will be {show_value(parameters['answer'])}."


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
            yield f"tasks[{n}]: no successor takes the output {show_value(sub.output)}."


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


# -- how they are written down, of CRAB's sub-tasks and of others -----------------------------------------------------

#: CRAB's sub-tasks by what they do.
_SUBTASKS = {
    "answer": "1c3bedc3-ea5a-453c-a15b-223d72ab756d",
    "background": "a207ef38-b3b2-4c6c-a1e3-75c38162f5ba",
    "brighten": "cc1adae7-bef9-4c8a-865d-00d44486dd69",
    "country": "1cd6519a-9ee0-442b-ba5a-9238aeb00ff6",
    "copy_kind": "217ababc-ccc7-4b9f-af07-c239d92848fe",
    "darken": "434402f3-647a-4a9a-9d8f-10f5bb6c7cf0",
    "distance": "1a1b72d7-78c9-4027-8278-86083ae01045",
    "download": "a313ea4d-e501-4971-b4fe-db2aad19eac1",
    "example": "49b614c5-c4bb-4c20-aab8-ab9dcc7de1b5",
    "fetch": "a313ea4d-e501-4971-b4fe-db2aad19acsd",
    "find_event": "2394b768-2ca7-45e9-b41e-2aa4e9573192",
    "find_image": "017102b6-d2c3-466b-96f7-37c8bcddc41a",
    "find_mail": "a3d11574-2acf-4b26-a569-a5dbc9d548ap",
    "join": "4cf246ea-0a7f-43da-84b6-61d74a2699af",
    "mail": "0090f116-e02b-4562-a20d-b5df38be963a",
    "new_event": "a3d11574-2acf-4b26-a569-a5dbc9d548ac",
    "note": "eb92a1e6-4c86-4d56-baac-95fc8397732e",
    "on_slide": "467f17a6-c42f-4eda-996f-a53385eb3efd",
    "one_above": "0111384f-38ca-41a2-9504-cb1c55002b3c",
    "own_number": "7c0e3f2a-5d1b-4e86-9a47-0b6d8f1c2e35",
    "paste_code": "8491e674-596b-452b-9e0e-58a44d90f947",
    "postcode": "51b2463c-9904-4a32-81ba-507bfb89d61f",
    "text": "caa29623-1811-402d-963a-19f7eecc63d8",
    "vim": "0f589bf9-9b26-4581-8b78-2961b115ab49",
}


class TaskParts(NamedTuple):
    """A task: its nodes by their names, edges as "before after", what a cloud shares, and CRAB's id of it."""

    kind: str
    instruction: str
    nodes: dict[str, tuple[str, dict[str, object]]]
    edges: tuple[str, ...] = ()
    shares: tuple[CloudKind, ...] = ()
    published: str = ""


def do(what: str, /, **values: object) -> tuple[str, dict[str, object]]:
    """A node: CRAB's sub-task by what it does, or another one by its id, with its values."""
    return what, values


def _node(name: str, what: str, values: dict[str, object], across: bool, taken: Sequence[str]) -> TaskNode:
    if what in _SUBTASKS:
        template = get_template(_SUBTASKS[what])
        said = {key: str(value) for key, value in values.items() if key in template.types}
        platform = template.platform or "ubuntu"
        parameters = parameters_of(template, said, str(values.get(OUTPUT, "")), taken)
        return TaskNode(name, template.id, parameters, DEVICES[platform] if across else "")
    found = get_subtask(what)
    known = next((p for p in found.parameters if all(p.get(k) == v for k, v in values.items())), {})
    on_phone = "android" in found.platforms and "linux" not in found.platforms
    device = DEVICES["android" if on_phone else "ubuntu"] if across else ""
    return TaskNode(name, what, {**known, **values}, device)


def write_tasks(tasks: Sequence[TaskParts], suite: str, mark: str) -> Iterator[tuple[str, Task]]:
    """The kind of each task, and the task under the id "SUITE/KIND-MARK-N"."""
    numbers: dict[str, int] = {}
    for made in tasks:
        numbers[made.kind] = numbers.get(made.kind, -1) + 1
        across = made.kind == "cross"
        pairs = [(edge.split()[0], edge.split()[1]) for edge in made.edges]
        nodes = []
        for name, (what, values) in made.nodes.items():
            after = [str(value) for a, b in pairs if a == name for value in made.nodes[b][1].values()]
            nodes.append(_node(name, what, values, across, after))
        yield (
            made.kind,
            Task(
                id=f"{suite}/{made.kind}-{mark}-{numbers[made.kind]}",
                nodes=tuple(nodes),
                edges=tuple(pairs),
                instruction=made.instruction,
                suite=suite,
                tags=(CRAB, "by-hand", made.kind, *([made.published] if made.published else [])),
                shares=made.shares,
            ),
        )
