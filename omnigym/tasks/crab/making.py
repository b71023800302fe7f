"""Tasks that are made by hand: how they are written down, of CRAB's sub-tasks and of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from omnigym.devices.cloud import CloudKind
from omnigym.tasks.crab.importing import DEVICES
from omnigym.tasks.crab.template import CRAB, OUTPUT, get_template, parameters_of
from omnigym.tasks.subtask import get_subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Made", "do", "written"]

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


class Made(NamedTuple):
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


def written(tasks: Sequence[Made], suite: str, mark: str) -> Iterator[tuple[str, Task]]:
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
