"""Wrong runs and other right ways of tasks about what other applications keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Type
from omnigym.tasks.apps._steps import pick_day
from omnigym.tasks.apps._variations import Way, before_it, instead, made_of
from omnigym.tasks.apps.todo._steps import on_list, pick
from omnigym.tasks.apps.todo.about import ABOUT, written
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = (*ABOUT, "todo/prepare-event")


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """Another list and a task on it are looked at first."""
    yield from pick(ui, "Work", "Hand in the travel expenses")


def _another_completed(ui: UI, **_: Any) -> Iterator[Action]:
    """Another task is ticked off first."""
    yield from pick(ui, "Work", "Hand in the travel expenses")
    yield ui.press("d", "ctrl")


def _one_more(ui: UI, **_: Any) -> Iterator[Action]:
    """A task that nobody asked for is added first."""
    yield from written(ui, "Tasks", "Something else")


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("another_completed", _another_completed, *_ALL)
before_it("one_more", _one_more, *_ALL)
instead(*_ALL)


def by_the_field(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """The field for a new task is clicked."""
    for action in steps:
        if action == ui.press("n", "ctrl"):
            yield ui.click("todo.add")
        else:
            yield action


def in_capitals(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """In capital letters, as nobody cares about them."""
    for action in steps:
        yield ui.type(action.text.upper()) if isinstance(action, Type) else action


def _elsewhere(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """On another list."""
    for action in steps:
        if action == ui.press("n", "ctrl"):
            yield from on_list(ui, "Work")
        yield action


def _ways(subtask: str, *ways: Way) -> None:
    for way in ways:
        right_way(subtask)(made_of(way, subtask))


for _subtask in _ALL:
    _ways(_subtask, by_the_field)
for _subtask in ABOUT:
    _ways(_subtask, in_capitals)
    wrong_run(_subtask)(made_of(_elsewhere, _subtask))


@wrong_run("todo/prepare-event")
def a_day_too_early(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """Due on another day."""
    yield from written(ui, "Tasks", f"Get ready for {title}")
    yield from pick(ui, "Tasks", f"Get ready for {title}")
    yield ui.click("todo.details.due")
    yield ui.click("todo.due.pick")
    yield from pick_day(ui, "2025-03-15")


@wrong_run("todo/prepare-event")
def without_a_day(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """Not due at all."""
    yield from written(ui, "Tasks", f"Get ready for {title}")
