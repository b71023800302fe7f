"""Todoist: add in plain words, complete, move to a section, rank, a new project, a comment with a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action, Drag
from omnigym.tasks.apps._commands import command_subtask, do
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, all_of, subtask

__all__ = ["complete", "on"]

_FILE, _TASKS = "AppData/Local/Todoist/tasks.json", "todoist/tasks"
_TODOIST: Mapping[str, Any] = {
    "app": "todoist",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_TODO = Resource("todo", "{project}/{title}")
_WAS = {"title": "{title}", "project": "{project}"}


def _there(*columns: str, consumes: bool = False) -> Need:
    """The task, put into its project where no predecessor does."""
    names = ("title", "project", *columns)
    return Need(_TODO, (AddRow(_FILE, names, tuple([f"{{{name}}}" for name in names])),), consumes)


def on(ui: UI, values: Mapping[str, Any]) -> Iterator[Action]:
    """A project, with nothing open beside it."""
    yield from in_front(ui)
    yield from answer(ui, "todoist.shut")
    yield ui.click(f"todoist.page.{values['project']}")


_SETS = table(
    "title project",
    ("Paint the fence", "Home"),
    ("Return the ladder", "Errands"),
    ("Replace the logo", "Website"),
    ("Call the plumber", "Inbox"),
    ("Sharpen the knives", "Home"),
    ("Order toner", "Errands"),
    ("Test on a phone", "Website"),
)


def _sets(**more: tuple[Any, ...]) -> tuple[dict[str, Any], ...]:
    return tuple([{**values, **{k: v[n] for k, v in more.items()}} for n, values in enumerate(_SETS)])


@subtask(
    **_TODOIST,
    id="todoist/quick-add",
    instruction="Add '{title}' to the project {project} in Todoist. It is due {day}; priority {rank}, label {label}.",
    parameters=_sets(
        title=(
            "Plant the beans",
            "Borrow a drill",
            "Redraw the banner",
            "Phone the bank",
            "Scrub the oven",
            "Collect the parcel",
            "Check the links",
        ),
        day=("tomorrow", "on March 20", "on April 2", "tomorrow", "on March 28", "on March 17", "on May 5"),
        words=("tomorrow", "mar 20", "4/2", "tomorrow", "march 28", "monday", "may 5"),
        due=("2025-03-15", "2025-03-20", "2025-04-02", "2025-03-15", "2025-03-28", "2025-03-17", "2025-05-05"),
        rank=(1, 2, 3, 1, 2, 3, 1),
        label=("garden", "drill", "brand", "phone", "kitchen", "office", "quality"),
    ),
    implied=("words", "due"),
    conditions=(
        newly(
            row_is(
                _TASKS,
                any_case=True,
                title="{title}",
                project="{project}",
                due="{due}",
                priority="{rank}",
                labels=["{label}"],
                completed=False,
            )
        ),
    ),
    produces=(_TODO,),
    tags=("create",),
)
def quick_add(ui: UI, title: str, project: str, words: str, rank: int, label: str, **_: Any) -> Iterator[Action]:
    """One line says all of it."""
    yield from on(ui, {"project": project})
    yield from do(ui, "add", via="key")
    yield ui.type(f"{title} {words} p{rank} @{label}\n")


@subtask(
    **_TODOIST,
    id="todoist/complete",
    instruction="In Todoist, complete '{title}' of the project {project}.",
    parameters=_SETS,
    conditions=(row_is(_TASKS, was=_WAS, title="{title}", completed=True),),
    needs=(_there(),),
    produces=(Resource("todo_done", "{project}/{title}"),),
)
def complete(ui: UI, title: str, project: str) -> Iterator[Action]:
    """The ring before it."""
    yield from on(ui, {"project": project})
    yield ui.click(ui.node(Role.BUTTON, f"Complete “{title}”") or title)


_MOVES = table(
    "title project section to",
    ("Draw the map", "Website", "To do", "Doing"),
    ("Translate the menu", "Website", "Doing", "Review"),
    ("Fix the footer", "Website", "Review", "To do"),
    ("Compress the videos", "Website", "To do", "Review"),
    ("Write the imprint", "Website", "Doing", "To do"),
    ("Test the basket", "Website", "Review", "Doing"),
)


@subtask(
    **_TODOIST,
    id="todoist/move-to-section",
    instruction="Move '{title}' from {section} to {to} on the board of the Todoist project {project}.",
    parameters=_MOVES,
    conditions=(row_is(_TASKS, was={**_WAS, "section": "{section}"}, title="{title}", section="{to}"),),
    needs=(_there("section", consumes=True),),
    produces=(_TODO,),
    tags=("board",),
)
def move_to_section(ui: UI, title: str, project: str, to: str, **_: str) -> Iterator[Action]:
    """Its card, dragged to another column."""
    yield from on(ui, {"project": project})
    card, column = ui.find("record", name=title), ui.find(f"todoist.board.column.{to}")
    if card is not None and column is not None:
        yield Drag(ui.point(card), ui.point(column))


command_subtask(
    "priority",
    record="{title}",
    via="menu",
    then=("todoist.priority.p1",),
    **_TODOIST,
    begin=on,
    id="todoist/first-priority",
    instruction="Give '{title}', which is in the Todoist project {project}, priority 1.",
    parameters=_SETS,
    conditions=(row_is(_TASKS, was={**_WAS, "priority": 4}, title="{title}", priority=1),),
    needs=(_there(),),
)
_NAMES = ("Garden", "Taxes 2025", "Trip to Porto", "Book club", "Winter sale", "Choir", "New office")


@subtask(
    **_TODOIST,
    id="todoist/new-project",
    instruction="Make a project called '{project}' in Todoist.",
    parameters=tuple([{"project": name} for name in _NAMES]),
    conditions=(newly(row_is("todoist/projects", any_case=True, name="{project}")),),
    produces=(Resource("todo_list", "{project}"),),
    tags=("create",),
)
def new_project(ui: UI, project: str) -> Iterator[Action]:
    """The plus beside the projects."""
    yield from in_front(ui)
    yield ui.click("todoist.projects.project")
    yield ui.type(f"{project}\n")


_COPY = "AppData/Local/Todoist/files/{name}"


@subtask(
    **_TODOIST,
    id="todoist/comment-with-file",
    instruction="Comment '{text}' on '{title}' in the Todoist project {project} and attach {folder}/{name}.",
    parameters=_sets(
        text=("The offer", "Where it is", "New version", "His number", "As agreed", "Last order", "What to test"),
        folder=("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Downloads"),
        name=("offer.txt", "address.txt", "logo.txt", "plumber.txt", "knives.txt", "toner.txt", "devices.txt"),
    ),
    conditions=(
        all_of(
            Condition(
                "row_belongs",
                {
                    "uri": "content://todoist/comments",
                    "columns": {"text": "{text}", "file": f"C:/Users/user/{_COPY}"},
                    "by": "task",
                    "to": f"content://{_TASKS}",
                    "owner": {"title": "{title}", "project": "{project}"},
                },
            ),
            Condition("same_content", {"path": _COPY, "other": "{folder}/{name}"}),
        ),
    ),
    needs=(_there(), file_need()),
    tags=("two apps",),
)
def comment_with_file(ui: UI, title: str, project: str, text: str, folder: str, name: str) -> Iterator[Action]:
    """The text, then the paper clip, which sends both."""
    yield from on(ui, {"project": project})
    yield ui.click("record", name=title)
    yield ui.click("todoist.comment")
    yield ui.type(text)
    yield ui.click("todoist.attach")
    yield from name_file(ui, f"{folder}/{name}")
