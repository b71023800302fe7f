"""What To Do looks like: the pages at the left, and the tasks of one of them on a coloured ground."""

from __future__ import annotations

from datetime import date
from email.utils import parseaddr
from typing import Any

from omnigym.a11y import Role
from omnigym.devices.sim.common.mailbox import ACCOUNT
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row, stack, state_flags
from omnigym.devices.sim.ui.widgets import (
    SEPARATOR,
    Entry,
    MenuItem,
    button,
    field,
    icon,
    list_view,
    scroll,
    separator,
    spacer,
    text,
    tree_item,
)
from omnigym.devices.sim.windows.apps.todo.pages import DONE, MY_DAY, SMART, Shown, icon_of, long_date, title_of
from omnigym.pictures import scene_file

__all__ = [
    "ADD",
    "LIST",
    "NAME",
    "SEARCH",
    "due_items",
    "list_menu",
    "move_items",
    "page_view",
    "pages_pane",
    "task_menu",
]

LIST, ADD, SEARCH, NAME = "todo.tasks", "todo.add", "todo.search", "todo.name"
_ROW_H = 56
#: The photo behind My Day.
_PHOTO = "mountains"


def page_key(page: str) -> str:
    """The key of a page: "todo.page.my_day"; of a list of the user's own "todo.list.Groceries"."""
    fixed = next((p for p in SMART if p.id == page), None)
    return f"todo.list.{page}" if fixed is None else f"todo.page.{fixed.title.lower().replace(' ', '_')}"


# -- the pages ----------------------------------------------------------------------------------------------------


def _account(name: str) -> Node:
    return row(
        icon("user", size=32),
        column(
            text(name, style="strong", w=FILL, role=None),
            text(parseaddr(ACCOUNT)[1], style="caption", w=FILL, role=None),
        ),
        h=52,
        pad=(12, 6),
        gap=10,
        role=Role.GROUP,
        name=f"Account: {name}",
    )


def _search(query: str) -> Node:
    box = field(
        SEARCH,
        query,
        name="Search",
        placeholder="Search",
        style="search",
        search=True,
        change=("search",),
        cancel=("search", ""),
    )
    return row(box, pad=(12, 4), h=42)


def _page(page: str, name: str, count: int, chosen: bool, *, own: bool) -> Node:
    on: dict[str, Any] = {"click": ("page", page)}
    if not page.startswith("#"):
        on["drop"] = ("dropped", page)
    if own:
        on["context"] = ("page_menu", page)
    item = tree_item(page_key(page), name, icon=icon_of(page), selected=chosen, **on)
    number = row(spacer(), text(str(count), style="caption", role=None) if count else None, h=30, pad=(0, 0, 12, 0))
    return stack(item, number, h=32)


def _pages(lists: tuple[str, ...], numbers: tuple[tuple[str, int], ...], page: str) -> Node:
    count = dict(numbers)
    own = lists[1:]  # the first one is Tasks
    return column(
        *[_page(p.id, p.title, count.get(p.id, 0), p.id == page, own=False) for p in SMART],
        row(separator(), pad=(8, 6)),
        *[_page(name, name, count.get(name, 0), name == page, own=True) for name in own],
        pad=(6, 2),
        role=Role.TREE,
        name="Lists",
    )


def _new_list() -> Node:
    return row(
        button("todo.new_list", "New list", icon="add", style="list", click=("new_list",), w=FILL), pad=(6, 4), h=44
    )


def pages_pane(
    name: str, query: str, lists: tuple[str, ...], numbers: tuple[tuple[str, int], ...], page: str, w: int
) -> Node:
    """The navigation pane: account, search, pages, New list."""
    shown = "" if query.strip() else page
    return column(
        panel(_account, name),
        panel(_search, query),
        scroll("todo.pages", panel(_pages, lists, numbers, shown), name="Pages"),
        separator(),
        panel(_new_list),
        style="pane",
        w=w,
        h=FILL,
    )


# -- a page -------------------------------------------------------------------------------------------------------


