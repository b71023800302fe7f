"""The state of a browser window, and the pages that it shows."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Context, Effect
from omnigym.devices.sim.clock import local, zone_of
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.sites.browsing import Tab, page_of, place_of, visit_of
from omnigym.devices.sim.sites.site import Page, Visit

__all__ = ["ADDRESS", "FIND", "PAGE", "SCROLLBAR", "Result", "State", "page", "shown_url", "tab", "visit", "with_tab"]

#: The address bar, the field to find something on a page, and the part of a page that scrolls.
ADDRESS, FIND, PAGE = "browser.address", "browser.find", "page"
#: Width of a scrollbar, which a page is laid out beside.
SCROLLBAR = 14


class State(NamedTuple):
    """The state of one browser window.

    Attributes:
        edit: The text area of the page that is shown.
        tabs: The tabs, left to right.
        active: The index of the one that is shown.
        typed: What was typed into the address bar, or None while it says where one is.
        finding: What is looked for on the page, or None.
        found: Which of the places where it was found is looked at.
        flyout: "downloads", "favourites" or "".
        next_id: Of the next tab.
    """

    edit: Edit = Edit()
    tabs: tuple[Tab, ...] = (Tab(1),)
    active: int = 0
    typed: str | None = None
    finding: str | None = None
    found: int = 0
    flyout: str = ""
    next_id: int = 2


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def tab(state: State) -> Tab:
    """The tab that is shown."""
    return state.tabs[state.active]


def with_tab(state: State, changed: Tab) -> State:
    """The state with another value of the tab that is shown."""
    return state._replace(tabs=(*state.tabs[: state.active], changed, *state.tabs[state.active + 1 :]))


def shown_url(state: State) -> str:
    """Where one is, as the address bar says it: without its scheme, and nothing of a new tab."""
    url = place_of(tab(state)).url
    return "" if url == "edge://newtab" else url.removeprefix("https://")


def visit(state: State, ctx: Context) -> Visit:
    """The visit of the page that is shown."""
    day = local(ctx.clock_ms, ctx.settings).toordinal()
    return visit_of(tab(state), max(1, ctx.w - SCROLLBAR), zone_of(ctx.settings).minutes, day)


def page(state: State, ctx: Context) -> Page:
    """The page that is shown."""
    return page_of(visit(state, ctx), ctx.vfs)
