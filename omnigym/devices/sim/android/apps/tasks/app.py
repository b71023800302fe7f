"""Tasks: lists of what is to be done, with details, days and stars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.android.apps.tasks.initial import with_tasks
from omnigym.devices.sim.android.apps.tasks.store import TASK_LISTS, TASKS, TODO_TABLES, Task, TaskList
from omnigym.devices.sim.android.apps.tasks.styles import TASKS_STYLES
from omnigym.devices.sim.android.apps.tasks.view import LIST, STARRED, State, chosen_list, view
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.app import Context, Effect, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.commands import MENU, Command, Commands, commanded, gone, rows_of
from omnigym.devices.sim.common.todo import changed, find
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import Program, Taken
from omnigym.devices.sim.tables.table import next_id

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_TEXT = "text:"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """A new task on the first list, of a path "text:WORDS"."""
    if not path.startswith(_TEXT):
        return state, ()
    return State(), (OpenDialog("new_task", " ".join(path.removeprefix(_TEXT).split()), ("new",)),)


def _kept(ctx: Context, rows: tuple[Task, ...]) -> SetFiles:
    return SetFiles(TASKS.written(ctx.vfs, rows, ctx.clock_ms))


def _with(state: State, ctx: Context, number: int, **fields: Any) -> _Result:
    """The task with other fields."""
    rows = TASKS.rows(ctx.vfs)
    task = find(rows, number)
    return state, (_kept(ctx, changed(rows, task._replace(**fields)) if task is not None else rows),)


def _new(state: State, ctx: Context, draft: Task | None) -> _Result:
    """A task is written."""
    if draft is None:
        return state, ()
    rows, lists, vfs = TASKS.rows(ctx.vfs), TASK_LISTS.rows(ctx.vfs), ctx.vfs
    if not lists:  # a task needs one to be on
        lists = (TaskList(1, "My Tasks"),)
        vfs = TASK_LISTS.written(vfs, lists, ctx.clock_ms)
    chosen = chosen_list(state, lists)
    where = lists[0].id if chosen == STARRED else chosen
    new = draft._replace(id=next_id(rows), list=where, starred=draft.starred or chosen == STARRED)
    return state, (SetFiles(TASKS.written(vfs, (new, *rows), ctx.clock_ms)), ScrollTo(LIST))


def _put(state: State, ctx: Context, task: Task, after: Task | None) -> _Result:
    """The task as it is afterwards; one that is done or gone is no longer open."""
    if after is None or after.done != task.done:
        state = state._replace(task=0)
    return _RECORDS.put(state, ctx, task, after)


def _pick(state: State, _ctx: Context, task: Task) -> _Result:
    return state, (OpenDialog("pick_date", ("Select date", task.due), ("dated", task.id)),)


def _dated(state: State, ctx: Context, number: int, day: str | None) -> _Result:
    return (state, ()) if day is None else _with(state, ctx, number, due=day)


def _move(state: State, ctx: Context, task: Task) -> _Result:
    options = tuple([(str(x.id), x.name) for x in TASK_LISTS.rows(ctx.vfs)])
    return state, (OpenDialog("choose", ("Move task to", options, str(task.list)), ("moved", task.id)),)


def _moved(state: State, ctx: Context, number: int, where: str | None) -> _Result:
    return _with(state, ctx, number, list=int(where)) if where else (state, ())


_RECORDS = rows_of(TASKS, lambda state: state.task)
_TASK = Commands(
    "tasks",
    Command("done", "Done", change=lambda t: t._replace(done=not t.done), places=()),
    Command("star", "Star", change=lambda t: t._replace(starred=not t.starred), places=()),
    Command("pick", "Add date", run=_pick, places=()),
    Command("edit", "Open", run=lambda s, _, task: (s._replace(task=task.id), ()), icon="m/edit", places=(MENU,)),
    Command("move", "Move to another list", run=_move, icon="m/drive_file_move", places=(MENU,)),
    Command("delete", "Delete", change=gone, icon="m/delete", places=(MENU,)),
    records=_RECORDS._replace(put=_put),
    menu="menu",
)


# -- lists ----------------------------------------------------------------------------------------------------


def _new_list(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("prompt", ("Create new list", "Enter list title", "", "Done"), ("named", 0)),)


def _rename(state: State, ctx: Context) -> _Result:
    lists = TASK_LISTS.rows(ctx.vfs)
    chosen = chosen_list(state, lists)
    name = next((x.name for x in lists if x.id == chosen), "")
    args = ("Rename list", "Enter list title", name, "Done")
    return (state, (OpenDialog("prompt", args, ("named", chosen)),)) if name else (state, ())


def _named(state: State, ctx: Context, number: int, name: str | None) -> _Result:
    """A list has a name: a new one for 0."""
    if not name or not name.strip():
        return state, ()
    lists = TASK_LISTS.rows(ctx.vfs)
    if number:
        named = tuple([x._replace(name=name.strip()) if x.id == number else x for x in lists])
    else:
        named = (*lists, TaskList(next_id(lists), name.strip()))
    after = SetFiles(TASK_LISTS.written(ctx.vfs, named, ctx.clock_ms))
    return (state if number else State(named[-1].id)), (after,)


def _delete_list(state: State, _ctx: Context) -> _Result:
    args = ("Delete this list?", "All tasks on it will be deleted too.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("list_deleted",)),)


def _list_deleted(state: State, ctx: Context, yes: bool) -> _Result:
    lists = TASK_LISTS.rows(ctx.vfs)
    chosen = chosen_list(state, lists)
    if not yes or len(lists) < 2:
        return state, ()
    vfs = TASK_LISTS.written(ctx.vfs, tuple([x for x in lists if x.id != chosen]), ctx.clock_ms)
    rows = tuple([t for t in TASKS.rows(ctx.vfs) if t.list != chosen])
    return State(), (SetFiles(TASKS.written(vfs, rows, ctx.clock_ms)),)


def _clear(state: State, ctx: Context) -> _Result:
    """The completed tasks of the list are gone."""
    chosen = chosen_list(state, TASK_LISTS.rows(ctx.vfs))
    rows = TASKS.rows(ctx.vfs)
    gone = {t.id for t in rows if t.done and (t.starred if chosen == STARRED else t.list == chosen)}
    return state, (_kept(ctx, tuple([t for t in rows if t.id not in gone])),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.task:
        return state._replace(task=0), ()
    return (State(), ()) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "add": lambda s, _: (s, (OpenDialog("new_task", "", ("new",)),)),
    "back": _back,
    "change": lambda s, ctx, name, value: _with(s, ctx, s.task, **{name: value}),
    "clear": _clear,
    "dated": _dated,
    "delete_list": _delete_list,
    "list": lambda _, __, number: (State(number), (ScrollTo(LIST),)),
    "list_deleted": _list_deleted,
    "moved": _moved,
    "named": _named,
    "new": _new,
    "new_list": _new_list,
    "opened": _opened,
    "rename": _rename,
    "show_done": lambda s, _: (s._replace(done=not s.done), ()),
}


_APP = phone_app(
    name="tasks",
    title="Tasks",
    icon="app/tasks",
    art={"app/tasks": sign_icon(0xFFFFFF, "task_alt", 0x1A73E8, 0.66)},
    styles=TASKS_STYLES,
    program=Program(category="Task Management", takes=(Taken("text", 4),)),
    initial=with_tasks,
    init=_init,
    view=view,
    on=_UPDATES,
    tables=TODO_TABLES,
)
APPS = (commanded(_APP, _TASK),)