def _title(page: str, query: str, renaming: str | None, day: date, *, menu: bool) -> Node:
    """The name of the page, which is a field while it is changed, and what can be done with a list."""
    own = page not in [p.id for p in SMART] and not query.strip()
    if renaming is not None:
        name: Node = field(
            NAME,
            renaming,
            name="List name",
            w=260,
            change=("name",),
            submit=("rename_done",),
            cancel=("rename_cancel",),
            blur=("rename_done",),
        )
    else:
        said = f"Searching for “{query.strip()}”" if query.strip() else title_of(page)
        name = text(said, style="todo_title", role=Role.HEADING, key="todo.title", w=FILL)
    return row(
        button("todo.menu", icon="navigation", name="Open navigation", style="todo_tool", click=("menu",))
        if menu
        else None,
        column(
            name,
            text(long_date(day), style="todo_date", key="todo.date") if page == MY_DAY and not query.strip() else None,
            gap=2,
        ),
        button("todo.options", icon="more", name="List options", style="todo_tool", menu=list_menu(page))
        if own
        else None,
        h=76,
        pad=(20, 10, 16, 8),
        gap=10,
        w=FILL,
    )


def _row(entry: Entry, selected: bool) -> Node:
    shown: Shown = entry.data
    return _heading(shown) if shown.task is None else _card(shown, selected)


def _heading(shown: Shown) -> Node:
    folds = shown.id == DONE
    return row(
        row(
            icon("chevron-down" if shown.open else "chevron-right", style="small") if folds else None,
            text(shown.title, style="strong", role=None),
            style="todo_card",
            key=f"{LIST}.{shown.id}",
            role=Role.LIST_ITEM,
            name=shown.title.replace("  ", " "),
            h=28,
            w=-1,
            pad=(10, 0),
            gap=8,
        ),
        w=FILL,
        h=FILL,
        pad=(0, 6, 16, 6),
    )


def _card(shown: Shown, selected: bool) -> Node:
    task = shown.task
    assert task is not None
    tick = f"Mark “{task.title}” as not completed" if task.completed else f"Mark “{task.title}” as completed"
    star = f"Remove the star of “{task.title}”" if task.important else f"Mark “{task.title}” as important"
    title = text(task.title, style="todo_done" if task.completed else "todo_task", w=FILL, role=None)
    if task.completed:
        title = column(stack(text(task.title, style="todo_done", role=None), separator("strike"), w=-1, align="center"))
    return column(
        row(
            button(
                f"todo.check.{task.id}",
                icon="todo-checked" if task.completed else "circle",
                name=tick,
                style="todo_check",
                click=("complete", task.id),
            ),
            column(
                title,
                text(shown.note, style="error_caption" if shown.late else "caption", w=FILL, role=None)
                if shown.note
                else None,
                gap=1,
            ),
            button(
                f"todo.star.{task.id}",
                icon="todo-starred" if task.important else "star",
                name=star,
                style="todo_check",
                click=("star", task.id),
            ),
            style="todo_card",
            key=f"{LIST}.{task.id}",
            role=Role.LIST_ITEM,
            name=task.title,
            flags=state_flags(selected=selected),
            h=FILL,
            pad=(10, 4),
            gap=10,
        ),
        w=FILL,
        h=FILL,
        pad=(0, 1, 16, 1),
    )


def _add(adding: str) -> Node:
    """The bar in which a new task is typed."""
    return row(
        row(
            button("todo.add_button", icon="add", name="Add", style="todo_check", click=("add", adding)),
            field(
                ADD,
                adding,
                name="Add a task",
                placeholder="Add a task",
                style="bare",
                change=("adding",),
                submit=("add",),
                cancel=("adding", ""),
            ),
            style="todo_card",
            h=48,
            pad=(10, 4),
            gap=10,
        ),
        h=72,
        pad=(20, 10, 20, 14),
    )


