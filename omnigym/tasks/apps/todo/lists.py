"""Lists in To Do: make, rename, delete."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, in_front
from omnigym.tasks.apps.todo._steps import (
    ON_LIST,
    TODO,
    list_gone,
    list_is,
    list_need,
    on_list,
)
from omnigym.tasks.subtask import UI, Effect, Resource, all_of, subtask

__all__: list[str] = []


@subtask(
    **TODO,
    id="todo/new-list",
    instruction="Create a list named '{list}' in Microsoft To Do.",
    parameters=tuple(
        {"list": name}
        for name in ("Garden", "Birthday party", "Ideas", "New flat", "Christmas", "Films", "Team meeting", "Repairs")
    ),
    conditions=(list_is(),),
    produces=(Resource("todo_list", "{list}"),),
    tags=("create",),
)
def new_list(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """Ctrl+L, then its name."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(list + "\n")


@subtask(
    **TODO,
    id="todo/rename-list",
    instruction="Rename the To Do list '{list}' to '{new_name}'.",
    parameters=(
        {"list": "Groceries", "new_name": "Weekend shopping"},
        {"list": "Work", "new_name": "Office"},
        {"list": "Reading", "new_name": "Novels"},
        {"list": "Holiday in Lisbon", "new_name": "Trip to Portugal"},
        {"list": "Groceries", "new_name": "Supermarket"},
        {"list": "Reading", "new_name": "Book club"},
    ),
    effects=(Effect("change", "content://todo/tasks", ("list",), {"list": "{new_name}"}, {"list": "{list}"}),),
    conditions=(all_of(list_is("{new_name}"), list_gone()),),
    needs=(list_need(consumes=True),),
    produces=(Resource("todo_list", "{new_name}"),),
    milestones=(ON_LIST,),
    tags=("edit",),
)
def rename_list(ui: UI, list: str, new_name: str) -> Iterator[Action]:  # noqa: A002
    """Its options, and all of the new name."""
    yield from on_list(ui, list)
    yield ui.click("todo.options")
    yield ui.click("todo.menu.rename_list")
    yield ui.type(new_name + "\n")


@subtask(
    **TODO,
    id="todo/delete-list",
    instruction="Delete the list '{list}' in Microsoft To Do with everything on it.",
    parameters=tuple(
        {"list": name} for name in ("Reading", "Groceries", "Holiday in Lisbon", "Work", "Gifts", "Fitness")
    ),
    effects=(Effect("remove", "content://todo/tasks", row={"list": "{list}"}),),
    conditions=(list_gone(),),
    needs=(list_need(consumes=True),),
    tags=("delete",),
)
def delete_list(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """Its options, and yes."""
    yield from on_list(ui, list)
    yield ui.click("todo.options")
    yield ui.click("todo.menu.delete_list")
    yield from answer(ui, "delete_confirm")
