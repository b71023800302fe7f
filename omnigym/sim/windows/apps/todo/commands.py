"""What can be done with the tasks and lists of To Do, and the state of its window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents import plain
from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, SetClipboard, SetFiles
from omnigym.sim.commands import LINE, MENU, Command, Commands, Question, Records, delete_record
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, tell
from omnigym.sim.common.todo import changed, find
from omnigym.sim.documents.edit import Edit, start_editing
from omnigym.sim.handlers import focuses, sets, toggles
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import VfsError, base_name, join
from omnigym.sim.windows.apps.dialogs.date_picker import DatePicker
from omnigym.sim.windows.apps.todo.store import (
    DEFAULT_LIST,
    DONE,
    IMPORTANT,
    MY_DAY,
    PLANNED,
    SMART,
    Book,
    Step,
    Task,
    files_folder,
    icon_of,
    new_id,
    read_book,
    write_book,
)
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.file_kinds import app_for
from omnigym.values import ClipboardContent

LIST, ADD, SEARCH, NAME = "todo.tasks", "todo.add", "todo.search", "todo.name"
TITLE, STEP = "todo.details.title", "todo.details.step"


class State(NamedTuple):
    """The state of the window. What it is about, lists and tasks, is in the file.

    Attributes:
        page: The page shown: the name of a list, or one of `SMART`.
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


class Chosen(NamedTuple):
    """What commands are done to: a task, the lists that it can be on, the day on the clock."""

    task: Task
    lists: tuple[str, ...]
    day: date

    @property
    def in_day(self) -> bool:
        """Whether it is in My Day."""
        return self.task.my_day == self.day.isoformat()


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def _opened(state: State, task: Task | None) -> State:
    """The state with the details of a task, or with none."""
    if task is None:
        return state._replace(selected="", title="", step="", note=Edit())
    note = plain(task.note)
    close = note._replace(paragraphs=tuple([p._replace(style="No Spacing") for p in note.paragraphs]))
    return state._replace(selected=task.id, title=task.title, step="", note=start_editing(close))


def _kept(state: State, ctx: Context, book: Book, *effects: Effect) -> _Result:
    """The state with another book written, or the reason why it cannot be."""
    try:
        return state, (SetFiles(write_book(ctx.vfs, book, ctx.clock_ms)), *effects)
    except VfsError as e:
        return state, (tell("To Do", str(e)),)


def _replaced(state: State, ctx: Context, task: Task, *effects: Effect) -> _Result:
    book = read_book(ctx.vfs)
    return _kept(state, ctx, book._replace(tasks=changed(book.tasks, task)), *effects)


def _of(state: State, ctx: Context, *named: str) -> Chosen | None:
    book = read_book(ctx.vfs)
    task = find(book.tasks, named[0] if named else state.selected)
    return None if task is None else Chosen(task, book.lists, today(ctx))


def _put(state: State, ctx: Context, old: Chosen, after: Chosen | None) -> _Result:
    if after is not None:
        return (state, ()) if after.task == old.task else _replaced(state, ctx, after.task)
    book, task = read_book(ctx.vfs), old.task
    state = _opened(state, None) if state.selected == task.id else state
    return _kept(state, ctx, book._replace(tasks=tuple([t for t in book.tasks if t.id != task.id])))


# -- tasks ------------------------------------------------------------------------------------------------------------


def _sure(what: str, name: str) -> Question:
    said = f"“{name}” will be permanently deleted.\nYou won't be able to undo this action."
    return asking(f"Delete {what}", said, "Delete")


def _with(change: Callable[[Chosen], Mapping[str, Any]]) -> Callable[[Chosen], Chosen]:
    """A change of some fields of the task."""
    return lambda x: x._replace(task=x.task._replace(**change(x)))


def _in(days: Callable[[date], int]) -> Callable[[Chosen], Chosen]:
    """A change of the day by which the task is to be done, by so many days from today."""
    return _with(lambda x: {"due": (x.day + timedelta(days(x.day))).isoformat()})


