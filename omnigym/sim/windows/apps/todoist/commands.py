"""What can be done in Todoist, and to a task."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, asking_text, tell
from omnigym.sim.handlers import focuses, saved, sets
from omnigym.sim.kinds.records import Line, filled
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, Vfs, VfsError, base_name, join
from omnigym.sim.windows.apps.todoist.store import (
    COLOURS,
    COMMENTS,
    FOLDER,
    INBOX,
    PROJECTS,
    TASKS,
    Comment,
    Project,
    Task,
    day_in,
    said,
)
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.file_kinds import app_for

_TITLE = "Todoist"
#: The pages that are no project: the name, what a person reads, the icon.
PAGES = {"#today": ("Today", "calendar-today"), "#upcoming": ("Upcoming", "calendar-week-start")}
_PRIORITIES = {1: "Priority 1", 2: "Priority 2", 3: "Priority 3", 4: "Priority 4"}


class Draft(NamedTuple):
    """A task as its form has it: a day in plain words, labels with their @."""

    title: str
    description: str
    due: str
    priority: int
    label_text: str
    section: str


class State(NamedTuple):
    """Where one is.

    Attributes:
        page: The name of a project, a key of `PAGES`, or "@LABEL".
        query: What is searched for; no page is shown meanwhile.
        adding: The words in which a task is added, or None.
        section: The section that it is added to.
        task: The number of the task that is open, or 0.
        draft: Its form.
        comment: A comment that is written on it.
        undo: The task that was completed or deleted last, as it was; or None.
    """

    page: str = "#today"
    query: str = ""
    adding: str | None = None
    section: str = ""
    task: int = 0
    draft: Draft | None = None
    comment: str = ""
    undo: Task | None = None


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_BOTH = (BAR, MENU)


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def form_lines(sections: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines of a task's form, with the sections of its project."""
    return (
        Line("title", "Task"),
        Line("description", "Description", "Add a description"),
        Line("due", "Due date", "tomorrow, friday, mar 20"),
        Line("priority", "Priority", options=_PRIORITIES),
        Line("label_text", "Labels", "@label"),
        Line(
            "section",
            "Section",
            options={"": "(No section)", **{s: s for s in sections}},
            visible=lambda _: bool(sections),
        ),
    )


# -- adding ---------------------------------------------------------------------------------------------------------


def _add(state: State, _ctx: Context, section: str = "") -> _Result:
    return state._replace(adding="", section=section), (Focus("todoist.quick"),)


def _added(state: State, ctx: Context, *_: str) -> _Result:
    """What was typed becomes a task; the line stays for the next one."""
    rows, now = TASKS.rows(ctx.vfs), today(ctx)
    page, words = state.page, state.adding or ""
    project = page if page[0] not in "#@" else INBOX
    begin = Task(next_id(rows), "", project, state.section)
    begin = begin._replace(
        due=now.isoformat() if page == "#today" else "", labels=(page[1:],) if page[0] == "@" else ()
    )
    task = said(words, begin, PROJECTS.rows(ctx.vfs), now)
    if not task.title:
        return state, ()
    return state._replace(adding="", undo=None), (saved(TASKS, ctx, (*rows, task)), Focus("todoist.quick"))


def _named(state: State, ctx: Context, typed: str) -> _Result:
    """A new project."""
    rows, name = PROJECTS.rows(ctx.vfs), " ".join(typed.split())
    if name[0] in "#@/" or name.casefold() in [p.name.casefold() for p in rows]:
        return state, (tell(_TITLE, f"A project cannot be called “{name}”: there is one, or it begins with a sign."),)
    project = Project(next_id(rows), name, COLOURS[1 + len(rows) % (len(COLOURS) - 1)])
    return State(name), (saved(PROJECTS, ctx, (*rows, project)),)


def _sectioned(state: State, ctx: Context, typed: str) -> _Result:
    """A new section of the project that is shown."""
    name = " ".join(typed.split())
    rows = [
        p._replace(sections=(*p.sections, name)) if p.name == state.page and name not in p.sections else p
        for p in PROJECTS.rows(ctx.vfs)
    ]
    return state, (saved(PROJECTS, ctx, rows),)


