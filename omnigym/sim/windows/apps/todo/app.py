"""Microsoft To Do: the pages at the left, the tasks of one of them on a coloured ground, the details of a task."""

from __future__ import annotations

from datetime import date
from email.utils import parseaddr
from typing import Any

from omnigym.a11y import Role
from omnigym.pictures import scene_file
from omnigym.sim.app import App, Context
from omnigym.sim.commands import MENU, commanded
from omnigym.sim.common.mail import ACCOUNT
from omnigym.sim.common.todo import due_text, find
from omnigym.sim.documents.edit import Edit
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import SUBTLE
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, area, list_view, scroll, separator, spacer, text, tree_item
from omnigym.sim.windows.apps.dialogs.date_picker import MONTHS, WEEKDAYS
from omnigym.sim.windows.apps.todo.art import TODO_ART
from omnigym.sim.windows.apps.todo.commands import LIST, ON, OWN_LIST, TASK, Chosen, State, today
from omnigym.sim.windows.apps.todo.store import (
    DONE,
    MONTH,
    MY_DAY,
    SMART,
    TODO_TABLES,
    Book,
    Shown,
    Step,
    Task,
    counts,
    icon_of,
    lines_of,
    read_book,
    title_of,
    with_first_tasks,
)

ui = Scope("todo", button="check")
#: Widths of the panes, and of what the tasks need beside them.
_PAGES_W, _DETAILS_W, _TASKS_W = 224, 288, 320


def _typed(key: str, value: str, name: str, on: tuple[str, str], cancel: tuple[str, ...], **more: Any) -> Node:
    """A field that sends ``on`` as it is typed and when that is done, ``cancel`` on Escape."""
    change, submit = on
    return ui.field(key, value, name, change=(change,), submit=(submit,), cancel=cancel, **more)


def _tick(key: str, what: str, done: bool, *msg: Any) -> Node:
    name = f"Mark {what}as {'not ' * done}completed"
    return ui.tool(key, "todo-checked" if done else "circle", name, click=msg)


def _struck(line: Node) -> Node:
    return column(stack(line, separator("strike"), w=-1, align="center"))


# -- the pages --------------------------------------------------------------------------------------------------------


def _account(name: str) -> Node:
    lines = ui.text(name, "/strong", w=FILL), ui.text(parseaddr(ACCOUNT)[1], "/caption", w=FILL)
    look: dict[str, Any] = {"role": Role.GROUP, "style": "", "h": 52, "pad": (12, 6), "gap": 10}
    return ui.item("", f"Account: {name}", ui.icon("user", "/", size=32), column(*lines), **look)


def _search(query: str) -> Node:
    look: dict[str, Any] = {"placeholder": "Search", "search": True, "cancel": ("search", "")}
    return row(ui.field("search", query, "Search", "/search", **look), pad=(12, 4), h=42)


def _page(page: str, count: int, chosen: bool, own: bool) -> Node:
    title, on = title_of(page), dict[str, Any](click=("page", page))
    key = ui.key(f"page.{title.lower().replace(' ', '_')}" if page in SMART else f"list.{page}")
    if not page.startswith("#"):
        on["drop"] = ("dropped", page)
    if own:
        on["context"] = ("page_menu", page)
    number = ui.text(str(count), "/caption", role=None) if count else None
    item = tree_item(key, title, icon=icon_of(page), selected=chosen, **on)
    return stack(item, row(spacer(), number, h=30, pad=(0, 0, 12, 0)), h=32)


def _pages(lists: tuple[str, ...], numbers: tuple[tuple[str, int], ...], page: str) -> Node:
    count = dict(numbers)
    smart = [_page(p, count.get(p, 0), p == page, own=False) for p in SMART]
    own = [_page(p, count.get(p, 0), p == page, own=True) for p in lists[1:]]  # the first one is Tasks
    return column(*smart, row(separator(), pad=(8, 6)), *own, pad=(6, 2), role=Role.TREE, name="Lists")


def _new_list() -> Node:
    return row(ui.button("new_list", "New list", "/list", icon="add", w=FILL), pad=(6, 4), h=44)


