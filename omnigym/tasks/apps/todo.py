"""Steps, oracles and runs of todo that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action, Key, Modifier, Type
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import answer, in_front, scroll_to
from omnigym.tasks.step_library.variations import instead, other_than
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI


@value
def page_key(name: str) -> str:
    """The key of a list among the pages at the left; the first one is always there."""
    return "todo.page.tasks" if name == "Tasks" else f"todo.list.{name}"


@word
def on_list(ui: UI, name: str) -> Iterator[Action]:
    """A list shown in the window in front."""
    yield from in_front(ui)
    if ui.find("todo.pages") is None:
        yield ui.click("todo.menu")
    yield from scroll_to(ui, page_key(name), "todo.pages")
    yield ui.click(page_key(name))


@word
def pick_in_todo(ui: UI, name: str, title: str) -> Iterator[Action]:
    """A task of a list chosen, so that its details are shown."""
    yield from on_list(ui, name)
    yield from scroll_to(ui, "entry", "tasks", name=title)
    yield ui.click("entry", name=title)


@word
def by_the_field(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """The field for a new task is clicked."""
    for action in steps:
        if action == ui.press("n", "ctrl"):
            yield ui.click("todo.add")
        else:
            yield action


@word
def in_capitals(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """In capital letters, as nobody cares about them."""
    for action in steps:
        yield ui.type(action.text.upper()) if isinstance(action, Type) else action


@word
def elsewhere(ui: UI, steps: Iterator[Action]) -> Iterator[Action]:
    """On another list."""
    for action in steps:
        if action == ui.press("n", "ctrl"):
            yield from on_list(ui, "Work")
        yield action


instead("todo/move-task", destination=other_than(("list", "destination"), "Gifts", "Fitness"))


@word
def another_completed(ui: UI, **given: str) -> Iterator[Action]:
    """Another task is ticked off first."""
    name, title = ("Work", "Hand in the travel expenses")
    if given.get("list") == name:
        name, title = ("Reading", "The Trial") if given.get("list") != "Reading" else ("Tasks", "Call the dentist")
    yield from pick_in_todo(ui, name, title)
    yield ui.press("d", "ctrl")


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
            yield from pick_in_todo(ui, given["list"], given["title"])
            yield ui.press(key, *modifiers)


for _subtask in _WAYS:
    _register(_subtask)


@wrong_run("todo/move-task", "todo/rename-task")
def as_a_new_task(ui: UI, **given: str) -> Iterator[Action]:
    """The task goes, and another one is made."""
    yield from pick_in_todo(ui, given["list"], given["title"])
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")
    yield from on_list(ui, given.get("destination", given["list"]))
    yield ui.press("n", "ctrl")
    yield ui.type(f"{given.get('new_title', given['title'])}\n")


@wrong_run("todo/brief-task", "todo/paste-task")
def of_another_text(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Another task is copied, and that is pasted."""
    title = {"Work": "Prepare the slides", "Groceries": "Olive oil", "Reading": "The Trial", "Tasks": "Fix the bicycle"}
    yield from pick_in_todo(ui, list, title.get(list, "Find a cat sitter"))
    yield ui.press("c", "ctrl")
    yield ui.press("n", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")