# -- one task -------------------------------------------------------------------------------------------------------


def _opened(state: State, _ctx: Context, task: Task) -> _Result:
    draft = Draft(task.title, task.description, task.due, task.priority, task.label_text, task.section)
    return state._replace(task=task.id, draft=draft, comment="", adding=None), ()


def _field(state: State, ctx: Context, name: str, value: object) -> _Result:
    task = _of(ctx, state.task)
    if state.draft is None or task is None:
        return state, ()
    return state._replace(draft=filled(form_lines(sections_of(ctx.vfs, task.project)), state.draft, name, value)), ()


def sections_of(vfs: Vfs, project: str) -> tuple[str, ...]:
    """The sections of a project."""
    return next((p.sections for p in PROJECTS.rows(vfs) if p.name == project), ())


def _of(ctx: Context, number: int) -> Task | None:
    return next((t for t in TASKS.rows(ctx.vfs) if t.id == number), None)


def _save(state: State, ctx: Context, *_: str) -> _Result:
    task, draft = _of(ctx, state.task), state.draft
    if task is None or draft is None or not draft.title.strip():
        return state, ()
    due = draft.due if draft.due == task.due else day_in(draft.due, today(ctx))
    if draft.due.strip() and not due:
        return state, (tell(_TITLE, f"“{draft.due}” is no day that Todoist knows. Try “tomorrow” or “mar 20”."),)
    after = task._replace(
        title=" ".join(draft.title.split()),
        description=draft.description.strip(),
        due=due,
        priority=draft.priority,
        labels=tuple(dict.fromkeys([word.strip("@,") for word in draft.label_text.split() if word.strip("@,")])),
        section=draft.section,
    )
    shut = state._replace(task=0, draft=None)
    return shut, (saved(TASKS, ctx, [after if t.id == task.id else t for t in TASKS.rows(ctx.vfs)]),)


def _put(state: State, ctx: Context, task: Task, after: Task | None) -> _Result:
    """A task as after a command; what was completed or deleted can be undone."""
    ends = after is None or (after.completed and not task.completed)
    if ends:
        state = state._replace(undo=task, task=0, draft=None)
    return _RECORDS.set(state, ctx, task, after)


def _undo(state: State, ctx: Context) -> _Result:
    task, rows = state.undo, TASKS.rows(ctx.vfs)
    if task is None:
        return state, ()
    back = [task if t.id == task.id else t for t in rows]
    return state._replace(undo=None), (saved(TASKS, ctx, back if task in back else [*rows, task]),)


def _dropped(state: State, ctx: Context, section: str, payload: object) -> _Result:
    """A card is dropped on a column."""
    match payload:
        case ("task", int(number)):
            rows = [t._replace(section=section) if t.id == number else t for t in TASKS.rows(ctx.vfs)]
            return state, (saved(TASKS, ctx, rows),)
    return state, ()


def _due(name: str, label: str, days: int | None) -> Command:
    def run(state: State, ctx: Context, task: Task) -> _Result:
        due = "" if days is None else (today(ctx) + timedelta(days=days or 7 - today(ctx).weekday())).isoformat()
        return _RECORDS.set(state, ctx, task, task._replace(due=today(ctx).isoformat() if name == "due_today" else due))

    return Command(name, label, run=run, places=("due",))


def _ranked(rank: int) -> Command:
    return Command(
        f"p{rank}",
        _PRIORITIES[rank],
        change=lambda task: task._replace(priority=rank),
        checked=lambda task: task.priority == rank,
        places=("priority",),
    )


