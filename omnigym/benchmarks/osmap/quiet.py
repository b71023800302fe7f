"""The response to an event of L5 that calls for nothing, as subtasks: a twin of each subtask that helps elsewhere.

A twin has the same app, needs, setup and parameters, but its condition is that something came up and nothing was
changed. So nothing around a task shows whether help will be called for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from omnigym.actions import Action
from omnigym.benchmarks.osmap.events import COLLECTION, came_up
from omnigym.evaluation.condition import Condition, all_of
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import UI, Subtask, register

__all__ = ["entries", "leave_alone"]

#: What comes up where a twin is alone; tasks of L5 say their own.
_TITLES = ("Lunch", "Reminder")


@cache
def entries() -> tuple[Mapping[str, Any], ...]:
    """The pairs of L5, as they are written."""
    return tuple(json.loads(Path(__file__).with_name("proactive.json").read_text("utf-8")))


@cache
def leave_alone(name: str) -> Subtask:
    """Return the twin of a subtask, in which nothing is to be done.

    Args:
        name: The subtask's id.
    """
    helps = get_subtask(name)
    twin = replace(
        helps,
        id=f"{COLLECTION}/no-{name.replace('/', '-')}",
        parameters=tuple([{**values, "came": title} for values, title in zip(helps.parameters, _TITLES, strict=False)]),
        conditions=(all_of(came_up("{came}"), Condition("nothing_changed")),),
        parts=(),
        effects=(),
        produces=(),
        milestones=(),
        implied=(*helps.parameters[0], "came"),
        draws={},
        oracle=_leave,
        collection=COLLECTION,
    )
    return register(twin)


def _leave(ui: UI, **_: object) -> Iterator[Action]:
    """Do nothing."""
    del ui
    yield from ()


for _entry in entries():
    leave_alone(_entry["help"]["subtask"])
