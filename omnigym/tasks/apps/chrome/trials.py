"""Other right ways and wrong runs in Google Chrome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps._variations import before_it, besides, instead, spelled
from omnigym.tasks.apps.browser._steps import SHOP, WIKI, find_in, go, press
from omnigym.tasks.apps.chrome.browsing import bookmark, choose, clear, grouped, listed
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_NAMES = (
    *("new-folder", "bookmark-in-folder", "export-bookmarks", "read-later", "mark-read", "group-tabs", "delete-group"),
    *("clear-data", "download-article", "paste-article"),
)
_ALL = tuple([f"chrome/{name}" for name in _NAMES])


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """The bookmark manager and the downloads are looked at first, in a tab that is closed again."""
    yield from in_front(ui)
    yield ui.press("t", "ctrl")
    yield ui.press("o", "ctrl", "shift")
    yield ui.press("j", "ctrl")
    yield ui.press("w", "ctrl")


def _unbookmarked(ui: UI, **_: Any) -> Iterator[Action]:
    """A bookmark that was there is deleted first."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.0")
    yield ui.right_click("chrome.mark.5")
    yield ui.click("chrome.menu.delete_mark")


def _unlisted(ui: UI, **_: Any) -> Iterator[Action]:
    """A page is taken off the reading list first."""
    yield from listed(ui)
    yield ui.click("chrome.unlist.1")
    yield ui.click("chrome.side_close")


before_it("after_a_look", _a_look, *_ALL, harmless=True)
before_it("unbookmarked", _unbookmarked, *_ALL)
before_it("unlisted", _unlisted, *_ALL)
instead("chrome/new-folder", "chrome/read-later", "chrome/download-article", "chrome/paste-article")
besides("chrome/new-folder", "chrome/read-later", "chrome/download-article")
instead("chrome/bookmark-in-folder", folder="House and garden")
instead("chrome/bookmark-in-folder", values=("url",))
instead("chrome/group-tabs", values=("colour",))
instead("chrome/group-tabs", values=("name",))
instead("chrome/group-tabs", values=("other",))
instead("chrome/export-bookmarks", name="other.html")
spelled("with_its_scheme", lambda url: f"https://{url}", "url", "chrome/read-later", "chrome/bookmark-in-folder")


@right_way("chrome/new-folder")
def from_the_bubble(ui: UI, folder: str) -> Iterator[Action]:
    """The menu of the bookmarks bar."""
    yield from in_front(ui)
    yield ui.right_click("chrome.all")
    yield ui.click("chrome.menu.add_folder")
    yield ui.type(f"{folder}\n")


@wrong_run("chrome/new-folder")
def in_another_folder(ui: UI, folder: str) -> Iterator[Action]:
    """Inside of a folder that was there."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.2")
    yield ui.click("chrome.new_folder")
    yield ui.type(f"{folder}\n")


@wrong_run("chrome/new-folder")
def a_bookmark_of_that_name(ui: UI, folder: str) -> Iterator[Action]:
    """No folder, but a page that is called so."""
    yield from go(ui, f"{SHOP}/orders")
    yield ui.press("d", "ctrl")
    yield ui.type(folder)
    yield ui.click("chrome.done")


@right_way("chrome/bookmark-in-folder")
def dragged(ui: UI, url: str, folder: str) -> Iterator[Action]:
    """On the bar first, then dragged onto the folder in the manager."""
    yield from bookmark(ui, url)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.0")
    place = next(n for n in ui.tree if n.key.startswith("chrome.folder.") and n.name == folder)
    mark = next(n for n in reversed(list(ui.tree)) if n.key.startswith("chrome.mark."))
    yield ui.drag(mark, place)


@wrong_run("chrome/bookmark-in-folder")
def on_the_bar(ui: UI, url: str, **_: str) -> Iterator[Action]:
    """In no folder."""
    yield from bookmark(ui, url)


@right_way("chrome/export-bookmarks")
def by_the_address(ui: UI, place: str, name: str, **_: str) -> Iterator[Action]:
    """The manager, by its address."""
    yield from go(ui, "chrome://bookmarks")
    yield ui.click("chrome.export")
    yield from name_file(ui, f"{place}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("chrome/export-bookmarks")
def without_it(ui: UI, title: str, place: str, name: str, **_: str) -> Iterator[Action]:
    """A bookmark is deleted first, and so is not in the file."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.0")
    yield ui.right_click(next(n for n in ui.tree if n.key.startswith("chrome.mark.") and n.name == title))
    yield ui.click("chrome.menu.delete_mark")
    yield ui.click("chrome.export")
    yield from name_file(ui, f"{place}/{name}")
    yield from answer(ui, "overwrite_confirm")


@right_way("chrome/read-later")
def from_the_list(ui: UI, url: str) -> Iterator[Action]:
    """The button below the list."""
    yield from go(ui, url)
    yield from listed(ui)
    yield ui.click("chrome.add_later")


@wrong_run("chrome/read-later")
def bookmarked_instead(ui: UI, url: str) -> Iterator[Action]:
    """A bookmark is no page to read."""
    yield from bookmark(ui, url)


