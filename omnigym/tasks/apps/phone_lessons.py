"""Steps of the listening lessons of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.step_library.listening import STEP
from omnigym.tasks.step_library.phone import at_root, by_name
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: How many steps one waits for something at most.
_MOST_STEPS = 60


@word
def lesson(ui: UI, lesson: str) -> Iterator[Action]:
    """A lesson of Lessons, whose first exercise is said at once."""
    yield from at_root(ui, "lessons.more")
    yield from by_name(ui, lesson)


@word
def until_lit(ui: UI) -> Iterator[Action]:
    """Looking until the lamp of an exercise is on."""
    for _ in range(_MOST_STEPS):
        lamp = ui.find("lessons.lamp")
        if lamp is not None and lamp.name.endswith("on"):
            break
        yield Wait(STEP)
    else:
        raise OracleError("The oracle expected a lamp that goes on.")
    yield Wait(STEP)
