"""What a browser window looks like: tabs beside the window's buttons, address bar, favourites, and the page."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.sites.browsing import Tab, can_step, place_of
from omnigym.devices.sim.sites.content import page_content
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.finding import matches
from omnigym.devices.sim.sites.profile import Mark, downloads, favourites, is_favourite
from omnigym.devices.sim.sites.window import Window, shown_url, tab
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row, stack, widget
from omnigym.devices.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    field,
    separator,
    spacer,
    text,
)
from omnigym.devices.sim.ui.widgets import (
    tab as tab_node,
)
from omnigym.devices.sim.windows.apps.browser.going import ADDRESS, EDGE, FIND

__all__ = ["view"]

#: Room for the window's buttons and the new-tab button; a tab's widths; the widths of a favourite, of a
#: flyout and of the find bar.
_BUTTONS, _NEW, _TAB, _LEAST_TAB, _MARK, _FLYOUT, _FIND = 140, 40, 210, 46, 150, 330, 386
_STRIP_H, _NARROW = 40, 560


def _strip(tabs: tuple[tuple[int, str, str], ...], active: int, w: int) -> Node:
    width = max(_LEAST_TAB, min(_TAB, (w - _BUTTONS - _NEW - 8) // len(tabs)))
    return row(
        *[_tab(n, tab_id, title, image, n == active, width) for n, (tab_id, title, image) in enumerate(tabs)],
        button("browser.new_tab", icon="add", name="New tab", style="nav", click=("new_tab",)),
        h=_STRIP_H,
        pad=(8, 6, _BUTTONS, 0),
        gap=2,
        role=Role.TAB_LIST,
        name="Tab bar",
        align="start",
    )


def _tab(at: int, tab_id: int, title: str, image: str, chosen: bool, w: int) -> Node:
    roomy = w > 100
    face = tab_node(
        f"browser.tab.{tab_id}",
        title if roomy else "",
        selected=chosen,
        style="browser",
        icon=image,
        name=title,
        click=("tab", at),
        middle=("close_tab", at),
        context=("tab_menu", at),
    )
    close = button(
        f"browser.close_tab.{tab_id}",
        icon="close",
        name=f"Close tab {title}",
        style="tab_close",
        click=("close_tab", at),
    )
    return stack(
        face._replace(w=w, h=_STRIP_H - 6),
        row(spacer(), close, pad=(0, 0, 8, 0), h=_STRIP_H - 6) if roomy else None,
        w=w,
        h=_STRIP_H - 6,
    )


def _star(starred: bool) -> Node:
    name = "Remove this page from favorites" if starred else "Add this page to favorites"
    image = "browser-star" if starred else "star-add"
    return button("browser.star", icon=image, name=name, style="tool", click=("star",), w=28, h=26)


_MORE = (
    MenuItem("browser.menu.new_tab", "New tab", ("new_tab",), "tab-add", "Ctrl+T"),
    MenuItem("browser.menu.new_window", "New window", ("new_window",), "window-new", "Ctrl+N"),
    SEPARATOR,
    MenuItem("browser.menu.favorites", "Favorites", ("visit", "edge://favorites"), "star", "Ctrl+Shift+O"),
    MenuItem("browser.menu.history", "History", ("visit", "edge://history"), "history", "Ctrl+H"),
    MenuItem("browser.menu.downloads", "Downloads", ("visit", "edge://downloads"), "download", "Ctrl+J"),
    SEPARATOR,
    MenuItem("browser.menu.find", "Find on page", ("find",), "search", "Ctrl+F"),
    SEPARATOR,
    MenuItem("browser.menu.exit", "Close Microsoft Edge", ("exit",)),
)


def _bar(shown: str, lock: bool, back: bool, ahead: bool, starred: bool, flyout: str) -> Node:
    address = field(
        ADDRESS,
        shown,
        name="Address and search bar",
        placeholder="Search or enter web address",
        h=32,
        style="address",
        icon="lock-closed" if lock else "search",
        change=("typed",),
        submit=("typed_done",),
        cancel=("typed_cancel",),
        blur=("typed_left",),
        whole=True,
    )
    return row(
        button("browser.back", icon="back", name="Back", style="nav", disabled=not back, click=("step", -1)),
        button("browser.forward", icon="forward", name="Forward", style="nav", disabled=not ahead, click=("step", 1)),
        button("browser.refresh", icon="refresh", name="Refresh", style="nav", click=("refresh",)),
        stack(address, row(spacer(), panel(_star, starred, w=28), pad=(0, 3, 6, 3)), w=FILL, h=32),
        button(
            "browser.favourites",
            icon="star-line-horizontal-3",
            name="Favorites",
            click=("flyout", "favourites"),
            style="taskbar_open" if flyout == "favourites" else "nav",
            w=32,
            h=30,
        ),
        button(
            "browser.downloads",
            icon="download",
            name="Downloads",
            click=("flyout", "downloads"),
            style="taskbar_open" if flyout == "downloads" else "nav",
            w=32,
            h=30,
        ),
        button("browser.more", icon="more", name="Settings and more", style="nav", menu=_MORE),
        style="commandbar",
        h=42,
        pad=(8, 5),
        gap=5,
        role=Role.TOOLBAR,
        name="App bar",
    )


def _mark(mark: Mark, prefix: str, w: int) -> Node:
    return widget(
        "button",
        f"{prefix}.{mark.title}",
        Role.BUTTON,
        style="browser_mark",
        text=mark.title,
        icon=icon_at(mark.url),
        w=w,
        click=("visit", mark.url),
        aside=("aside", mark.url),
        context=("mark_menu", mark.title, mark.url),
    )


def _marks_bar(marks: tuple[Mark, ...], w: int) -> Node:
    shown = marks[: max(1, (w - 20) // (_MARK + 4))]
    return row(
        *[_mark(m, "browser.mark", AUTO) for m in shown],
        spacer(),
        style="commandbar",
        h=32,
        pad=(10, 2),
        gap=4,
        role=Role.TOOLBAR,
        name="Favorites bar",
    )


def _find_bar(query: str, at: int, count: int) -> Node:
    said = f"{at + 1} of {count}" if count else "No results" if query else "0/0"
    return row(
        field(
            FIND,
            query,
            name="Find on page",
            placeholder="Find on page",
            w=200,
            h=30,
            change=("find_text",),
            submit=("find_step", 1),
            cancel=("find_done",),
        ),
        text(said, style="muted", key="browser.found", w=72),
        button("browser.find_up", icon="up", name="Previous result", style="tool", click=("find_step", -1)),
        button("browser.find_down", icon="down", name="Next result", style="tool", click=("find_step", 1)),
        button("browser.find_close", icon="close", name="Close find bar", style="tool", click=("find_done",)),
        style="menu",
        w=_FIND,
        h=46,
        pad=(10, 8),
        gap=4,
    )


def _flyout(kind: str, marks: tuple[Mark, ...]) -> Node:
    title = "Downloads" if kind == "downloads" else "Favorites"
    if kind == "downloads":
        lines: list[Element] = [
            row(
                button(
                    f"browser.download.{m.title}",
                    m.title,
                    icon="document",
                    style="list",
                    w=FILL,
                    click=("open_file", m.path),
                ),
                button(
                    f"browser.show.{m.title}",
                    icon="folder-open",
                    name=f"Show {m.title} in folder",
                    style="tool",
                    click=("show_file", m.path),
                ),
            )
            for m in marks[:8]
        ]
    else:
        lines = [_mark(m, "browser.favourite", FILL) for m in marks[:12]]
    return column(
        row(
            text(title, style="heading", role=Role.HEADING),
            spacer(),
            button("browser.flyout_close", icon="close", name="Close", style="tool", click=("flyout", "")),
            h=36,
        ),
        *lines,
        text("Files you download appear here.", style="muted") if not lines else None,
        style="menu",
        w=_FLYOUT,
        pad=(14, 8, 10, 12),
        gap=2,
        role=Role.PANE,
        name=title,
    )


def _strip_of(tabs: tuple[Tab, ...]) -> tuple[tuple[int, str, str], ...]:
    return tuple([(t.id, t.title, t.icon) for t in tabs])


def view(window: Window, ctx: Context) -> Node:
    """The content of a browser window, which begins at its upper edge."""
    shown, here = EDGE.page(window, ctx), tab(window)
    url = place_of(here).url
    address = shown_url(window) if window.typed is None else window.typed
    over = None
    if window.over:
        marks = downloads(ctx.vfs) if window.over == "downloads" else favourites(ctx.vfs)
        over = panel(_flyout, window.over, marks, w=min(_FLYOUT, ctx.w))
    elif window.finding is not None:
        count = len(matches(shown.body, window.finding))
        over = panel(_find_bar, window.finding, window.found, count, w=min(_FIND, ctx.w))
    inside = page_content(window, shown)
    return column(
        panel(_strip, _strip_of(window.tabs), window.active, ctx.w),
        panel(
            _bar,
            address,
            url.startswith("https"),
            can_step(here, -1),
            can_step(here, 1),
            is_favourite(ctx.vfs, url),
            window.over,
        ),
        panel(_marks_bar, favourites(ctx.vfs), ctx.w) if ctx.w >= _NARROW else None,
        separator(),
        inside if over is None else stack(inside, row(spacer(), over, pad=(0, 4, 10, 0)), h=FILL),
        h=FILL,
    )
