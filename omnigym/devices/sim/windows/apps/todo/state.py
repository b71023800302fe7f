"""The state of To Do's window, and the pieces that all its commands are made of."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Context, Effect, SetFiles
from omnigym.devices.sim.common.todo import changed, find
from omnigym.devices.sim.documents.edit import Edit, start_editing
from omnigym.devices.sim.vfs import VfsError
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.todo.book import Book, Task, read_book, write_book
from omnigym.devices.sim.windows.apps.todo.pages import MY_DAY
from omnigym.devices.sim.windows.clock import local
from omnigym.documents import plain

__all__ = ["Result", "State", "kept", "replaced", "selected", "shown_task", "today"]


class State(NamedTuple):
    """The state of the window. What it is about, lists and tasks, is in the file.

    Attributes:
        page: The page shown: the name of a list, or a `pages.Page`'s id.
        query: What is searched for.
        selected: Id of the task whose details are shown, or "".
        adding: The text of a task that is being added.
        title, step, note: The title, a new step and the note of the selected task, as they are being edited.
        renaming: The new name of the list while it is typed, or None.
        show_done: Whether the tasks that are done are shown.
        menu: Whether the pages are shown in the place of the tasks, where a window has no room for both.
    """

    page: str = MY_DAY
    query: str = ""
    selected: str = ""
    adding: str = ""
    title: str = ""
    step: str = ""
    note: Edit = Edit()
    renaming: str | None = None
    show_done: bool = True
    menu: bool = False


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def selected(state: State, ctx: Context) -> Task | None:
    """The task whose details are shown; None where it is gone."""
    return find(read_book(ctx.vfs).tasks, state.selected) if state.selected else None


def shown_task(state: State, task: Task | None) -> State:
    """The state with the details of a task, or with none."""
    if task is None:
        return state._replace(selected="", title="", step="", note=Edit())
    note = plain(task.note)
    close = note._replace(paragraphs=tuple([p._replace(style="No Spacing") for p in note.paragraphs]))
    return state._replace(selected=task.id, title=task.title, step="", note=start_editing(close))


def kept(state: State, ctx: Context, book: Book, *effects: Effect) -> Result:
    """The state with another book written, or the reason why it cannot be."""
    try:
        return state, (SetFiles(write_book(ctx.vfs, book, ctx.clock_ms)), *effects)
    except VfsError as e:
        return state, (tell("To Do", str(e)),)


def replaced(state: State, ctx: Context, task: Task, *effects: Effect) -> Result:
    """The state with a task written in the place of the one of its id."""
    book = read_book(ctx.vfs)
    return kept(state, ctx, book._replace(tasks=changed(book.tasks, task)), *effects)
