"""How Chrome goes from page to page, and from tab to tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.moments import ZONES, local
from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo
from omnigym.devices.sim.sites.browsing import NEW_TAB, Tab
from omnigym.devices.sim.sites.going import Going, Result
from omnigym.devices.sim.sites.site import Page
from omnigym.devices.sim.sites.window import PAGE, Window, tab, with_tab
from omnigym.devices.sim.vfs import HOME

__all__ = ["ADDRESS", "CHROME", "FIND", "TABBING", "new_tab", "tell"]

#: The address bar, and the field to find something in the page.
ADDRESS, FIND = "chrome.address", "chrome.find"


def tell(title: str, words: str) -> OpenDialog:
    """A message with nothing but OK."""
    return OpenDialog("ask", (title, words, "OK", ""))


def _now(ctx: Context) -> tuple[int, int]:
    minutes = ZONES.get(ctx.settings.get("global/time_zone", ""), 0)
    return local(ctx.clock_ms, ctx.settings).toordinal(), minutes


def _arrival(_shown: Page) -> tuple[Effect, ...]:
    # The address is shown from its beginning on once nobody types in it.
    return Focus(ADDRESS, 0, 0), Focus(PAGE)


CHROME = Going(
    folder=f"{HOME}/Download",
    margin=0,
    now=_now,
    arrival=_arrival,
    pick=lambda msg: OpenDialog("pick_file", ("Choose a file", ""), msg),
    refuse=lambda why: tell("Can’t download", why.replace("\n", " ")),
    saved=lambda window, path: window._replace(saved=path),
)


def _left(window: Window) -> Window:
    """The window with the text area of the page kept in its tab."""
    return with_tab(window, tab(window)._replace(edit=window.edit))


def new_tab(window: Window, ctx: Context, url: str = NEW_TAB) -> Result:
    """One more tab, in front."""
    window = _left(window)
    fresh = Tab(window.next_id)
    window = window._replace(tabs=(*window.tabs, fresh), active=len(window.tabs), next_id=window.next_id + 1)
    return CHROME.go_to(window, ctx, url)


def _shown(window: Window, at: int) -> Window:
    return window._replace(active=at, edit=window.tabs[at].edit, typed=None, finding=None, over="", saved="")


def _tab(window: Window, _ctx: Context, at: int) -> Result:
    return (_shown(_left(window), at), (ScrollTo(PAGE),)) if 0 <= at < len(window.tabs) else (window, ())


def _close_tab(window: Window, _ctx: Context, at: int) -> Result:
    """Without a tab; where it was the last one, a new one is there."""
    window = _left(window)
    tabs = (*window.tabs[:at], *window.tabs[at + 1 :])
    if not tabs:
        return Window(tabs=(Tab(window.next_id),), next_id=window.next_id + 1, over=window.over), ()
    active = min(window.active - (at < window.active), len(tabs) - 1)
    return _shown(window._replace(tabs=tabs), active)._replace(over=window.over), ()


#: What handles messages about tabs.
TABBING: Mapping[str, Callable[..., Result]] = {"close_tab": _close_tab, "new_tab": new_tab, "tab": _tab}