@right_way("chrome/mark-read")
def opened(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Who opens a page of the list has read it."""
    yield from listed(ui)
    yield ui.click(next(n for n in ui.tree if n.key.startswith("chrome.later.") and n.name == title))


@wrong_run("chrome/mark-read")
def taken_off(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Not read, but gone."""
    yield from listed(ui)
    yield ui.click(next(n for n in ui.tree if n.key.startswith("chrome.unlist.") and n.name == f"Remove {title}"))


@wrong_run("chrome/mark-read")
def another_read(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The page above it, too."""
    yield from listed(ui)
    yield ui.click("chrome.read.1")
    yield ui.click(next(n for n in ui.tree if n.key.startswith("chrome.read.") and n.name.endswith(f": {title}")))


@right_way("chrome/group-tabs")
def joined_later(ui: UI, url: str, other: str, name: str, colour: str) -> Iterator[Action]:
    """Both pages first, then the group, then the second tab into it."""
    yield from in_front(ui)
    for page in (other, url):
        yield ui.press("t", "ctrl")
        yield ui.type(f"{page}\n")
    yield from grouped(ui, name, colour)
    yield ui.press("enter")
    tabs = [n for n in ui.tree if n.key.startswith("chrome.tab.")]
    yield ui.right_click(tabs[-2])
    yield ui.click(next(n for n in ui.tree if n.key.startswith("chrome.menu.join.") and n.name == name))


@wrong_run("chrome/group-tabs")
def the_first_alone(ui: UI, url: str, other: str, name: str, colour: str) -> Iterator[Action]:
    """The other page is beside the group."""
    yield from go(ui, url)
    yield from grouped(ui, name, colour)
    yield ui.press("t", "ctrl")
    yield ui.type(f"{other}\n")


def _saved(ui: UI, name: str) -> Any:
    return next(n for n in ui.tree if n.key.startswith("chrome.saved.") and n.name.endswith(f" {name}"))


@right_way("chrome/delete-group")
def opened_and_deleted(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Among the tabs."""
    yield from in_front(ui)
    yield ui.click(_saved(ui, name))
    yield ui.right_click(next(n for n in ui.tree if n.key.startswith("chrome.group.")))
    yield ui.click("chrome.delete_group")


@wrong_run("chrome/delete-group")
def only_closed(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It can be opened again."""
    yield from in_front(ui)
    yield ui.click(_saved(ui, name))
    yield ui.right_click(next(n for n in ui.tree if n.key.startswith("chrome.group.")))
    yield ui.click("chrome.close_group")


@wrong_run("chrome/delete-group")
def renamed(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Under another name it is there still."""
    yield from in_front(ui)
    yield ui.click(_saved(ui, name))
    yield ui.right_click(next(n for n in ui.tree if n.key.startswith("chrome.group.")))
    yield ui.click("chrome.group_name")
    yield ui.press("a", "ctrl")
    yield ui.type("Done")


@right_way("chrome/clear-data")
def from_the_history(ui: UI, span: str, kind: str, **_: Any) -> Iterator[Action]:
    """The button of the history; what is not to go is taken off before the time is chosen."""
    yield from in_front(ui)
    yield ui.press("h", "ctrl")
    yield ui.click("chrome.clear")
    for other in ("history", "cookies", "cache"):
        if other != kind:
            yield ui.click(f"chrome_clear.{other}")
    yield from choose(ui, "chrome_clear.span", span.capitalize())
    yield ui.click("chrome_clear.ok")


@wrong_run("chrome/clear-data")
def everything_of_it(ui: UI, kind: str, **_: Any) -> Iterator[Action]:
    """From the beginning on."""
    yield from clear(ui, "All time", kind)


@wrong_run("chrome/clear-data")
def all_kinds(ui: UI, span: str, **_: Any) -> Iterator[Action]:
    """The other data as well."""
    yield from clear(ui, span, "history", "cookies", "cache")


@wrong_run("chrome/clear-data")
def not_confirmed(ui: UI, span: str, **_: Any) -> Iterator[Action]:
    """The dialog is left by Cancel."""
    yield from in_front(ui)
    yield ui.click("chrome.more")
    yield ui.click("chrome.menu.clear")
    yield from choose(ui, "chrome_clear.span", span.capitalize())
    yield ui.click("chrome_clear.cancel")


@right_way("chrome/download-article")
def of_its_address(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The address of the article."""
    yield from go(ui, f"{WIKI}/wiki/{title.replace(' ', '_')}")
    yield from press(ui, "page.save")


@wrong_run("chrome/download-article")
def only_watched(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Nothing is downloaded."""
    yield from find_in(ui, WIKI, title)
    yield from press(ui, "page.watch")


@right_way("chrome/paste-article")
def found_missing(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The search offers to create it."""
    yield from find_in(ui, WIKI, title)
    yield ui.click("page.create")
    yield ui.click("text")
    yield ui.press("v", "ctrl")
    yield ui.click("page.publish")


@wrong_run("chrome/paste-article")
def another_text(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Not what was copied."""
    yield from go(ui, f"{WIKI}/edit/{title}")
    yield ui.click("text")
    yield ui.type("Nobody knows.")
    yield ui.click("page.publish")


@wrong_run("chrome/paste-article")
def not_published(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Pasted, and left."""
    yield from go(ui, f"{WIKI}/edit/{title}")
    yield ui.click("text")
    yield ui.press("v", "ctrl")
    yield ui.click("page.cancel")
