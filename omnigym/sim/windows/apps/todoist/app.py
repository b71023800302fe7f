"""Todoist: the pages at the left, a list or a board of tasks, and the task that is open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from omnigym.a11y import Role
from omnigym.sim.app import App, Context
from omnigym.sim.commands import BAR, commanded
from omnigym.sim.kinds.records import board, form
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Ink, Look
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll, separator, spacer
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.todoist.commands import (
    HANDLERS,
    PAGES,
    TASK,
    WINDOW,
    State,
    form_lines,
    sections_of,
    today,
)
from omnigym.sim.windows.apps.todoist.store import (
    COMMENTS,
    PROJECTS,
    STORE,
    TASKS,
    Comment,
    Project,
    Task,
    due_words,
    with_tasks,
)

ui = Scope("todoist")
_SIDE, _CARD, _WIDE = 216, 312, 620

# -- the pages at the left --------------------------------------------------------------------------------------------


def _side_pane(
    query: str, page: str, projects: tuple[Project, ...], labels: tuple[str, ...], numbers: tuple[tuple[str, int], ...]
) -> Node:
    """Fixed pages, projects, labels; each with the number of its tasks."""
    count, (inbox, *own) = dict(numbers), projects or (Project(0, "Inbox"),)
    find: dict[str, Any] = {"placeholder": "Search", "icon": "search", "search": True}
    on: dict[str, Any] = {"change": ("query",), "cancel": ("query", "")}
    fixed = ((inbox.name, inbox.name, "mail-inbox"), *[(key, title, image) for key, (title, image) in PAGES.items()])
    more = WINDOW.buttons("projects", True, style="tool")
    dots = [(p.name, ui.row(style=f"dot_{p.colour}", w=10, h=10)) for p in own]
    return ui.column(
        row(*WINDOW.buttons("side", True, labelled=True, style=ui.style("add"))),
        row(ui.field("find", query, "Search", "/find", **find, **on), pad=(4, 2)),
        *[_page(key, title, icon(image), count.get(key, 0), key == page) for key, title, image in fixed],
        row(ui.heading("My Projects", "/strong"), spacer(), *more, pad=(10, 8, 0, 0)),
        *[_page(name, name, dot, count.get(name, 0), name == page) for name, dot in dots],
        row(ui.heading("Labels", "/strong"), pad=(10, 10, 0, 2)) if labels else None,
        *[_page(f"@{name}", name, icon("tag"), 0, f"@{name}" == page) for name in labels],
        style="side",
        h=FILL,
        pad=(8, 10),
        gap=1,
        role=Role.TREE,
        name="Pages",
    )


def _page(page: str, title: str, mark: Node, count: int, chosen: bool) -> Node:
    return ui.item(
        f"page.{page}",
        title,
        row(mark, w=18, justify="center"),
        ui.text(title, "chosen" if chosen else "task", w=FILL),
        ui.text(str(count), "/caption") if count else None,
        style="chosen" if chosen else "page",
        role=Role.TREE_ITEM,
        selected=chosen,
        pad=(8, 0, 10, 0),
        gap=9,
        h=33,
        click=("go", page),
    )


# -- tasks ------------------------------------------------------------------------------------------------------------


def _on(page: str, tasks: Iterable[Task], day: date) -> tuple[Task, ...]:
    """The tasks of a page, the soonest and most urgent first where it is no project."""
    if page == "#today":
        found = [t for t in tasks if t.due and t.due <= day.isoformat()]
    elif page == "#upcoming":
        found = [t for t in tasks if t.due > day.isoformat()]
    elif page[0] == "@":
        found = [t for t in tasks if page[1:] in t.labels]
    else:
        return tuple([t for t in tasks if t.project == page])
    return tuple(sorted(found, key=lambda t: (t.due or "~", t.priority, t.id)))


def _title(state: State) -> str:
    return f"Results for “{state.query}”" if state.query else PAGES.get(state.page, (state.page, ""))[0]


def _head(state: State, title: str) -> Node:
    name = ui.heading(title, "title", w=FILL, key="title")
    return row(name, *WINDOW.buttons(BAR, state, style="tool"), pad=(28, 22, 18, 8), gap=4)


def _list(state: State, rows: tuple[Task, ...], project: Project | None, day: date) -> Node:
    def lines_of(tasks: Iterable[Task], named: bool) -> list[Element | None]:
        return [memo(_line, t, day, named, w=FILL) for t in tasks]

    open_tasks, lines = [t for t in rows if not t.completed], list[Element | None]()
    if state.query:
        wanted = state.query.casefold()
        lines = lines_of([t for t in rows if wanted in f"{t.title} {t.description} {t.label_text}".casefold()], True)
    elif project is not None:
        for section in ("", *project.sections):
            lines += [_section(section)] if section else []
            lines += lines_of([t for t in open_tasks if (t.project, t.section) == (project.name, section)], False)
            lines.append(_adder(state, section))
        done = [t for t in rows if t.completed and t.project == project.name]
        lines += [_section("Completed"), *lines_of(done, False)] if done else []
    else:
        before = ""
        for task in _on(state.page, open_tasks, day):
            if state.page == "#upcoming" and task.due != before:
                lines.append(_section(due_words(task.due, day)))
                before = task.due
            lines += lines_of([task], True)
        lines.append(_adder(state, ""))
    body = column(*lines, pad=(28, 0, 28, 20), role=Role.LIST, name=_title(state))
    return scroll("todoist.list", body, name="Tasks")


def _section(name: str) -> Node:
    return column(row(ui.heading(name, "/strong"), h=38, pad=(0, 12, 0, 0)), separator())


def _adder(state: State, section: str) -> Node:
    """The line that adds a task; typed into, where it was chosen."""
    if state.adding is None or state.section != section:
        key = f"add_in.{section}" if section else "add_here"
        return row(ui.button(key, "Add task", "inline", icon="add", click=("add_in", section)), h=38)
    hint, none = "Buy milk tomorrow #Home p1 @shop", not state.adding.strip()
    on: dict[str, Any] = {"change": ("adding",), "submit": ("added",), "cancel": ("cancel",)}
    cancel, add = ui.button("cancel", "Cancel", "/flat"), ui.button("added", "Add task", "save", disabled=none)
    return ui.column(
        ui.field("quick", state.adding, "Task name", "/bare", placeholder=hint, **on),
        row(spacer(), cancel, add, gap=8),
        style="quick",
        pad=(12, 8),
        gap=6,
    )


def _notes(task: Task, day: date, project: bool) -> Node | None:
    now = day.isoformat()
    when = "late" if task.due < now else "today" if task.due == now else "later"
    parts = [
        ui.text(due_words(task.due, day), when) if task.due else None,
        *[ui.text(f"@{label}", "label") for label in task.labels],
        ui.text(f"#{task.project}", "/caption") if project else None,
    ]
    return row(*parts, gap=10) if any(parts) else None


def _task(task: Task, day: date, style: str, inside: Node, gap: int, **look: Any) -> Node:
    """What stands for a task: its ring and its texts; opened by a click, dragged, and with a menu."""
    label = f"{'Reopen' if task.completed else 'Complete'} “{task.title}”"
    image, done = "checkmark" if task.completed else "", ("complete", task.id)
    ring = ui.tool(f"ring.{task.id}", image, label, f"ring_{task.priority}", click=done, w=18, h=18)
    urgent = f"priority {task.priority}" if task.priority < 4 else ""
    said = [due_words(task.due, day) if task.due else "", urgent, task.label_text]
    return ui.item(
        f"task.{task.id}",
        task.title,
        row(ring, inside, gap=gap, align="start", **look),
        style=style,
        drag=("task", task.id),
        click=("open", task.id),
        context=("menu", task.id),
    )._replace(value=", ".join([part for part in said if part]), flags=state_flags(checked=task.completed))


def _line(task: Task, day: date, project: bool) -> Node:
    title = ui.text(task.title, "done" if task.completed else "task", w=FILL)
    inside = column(title, _notes(task, day, project), gap=3)
    return column(_task(task, day, "task", inside, 12, pad=(4, 9)), separator())


def _tile(task: Task, day: date) -> Node:
    inside = column(ui.text(task.title, "task", w=FILL, wrap=True), _notes(task, day, False), gap=4)
    return _task(task, day, "card", inside, 10, pad=(12, 10))


def _board(state: State, tasks: tuple[Task, ...], project: Project, day: date, room: int) -> Node:
    here = [t for t in tasks if t.project == project.name]
    loose = [t for t in here if t.section not in project.sections]
    begun = state.adding is not None and not state.section
    columns = [("", tuple(loose))] if loose or begun or not project.sections else []
    columns += [(s, tuple([t for t in here if t.section == s])) for s in project.sections]
    w = min(250, (room - 40) // len(columns) - 18)
    return board("todoist.board", tuple(columns), _tile, day, below=lambda section: _adder(state, section), w=w)


def _toast(state: State, task: Task, there: bool) -> Node:
    said = ui.text(f"“{task.title}” {'is done' if there else 'was deleted'}.", "toast", role=Role.STATUSBAR)
    undo = WINDOW.buttons("toast", state, style=ui.style("undo"))
    return row(ui.row(said, *undo, style="toast", pad=(16, 8), gap=14, w=-1), spacer(), pad=(24, 6, 0, 14))


# -- one task, and the whole ------------------------------------------------------------------------------------------


def _card(state: State, ctx: Context, task: Task, w: int) -> Node:
    comments = tuple([c for c in COMMENTS.rows(ctx.vfs) if c.task == task.id])
    parts = column(
        row(
            ui.text(f"#{task.project}", "/caption", w=FILL),
            *TASK.buttons(BAR, task, style="tool"),
            ui.tool("shut", "dismiss", "Close", "/tool", click=("cancel",)),
        ),
        form("todoist.form", form_lines(sections_of(ctx.vfs, task.project)), state.draft, label_w=78),
        row(spacer(), ui.button("save", "Save", "save")),
        separator(),
        panel(_comments, comments, h=FILL),
        panel(_writing, state.comment),
        h=FILL,
        pad=(14, 10),
        gap=10,
    )
    return row(separator(vertical=True), parts, style="content", w=w, h=FILL, align="stretch")


def _comment(c: Comment) -> Node:
    name = base_name(c.file)
    return column(
        ui.text(c.text, "/", w=FILL, wrap=True) if c.text else None,
        ui.button(f"file.{c.id}", name, "/list", icon="attach", click=("file", c.file)) if c.file else None,
        key=f"todoist.comment.{c.id}",
        role=Role.LIST_ITEM,
        name=c.text or name,
        gap=4,
    )


def _comments(comments: tuple[Comment, ...]) -> Node:
    head = ui.heading(f"Comments {len(comments)}" if comments else "Comments", "/strong")
    return column(head, *map(_comment, comments), gap=10, h=FILL)


def _writing(comment: str) -> Node:
    on: dict[str, Any] = {"change": ("commenting",), "submit": ("comment",)}
    return row(
        ui.field("comment", comment, "Comment", "/", placeholder="Comment", **on),
        ui.tool("attach", "attach", "Attach file", "/tool"),
        ui.tool("send", "send", "Comment", "/tool", disabled=not comment.strip(), click=("comment",)),
        gap=2,
    )


def _view(state: State, ctx: Context) -> Node:
    rows, projects, day = TASKS.rows(ctx.vfs), PROJECTS.rows(ctx.vfs), today(ctx)
    open_tasks = tuple([t for t in rows if not t.completed])
    task, side, card = next((t for t in rows if t.id == state.task), None), None, None
    if ctx.w >= _WIDE:
        numbers = tuple([(page, len(_on(page, open_tasks, day))) for page in (*PAGES, *[p.name for p in projects])])
        labels = tuple(sorted({label for t in open_tasks for label in t.labels}))
        shown = "" if state.query else state.page
        side = panel(_side_pane, state.query, shown, projects, labels, numbers, w=_SIDE, h=FILL)
    project = next((p for p in projects if p.name == state.page), None)
    narrow = ctx.w < _SIDE + 2 * _CARD
    if task is not None and state.draft is not None:
        card = _card(state, ctx, task, FILL if narrow else _CARD)
        if narrow:  # there is no room for both
            return row(side, card, h=FILL, align="stretch")
    room = ctx.w - _SIDE * (side is not None) - _CARD * (card is not None)
    body, toast, undo = _list(state, rows, project, day), None, state.undo
    if project is not None and project.board and not state.query:
        body = _board(state, open_tasks, project, day, room)
    if undo is not None:
        toast = panel(_toast, state, undo, undo.id in [t.id for t in rows])
    middle = column(panel(_head, state, _title(state)), body, toast, style="content", h=FILL)
    return row(side, middle, card, h=FILL, align="stretch")


# -- its looks and its declaration ------------------------------------------------------------------------------------


def _icon(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.20, 0xE44332, 0xCF3424)
    for n in range(3):
        y = 0.30 + 0.21 * n
        p.line([(0.10, y), (0.33, y + 0.13), (0.86, y - 0.14)], 0.085, 0xFFFFFF)


_RED, _WHITE, _PALE = Shade(0xDC4C3E, 0xDE5F52), Shade(0xFFFFFF, 0xFFFFFF), Shade(0xFF9B8C, 0xFF9B8C)
_OVER, _FAINT, _DEEP = Shade(0xF2EAE3, 0x383431), Shade(0xFAF7F5, 0x2E2B29), Shade(0xC03B2F, 0xC94C40)
#: The rings of tasks by their priority.
_RINGS: dict[int, Ink] = {
    1: Shade(0xD1453B, 0xFF7066),
    2: Shade(0xEB8909, 0xFF9A14),
    3: Shade(0x246FE0, 0x5297FF),
    4: "muted",
}
_RING = Look(radius=9, min_w=18, min_h=18, icon=10, hover="hover")
_LINE = Look(radius=5, pad=(10, 5, 10, 5), min_h=32, gap=10, size=13, hover=_OVER, pressed="pressed")
_SMALL = Look(size=11)
_STYLES = ui.looks(
    box={
        "side": Look(fill=Shade(0xFCFAF8, 0x262320)),
        "task": Look(hover=_FAINT),
        "page": Look(radius=5, hover=_OVER),
        "chosen": Look(radius=5, fill=Shade(0xFFEFE5, 0x47302C)),
        "card": Look(fill="layer", edge="stroke_strong", radius=9, hover=_FAINT),
        "quick": Look(fill="layer", edge="stroke_strong", radius=9),
        "toast": Look(fill=Shade(0x282828, 0x4A4542), radius=8),
        **{f"dot_{name}": Look(fill=name, radius=5) for name in PEOPLE},
        "dot_grey": Look(fill="thumb", radius=5),
    },
    text={
        "title": Look(size=25, family="ui-semibold"),
        "task": Look(size=13),
        "chosen": Look(size=13, ink=Shade(0xB3402F, 0xFF9B8C)),
        "done": Look(size=13, ink="disabled"),
        "today": _SMALL._replace(ink=Shade(0x058527, 0x3FBF62)),
        "late": _SMALL._replace(ink=_RED),
        "later": _SMALL._replace(ink=Shade(0x692EC2, 0xB48CF0)),
        "label": _SMALL._replace(ink=Shade(0x8A5A2B, 0xD9A870)),
        "toast": Look(ink=_WHITE),
    },
    button={
        "add": _LINE._replace(ink=_RED, family="ui-semibold"),
        "inline": _LINE._replace(ink="muted"),
        "save": Look(radius=5, pad=(12, 6, 12, 6), min_h=32, fill=_RED, ink=_WHITE, hover=_DEEP),
        "undo": Look(radius=4, pad=(8, 4, 8, 4), min_h=26, ink=_PALE, hover="muted"),
        **{f"ring_{rank}": _RING._replace(edge=ring, ink=ring) for rank, ring in _RINGS.items()},
    },
)
_APP = App(
    name="todoist",
    title="Todoist",
    icon="todoist",
    art={"todoist": _icon},
    styles=_STYLES,
    program=Program(spoken=("Todoist",), category="Task Management"),
    initial=with_tasks,
    init=lambda _args, _ctx: (State(), ()),
    view=_view,
    on=HANDLERS,
    caption=lambda state: f"{PAGES.get(state.page, (state.page, ''))[0]} - Todoist",
    keys=(("escape", ("cancel",)), ("ctrl+s", ("save",))),
    tables=STORE.tables,
    size=(960, 620),
    min_size=(380, 400),
    single=True,
    locate={"records": {"key": "todoist.list"}},
)
APPS = (commanded(_APP, TASK, WINDOW),)
