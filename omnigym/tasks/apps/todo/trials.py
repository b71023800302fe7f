"""Wrong runs and other right ways of the subtasks of To Do (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action, Key, Modifier
from omnigym.tasks.apps._steps import answer, scroll_to
from omnigym.tasks.apps._variations import as_asked, before_it, besides, instead, other_than, padded, spelled, unasked
from omnigym.tasks.apps.todo._steps import on_list, page_key, pick
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_OF_TASKS = (
    "todo/complete",
    "todo/star",
    "todo/due",
    "todo/add-to-my-day",
    "todo/rename-task",
    "todo/move-task",
    "todo/delete-task",
    "todo/add-note",
    "todo/add-steps",
)
_OF_LISTS = ("todo/new-list", "todo/rename-list", "todo/delete-list")
instead("todo/add-task", "todo/copy-task", *_OF_TASKS, *_OF_LISTS)
besides("todo/add-task", *_OF_TASKS, *_OF_LISTS)
instead("todo/due", values=("day", "due"))
instead("todo/move-task", destination=other_than(("list", "destination"), "Gifts", "Fitness"))
instead("todo/rename-task", values=("new_title",))
instead("todo/rename-list", values=("new_name",))
instead("todo/add-note", values=("note",))
instead("todo/add-steps", values=("second",))
besides("todo/due", values=("day", "due"), harmless=True)
besides("todo/add-note", values=("note",), harmless=True)
spelled("in_capitals", str.upper, "title", "todo/add-task")
spelled("in_capitals", str.upper, "new_title", "todo/rename-task")
spelled("in_small_letters", str.lower, "new_title", "todo/rename-task")
spelled("with_a_space", padded, "title", "todo/add-task")
spelled("with_a_space", padded, "note", "todo/add-note")
spelled("in_capitals", str.upper, "list", "todo/new-list")
spelled("in_small_letters", str.lower, "list", "todo/new-list")
spelled("in_capitals", str.upper, "new_name", "todo/rename-list")


def _another_completed(ui: UI, **given: str) -> Iterator[Action]:
    """Another task is ticked off first."""
    name, title = ("Work", "Hand in the travel expenses")
    if given.get("list") == name:
        name, title = ("Reading", "The Trial") if given.get("list") != "Reading" else ("Tasks", "Call the dentist")
    yield from pick(ui, name, title)
    yield ui.press("d", "ctrl")


before_it("another_completed", _another_completed, "todo/paste-task", "todo/copy-task", "todo/attach-file")
before_it("another_completed", _another_completed, "todo/brief-task", *_OF_LISTS)
unasked("todo/new-list", "todo/attach-file", "todo/copy-task", "todo/paste-task")
before_it("another_completed", _another_completed, "todo/add-task", "todo/add-to-my-day", "todo/complete", "todo/star")


def _a_look(ui: UI, **_: str) -> Iterator[Action]:
    """Other lists are looked at first."""
    yield from on_list(ui, "Groceries")
    yield from on_list(ui, "Tasks")


before_it(
    "after_a_look",
    _a_look,
    *_OF_TASKS,
    *_OF_LISTS,
    "todo/copy-task",
    "todo/paste-task",
    "todo/attach-file",
    "todo/brief-task",
    harmless=True,
)

#: By subtask the entries of a task's context menu, and the shortcut where there is one.
_WAYS: Mapping[str, tuple[tuple[str, ...], tuple[Key, tuple[Modifier, ...]] | None]] = {
    "todo/complete": (("todo.menu.complete",), ("d", ("ctrl",))),
    "todo/star": (("todo.menu.star",), None),
    "todo/add-to-my-day": (("todo.menu.my_day",), ("t", ("ctrl",))),
    "todo/move-task": (("todo.menu.move", "{destination}"), None),
    "todo/delete-task": (("todo.menu.delete",), None),
    "todo/copy-task": (("todo.menu.copy",), None),
}


def _register(subtask: str) -> None:
    entries, keys = _WAYS[subtask]

    @right_way(subtask)
    def by_the_context_menu(ui: UI, **given: str) -> Iterator[Action]:
        """The task's own menu."""
        yield from on_list(ui, given["list"])
        yield from scroll_to(ui, "entry", "tasks", name=given["title"])
        yield ui.right_click("entry", name=given["title"])
        for entry in entries:
            yield ui.click(ui.node(Role.MENU_ITEM, given["destination"]) or entry if "{" in entry else entry)
        yield from answer(ui, "delete_confirm")

    if keys is not None:
        key, modifiers = keys

        @right_way(subtask)
        def by_key(ui: UI, **given: str) -> Iterator[Action]:
            """A shortcut."""
            yield from pick(ui, given["list"], given["title"])
            yield ui.press(key, *modifiers)


