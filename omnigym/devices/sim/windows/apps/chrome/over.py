"""What Chrome shows over a page or beside it: a bookmark or group to edit, downloads, what was found, what to read."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.window import Window
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import (
    button,
    combo,
    field,
    icon,
    scroll,
    separator,
    spacer,
    text,
    toggle,
)
from omnigym.devices.sim.windows.apps.chrome.groups import GROUP_NAME
from omnigym.devices.sim.windows.apps.chrome.marks import NAME
from omnigym.devices.sim.windows.apps.chrome.profile import (
    BAR,
    BOOKMARKS,
    COLOURS,
    DOWNLOADS,
    GROUPS,
    Bookmark,
    Download,
    Group,
    Later,
    below,
    folders,
)
from omnigym.devices.sim.windows.apps.chrome.state import FIND, SIDE

__all__ = ["over_page", "reading_list"]

#: How wide what lies over the page is.
_BUBBLE = 300


def _done(over: str) -> Node:
    return button("chrome.done", "Done", style="chrome_filled", click=("flyout", over))


def _mark_bubble(bookmark: Bookmark, rows: tuple[Bookmark, ...]) -> Node:
    inside = below(rows, bookmark.id) if not bookmark.url else frozenset()
    names = {number: label for label, number in folders(rows).items() if number not in inside}
    return column(
        text("Edit bookmark" if bookmark.url else "Edit folder", style="heading", role=Role.HEADING),
        field(NAME, bookmark.title, name="Name", change=("name_mark", bookmark.id), submit=("mark_done",)),
        combo(
            "chrome.mark_folder",
            names.get(bookmark.parent, names[BAR]),
            tuple(names.values()),
            name="Folder",
            w=FILL,
            change=("file_mark", bookmark.id),
        ),
        row(
            button("chrome.mark_new_folder", "New folder", style="chrome_text", click=("new_folder", BAR)),
            spacer(),
            button("chrome.mark_remove", "Remove", style="chrome_text", click=("delete_mark", bookmark.id)),
            _done(f"mark.{bookmark.id}"),
            gap=4,
        ),
        style="chrome_bubble",
        pad=16,
        gap=12,
        role=Role.PANE,
        name="Bookmark",
    )


def _group_bubble(group: Group) -> Node:
    dots = [
        toggle(
            f"chrome.colour.{name}",
            icon="checkmark" if name == group.colour else "",
            name=name.capitalize(),
            style=f"chrome_dot_{name}",
            checked=name == group.colour,
            click=("colour_group", group.id, name),
        )
        for name in COLOURS
    ]
    lines = [
        button(f"chrome.{key}", label, icon=image, style="list", w=FILL, click=(key, group.id))
        for key, label, image in (
            ("add_to_group", "New tab in group", "add"),
            ("ungroup", "Ungroup", "group-dismiss"),
            ("close_group", "Close group", "dismiss"),
            ("delete_group", "Delete group", "delete"),
        )
    ]
    name = field(
        GROUP_NAME, group.name, name="Name this group", placeholder="Name this group", change=("name_group", group.id),
        submit=("mark_done",),
    )  # fmt: skip
    return column(
        name,
        row(*dots, gap=8),
        separator(),
        *lines,
        style="chrome_bubble",
        pad=14,
        gap=6,
        role=Role.PANE,
        name="Tab group",
    )


def _recent(files: tuple[Download, ...]) -> Node:
    lines = [
        button(f"chrome.recent.{d.id}", d.title, icon="document", style="list", w=FILL, click=("open_file", d.path))
        for d in files[:6]
    ]
    return column(
        text("Recent downloads", style="heading", role=Role.HEADING),
        *(lines or [text("Files that you download appear here", style="muted")]),
        button(
            "chrome.all_downloads", "Full download history", style="chrome_text", click=("visit", "edge://downloads")
        ),
        style="chrome_bubble",
        pad=14,
        gap=6,
        role=Role.PANE,
        name="Recent downloads",
    )


def _find_bar(query: str, at: int, count: int) -> Node:
    steps = [
        button(
            f"chrome.find_{image}",
            icon=image,
            name=name,
            style="chrome_close",
            disabled=count < 2,
            click=("find_step", by),
        )
        for image, name, by in (("up", "Previous", -1), ("down", "Next", 1))
    ]
    return row(
        field(
            FIND,
            query,
            name="Find in page",
            style="chrome_find",
            change=("find_text",),
            submit=("find_step", 1),
            cancel=("find_done",),
        ),
        text(f"{at + 1 if count else 0}/{count}", style="muted", key="chrome.found"),
        *steps,
        button("chrome.find_close", icon="close", name="Close", style="chrome_close", click=("find_done",)),
        style="chrome_bubble",
        pad=8,
        gap=8,
    )


def over_page(window: Window, ctx: Context, count: int) -> Element | None:
    """What lies over the page, on which something was found ``count`` times."""
    kind, _, number = window.over.partition(".")
    if kind == "mark":
        rows = BOOKMARKS.rows(ctx.vfs)
        found = next((b for b in rows if str(b.id) == number), None)
        return panel(_mark_bubble, found, rows, w=_BUBBLE) if found is not None else None
    if kind == "group":
        group = next((g for g in GROUPS.rows(ctx.vfs) if str(g.id) == number), None)
        return panel(_group_bubble, group, w=_BUBBLE) if group is not None else None
    if kind == "downloads":
        return panel(_recent, DOWNLOADS.rows(ctx.vfs), w=_BUBBLE)
    finding = window.finding
    return panel(_find_bar, finding, window.found, count, w=_BUBBLE) if finding is not None else None


def reading_list(later: tuple[Later, ...], can: bool) -> Node:
    """The reading list; ``can``: whether the page that is shown could be on it."""

    def line(page: Later) -> Node:
        said = "Mark as unread" if page.read else "Mark as read"
        return row(
            button(
                f"chrome.later.{page.id}",
                page.title,
                icon=icon_at(page.url),
                style="list",
                w=FILL,
                click=("open_later", page.id),
            ),
            button(
                f"chrome.read.{page.id}",
                icon="arrow-undo" if page.read else "checkmark-circle",
                name=f"{said}: {page.title}",
                style="chrome_close",
                click=("read", page.id, not page.read),
            ),
            button(
                f"chrome.unlist.{page.id}",
                icon="dismiss",
                name=f"Remove {page.title}",
                style="chrome_close",
                click=("read", page.id, None),
            ),
            gap=2,
        )

    parts: list[Element] = []
    for label, read in (("Unread", False), ("Pages you have read", True)):
        pages = [p for p in later if p.read is read]
        if pages:
            parts += [text(label, style="caption", role=Role.HEADING), *[line(p) for p in pages]]
    close = button("chrome.side_close", icon="close", name="Close the reading list", style="tool", click=("side",))
    return column(
        row(icon("reading-list"), text("Reading list", style="heading", role=Role.HEADING), spacer(), close, gap=8),
        scroll("chrome.list", column(*parts, gap=4)),
        button("chrome.add_later", "Add current tab", style="chrome_filled", disabled=not can, click=("later",)),
        style="chrome_side",
        w=SIDE,
        h=FILL,
        pad=(12, 8, 8, 12),
        gap=8,
        role=Role.PANE,
        name="Reading list",
    )
