"""What belongs to a task in To Do: notes, steps, files, and text that comes from or goes to the clipboard."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._needs import copied_text_need, file_need
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps.todo._steps import (
    ON_LIST,
    PICKED,
    TODO,
    list_need,
    on_list,
    pick,
    task_is,
    task_need,
    tasks,
)
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []

_TASK = {"title": "{title}", "list": "{list}"}
_WITH_CLIPBOARD = ("content", "files", "apps", "a11y", "clipboard")


def _attach(ui: UI, path: str) -> Iterator[Action]:
    """A file added to the task whose details are shown."""
    yield ui.click("todo.details.add_file")
    yield from name_file(ui, path)


@subtask(
    **TODO,
    id="todo/add-note",
    instruction="Add the note '{note}' to the task '{title}' on the To Do list '{list}'.",
    parameters=tasks(
        ("Tasks", "Renew the passport", "Bring two photos."),
        ("Work", "Book a meeting room", "Twelve chairs, please."),
        ("Holiday in Lisbon", "Reserve the hotel", "Near the river, with breakfast."),
        ("Groceries", "Coffee beans", "The ones from Ethiopia."),
        ("Tasks", "Pay the electricity bill", "Meter reading 48213."),
        ("Reading", "The Trial", "Ask Jonas for his copy."),
        ("Work", "Review the budget", "Travel costs look too high."),
        more=("note",),
    ),
    conditions=(task_is(note="{note}"),),
    needs=(task_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("edit", "write"),
)
def add_note(ui: UI, list: str, title: str, note: str) -> Iterator[Action]:  # noqa: A002
    """Typed into its details; it is kept as it is typed."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.note")
    yield ui.press("a", "ctrl")
    yield ui.type(note)


