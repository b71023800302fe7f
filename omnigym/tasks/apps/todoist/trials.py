"""Other right ways and wrong runs in Todoist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.todoist.tasks import complete, on
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


_ALL = ("quick-add", "complete", "move-to-section", "first-priority", "new-project", "comment-with-file")
_OF_TASKS = tuple([f"todoist/{name}" for name in _ALL if name != "new-project"])


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """What is coming is looked at first, and a task opened."""
    yield from on(ui, {"project": "#upcoming"})
    yield ui.click("record", name="Fix the dripping tap")
    yield ui.click("todoist.shut")


def _another_completed(ui: UI, **_: Any) -> Iterator[Action]:
    """Another task is completed first."""
    yield from complete(ui, "Buy stamps", "Errands")


def _another_completed_and_undone(ui: UI, **_: Any) -> Iterator[Action]:
    """Another task is completed first, by mistake."""
    yield from complete(ui, "Buy stamps", "Errands")
    yield ui.click("todoist.toast.undo")


before_it("after_a_look", _a_look, *[f"todoist/{name}" for name in _ALL], harmless=True)
before_it("another_completed", _another_completed, *[f"todoist/{name}" for name in _ALL])
before_it("another_undone", _another_completed_and_undone, *[f"todoist/{name}" for name in _ALL], harmless=True)
spelled("in_capitals", str.upper, "title", "todoist/quick-add")
spelled("with_a_space", padded, "project", "todoist/new-project")
instead("todoist/quick-add", "todoist/new-project")
besides("todoist/quick-add", "todoist/new-project")
instead("todoist/quick-add", values=("words",))
instead("todoist/quick-add", values=("rank",))
instead("todoist/quick-add", values=("label",))
instead("todoist/quick-add", project="Inbox", what="place", label="x")
instead("todoist/move-to-section", values=("to",))
instead("todoist/comment-with-file", values=("text",))
instead("todoist/complete", "todoist/first-priority", title="Buy stamps", project="Errands")
instead("todoist/comment-with-file", what="task_s_file", folder="Documents", name="notes.txt")


@right_way("todoist/complete")
def completed_by_menu(ui: UI, title: str, project: str) -> Iterator[Action]:
    """The context menu."""
    yield from on(ui, {"project": project})
    yield from do(ui, "complete", title, via="menu")


@wrong_run("todoist/complete")
def deleted_instead(ui: UI, title: str, project: str) -> Iterator[Action]:
    """It is gone."""
    yield from on(ui, {"project": project})
    yield from do(ui, "delete", title, via="menu")
    yield from answer(ui, "message.delete")


def _form(ui: UI, title: str, project: str, line: str, option: str) -> Iterator[Action]:
    """A choice in a task's form."""
    yield from on(ui, {"project": project})
    yield ui.click("record", name=title)
    yield ui.click(f"todoist.form.{line}")
    yield ui.click(ui.node(Role.MENU_ITEM, option) or option)
    yield ui.click("todoist.save")


@right_way("todoist/move-to-section", "todoist/first-priority")
def in_its_form(ui: UI, title: str, project: str, to: str = "", **_: str) -> Iterator[Action]:
    """A choice in its form."""
    yield from _form(ui, title, project, "section" if to else "priority", to or "Priority 1")


@wrong_run("todoist/first-priority")
def second_priority(ui: UI, title: str, project: str) -> Iterator[Action]:
    """Not quite."""
    yield from _form(ui, title, project, "priority", "Priority 2")


@right_way("todoist/quick-add")
def from_the_inbox(ui: UI, title: str, project: str, words: str, rank: int, label: str, **_: Any) -> Iterator[Action]:
    """The project is said in the line, too, and the order is another."""
    yield from on(ui, {"project": "Inbox"})
    yield from do(ui, "add", via="key")
    yield ui.type(f"p{rank} {title} @{label} #{project} {words}\n")


@wrong_run("todoist/comment-with-file")
def without_its_file(ui: UI, title: str, project: str, text: str, **_: str) -> Iterator[Action]:
    """The text alone."""
    yield from on(ui, {"project": project})
    yield ui.click("record", name=title)
    yield ui.click("todoist.comment")
    yield ui.type(f"{text}\n")
