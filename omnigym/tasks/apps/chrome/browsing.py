"""Google Chrome: bookmarks in folders, reading list, groups of tabs, data to delete, a file and a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.a11y import State
from omnigym.actions import Action
from omnigym.tasks.apps._needs import copied_text_need, folder_need
from omnigym.tasks.apps._rows import exactly, newly, row_gone, row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps.browser._steps import FORUM, MAPS, SHOP, WIKI, find_in, go, press
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, subtask

__all__ = ["bookmark", "choose", "clear", "grouped", "listed"]

_CHROME: Mapping[str, Any] = {
    "app": "google_chrome",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_COPYING: Mapping[str, Any] = {**_CHROME, "capabilities": ("content", "files", "apps", "a11y", "clipboard")}
_FILES = "AppData/Local/Google/Chrome"
_PAGES = table(
    "url title folder",
    (f"{SHOP}/product/record-player", "Record player - Northwind Store", "Presents"),
    (f"{WIKI}/wiki/Ukulele", "Ukulele - Contoso Wiki", "Instruments"),
    (f"{FORUM}/thread/new-tram-times", "New tram times", "Getting about"),
    (f"{MAPS}/place/rose-garden", "Rose Garden", "Weekend"),
    (f"{SHOP}/category/outdoor", "Outdoor - Northwind Store", "Camping"),
    (f"{WIKI}/wiki/Heron", "Heron - Contoso Wiki", "Birds"),
    (f"{FORUM}/thread/which-tent-for-two", "Which tent for two?", "Holidays"),
)


def _sets(**more: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple([{**page, **{k: v[n] for k, v in more.items()}} for n, page in enumerate(_PAGES)])


def _of(*names: str) -> tuple[dict[str, str], ...]:
    return tuple([{name: page[name] for name in names} for page in _PAGES])


def _row(kind: str, *, consumes: bool = False, **values: Any) -> Need:
    """A record of Chrome's, put there where no predecessor makes it."""
    file = {"bookmark_folder": "bookmarks", "bookmark": "bookmarks", "tab_group": "tab_groups"}.get(kind, kind)
    named = values.get("name") or values["url"] or values["title"]
    resource = Resource(kind, str(named).removeprefix("https://"))
    return Need(resource, (AddRow(f"{_FILES}/{file}.json", tuple(values), tuple(values.values())),), consumes)


_URL = "https://{url}"
_FOLDER = Resource("bookmark_folder", "{folder}")


# -- bookmarks ------------------------------------------------------------------------------------------------------


def choose(ui: UI, key: str, label: str) -> Iterator[Action]:
    """A line in the list of a combo box."""
    shown = ui.find(key)
    if shown is not None and shown.value != label:
        yield ui.click(key)
        yield ui.click(next((n.key for n in ui.tree if n.key.startswith(f"{key}.") and n.name == label), f"{key}.0"))


def bookmark(ui: UI, url: str, folder: str = "Bookmarks bar") -> Iterator[Action]:
    """The star, and the folder in what it opens."""
    yield from go(ui, url)
    yield ui.click("chrome.star")
    yield from choose(ui, "chrome.mark_folder", folder)
    yield ui.click("chrome.done")


@subtask(
    **_CHROME,
    id="chrome/new-folder",
    instruction="Make a folder called '{folder}' on the bookmarks bar of Chrome.",
    parameters=_of("folder"),
    conditions=(newly(row_is("chrome/bookmarks", title="{folder}", url="", folder="Bookmarks bar")),),
    produces=(_FOLDER,),
)
def new_folder(ui: UI, folder: str) -> Iterator[Action]:
    """In the bookmark manager."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.0")
    yield ui.click("chrome.new_folder")
    yield ui.type(f"{folder}\n")


@subtask(
    **_CHROME,
    id="chrome/bookmark-in-folder",
    instruction="Bookmark {url} in Chrome and file it in the bookmark folder {folder}.",
    parameters=_of("url", "folder"),
    draws={"folder": "listed", "url": "listed"},
    conditions=(newly(row_is("chrome/bookmarks", url=_URL, folder="{folder}")),),
    needs=(_row("bookmark_folder", title="{folder}", url="", parent=0),),
    produces=(Resource("bookmark", "{url}"),),
)
def bookmark_in_folder(ui: UI, url: str, folder: str) -> Iterator[Action]:
    """The star, and what it opens."""
    yield from bookmark(ui, url, folder)


_PLACES = ("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Documents")
_NAMES = ("bookmarks.html", "links.html", "my pages.html", "chrome.html", "saved.html", "favourites.html", "web.html")


@subtask(
    **_CHROME,
    id="chrome/export-bookmarks",
    implied=("url", "title"),
    instruction="Export the bookmarks of Chrome to {place}/{name}.",
    parameters=tuple([{k: v for k, v in p.items() if k != "folder"} for p in _sets(place=_PLACES, name=_NAMES)]),
    conditions=(Condition("file_content_contains", {"path": "{place}/{name}", "text": f'HREF="{_URL}"'}),),
    needs=(_row("bookmark", title="{title}", url=_URL, parent=0), folder_need("{place}")),
    produces=(Resource("file", "{place}/{name}"),),
    tags=("save",),
)
def export_bookmarks(ui: UI, place: str, name: str, **_: str) -> Iterator[Action]:
    """A button of the bookmark manager, and the dialog."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.export")
    yield from name_file(ui, f"{place}/{name}")
    yield from answer(ui, "overwrite_confirm")


