"""What a window of Chrome looks like: tabs and their groups, one round field, bookmarks, the page, the reading list."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.sites.browsing import can_step, place_of
from omnigym.devices.sim.sites.content import page_content
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.finding import matches
from omnigym.devices.sim.sites.window import Window, blank, tab
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.devices.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    field,
    separator,
    spacer,
)
from omnigym.devices.sim.windows.apps.chrome.going import CHROME
from omnigym.devices.sim.windows.apps.chrome.over import over_page, reading_list
from omnigym.devices.sim.windows.apps.chrome.profile import (
    BAR,
    BOOKMARKS,
    DEEPEST,
    GROUPS,
    OTHER,
    READING,
    Bookmark,
    Group,
)
from omnigym.devices.sim.windows.apps.chrome.state import ADDRESS, SIDE, outward, own
from omnigym.devices.sim.windows.apps.chrome.strip import strip

__all__ = ["view"]

#: Room for a bookmark, and from which width on there are bookmarks.
_MARK, _NARROW = 140, 520

_LATER = MenuItem("chrome.menu.later", "Add tab to reading list", ("later",))
_MORE = (
    MenuItem("chrome.menu.new_tab", "New tab", ("new_tab",), "", "Ctrl+T"),
    MenuItem("chrome.menu.new_window", "New window", ("new_window",), "", "Ctrl+N"),
    SEPARATOR,
    MenuItem("chrome.menu.history", "History", ("visit", "edge://history"), "", "Ctrl+H"),
    MenuItem("chrome.menu.downloads", "Downloads", ("visit", "edge://downloads"), "", "Ctrl+J"),
    MenuItem("chrome.menu.bookmarks", "Bookmark manager", ("visit", "edge://bookmarks"), "", "Ctrl+Shift+O"),
    MenuItem("chrome.menu.bar", "Show or hide bookmarks bar", ("bar",), "", "Ctrl+Shift+B"),
    _LATER,
    MenuItem("chrome.menu.clear", "Delete browsing data...", ("clear",), "", "Ctrl+Shift+Delete"),
    SEPARATOR,
    MenuItem("chrome.menu.find", "Find...", ("find",), "", "Ctrl+F"),
    MenuItem("chrome.menu.exit", "Exit", ("exit",)),
)


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
    more = tuple([item._replace(enabled=page) if item is _LATER else item for item in _MORE])
    return row(
        nav("back", "back", "Back", ("step", -1), steps[0]),
        nav("forward", "forward", "Forward", ("step", 1), steps[1]),
        nav("refresh", "refresh", "Reload this page", ("refresh",)),
        stack(address, row(spacer(), panel(_star, page, starred, w=30), pad=(0, 2, 4, 2)), w=FILL, h=34),
        nav("reading", "reading-list", "Reading list", ("side",), on=reading),
        nav("downloads", "download", "Recent downloads", ("flyout", "downloads"), on=over == "downloads"),
        button("chrome.face", "A", name="Alex Morgan", style="chrome_face", click=("face_menu",)),
        button("chrome.more", icon="more-vertical", name="Customize and control", style="chrome_round", menu=more),
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


def view(window: Window, ctx: Context) -> Node:
    """The content of a window, which begins at its upper edge."""
    shown, here, ours = CHROME.page(window, ctx), tab(window), own(window)
    url = place_of(here).url
    page = url.startswith("https")
    said = "" if blank(window) else outward(url).removeprefix("https://")
    rows, groups = BOOKMARKS.rows(ctx.vfs), GROUPS.rows(ctx.vfs)
    inside: Element = page_content(window, shown)
    over = over_page(window, ctx, len(matches(shown.body, window.finding)) if window.finding else 0)
    if over is not None:
        left = window.over.startswith("group")
        lie = row(over, pad=(40, 0)) if left else row(spacer(), over, pad=(0, 2, 44, 0))
        inside = stack(inside, lie, h=FILL)
    if ours.reading:
        later = READING.rows(ctx.vfs)
        can = page and all(p.url != url or p.read for p in later)
        inside = row(inside, panel(reading_list, later, can, w=SIDE, h=FILL), h=FILL, align="stretch")
    closed = tuple([g for g in groups if all(t.group != g.id for t in window.tabs)])
    return column(
        panel(strip, window.tabs, window.active, groups, ctx.w),
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
        h=FILL,
    )
