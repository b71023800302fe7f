"""The tabs of a browser window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Close, Context, Focus, ScrollTo, ShowMenu
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.sites.browsing import NEW_TAB, Tab, place_of
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.window import PAGE, Window, tab, with_tab
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.windows.apps.browser.going import ADDRESS, EDGE

__all__ = ["TABBING"]


def _left(window: Window) -> Window:
    """Leaving the tab that is shown: what is in its text area stays with it."""
    kept = with_tab(window, tab(window)._replace(edit=window.edit))
    return kept._replace(typed=None, finding=None, found=0, over="", marked=None)


def _to_tab(window: Window, _ctx: Context, at: int) -> Result:
    if not 0 <= at < len(window.tabs) or at == window.active:
        return window, ()
    window = _left(window)._replace(active=at)
    return window._replace(edit=tab(window).edit), (ScrollTo(PAGE), Focus(PAGE))


def _new_tab(window: Window, ctx: Context, url: str = NEW_TAB) -> Result:
    window = _left(window)
    window = window._replace(
        tabs=(*window.tabs, Tab(window.next_id)), active=len(window.tabs), next_id=window.next_id + 1
    )
    if url == NEW_TAB:
        return window._replace(edit=Edit()), (ScrollTo(PAGE), Focus(ADDRESS, 0, -1))
    window = with_tab(window, Tab(tab(window).id)._replace(places=(place_of(tab(window))._replace(url=url),)))
    return EDGE.arrived(window, ctx)


def _next_tab(window: Window, ctx: Context, by: int) -> Result:
    return _to_tab(window, ctx, (window.active + by) % len(window.tabs))


def _close_tab(window: Window, _ctx: Context, at: int = -1) -> Result:
    at = window.active if at < 0 else at
    if not 0 <= at < len(window.tabs):
        return window, ()
    if len(window.tabs) == 1:
        return window, (Close(),)
    tabs = (*window.tabs[:at], *window.tabs[at + 1 :])
    if at != window.active:
        return window._replace(tabs=tabs, active=window.active - (at < window.active)), ()
    window = window._replace(tabs=tabs, active=min(at, len(tabs) - 1), typed=None, finding=None, over="", marked=None)
    return window._replace(edit=tab(window).edit), (ScrollTo(PAGE), Focus(PAGE))


def _close_others(window: Window, ctx: Context, at: int) -> Result:
    window, effects = _to_tab(window, ctx, at)
    return window._replace(tabs=(tab(window),), active=0), effects


def _tab_menu(window: Window, _ctx: Context, at: int) -> Result:
    items = (
        MenuItem("browser.menu.new_tab", "New tab", ("new_tab",), shortcut="Ctrl+T"),
        MenuItem("browser.menu.duplicate", "Duplicate tab", ("new_tab", place_of(window.tabs[at]).url)),
        SEPARATOR,
        MenuItem("browser.menu.close", "Close tab", ("close_tab", at), shortcut="Ctrl+W"),
        MenuItem("browser.menu.close_others", "Close other tabs", ("close_others", at), enabled=len(window.tabs) > 1),
    )
    return window, (ShowMenu(items),)


#: What handles messages about tabs.
TABBING: Mapping[str, Callable[..., Result]] = {
    "close_others": _close_others,
    "close_tab": _close_tab,
    "new_tab": _new_tab,
    "next_tab": _next_tab,
    "tab": _to_tab,
    "tab_menu": _tab_menu,
}
