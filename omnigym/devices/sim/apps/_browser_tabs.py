"""The tabs of a browser window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Close, Context, Focus, ScrollTo, ShowMenu
from omnigym.devices.sim.apps._browser_going import arrived
from omnigym.devices.sim.apps._browser_state import ADDRESS, PAGE, Result, State, tab, with_tab
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.sites.browsing import NEW_TAB, Tab, place_of
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem

__all__ = ["TABBING"]


def _left(state: State) -> State:
    """Leaving the tab that is shown: what is in its text area stays with it."""
    return with_tab(state, tab(state)._replace(edit=state.edit))._replace(typed=None, finding=None, found=0, flyout="")


def _to_tab(state: State, _ctx: Context, at: int) -> Result:
    if not 0 <= at < len(state.tabs) or at == state.active:
        return state, ()
    state = _left(state)._replace(active=at)
    return state._replace(edit=tab(state).edit), (ScrollTo(PAGE), Focus(PAGE))


def _new_tab(state: State, ctx: Context, url: str = NEW_TAB) -> Result:
    state = _left(state)
    state = state._replace(tabs=(*state.tabs, Tab(state.next_id)), active=len(state.tabs), next_id=state.next_id + 1)
    if url == NEW_TAB:
        return state._replace(edit=Edit()), (ScrollTo(PAGE), Focus(ADDRESS, 0, -1))
    state = with_tab(state, Tab(tab(state).id)._replace(places=(place_of(tab(state))._replace(url=url),)))
    return arrived(state, ctx)


def _next_tab(state: State, ctx: Context, by: int) -> Result:
    return _to_tab(state, ctx, (state.active + by) % len(state.tabs))


def _close_tab(state: State, _ctx: Context, at: int = -1) -> Result:
    at = state.active if at < 0 else at
    if not 0 <= at < len(state.tabs):
        return state, ()
    if len(state.tabs) == 1:
        return state, (Close(),)
    tabs = (*state.tabs[:at], *state.tabs[at + 1 :])
    if at != state.active:
        return state._replace(tabs=tabs, active=state.active - (at < state.active)), ()
    state = state._replace(tabs=tabs, active=min(at, len(tabs) - 1), typed=None, finding=None, flyout="")
    return state._replace(edit=tab(state).edit), (ScrollTo(PAGE), Focus(PAGE))


def _close_others(state: State, ctx: Context, at: int) -> Result:
    state, effects = _to_tab(state, ctx, at)
    return state._replace(tabs=(tab(state),), active=0), effects


def _tab_menu(state: State, _ctx: Context, at: int) -> Result:
    items = (
        MenuItem("browser.menu.new_tab", "New tab", ("new_tab",), shortcut="Ctrl+T"),
        MenuItem("browser.menu.duplicate", "Duplicate tab", ("new_tab", place_of(state.tabs[at]).url)),
        SEPARATOR,
        MenuItem("browser.menu.close", "Close tab", ("close_tab", at), shortcut="Ctrl+W"),
        MenuItem("browser.menu.close_others", "Close other tabs", ("close_others", at), enabled=len(state.tabs) > 1),
    )
    return state, (ShowMenu(items),)


#: What handles messages about tabs.
TABBING: Mapping[str, Callable[..., Result]] = {
    "close_others": _close_others,
    "close_tab": _close_tab,
    "new_tab": _new_tab,
    "next_tab": _next_tab,
    "tab": _to_tab,
    "tab_menu": _tab_menu,
}
