"""What a Firefox window looks like: tabs in the title bar, one bar below it, bookmarks, and the page."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.linux.apps.browser.going import ADDRESS, FOX, shown_address
from omnigym.devices.sim.linux.header_bar import BUTTONS_W, HEADER_H
from omnigym.devices.sim.sites.browsing import NEW_TAB, can_step, place_of
from omnigym.devices.sim.sites.content import page_content
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.finding import matches
from omnigym.devices.sim.sites.profile import Mark, downloads, favourites, is_favourite
from omnigym.devices.sim.sites.window import FIND, Window, tab
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row, stack, widget
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem, button, field, separator, spacer, text
from omnigym.devices.sim.ui.widgets import tab as tab_node

__all__ = ["view"]

#: A tab's widths, the button beside them, and the widths of a bookmark's least room and of a panel.
_TAB, _LEAST_TAB, _NEW, _MARK, _PANEL = 224, 44, 44, 150, 340
_NARROW = 620

_MORE = (
    MenuItem("browser.menu.new_tab", "New Tab", ("new_tab",), "", "Ctrl+T"),
    MenuItem("browser.menu.new_window", "New Window", ("new_window",), "", "Ctrl+N"),
    SEPARATOR,
    MenuItem("browser.menu.favorites", "Bookmarks", ("visit", "edge://favorites"), "", "Ctrl+Shift+O"),
    MenuItem("browser.menu.history", "History", ("visit", "edge://history"), "", "Ctrl+H"),
    MenuItem("browser.menu.downloads", "Downloads", ("visit", "edge://downloads"), "", "Ctrl+Shift+Y"),
    SEPARATOR,
    MenuItem("browser.menu.find", "Find in Page…", ("find",), "", "Ctrl+F"),
    SEPARATOR,
    MenuItem("browser.menu.exit", "Quit", ("exit",), "", "Ctrl+Q"),
)


def _strip(tabs: tuple[tuple[int, str, str], ...], active: int, w: int) -> Node:
    width = max(_LEAST_TAB, min(_TAB, (w - BUTTONS_W - _NEW - 16) // len(tabs)))
    return row(
        *[_tab(n, tab_id, title, image, n == active, width) for n, (tab_id, title, image) in enumerate(tabs)],
        button("browser.new_tab", icon="add", name="Open a new tab", style="fox_tool", click=("new_tab",)),
        h=HEADER_H,
        pad=(8, 5, BUTTONS_W, 5),
        gap=4,
        role=Role.TAB_LIST,
        name="Browser tabs",
    )


def _tab(at: int, tab_id: int, title: str, image: str, chosen: bool, w: int) -> Node:
    roomy = w > 96
    face = tab_node(
        f"browser.tab.{tab_id}",
        title if roomy else "",
        selected=chosen,
        style="fox",
        icon=image,
        name=title,
        click=("tab", at),
        middle=("close_tab", at),
        context=("tab_menu", at),
    )
    name = f"Close Tab {title}"
    close = button(f"browser.close_tab.{tab_id}", icon="close", name=name, style="tab_close", click=("close_tab", at))
    over = row(spacer(), close, pad=(0, 0, 6, 0), h=36) if roomy else None
    return stack(face._replace(w=w, h=36), over, w=w, h=36)


def _tool(key: str, image: str, name: str, click: tuple[object, ...], *, off: bool = False, style: str = "") -> Node:
    return button(f"browser.{key}", icon=image, name=name, style=style or "fox_tool", disabled=off, click=click)


def _star(starred: bool) -> Node:
    image, name = ("browser-star", "Edit this bookmark") if starred else ("star", "Bookmark this page")
    return button("browser.star", icon=image, name=name, style="tool", click=("star",), w=28, h=26)


def _bar(shown: str, lock: bool, steps: tuple[bool, bool], starred: bool, flyout: str, wide: bool) -> Node:
    address = field(
        ADDRESS,
        shown,
        name="Search with Contoso or enter address",
        placeholder="Search with Contoso or enter address",
        h=32,
        style="fox_address",
        icon="lock-closed" if lock else "search",
        change=("typed",),
        submit=("typed_done",),
        cancel=("typed_cancel",),
        blur=("typed_left",),
        whole=True,
    )
    margin = 56 if wide else 0
    open_style = "fox_open" if flyout == "downloads" else "fox_tool"
    return row(
        _tool("back", "arrow-left", "Go back one page", ("step", -1), off=not steps[0]),
        _tool("forward", "arrow-right", "Go forward one page", ("step", 1), off=not steps[1]),
        _tool("refresh", "arrow-clockwise", "Reload current page", ("refresh",)),
        row(w=margin, h=1),
        stack(address, row(spacer(), panel(_star, starred, w=28), h=32, pad=(0, 3, 4, 3)), w=FILL, h=32),
        row(w=margin, h=1),
        _tool("downloads", "arrow-download", "Downloads", ("flyout", "downloads"), style=open_style),
        button("browser.more", icon="navigation", name="Open application menu", style="fox_tool", menu=_MORE),
        style="fox_bar",
        h=42,
        pad=(8, 5),
        gap=2,
        role=Role.TOOLBAR,
        name="Navigation",
    )


def _mark(mark: Mark) -> Node:
    return widget(
        "button",
        f"browser.mark.{mark.title}",
        Role.BUTTON,
        style="fox_mark",
        text=mark.title,
        icon=icon_at(mark.url),
        w=AUTO,
        click=("visit", mark.url),
        aside=("aside", mark.url),
        context=("mark_menu", mark.title, mark.url),
    )


def _marks_bar(marks: tuple[Mark, ...], w: int) -> Node:
    shown = marks[: max(1, (w - 16) // _MARK)]
    return row(
        *[_mark(m) for m in shown],
        spacer(),
        style="fox_bar",
        h=30,
        pad=(8, 1, 8, 4),
        gap=2,
        role=Role.TOOLBAR,
        name="Bookmarks",
    )


def _find_bar(query: str, at: int, count: int) -> Node:
    said = f"{at + 1} of {count} match{'es' * (count != 1)}" if count else "Phrase not found" if query else ""
    return row(
        field(
            FIND,
            query,
            name="Find in page",
            placeholder="Find in page",
            w=220,
            h=28,
            change=("find_text",),
            submit=("find_step", 1),
            cancel=("find_done",),
        ),
        _tool("find_up", "chevron-up", "Find the previous occurrence", ("find_step", -1)),
        _tool("find_down", "chevron-down", "Find the next occurrence", ("find_step", 1)),
        text(said, style="muted", key="browser.found"),
        spacer(),
        _tool("find_close", "close", "Close find bar", ("find_done",)),
        style="fox_bar",
        h=42,
        pad=(10, 4),
        gap=4,
    )


def _downloads(files: tuple[Mark, ...]) -> Node:
    lines: list[Element] = [
        row(
            button(
                f"browser.download.{m.title}",
                m.title,
                icon="document",
                style="fox_line",
                w=FILL,
                click=("open_file", m.path),
            ),
            _tool(f"show.{m.title}", "folder-open", "Show In Folder", ("show_file", m.path)),
            gap=2,
        )
        for m in files[:6]
    ]
    return column(
        *lines,
        text("No downloads for this session.", style="muted") if not lines else None,
        separator(),
        button(
            "browser.all_downloads", "Show all downloads", style="fox_line", w=FILL, click=("visit", "edge://downloads")
        ),
        style="fox_panel",
        w=_PANEL,
        pad=(8, 8),
        gap=4,
        role=Role.PANE,
        name="Downloads",
    )


def view(window: Window, ctx: Context) -> Node:
    """The content of a Firefox window, which begins at its upper edge."""
    shown, here = FOX.page(window, ctx), tab(window)
    url = place_of(here).url
    address = shown_address(url) if window.typed is None else window.typed
    content = page_content(window, shown, "fox_new" if url == NEW_TAB else "content")
    if window.over == "downloads":
        over = panel(_downloads, downloads(ctx.vfs), w=min(_PANEL, ctx.w))
        content = stack(content, row(spacer(), over, pad=(0, 2, 44, 0)), h=FILL)
    elif window.finding is not None:
        count = len(matches(shown.body, window.finding))
        content = column(content, separator(), panel(_find_bar, window.finding, window.found, count), h=FILL)
    return column(
        panel(_strip, tuple([(t.id, t.title, t.icon) for t in window.tabs]), window.active, ctx.w),
        panel(
            _bar,
            address,
            url.startswith("https"),
            (can_step(here, -1), can_step(here, 1)),
            is_favourite(ctx.vfs, url),
            window.over,
            ctx.w >= 820,
        ),
        panel(_marks_bar, favourites(ctx.vfs), ctx.w) if ctx.w >= _NARROW else None,
        separator(),
        content,
        h=FILL,
    )
