"""What can be done in Todoist, and to a task."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from omnigym.devices.sim.app import Context, Focus, Handler, OpenDialog, SetFiles
from omnigym.devices.sim.commands import BAR, LINE, MENU, Command, Commands, gone, rows_of
from omnigym.devices.sim.kinds.records.form import Line, filled
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking, tell
from omnigym.devices.sim.windows.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.windows.apps.todoist.book import (
    COLOURS,
    INBOX,
    PROJECTS,
    TASKS,
    Project,
    Task,
    day_in,
    said,
)
from omnigym.devices.sim.windows.apps.todoist.comments import attach, attached, comment, show_file
from omnigym.devices.sim.windows.apps.todoist.state import PRIORITIES, TITLE, Draft, Result, State
from omnigym.devices.sim.windows.clock import local

__all__ = ["HANDLERS", "TASK", "WINDOW", "form_lines", "sections_of", "today"]

_BOTH = (BAR, MENU)


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def _kept(ctx: Context, rows: list[Task] | tuple[Task, ...]) -> SetFiles:
    return SetFiles(TASKS.written(ctx.vfs, rows, ctx.clock_ms))


def form_lines(sections: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines of a task's form, with the sections of its project."""
    return (
        Line("title", "Task"),
        Line("description", "Description", "Add a description"),
        Line("due", "Due date", "tomorrow, friday, mar 20"),
        Line("priority", "Priority", options=PRIORITIES),
        Line("label_text", "Labels", "@label"),
        Line(
            "section",
            "Section",
            options={"": "(No section)", **{s: s for s in sections}},
            there=lambda _: bool(sections),
        ),
    )


# -- adding ---------------------------------------------------------------------------------------------------------


def _add(state: State, _ctx: Context, section: str = "") -> Result:
    return state._replace(adding="", section=section), (Focus("todoist.quick"),)


def _added(state: State, ctx: Context, *_: str) -> Result:
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
    return state._replace(adding="", undo=None), (_kept(ctx, (*rows, task)), Focus("todoist.quick"))


def _named(state: State, ctx: Context, name: str | None) -> Result:
    """A new project."""
    rows, name = PROJECTS.rows(ctx.vfs), " ".join((name or "").split())
    if not name:
        return state, ()
    if name[0] in "#@/" or name.casefold() in [p.name.casefold() for p in rows]:
        return state, (tell(TITLE, f"A project cannot be called “{name}”: there is one, or it begins with a sign."),)
    project = Project(next_id(rows), name, COLOURS[1 + len(rows) % (len(COLOURS) - 1)])
    return State(name), (SetFiles(PROJECTS.written(ctx.vfs, (*rows, project), ctx.clock_ms)),)