def _pages_pane(name: str, query: str, book: Book, page: str, day: date, w: int) -> Node:
    shown = panel(_pages, book.lists, counts(book, day), "" if query.strip() else page)
    return column(
        panel(_account, name),
        panel(_search, query),
        scroll("todo.pages", shown, name="Pages"),
        separator(),
        panel(_new_list),
        style="pane",
        w=w,
        h=FILL,
    )


# -- a page -----------------------------------------------------------------------------------------------------------


def _title(page: str, query: str, renaming: str | None, day: date, menu: bool) -> Node:
    """The name of the page, which is a field while it is changed, and what can be done with a list."""
    wanted = query.strip()
    said = f"Searching for “{wanted}”" if wanted else title_of(page)
    name = ui.heading(said, "title", key="title", w=FILL)
    if renaming is not None:
        on, look = ("name", "rename_done"), {"style": "/", "w": 260, "blur": ("rename_done",)}
        name = _typed("name", renaming, "List name", on, ("rename_cancel",), **look)
    long = f"{WEEKDAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}"
    own = page not in SMART and not wanted
    options = OWN_LIST.items(MENU, page, page)
    return row(
        ui.tool("menu", "navigation", "Open navigation", "tool") if menu else None,
        column(name, ui.text(long, "date", key="date") if page == MY_DAY and not wanted else None, gap=2),
        ui.tool("options", "more", "List options", "tool", menu=options) if own else None,
        h=76,
        pad=(20, 10, 16, 8),
        gap=10,
        w=FILL,
    )


def _line(entry: Entry, selected: bool) -> Node:
    shown: Shown = entry.data
    return _heading(shown) if shown.task is None else _card(shown, shown.task, selected)


def _heading(shown: Shown) -> Node:
    fold = ui.icon("chevron-down" if shown.open else "chevron-right", "/small") if shown.id == DONE else None
    look: dict[str, Any] = {"style": "card", "h": 28, "w": -1, "pad": (10, 0), "gap": 8}
    said = ui.text(shown.title, "/strong")
    item = ui.item(f"tasks.{shown.id}", shown.title.replace("  ", " "), fold, said, **look)
    return row(item, w=FILL, h=FILL, pad=(0, 6, 16, 6))


def _card(shown: Shown, task: Task, selected: bool) -> Node:
    title = _struck(ui.text(task.title, "done")) if task.completed else ui.text(task.title, "task", w=FILL)
    note = ui.text(shown.note, "/error_caption" if shown.late else "/caption", w=FILL) if shown.note else None
    star = f"Remove the star of “{task.title}”" if task.important else f"Mark “{task.title}” as important"
    image = "todo-starred" if task.important else "star"
    card = ui.item(
        f"tasks.{task.id}",
        task.title,
        _tick(f"check.{task.id}", f"“{task.title}” ", task.completed, "complete", task.id),
        column(title, note, gap=1),
        ui.tool(f"star.{task.id}", image, star, click=("star", task.id)),
        style="card",
        selected=selected,
        h=FILL,
        pad=(10, 4),
        gap=10,
    )
    return column(card, w=FILL, h=FILL, pad=(0, 1, 16, 1))


def _add(adding: str) -> Node:
    """The bar in which a new task is typed."""
    look = {"placeholder": "Add a task", "style": "/bare"}
    typed = _typed("add", adding, "Add a task", ("adding", "add"), ("adding", ""), **look)
    add = ui.tool("add_button", "add", "Add", click=("add", adding))
    return row(ui.row(add, typed, style="card", h=48, pad=(10, 4), gap=10), h=72, pad=(20, 10, 20, 14))


