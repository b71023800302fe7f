"""The web on the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps.browser._steps import FORUM, MAPS, SHOP, WIKI
from omnigym.tasks.apps.phone._milestones import button, field, named
from omnigym.tasks.apps.phone._steps import at_root, fill_in, reach, table
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_CHROME: Mapping[str, object] = {
    "app": "chrome",
    "platforms": ("android",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_BROWSER = "AppData/Local/Browser"
_FAVOURITES, _HISTORY = f"{_BROWSER}/favourites.json", f"{_BROWSER}/history.json"


def _visited(url: str) -> Condition:
    return row_is("browser/history", url=f"https://{url}")


def _go(ui: UI, url: str) -> Iterator[Action]:
    """A page, by its address."""
    yield from at_root(ui, "chrome.address")
    yield from fill_in(ui, "chrome.address", url)
    yield ui.press("enter")


def _press(ui: UI, key: str) -> Iterator[Action]:
    """A control of the page, which may have to be scrolled to."""
    yield from reach(ui, key)
    yield ui.click(key)


def _menu(ui: UI, command: str) -> Iterator[Action]:
    yield ui.click("chrome.more")
    yield ui.click(f"chrome.menu.{command}")


def _urls(*urls: str) -> tuple[dict[str, str], ...]:
    return tuple([{"url": url} for url in urls])


@subtask(
    **_CHROME,
    id="phone-chrome/visit",
    instruction="Open the page {url} in Chrome on the phone.",
    parameters=_urls(
        f"{SHOP}/category/music",
        f"{WIKI}/watchlist",
        f"{FORUM}/board/travel",
        f"{MAPS}/search?q=park",
        f"{SHOP}/wishes",
        f"{FORUM}/following",
        f"{SHOP}/category/kitchen",
    ),
    conditions=(_visited("{url}"),),
    produces=(Resource("web_page", "{url}"),),
    milestones=(field("Address and search bar"),),
    tags=("browse",),
)
def visit(ui: UI, url: str) -> Iterator[Action]:
    """The address bar."""
    yield from _go(ui, url)


@subtask(
    **_CHROME,
    id="phone-chrome/bookmark",
    instruction="Bookmark the page {url} on the phone.",
    parameters=_urls(
        f"{SHOP}/product/record-player",
        f"{WIKI}/wiki/Sourdough",
        f"{FORUM}/board/cooking",
        f"{MAPS}/saved",
        f"{SHOP}/orders",
        f"{WIKI}/wiki/Ukulele",
    ),
    conditions=(row_is("browser/favourites", url="https://{url}"),),
    produces=(Resource("favourite", "{url}"),),
    covers=("phone-chrome/visit",),
    milestones=(_visited("{url}"),),
    tags=("browse",),
)
def bookmark(ui: UI, url: str) -> Iterator[Action]:
    """The menu of Chrome, on the page."""
    yield from _go(ui, url)
    yield from _menu(ui, "star")


@subtask(
    **_CHROME,
    id="phone-chrome/delete-bookmark",
    instruction="Delete the bookmark '{title}' from Chrome on the phone.",
    parameters=table(
        "title",
        ("Fabrikam Maps",),
        ("Outlook",),
        ("Contoso Wiki",),
        ("Adatum Community",),
        ("Northwind Store",),
        ("Contoso Search",),
    ),
    conditions=(row_gone("browser/favourites", others=True, title="{title}"),),
    milestones=(button("More options for {title}"),),
    tags=("browse", "delete"),
)
def delete_bookmark(ui: UI, title: str) -> Iterator[Action]:
    """The menu of the bookmark."""
    yield from at_root(ui, "chrome.address")
    yield from _menu(ui, "bookmarks")
    yield from reach(ui, f"chrome.mark_more.{title}")
    yield ui.click(f"chrome.mark_more.{title}")
    yield ui.click("chrome.menu.delete_mark")


@subtask(
    **_CHROME,
    id="phone-chrome/wiki-download",
    implied=("name",),
    instruction="On the phone, download the article {title} from wiki.contoso.com as text.",
    parameters=tuple(
        [
            {"title": title, "page": title.replace(" ", "_"), "name": f"{title}.txt", "folder": "Download"}
            for title in ("Perch", "Copper", "Sourdough", "Lakeside", "Harmonica", "Contoso Lake", "Ukulele")
        ]
    ),
    conditions=(Condition("file_content_contains", {"path": "{folder}/{name}", "text": "{title}\n\n"}),),
    produces=(Resource("file", "{folder}/{name}"),),
    milestones=(_visited(f"{WIKI}/wiki/{{page}}"),),
    tags=("wiki", "download"),
)
def download_article(ui: UI, page: str, **_: str) -> Iterator[Action]:
    """The button above the article."""
    yield from _go(ui, f"{WIKI}/wiki/{page}")
    yield from _press(ui, "page.save")


@subtask(
    **_CHROME,
    id="phone-chrome/wiki-watch",
    instruction="Put the article {title} of wiki.contoso.com on your watch list, using the phone.",
    parameters=tuple(
        [
            {"title": title, "page": title.replace(" ", "_")}
            for title in ("Heron", "Lakeside tramway", "Old Lighthouse", "Ukulele", "Copper", "Perch")
        ]
    ),
    conditions=(row_is("wiki/watched", title="{title}"),),
    produces=(Resource("wiki_watch", "{title}"),),
    milestones=(_visited(f"{WIKI}/wiki/{{page}}"),),
    tags=("wiki",),
)
def watch_article(ui: UI, page: str, **_: str) -> Iterator[Action]:
    """The star above the article."""
    yield from _go(ui, f"{WIKI}/wiki/{page}")
    yield from _press(ui, "page.watch")


@subtask(
    **_CHROME,
    id="phone-chrome/shop-wish",
    implied=("id",),
    instruction="Add the {product} of shop.northwind.com to the wish list there, with the browser of the phone.",
    parameters=table(
        "product id",
        ("harmonica", "harmonica"),
        ("head torch", "head-torch"),
        ("record player", "record-player"),
        ("desk lamp", "desk-lamp"),
        ("copper kettle", "copper-kettle"),
        ("studio headphones", "studio-headphones"),
    ),
    conditions=(row_is("shop/wishes", product="{id}"),),
    produces=(Resource("wish", "{id}"),),
    milestones=(_visited(f"{SHOP}/product/{{id}}"),),
    tags=("shop",),
)
def wish(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002 - a parameter of the conditions
    """The button on the page of the product."""
    yield from _go(ui, f"{SHOP}/product/{id}")
    yield from _press(ui, "page.wish")


@subtask(
    **_CHROME,
    id="phone-chrome/search",
    implied=("url",),
    instruction="Search the web for '{words}' on the phone and open the result '{result}'.",
    parameters=table(
        "words result url",
        ("lake fish", "Perch - Contoso Wiki", f"{WIKI}/wiki/Perch"),
        ("lighthouse pier", "Old Lighthouse - Contoso Wiki", f"{WIKI}/wiki/Old_Lighthouse"),
        ("museum", "City Museum - Fabrikam Maps", f"{MAPS}/place/city-museum"),
        ("bakery", "Trey Bakery - Fabrikam Maps", f"{MAPS}/place/trey-bakery"),
        ("red metal", "Copper - Contoso Wiki", f"{WIKI}/wiki/Copper"),
        ("clinic", "North Clinic - Fabrikam Maps", f"{MAPS}/place/north-clinic"),
    ),
    conditions=(_visited("{url}"),),
    produces=(Resource("web_page", "{url}"),),
    milestones=(named("{result}"),),
    tags=("browse", "search"),
)
def search(ui: UI, words: str, url: str, **_: str) -> Iterator[Action]:
    """The address bar searches."""
    yield from _go(ui, words)
    yield from _press(ui, f"page.result.https://{url}")
