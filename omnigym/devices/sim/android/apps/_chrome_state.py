"""The state of Chrome, and the page that it shows."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.android.moments import ZONES, local
from omnigym.devices.sim.app import Context, Effect
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.sites.browsing import NEW_TAB, Tab, page_of, place_of, visit_of
from omnigym.devices.sim.sites.site import Page, Visit

__all__ = ["ADDRESS", "FIND", "PAGE", "Result", "State", "blank", "page", "shown_url", "tab", "visit", "with_tab"]

#: The address bar, the field to find something in the page, and the part of a page that scrolls.
ADDRESS, FIND, PAGE = "chrome.address", "chrome.find", "page"


class State(NamedTuple):
    """The state of the browser.

    Attributes:
        edit: The text area of the page that is shown.
        tabs: The tabs.
        active: The index of the one that is shown.
        typed: What was typed into the address bar, or None while it says where one is.
        finding: What is looked for in the page, or None.
        found: Which of the places where it was found is looked at.
        over: What is shown instead of the page: "tabs", "history", "bookmarks" or "downloads".
        saved: The path of a file that was just downloaded, or "".
        next_id: Of the next tab.
    """

    edit: Edit = Edit()
    tabs: tuple[Tab, ...] = (Tab(1),)
    active: int = 0
    typed: str | None = None
    finding: str | None = None
    found: int = 0
    over: str = ""
    saved: str = ""
    next_id: int = 2


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def tab(state: State) -> Tab:
    """The tab that is shown."""
    return state.tabs[state.active]


def with_tab(state: State, changed: Tab) -> State:
    """The state with another value of the tab that is shown."""
    return state._replace(tabs=(*state.tabs[: state.active], changed, *state.tabs[state.active + 1 :]))


def blank(state: State) -> bool:
    """Whether the tab is a new one."""
    return place_of(tab(state)).url == NEW_TAB


def shown_url(state: State) -> str:
    """Where one is, as the address bar says it: without its scheme, and nothing of a new tab."""
    return "" if blank(state) else place_of(tab(state)).url.removeprefix("https://")


def visit(state: State, ctx: Context) -> Visit:
    """The visit of the page that is shown."""
    minutes = ZONES.get(ctx.settings.get("global/time_zone", ""), 0)
    return visit_of(tab(state), max(1, ctx.w), minutes, local(ctx.clock_ms, ctx.settings).toordinal())


def page(state: State, ctx: Context) -> Page:
    """The page that is shown."""
    return page_of(visit(state, ctx), ctx.vfs)
