"""Subtasks of the browser itself: going to pages, favourites, links."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.browser._steps import FORUM, MAPS, SHOP, WEB, WIKI, WITH_CLIPBOARD, at, go, visited
from omnigym.tasks.subtask import UI, Condition, Resource, any_of, subtask

__all__: list[str] = []

_FAVOURITES, _HISTORY = "AppData/Local/Browser/favourites.json", "AppData/Local/Browser/history.json"
_SEARCH = "search.contoso.com/search?q="


@subtask(
    **WEB,
    id="web/open-page",
    instruction="Open {url} in the browser.",
    parameters=tuple(
        {"url": url}
        for url in (
            f"{SHOP}/category/music",
            f"{WIKI}/watchlist",
            f"{FORUM}/board/travel",
            f"{MAPS}/search?q=park",
            f"{SHOP}/wishes",
            f"{FORUM}/following",
            f"{SHOP}/category/kitchen",
        )
    ),
    conditions=(Condition("page_open", {"url": "{url}"}),),
    produces=(Resource("web_page", "{url}"),),
    tags=("browse",),
)
def open_page(ui: UI, url: str) -> Iterator[Action]:
    """The address bar."""
    yield from go(ui, url)


@subtask(
    **WEB,
    id="web/add-favourite",
    instruction="Add the page {url} to the favorites of Microsoft Edge.",
    parameters=tuple(
        {"url": url}
        for url in (
            f"{SHOP}/product/record-player",
            f"{WIKI}/wiki/Sourdough",
            f"{FORUM}/board/cooking",
            f"{MAPS}/saved",
            f"{SHOP}/orders",
            f"{WIKI}/wiki/Ukulele",
            f"{FORUM}/thread/new-tram-times",
        )
    ),
    conditions=(row_is("browser/favourites", url="https://{url}"),),
    produces=(Resource("favourite", "{url}"),),
    milestones=(Condition("page_open", {"url": "{url}"}),),
    tags=("browse",),
)
def add_favourite(ui: UI, url: str) -> Iterator[Action]:
    """Ctrl+D on the page."""
    yield from go(ui, url)
    yield ui.press("d", "ctrl")


@subtask(
    **WEB,
    id="web/remove-favourite",
    instruction="Delete '{title}' from the favorites of Microsoft Edge.",
    parameters=tuple(
        {"title": title}
        for title in (
            "Fabrikam Maps",
            "Outlook",
            "Contoso Wiki",
            "Adatum Community",
            "Northwind Store",
            "Contoso Search",
        )
    ),
    conditions=(row_gone("browser/favourites", others=True, title="{title}"),),
    milestones=(Condition("control_exists", {"name": "Favorites", "role": "pane"}),),
    tags=("browse", "delete"),
)
def remove_favourite(ui: UI, title: str) -> Iterator[Action]:
    """The list of favourites, and the menu of one of them."""
    yield from in_front(ui)
    if ui.find("favourite", name=title) is None:
        yield ui.click("browser.favourites")
    yield ui.right_click("favourite", name=title)
    yield ui.click("browser.menu.delete_mark")


@subtask(
    **{**WEB, "capabilities": WITH_CLIPBOARD},
    id="web/copy-address",
    implied=("url",),
    instruction="Copy the web address of {page} to the clipboard.",
    parameters=tuple(
        {"page": page, "url": url}
        for page, url in (
            ("the harmonica in the Northwind store", f"{SHOP}/product/harmonica"),
            ("the wiki article about perch", f"{WIKI}/wiki/Perch"),
            ("the forum's marketplace", f"{FORUM}/board/marketplace"),
            ("the Palace Cinema on Fabrikam Maps", f"{MAPS}/place/palace-cinema"),
            ("the head torch in the Northwind store", f"{SHOP}/product/head-torch"),
            ("the wiki article about Contoso Lake", f"{WIKI}/wiki/Contoso_Lake"),
            ("the North Clinic on Fabrikam Maps", f"{MAPS}/place/north-clinic"),
        )
    ),
    conditions=(
        any_of(
            Condition("get_clipboard_text", {"equals": "https://{url}"}),
            Condition("get_clipboard_text", {"equals": "{url}"}),
        ),
    ),
    produces=(Resource("clipboard_text", "{page}"),),
    milestones=(Condition("page_open", {"url": "{url}"}),),
    tags=("browse", "clipboard"),
)
def copy_address(ui: UI, url: str, **_: str) -> Iterator[Action]:
    """The address bar again."""
    yield from go(ui, url)
    yield ui.press("l", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **WEB,
    id="web/search",
    implied=(
        "q",
        "url",
    ),
    instruction="Search the web for '{words}' and open the result '{title}'.",
    parameters=tuple(
        {"words": words, "q": words.replace(" ", "+"), "title": title, "url": url}
        for words, title, url in (
            ("soprano ukulele", "Ukulele - Northwind Store", f"{SHOP}/product/ukulele"),
            ("pier walk", "Old Lighthouse - Fabrikam Maps", f"{MAPS}/place/old-lighthouse"),
            ("wild yeast", "Sourdough - Contoso Wiki", f"{WIKI}/wiki/Sourdough"),
            ("yeast oven", "Bread that does not rise - Adatum Community", f"{FORUM}/thread/bread-that-does-not-rise"),
            ("market square", "Green Market - Fabrikam Maps", f"{MAPS}/place/green-market"),
            ("two speeds", "Record player - Northwind Store", f"{SHOP}/product/record-player"),
        )
    ),
    conditions=(
        visited(f"https://{_SEARCH}{{q}}"),
        Condition("page_open", {"url": "{url}"}),
    ),
    produces=(Resource("web_page", "{url}"),),
    milestones=(at(_SEARCH),),
    tags=("browse", "search"),
)
def search(ui: UI, words: str, url: str, **_: str) -> Iterator[Action]:
    """Words in the address bar, a click on the result."""
    yield from go(ui, words)
    yield ui.click(f"page.result.https://{url}")
