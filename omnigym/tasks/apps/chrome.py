"""Steps, oracles and runs of chrome that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.a11y import State
from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.browser import go_in_browser
from omnigym.tasks.step_library.steps import answer, in_front, name_file
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def choose_in_chrome(ui: UI, key: str, label: str) -> Iterator[Action]:
    """A line in the list of a combo box."""
    shown = ui.find(key)
    if shown is not None and shown.value != label:
        yield ui.click(key)
        yield ui.click(next((n.key for n in ui.tree if n.key.startswith(f"{key}.") and n.name == label), f"{key}.0"))


@word
def bookmark(ui: UI, url: str, folder: str = "Bookmarks bar") -> Iterator[Action]:
    """The star, and the folder in what it opens."""
    yield from go_in_browser(ui, url)
    yield ui.click("chrome.star")
    yield from choose_in_chrome(ui, "chrome.mark_folder", folder)
    yield ui.click("chrome.done")


@word
def listed(ui: UI) -> Iterator[Action]:
    """The reading list beside the page."""
    yield from in_front(ui)
    if ui.find("chrome.side_close") is None:
        yield ui.click("chrome.reading")


@oracle("chrome/mark-read")
def mark_read(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The tick beside the page."""
    yield from listed(ui)
    mark = ui.tree.find(text=f"Mark as read: {title}")
    if mark is not None:
        yield ui.click(mark)


@word
def grouped(ui: UI, name: str, colour: str) -> Iterator[Action]:
    """The tab in front in a group of its own."""
    shown = next((n for n in ui.tree if n.key.startswith("chrome.tab.") and n.has(State.SELECTED)), None)
    yield ui.right_click(shown.key if shown is not None else "chrome.tab.1")
    yield ui.click("chrome.menu.new_group")
    yield ui.type(name)
    yield ui.click(f"chrome.colour.{colour}")


@oracle("chrome/delete-group")
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


@word
def clear(ui: UI, span: str, *kinds: str) -> Iterator[Action]:
    """The dialog, with only these kinds ticked."""
    yield from in_front(ui)
    yield ui.click("chrome.more")
    yield ui.click("chrome.menu.clear")
    yield from choose_in_chrome(ui, "chrome_clear.span", span.capitalize())
    for kind in ("history", "cookies", "cache"):
        box = ui.find(f"chrome_clear.{kind}")
        if box is not None and box.has(State.CHECKED) != (kind in kinds):
            yield ui.click(box)
    yield ui.click("chrome_clear.ok")


@right_way("chrome/bookmark-in-folder")
def dragged(ui: UI, url: str, folder: str) -> Iterator[Action]:
    """On the bar first, then dragged onto the folder in the manager."""
    yield from bookmark(ui, url)
    yield ui.press("o", "ctrl", "shift")
    yield ui.click("chrome.folder.0")
    place = next(n for n in ui.tree if n.key.startswith("chrome.folder.") and n.name == folder)
    mark = next(n for n in reversed(list(ui.tree)) if n.key.startswith("chrome.mark."))
    yield ui.drag(mark, place)


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
def from_the_history(ui: UI, span: str, kind: str, **_: object) -> Iterator[Action]:
    """The button of the history; what is not to go is taken off before the time is chosen."""
    yield from in_front(ui)
    yield ui.press("h", "ctrl")
    yield ui.click("chrome.clear")
    for other in ("history", "cookies", "cache"):
        if other != kind:
            yield ui.click(f"chrome_clear.{other}")
    yield from choose_in_chrome(ui, "chrome_clear.span", span.capitalize())
    yield ui.click("chrome_clear.ok")
