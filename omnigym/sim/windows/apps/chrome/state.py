"""What a window of Chrome keeps besides its tabs."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.sites.browsing import Tab, place_of
from omnigym.sim.sites.window import Window, tab
from omnigym.sim.ui.scope import Scope
from omnigym.sim.windows.apps.chrome.store import BAR

#: What a person calls the browser.
TITLE = "Google Chrome"
#: The address bar.
ADDRESS = "chrome.address"
ui = Scope("chrome", button="round")
#: How wide the reading list is.
SIDE = 260
#: How the addresses of the browser's own pages begin, in records and as a person reads them.
_INSIDE, _SAID = "edge://", "chrome://"


class Own(NamedTuple):
    """What no other browser has.

    Attributes:
        folder: The number of the folder that the bookmark manager shows.
        mark: That of the bookmark that is chosen in it, or 0.
        query: What is looked for in bookmarks, history or downloads.
        reading: Whether the reading list is beside the page.
        unbarred: Whether the bookmarks bar is hidden.
    """

    folder: int = BAR
    mark: int = 0
    query: str = ""
    reading: bool = False
    unbarred: bool = False


def own(window: Window) -> Own:
    """What the window keeps of that."""
    return window.own if isinstance(window.own, Own) else Own()


def changed(window: Window, **values: object) -> Window:
    """The window with some of that changed."""
    return window._replace(own=own(window)._replace(**values))  # type: ignore[arg-type]


def outward(url: str) -> str:
    """An address as Chrome writes it."""
    return _SAID + url.removeprefix(_INSIDE) if url.startswith(_INSIDE) else url


def inward(typed: str) -> str:
    """What was typed, with the address of one of Chrome's pages as records have it."""
    text = typed.strip()
    return _INSIDE + text[len(_SAID) :] if text.lower().startswith(_SAID) else text


def here(window: Window) -> tuple[str, str]:
    """Title and address of the page that is shown."""
    shown: Tab = tab(window)
    return shown.title, outward(place_of(shown).url)
