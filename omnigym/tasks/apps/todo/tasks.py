"""Tasks in To Do: add, complete, plan, change, move, delete."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, pick_day, scroll_to
from omnigym.tasks.apps.todo._steps import (
    ON_LIST,
    PICKED,
    TODO,
    list_need,
    on_list,
    pick,
    task_gone,
    task_is,
    task_need,
    tasks,
)
from omnigym.tasks.subtask import UI, Resource, all_of, subtask

__all__: list[str] = []


@subtask(
    **TODO,
    id="todo/add-task",
    instruction="Add '{title}' to the list '{list}' in Microsoft To Do.",
    parameters=tasks(
        ("Groceries", "Two lemons"),
        ("Tasks", "Charge the camera"),
        ("Work", "Call Fabrikam about the invoice"),
        ("Holiday in Lisbon", "Buy tram tickets"),
        ("Reading", "The Leopard"),
        ("Groceries", "Paper towels"),
        ("Tasks", "Wash the car"),
        ("Work", "Sign the lease"),
    ),
    conditions=(task_is(new=True, completed=False),),
    needs=(list_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST,),
    tags=("create",),
)
def add_task(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """Ctrl+N goes to where a task is typed."""
    yield from on_list(ui, list)
    yield ui.press("n", "ctrl")
    yield ui.type(title + "\n")


@subtask(
    **TODO,
    id="todo/complete",
    instruction="Tick off '{title}' in the To Do list '{list}'.",
    parameters=tasks(
        ("Tasks", "Call the dentist"),
        ("Groceries", "Milk"),
        ("Work", "Order new business cards"),
        ("Holiday in Lisbon", "Find a cat sitter"),
        ("Reading", "The Trial"),
        ("Tasks", "Fix the bicycle"),
        ("Groceries", "Oranges"),
    ),
    conditions=(task_is(completed=True),),
    needs=(task_need(),),
    produces=(Resource("todo_done", "{list}/{title}"),),
    milestones=(ON_LIST,),
    tags=("edit",),
)
def complete(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The circle before it."""
    yield from on_list(ui, list)
    yield from scroll_to(ui, "entry", "tasks", name=title)
    yield ui.click(ui.node(Role.BUTTON, f"Mark “{title}” as completed") or "entry", name=title)


