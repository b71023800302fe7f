"""What the subtasks of the browser share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from omnigym.a11y import Block
from omnigym.actions import Action
from omnigym.tasks.apps._needs import copied_text_need
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.subtask import UI, Condition, Need, WriteFile, any_of

__all__ = [
    "CODE",
    "DOCS",
    "FORUM",
    "MAPS",
    "SHOP",
    "WEB",
    "WEB_MAIL",
    "WIKI",
    "WITH_CLIPBOARD",
    "at",
    "copied",
    "find_in",
    "folder",
    "go",
    "loaded",
    "press",
    "record",
    "visited",
    "write",
]

_CAPABILITIES = ("content", "files", "apps", "a11y")
WEB: Mapping[str, object] = {
    "app": "browser",
    "platforms": ("windows",),
    "capabilities": _CAPABILITIES,
}
WITH_CLIPBOARD = ("content", "files", "apps", "a11y", "clipboard")
SHOP, FORUM, WIKI = "shop.northwind.com", "forum.adatum.com", "wiki.contoso.com"
MAPS, WEB_MAIL = "maps.fabrikam.com", "outlook.live.com"
CODE, DOCS = "code.litware.com", "docs.tailspintoys.com"

#: How far a notch of the wheel scrolls a page at least, in pixels, and how often one scrolls before giving up.
_NOTCH, _MOST_SCROLLS = 96, 30


def folder(host: str, kind: str) -> str:
    """Where a site keeps its records of a kind."""
    return f"AppData/Local/Sites/{host}/{kind}"


def record(host: str, kind: str, name: str, fields: Mapping[str, object]) -> WriteFile:
    """A record of a site; templates in its texts are filled."""
    return WriteFile(f"{folder(host, kind)}/{name}.json", json.dumps(fields, indent=1))


def at(url: str) -> Condition:
    """A milestone: the browser is somewhere on a site."""
    return Condition("page_open", {"url": url, "below": True})


#: What the desktop's browsers call their tables; where an instruction names none of them, any will do.
_BROWSERS = ("browser", "chrome")


def loaded(name: str = "{name}", browsers: Sequence[str] = _BROWSERS) -> Condition:
    """A file of that name was downloaded: written by hand it is not among a browser's downloads."""
    return any_of(*[row_is(f"{browser}/downloads", title=name) for browser in browsers])


def visited(url: str) -> Condition:
    """A page was opened, in whichever browser."""
    return any_of(*[row_is(f"{browser}/history", any_case=True, url=url) for browser in _BROWSERS])


def copied() -> Need:
    """A text on the clipboard."""
    return copied_text_need()


def go(ui: UI, url: str) -> Iterator[Action]:
    """A page, by its address."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(f"{url}\n")


def find_in(ui: UI, host: str, words: str) -> Iterator[Action]:
    """What the search of a site finds."""
    yield from go(ui, host)
    yield ui.click("page.search")
    yield ui.type(f"{words}\n")


def press(ui: UI, key: str) -> Iterator[Action]:
    """A control of the page, which may have to be scrolled to, by a little less than what is seen of the page."""
    seen: tuple[Block, ...] = ()
    for _ in range(_MOST_SCROLLS):
        pane = ui.find("page")
        if ui.find(key) is not None or pane is None or ui.tree.blocks == seen:
            break
        seen = ui.tree.blocks
        yield ui.scroll("page", max(1, pane.bounds[3] // _NOTCH - 1))
    yield ui.click(key)


def write(ui: UI, text: str) -> Iterator[Action]:
    """A text in the text area of the page."""
    yield ui.click("text")
    yield ui.type(text)
