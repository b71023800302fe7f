"""The subtasks of the suite "hello", of the collection of that name: one for each group of a desktop."""

from __future__ import annotations

from omnigym.tasks.hello.acts import oracle_of
from omnigym.tasks.hello.groups import COLLECTION, Group, groups
from omnigym.tasks.subtask import Subtask, register

#: The category of what is done on the desktop, and in no app.
_DESKTOP = "System Management"


def _subtask(group: Group) -> Subtask:
    return Subtask(
        id=group.subtask,
        app=group.app,
        category="" if group.app else _DESKTOP,
        instruction=group.instruction,
        parameters=group.parameters,
        conditions=group.conditions,
        oracle=oracle_of(group),
        needs=group.needs,
        produces=group.produces,
        setup=group.setup,
        alone=bool(group.files or group.rows),
        capabilities=group.capabilities,
        platforms=(group.platform,),
        desktops=group.desktops,
        implied=group.implied,
        tags=(group.kind,),
        draws={"word": "word"} if "word" in group.parameters[0] else {},
        collection=COLLECTION,
    )


for _group in groups():
    register(_subtask(_group))