def _sectioned(state: State, ctx: Context, name: str | None) -> Result:
    """A new section of the project that is shown."""
    name = " ".join((name or "").split())
    rows = [
        p._replace(sections=(*p.sections, name)) if name and p.name == state.page and name not in p.sections else p
        for p in PROJECTS.rows(ctx.vfs)
    ]
    return state, (SetFiles(PROJECTS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _asks(title: str, question: str, reply: str) -> Handler:
    return lambda state, _ctx: (state, (OpenDialog("prompt", Prompt(title, question), (reply,)),))


# -- one task -------------------------------------------------------------------------------------------------------


def _opened(state: State, _ctx: Context, task: Task) -> Result:
    draft = Draft(task.title, task.description, task.due, task.priority, task.label_text, task.section)
    return state._replace(task=task.id, draft=draft, comment="", adding=None), ()


def _field(state: State, ctx: Context, name: str, value: object) -> Result:
    task = _of(ctx, state.task)
    if state.draft is None or task is None:
        return state, ()
    return state._replace(draft=filled(form_lines(sections_of(ctx.vfs, task.project)), state.draft, name, value)), ()


def sections_of(vfs: Vfs, project: str) -> tuple[str, ...]:
    """The sections of a project."""
    return next((p.sections for p in PROJECTS.rows(vfs) if p.name == project), ())


def _of(ctx: Context, number: int) -> Task | None:
    return next((t for t in TASKS.rows(ctx.vfs) if t.id == number), None)


def _save(state: State, ctx: Context, *_: str) -> Result:
    task, draft = _of(ctx, state.task), state.draft
    if task is None or draft is None or not draft.title.strip():
        return state, ()
    due = draft.due if draft.due == task.due else day_in(draft.due, today(ctx))
    if draft.due.strip() and not due:
        return state, (tell(TITLE, f"“{draft.due}” is no day that Todoist knows. Try “tomorrow” or “mar 20”."),)
    after = task._replace(
        title=" ".join(draft.title.split()),
        description=draft.description.strip(),
        due=due,
        priority=draft.priority,
        labels=tuple(dict.fromkeys([word.strip("@,") for word in draft.label_text.split() if word.strip("@,")])),
        section=draft.section,
    )
    shut = state._replace(task=0, draft=None)
    return shut, (_kept(ctx, [after if t.id == task.id else t for t in TASKS.rows(ctx.vfs)]),)


def _put(state: State, ctx: Context, task: Task, after: Task | None) -> Result:
    """A task as after a command; what was completed or deleted can be undone."""
    ends = after is None or (after.completed and not task.completed)
    if ends:
        state = state._replace(undo=task, task=0, draft=None)
    return _RECORDS.put(state, ctx, task, after)


def _undo(state: State, ctx: Context) -> Result:
    task, rows = state.undo, TASKS.rows(ctx.vfs)
    if task is None:
        return state, ()
    back = [task if t.id == task.id else t for t in rows]
    return state._replace(undo=None), (_kept(ctx, back if task in back else [*rows, task]),)


def _dropped(state: State, ctx: Context, section: str, payload: object) -> Result:
    """A card is dropped on a column."""
    match payload:
        case ("task", int(number)):
            rows = [t._replace(section=section) if t.id == number else t for t in TASKS.rows(ctx.vfs)]
            return state, (_kept(ctx, rows),)
    return state, ()


def _due(name: str, label: str, days: int | None) -> Command:
    def run(state: State, ctx: Context, task: Task) -> Result:
        due = "" if days is None else (today(ctx) + timedelta(days=days or 7 - today(ctx).weekday())).isoformat()
        return _RECORDS.put(state, ctx, task, task._replace(due=today(ctx).isoformat() if name == "due_today" else due))

    return Command(name, label, run=run, places=("due",))


def _ranked(rank: int) -> Command:
    return Command(
        f"p{rank}",
        PRIORITIES[rank],
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
    *[_ranked(rank) for rank in PRIORITIES],
    LINE,
    Command("delete", "Delete", gone, None, "delete", "delete", _BOTH, ask=lambda _: _SURE),
    records=_RECORDS._replace(put=_put),
    menu="menu",
)


def _turn(state: State, ctx: Context) -> Result:
    """The project as a board, or as a list again."""
    rows = [p._replace(board=not p.board) if p.name == state.page else p for p in PROJECTS.rows(ctx.vfs)]
    return state, (SetFiles(PROJECTS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _own(state: State) -> bool:
    return state.page[0] not in "#@"


WINDOW = Commands(
    "todoist",
    Command("add", "Add task", None, _add, "add-circle", "ctrl+n", ("side",)),
    Command("search", "Search", None, lambda s, _: (s, (Focus("todoist.find", 0, -1),)), "", "ctrl+f", ()),
    Command("board", "List / board", None, _turn, "board", "shift+v", (BAR,), _own),
    Command(
        "section",
        "Add section",
        None,
        _asks("Add section", "Name of the section:", "sectioned"),
        "add",
        "",
        (BAR,),
        _own,
    ),
    Command("undo", "Undo", None, _undo, "", "ctrl+z", ("toast",), lambda s: s.undo),
    Command(
        "project", "Add project", None, _asks("Add project", "Name of the project:", "named"), "add", "", ("projects",)
    ),
)
HANDLERS: Mapping[str, Handler] = {
    "added": _added,
    "adding": lambda s, _, words: (s._replace(adding=words), ()),
    "add_in": _add,
    "attach": attach,
    "attached": attached,
    "cancel": lambda s, _: (s._replace(adding=None, task=0, draft=None, undo=None), ()),
    "comment": comment,
    "commenting": lambda s, _, text: (s._replace(comment=text), ()),
    "dropped": _dropped,
    "field": _field,
    "file": show_file,
    "go": lambda s, _, page: (State(page), ()),
    "named": _named,
    "open": lambda s, c, number: _opened(s, c, t) if (t := _of(c, number)) is not None else (s, ()),
    "query": lambda s, _, query: (s._replace(query=query, task=0, draft=None), ()),
    "save": _save,
    "sectioned": _sectioned,
}
