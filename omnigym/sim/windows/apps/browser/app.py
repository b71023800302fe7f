"""Microsoft Edge: tabs beside the window's buttons, address bar, favourites, downloads, and the sites of `sites`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context, Effect, Launch
from omnigym.sim.program import FileKind, Program
from omnigym.sim.sites.browser import (
    BrowserParts,
    TabLook,
    desktop_browser,
    desktop_going,
    desktop_handlers,
    line,
    menus,
    slim,
)
from omnigym.sim.sites.browsing import Tab, can_step, place_of, target
from omnigym.sim.sites.catalogue import web_tables
from omnigym.sim.sites.content import page_content
from omnigym.sim.sites.finding import matches
from omnigym.sim.sites.initial import with_sites_of_yesterday
from omnigym.sim.sites.profile import Mark, downloads, favourites, is_favourite
from omnigym.sim.sites.tabbing import Tabbing
from omnigym.sim.sites.window import Window, shown_url, tab
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import SEPARATOR, separator, spacer
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.browser.art import BROWSER_ART
from omnigym.sim.windows.clock import local, zone_of
from omnigym.sim.windows.file_kinds import app_for

_TITLE, _ADDRESS = "Microsoft Edge", "browser.address"
#: A page is laid out beside the scrollbar.
EDGE = desktop_going(
    _TITLE, 14, lambda ctx: (local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes)
)
ui = Scope("browser", "", button="tool")
_PARTS = BrowserParts(ui)
#: Room for the window's buttons and the new-tab button; a tab's widths; the widths of a favourite, of a
#: flyout and of the find bar.
_BUTTONS, _NEW, _TAB, _LEAST_TAB, _MARK, _FLYOUT, _FIND = 140, 40, 210, 46, 150, 330, 386
_TABS = TabLook("browser", "tab_close", "Close tab {}", 34, 100, 8)


def _strip(tabs: tuple[Tab, ...], active: int, w: int) -> Node:
    width = max(_LEAST_TAB, min(_TAB, (w - _BUTTONS - _NEW - 8) // len(tabs)))
    shown = [stack(*_PARTS.tab(n, t, n == active, width, _TABS), w=width, h=34) for n, t in enumerate(tabs)]
    new = ui.tool("new_tab", "add", "New tab", "nav")
    look: dict[str, Any] = {"h": 40, "pad": (8, 6, _BUTTONS, 0), "gap": 2, "align": "start"}
    return row(*shown, new, role=Role.TAB_LIST, name="Tab bar", **look)


def _star(starred: bool) -> Node:
    name = "Remove this page from favorites" if starred else "Add this page to favorites"
    return ui.tool("star", "browser-star" if starred else "star-add", name, w=28, h=26)


_MORE = (
    line("browser", "new_tab", "New tab", ("new_tab",), "tab-add", "Ctrl+T"),
    line("browser", "new_window", "New window", ("new_window",), "window-new", "Ctrl+N"),
    SEPARATOR,
    line("browser", "favorites", "Favorites", ("visit", "edge://favorites"), "star", "Ctrl+Shift+O"),
    line("browser", "history", "History", ("visit", "edge://history"), "history", "Ctrl+H"),
    line("browser", "downloads", "Downloads", ("visit", "edge://downloads"), "download", "Ctrl+J"),
    SEPARATOR,
    line("browser", "find", "Find on page", ("find",), "search", "Ctrl+F"),
    SEPARATOR,
    line("browser", "exit", "Close Microsoft Edge", ("exit",)),
)


def _bar(shown: str, lock: bool, back: bool, ahead: bool, starred: bool, flyout: str) -> Node:
    def flies(kind: str, image: str, name: str) -> Node:
        style = "taskbar_open" if flyout == kind else "nav"
        return ui.tool(kind, image, name, style, click=("flyout", kind), w=32, h=30)

    hint, image = "Search or enter web address", "lock-closed" if lock else "search"
    look: dict[str, Any] = {"placeholder": hint, "h": 32, "icon": image, "cancel": ("typed_cancel",)}
    address = _PARTS.address(shown, "Address and search bar", "address", **look)
    return row(
        ui.tool("back", "back", "Back", "nav", disabled=not back, click=("step", -1)),
        ui.tool("forward", "forward", "Forward", "nav", disabled=not ahead, click=("step", 1)),
        ui.tool("refresh", "refresh", "Refresh", "nav"),
        stack(address, row(spacer(), panel(_star, starred, w=28), pad=(0, 3, 6, 3)), w=FILL, h=32),
        flies("favourites", "star-line-horizontal-3", "Favorites"),
        flies("downloads", "download", "Downloads"),
        ui.tool("more", "more", "Settings and more", "nav", menu=_MORE),
        style="commandbar",
        h=42,
        pad=(8, 5),
        gap=5,
        role=Role.TOOLBAR,
        name="App bar",
    )


def _marks_bar(marks: tuple[Mark, ...], w: int) -> Node:
    shown = [_PARTS.mark(m, "browser_mark") for m in marks[: max(1, (w - 20) // (_MARK + 4))]]
    look: dict[str, Any] = {"style": "commandbar", "h": 32, "pad": (10, 2), "gap": 4}
    return row(*shown, spacer(), role=Role.TOOLBAR, name="Favorites bar", **look)


def _find_bar(query: str, at: int, count: int) -> Node:
    said = f"{at + 1} of {count}" if count else "No results" if query else "0/0"
    name, on = "Find on page", dict[str, Any](cancel=("find_done",))
    return row(
        _PARTS.find_field(query, name, placeholder=name, w=200, h=30, **on),
        ui.text(said, "muted", key="found", w=72),
        ui.tool("find_up", "up", "Previous result", click=("find_step", -1)),
        ui.tool("find_down", "down", "Next result", click=("find_step", 1)),
        ui.tool("find_close", "close", "Close find bar", click=("find_done",)),
        style="menu",
        w=_FIND,
        h=46,
        pad=(10, 8),
        gap=4,
    )


def _download(mark: Mark) -> Node:
    opens = ui.button(
        f"download.{mark.title}", mark.title, "list", icon="document", w=FILL, click=("open_file", mark.path)
    )
    said, show = f"Show {mark.title} in folder", ("show_file", mark.path)
    return row(opens, ui.tool(f"show.{mark.title}", "folder-open", said, click=show))


def _flyout(kind: str, marks: tuple[Mark, ...]) -> Node:
    title = "Downloads" if kind == "downloads" else "Favorites"
    if kind == "downloads":
        lines = [_download(m) for m in marks[:8]]
    else:
        lines = [_PARTS.mark(m, "browser_mark", key="favourite", w=FILL) for m in marks[:12]]
    close = ui.tool("flyout_close", "close", "Close", click=("flyout", ""))
    return column(
        row(ui.heading(title, "heading"), spacer(), close, h=36),
        *(lines or [ui.text("Files you download appear here.", "muted")]),
        style="menu",
        w=_FLYOUT,
        pad=(14, 8, 10, 12),
        gap=2,
        role=Role.PANE,
        name=title,
    )


def _view(window: Window, ctx: Context) -> Node:
    """The content of a window, which begins at its upper edge."""
    shown, here = EDGE.page(window, ctx), tab(window)
    url, steps = place_of(here).url, (can_step(here, -1), can_step(here, 1))
    address, over = shown_url(window) if window.typed is None else window.typed, None
    if window.over:
        marks = downloads(ctx.vfs) if window.over == "downloads" else favourites(ctx.vfs)
        over = panel(_flyout, window.over, marks, w=min(_FLYOUT, ctx.w))
    elif window.finding is not None:
        count = len(matches(shown.body, window.finding))
        over = panel(_find_bar, window.finding, window.found, count, w=min(_FIND, ctx.w))
    inside = page_content(window, shown)
    return column(
        panel(_strip, slim(window.tabs), window.active, ctx.w),
        panel(_bar, address, url.startswith("https"), *steps, is_favourite(ctx.vfs, url), window.over),
        panel(_marks_bar, favourites(ctx.vfs), ctx.w) if ctx.w >= 560 else None,
        separator(),
        inside if over is None else stack(inside, row(spacer(), over, pad=(0, 4, 10, 0)), h=FILL),
        h=FILL,
    )


# -- what can be done, and its declaration ----------------------------------------------------------------------------


def _link_lines(window: Window, _ctx: Context, url: str) -> Iterable[Any]:
    whole = target(tab(window), url)
    yield "open_tab", "Open link in new tab", ("new_tab", whole), "tab-add"
    yield None
    yield "copy_link", "Copy link", ("copy", whole), "link"


def _mark_lines(_window: Window, _ctx: Context, title: str, url: str) -> Iterable[Any]:
    yield "open_tab", "Open in new tab", ("new_tab", url), "tab-add"
    yield "copy_link", "Copy link", ("copy", url), "link"
    yield None
    yield "delete_mark", "Delete", ("unmark", title, url), "delete"


def _tab_lines(window: Window, _ctx: Context, at: int) -> Iterable[Any]:
    yield "new_tab", "New tab", ("new_tab",), "", "Ctrl+T"
    yield "duplicate", "Duplicate tab", ("new_tab", place_of(window.tabs[at]).url)
    yield None
    yield "close", "Close tab", ("close_tab", at), "", "Ctrl+W"
    yield "close_others", "Close other tabs", ("close_others", at), "", "", len(window.tabs) > 1


def _opening(ctx: Context, path: str) -> tuple[Effect, ...]:
    app = app_for(base_name(path), ctx.settings)
    return (Launch(app, path),) if app and ctx.vfs.is_file(path) else ()


def _caption(window: Window) -> str:
    others = len(window.tabs) - 1
    more = f" and {count_of(others, 'more page')}" if others else ""
    return f"{tab(window).title}{more} - {_TITLE}"


_PILL = Look(pad=(38, 6, 38, 6), min_h=32, min_w=120, size=13, radius=16, fill="field", edge="control_edge")
_MARK_LOOK = Look(pad=(8, 4, 8, 4), min_h=26, gap=7, radius=4, hover="hover", pressed="pressed")
_TAB_LOOK = Look(pad=(12, 8, 30, 8), min_h=34, gap=9, radius=8, hover="hover", checked="card")
_KINDS = FileKind(("pdf",), "PDF Document", "file-pdf"), FileKind(("htm", "html"), "HTML Document", "file-html")
_GONE = "The file is gone, or no app opens it."
BROWSER = desktop_browser(
    EDGE,
    name="browser",
    title=_TITLE,
    icon="browser",
    art=BROWSER_ART,
    styles=looks(button={"browser_mark": _MARK_LOOK}, field={"address": _PILL}, tab={"browser": _TAB_LOOK}),
    program=Program(category="Web Browsing", pinned=2, commands=("msedge",), opens=_KINDS),
    initial=with_sites_of_yesterday,
    view=_view,
    on={
        **desktop_handlers("browser", _TITLE, Tabbing(EDGE, _ADDRESS), _opening, _GONE),
        **menus("browser", link_menu=_link_lines, mark_menu=_mark_lines, tab_menu=_tab_lines),
    },
    caption=_caption,
    keys=(
        ("ctrl+h", ("visit", "edge://history")),
        ("ctrl+j", ("visit", "edge://downloads")),
        ("ctrl+shift+o", ("visit", "edge://favorites")),
    ),
    tables=web_tables(),
    size=(960, 620),
    min_size=(420, 320),
    focus=_ADDRESS,
    locate={"favourite": {"key": "browser.favourite.{name}"}},
)
APPS = (BROWSER,)