_RECORDS = rows_of(TASKS, lambda state: state.task)
_SURE = asking("Delete task?", "The task will be deleted.", "Delete")
TASK = Commands(
    "todoist",
    Command(
        "complete",
        lambda t: f"Reopen “{t.title}”" if t.completed else f"Complete “{t.title}”",
        change=lambda t: t._replace(completed=not t.completed),
        places=(MENU,),
        icon="checkmark-circle",
    ),
    Command("edit", "Edit", None, _opened, "edit", "", (MENU,)),
    LINE,
    Command("due", "Date", opens="due", icon="calendar", places=(MENU,)),
    _due("due_today", "Today", 0),
    _due("due_tomorrow", "Tomorrow", 1),
    _due("due_week", "Next week", 0),
    _due("due_none", "No date", None),
    Command("priority", "Priority", opens="priority", icon="flag", places=(MENU,)),
    *[_ranked(rank) for rank in _PRIORITIES],
    LINE,
    Command("delete", "Delete", delete_record, None, "delete", "delete", _BOTH, ask=lambda _: _SURE),
    records=_RECORDS._replace(set=_put),
    menu="menu",
)


def _turn(state: State, ctx: Context) -> _Result:
    """The project as a board, or as a list again."""
    rows = [p._replace(board=not p.board) if p.name == state.page else p for p in PROJECTS.rows(ctx.vfs)]
    return state, (saved(PROJECTS, ctx, rows),)


def _own(state: State) -> bool:
    return state.page[0] not in "#@"


WINDOW = Commands(
    "todoist",
    Command("add", "Add task", None, _add, "add-circle", "ctrl+n", ("side",)),
    Command("search", "Search", run=focuses("todoist.find"), shortcut="ctrl+f", places=()),
    Command("board", "List / board", run=_turn, icon="board", shortcut="shift+v", enabled=_own),
    Command(
        "section",
        "Add section",
        run=_sectioned,
        icon="add",
        enabled=_own,
        ask=asking_text("Add section", "Name of the section:"),
    ),
    Command("undo", "Undo", run=_undo, shortcut="ctrl+z", places=("toast",), enabled=lambda s: s.undo),
    Command(
        "project",
        "Add project",
        run=_named,
        icon="add",
        places=("projects",),
        ask=asking_text("Add project", "Name of the project:"),
    ),
)
# -- comments on a task, and the files that come with them ------------------------------------------------------------


def _comment(state: State, ctx: Context, *_: str) -> _Result:
    """What was typed becomes a comment."""
    return _commented(state, ctx, state.comment.strip(), "")


def _commented(state: State, ctx: Context, text: str, file: str) -> _Result:
    rows = COMMENTS.rows(ctx.vfs)
    if not text and not file:
        return state, ()
    new = Comment(next_id(rows), state.task, text, file)
    return state._replace(comment=""), (saved(COMMENTS, ctx, (*rows, new)),)


def _attach(state: State, _ctx: Context) -> _Result:
    """Asks for a file."""
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents"), ("attached",)),)


def _attached(state: State, ctx: Context, path: str | None) -> _Result:
    """A copy of a file goes with a comment, whose text is what was typed by then."""
    if path is None:
        return state, ()
    try:
        folder = f"{FOLDER}/files"
        to = join(folder, ctx.vfs.free_name(folder, base_name(path)) if ctx.vfs.is_dir(folder) else base_name(path))
        vfs = ctx.vfs.make_dir(folder, ctx.clock_ms).write(to, ctx.vfs.read(path), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(_TITLE, f"{base_name(path)} could not be uploaded.\n{e}"),)
    return _commented(state, ctx._replace(vfs=vfs), state.comment.strip(), to)


def _show_file(state: State, _ctx: Context, path: str) -> _Result:
    """The file of a comment, in its app."""
    app = app_for(base_name(path))
    return state, (Launch(app, path) if app else tell(_TITLE, f"No app can open {base_name(path)}.", "info"),)


HANDLERS: Mapping[str, Handler] = {
    "added": _added,
    "adding": sets("adding"),
    "add_in": _add,
    "attach": _attach,
    "attached": _attached,
    "cancel": lambda s, _: (s._replace(adding=None, task=0, draft=None, undo=None), ()),
    "comment": _comment,
    "commenting": sets("comment"),
    "dropped": _dropped,
    "field": _field,
    "file": _show_file,
    "go": lambda s, _, page: (State(page), ()),
    "open": lambda s, c, number: _opened(s, c, t) if (t := _of(c, number)) is not None else (s, ()),
    "query": lambda s, _, query: (s._replace(query=query, task=0, draft=None), ()),
    "save": _save,
}
