"""Tasks: lists of what is to be done, with details, days and stars; and the sheet for a new one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.android.apps.tasks.store import TABLES, TASK_LISTS, TASKS, Task, TaskList, with_tasks
from omnigym.sim.android.dates import local
from omnigym.sim.android.kit import action, asking, asking_text, empty, fab, left, phone_app, phone_dialog, screen
from omnigym.sim.app import Close, Context, Effect, Focus, Handler, OpenDialog, ScrollTo, SetFiles, dismissed
from omnigym.sim.commands import BAR, MENU, Command, Commands, Records, commanded, gone, rows_of
from omnigym.sim.common.todo import changed, due_text, find, parted
from omnigym.sim.handlers import saved, toggles
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program, Taken
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row, stack, widget
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll, spacer, tab, text

__all__ = ["APPS"]

# -- what it keeps, and what can be done -------------------------------------------------------------------------------

LIST = "tasks.list"
#: The number of the list of all tasks with a star.
STARRED = 0


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


class ShownList(NamedTuple):
    """The list that is shown, with its tasks; that of the tasks with a star has the number `STARRED`."""

    list: TaskList
    tasks: tuple[Task, ...]
    lists: tuple[TaskList, ...]

    @property
    def own(self) -> bool:
        """Whether it is one of the user's."""
        return self.list.id != STARRED


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def shown_list(state: State, ctx: Context, *_: object) -> ShownList:
    """The list that is shown: the first one where that of the state is gone."""
    lists, tasks, starred = TASK_LISTS.rows(ctx.vfs), TASKS.rows(ctx.vfs), TaskList(STARRED, "Starred")
    first = lists[0] if lists and state.list != STARRED else starred
    chosen = next((x for x in lists if x.id == state.list), first)
    on = [t for t in tasks if (t.starred if chosen.id == STARRED else t.list == chosen.id)]
    return ShownList(chosen, tuple(on), lists)


# -- tasks -------------------------------------------------------------------------------------------------------------


def opened(state: State, _ctx: Context, path: str) -> _Result:
    """A new task on the first list, of a path "text:WORDS"."""
    if not path.startswith("text:"):
        return state, ()
    return State(), (OpenDialog("new_task", " ".join(path.removeprefix("text:").split()), ("new",)),)


def _with(state: State, ctx: Context, number: int, **fields: Any) -> _Result:
    """The task with other fields."""
    rows = TASKS.rows(ctx.vfs)
    task = find(rows, number)
    return state, (saved(TASKS, ctx, changed(rows, task._replace(**fields)) if task is not None else rows),)


def _new(state: State, ctx: Context, draft: Task | None) -> _Result:
    """A task is written."""
    if draft is None:
        return state, ()
    rows, shown, vfs = TASKS.rows(ctx.vfs), shown_list(state, ctx), ctx.vfs
    lists = shown.lists or (TaskList(1, "My Tasks"),)  # a task needs one to be on
    if not shown.lists:
        vfs = TASK_LISTS.written(vfs, lists, ctx.clock_ms)
        shown = shown_list(state, ctx._replace(vfs=vfs))
    where = shown.list.id if shown.own else lists[0].id
    new = draft._replace(id=next_id(rows), list=where, starred=draft.starred or not shown.own)
    return state, (SetFiles(TASKS.written(vfs, (new, *rows), ctx.clock_ms)), ScrollTo(LIST))


def _put(state: State, ctx: Context, task: Task, after: Task | None) -> _Result:
    """The task as it is afterwards; one that is done or gone is no longer open."""
    if after is None or after.done != task.done:
        state = state._replace(task=0)
    return _RECORDS.put(state, ctx, task, after)


def _pick(state: State, _ctx: Context, task: Task) -> _Result:
    return state, (OpenDialog("pick_date", ("Select date", task.due), ("dated", task.id)),)


def _move(state: State, ctx: Context, task: Task) -> _Result:
    options = tuple([(str(x.id), x.name) for x in TASK_LISTS.rows(ctx.vfs)])
    return state, (OpenDialog("choose", ("Move task to", options, str(task.list)), ("moved", task.id)),)


