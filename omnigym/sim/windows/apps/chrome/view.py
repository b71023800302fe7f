"""What a window of Chrome looks like: tabs and their groups, one round field, bookmarks, what lies over the page."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.sites.browser import BrowserParts, TabLook, line
from omnigym.sim.sites.browsing import Tab, can_step, place_of
from omnigym.sim.sites.content import page_content
from omnigym.sim.sites.edge import icon_at
from omnigym.sim.sites.finding import matches
from omnigym.sim.sites.window import Window, blank, tab
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, combo, icon, scroll, separator, spacer
from omnigym.sim.windows.apps.chrome.commands import CHROME
from omnigym.sim.windows.apps.chrome.state import SIDE, outward, own, ui
from omnigym.sim.windows.apps.chrome.store import (
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

_PARTS = BrowserParts(ui)
#: Room for the window's buttons, a tab's widths; room for a bookmark; how wide what lies over the page is.
_BUTTONS, _TAB, _LEAST_TAB, _MARK, _BUBBLE = 140, 190, 40, 140, 300
_TABS = TabLook("chrome", "chrome_close", "Close {}", 32, 90, 6)

# -- tabs, with the names of their groups between them ----------------------------------------------------------------


def _strip(tabs: tuple[Tab, ...], active: int, groups: tuple[Group, ...], w: int) -> Node:
    by_number = {g.id: g for g in groups}
    hidden = {g.id for g in groups if g.collapsed}
    chips = {n: by_number[t.group] for n, t in enumerate(tabs) if t.group in by_number and _first(tabs, n)}
    shown = [n for n, t in enumerate(tabs) if t.group not in hidden or n == active]
    room = w - _BUTTONS - 84 - sum([_chip_w(g) + 4 for g in chips.values()])
    width = max(_LEAST_TAB, min(_TAB, room // max(1, len(shown)) - 2))
    found: list[Node] = []
    for n, t in enumerate(tabs):
        found += [_chip(chips[n])] if n in chips else []
        found += [_tab(n, t, n == active, width, by_number.get(t.group))] if n in shown else []
    listed = [
        MenuItem(f"chrome.listed.{t.id}", t.title, ("tab", n), t.icon, "", True, n == active)
        for n, t in enumerate(tabs)
    ]
    return row(
        ui.tool("tabs", "down", "Search tabs", menu=tuple(listed)),
        *found,
        ui.tool("new_tab", "add", "New tab"),
        h=42,
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
    name, w = f"{group.name or 'Unnamed group'} ({'folded' if group.collapsed else 'tab group'})", _chip_w(group)
    on: dict[str, Any] = {"click": ("fold_group", group.id), "context": ("edit_group", group.id)}
    return row(ui.button(f"group.{group.id}", group.name, f"chip_{group.colour}", name=name, w=w, **on), h=32, w=w)


def _tab(at: int, shown: Tab, chosen: bool, w: int, group: Group | None) -> Node:
    faces = _PARTS.tab(at, shown, chosen, w, _TABS)
    if group is not None:
        faces += (column(spacer(h=FILL), ui.row(style=f"line_{group.colour}", h=2), h=34, pad=(6, 0)),)
    return stack(*faces, w=w, h=34)


# -- bars -------------------------------------------------------------------------------------------------------------


def _bar(shown: str, page: bool, steps: tuple[bool, bool], starred: bool, over: str, reading: bool) -> Node:
    def nav(key: str, image: str, name: str, msg: Msg, can: bool = True, on: bool = False) -> Node:
        return ui.tool(key, image, name, "round_on" if on else "round", disabled=not can, click=msg)

    hint, image = "Search Contoso or type a URL", "options" if page else "search"
    look: dict[str, Any] = {"placeholder": hint, "h": 34, "icon": image, "cancel": ("typed_cancel",)}
    address = _PARTS.address(shown, "Address and search bar", "address", **look)
    more = (
        line("chrome", "new_tab", "New tab", ("new_tab",), "", "Ctrl+T"),
        line("chrome", "new_window", "New window", ("new_window",), "", "Ctrl+N"),
        SEPARATOR,
        line("chrome", "history", "History", ("visit", "edge://history"), "", "Ctrl+H"),
        line("chrome", "downloads", "Downloads", ("visit", "edge://downloads"), "", "Ctrl+J"),
        line("chrome", "bookmarks", "Bookmark manager", ("visit", "edge://bookmarks"), "", "Ctrl+Shift+O"),
        line("chrome", "bar", "Show or hide bookmarks bar", ("bar",), "", "Ctrl+Shift+B"),
        line("chrome", "later", "Add tab to reading list", ("later",), enabled=page),
        line("chrome", "clear", "Delete browsing data...", ("clear",), "", "Ctrl+Shift+Delete"),
        SEPARATOR,
        line("chrome", "find", "Find...", ("find",), "", "Ctrl+F"),
        line("chrome", "exit", "Exit", ("exit",)),
    )
    return ui.row(
        nav("back", "back", "Back", ("step", -1), steps[0]),
        nav("forward", "forward", "Forward", ("step", 1), steps[1]),
        nav("refresh", "refresh", "Reload this page", ("refresh",)),
        stack(address, row(spacer(), panel(_star, page, starred, w=30), pad=(0, 2, 4, 2)), w=FILL, h=34),
        nav("reading", "reading-list", "Reading list", ("side",), on=reading),
        nav("downloads", "download", "Recent downloads", ("flyout", "downloads"), on=over == "downloads"),
        ui.button("face", "A", "face", name="Alex Morgan", click=("face_menu",)),
        ui.tool("more", "more-vertical", "Customize and control", menu=more),
        style="tools",
        h=44,
        pad=(8, 5),
        gap=4,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


def _star(page: bool, starred: bool) -> Node:
    image, name = ("browser-star", "Edit bookmark for this tab") if starred else ("star", "Bookmark this tab")
    return ui.tool("star", image, name, disabled=not page)


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


def _saved(group: Group) -> Node:
    name = group.name or "Unnamed"
    on: dict[str, Any] = {"click": ("open_group", group.id), "context": ("saved_menu", group.id)}
    return ui.button(f"saved.{group.id}", name, f"chip_{group.colour}", name=f"Open the group {name}", **on)


def _mark(b: Bookmark, rows: tuple[Bookmark, ...]) -> Node:
    on: dict[str, Any] = {"context": ("mark_menu", b.id), "drag": ("bookmark", b.id)}
    if not b.url:
        menu = _menu_of(rows, b.id)
        return ui.button(f"bar.{b.id}", b.title, "mark", icon="folder", menu=menu, drop=("moved", b.id), **on)
    on |= {"click": ("visit", b.url), "aside": ("aside", b.url)}
    return ui.button(f"bar.{b.id}", b.title, "mark", icon=icon_at(b.url), **on)


def _marks(rows: tuple[Bookmark, ...], groups: tuple[Group, ...], w: int) -> Node:
    saved = [_saved(g) for g in groups[:4]]
    shown = [b for b in rows if b.parent == BAR][: max(1, (w - 120) // _MARK - len(saved))]
    bar = separator(vertical=True, style="ribbon")
    return ui.row(
        *saved,
        bar if saved else None,
        *[_mark(b, rows) for b in shown],
        spacer(),
        bar,
        ui.button("all", "All bookmarks", "mark", icon="folder", menu=_menu_of(rows, OTHER)),
        style="tools",
        h=34,
        pad=(10, 2),
        gap=2,
        role=Role.TOOLBAR,
        name="Bookmarks",
        key="bookmarks_bar",
        context=("bar_menu",),
    )


# -- what lies over the page: a bookmark or group to edit, downloads, what is looked for ------------------------------


def _mark_bubble(bookmark: Bookmark, rows: tuple[Bookmark, ...]) -> Node:
    inside, number = below(rows, bookmark.id) if not bookmark.url else frozenset(), bookmark.id
    names = {number: label for label, number in folders(rows).items() if number not in inside}
    chosen, change = names.get(bookmark.parent, names[BAR]), ("file_mark", number)
    on: dict[str, Any] = {"change": ("name_mark", number), "submit": ("mark_done",)}
    return ui.column(
        ui.heading("Edit bookmark" if bookmark.url else "Edit folder", "/heading"),
        ui.field("mark_name", bookmark.title, "Name", "/", **on),
        combo("chrome.mark_folder", chosen, tuple(names.values()), name="Folder", w=FILL, change=change),
        row(
            ui.button("mark_new_folder", "New folder", "text", click=("new_folder", BAR)),
            spacer(),
            ui.button("mark_remove", "Remove", "text", click=("delete_mark", number)),
            ui.button("done", "Done", "filled", click=("flyout", f"mark.{number}")),
            gap=4,
        ),
        style="bubble",
        pad=16,
        gap=12,
        role=Role.PANE,
        name="Bookmark",
    )


def _group_bubble(group: Group) -> Node:
    def dot(name: str) -> Node:
        on, click = name == group.colour, ("colour_group", group.id, name)
        image = "checkmark" if on else ""
        return ui.tool(f"colour.{name}", image, name.capitalize(), f"dot_{name}", checked=on, click=click)

    lines = [
        ui.button(key, label, "/list", icon=image, w=FILL, click=(key, group.id))
        for key, label, image in (
            ("add_to_group", "New tab in group", "add"),
            ("ungroup", "Ungroup", "group-dismiss"),
            ("close_group", "Close group", "dismiss"),
            ("delete_group", "Delete group", "delete"),
        )
    ]
    name, on = "Name this group", dict[str, Any](change=("name_group", group.id), submit=("mark_done",))
    return ui.column(
        ui.field("group_name", group.name, name, "/", placeholder=name, **on),
        row(*map(dot, COLOURS), gap=8),
        separator(),
        *lines,
        style="bubble",
        pad=14,
        gap=6,
        role=Role.PANE,
        name="Tab group",
    )


def _recent(files: tuple[Download, ...]) -> Node:
    lines = [
        ui.button(f"recent.{d.id}", d.title, "/list", icon="document", w=FILL, click=("open_file", d.path))
        for d in files[:6]
    ]
    return ui.column(
        ui.heading("Recent downloads", "/heading"),
        *(lines or [ui.text("Files that you download appear here", "/muted")]),
        ui.button("all_downloads", "Full download history", "text", click=("visit", "edge://downloads")),
        style="bubble",
        pad=14,
        gap=6,
        role=Role.PANE,
        name="Recent downloads",
    )


def _find_bar(query: str, at: int, count: int) -> Node:
    def step(key: str, name: str, by: int) -> Node:
        return ui.tool(f"find_{key}", key, name, "close", disabled=count < 2, click=("find_step", by))

    done = ("find_done",)
    return ui.row(
        _PARTS.find_field(query, "Find in page", "find", cancel=done),
        ui.text(f"{at + 1 if count else 0}/{count}", "/muted", key="found"),
        step("up", "Previous", -1),
        step("down", "Next", 1),
        ui.tool("find_close", "close", "Close", "close", click=done),
        style="bubble",
        pad=8,
        gap=8,
    )


def _over_page(window: Window, ctx: Context, count: int) -> Element | None:
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


# -- the reading list, and the whole ----------------------------------------------------------------------------------


def _later(page: Later) -> Node:
    image, said = ("arrow-undo", "Mark as unread") if page.read else ("checkmark-circle", "Mark as read")
    number, opens, read = page.id, ("open_later", page.id), ("read", page.id, not page.read)
    return row(
        ui.button(f"later.{number}", page.title, "/list", icon=icon_at(page.url), w=FILL, click=opens),
        ui.tool(f"read.{number}", image, f"{said}: {page.title}", "close", click=read),
        ui.tool(f"unlist.{number}", "dismiss", f"Remove {page.title}", "close", click=("read", number, None)),
        gap=2,
    )


def _reading_list(later: tuple[Later, ...], can: bool) -> Node:
    """The reading list; ``can``: whether the page that is shown could be on it."""
    parts: list[Element] = []
    for label, read in (("Unread", False), ("Pages you have read", True)):
        pages = [_later(p) for p in later if p.read is read]
        parts += [ui.heading(label, "/caption"), *pages] if pages else []
    close = ui.tool("side_close", "close", "Close the reading list", "/tool", click=("side",))
    return ui.column(
        row(icon("reading-list"), ui.heading("Reading list", "/heading"), spacer(), close, gap=8),
        scroll("chrome.list", column(*parts, gap=4)),
        ui.button("add_later", "Add current tab", "filled", disabled=not can, click=("later",)),
        style="side",
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
    url, steps = place_of(here).url, (can_step(here, -1), can_step(here, 1))
    page = url.startswith("https")
    said = "" if blank(window) else outward(url).removeprefix("https://")
    said = said if window.typed is None else window.typed
    rows, groups = BOOKMARKS.rows(ctx.vfs), GROUPS.rows(ctx.vfs)
    inside: Element = page_content(window, shown)
    over = _over_page(window, ctx, len(matches(shown.body, window.finding)) if window.finding else 0)
    if over is not None:
        left = window.over.startswith("group")
        lie = row(over, pad=(40, 0)) if left else row(spacer(), over, pad=(0, 2, 44, 0))
        inside = stack(inside, lie, h=FILL)
    if ours.reading:
        later = READING.rows(ctx.vfs)
        can = page and all(p.url != url or p.read for p in later)
        inside = row(inside, panel(_reading_list, later, can, w=SIDE, h=FILL), h=FILL, align="stretch")
    closed = tuple([g for g in groups if all(t.group != g.id for t in window.tabs)])
    starred = any(b.url == url for b in rows)
    return column(
        panel(_strip, window.tabs, window.active, groups, ctx.w),
        panel(_bar, said, page, steps, starred, window.over, ours.reading),
        panel(_marks, rows, closed, ctx.w) if ctx.w >= 520 and not ours.unbarred else None,
        separator(),
        inside,
        h=FILL,
    )
