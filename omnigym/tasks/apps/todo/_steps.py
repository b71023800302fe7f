"""What the subtasks of To Do share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import in_front, scroll_to
from omnigym.tasks.subtask import UI, Condition, Need, Resource, all_of

__all__ = [
    "ON_LIST",
    "PICKED",
    "TODO",
    "list_gone",
    "list_is",
    "list_need",
    "on_list",
    "page_key",
    "pick",
    "task_gone",
    "task_is",
    "task_need",
    "tasks",
]

TODO: Mapping[str, object] = {
    "app": "todo",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
#: Milestones: the list is shown; the task is chosen in it.
ON_LIST = Condition("window_titled", {"title": "{list} - Microsoft To Do"})
PICKED = all_of(ON_LIST, Condition("control_exists", {"name": "{title}", "role": "list_item", "states": "selected"}))


def task_is(title: str = "{title}", place: str = "{list}", *, new: bool = False, **columns: object) -> Condition:
    """The task that there was is in a list, and has these columns; with ``new`` there is another one.

    People do not care about the case of what they call it.
    """
    was = None if new else {"title": "{title}", "list": "{list}"}
    return row_is("todo/tasks", any_case=True, was=was, title=title, list=place, **columns)


def task_gone() -> Condition:
    """No such task is in the list, and others are."""
    return row_gone("todo/tasks", any_case=True, others=True, title="{title}", list="{list}")


def list_is(name: str = "{list}") -> Condition:
    return row_is("todo/lists", any_case=True, name=name)


def list_gone() -> Condition:
    return row_gone("todo/lists", any_case=True, others=True, name="{list}")


def task_need(*, consumes: bool = False) -> Need:
    """A task of the user's, which is there from the start where no other subtask made it."""
    return Need(Resource("todo", "{list}/{title}"), (), consumes)


def list_need(name: str = "{list}", *, consumes: bool = False) -> Need:
    return Need(Resource("todo_list", name), (), consumes)


def tasks(*values: tuple[str, ...], more: tuple[str, ...] = ()) -> tuple[dict[str, str], ...]:
    """Parameter sets of a list, a task in it and ``more``."""
    return tuple(dict(zip(("list", "title", *more), v, strict=True)) for v in values)


def page_key(name: str) -> str:
    """The key of a list among the pages at the left; the first one is always there."""
    return "todo.page.tasks" if name == "Tasks" else f"todo.list.{name}"


def on_list(ui: UI, name: str) -> Iterator[Action]:
    """A list shown in the window in front."""
    yield from in_front(ui)
    if ui.find("todo.pages") is None:
        yield ui.click("todo.menu")
    yield from scroll_to(ui, page_key(name), "todo.pages")
    yield ui.click(page_key(name))


def pick(ui: UI, name: str, title: str) -> Iterator[Action]:
    """A task of a list chosen, so that its details are shown."""
    yield from on_list(ui, name)
    yield from scroll_to(ui, "entry", "tasks", name=title)
    yield ui.click("entry", name=title)