# -- the reading list -----------------------------------------------------------------------------------------------


def listed(ui: UI) -> Iterator[Action]:
    """The reading list beside the page."""
    yield from in_front(ui)
    if ui.find("chrome.side_close") is None:
        yield ui.click("chrome.reading")


@subtask(
    **_CHROME,
    id="chrome/read-later",
    instruction="Put {url} on the reading list of Chrome.",
    parameters=_of("url"),
    conditions=(newly(row_is("chrome/reading_list", url=_URL, read=False)),),
    produces=(Resource("reading_list", "{url}"),),
)
def read_later(ui: UI, url: str) -> Iterator[Action]:
    """The menu of the three dots."""
    yield from go(ui, url)
    yield ui.click("chrome.more")
    yield ui.click("chrome.menu.later")


@subtask(
    **_CHROME,
    id="chrome/mark-read",
    implied=("url",),
    instruction="Mark '{title}' as read on the reading list of Chrome.",
    parameters=_of("url", "title"),
    conditions=(row_is("chrome/reading_list", was={"url": _URL, "read": False}, url=_URL, read=True),),
    needs=(_row("reading_list", title="{title}", url=_URL, read=False, consumes=True),),
)
def mark_read(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The tick beside the page."""
    yield from listed(ui)
    mark = ui.tree.find(text=f"Mark as read: {title}")
    if mark is not None:
        yield ui.click(mark)


# -- groups of tabs -------------------------------------------------------------------------------------------------

_GROUPS = table(
    "url other name colour",
    (f"{SHOP}/product/harmonica", f"{WIKI}/wiki/Harmonica", "Music", "purple"),
    (f"{MAPS}/place/old-lighthouse", f"{WIKI}/wiki/Old_Lighthouse", "Outing", "cyan"),
    (f"{SHOP}/product/copper-kettle", f"{WIKI}/wiki/Copper", "Metals", "yellow"),
    (f"{FORUM}/board/cooking", f"{WIKI}/wiki/Sourdough", "Baking", "red"),
    (f"{SHOP}/orders", f"{SHOP}/wishes", "Shopping", "blue"),
    (f"{FORUM}/board/town-talk", f"{WIKI}/wiki/Lakeside_tramway", "Trams", "green"),
    (f"{MAPS}/saved", f"{FORUM}/board/travel", "Trips", "pink"),
)
_TABS = ("https://{url}", "https://{other}")


def grouped(ui: UI, name: str, colour: str) -> Iterator[Action]:
    """The tab in front in a group of its own."""
    shown = next((n for n in ui.tree if n.key.startswith("chrome.tab.") and n.has(State.SELECTED)), None)
    yield ui.right_click(shown.key if shown is not None else "chrome.tab.1")
    yield ui.click("chrome.menu.new_group")
    yield ui.type(name)
    yield ui.click(f"chrome.colour.{colour}")


@subtask(
    **_CHROME,
    id="chrome/group-tabs",
    instruction="Open {url} and {other} in Chrome, in a {colour} tab group named {name}.",
    parameters=_GROUPS,
    draws={"colour": "listed", "name": "title", "other": "listed", "url": "listed"},
    conditions=(newly(exactly(row_is("chrome/tab_groups", name="{name}", colour="{colour}", urls=list(_TABS)))),),
    produces=(Resource("tab_group", "{name}"),),
)
def group_tabs(ui: UI, url: str, other: str, name: str, colour: str) -> Iterator[Action]:
    """A new tab in a group of its own, and one more in that."""
    yield from in_front(ui)
    yield ui.press("t", "ctrl")
    yield ui.type(f"{url}\n")
    yield from grouped(ui, name, colour)
    yield ui.click("chrome.add_to_group")
    yield ui.type(f"{other}\n")


@subtask(
    **_CHROME,
    id="chrome/delete-group",
    implied=("url", "other", "colour"),
    instruction="Delete the tab group {name} from Chrome; you are done with it.",
    parameters=_GROUPS,
    conditions=(row_gone("chrome/tab_groups", name="{name}"),),
    needs=(_row("tab_group", name="{name}", colour="{colour}", collapsed=False, urls=_TABS, consumes=True),),
)
def delete_group(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The menu of its name, on the bookmarks bar or among the tabs."""
    yield from in_front(ui)
    saved = ui.tree.find(text=f"Open the group {name}")
    if saved is not None:
        yield ui.right_click(saved)
        yield ui.click("chrome.menu.forget_group")
        return
    chip = next((n for n in ui.tree if n.key.startswith("chrome.group.") and n.name.startswith(f"{name} (")), None)
    if chip is not None:
        yield ui.right_click(chip)
        yield ui.click("chrome.delete_group")


# -- browsing data --------------------------------------------------------------------------------------------------

#: What stays, by how far back is deleted: of the pages that a new user has visited, and of the sites with data.
_SPANS = {"last hour": (2, 1), "last 24 hours": (4, 2), "last 7 days": (6, 3), "last 4 weeks": (8, 4)}
_VISITED = tuple(
    [
        f"https://{url}"
        for url in (
            f"{SHOP}/product/head-torch",
            f"{MAPS}/place/palace-cinema",
            f"{WIKI}/wiki/Copper",
            f"{FORUM}/board/travel",
            f"{SHOP}/category/music",
            f"{WIKI}/wiki/Contoso_Lake",
            f"{SHOP}/product/desk-lamp",
            f"{MAPS}/saved",
            f"{FORUM}/thread/piano-to-give-away",
        )
    ]
)
_SITES = (SHOP, WIKI, "outlook.live.com", MAPS, FORUM)
_KINDS = {
    "browsing history": ("history", "url", _VISITED, 0),
    "cookies": ("cookies", "host", _SITES, 1),
    "cached images and files": ("cache", "host", _SITES, 1),
}


def _data(what: str, span: str) -> dict[str, object]:
    kind, column, all_of_it, n = _KINDS[what]
    return {"what": what, "span": span, "kind": kind, "column": column, "kept": list(all_of_it[_SPANS[span][n] :])}


def clear(ui: UI, span: str, *kinds: str) -> Iterator[Action]:
    """The dialog, with only these kinds ticked."""
    yield from in_front(ui)
    yield ui.click("chrome.more")
    yield ui.click("chrome.menu.clear")
    yield from choose(ui, "chrome_clear.span", span.capitalize())
    for kind in ("history", "cookies", "cache"):
        box = ui.find(f"chrome_clear.{kind}")
        if box is not None and box.has(State.CHECKED) != (kind in kinds):
            yield ui.click(box)
    yield ui.click("chrome_clear.ok")


@subtask(
    **_CHROME,
    id="chrome/clear-data",
    implied=("kind", "column", "kept"),
    instruction="Delete the {what} of the {span} from Chrome, but none of the other browsing data.",
    parameters=(
        _data("browsing history", "last hour"),
        _data("cookies", "last 7 days"),
        _data("cached images and files", "last 24 hours"),
        _data("browsing history", "last 4 weeks"),
        _data("cookies", "last hour"),
        _data("browsing history", "last 24 hours"),
        _data("cached images and files", "last 7 days"),
        _data("browsing history", "last 7 days"),
    ),
    conditions=(Condition("rows_are", {"uri": "content://chrome/{kind}", "column": "{column}", "values": "{kept}"}),),
)
def clear_data(ui: UI, span: str, kind: str, **_: object) -> Iterator[Action]:
    """The menu of the three dots, and the dialog."""
    yield from clear(ui, span, kind)


# -- to and from others ---------------------------------------------------------------------------------------------


@subtask(
    **_CHROME,
    id="chrome/download-article",
    implied=("name",),
    instruction="Use Chrome to download the article {title} as text from wiki.contoso.com into {folder}.",
    parameters=tuple(
        [
            {"title": title, "name": f"{title}.txt", "folder": "Downloads"}
            for title in ("Heron", "Lakeside tramway", "Perch", "Copper", "Old Lighthouse", "Ukulele", "Sourdough")
        ]
    ),
    conditions=(
        Condition("file_content_contains", {"path": "{folder}/{name}", "text": "{title}\n\n"}),
        row_is("chrome/downloads", title="{name}"),
    ),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("download",),
)
def download_article(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The search of the wiki leads to the article."""
    yield from find_in(ui, WIKI, title)
    yield from press(ui, "page.save")


@subtask(
    **_COPYING,
    id="chrome/paste-article",
    instruction="In Chrome, create the article {title} on wiki.contoso.com. Its text is what you have copied.",
    parameters=tuple(
        [
            {"title": title, "source": f"Documents/{title.casefold()}.txt"}
            for title in ("Linden", "Skylark", "Gooseberry", "Barge", "Accordion", "Pumice", "Fennel")
        ]
    ),
    conditions=(
        Condition(
            "row_with_clipboard", {"uri": "content://wiki/pages", "columns": {"title": "{title}"}, "column": "text"}
        ),
    ),
    needs=(copied_text_need(),),
    produces=(Resource("wiki_page", "{title}"),),
    tags=("clipboard",),
)
def paste_article(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The page of an article that there is not yet."""
    yield from go(ui, f"{WIKI}/edit/{title}")
    yield ui.click("text")
    yield ui.press("v", "ctrl")
    yield ui.click("page.publish")