for _subtask in _WAYS:
    _register(_subtask)


@right_way("todo/delete-list")
def by_the_menu_of_the_list(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """Its context menu."""
    yield from on_list(ui, list)
    yield ui.right_click(page_key(list))
    yield ui.click("todo.menu.delete_list")
    yield from answer(ui, "delete_confirm")


@wrong_run("todo/delete-list")
def only_renamed(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """Its tasks are there still."""
    yield from on_list(ui, list)
    yield ui.click("todo.options")
    yield ui.click("todo.menu.rename_list")
    yield ui.type("Gone\n")


@right_way("todo/delete-task")
def by_the_details(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The button below its details."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.delete")
    yield from answer(ui, "delete_confirm")


@right_way("todo/star")
def in_the_details(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """The star of its details."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.star")


@wrong_run("todo/rename-task", "todo/move-task")
def as_a_new_task(ui: UI, **given: str) -> Iterator[Action]:
    """The task goes, and another one is made."""
    yield from pick(ui, given["list"], given["title"])
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")
    yield from on_list(ui, given.get("destination", given["list"]))
    yield ui.press("n", "ctrl")
    yield ui.type(f"{given.get('new_title', given['title'])}\n")


@wrong_run("todo/rename-list")
def as_a_new_list(ui: UI, list: str, new_name: str) -> Iterator[Action]:  # noqa: A002
    """The list goes with its tasks, and an empty one is made."""
    yield from on_list(ui, list)
    yield ui.click("todo.options")
    yield ui.click("todo.menu.delete_list")
    yield from answer(ui, "delete_confirm")
    yield ui.press("l", "ctrl")
    yield ui.type(f"{new_name}\n")


@wrong_run("todo/delete-task")
def completed_instead(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """It is ticked off."""
    yield from pick(ui, list, title)
    yield ui.press("d", "ctrl")


@wrong_run("todo/delete-task")
def renamed_instead(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """It is called something else."""
    yield from pick(ui, list, title)
    yield ui.press("f2")
    yield ui.type("Nothing\n")


@wrong_run("todo/paste-task", "todo/brief-task")
def of_another_text(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Another task is copied, and that is pasted."""
    title = {"Work": "Prepare the slides", "Groceries": "Olive oil", "Reading": "The Trial", "Tasks": "Fix the bicycle"}
    yield from pick(ui, list, title.get(list, "Find a cat sitter"))
    yield ui.press("c", "ctrl")
    yield ui.press("n", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


def _there_and_back(ui: UI, **_: str) -> Iterator[Action]:
    """Another task is ticked off and on again first."""
    yield from pick(ui, "Groceries", "Milk")
    yield ui.press("d", "ctrl")
    yield ui.press("d", "ctrl")


before_it(
    "there_and_back",
    _there_and_back,
    "todo/add-steps",
    "todo/attach-file",
    "todo/brief-task",
    "todo/paste-task",
    harmless=True,
)


def _a_private_file(ui: UI, list: str, title: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """A file of the user's that nobody spoke of is attached to the same task first."""
    yield from as_asked("todo/attach-file", ui, list=list, title=title, folder="Documents", name="notes.txt")


before_it("a_private_file", _a_private_file, "todo/attach-file", "todo/brief-task")


@wrong_run("todo/attach-file", "todo/brief-task")
def named_only(ui: UI, list: str, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The file's path in the note."""
    yield from pick(ui, list, title)
    yield ui.click("todo.details.note")
    yield ui.type(f"{folder}/{name}")
