"""Google Chrome: its declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.commands import commanded
from omnigym.sim.handlers import saved
from omnigym.sim.program import Program
from omnigym.sim.sites.browser import desktop_browser, desktop_handlers, line, menus
from omnigym.sim.sites.browsing import place_of, target
from omnigym.sim.sites.catalogue import site_tables
from omnigym.sim.sites.navigation import Result
from omnigym.sim.sites.window import PAGE, Window, tab
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.chrome.art import CHROME_ART, CHROME_STYLES
from omnigym.sim.windows.apps.chrome.commands import CHROME, FOLDER, GROUPING, MARK, MARKING, TABS, group_of, keeping
from omnigym.sim.windows.apps.chrome.dialogs import CLEARING
from omnigym.sim.windows.apps.chrome.state import ADDRESS, TITLE, changed, outward, own
from omnigym.sim.windows.apps.chrome.store import (
    BAR,
    CHROME_TABLES,
    DOWNLOADS,
    GROUPS,
    HISTORY,
    Chosen,
    cleared,
    with_profile,
)
from omnigym.sim.windows.apps.chrome.view import view
from omnigym.sim.windows.file_kinds import app_for


def _tab_lines(window: Window, ctx: Context, at: int) -> Iterable[Any]:
    shown = window.tabs[at]
    page = place_of(shown).url.startswith("https")
    yield "new_tab", "New tab", ("new_tab",), "", "Ctrl+T"
    yield "read_later", "Add tab to reading list", ("read_later", shown.title, place_of(shown).url), "", "", page
    yield "new_group", "Add tab to new group", ("new_group", at)
    for g in GROUPS.rows(ctx.vfs):
        if g.id != shown.group and any(t.group == g.id for t in window.tabs):
            yield f"join.{g.id}", g.name or "Unnamed group", ("join_group", at, g.id)
    grouped = group_of(ctx.vfs, shown.group) is not None
    yield "leave", "Remove from group", ("join_group", at, 0), "", "", grouped
    yield None
    yield "duplicate", "Duplicate", ("new_tab", place_of(shown).url)
    yield "close", "Close", ("close_tab", at), "", "Ctrl+W"
    yield "close_others", "Close other tabs", ("close_others", at), "", "", len(window.tabs) > 1


def _link_lines(window: Window, _ctx: Context, url: str) -> Iterable[Any]:
    whole = target(tab(window), url)
    yield "link_tab", "Open link in new tab", ("new_tab", whole)
    yield "link_later", "Add link to reading list", ("read_later", whole.removeprefix("https://"), whole)
    yield None
    yield "link_copy", "Copy link address", ("copy", whole)


def _bar_lines(window: Window, _ctx: Context) -> Iterable[Any]:
    yield "add_page", "Add page...", ("star",), "", "", place_of(tab(window)).url.startswith("https")
    yield "add_folder", "Add folder...", ("new_folder", BAR)
    yield None
    yield "manager", "Bookmark manager", ("visit", "edge://bookmarks"), "", "Ctrl+Shift+O"
    yield "hide_bar", "Hide bookmarks bar", ("bar",), "", "Ctrl+Shift+B"


def _saved_lines(_window: Window, _ctx: Context, number: int) -> Iterable[Any]:
    yield "open_group", "Open group", ("open_group", number)
    yield "forget_group", "Delete group", ("delete_group", number)


def _face_menu(window: Window, ctx: Context) -> Result:
    items = (
        MenuItem("chrome.menu.name", ctx.settings.get("account.name", ""), enabled=False),
        SEPARATOR,
        line("chrome", "own_bookmarks", "Bookmarks", ("visit", "edge://bookmarks")),
        line("chrome", "own_history", "History", ("visit", "edge://history")),
        line("chrome", "own_clear", "Delete browsing data...", ("clear",)),
    )
    return window, (ShowMenu(items, "chrome.face"),)


def _opening(ctx: Context, path: str) -> tuple[Effect, ...]:
    app = app_for(base_name(path), ctx.settings)
    return (Launch(app, path),) if app and ctx.vfs.is_file(path) else ()


def _cleared(window: Window, ctx: Context, chosen: Chosen | None) -> Result:
    return window, (SetFiles(cleared(ctx.vfs, chosen, ctx.clock_ms)),) if chosen is not None else ()


def _without(table: Table[Any]) -> Handler:
    """The handler that takes a row out of a table."""
    return lambda window, ctx, number: (
        window,
        (saved(table, ctx, [row for row in table.rows(ctx.vfs) if row.id != number]),),
    )


_GONE = "The file was moved or deleted, or no app opens it."
_HANDLERS: Mapping[str, Handler] = {
    **desktop_handlers("google_chrome", TITLE, TABS, _opening, _GONE),
    **menus("chrome", bar_menu=_bar_lines, link_menu=_link_lines, saved_menu=_saved_lines, tab_menu=_tab_lines),
    **MARKING,
    **GROUPING,
    "bar": lambda w, _: (changed(w, unbarred=not own(w).unbarred), ()),
    "clear": lambda w, _: (w, (OpenDialog("chrome_clear", (), ("cleared",)),)),
    "cleared": _cleared,
    "drop_download": _without(DOWNLOADS),
    "face_menu": _face_menu,
    "forget": _without(HISTORY),
    "mark_done": lambda w, _, __: (w._replace(over=""), (Focus(PAGE),)),
    "query": lambda w, _, query: (changed(w, query=query), ()),
    "side": lambda w, _: (changed(w, reading=not own(w).reading), ()),
    "visit": lambda w, ctx, url: CHROME.go_to(changed(w, query=""), ctx, url),
}
_APP = desktop_browser(
    CHROME,
    name="google_chrome",
    title=TITLE,
    icon="chrome",
    art=CHROME_ART,
    styles=CHROME_STYLES,
    program=Program(spoken=("Chrome", "Google Chrome"), category="Web Browsing", commands=("chrome",)),
    initial=with_profile,
    view=view,
    on={name: keeping(handler) for name, handler in _HANDLERS.items()},
    caption=lambda window: f"{tab(window).title} - {TITLE}",
    outward=outward,
    keys=(
        ("ctrl+h", ("visit", "edge://history")),
        ("ctrl+j", ("visit", "edge://downloads")),
        ("ctrl+shift+o", ("visit", "edge://bookmarks")),
        ("ctrl+shift+b", ("bar",)),
        ("ctrl+shift+delete", ("clear",)),
    ),
    tables=(*CHROME_TABLES, *site_tables()),
    size=(980, 640),
    min_size=(440, 340),
    focus=ADDRESS,
    frame="chrome",
    locate={},
)
APPS = (commanded(_APP, MARK, FOLDER), CLEARING)
