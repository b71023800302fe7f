"""Chrome: tabs, bookmarks, downloads, and the sites of `omnigym.devices.sim.sites`, laid out for a narrow page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.apps.chrome.art import draw_chrome
from omnigym.devices.sim.android.apps.chrome.going import ADDRESS, CHROME, FIND, TABBING, new_tab, tell
from omnigym.devices.sim.android.apps.chrome.styles import CHROME_STYLES
from omnigym.devices.sim.android.apps.chrome.view import view
from omnigym.devices.sim.android.catalogue import program
from omnigym.devices.sim.android.kit import left, phone_app, refreshed
from omnigym.devices.sim.android.storage import opener
from omnigym.devices.sim.app import Context, Focus, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.devices.sim.paint.app_icons import on_disc
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.sites.art import SITE_ART
from omnigym.devices.sim.sites.browsing import NEW_TAB, can_step, place_of, target, typed_url
from omnigym.devices.sim.sites.catalogue import web_tables
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.initial import with_initial_sites
from omnigym.devices.sim.sites.profile import forgotten
from omnigym.devices.sim.sites.styles import SITE_STYLES
from omnigym.devices.sim.sites.window import PAGE, Window, blank, tab
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import base_name

__all__ = ["APPS"]


def _init(path: str, ctx: Context) -> Result:
    return CHROME.to_typed(Window(), ctx, path) if path else (Window(), ())


def _opened(window: Window, ctx: Context, path: str) -> Result:
    """A page, in a tab of its own."""
    if not path:
        return window, ()
    return CHROME.to_typed(window, ctx, path) if blank(window) else new_tab(window, ctx, typed_url(path))


def _link_menu(window: Window, _ctx: Context, url: str) -> Result:
    whole = target(tab(window), url)
    items = (
        MenuItem("chrome.menu.open_tab", "Open in new tab", ("new_tab", whole), icon="m/add_box"),
        MenuItem("chrome.menu.copy_link", "Copy link address", ("copy", whole), icon="m/link"),
        MenuItem("chrome.menu.share_link", "Share link", ("share", whole), icon="m/share"),
    )
    return window, (ShowMenu(items),)


def _mark_menu(window: Window, _ctx: Context, title: str, url: str) -> Result:
    items = (
        MenuItem("chrome.menu.open_tab", "Open in new tab", ("new_tab", url), icon="m/add_box"),
        MenuItem("chrome.menu.copy_link", "Copy link address", ("copy", url), icon="m/link"),
        MenuItem("chrome.menu.delete_mark", "Delete", ("unmark", title, url), icon="m/delete"),
    )
    return window, (ShowMenu(items),)


def _open_file(window: Window, ctx: Context, path: str) -> Result:
    app = opener(path)
    if not ctx.vfs.is_file(path) or program(app) is None:
        return window, (tell("Can’t open file", f"{base_name(path)} is gone, or no app opens it."),)
    return window._replace(saved=""), (Launch(app, path),)


def _share(window: Window, _ctx: Context, url: str) -> Result:
    return window, (OpenDialog("share", ("text", url or place_of(tab(window)).url)),)


def _back(window: Window, ctx: Context) -> Result:
    """What is over the page goes, then the page; on the first one of a tab Chrome is left."""
    if window.finding is not None or window.over or window.saved:
        return window._replace(finding=None, over="", saved=""), ()
    if can_step(tab(window), -1):
        return CHROME.step(window, ctx, -1)
    return left(window)


def _pull(window: Window, ctx: Context) -> Result:
    """Pull the page down: it is loaded again."""
    window, effects = _ON_PAGES["refresh"](window, ctx)
    return window._replace(refreshing=True), (*effects, refreshed())


def _typed_done(window: Window, ctx: Context, typed: str) -> Result:
    return CHROME.to_typed(window, ctx, typed) if typed.strip() else (window._replace(typed=None), (Focus(PAGE),))


_ON_PAGES: Mapping[str, Callable[..., Result]] = CHROME.handlers()
_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **_ON_PAGES,
    **TABBING,
    "address": lambda w, _: (w, (Focus(ADDRESS, 0, -1),)),
    "back": _back,
    "clear": lambda w, ctx: (w, (SetFiles(forgotten(ctx.vfs, ctx.clock_ms)),)),
    "find": lambda w, _: (w._replace(finding="", found=0), (Focus(FIND),)),
    "hide": lambda w, _: (w._replace(saved=""), ()),
    "home": lambda w, ctx: CHROME.go_to(w, ctx, NEW_TAB),
    "link_menu": _link_menu,
    "mark_menu": _mark_menu,
    "open_file": _open_file,
    "opened": _opened,
    "over": lambda w, _, over: (w._replace(over=over, finding=None, typed=None, saved=""), (ScrollTo("chrome.list"),)),
    "pull": _pull,
    "refreshed": lambda w, _: (w._replace(refreshing=False), ()),
    "share": _share,
    "typed_done": _typed_done,
}


APPS = (
    phone_app(
        name="chrome",
        title="Chrome",
        icon="app/chrome",
        art={"app/chrome": on_disc(draw_chrome), **SITE_ART},
        styles={**SITE_STYLES, **CHROME_STYLES},
        program=Program(category="Web Browsing", dock=3),
        initial=lambda vfs, now: with_initial_sites(vfs, now - 3_600_000),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=lambda window: tab(window).title if not blank(window) else "New tab",
        document=lambda window: place_of(tab(window)).url,
        tables=web_tables(),
    ),
)
