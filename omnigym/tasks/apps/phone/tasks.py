"""Tasks in Google's Tasks, on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._commands import command_subtask
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps.phone._milestones import asked, at_hand, filled, named
from omnigym.tasks.apps.phone._office_steps import TASK, TASKS, answer, pick_day, task, task_list
from omnigym.tasks.apps.phone._steps import by_name, fill_in, table
from omnigym.tasks.subtask import UI, Condition, Effect, Resource, subtask

__all__: list[str] = []

_DUE = table(
    "title due",
    ("Order new glasses", "2025-03-20"),
    ("Change the tyres", "2025-04-02"),
    ("Write to the landlord", "2025-03-17"),
    ("Cancel the gym", "2025-03-31"),
    ("Hand in the tax return", "2025-04-28"),
    ("Pick up the parcel", "2025-03-15"),
)
_TODO = tuple([{"title": t["title"]} for t in _DUE])
#: The task is among those on the screen; it is open; it is being written.
_SEEN, _OPEN, _ENTERED = written("{title}"), filled("Title", "{title}"), filled("New task", "{title}")


def _is(*, new: bool = False, **columns: object) -> Condition:
    """The task with the title "{title}" has these columns; with ``new`` there is another one, without details."""
    if new:
        columns = {"important": False, "note": "", **columns}
    was = None if new else {"title": "{title}"}
    return row_is("todo/tasks", any_case=True, was=was, title="{title}", **columns)


@subtask(
    **TASKS,
    id="phone-tasks/add",
    instruction="Add the task '{title}' to my tasks, due on {due}.",
    parameters=_DUE,
    draws={"due": "listed", "title": "title"},
    conditions=(_is(new=True, list="My Tasks", due="{due}", completed=False),),
    produces=(TASK,),
    milestones=(asked("New task"), _ENTERED),
    tags=("write", "date"),
)
def add(ui: UI, title: str, due: str) -> Iterator[Action]:
    """The sheet, with a day."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.date")
    yield from pick_day(ui, due)
    yield ui.click("tasks.new.save")


@subtask(
    **TASKS,
    id="phone-tasks/complete",
    instruction="Tick off the task '{title}' in Tasks.",
    parameters=_TODO,
    draws={"title": "title"},
    conditions=(_is(completed=True),),
    needs=(task(consumes=True),),
    produces=(Resource("phone_task_done", "{title}"),),
    milestones=(_SEEN, _OPEN),
    tags=("tick",),
)
def complete(ui: UI, title: str) -> Iterator[Action]:
    """The circle before it."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield ui.click("tasks.mark")


@subtask(
    **TASKS,
    id="phone-tasks/star",
    instruction="Star the task '{title}' in Tasks.",
    parameters=_TODO,
    draws={"title": "title"},
    conditions=(_is(important=True),),
    needs=(task(),),
    produces=(TASK,),
    milestones=(_SEEN, _OPEN),
    tags=("star",),
)
def star(ui: UI, title: str) -> Iterator[Action]:
    """The star of the task."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield ui.click("tasks.star")


@subtask(
    **TASKS,
    id="phone-tasks/details",
    instruction="Add the details '{details}' to the task '{title}' in Tasks.",
    parameters=tuple(
        [
            {**t, "details": d}
            for t, d in zip(
                _TODO,
                (
                    "Ask for the thin ones",
                    "Summer tyres are in the cellar",
                    "About the heating",
                    "Two weeks before the end",
                    "With the receipts",
                    "Bring the passport",
                ),
                strict=True,
            )
        ]
    ),
    draws={"details": "sentence", "title": "title"},
    conditions=(_is(note="{details}"),),
    needs=(task(),),
    produces=(TASK,),
    milestones=(_SEEN, _OPEN),
    tags=("write",),
)
def details(ui: UI, title: str, details: str) -> Iterator[Action]:
    """The field of the task."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield from fill_in(ui, "tasks.details", details)


command_subtask(
    "delete",
    record="{title}",
    via="hold",
    begin=lambda ui, _: task_list(ui),
    **TASKS,
    id="phone-tasks/delete",
    instruction="Delete the task '{title}' from Tasks; it is not to be marked as completed.",
    parameters=tuple(
        [
            {"title": t}
            for t in (
                "Feed the neighbour's cat",
                "Buy a printer",
                "Learn Esperanto",
                "Sell the sofa",
                "Call the plumber",
                "Enter the lottery",
            )
        ]
    ),
    conditions=(row_gone("todo/tasks", any_case=True, title="{title}"),),
    needs=(task(consumes=True),),
    milestones=(_SEEN, at_hand(_OPEN, "Delete")),
    tags=("delete",),
)


@subtask(
    **TASKS,
    id="phone-tasks/new-list",
    instruction="Create a list called '{name}' in Tasks, and put the task '{title}' on it.",
    parameters=table(
        "name title",
        ("Garden", "Sow the carrots"),
        ("Wedding", "Choose the music"),
        ("Moving", "Count the boxes"),
        ("Exam", "Read chapter five"),
        ("Choir", "Copy the notes"),
        ("Club", "Book the hall"),
    ),
    draws={"name": "title", "title": "title"},
    effects=(Effect("add", "content://tasks/lists", row={"name": "{name}"}, most=1),),
    conditions=(_is(new=True, list="{name}"),),
    produces=(Resource("task_list", "{name}"),),
    milestones=(asked("Create new list"), named("{name}"), _ENTERED),
    tags=("write", "list"),
)
def new_list(ui: UI, name: str, title: str) -> Iterator[Action]:
    """A name in a dialog; the new list is shown then."""
    yield from task_list(ui)
    yield ui.click("tasks.new_list")
    yield from answer(ui, name)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
