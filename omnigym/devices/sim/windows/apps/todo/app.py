"""Microsoft To Do. Its lists and tasks are one file, so that whatever changes that is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.ui.nodes import FILL, Node, row
from omnigym.devices.sim.ui.widgets import Entry
from omnigym.devices.sim.windows.apps.todo.art import TODO_ART
from omnigym.devices.sim.windows.apps.todo.book import TODO_TABLES, Book, read_book
from omnigym.devices.sim.windows.apps.todo.commands import TASK_HANDLERS
from omnigym.devices.sim.windows.apps.todo.details import details_pane
from omnigym.devices.sim.windows.apps.todo.files import FILE_HANDLERS
from omnigym.devices.sim.windows.apps.todo.initial import with_initial_tasks
from omnigym.devices.sim.windows.apps.todo.lists import LIST_HANDLERS
from omnigym.devices.sim.windows.apps.todo.pages import counts, rows_of, title_of
from omnigym.devices.sim.windows.apps.todo.state import Result, State, selected, today
from omnigym.devices.sim.windows.apps.todo.styles import TODO_STYLES
from omnigym.devices.sim.windows.apps.todo.view import ADD, LIST, SEARCH, page_view, pages_pane

__all__ = ["APPS"]

#: Widths of the panes, and of what the tasks need beside them.
_PAGES_W, _DETAILS_W, _TASKS_W = 224, 288, 320

_ROWS: Derived[tuple[Entry, ...]] = Derived(32)
_COUNTS: Derived[tuple[tuple[str, int], ...]] = Derived(4)


def _rows(state: State, book: Book, day: date) -> tuple[Entry, ...]:
    def made() -> tuple[Entry, ...]:
        rows = rows_of(book, state.page, state.query, day, state.show_done)
        return tuple([Entry(r.id, r.title, r) for r in rows])

    return _ROWS.get((state.page, state.query, day, state.show_done), book, made)


def _view(state: State, ctx: Context) -> Node:
    book, day = read_book(ctx.vfs), today(ctx)
    task = selected(state, ctx)
    beside = _DETAILS_W if task is not None else 0
    narrow = ctx.w < _PAGES_W + _TASKS_W + beside
    pages = None
    if not narrow or state.menu:
        numbers = _COUNTS.get(day, book, lambda: tuple(sorted(counts(book, day).items())))
        name = ctx.settings.get("account.name", "")
        pages = pages_pane(name, state.query, book.lists, numbers, state.page, FILL if narrow else _PAGES_W)
    if narrow and state.menu:
        return row(pages, h=FILL, align="stretch")
    alone = task is not None and ctx.w < _TASKS_W + _DETAILS_W
    details = None
    if task is not None:
        width = FILL if alone else _DETAILS_W
        details = details_pane(task, book.lists, state.title, state.step, state.note, day, width)
    tasks = None
    if not alone:
        rows = _rows(state, book, day)
        tasks = page_view(state.page, state.query, state.renaming, state.adding, rows, state.selected, day, menu=narrow)
    return row(pages, tasks, details, h=FILL, align="stretch")


_HANDLERS: Mapping[str, Callable[..., Result]] = {**TASK_HANDLERS, **LIST_HANDLERS, **FILE_HANDLERS}


APPS = (
    App(
        name="todo",
        title="Microsoft To Do",
        icon="todo",
        art=TODO_ART,
        styles=TODO_STYLES,
        program=Program(
            spoken=("To Do", "Microsoft To Do"),
            category="Task Management",
            pinned=9,
        ),
        initial=lambda vfs, now: with_initial_tasks(vfs, now - 86_400_000),
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_HANDLERS,
        caption=lambda state: f"{title_of(state.page)} - Microsoft To Do",
        keys=(
            ("ctrl+n", ("focus", ADD)),
            ("ctrl+f", ("focus", SEARCH)),
            ("ctrl+l", ("new_list",)),
            ("ctrl+d", ("of_selected", "complete")),
            ("ctrl+t", ("of_selected", "my_day")),
            ("ctrl+c", ("of_selected", "copy")),
            ("delete", ("of_selected", "delete")),
            ("f2", ("edit_title",)),
        ),
        tables=TODO_TABLES,
        size=(920, 580),
        min_size=(340, 400),
        single=True,
        locate={
            "tasks": {"key": LIST},
            "entry": {"role": Role.LIST_ITEM, "name": "{name}"},
            "page": {"role": Role.TREE_ITEM, "name": "{name}"},
            "delete_confirm": {"key": "message.delete"},
        },
    ),
)
