"""The screens of Tasks: a list, and one task."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.tasks.store import TASK_LISTS, TASKS, Task, TaskList
from omnigym.devices.sim.android.kit import action, empty, fab, screen
from omnigym.devices.sim.android.moments import local
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.common.todo import due_text, find, parted
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import MenuItem, button, field, icon, scroll, spacer, tab, text

__all__ = ["LIST", "MONTH", "STARRED", "State", "chosen_list", "view"]

LIST = "tasks.list"
#: The number of the list of all tasks with a star.
STARRED = 0
#: How months are written, as of `due_text`.
MONTH = "%b"


class State(NamedTuple):
    """Where one is.

    Attributes:
        list: Number of the list that is shown; -1 for the first one.
        task: Id of the task that is open, or 0.
        done: Whether completed tasks are shown.
    """

    list: int = -1
    task: int = 0
    done: bool = False


def chosen_list(state: State, lists: tuple[TaskList, ...]) -> int:
    """The number of the list that is shown: the first one where that of the state is gone."""
    if state.list == STARRED or any(x.id == state.list for x in lists):
        return state.list
    return lists[0].id if lists else STARRED


def _chip(due: str, today: date) -> Node:
    late = due < today.isoformat()
    words = text(due_text(due, today, MONTH), style="error" if late else "label", role=None)
    return row(row(words, style="chip", pad=(10, 4), w=AUTO))


def _row(task: Task, today: date) -> Node:
    key = f"tasks.task.{task.id}"
    mark = f"Mark {task.title} as {'not done' if task.done else 'done'}"
    tick = action(f"{key}.done", "check" if task.done else "radio_button_unchecked", mark, ("done", task.id))
    mark = f"{'Remove star from' if task.starred else 'Add star to'} {task.title}"
    star = action(f"{key}.star", "star" if task.starred else "star_border", mark, ("star", task.id))
    words = column(
        text(task.title, style="muted_body" if task.done else "body", w=FILL, wrap=True, role=None),
        text(task.details, style="muted", w=FILL, role=None) if task.details else None,
        _chip(task.due, today) if task.due else None,
        gap=4,
        pad=(0, 8),
    )
    return row(
        tick,
        words,
        star,
        style="item",
        key=key,
        role=Role.LIST_ITEM,
        name=f"{task.title}{', done' if task.done else ''}",
        w=FILL,
        pad=(8, 2, 6, 2),
        gap=4,
        click=("edit", task.id),
        context=("menu", task.id),
    )._replace(value=task.due)


def _tabs(lists: tuple[TaskList, ...], chosen: int) -> Node:
    starred = button(
        "tasks.starred",
        icon="m/star" if chosen == STARRED else "m/star_border",
        name="Starred",
        style="icon",
        click=("list", STARRED),
    )
    names = [tab(f"tasks.tab.{x.id}", x.name, selected=x.id == chosen, click=("list", x.id)) for x in lists]
    new = button("tasks.new_list", "New list", icon="m/add", style="text", click=("new_list",))
    return row(starred, *names, new, h=52, pad=(4, 0), role=Role.TAB_LIST, name="Lists")


def _list(tasks: tuple[Task, ...], finished: tuple[Task, ...], shown: bool, today: date) -> Node:
    fold = (
        [
            row(
                text(f"Completed ({len(finished)})", style="strong", w=FILL, role=None),
                icon("m/expand_less" if shown else "m/expand_more"),
                style="item",
                key="tasks.completed",
                role=Role.BUTTON,
                name=f"Completed ({len(finished)})",
                h=52,
                pad=(20, 0),
                click=("show_done",),
            )
        ]
        if finished
        else []
    )
    return column(
        *[memo(_row, t, today, w=FILL) for t in tasks],
        *fold,
        *[memo(_row, t, today, w=FILL) for t in (finished if shown else ())],
        role=Role.LIST,
        name="Tasks",
        pad=(0, 4, 0, 90),
    )


def _home(state: State, ctx: Context) -> Node:
    lists, chosen = TASK_LISTS.rows(ctx.vfs), chosen_list(state, TASK_LISTS.rows(ctx.vfs))
    today = local(ctx.clock_ms, ctx.settings).date()
    rows = [t for t in TASKS.rows(ctx.vfs) if (t.starred if chosen == STARRED else t.list == chosen)]
    todo, finished = parted(rows, lambda t: t.done)
    name = next((x.name for x in lists if x.id == chosen), "Starred")
    menu = (
        MenuItem("tasks.menu.rename", "Rename list", ("rename",), icon="m/edit", enabled=chosen != STARRED),
        MenuItem(
            "tasks.menu.delete_list",
            "Delete list",
            ("delete_list",),
            icon="m/delete",
            enabled=chosen != STARRED and len(lists) > 1,
        ),
        MenuItem(
            "tasks.menu.clear", "Delete all completed tasks", ("clear",), icon="m/delete_sweep", enabled=bool(finished)
        ),
    )
    head = row(
        text(name, style="heading", w=FILL, role=Role.HEADING),
        action("tasks.more", "more_vert", "More options", menu=menu),
        h=52,
        pad=(20, 0, 6, 0),
    )
    body: Element = scroll(LIST, panel(_list, todo, finished, state.done, today), name="Tasks")
    if not rows:
        body = empty("task_alt", "No starred tasks" if chosen == STARRED else "No tasks yet")
    elif not todo and not state.done:
        body = column(panel(_list, (), finished, False, today), empty("task_alt", "All tasks completed"), h=FILL)
    title = row(text("Tasks", style="title", w=FILL), h=60, justify="center", pad=(20, 0))
    return screen(
        "tasks",
        "Tasks",
        title,
        panel(_tabs, lists, chosen),
        head,
        body,
        floating=fab("tasks.add", "add", "Add new task", ("add",)),
    )


def _line(image: str, child: Element, *more: Element) -> Node:
    return row(icon(f"m/{image}"), child, *more, pad=(20, 0, 10, 0), gap=8, h=60)


def _task(task: Task, listed: str, today: date) -> Node:
    mark = "Remove star" if task.starred else "Add star"
    star = action("tasks.star", "star" if task.starred else "star_border", mark, ("star", task.id))
    up = button("tasks.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",))
    due = button(
        "tasks.date",
        due_text(task.due, today, MONTH) if task.due else "Add date",
        style="chip" if task.due else "text",
        click=("pick", task.id),
    )
    clear = action("tasks.no_date", "close", "Clear date", ("dated", task.id, "")) if task.due else spacer()
    return screen(
        "tasks",
        task.title or "Task",
        row(
            up, spacer(), star, action("tasks.delete", "delete", "Delete", ("delete", task.id)), h=64, pad=(4, 0, 6, 0)
        ),
        row(button("tasks.move", listed, icon="m/arrow_drop_down", style="text", click=("move", task.id)), pad=(10, 0)),
        row(
            field(
                "tasks.title",
                task.title,
                name="Title",
                placeholder="Enter title",
                style="headline",
                change=("change", "title"),
            ),
            pad=(4, 0),
        ),
        _line(
            "notes",
            field(
                "tasks.details",
                task.details,
                name="Details",
                placeholder="Add details",
                style="plain",
                change=("change", "details"),
            ),
        ),
        _line("schedule", due, clear, spacer()),
        spacer(h=FILL),
        row(
            spacer(),
            button(
                "tasks.mark",
                "Mark uncompleted" if task.done else "Mark completed",
                style="text",
                click=("done", task.id),
            ),
            h=64,
            pad=(0, 0, 12, 0),
        ),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    task = find(TASKS.rows(ctx.vfs), state.task)
    if task is None:
        return _home(state, ctx)
    listed = next((x.name for x in TASK_LISTS.rows(ctx.vfs) if x.id == task.list), "My Tasks")
    return _task(task, listed, local(ctx.clock_ms, ctx.settings).date())
