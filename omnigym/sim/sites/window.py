"""The state of a browser's window, on a desktop as on a phone."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.sim.documents.edit import Edit
from omnigym.sim.sites.browsing import NEW_TAB, Tab, place_of
from omnigym.sim.ui.reading import Spot

#: The field to find something on a page, and the part of a page that scrolls.
FIND, PAGE = "browser.find", "page"


class Marked(NamedTuple):
    """What is selected of a page's text: between which places, and what it says."""

    first: Spot
    last: Spot
    text: str


class Window(NamedTuple):
    """The state of one browser window.

    Attributes:
        edit: The text area of the page that is shown.
        tabs: The tabs, left to right.
        active: The index of the one that is shown.
        typed: What was typed into the address bar, or None while it says where one is.
        finding: What is looked for on the page, or None.
        found: Which of the places where it was found is looked at.
        over: What is shown over the page, such as "downloads", or "".
        saved: The path of a file that was just downloaded, where the browser says so in a line of its own, or "".
        next_id: Of the next tab.
        marked: What of the page's text is selected, or None.
        refreshing: Whether the page was pulled down by a finger, and shows that it is loaded again.
        own: What a browser keeps besides that no other has, or None.
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
    marked: Marked | None = None
    refreshing: bool = False
    own: Any = None


def tab(window: Window) -> Tab:
    """The tab that is shown."""
    return window.tabs[window.active]


def with_tab(window: Window, changed: Tab) -> Window:
    """The window with another value of the tab that is shown."""
    return window._replace(tabs=(*window.tabs[: window.active], changed, *window.tabs[window.active + 1 :]))


def blank(window: Window) -> bool:
    """Whether the tab is a new one."""
    return place_of(tab(window)).url == NEW_TAB


def shown_url(window: Window) -> str:
    """Where one is, as the address bar says it: without its scheme, and nothing of a new tab."""
    return "" if blank(window) else place_of(tab(window)).url.removeprefix("https://")
