"""Pages in a browser: addresses, folders, buttons."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Block
from omnigym.actions import Action
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

SHOP, FORUM, WIKI = "shop.northwind.com", "forum.adatum.com", "wiki.contoso.com"


MAPS, WEB_MAIL = "maps.fabrikam.com", "outlook.live.com"


CODE, DOCS = "code.litware.com", "docs.tailspintoys.com"


#: How far a notch of the wheel scrolls a page at least, in pixels, and how often one scrolls before giving up.
_NOTCH, _MOST_SCROLLS = 96, 30


def folder(host: str, kind: str) -> str:
    """Where a site keeps its records of a kind."""
    return f"AppData/Local/Sites/{host}/{kind}"


@word
def go_in_browser(ui: UI, url: str) -> Iterator[Action]:
    """A page, by its address."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(f"{url}\n")


@word
def find_in(ui: UI, host: str, words: str) -> Iterator[Action]:
    """What the search of a site finds."""
    yield from go_in_browser(ui, host)
    yield ui.click("page.search")
    yield ui.type(f"{words}\n")


@word
def press_in_browser(ui: UI, key: str) -> Iterator[Action]:
    """A control of the page, which may have to be scrolled to, by a little less than what is seen of the page."""
    seen: tuple[Block, ...] = ()
    for _ in range(_MOST_SCROLLS):
        pane = ui.find("page")
        if ui.find(key) is not None or pane is None or ui.tree.blocks == seen:
            break
        seen = ui.tree.blocks
        yield ui.scroll("page", max(1, pane.bounds[3] // _NOTCH - 1))
    yield ui.click(key)
