"""Steps, oracles and runs of phone tasks that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.phone import answer_in_office, by_name, task_list
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI


@wrong_run("phone-tasks/complete", "phone-tasks/details", "phone-tasks/star")
def does_it_to_a_second_task(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """Another one of the same title."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
    name = "details" if values else "star"
    yield from as_asked(f"phone-tasks/{name}", ui, title=title, **values)


@right_way("phone-tasks/new-list")
def moved_onto_it(ui: UI, name: str, title: str) -> Iterator[Action]:
    """The task is written on the old list, and moved."""
    yield from task_list(ui)
    yield ui.click("tasks.new_list")
    yield from answer_in_office(ui, name)
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
    yield from by_name(ui, title)
    yield ui.click("tasks.move")
    yield ui.click(next(n for n in ui.tree.nodes if n.key.startswith("choose.") and n.name == name))