def _page_view(state: State, entries: tuple[Entry, ...], day: date, menu: bool) -> Node:
    """The tasks of a page below its name, and where one is added."""
    wanted, chosen = state.query.strip(), state.selected
    tasks = list_view(
        LIST,
        entries,
        _line,
        name="Tasks",
        row_h=56,
        selected=(chosen,) if chosen else (),
        cursor=chosen,
        drag="todo",
        select=("select",),
        context=("task_menu",),
        style="bare",
    )
    ground = ui.column(
        panel(_title, state.page, state.query, state.renaming, day, menu),
        row(tasks, h=FILL, pad=(20, 0, 4, 0), align="stretch"),
        None if wanted else panel(_add, state.adding),
        style="page",
        w=FILL,
        h=FILL,
    )
    photo = state.page == MY_DAY and not wanted
    return ground._replace(style="desktop", data=scene_file("mountains", "my_day.jpg")) if photo else ground


# -- the details of a task --------------------------------------------------------------------------------------------


def _head(task_id: str, completed: bool, important: bool, title: str) -> Node:
    look = {"style": "/bare_strong", "blur": ("title_done",)}
    star = "Remove importance" if important else "Mark as important"
    image = "todo-starred" if important else "star"
    return row(
        _tick("details.check", "", completed, "complete", task_id),
        _typed("details.title", title, "Task title", ("title", "title_done"), ("title_cancel",), **look),
        ui.tool("details.star", image, star, click=("star", task_id)),
        h=48,
        pad=(10, 4),
        gap=8,
    )


def _steps(task_id: str, steps: tuple[Step, ...], adding: str) -> Node:
    look = {"placeholder": "Next step" if steps else "Add step", "style": "/bare"}
    typed = _typed("details.step", adding, "Add step", ("step", "add_step"), ("step", ""), **look)
    add = ui.tool("details.add_step", "add", "Add", click=("add_step", adding))
    return column(*[_step(task_id, n, s) for n, s in enumerate(steps)], row(add, typed, h=36, gap=8), pad=(10, 0))


def _step(task_id: str, n: int, step: Step) -> Node:
    key, said, delete = f"step.{n}", f"“{step.title}”", ("step_delete", task_id, n)
    title = _struck(ui.text(step.title, "/muted", key=key)) if step.done else ui.text(step.title, "/", key=key, w=FILL)
    return row(
        _tick(f"{key}.check", f"{said} ", step.done, "step_done", task_id, n),
        title,
        ui.tool(f"{key}.delete", "close", f"Delete step {said}", click=delete),
        h=36,
        gap=8,
    )


def _choices(chosen: Chosen) -> Node:
    """What is added to a task, each a line."""
    task = chosen.task

    def line(key: str, label: str, image: str, there: object = False, **more: Any) -> Node:
        return ui.button(key, label, "set" if there else "/list", icon=image, w=FILL, **more)

    def file(name: str) -> Node:
        remove = ("remove_file", task.id, name)
        shown = line(f"file.{name}", name, "document", click=("open_file", task.id, name))
        return row(shown, ui.tool(f"remove_file.{name}", "close", f"Remove {name}", click=remove), gap=4)

    my_day = "Added to My Day" if chosen.in_day else "Add to My Day"
    due = f"Due {due_text(task.due, chosen.day, MONTH)}" if task.due else "Add due date"
    return column(
        line("details.my_day", my_day, "weather-sunny", chosen.in_day, click=("my_day", task.id)),
        line("details.due", due, "calendar", task.due, menu=TASK.items("due", chosen, task.id)),
        line("details.add_file", "Add file", "attach", click=("add_file", task.id)),
        *map(file, task.files),
        pad=(6, 0),
        gap=2,
    )


def _foot(chosen: Chosen) -> Node:
    (move,) = [item for item in TASK.items(MENU, chosen, chosen.task.id) if item.key == "todo.menu.move"]
    hide, close = "panel-right-contract", ("close_details",)
    return row(
        ui.tool("details.close", hide, "Hide detail view", "/tool", click=close),
        ui.button("details.list", f"In {chosen.task.list}", "/tool", menu=move.items),
        spacer(),
        ui.tool("details.delete", "delete", "Delete task", "/tool", click=("delete", chosen.task.id)),
        h=40,
        pad=(8, 4),
        gap=8,
    )