_RECORDS, _MENU = rows_of(TASKS, lambda state: state.task), (MENU,)
TASK = Commands(
    "tasks",
    Command("done", "Done", lambda t: t._replace(done=not t.done), places=()),
    Command("star", "Star", lambda t: t._replace(starred=not t.starred), places=()),
    Command("pick", "Add date", run=_pick, places=()),
    Command("edit", "Open", run=lambda s, _, task: (s._replace(task=task.id), ()), icon="m/edit", places=_MENU),
    Command("move", "Move to another list", run=_move, icon="m/drive_file_move", places=_MENU),
    Command("delete", "Delete", gone, icon="m/delete", places=_MENU),
    records=_RECORDS._replace(put=_put),
    menu="menu",
)


# -- lists -------------------------------------------------------------------------------------------------------------


def _new_list(_state: State, ctx: Context, name: str) -> _Result:
    lists = TASK_LISTS.rows(ctx.vfs)
    new = TaskList(next_id(lists), name)
    return State(new.id), (saved(TASK_LISTS, ctx, (*lists, new)),)


def _put_list(state: State, ctx: Context, shown: ShownList, after: ShownList | None) -> _Result:
    if after is not None:
        return state, (saved(TASK_LISTS, ctx, changed(shown.lists, after.list)),)
    vfs = TASK_LISTS.written(ctx.vfs, [x for x in shown.lists if x != shown.list], ctx.clock_ms)
    return State(), (saved(TASKS, ctx._replace(vfs=vfs), [t for t in TASKS.rows(vfs) if t.list != shown.list.id]),)


def _clear(state: State, ctx: Context, shown: ShownList) -> _Result:
    done = {t.id for t in shown.tasks if t.done}
    return state, (saved(TASKS, ctx, [t for t in TASKS.rows(ctx.vfs) if t.id not in done]),)


_SURE = asking("Delete this list?", "All tasks on it will be deleted too.", "Delete")
NEW_LIST = Commands(
    "tasks",
    Command(
        "new_list",
        "New list",
        run=_new_list,
        icon="m/add",
        ask=asking_text("Create new list", "Enter list title", yes="Done"),
    ),
)
SHOWN_LIST = Commands(
    "tasks",
    Command(
        "rename",
        "Rename list",
        lambda x, name: x._replace(list=x.list._replace(name=name)),
        icon="m/edit",
        places=_MENU,
        enabled=lambda x: x.own,
        ask=asking_text("Rename list", "Enter list title", lambda x: x.list.name, "Done"),
    ),
    Command(
        "delete_list",
        "Delete list",
        gone,
        icon="m/delete",
        places=_MENU,
        enabled=lambda x: x.own and len(x.lists) > 1,
        ask=lambda _: _SURE,
    ),
    Command(
        "clear",
        "Delete all completed tasks",
        run=_clear,
        icon="m/delete_sweep",
        places=_MENU,
        enabled=lambda x: any(t.done for t in x.tasks),
    ),
    records=Records(shown_list, _put_list),
)


def _back(state: State, _ctx: Context) -> _Result:
    if state.task:
        return state._replace(task=0), ()
    return (State(), ()) if state != State() else left(state)


ON: Mapping[str, Handler] = {
    "add": lambda s, _: (s, (OpenDialog("new_task", "", ("new",)),)),
    "back": _back,
    "change": lambda s, ctx, name, value: _with(s, ctx, s.task, **{name: value}),
    "dated": lambda s, ctx, number, day: (s, ()) if day is None else _with(s, ctx, number, due=day),
    "list": lambda _, __, number: (State(number), (ScrollTo(LIST),)),
    "moved": lambda s, ctx, number, where: _with(s, ctx, number, list=int(where)) if where else (s, ()),
    "new": _new,
    "opened": opened,
    "show_done": toggles("done"),
}


# -- its screens -------------------------------------------------------------------------------------------------------

ui = Scope("tasks", "", item="item")
#: How months are written, as of `due_text`.
MONTH = "%b"


def _mark(key: str, there: bool, images: tuple[str, str], names: tuple[str, str], *msg: object) -> Node:
    """A button that turns something on (the second image and name) or off."""
    return action(ui.key(key), images[there], names[there], msg)


_TICKS, _STARS = ("radio_button_unchecked", "check"), ("star_border", "star")


def _chip(due: str, today: date) -> Node:
    words = ui.text(due_text(due, today, MONTH), "error" if due < today.isoformat() else "label")
    return row(row(words, style="chip", pad=(10, 4), w=AUTO))


