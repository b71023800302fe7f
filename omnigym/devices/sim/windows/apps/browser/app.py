"""Microsoft Edge: tabs, an address bar, favourites, downloads, and the sites of `omnigym.devices.sim.sites`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import (
    App,
    Context,
    Focus,
    Launch,
    RequestClose,
    SetClipboard,
    ShowMenu,
)
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.sites.browsing import NEW_TAB, place_of, target
from omnigym.devices.sim.sites.catalogue import web_tables
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.initial import with_initial_sites
from omnigym.devices.sim.sites.site import TEXT
from omnigym.devices.sim.sites.styles import SITE_STYLES
from omnigym.devices.sim.sites.window import PAGE, Marked, Window, tab
from omnigym.devices.sim.ui.reading import Spot
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import base_name, parent_of
from omnigym.devices.sim.windows.apps.browser.art import BROWSER_ART
from omnigym.devices.sim.windows.apps.browser.going import ADDRESS, EDGE, FIND, TITLE
from omnigym.devices.sim.windows.apps.browser.styles import BROWSER_STYLES
from omnigym.devices.sim.windows.apps.browser.tabs import TABBING
from omnigym.devices.sim.windows.apps.browser.view import view
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["APPS"]


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
    app = app_for(base_name(path))
    if not app or not ctx.vfs.is_file(path):
        return window, (tell(TITLE, f"{base_name(path)}\nThe file is gone, or no app opens it."),)
    return window._replace(over=""), (Launch(app, path),)


def _find(window: Window, _ctx: Context) -> Result:
    return window._replace(finding=window.finding or "", found=0, over=""), (Focus(FIND, 0, -1),)


def _mark(window: Window, _ctx: Context, first: Spot, last: Spot, text: str) -> Result:
    return window._replace(marked=Marked(first, last, text) if first != last else None), ()


def _copy_marked(window: Window, _ctx: Context) -> Result:
    marked = window.marked
    return window, (SetClipboard(ClipboardContent(text=marked.text)),) if marked is not None else ()


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **EDGE.handlers(),
    **TABBING,
    "address": lambda w, _: (w, (Focus(ADDRESS, 0, -1),)),
    "escape": lambda w, _: (w._replace(finding=None, over=""), ()),
    "copy_marked": _copy_marked,
    "exit": lambda w, _: (w, (RequestClose(),)),
    "find": _find,
    "flyout": lambda w, _, kind: (w._replace(over="" if w.over == kind else kind, finding=None), ()),
    "link_menu": _link_menu,
    "mark": _mark,
    "mark_menu": _mark_menu,
    "new_window": lambda w, _: (w, (Launch("browser"),)),
    "open_file": _open_file,
    "opened": lambda w, ctx, path: EDGE.to_typed(w, ctx, path),
    "show_file": lambda w, _, path: (w._replace(over=""), (Launch("file_manager", parent_of(path)),)),
    "typed_done": lambda w, ctx, typed: EDGE.to_typed(w, ctx, typed) if typed.strip() else (w, ()),
    "typed_cancel": lambda w, _: (w._replace(typed=None), (Focus(PAGE),)),
}


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return Window(), (Focus(ADDRESS),)
    return EDGE.to_typed(Window(), ctx, str(args))


def _caption(window: Window) -> str:
    others = len(window.tabs) - 1
    more = f" and {others} more page{'s' * (others > 1)}" if others else ""
    return f"{tab(window).title}{more} - {TITLE}"


APPS = (
    App(
        name="browser",
        title=TITLE,
        icon="browser",
        art=BROWSER_ART,
        styles={**SITE_STYLES, **BROWSER_STYLES},
        program=Program(
            category="Web Browsing",
            pinned=2,
            commands=("msedge",),
        ),
        initial=lambda vfs, now: with_initial_sites(vfs, now - 86_400_000),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=_caption,
        document=lambda window: place_of(tab(window)).url,
        keys=(
            ("ctrl+l", ("address",)),
            ("alt+d", ("address",)),
            ("f6", ("address",)),
            ("ctrl+t", ("new_tab",)),
            ("ctrl+n", ("new_window",)),
            ("ctrl+w", ("close_tab",)),
            ("ctrl+f4", ("close_tab",)),
            ("ctrl+tab", ("next_tab", 1)),
            ("ctrl+shift+tab", ("next_tab", -1)),
            ("ctrl+pagedown", ("next_tab", 1)),
            ("ctrl+pageup", ("next_tab", -1)),
            *[(f"ctrl+{n}", ("tab", n - 1)) for n in range(1, 9)],
            ("alt+left", ("step", -1)),
            ("alt+right", ("step", 1)),
            ("ctrl+r", ("refresh",)),
            ("f5", ("refresh",)),
            ("ctrl+c", ("copy_marked",)),
            ("ctrl+d", ("star",)),
            ("ctrl+f", ("find",)),
            ("f3", ("find_step", 1)),
            ("ctrl+g", ("find_step", 1)),
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
    ),
)