def page_view(
    page: str,
    query: str,
    renaming: str | None,
    adding: str,
    entries: tuple[Entry, ...],
    selected: str,
    day: date,
    *,
    menu: bool,
) -> Node:
    """The tasks of a page below its name, and where one is added."""
    ground = column(
        panel(_title_of, page, query, renaming, day, menu),
        row(
            list_view(
                LIST,
                entries,
                _row,
                name="Tasks",
                row_h=_ROW_H,
                selected=(selected,) if selected else (),
                cursor=selected,
                drag="todo",
                select=("select",),
                context=("task_menu",),
                style="bare",
            ),
            h=FILL,
            pad=(20, 0, 4, 0),
            align="stretch",
        ),
        panel(_add, adding) if not query.strip() else None,
        style="todo_page",
        w=FILL,
        h=FILL,
    )
    if page == MY_DAY and not query.strip():
        return ground._replace(style="desktop", data=scene_file(_PHOTO, "my_day.jpg"))
    return ground


def _title_of(page: str, query: str, renaming: str | None, day: date, menu: bool) -> Node:
    return _title(page, query, renaming, day, menu=menu)


# -- menus --------------------------------------------------------------------------------------------------------


def list_menu(page: str) -> tuple[MenuItem, ...]:
    """What can be done with a list of the user's own."""
    return (
        MenuItem("todo.menu.rename_list", "Rename list", ("rename_list", page), icon="rename"),
        MenuItem("todo.menu.delete_list", "Delete list", ("delete_list", page), icon="delete"),
    )


def due_items(task_id: str, due: str) -> tuple[MenuItem, ...]:
    """The days that a task can be due on."""
    choices = (
        MenuItem("todo.due.today", "Today", ("due_in", task_id, "today"), icon="calendar-day"),
        MenuItem("todo.due.tomorrow", "Tomorrow", ("due_in", task_id, "tomorrow"), icon="calendar-arrow-right"),
        MenuItem("todo.due.next_week", "Next week", ("due_in", task_id, "next week"), icon="calendar-week-start"),
        SEPARATOR,
        MenuItem("todo.due.pick", "Pick a date", ("pick_due", task_id), icon="calendar-edit"),
    )
    if not due:
        return choices
    return (*choices, SEPARATOR, MenuItem("todo.due.remove", "Remove due date", ("due_in", task_id, ""), icon="delete"))


def move_items(task_id: str, place: str, lists: tuple[str, ...]) -> tuple[MenuItem, ...]:
    """The lists that a task can be moved to."""
    return tuple(
        [
            MenuItem(f"todo.move.{n}", name, ("move", task_id, name), icon=icon_of(name))
            for n, name in enumerate(lists)
            if name != place
        ]
    )


def task_menu(shown: Shown, lists: tuple[str, ...], day: date) -> tuple[MenuItem, ...]:
    """What can be done with a task."""
    task = shown.task
    assert task is not None
    in_day = task.my_day == day.isoformat()
    moves = move_items(task.id, task.list, lists)
    return (
        MenuItem(
            "todo.menu.my_day",
            "Remove from My Day" if in_day else "Add to My Day",
            ("my_day", task.id),
            icon="weather-sunny",
            shortcut="Ctrl+T",
        ),
        MenuItem(
            "todo.menu.star",
            "Remove importance" if task.important else "Mark as important",
            ("star", task.id),
            icon="star",
        ),
        MenuItem(
            "todo.menu.complete",
            "Mark as not completed" if task.completed else "Mark as completed",
            ("complete", task.id),
            icon="checkmark-circle",
            shortcut="Ctrl+D",
        ),
        SEPARATOR,
        MenuItem("todo.menu.due", "Due", icon="calendar", items=due_items(task.id, task.due)),
        MenuItem("todo.menu.move", "Move task to...", icon="arrow-right", items=moves, enabled=bool(moves)),
        MenuItem("todo.menu.copy", "Copy task", ("copy", task.id), icon="copy", shortcut="Ctrl+C"),
        SEPARATOR,
        MenuItem("todo.menu.delete", "Delete task", ("delete", task.id), icon="delete", shortcut="Delete"),
    )