def _pick(state: State, _ctx: Context, chosen: Chosen) -> _Result:
    task = chosen.task
    return state, (OpenDialog("date_picker", DatePicker("Pick a date", task.due), ("picked", task.id)),)


def _places(chosen: Chosen) -> tuple[MenuItem, ...]:
    """The other lists."""
    other = [(n, name) for n, name in enumerate(chosen.lists) if name != chosen.task.list]
    return tuple([MenuItem(f"todo.move.{n}", x, ("move", chosen.task.id, x), icon_of(x)) for n, x in other])


_UNDATED = _with(lambda _: {"due": ""})
_MENU, _DUE = (MENU,), ("due",)
TASK = Commands(
    "todo",
    Command(
        "my_day",
        lambda x: "Remove from My Day" if x.in_day else "Add to My Day",
        _with(lambda x: {"my_day": "" if x.in_day else x.day.isoformat()}),
        icon="weather-sunny",
        shortcut="ctrl+t",
        places=_MENU,
    ),
    Command(
        "star",
        lambda x: "Remove importance" if x.task.important else "Mark as important",
        _with(lambda x: {"important": not x.task.important}),
        icon="star",
        places=_MENU,
    ),
    Command(
        "complete",
        lambda x: f"Mark as {'not ' * x.task.completed}completed",
        _with(lambda x: {"completed": not x.task.completed}),
        icon="checkmark-circle",
        shortcut="ctrl+d",
        places=_MENU,
    ),
    LINE,
    Command("due", "Due", icon="calendar", opens="due", places=_MENU),
    Command("move", "Move task to...", icon="arrow-right", opens=_places, enabled=_places, places=_MENU),
    Command(
        "copy",
        "Copy task",
        run=lambda s, _, x: (s, (SetClipboard(ClipboardContent(text=x.task.title)),)),
        icon="copy",
        shortcut="ctrl+c",
        places=_MENU,
    ),
    LINE,
    Command(
        "delete",
        "Delete task",
        delete_record,
        icon="delete",
        shortcut="delete",
        ask=lambda x: _sure("task", x.task.title),
        places=_MENU,
    ),
    Command("today", "Today", _in(lambda _: 0), icon="calendar-day", places=_DUE),
    Command("tomorrow", "Tomorrow", _in(lambda _: 1), icon="calendar-arrow-right", places=_DUE),
    Command("next_week", "Next week", _in(lambda day: 7 - day.weekday()), icon="calendar-week-start", places=_DUE),
    LINE,
    Command("pick", "Pick a date", run=_pick, icon="calendar-edit", places=_DUE),
    LINE,
    Command("remove", "Remove due date", _UNDATED, icon="delete", visible=lambda x: x.task.due, places=_DUE),
    records=Records(_of, _put),
    menu="task_menu",
)


def _changes(change: Callable[..., Mapping[str, Any]]) -> Handler:
    """The handler of ``(name, id, ...)`` that changes fields of a task."""

    def handle(state: State, ctx: Context, task_id: str, *more: Any) -> _Result:
        chosen = _of(state, ctx, task_id)
        return (state, ()) if chosen is None else _put(state, ctx, chosen, _with(lambda x: change(x, *more))(chosen))

    return handle


def _uses(use: Callable[..., _Result]) -> Handler:
    """The handler of ``(name, id, ...)`` that needs the task itself."""

    def handle(state: State, ctx: Context, task_id: str, *more: Any) -> _Result:
        task = find(read_book(ctx.vfs).tasks, task_id)
        return (state, ()) if task is None else use(state, ctx, task, *more)

    return handle


_moved = _changes(lambda x, place: {"list": place if place in x.lists else x.task.list})


