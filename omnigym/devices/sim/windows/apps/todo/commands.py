"""What To Do does with tasks: add, change, complete, plan, move, delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Focus, OpenDialog, SetClipboard, ShowMenu
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.todo import find
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.windows.apps.dialogs.date_picker import DatePicker
from omnigym.devices.sim.windows.apps.todo.book import DEFAULT_LIST, Book, Step, Task, new_id, read_book
from omnigym.devices.sim.windows.apps.todo.details import STEP, TITLE
from omnigym.devices.sim.windows.apps.todo.pages import DONE, IMPORTANT, MY_DAY, PLANNED, Shown
from omnigym.devices.sim.windows.apps.todo.state import Result, State, kept, replaced, selected, shown_task, today
from omnigym.devices.sim.windows.apps.todo.view import ADD, task_menu

__all__ = ["TASK_HANDLERS"]


def _with(state: State, ctx: Context, task_id: str, change: Callable[[Task], Task]) -> Result:
    """One task changed; nothing where it is gone or stays the same."""
    task = find(read_book(ctx.vfs).tasks, task_id)
    new = change(task) if task is not None else None
    return (state, ()) if task is None or new is None or new == task else replaced(state, ctx, new)


def _add(state: State, ctx: Context, title: str) -> Result:
    """A new task on the page that is shown, with what makes it belong there."""
    title = title.strip()
    if not title:
        return state, (Focus(ADD),)
    book, day = read_book(ctx.vfs), today(ctx).isoformat()
    smart = {
        MY_DAY: {"my_day": day},
        IMPORTANT: {"important": True},
        PLANNED: {"due": day},
    }.get(state.page, {"list": state.page if state.page in book.lists else DEFAULT_LIST})
    task = Task(new_id(book.tasks), DEFAULT_LIST, title)._replace(**smart)  # type: ignore[arg-type]
    return kept(state._replace(adding=""), ctx, book._replace(tasks=(task, *book.tasks)), Focus(ADD))


def _select(state: State, ctx: Context, ids: tuple[str, ...], _cursor: str) -> Result:
    chosen = ids[0] if ids else ""
    if chosen == DONE:
        return state._replace(show_done=not state.show_done), ()
    task = find(read_book(ctx.vfs).tasks, chosen)
    return (state, ()) if task is None else (shown_task(state, task), ())


def _complete(state: State, ctx: Context, task_id: str) -> Result:
    return _with(state, ctx, task_id, lambda t: t._replace(completed=not t.completed))


def _star(state: State, ctx: Context, task_id: str) -> Result:
    return _with(state, ctx, task_id, lambda t: t._replace(important=not t.important))


def _my_day(state: State, ctx: Context, task_id: str) -> Result:
    day = today(ctx).isoformat()
    return _with(state, ctx, task_id, lambda t: t._replace(my_day="" if t.my_day == day else day))


def _due_in(state: State, ctx: Context, task_id: str, when: str) -> Result:
    day = today(ctx)
    days = {"today": 0, "tomorrow": 1, "next week": 7 - day.weekday()}
    due = (day + timedelta(days[when])).isoformat() if when in days else ""
    return _with(state, ctx, task_id, lambda t: t._replace(due=due))


def _pick_due(state: State, ctx: Context, task_id: str) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    if task is None:
        return state, ()
    return state, (OpenDialog("date_picker", DatePicker("Pick a date", task.due), ("picked", task_id)),)


def _picked(state: State, ctx: Context, task_id: str, day: str | None) -> Result:
    return _with(state, ctx, task_id, lambda t: t._replace(due=day)) if day is not None else (state, ())


def _move(state: State, ctx: Context, task_id: str, place: str) -> Result:
    if place not in read_book(ctx.vfs).lists:
        return state, ()
    return _with(state, ctx, task_id, lambda t: t._replace(list=place))


def _dropped(state: State, ctx: Context, place: str, payload: object) -> Result:
    """A task dragged onto a list."""
    match payload:
        case ("todo", (str(task_id), *_)):
            return _move(state, ctx, task_id, place)
        case _:
            return state, ()


def _copy(state: State, ctx: Context, task_id: str) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    return state, (SetClipboard(ClipboardContent(text=task.title)),) if task is not None else ()


def _delete(state: State, ctx: Context, task_id: str) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    if task is None:
        return state, ()
    question = f"“{task.title}” will be permanently deleted.\nYou won't be able to undo this action."
    box = MessageBox("Delete task", question, ("Delete", "Cancel"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("deleted", task_id)),)


def _deleted(state: State, ctx: Context, task_id: str, answer: str | None) -> Result:
    if answer != "Delete":
        return state, ()
    book = read_book(ctx.vfs)
    if state.selected == task_id:
        state = shown_task(state, None)
    return kept(state, ctx, Book(book.lists, tuple([t for t in book.tasks if t.id != task_id])))


def _task_menu(state: State, ctx: Context, task_id: str) -> Result:
    book = read_book(ctx.vfs)
    task = find(book.tasks, task_id)
    if task is None:
        return state, ()
    return state, (ShowMenu(task_menu(Shown(task.id, task.title, task=task), book.lists, today(ctx))),)


# -- the details --------------------------------------------------------------------------------------------------


def _title_done(state: State, ctx: Context, text: str) -> Result:
    task, text = selected(state, ctx), text.strip()
    if task is None:
        return state, ()
    state = state._replace(title=text or task.title)
    return _with(state, ctx, task.id, lambda t: t._replace(title=text or t.title))


def _title_cancel(state: State, ctx: Context) -> Result:
    task = selected(state, ctx)
    return (state._replace(title=task.title) if task is not None else state), ()


def _add_step(state: State, ctx: Context, title: str) -> Result:
    task, title = selected(state, ctx), title.strip()
    if task is None or not title:
        return state, (Focus(STEP),)
    new = task._replace(steps=(*task.steps, Step(title)))
    return replaced(state._replace(step=""), ctx, new, Focus(STEP))


def _step_done(state: State, ctx: Context, task_id: str, n: int) -> Result:
    def change(task: Task) -> Task:
        steps = [s._replace(done=not s.done) if i == n else s for i, s in enumerate(task.steps)]
        return task._replace(steps=tuple(steps))

    return _with(state, ctx, task_id, change)


def _step_delete(state: State, ctx: Context, task_id: str, n: int) -> Result:
    return _with(state, ctx, task_id, lambda t: t._replace(steps=t.steps[:n] + t.steps[n + 1 :]))


def _note(state: State, ctx: Context, task_id: str, edit: Edit) -> Result:
    """The note is kept as it is typed."""
    text = edit.document.text if edit.document is not state.note.document else None
    state = state._replace(note=edit)
    return _with(state, ctx, task_id, lambda t: t._replace(note=text)) if text is not None else (state, ())


def _of_selected(state: State, ctx: Context, command: str) -> Result:
    """A shortcut: what it does is done to the selected task."""
    return TASK_HANDLERS[command](state, ctx, state.selected) if state.selected else (state, ())


TASK_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "add": _add,
    "add_step": _add_step,
    "adding": lambda s, _, text: (s._replace(adding=text), ()),
    "close_details": lambda s, _: (shown_task(s, None), ()),
    "complete": _complete,
    "copy": _copy,
    "delete": _delete,
    "deleted": _deleted,
    "dropped": _dropped,
    "due_in": _due_in,
    "edit_title": lambda s, _: (s, (Focus(TITLE, 0, -1),) if s.selected else ()),
    "move": _move,
    "my_day": _my_day,
    "note": _note,
    "of_selected": _of_selected,
    "pick_due": _pick_due,
    "picked": _picked,
    "select": _select,
    "star": _star,
    "step": lambda s, _, text: (s._replace(step=text), ()),
    "step_delete": _step_delete,
    "step_done": _step_done,
    "task_menu": _task_menu,
    "title": lambda s, _, text: (s._replace(title=text), ()),
    "title_cancel": _title_cancel,
    "title_done": _title_done,
}
