"""The sheet in which a new task is written: `OpenDialog("new_task", title, reply)`; the reply is a `Task`, or None."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.tasks.store import Task
from omnigym.devices.sim.android.apps.tasks.view import MONTH
from omnigym.devices.sim.android.kit import action, phone_dialog
from omnigym.devices.sim.android.moments import local
from omnigym.devices.sim.app import Close, Context, Effect, Focus, Handler, OpenDialog, dismissed
from omnigym.devices.sim.common.todo import due_text
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row, stack, widget
from omnigym.devices.sim.ui.widgets import button, field, spacer

__all__ = ["APPS"]


class _State(NamedTuple):
    """The task so far, and whether its details are typed too."""

    task: Task
    wordy: bool = False


def _sheet(task: Task, wordy: bool, today: date) -> Node:
    details = (
        field(
            "tasks.new.details",
            task.details,
            name="Add details",
            placeholder="Add details",
            style="plain",
            change=("details",),
            submit=("save",),
        )
        if wordy
        else None
    )
    due = (
        row(
            button("tasks.new.due", due_text(task.due, today, MONTH), icon="m/event", style="chip", click=("pick",)),
            pad=(12, 0),
        )
        if task.due
        else None
    )
    return column(
        field(
            "tasks.new.title",
            task.title,
            name="New task",
            placeholder="New task",
            style="plain",
            change=("title",),
            submit=("save",),
        ),
        details,
        due,
        row(
            action("tasks.new.more", "notes", "Add details", ("wordy",)),
            action("tasks.new.date", "schedule", "Add date", ("pick",)),
            action("tasks.new.star", "star" if task.starred else "star_border", "Star", ("star",)),
            spacer(),
            button("tasks.new.save", "Save", style="text", disabled=not task.title.strip(), click=("save",)),
        ),
        style="sheet",
        role=Role.DIALOG,
        name="New task",
        key="tasks.sheet",
        pad=(12, 14, 12, 6),
        gap=4,
        click=None,
    )


def _view(state: _State, ctx: Context) -> Node:
    shade = widget("veil", "tasks.shade", None, w=FILL, h=FILL, focusable=False, click=("back",))
    today = local(ctx.clock_ms, ctx.settings).date()
    return stack(shade, column(spacer(h=FILL), panel(_sheet, state.task, state.wordy, today), h=FILL), h=FILL)


def _title(state: _State, _ctx: Context, title: str) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    return state._replace(task=task._replace(title=title)), ()


def _details(state: _State, _ctx: Context, details: str) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    return state._replace(task=task._replace(details=details)), ()


def _wordy(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(wordy=True), (Focus("tasks.new.details"),)


def _star(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    return state._replace(task=task._replace(starred=not task.starred)), ()


def _pick(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    return state, (OpenDialog("pick_date", ("Select date", task.due), ("dated",)),)


def _dated(state: _State, _ctx: Context, day: str | None) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    return (state, ()) if day is None else (state._replace(task=task._replace(due=day)), ())


def _save(state: _State, _ctx: Context, *_rest: object) -> tuple[_State, tuple[Effect, ...]]:
    task = state.task
    if task.title.strip():
        return state, (Close(task._replace(title=task.title.strip(), details=task.details.strip())),)
    return state, ()


_ON: Mapping[str, Handler] = {
    "title": _title,
    "details": _details,
    "wordy": _wordy,
    "star": _star,
    "pick": _pick,
    "dated": _dated,
    "save": _save,
    "back": dismissed,
}


def _init(title: str, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(Task(0, 0, title)), (Focus("tasks.new.title"),)


APPS = (phone_dialog("new_task", _init, _view, _ON, lambda _state: "New task"),)