def _add(state: State, ctx: Context, title: str) -> _Result:
    """A new task on the page that is shown, with what makes it belong there."""
    if not title.strip():
        return state, (Focus(ADD),)
    book, day = read_book(ctx.vfs), today(ctx).isoformat()
    own = {"list": state.page if state.page in book.lists else DEFAULT_LIST}
    smart = {MY_DAY: {"my_day": day}, IMPORTANT: {"important": True}, PLANNED: {"due": day}}.get(state.page, own)
    task = Task(new_id(book.tasks), DEFAULT_LIST, title.strip())._replace(**smart)  # type: ignore[arg-type]
    return _kept(state._replace(adding=""), ctx, book._replace(tasks=(task, *book.tasks)), Focus(ADD))


def _select(state: State, ctx: Context, ids: tuple[str, ...], _cursor: str) -> _Result:
    if ids[:1] == (DONE,):
        return state._replace(show_done=not state.show_done), ()
    task = find(read_book(ctx.vfs).tasks, ids[0] if ids else "")
    return (state, ()) if task is None else (_opened(state, task), ())


def _dropped(state: State, ctx: Context, place: str, payload: object) -> _Result:
    """A task dragged onto a list."""
    match payload:
        case ("todo", (str(task_id), *_)):
            return _moved(state, ctx, task_id, place)
        case _:
            return state, ()


def _title_done(state: State, ctx: Context, text: str) -> _Result:
    chosen = _of(state, ctx)
    if chosen is None:
        return state, ()
    title = text.strip() or chosen.task.title
    return _put(state._replace(title=title), ctx, chosen, _with(lambda _: {"title": title})(chosen))


def _title_cancel(state: State, ctx: Context) -> _Result:
    chosen = _of(state, ctx)
    return (state if chosen is None else state._replace(title=chosen.task.title)), ()


def _add_step(state: State, ctx: Context, title: str) -> _Result:
    task = find(read_book(ctx.vfs).tasks, state.selected)
    if task is None or not title.strip():
        return state, (Focus(STEP),)
    new = task._replace(steps=(*task.steps, Step(title.strip())))
    return _replaced(state._replace(step=""), ctx, new, Focus(STEP))


def _step_done(chosen: Chosen, n: int) -> Mapping[str, Any]:
    steps = [s._replace(done=not s.done) if i == n else s for i, s in enumerate(chosen.task.steps)]
    return {"steps": tuple(steps)}


def _note(state: State, ctx: Context, task_id: str, edit: Edit) -> _Result:
    """The note is kept as it is typed."""
    after, document = state._replace(note=edit), edit.document
    if document is state.note.document:
        return after, ()
    return _changes(lambda _: {"note": document.text})(after, ctx, task_id)


# -- files of a task: copies, in a folder of its own ------------------------------------------------------------------


def _added_file(state: State, ctx: Context, task: Task, path: str | None) -> _Result:
    if path is None:
        return state, ()
    name = ctx.vfs.free_name(files_folder(task), base_name(path))
    try:
        vfs = ctx.vfs.write(join(files_folder(task), name), ctx.vfs.read(path), ctx.clock_ms)
    except VfsError as e:
        return state, (tell("To Do", str(e)),)
    return _replaced(state, ctx._replace(vfs=vfs), task._replace(files=(*task.files, name)))


def _open_file(state: State, ctx: Context, task_id: str, name: str) -> _Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    path = join(files_folder(task), name) if task is not None else ""
    app = app_for(name, ctx.settings)
    if not app or not ctx.vfs.is_file(path):
        return state, (tell("To Do", f"{name}\nThere is no app that opens this file."),)
    return state, (Launch(app, path),)


def _remove_file(state: State, ctx: Context, task: Task, name: str) -> _Result:
    if name not in task.files:
        return state, ()
    path = join(files_folder(task), name)
    vfs = ctx.vfs.delete(path, ctx.clock_ms) if ctx.vfs.is_file(path) else ctx.vfs
    return _replaced(state, ctx._replace(vfs=vfs), task._replace(files=tuple([n for n in task.files if n != name])))


# -- lists ------------------------------------------------------------------------------------------------------------


def _page(state: State, _ctx: Context, page: str) -> _Result:
    return _opened(state, None)._replace(page=page, query="", adding="", renaming=None, menu=False), ()


