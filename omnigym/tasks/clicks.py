"""Click-only tasks: those that cannot be done without a look at the screen.

``clicks.json`` lists, by device, the subtasks whose oracle needs nothing but clicks, drags, the wheel and typing once
the app is open, and at least one click on a control: neither an app opened by name, nor a key or chord, nor a whole
path. `omnigym.wrappers.ClickOnly` is the environment of these tasks; ``scripts/click_only.py`` writes the list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from omnigym.tasks.task import Task

__all__ = ["click_only_on"]

_LISTED = Path(__file__).with_name("clicks.json")


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    listed: Mapping[str, list[str]] = json.loads(_LISTED.read_text(encoding="utf-8"))
    return {device: frozenset(subtasks) for device, subtasks in listed.items()}


def click_only_on(task: Task) -> tuple[str, ...]:
    """The devices on which all subtasks of a task can be done by clicks alone."""
    own = {s.id for s in task.subtasks}
    return tuple(device for device, subtasks in _listed().items() if own <= subtasks)
