"""Steps, oracles and runs of todoist that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action, Drag
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.steps import answer, in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def on(ui: UI, values: Mapping[str, object]) -> Iterator[Action]:
    """A project, with nothing open beside it."""
    yield from in_front(ui)
    yield from answer(ui, "todoist.shut")
    yield ui.click(f"todoist.page.{values['project']}")


@oracle("todoist/move-to-section")
def move_to_section(ui: UI, title: str, project: str, to: str, **_: str) -> Iterator[Action]:
    """Its card, dragged to another column."""
    yield from on(ui, {"project": project})
    card, column = ui.find("record", name=title), ui.find(f"todoist.board.column.{to}")
    if card is not None and column is not None:
        yield Drag(ui.point(card), ui.point(column))


@word
def form(ui: UI, title: str, project: str, line: str, option: str) -> Iterator[Action]:
    """A choice in a task's form."""
    yield from on(ui, {"project": project})
    yield ui.click("record", name=title)
    yield ui.click(f"todoist.form.{line}")
    yield ui.click(ui.node(Role.MENU_ITEM, option) or option)
    yield ui.click("todoist.save")


@right_way("todoist/first-priority", "todoist/move-to-section")
def in_its_form(ui: UI, title: str, project: str, to: str = "", **_: str) -> Iterator[Action]:
    """A choice in its form."""
    yield from form(ui, title, project, "section" if to else "priority", to or "Priority 1")