def _free_name(name: str, lists: tuple[str, ...]) -> str:
    """``name``, with a number where there is such a list; ids of pages are no names."""
    name = name.strip().lstrip("#").strip() or "Untitled list"
    taken = {known.casefold() for known in (*lists, *[title for title, _ in SMART.values()])}
    count, candidate = 1, name
    while candidate.casefold() in taken:
        candidate, count = f"{name} ({count})", count + 1
    return candidate


def _new_list(state: State, ctx: Context) -> _Result:
    """A list of a provisional name, which is typed over."""
    book = read_book(ctx.vfs)
    name = _free_name("Untitled list", book.lists)
    state = _page(state, ctx, name)[0]._replace(renaming=name)
    return _kept(state, ctx, Book((*book.lists, name), book.tasks), Focus(NAME, 0, -1))


def _rename_list(state: State, ctx: Context, page: str) -> _Result:
    return _page(state, ctx, page)[0]._replace(renaming=page), (Focus(NAME, 0, -1),)


def _rename_done(state: State, ctx: Context, name: str) -> _Result:
    if state.renaming is None:
        return state, ()
    book, old, state = read_book(ctx.vfs), state.page, state._replace(renaming=None)
    if not name.strip() or name.strip() == old or old not in book.lists:
        return state, ()
    name = _free_name(name, tuple([n for n in book.lists if n != old]))
    lists = tuple([name if n == old else n for n in book.lists])
    tasks = tuple([t._replace(list=name) if t.list == old else t for t in book.tasks])
    return _kept(state._replace(page=name), ctx, Book(lists, tasks))


def _deleted_list(state: State, ctx: Context, page: str, _after: None) -> _Result:
    book = read_book(ctx.vfs)
    state = _page(state, ctx, DEFAULT_LIST)[0] if state.page == page else state
    rest = tuple([t for t in book.tasks if t.list != page])
    return _kept(state, ctx, Book(tuple([n for n in book.lists if n != page]), rest))


def _own_list(_state: State, ctx: Context, page: str) -> str | None:
    return page if page in read_book(ctx.vfs).lists and page != DEFAULT_LIST else None


OWN_LIST = Commands(
    "todo",
    Command("rename_list", "Rename list", run=_rename_list, icon="rename", places=_MENU),
    Command(
        "delete_list", "Delete list", delete_record, icon="delete", ask=lambda page: _sure("list", page), places=_MENU
    ),
    records=Records(_own_list, _deleted_list),
    menu="page_menu",
)
ON: Mapping[str, Handler] = {
    "add": _add,
    "add_file": lambda s, _, task: (s, (OpenDialog("file_dialog", FileDialog(False), ("added_file", task)),)),
    "add_step": _add_step,
    "added_file": _uses(_added_file),
    "adding": sets("adding"),
    "close_details": lambda s, _: (_opened(s, None), ()),
    "dropped": _dropped,
    "edit_title": lambda s, _: (s, (Focus(TITLE, 0, -1),) if s.selected else ()),
    "menu": toggles("menu"),
    "move": _moved,
    "name": sets("renaming"),
    "new_list": _new_list,
    "note": _note,
    "open_file": _open_file,
    "page": _page,
    "picked": _changes(lambda x, day: {"due": x.task.due if day is None else day}),
    "remove_file": _uses(_remove_file),
    "rename_cancel": lambda s, _: (s._replace(renaming=None), ()),
    "rename_done": _rename_done,
    "search": lambda s, _, query: (s._replace(query=query, renaming=None), ()),
    "select": _select,
    "step": sets("step"),
    "step_delete": _changes(lambda x, n: {"steps": (*x.task.steps[:n], *x.task.steps[n + 1 :])}),
    "step_done": _changes(_step_done),
    "title": sets("title"),
    "title_cancel": _title_cancel,
    "title_done": _title_done,
    "to_add": focuses(ADD),
    "to_search": focuses(SEARCH),
}