def _row(task: Task, today: date) -> Node:
    key, title = f"task.{task.id}", task.title
    done = f"Mark {title} as done", f"Mark {title} as not done"
    words = column(
        ui.text(title, "muted_body" if task.done else "body", w=FILL, wrap=True),
        ui.text(task.details, "muted", w=FILL) if task.details else None,
        _chip(task.due, today) if task.due else None,
        gap=4,
        pad=(0, 8),
    )
    look: dict[str, Any] = {"w": FILL, "pad": (8, 2, 6, 2), "gap": 4}
    return ui.item(
        key,
        f"{title}{', done' if task.done else ''}",
        _mark(f"{key}.done", task.done, _TICKS, done, "done", task.id),
        words,
        _mark(
            f"{key}.star", task.starred, _STARS, (f"Add star to {title}", f"Remove star from {title}"), "star", task.id
        ),
        click=("edit", task.id),
        context=("menu", task.id),
        **look,
    )._replace(value=task.due)


def _tabs(lists: tuple[TaskList, ...], chosen: int) -> Node:
    image = "m/star" if chosen == STARRED else "m/star_border"
    starred = ui.tool("starred", image, "Starred", "icon", click=("list", STARRED))
    names = [tab(f"tasks.tab.{x.id}", x.name, selected=x.id == chosen, click=("list", x.id)) for x in lists]
    new = NEW_LIST.buttons(BAR, lists, labelled=True, style="text")
    return row(starred, *names, *new, h=52, pad=(4, 0), role=Role.TAB_LIST, name="Lists")


def _list(tasks: tuple[Task, ...], finished: tuple[Task, ...], shown: bool, today: date) -> Node:
    count = f"Completed ({len(finished)})"
    fold = ui.item(
        "completed",
        count,
        ui.text(count, "strong", w=FILL),
        icon("m/expand_less" if shown else "m/expand_more"),
        role=Role.BUTTON,
        h=52,
        pad=(20, 0),
        click=("show_done",),
    )
    return column(
        *[memo(_row, t, today, w=FILL) for t in tasks],
        fold if finished else None,
        *[memo(_row, t, today, w=FILL) for t in (finished if shown else ())],
        role=Role.LIST,
        name="Tasks",
        pad=(0, 4, 0, 90),
    )


def _home(state: State, ctx: Context) -> Node:
    shown, today = shown_list(state, ctx), local(ctx.clock_ms, ctx.settings).date()
    todo, finished = parted(shown.tasks, lambda t: t.done)
    more = action("tasks.more", "more_vert", "More options", menu=SHOWN_LIST.items(MENU, shown))
    body: Element = scroll(LIST, panel(_list, todo, finished, state.done, today), name="Tasks")
    if not shown.tasks:
        body = empty("task_alt", "No tasks yet" if shown.own else "No starred tasks")
    elif not todo and not state.done:
        body = column(panel(_list, (), finished, False, today), empty("task_alt", "All tasks completed"), h=FILL)
    return screen(
        "tasks",
        "Tasks",
        row(text("Tasks", style="title", w=FILL), h=60, justify="center", pad=(20, 0)),
        panel(_tabs, shown.lists, shown.list.id),
        row(ui.heading(shown.list.name, "heading", w=FILL), more, h=52, pad=(20, 0, 6, 0)),
        body,
        floating=fab("tasks.add", "add", "Add new task", ("add",)),
    )


def _line(image: str, child: Element, *more: Element) -> Node:
    return row(icon(f"m/{image}"), child, *more, pad=(20, 0, 10, 0), gap=8, h=60)


def _task(task: Task, listed: str, today: date) -> Node:
    due = due_text(task.due, today, MONTH) if task.due else "Add date"
    clear = action("tasks.no_date", "close", "Clear date", ("dated", task.id, "")) if task.due else spacer()
    title = {"placeholder": "Enter title", "change": ("change", "title")}
    details = {"placeholder": "Add details", "change": ("change", "details")}
    mark = "Mark uncompleted" if task.done else "Mark completed"
    return screen(
        "tasks",
        task.title or "Task",
        row(
            ui.tool("up", "m/arrow_back", "Navigate up", "icon", click=("back",)),
            spacer(),
            _mark("star", task.starred, _STARS, ("Add star", "Remove star"), "star", task.id),
            action("tasks.delete", "delete", "Delete", ("delete", task.id)),
            h=64,
            pad=(4, 0, 6, 0),
        ),
        row(ui.button("move", listed, "text", icon="m/arrow_drop_down", click=("move", task.id)), pad=(10, 0)),
        row(ui.field("title", task.title, "Title", "headline", **title), pad=(4, 0)),
        _line("notes", ui.field("details", task.details, "Details", "plain", **details)),
        _line(
            "schedule", ui.button("date", due, "chip" if task.due else "text", click=("pick", task.id)), clear, spacer()
        ),
        spacer(h=FILL),
        row(spacer(), ui.button("mark", mark, "text", click=("done", task.id)), h=64, pad=(0, 0, 12, 0)),
    )