@subtask(
    **TODO,
    id="todo/star",
    instruction="In Microsoft To Do, mark '{title}' on the list '{list}' as important.",
    parameters=tasks(
        ("Tasks", "Renew the passport"),
        ("Work", "Review the budget"),
        ("Groceries", "Coffee beans"),
        ("Holiday in Lisbon", "Buy sunscreen"),
        ("Work", "Book a meeting room"),
        ("Tasks", "Water the plants"),
        ("Reading", "Pride and Prejudice"),
    ),
    conditions=(task_is(important=True),),
    needs=(task_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST,),
    tags=("edit",),
)
def star(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The star behind it."""
    yield from on_list(ui, list)
    yield from scroll_to(ui, "entry", "tasks", name=title)
    yield ui.click(ui.node(Role.BUTTON, f"Mark “{title}” as important") or "entry", name=title)


@subtask(
    **TODO,
    id="todo/due",
    implied=("due",),
    instruction="Set the due date of '{title}' on the To Do list '{list}' to {day}.",
    parameters=tasks(
        ("Tasks", "Book a table for Sunday", "tomorrow, March 15", "2025-03-15"),
        ("Work", "Order new business cards", "March 25, 2025", "2025-03-25"),
        ("Holiday in Lisbon", "Borrow a suitcase", "April 24, 2025", "2025-04-24"),
        ("Groceries", "Olive oil", "today, March 14", "2025-03-14"),
        ("Work", "Prepare the slides", "Monday, March 17", "2025-03-17"),
        ("Reading", "The Old Man and the Sea", "March 31, 2025", "2025-03-31"),
        ("Tasks", "Water the plants", "Sunday, March 16", "2025-03-16"),
        ("Holiday in Lisbon", "Buy sunscreen", "May 2, 2025", "2025-05-02"),
        more=("day", "due"),
    ),
    conditions=(task_is(due="{due}"),),
    needs=(task_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("edit", "plan"),
)
def set_due(ui: UI, list: str, title: str, due: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Pick a date, in the month that shows it."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.due")
    yield ui.click("todo.due.pick")
    yield from pick_day(ui, due)


@subtask(
    **TODO,
    id="todo/add-to-my-day",
    instruction="Put '{title}' from the To Do list '{list}' into My Day.",
    parameters=tasks(
        ("Work", "Update the price list"),
        ("Groceries", "Milk"),
        ("Tasks", "Pay the electricity bill"),
        ("Holiday in Lisbon", "Reserve the hotel"),
        ("Reading", "The Trial"),
        ("Tasks", "Return the library books"),
    ),
    conditions=(task_is(my_day="2025-03-14"),),
    needs=(task_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("edit", "plan"),
)
def add_to_my_day(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The first choice in its details."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.my_day")


@subtask(
    **TODO,
    id="todo/rename-task",
    instruction="Change the task '{title}' on the To Do list '{list}' to '{new_title}'.",
    parameters=tasks(
        ("Groceries", "Oranges", "Blood oranges"),
        ("Tasks", "Call the dentist", "Call Dr. Lang at ten"),
        ("Work", "Book a meeting room", "Book the large meeting room"),
        ("Holiday in Lisbon", "Learn some Portuguese", "Learn to count in Portuguese"),
        ("Reading", "Moby Dick", "Moby Dick, chapters 1 to 20"),
        ("Groceries", "Dark chocolate", "Two bars of chocolate"),
        ("Tasks", "Clean the windows", "Clean the kitchen windows"),
        more=("new_title",),
    ),
    conditions=(
        all_of(
            task_is("{new_title}"),
            task_gone(),
        ),
    ),
    needs=(task_need(consumes=True),),
    produces=(Resource("todo", "{list}/{new_title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("edit",),
)
def rename_task(ui: UI, list: str, title: str, new_title: str) -> Iterator[Action]:  # noqa: A002
    """F2, then all of the new title."""
    yield from pick(ui, list, title)
    yield ui.press("f2")
    yield ui.type(new_title + "\n")


@subtask(
    **TODO,
    id="todo/move-task",
    instruction="Move the task '{title}' from the To Do list '{list}' to '{destination}'.",
    parameters=tasks(
        ("Tasks", "Book a table for Sunday", "Holiday in Lisbon"),
        ("Work", "Review the budget", "Tasks"),
        ("Groceries", "Olive oil", "Holiday in Lisbon"),
        ("Holiday in Lisbon", "Buy sunscreen", "Groceries"),
        ("Reading", "Pride and Prejudice", "Holiday in Lisbon"),
        ("Tasks", "Renew the passport", "Work"),
        ("Work", "Prepare the slides", "Reading"),
        more=("destination",),
    ),
    conditions=(
        all_of(
            task_is(place="{destination}"),
            task_gone(),
        ),
    ),
    needs=(task_need(consumes=True), list_need("{destination}")),
    produces=(Resource("todo", "{destination}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("transfer",),
)
def move_task(ui: UI, list: str, title: str, destination: str) -> Iterator[Action]:  # noqa: A002
    """The list that its details name is a choice of all lists."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.list")
    yield ui.click(ui.node(Role.MENU_ITEM, destination) or destination)


@subtask(
    **TODO,
    id="todo/delete-task",
    instruction="Delete '{title}' from the list '{list}' in To Do.",
    parameters=tasks(
        ("Work", "Hand in the travel expenses"),
        ("Holiday in Lisbon", "Book the flights"),
        ("Reading", "Moby Dick"),
        ("Groceries", "Dark chocolate"),
        ("Tasks", "Fix the bicycle"),
        ("Work", "Update the price list"),
        ("Tasks", "Return the library books"),
    ),
    conditions=(task_gone(),),
    needs=(task_need(consumes=True),),
    milestones=(ON_LIST, PICKED),
    tags=("delete",),
)
def delete_task(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The Delete key, and yes."""
    yield from pick(ui, list, title)
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")
