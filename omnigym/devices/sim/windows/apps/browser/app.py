"""Microsoft Edge: tabs, an address bar, favourites, downloads, and the sites of `omnigym.devices.sim.sites`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import (
    App,
    Context,
    Focus,
    Launch,
    ShowMenu,
)
from omnigym.devices.sim.program import FileKind, Program
from omnigym.devices.sim.sites.browsing import NEW_TAB, place_of, target
from omnigym.devices.sim.sites.catalogue import web_tables
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.initial import with_initial_sites
from omnigym.devices.sim.sites.site import TEXT
from omnigym.devices.sim.sites.styles import SITE_STYLES
from omnigym.devices.sim.sites.tabbing import TAB_KEYS, Tabbing
from omnigym.devices.sim.sites.window import PAGE, Window, tab
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import base_name, parent_of
from omnigym.devices.sim.windows.apps.browser.art import BROWSER_ART
from omnigym.devices.sim.windows.apps.browser.going import ADDRESS, EDGE, TITLE
from omnigym.devices.sim.windows.apps.browser.styles import BROWSER_STYLES
from omnigym.devices.sim.windows.apps.browser.view import view
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["APPS", "BROWSER"]


def _link_menu(window: Window, _ctx: Context, url: str) -> Result:
    whole = target(tab(window), url)
    items = (
        MenuItem("browser.menu.open_tab", "Open link in new tab", ("new_tab", whole), "tab-add"),
        SEPARATOR,
        MenuItem("browser.menu.copy_link", "Copy link", ("copy", whole), "link"),
    )
    return window, (ShowMenu(items),)


def _mark_menu(window: Window, _ctx: Context, title: str, url: str) -> Result:
    items = (
        MenuItem("browser.menu.open_tab", "Open in new tab", ("new_tab", url), "tab-add"),
        MenuItem("browser.menu.copy_link", "Copy link", ("copy", url), "link"),
        SEPARATOR,
        MenuItem("browser.menu.delete_mark", "Delete", ("unmark", title, url), "delete"),
    )
    return window, (ShowMenu(items),)


def _open_file(window: Window, ctx: Context, path: str) -> Result:
    app = app_for(base_name(path), ctx.settings)
    if not app or not ctx.vfs.is_file(path):
        return window, (tell(TITLE, f"{base_name(path)}\nThe file is gone, or no app opens it."),)
    return window._replace(over=""), (Launch(app, path),)


def _tab_menu(window: Window, _ctx: Context, at: int) -> Result:
    items = (
        MenuItem("browser.menu.new_tab", "New tab", ("new_tab",), shortcut="Ctrl+T"),
        MenuItem("browser.menu.duplicate", "Duplicate tab", ("new_tab", place_of(window.tabs[at]).url)),
        SEPARATOR,
        MenuItem("browser.menu.close", "Close tab", ("close_tab", at), shortcut="Ctrl+W"),
        MenuItem("browser.menu.close_others", "Close other tabs", ("close_others", at), enabled=len(window.tabs) > 1),
    )
    return window, (ShowMenu(items),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **EDGE.handlers(),
    **Tabbing(EDGE, ADDRESS).handlers(),
    "link_menu": _link_menu,
    "mark_menu": _mark_menu,
    "new_window": lambda w, _: (w, (Launch("browser"),)),
    "open_file": _open_file,
    "show_file": lambda w, _, path: (w._replace(over=""), (Launch("file_manager", parent_of(path)),)),
    "tab_menu": _tab_menu,
}


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return Window(), (Focus(ADDRESS),)
    return EDGE.to_typed(Window(), ctx, str(args))


def _caption(window: Window) -> str:
    others = len(window.tabs) - 1
    more = f" and {others} more page{'s' * (others > 1)}" if others else ""
    return f"{tab(window).title}{more} - {TITLE}"


BROWSER = App(
    name="browser",
    title=TITLE,
    icon="browser",
    art=BROWSER_ART,
    styles={**SITE_STYLES, **BROWSER_STYLES},
    program=Program(
        category="Web Browsing",
        pinned=2,
        commands=("msedge",),
        opens=(FileKind(("pdf",), "PDF Document", "file-pdf"), FileKind(("htm", "html"), "HTML Document", "file-html")),
    ),
    initial=lambda vfs, now: with_initial_sites(vfs, now - 86_400_000),
    init=_init,
    view=view,
    on=_HANDLERS,
    caption=_caption,
    document=lambda window: place_of(tab(window)).url,
    keys=(
        *TAB_KEYS,
        ("ctrl+h", ("visit", "edge://history")),
        ("ctrl+j", ("visit", "edge://downloads")),
        ("ctrl+shift+o", ("visit", "edge://favorites")),
        ("alt+home", ("visit", NEW_TAB)),
        ("escape", ("escape",)),
    ),
    tables=web_tables(),
    size=(960, 620),
    min_size=(420, 320),
    focus=ADDRESS,
    over_title=True,
    locate={
        "address": {"key": ADDRESS},
        "page": {"key": PAGE},
        "text": {"key": TEXT},
        "favourite": {"key": "browser.favourite.{name}"},
    },
)
APPS = (BROWSER,)
