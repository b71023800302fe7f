"""What Todoist looks like: the red sidebar's pages, a list or a board, and the task that is open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.commands import BAR
from omnigym.devices.sim.kinds.records.board import board
from omnigym.devices.sim.kinds.records.form import form
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.devices.sim.ui.widgets import button, field, scroll, separator, spacer, text
from omnigym.devices.sim.vfs import base_name
from omnigym.devices.sim.windows.apps.todoist.book import COMMENTS, PROJECTS, TASKS, Comment, Project, Task, due_words
from omnigym.devices.sim.windows.apps.todoist.commands import TASK, WINDOW, form_lines, sections_of, today
from omnigym.devices.sim.windows.apps.todoist.side import side_pane
from omnigym.devices.sim.windows.apps.todoist.state import PAGES, State

__all__ = ["view"]

_SIDE, _CARD, _WIDE = 216, 312, 620


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    rows, projects, day = TASKS.rows(ctx.vfs), PROJECTS.rows(ctx.vfs), today(ctx)
    open_tasks = tuple([t for t in rows if not t.completed])
    task = next((t for t in rows if t.id == state.task), None)
    side = None
    if ctx.w >= _WIDE:
        numbers = tuple([(page, len(_on(page, open_tasks, day))) for page in (*PAGES, *[p.name for p in projects])])
        labels = tuple(sorted({label for t in open_tasks for label in t.labels}))
        side = panel(
            side_pane, state.query, "" if state.query else state.page, projects, labels, numbers, w=_SIDE, h=FILL
        )
    project = next((p for p in projects if p.name == state.page), None)
    narrow = ctx.w < _SIDE + 2 * _CARD
    card = _card(state, ctx, task, FILL if narrow else _CARD) if task is not None and state.draft is not None else None
    if narrow and card is not None:  # there is no room for both
        return row(side, card, h=FILL, align="stretch")
    room = ctx.w - _SIDE * (side is not None) - _CARD * (card is not None)
    body = _list(state, rows, project, day)
    if project is not None and project.board and not state.query:
        body = _board(state, open_tasks, project, day, room)
    toast = panel(_toast, state, state.undo, state.undo.id in [t.id for t in rows]) if state.undo is not None else None
    middle = column(panel(_head, state, _title(state)), body, toast, style="content", h=FILL)
    return row(side, middle, card, h=FILL, align="stretch")


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


# -- tasks ----------------------------------------------------------------------------------------------------------


def _head(state: State, title: str) -> Node:
    tools = WINDOW.buttons(BAR, state, style="tool")
    return row(
        text(title, style="todoist_title", w=FILL, role=Role.HEADING, key="todoist.title"),
        *tools,
        pad=(28, 22, 18, 8),
        gap=4,
    )


def _list(state: State, rows: tuple[Task, ...], project: Project | None, day: date) -> Node:
    open_tasks = [t for t in rows if not t.completed]
    if state.query:
        wanted = state.query.casefold()
        found = [t for t in rows if wanted in f"{t.title} {t.description} {t.label_text}".casefold()]
        lines: list[Element | None] = [memo(_line, t, day, True, w=FILL) for t in found]
    elif project is not None:
        lines = []
        for section in ("", *project.sections):
            lines += [_section(section)] if section else []
            lines += [
                memo(_line, t, day, False, w=FILL)
                for t in open_tasks
                if (t.project, t.section) == (project.name, section)
            ]
            lines.append(_adder(state, section))
        done = [t for t in rows if t.completed and t.project == project.name]
        lines += [_section("Completed"), *[memo(_line, t, day, False, w=FILL) for t in done]] if done else []
    else:
        lines, before = [], ""
        for task in _on(state.page, open_tasks, day):
            if state.page == "#upcoming" and task.due != before:
                lines.append(_section(due_words(task.due, day)))
                before = task.due
            lines.append(memo(_line, task, day, True, w=FILL))
        lines.append(_adder(state, ""))
    body = column(*lines, pad=(28, 0, 28, 20), role=Role.LIST, name=_title(state))
    return scroll("todoist.list", body, name="Tasks")


def _section(name: str) -> Node:
    return column(row(text(name, style="strong", role=Role.HEADING), h=38, pad=(0, 12, 0, 0)), separator())


def _adder(state: State, section: str) -> Node:
    """The line that adds a task; typed into, where it was chosen."""
    if state.adding is None or state.section != section:
        key = f"todoist.add_in.{section}" if section else "todoist.add_here"
        return row(button(key, "Add task", icon="add", style="todoist_inline", click=("add_in", section)), h=38)
    return column(
        field(
            "todoist.quick",
            state.adding,
            name="Task name",
            placeholder="Buy milk tomorrow #Home p1 @shop",
            style="bare",
            change=("adding",),
            submit=("added",),
            cancel=("cancel",),
        ),
        row(
            spacer(),
            button("todoist.cancel", "Cancel", style="flat", click=("cancel",)),
            button(
                "todoist.added", "Add task", style="todoist_save", disabled=not state.adding.strip(), click=("added",)
            ),
            gap=8,
        ),
        style="todoist_quick",
        pad=(12, 8),
        gap=6,
    )


def _notes(task: Task, day: date, project: bool) -> Node | None:
    late = (
        "todoist_late"
        if task.due < day.isoformat()
        else "todoist_today"
        if task.due == day.isoformat()
        else "todoist_later"
    )
    parts = [
        text(due_words(task.due, day), style=late, role=None) if task.due else None,
        *[text(f"@{label}", style="todoist_label", role=None) for label in task.labels],
        text(f"#{task.project}", style="caption", role=None) if project else None,
    ]
    return row(*parts, gap=10) if any(parts) else None


def _ring(task: Task) -> Node:
    label = f"{'Reopen' if task.completed else 'Complete'} “{task.title}”"
    done = "checkmark" if task.completed else ""
    return button(
        f"todoist.ring.{task.id}",
        icon=done,
        name=label,
        style=f"todoist_ring_{task.priority}",
        click=("complete", task.id),
        w=18,
        h=18,
    )


def _line(task: Task, day: date, project: bool) -> Node:
    title = text(task.title, style="todoist_done" if task.completed else "todoist_task", w=FILL, role=None)
    inside = row(_ring(task), column(title, _notes(task, day, project), gap=3), gap=12, pad=(4, 9), align="start")
    return column(_reacting(task, inside, "todoist_task", day), separator())


def _reacting(task: Task, inside: Node, style: str, day: date) -> Node:
    """What stands for a task: opened by a click, dragged, and with a menu."""
    said = [
        due_words(task.due, day) if task.due else "",
        f"priority {task.priority}" if task.priority < 4 else "",
        task.label_text,
    ]
    return row(
        inside,
        style=style,
        key=f"todoist.task.{task.id}",
        role=Role.LIST_ITEM,
        name=task.title,
        flags=state_flags(checked=task.completed),
        drag=("task", task.id),
        click=("open", task.id),
        context=("menu", task.id),
    )._replace(value=", ".join([part for part in said if part]))


def _tile(task: Task, day: date) -> Node:
    title = text(task.title, style="todoist_task", w=FILL, wrap=True, role=None)
    inside = row(_ring(task), column(title, _notes(task, day, False), gap=4), gap=10, pad=(12, 10), align="start")
    return _reacting(task, inside, "todoist_card", day)


def _board(state: State, tasks: tuple[Task, ...], project: Project, day: date, room: int) -> Node:
    here = [t for t in tasks if t.project == project.name]
    loose = [t for t in here if t.section not in project.sections]
    begun = state.adding is not None and not state.section
    columns = [("", tuple(loose))] if loose or begun or not project.sections else []
    columns += [(s, tuple([t for t in here if t.section == s])) for s in project.sections]
    w = min(250, (room - 40) // len(columns) - 18)
    return board("todoist.board", tuple(columns), _tile, day, below=lambda section: _adder(state, section), w=w)


def _toast(state: State, task: Task, there: bool) -> Node:
    said = f"“{task.title}” is done." if there else f"“{task.title}” was deleted."
    bar = row(
        text(said, style="todoist_toast", role=Role.STATUSBAR),
        *WINDOW.buttons("toast", state, style="todoist_undo"),
        style="todoist_toast",
        pad=(16, 8),
        gap=14,
        w=-1,
    )
    return row(bar, spacer(), pad=(24, 6, 0, 14))


# -- one task -------------------------------------------------------------------------------------------------------


def _card(state: State, ctx: Context, task: Task, w: int) -> Node:
    comments = tuple([c for c in COMMENTS.rows(ctx.vfs) if c.task == task.id])
    lines = form("todoist.form", form_lines(sections_of(ctx.vfs, task.project)), state.draft, label_w=78)
    head = row(
        text(f"#{task.project}", style="caption", w=FILL),
        *TASK.buttons(BAR, task, style="tool"),
        button("todoist.shut", icon="dismiss", name="Close", style="tool", click=("cancel",)),
    )
    save = row(spacer(), button("todoist.save", "Save", style="todoist_save", click=("save",)))
    return row(
        separator(vertical=True),
        column(
            head,
            lines,
            save,
            separator(),
            panel(_comments, comments, h=FILL),
            panel(_writing, state.comment),
            h=FILL,
            pad=(14, 10),
            gap=10,
        ),
        style="content",
        w=w,
        h=FILL,
        align="stretch",
    )


def _comments(comments: tuple[Comment, ...]) -> Node:
    lines = [
        column(
            text(c.text, w=FILL, wrap=True) if c.text else None,
            button(f"todoist.file.{c.id}", base_name(c.file), icon="attach", style="list", click=("file", c.file))
            if c.file
            else None,
            key=f"todoist.comment.{c.id}",
            role=Role.LIST_ITEM,
            name=c.text or base_name(c.file),
            gap=4,
        )
        for c in comments
    ]
    return column(
        text(f"Comments {len(lines)}" if lines else "Comments", style="strong", role=Role.HEADING),
        *lines,
        gap=10,
        h=FILL,
    )


def _writing(comment: str) -> Node:
    typed = field(
        "todoist.comment", comment, name="Comment", placeholder="Comment", change=("commenting",), submit=("comment",)
    )
    attach = button("todoist.attach", icon="attach", name="Attach file", style="tool", click=("attach",))
    send = button(
        "todoist.send", icon="send", name="Comment", style="tool", disabled=not comment.strip(), click=("comment",)
    )
    return row(typed, attach, send, gap=2)
