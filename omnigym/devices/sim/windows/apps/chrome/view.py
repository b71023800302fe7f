"""What a window of Chrome looks like: tabs and their groups, one round field, bookmarks, the page, the reading list."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.sites.browsing import Tab, can_step, place_of
from omnigym.devices.sim.sites.content import page_content
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.finding import matches
from omnigym.devices.sim.sites.window import Window, blank, tab
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.devices.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
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
from omnigym.devices.sim.ui.widgets import (
    tab as tab_node,
)
from omnigym.devices.sim.windows.apps.chrome.going import CHROME
from omnigym.devices.sim.windows.apps.chrome.groups import GROUP_NAME
from omnigym.devices.sim.windows.apps.chrome.marks import NAME
from omnigym.devices.sim.windows.apps.chrome.profile import (
    BAR,
    BOOKMARKS,
    COLOURS,
    DEEPEST,
    DOWNLOADS,
    GROUPS,
    OTHER,
    READING,
    Bookmark,
    Download,
    Group,
    Later,
    below,
    folders,
)
from omnigym.devices.sim.windows.apps.chrome.state import ADDRESS, FIND, SIDE, outward, own

__all__ = ["view"]

#: Room for the window's buttons, a tab's widths, a bookmark's, and from which width on there are bookmarks.
_BUTTONS, _TAB, _LEAST_TAB, _MARK, _NARROW = 140, 190, 40, 140, 520
_STRIP_H, _BUBBLE = 42, 300

_MORE = (
    MenuItem("chrome.menu.new_tab", "New tab", ("new_tab",), "", "Ctrl+T"),
    MenuItem("chrome.menu.new_window", "New window", ("new_window",), "", "Ctrl+N"),
    SEPARATOR,
    MenuItem("chrome.menu.history", "History", ("visit", "edge://history"), "", "Ctrl+H"),
    MenuItem("chrome.menu.downloads", "Downloads", ("visit", "edge://downloads"), "", "Ctrl+J"),
    MenuItem("chrome.menu.bookmarks", "Bookmark manager", ("visit", "edge://bookmarks"), "", "Ctrl+Shift+O"),
    MenuItem("chrome.menu.bar", "Show or hide bookmarks bar", ("bar",), "", "Ctrl+Shift+B"),
    MenuItem("chrome.menu.later", "Add tab to reading list", ("later",)),
    MenuItem("chrome.menu.clear", "Delete browsing data...", ("clear",), "", "Ctrl+Shift+Delete"),
    SEPARATOR,
    MenuItem("chrome.menu.find", "Find...", ("find",), "", "Ctrl+F"),
    MenuItem("chrome.menu.exit", "Exit", ("exit",)),
)


# -- tabs -----------------------------------------------------------------------------------------------------------


def _strip(tabs: tuple[Tab, ...], active: int, groups: tuple[Group, ...], w: int) -> Node:
    by_number = {g.id: g for g in groups}
    hidden = {g.id for g in groups if g.collapsed}
    chips = [by_number[t.group] for n, t in enumerate(tabs) if t.group in by_number and _first(tabs, n)]
    shown = len([t for n, t in enumerate(tabs) if t.group not in hidden or n == active])
    room = w - _BUTTONS - 84 - sum([_chip_w(g) + 4 for g in chips])
    width = max(_LEAST_TAB, min(_TAB, room // max(1, shown) - 2))
    found: list[Node] = []
    for n, t in enumerate(tabs):
        group = by_number.get(t.group)
        if group is not None and _first(tabs, n):
            found.append(_chip(group))
        if group is None or not group.collapsed or n == active:
            found.append(_tab(n, t, n == active, width, group.colour if group is not None else ""))
    listed = [
        MenuItem(f"chrome.listed.{t.id}", t.title, ("tab", n), t.icon, checked=n == active) for n, t in enumerate(tabs)
    ]
    return row(
        button("chrome.tabs", icon="down", name="Search tabs", style="chrome_round", menu=tuple(listed)),
        *found,
        button("chrome.new_tab", icon="add", name="New tab", style="chrome_round", click=("new_tab",)),
        h=_STRIP_H,
        pad=(8, 6, _BUTTONS, 0),
        gap=2,
        role=Role.TAB_LIST,
        name="Tab strip",
        align="start",
    )


def _first(tabs: tuple[Tab, ...], n: int) -> bool:
    return n == 0 or tabs[n - 1].group != tabs[n].group


def _chip_w(group: Group) -> int:
    return min(120, 22 + 7 * len(group.name))


def _chip(group: Group) -> Node:
    name = group.name or "Unnamed group"
    chip = button(
        f"chrome.group.{group.id}",
        group.name,
        name=f"{name} ({'folded' if group.collapsed else 'tab group'})",
        style=f"chrome_chip_{group.colour}",
        w=_chip_w(group),
        click=("fold_group", group.id),
        context=("edit_group", group.id),
    )
    return row(chip, h=32, w=_chip_w(group))


def _tab(at: int, shown: Tab, chosen: bool, w: int, colour: str) -> Node:
    roomy = w > 90
    face = tab_node(
        f"chrome.tab.{shown.id}",
        shown.title if roomy else "",
        selected=chosen,
        style="chrome",
        icon=shown.icon,
        name=shown.title,
        click=("tab", at),
        middle=("close_tab", at),
        context=("tab_menu", at),
    )
    close = button(
        f"chrome.close_tab.{shown.id}",
        icon="close",
        name=f"Close {shown.title}",
        style="chrome_close",
        click=("close_tab", at),
    )
    return stack(
        face._replace(w=w, h=32),
        row(spacer(), close, pad=(0, 0, 6, 0), h=32) if roomy else None,
        column(spacer(h=FILL), row(style=f"chrome_line_{colour}", h=2), h=34, pad=(6, 0)) if colour else None,
        w=w,
        h=34,
    )


# -- the bars -------------------------------------------------------------------------------------------------------


def _bar(shown: str, page: bool, steps: tuple[bool, bool], starred: bool, over: str, reading: bool) -> Node:
    def nav(key: str, image: str, name: str, msg: tuple[object, ...], can: bool = True, on: bool = False) -> Node:
        style = "chrome_round_on" if on else "chrome_round"
        return button(f"chrome.{key}", icon=image, name=name, style=style, disabled=not can, click=msg)

    address = field(
        ADDRESS,
        shown,
        name="Address and search bar",
        placeholder="Search Contoso or type a URL",
        h=34,
        style="chrome_address",
        icon="options" if page else "search",
        change=("typed",),
        submit=("typed_done",),
        cancel=("typed_cancel",),
        blur=("typed_left",),
        whole=True,
    )
    return row(
        nav("back", "back", "Back", ("step", -1), steps[0]),
        nav("forward", "forward", "Forward", ("step", 1), steps[1]),
        nav("refresh", "refresh", "Reload this page", ("refresh",)),
        stack(address, row(spacer(), panel(_star, page, starred, w=30), pad=(0, 2, 4, 2)), w=FILL, h=34),
        nav("reading", "reading-list", "Reading list", ("side",), on=reading),
        nav("downloads", "download", "Recent downloads", ("flyout", "downloads"), on=over == "downloads"),
        button("chrome.face", "A", name="Alex Morgan", style="chrome_face", click=("face_menu",)),
        button("chrome.more", icon="more-vertical", name="Customize and control", style="chrome_round", menu=_MORE),
        style="chrome_tools",
        h=44,
        pad=(8, 5),
        gap=4,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


def _star(page: bool, starred: bool) -> Node:
    return button(
        "chrome.star",
        icon="browser-star" if starred else "star",
        name="Edit bookmark for this tab" if starred else "Bookmark this tab",
        style="chrome_round",
        disabled=not page,
        click=("star",),
    )


def _menu_of(rows: tuple[Bookmark, ...], folder: int, level: int = 0) -> tuple[MenuItem, ...]:
    """What is in a folder, as a menu."""
    inside = [b for b in rows if b.parent == folder and (b.url or level < DEEPEST)]
    found = [
        MenuItem(f"chrome.in_folder.{b.id}", b.title, ("visit", b.url), icon_at(b.url))
        if b.url
        else MenuItem(f"chrome.in_folder.{b.id}", b.title, icon="folder", items=_menu_of(rows, b.id, level + 1))
        for b in inside
    ]
    return tuple(found) or (MenuItem(f"chrome.nothing.{folder}", "(empty)", enabled=False),)


def _marks(rows: tuple[Bookmark, ...], groups: tuple[Group, ...], w: int) -> Node:
    saved = [
        button(
            f"chrome.saved.{g.id}",
            g.name or "Unnamed",
            name=f"Open the group {g.name or 'Unnamed'}",
            style=f"chrome_chip_{g.colour}",
            click=("open_group", g.id),
            context=("saved_menu", g.id),
        )
        for g in groups[:4]
    ]
    marks: list[Node] = []
    for b in [b for b in rows if b.parent == BAR][: max(1, (w - 120) // _MARK - len(saved))]:
        on: dict[str, Any] = {"context": ("mark_menu", b.id)}
        if b.url:
            on |= {"click": ("visit", b.url), "aside": ("aside", b.url)}
        marks.append(
            button(
                f"chrome.bar.{b.id}",
                b.title,
                icon=icon_at(b.url) if b.url else "folder",
                style="chrome_mark",
                menu=() if b.url else _menu_of(rows, b.id),
                drop=None if b.url else ("moved", b.id),
                drag=("bookmark", b.id),
                **on,
            )
        )
    every = button("chrome.all", "All bookmarks", icon="folder", style="chrome_mark", menu=_menu_of(rows, OTHER))
    return row(
        *saved,
        separator(vertical=True, style="ribbon") if saved else None,
        *marks,
        spacer(),
        separator(vertical=True, style="ribbon"),
        every,
        style="chrome_tools",
        h=34,
        pad=(10, 2),
        gap=2,
        role=Role.TOOLBAR,
        name="Bookmarks",
        key="chrome.bookmarks_bar",
        context=("bar_menu",),
    )


# -- what is over the page ------------------------------------------------------------------------------------------


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
        button("chrome.find_up", icon="up", name="Previous", style="chrome_close", click=("find_step", -1)),
        button("chrome.find_down", icon="down", name="Next", style="chrome_close", click=("find_step", 1)),
        button("chrome.find_close", icon="close", name="Close", style="chrome_close", click=("find_done",)),
        style="chrome_bubble",
        pad=8,
        gap=8,
    )


def _over(window: Window, ctx: Context, count: int) -> Element | None:
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


def _side(later: tuple[Later, ...], can: bool) -> Node:
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


def view(window: Window, ctx: Context) -> Node:
    """The content of a window, which begins at its upper edge."""
    shown, here, ours = CHROME.page(window, ctx), tab(window), own(window)
    url = place_of(here).url
    page = url.startswith("https")
    said = "" if blank(window) else outward(url).removeprefix("https://")
    rows, groups = BOOKMARKS.rows(ctx.vfs), GROUPS.rows(ctx.vfs)
    inside: Element = page_content(window, shown)
    over = _over(window, ctx, len(matches(shown.body, window.finding)) if window.finding else 0)
    if over is not None:
        left = window.over.startswith("group")
        lie = row(over, pad=(40, 0)) if left else row(spacer(), over, pad=(0, 2, 44, 0))
        inside = stack(inside, lie, h=FILL)
    if ours.reading:
        later = READING.rows(ctx.vfs)
        can = page and all(p.url != url or p.read for p in later)
        inside = row(inside, panel(_side, later, can, w=SIDE, h=FILL), h=FILL, align="stretch")
    closed = tuple([g for g in groups if all(t.group != g.id for t in window.tabs)])
    return column(
        panel(_strip, window.tabs, window.active, groups, ctx.w),
        panel(
            _bar,
            said if window.typed is None else window.typed,
            page,
            (can_step(here, -1), can_step(here, 1)),
            any(b.url == url for b in rows),
            window.over,
            ours.reading,
        ),
        panel(_marks, rows, closed, ctx.w) if ctx.w >= _NARROW and not ours.unbarred else None,
        separator(),
        inside,
        style="chrome",
        h=FILL,
    )
