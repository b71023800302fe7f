"""The pages of Todoist at the left of its window."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import field, icon, spacer, text
from omnigym.devices.sim.windows.apps.todoist.book import Project
from omnigym.devices.sim.windows.apps.todoist.commands import WINDOW
from omnigym.devices.sim.windows.apps.todoist.state import PAGES

__all__ = ["side_pane"]


def side_pane(
    query: str, page: str, projects: tuple[Project, ...], labels: tuple[str, ...], numbers: tuple[tuple[str, int], ...]
) -> Node:
    """The pages at the left: fixed ones, projects, labels; each with the number of its tasks."""
    count = dict(numbers)
    find: dict[str, Any] = {"placeholder": "Search", "style": "find", "icon": "search", "search": True}
    inbox, *own = projects or (Project(0, "Inbox"),)
    fixed = ((inbox.name, inbox.name, "mail-inbox"), *[(key, title, image) for key, (title, image) in PAGES.items()])
    return column(
        row(*WINDOW.buttons("side", True, labelled=True, style="todoist_add")),
        row(field("todoist.find", query, name="Search", change=("query",), cancel=("query", ""), **find), pad=(4, 2)),
        *[_page(key, title, icon(image), count.get(key, 0), key == page) for key, title, image in fixed],
        row(
            text("My Projects", style="strong", role=Role.HEADING),
            spacer(),
            *WINDOW.buttons("projects", True, style="tool"),
            pad=(10, 8, 0, 0),
        ),
        *[
            _page(
                p.name, p.name, row(style=f"todoist_dot_{p.colour}", w=10, h=10), count.get(p.name, 0), p.name == page
            )
            for p in own
        ],
        row(text("Labels", style="strong", role=Role.HEADING), pad=(10, 10, 0, 2)) if labels else None,
        *[_page(f"@{name}", name, icon("tag"), 0, f"@{name}" == page) for name in labels],
        style="todoist_side",
        h=FILL,
        pad=(8, 10),
        gap=1,
        role=Role.TREE,
        name="Pages",
    )


def _page(page: str, title: str, mark: Node, count: int, chosen: bool) -> Node:
    return row(
        row(mark, w=18, justify="center"),
        text(title, style="todoist_chosen" if chosen else "todoist_task", w=FILL, role=None),
        text(str(count), style="caption", role=None) if count else None,
        style="todoist_chosen" if chosen else "todoist_page",
        key=f"todoist.page.{page}",
        role=Role.TREE_ITEM,
        name=title,
        flags=state_flags(selected=chosen),
        pad=(8, 0, 10, 0),
        gap=9,
        h=33,
        click=("go", page),
    )
