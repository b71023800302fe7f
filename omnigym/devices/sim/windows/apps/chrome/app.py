"""Google Chrome: its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import App, Context, Focus, Launch, OpenDialog, SetFiles, ShowMenu
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.sites.browsing import NEW_TAB, place_of, target
from omnigym.devices.sim.sites.catalogue import site_tables
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.site import TEXT
from omnigym.devices.sim.sites.styles import SITE_STYLES
from omnigym.devices.sim.sites.tabbing import TAB_KEYS
from omnigym.devices.sim.sites.window import PAGE, Window, tab
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import base_name, parent_of
from omnigym.devices.sim.windows.apps.chrome.clearing import CLEARING
from omnigym.devices.sim.windows.apps.chrome.going import CHROME, TABS
from omnigym.devices.sim.windows.apps.chrome.groups import GROUPING, group_of, keeping
from omnigym.devices.sim.windows.apps.chrome.looks import CHROME_ART, CHROME_STYLES
from omnigym.devices.sim.windows.apps.chrome.marks import MARK, MARKING
from omnigym.devices.sim.windows.apps.chrome.profile import (
    BAR,
    CHROME_TABLES,
    DOWNLOADS,
    GROUPS,
    HISTORY,
    Chosen,
    cleared,
    with_profile,
)
from omnigym.devices.sim.windows.apps.chrome.state import ADDRESS, TITLE, changed, outward, own
from omnigym.devices.sim.windows.apps.chrome.view import view
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["APPS"]


def _item(key: str, label: str, msg: tuple[object, ...], *, keys: str = "", enabled: bool = True) -> MenuItem:
    return MenuItem(f"chrome.menu.{key}", label, msg, shortcut=keys, enabled=enabled)


def _tab_menu(window: Window, ctx: Context, at: int) -> Result:
    shown = window.tabs[at]
    page = place_of(shown).url.startswith("https")
    others = [g for g in GROUPS.rows(ctx.vfs) if g.id != shown.group and any(t.group == g.id for t in window.tabs)]
    named = [_item(f"join.{g.id}", g.name or "Unnamed group", ("join_group", at, g.id)) for g in others]
    items = (
        _item("new_tab", "New tab", ("new_tab",), keys="Ctrl+T"),
        _item("read_later", "Add tab to reading list", ("read_later", shown.title, place_of(shown).url), enabled=page),
        _item("new_group", "Add tab to new group", ("new_group", at)),
        *named,
        _item("leave", "Remove from group", ("join_group", at, 0), enabled=bool(group_of(ctx.vfs, shown.group))),
        SEPARATOR,
        _item("duplicate", "Duplicate", ("new_tab", place_of(shown).url)),
        _item("close", "Close", ("close_tab", at), keys="Ctrl+W"),
        _item("close_others", "Close other tabs", ("close_others", at), enabled=len(window.tabs) > 1),
    )
    return window, (ShowMenu(items),)


def _link_menu(window: Window, _ctx: Context, url: str) -> Result:
    whole = target(tab(window), url)
    items = (
        _item("link_tab", "Open link in new tab", ("new_tab", whole)),
        _item("link_later", "Add link to reading list", ("read_later", whole.removeprefix("https://"), whole)),
        SEPARATOR,
        _item("link_copy", "Copy link address", ("copy", whole)),
    )
    return window, (ShowMenu(items),)


def _bar_menu(window: Window, _ctx: Context) -> Result:
    page = place_of(tab(window)).url.startswith("https")
    items = (
        _item("add_page", "Add page...", ("star",), enabled=page),
        _item("add_folder", "Add folder...", ("new_folder", BAR)),
        SEPARATOR,
        _item("manager", "Bookmark manager", ("visit", "edge://bookmarks"), keys="Ctrl+Shift+O"),
        _item("hide_bar", "Hide bookmarks bar", ("bar",), keys="Ctrl+Shift+B"),
    )
    return window, (ShowMenu(items),)


def _face_menu(window: Window, ctx: Context) -> Result:
    name = MenuItem("chrome.menu.name", ctx.settings.get("account.name", ""), enabled=False)
    items = (
        name,
        SEPARATOR,
        _item("own_bookmarks", "Bookmarks", ("visit", "edge://bookmarks")),
        _item("own_history", "History", ("visit", "edge://history")),
        _item("own_clear", "Delete browsing data...", ("clear",)),
    )
    return window, (ShowMenu(items, "chrome.face"),)


def _saved_menu(window: Window, _ctx: Context, number: int) -> Result:
    items = (
        _item("open_group", "Open group", ("open_group", number)),
        _item("forget_group", "Delete group", ("delete_group", number)),
    )
    return window, (ShowMenu(items),)


def _open_file(window: Window, ctx: Context, path: str) -> Result:
    app = app_for(base_name(path), ctx.settings)
    if not app or not ctx.vfs.is_file(path):
        return window, (tell(TITLE, f"{base_name(path)}\nThe file was moved or deleted, or no app opens it."),)
    return window._replace(over=""), (Launch(app, path),)


def _cleared(window: Window, ctx: Context, chosen: Chosen | None) -> Result:
    return window, (SetFiles(cleared(ctx.vfs, chosen, ctx.clock_ms)),) if chosen is not None else ()


def _forget(window: Window, ctx: Context, number: int) -> Result:
    left = [seen for seen in HISTORY.rows(ctx.vfs) if seen.id != number]
    return window, (SetFiles(HISTORY.written(ctx.vfs, left, ctx.clock_ms)),)


def _drop(window: Window, ctx: Context, number: int) -> Result:
    left = [row for row in DOWNLOADS.rows(ctx.vfs) if row.id != number]
    return window, (SetFiles(DOWNLOADS.written(ctx.vfs, left, ctx.clock_ms)),)


def _visit(window: Window, ctx: Context, url: str) -> Result:
    return CHROME.go_to(changed(window, query=""), ctx, url)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **CHROME.handlers(),
    **TABS.handlers(),
    **MARKING,
    **GROUPING,
    "bar": lambda w, _: (changed(w, unbarred=not own(w).unbarred), ()),
    "bar_menu": _bar_menu,
    "clear": lambda w, _: (w, (OpenDialog("chrome_clear", (), ("cleared",)),)),
    "cleared": _cleared,
    "drop_download": _drop,
    "face_menu": _face_menu,
    "forget": _forget,
    "link_menu": _link_menu,
    "mark_done": lambda w, _, __: (w._replace(over=""), (Focus(PAGE),)),
    "new_window": lambda w, _: (w, (Launch("google_chrome"),)),
    "open_file": _open_file,
    "query": lambda w, _, query: (changed(w, query=query), ()),
    "saved_menu": _saved_menu,
    "show_file": lambda w, _, path: (w._replace(over=""), (Launch("file_manager", parent_of(path)),)),
    "side": lambda w, _: (changed(w, reading=not own(w).reading), ()),
    "tab_menu": _tab_menu,
    "visit": _visit,
}


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return Window(), (Focus(ADDRESS),)
    return CHROME.to_typed(Window(), ctx, str(args))


_APP = App(
    name="google_chrome",
    title=TITLE,
    icon="chrome",
    art=CHROME_ART,
    styles={**SITE_STYLES, **CHROME_STYLES},
    program=Program(spoken=("Chrome", "Google Chrome"), category="Web Browsing", commands=("chrome",)),
    initial=with_profile,
    init=_init,
    view=view,
    on={name: keeping(handler) for name, handler in _HANDLERS.items()},
    caption=lambda window: f"{tab(window).title} - {TITLE}",
    document=lambda window: outward(place_of(tab(window)).url),
    keys=(
        *TAB_KEYS,
        ("ctrl+h", ("visit", "edge://history")),
        ("ctrl+j", ("visit", "edge://downloads")),
        ("ctrl+shift+o", ("visit", "edge://bookmarks")),
        ("ctrl+shift+b", ("bar",)),
        ("ctrl+shift+delete", ("clear",)),
        ("alt+home", ("visit", NEW_TAB)),
        ("escape", ("escape",)),
    ),
    tables=(*CHROME_TABLES, *site_tables()),
    size=(980, 640),
    min_size=(440, 340),
    focus=ADDRESS,
    over_title=True,
    frame="chrome",
    locate={"address": {"key": ADDRESS}, "page": {"key": PAGE}, "text": {"key": TEXT}},
)
APPS = (commanded(_APP, MARK), CLEARING)