def _view(state: State, ctx: Context) -> Node:
    task = find(TASKS.rows(ctx.vfs), state.task)
    if task is None:
        return _home(state, ctx)
    listed = next((x.name for x in TASK_LISTS.rows(ctx.vfs) if x.id == task.list), "My Tasks")
    return _task(task, listed, local(ctx.clock_ms, ctx.settings).date())


# -- the sheet in which a new task is written --------------------------------------------------------------------------


class Draft(NamedTuple):
    """The task so far, and whether its details are typed too."""

    task: Task
    wordy: bool = False


def _field(name: str, value: str, hint: str) -> Node:
    on = {"placeholder": hint, "change": ("change", name), "submit": ("save",)}
    return ui.field(f"new.{name}", value, hint, "plain", **on)


def _sheet(task: Task, wordy: bool, today: date) -> Node:
    due = ui.button("new.due", due_text(task.due, today, MONTH), "chip", icon="m/event", click=("pick",))
    return column(
        _field("title", task.title, "New task"),
        _field("details", task.details, "Add details") if wordy else None,
        row(due, pad=(12, 0)) if task.due else None,
        row(
            action("tasks.new.more", "notes", "Add details", ("wordy",)),
            action("tasks.new.date", "schedule", "Add date", ("pick",)),
            action("tasks.new.star", "star" if task.starred else "star_border", "Star", ("star",)),
            spacer(),
            ui.button("new.save", "Save", "text", disabled=not task.title.strip(), click=("save",)),
        ),
        style="sheet",
        role=Role.DIALOG,
        name="New task",
        key="tasks.sheet",
        pad=(12, 14, 12, 6),
        gap=4,
        click=None,
    )


def _draft_view(state: Draft, ctx: Context) -> Node:
    shade = widget("veil", "tasks.shade", None, w=FILL, h=FILL, focusable=False, click=("back",))
    today = local(ctx.clock_ms, ctx.settings).date()
    return stack(shade, column(spacer(h=FILL), panel(_sheet, state.task, state.wordy, today), h=FILL), h=FILL)


def _drafted(state: Draft, **fields: Any) -> tuple[Draft, tuple[Effect, ...]]:
    return state._replace(task=state.task._replace(**fields)), ()


def _pick_due(state: Draft, _ctx: Context) -> tuple[Draft, tuple[Effect, ...]]:
    return state, (OpenDialog("pick_date", ("Select date", state.task.due), ("dated",)),)


def _save(state: Draft, _ctx: Context, *_rest: object) -> tuple[Draft, tuple[Effect, ...]]:
    task = state.task
    if not task.title.strip():
        return state, ()
    return state, (Close(task._replace(title=task.title.strip(), details=task.details.strip())),)


_DRAFT_ON: Mapping[str, Handler] = {
    "back": dismissed,
    "change": lambda s, _, name, value: _drafted(s, **{name: value}),
    "dated": lambda s, _, day: (s, ()) if day is None else _drafted(s, due=day),
    "pick": _pick_due,
    "save": _save,
    "star": lambda s, _: _drafted(s, starred=not s.task.starred),
    "wordy": lambda s, _: (s._replace(wordy=True), (Focus("tasks.new.details"),)),
}
_FIRST = (Focus("tasks.new.title"),)
_NEW_TASK = phone_dialog(
    "new_task", lambda title, _: (Draft(Task(0, 0, title)), _FIRST), _draft_view, _DRAFT_ON, lambda _: "New task"
)


# -- its declaration ---------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="tasks",
    title="Tasks",
    icon="app/tasks",
    art={"app/tasks": sign_icon(0xFFFFFF, "task_alt", 0x1A73E8, 0.66)},
    styles=looks(text={"muted_body": Look(size=16, ink="muted")}),
    program=Program(category="Task Management", takes=(Taken("text", 4),)),
    initial=with_tasks,
    init=lambda path, ctx: opened(State(), ctx, path),
    view=_view,
    on=ON,
    tables=TABLES,
)
APPS = (commanded(_APP, TASK, NEW_LIST, SHOWN_LIST), _NEW_TASK)