@subtask(
    **TODO,
    id="todo/add-steps",
    instruction="Break the task '{title}' on the To Do list '{list}' into two steps: '{first}' and '{second}'.",
    parameters=tasks(
        ("Holiday in Lisbon", "Borrow a suitcase", "Ask Maria", "Weigh it"),
        ("Work", "Update the price list", "Collect the new prices", "Send it to sales"),
        ("Tasks", "Renew the passport", "Have photos taken", "Go to the town hall"),
        ("Work", "Send the offer to Contoso", "Check the discount", "Ask for a signature"),
        ("Tasks", "Book a table for Sunday", "Count the guests", "Call the restaurant"),
        ("Reading", "Pride and Prejudice", "Buy the book", "Read the first part"),
        more=("first", "second"),
    ),
    conditions=(task_is(steps="{first}\n{second}"),),
    needs=(task_need(),),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("edit", "plan"),
)
def add_steps(ui: UI, list: str, title: str, first: str, second: str) -> Iterator[Action]:  # noqa: A002
    """Enter after each of them."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.step")
    yield ui.type(f"{first}\n{second}\n")


@subtask(
    **{**TODO, "capabilities": _WITH_CLIPBOARD},
    id="todo/paste-task",
    instruction="Make the text on the clipboard a task on the list '{list}' in Microsoft To Do.",
    parameters=tuple(
        {"list": name, "source": source}
        for name, source in (
            ("Tasks", "chat.docx"),
            ("Work", "minutes.docx"),
            ("Groceries", "recipe.docx"),
            ("Reading", "review.docx"),
            ("Holiday in Lisbon", "guide.docx"),
            ("Work", "letter.docx"),
            ("Tasks", "page.docx"),
        )
    ),
    conditions=(Condition("todo_with_clipboard", {"list": "{list}"}),),
    needs=(copied_text_need(), list_need()),
    produces=(Resource("todo_pasted", "{list}/{source}"),),
    milestones=(ON_LIST,),
    tags=("create", "clipboard"),
)
def paste_task(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Ctrl+V where a task is typed."""
    yield from on_list(ui, list)
    yield ui.press("n", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@subtask(
    **{**TODO, "capabilities": _WITH_CLIPBOARD},
    id="todo/copy-task",
    instruction="Copy the task '{title}' from the To Do list '{list}' to the clipboard.",
    parameters=tasks(
        ("Work", "Prepare the slides"),
        ("Tasks", "Call the dentist"),
        ("Groceries", "Olive oil"),
        ("Reading", "The Old Man and the Sea"),
        ("Holiday in Lisbon", "Find a cat sitter"),
        ("Work", "Send the offer to Contoso"),
        ("Groceries", "Oranges"),
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{title}"}),),
    needs=(task_need(),),
    produces=(Resource("clipboard_text", "{title}"),),
    covers=("todo/paste-task",),
    milestones=(ON_LIST, PICKED),
    tags=("clipboard",),
)
def copy_task(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """Ctrl+C."""
    yield from pick(ui, list, title)
    yield ui.press("c", "ctrl")


_FILES = (
    ("Work", "Review the budget", "Documents", "budget notes.txt"),
    ("Holiday in Lisbon", "Reserve the hotel", "Downloads", "offers.txt"),
    ("Tasks", "Renew the passport", "Documents", "checklist.txt"),
    ("Work", "Prepare the slides", "Desktop", "outline.txt"),
    ("Groceries", "Dark chocolate", "Documents", "cake.txt"),
    ("Tasks", "Fix the bicycle", "Downloads", "manual.txt"),
    ("Reading", "The Trial", "Desktop", "quotes.txt"),
)


@subtask(
    **TODO,
    id="todo/attach-file",
    instruction="Attach {name} from {folder} to the task '{title}' on the To Do list '{list}'.",
    parameters=tasks(*_FILES, more=("folder", "name")),
    conditions=(Condition("todo_file", {**_TASK, "path": "{folder}/{name}"}),),
    needs=(task_need(), file_need()),
    produces=(Resource("todo", "{list}/{title}"),),
    milestones=(ON_LIST, PICKED),
    tags=("transfer",),
)
def attach_file(ui: UI, list: str, title: str, folder: str, name: str) -> Iterator[Action]:  # noqa: A002
    """Add file, in its details."""
    yield from pick(ui, list, title)
    yield from _attach(ui, f"{folder}/{name}")


_BRIEFS = (
    ("Work", "Send the offer to Contoso", "Documents", "terms.txt"),
    ("Holiday in Lisbon", "Learn some Portuguese", "Downloads", "phrases.txt"),
    ("Tasks", "Clean the windows", "Documents", "tips.txt"),
    ("Work", "Book a meeting room", "Desktop", "guests.txt"),
    ("Gifts", "A puzzle for Ben", "Documents", "wishes.txt"),
    ("Fitness", "Run five kilometres", "Downloads", "training.txt"),
    ("Reading", "Moby Dick", "Desktop", "summary.txt"),
)


@subtask(
    **{**TODO, "capabilities": _WITH_CLIPBOARD},
    id="todo/brief-task",
    instruction="Attach {name} from {folder} to the task '{title}' on the To Do list '{list}', and paste the text on "
    "the clipboard into the task's note.",
    parameters=tuple(
        {**values, "source": source}
        for values, source in zip(
            tasks(*_BRIEFS, more=("folder", "name")),
            ("brief.docx", "forum.docx", "site.docx", "mail.docx", "blog.docx", "wiki.docx", "essay.docx"),
            strict=True,
        )
    ),
    conditions=(
        all_of(
            Condition("todo_file", {**_TASK, "path": "{folder}/{name}"}),
            Condition(
                "row_with_clipboard",
                {"uri": "content://todo/tasks", "columns": _TASK, "was": _TASK, "column": "note", "any_case": True},
            ),
        ),
    ),
    needs=(task_need(), file_need(), copied_text_need()),
    produces=(Resource("todo", "{list}/{title}"),),
    covers=("todo/attach-file", "todo/add-note"),
    milestones=(ON_LIST, PICKED, Condition("todo_file", {**_TASK, "path": "{folder}/{name}"})),
    tags=("transfer", "clipboard"),
)
def brief_task(ui: UI, list: str, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The file, then Ctrl+V in place of the note."""
    yield from pick(ui, list, title)
    yield from _attach(ui, f"{folder}/{name}")
    yield ui.click("todo.details.note")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