def _details(chosen: Chosen, title: str, adding: str, note: Edit, w: int) -> Node:
    """Everything about one task."""
    task, plain = chosen.task, chosen._replace(task=chosen.task._replace(title="", note="", steps=()))
    middle = column(panel(_steps, task.id, task.steps, adding), row(separator(), pad=(10, 4)), panel(_choices, plain))
    written = area("todo.details.note", note, name="Note", change=("note", task.id))
    parts = column(
        panel(_head, task.id, task.completed, task.important, title),
        scroll("todo.details", middle),
        column(text("Note", style="caption", role=None), written, h=96, pad=(12, 2, 12, 8), gap=4),
        separator(),
        panel(_foot, plain),
        h=FILL,
    )
    look: dict[str, Any] = {"style": "pane", "w": w, "h": FILL, "align": "stretch", "role": Role.GROUP}
    return row(separator(vertical=True), parts, name="Details", **look)


def _view(state: State, ctx: Context) -> Node:
    book, day = read_book(ctx.vfs), today(ctx)
    task = find(book.tasks, state.selected) if state.selected else None
    narrow = ctx.w < _PAGES_W + _TASKS_W + (_DETAILS_W if task is not None else 0)
    alone = task is not None and ctx.w < _TASKS_W + _DETAILS_W
    parts: list[Element] = []
    if not narrow or state.menu:
        name, width = ctx.settings.get("account.name", ""), FILL if narrow else _PAGES_W
        parts.append(_pages_pane(name, state.query, book, state.page, day, width))
    if narrow and state.menu:
        return row(*parts, h=FILL, align="stretch")
    if not alone:
        lines = lines_of(book, state.page, state.query, day, state.show_done)
        parts.append(_page_view(state, lines, day, narrow))
    if task is not None:
        chosen, width = Chosen(task, book.lists, day), FILL if alone else _DETAILS_W
        parts.append(_details(chosen, state.title, state.step, state.note, width))
    return row(*parts, h=FILL, align="stretch")


# -- its looks and its declaration ------------------------------------------------------------------------------------

_PAGE, _HOVER = Shade(0x5C74C2, 0x3C4C86), Shade(0x7389CF, 0x4B5C99)


_CHECK = SUBTLE._replace(pad=(4, 4, 4, 4), min_w=28, min_h=28, icon=20, ink="muted")
_STYLES = {
    **ui.looks(
        box={"page": Look(fill=_PAGE), "card": Look(fill="layer", radius=5, hover="hover", checked="row_selected")},
        text={
            "title": Look(size=24, family="ui-semibold", ink="on_picture"),
            "date": Look(size=13, ink="on_picture"),
            "task": Look(size=13),
            "done": Look(size=13, ink="muted"),
        },
        button={
            "tool": Look(pad=(6,) * 4, min_w=30, min_h=30, radius=4, ink="on_picture", hover=_HOVER, pressed=_PAGE),
            "check": _CHECK,
            "set": SUBTLE._replace(pad=(10, 6, 10, 6), min_h=30, gap=10, ink="link"),
        },
    ),
    **looks(
        text={"error_caption": Look(size=11, ink="danger")},
        field={"bare_strong": Look(size=15, family="ui-semibold")},
    ),
}
_APP = App(
    name="todo",
    title="Microsoft To Do",
    icon="todo",
    art=TODO_ART,
    styles=_STYLES,
    program=Program(spoken=("To Do", "Microsoft To Do"), category="Task Management", pinned=9),
    initial=with_first_tasks,
    init=lambda _args, _ctx: (State(), ()),
    view=_view,
    on=ON,
    caption=lambda state: f"{title_of(state.page)} - Microsoft To Do",
    keys=(("ctrl+n", ("to_add",)), ("ctrl+f", ("to_search",)), ("ctrl+l", ("new_list",)), ("f2", ("edit_title",))),
    tables=TODO_TABLES,
    size=(920, 580),
    min_size=(340, 400),
    single=True,
    locate={
        "tasks": {"key": LIST},
        "entry": {"role": Role.LIST_ITEM, "name": "{name}"},
        "page": {"role": Role.TREE_ITEM, "name": "{name}"},
        "delete_confirm": {"key": "message.delete"},
    },
)
APPS = (commanded(_APP, TASK, OWN_LIST),)
