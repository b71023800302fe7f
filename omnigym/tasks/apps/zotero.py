"""Steps, oracles and runs of zotero that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag
from omnigym.tasks.step_library.commands import do, pick
from omnigym.tasks.step_library.steps import in_front, name_file, scroll_to
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def library(ui: UI) -> Iterator[Action]:
    """All of the library shown."""
    yield from in_front(ui)
    yield ui.click("zotero.collection.library")


@word
def picked(ui: UI, title: str) -> Iterator[Action]:
    """An item of it selected."""
    yield from library(ui)
    yield from pick(ui, title)


@word
def tag_it(ui: UI, title: str, tag: str, **_: str) -> Iterator[Action]:
    """The last tab beside it."""
    yield from picked(ui, title)
    yield ui.click("zotero.tab.tags")
    yield ui.click("zotero.tag")
    yield ui.type(f"{tag}\n")


@oracle("zotero/file-in-collection")
def file_it(ui: UI, title: str, collection: str, **_: str) -> Iterator[Action]:
    """Dragged onto the collection."""
    yield from library(ui)
    if ui.find("record", name=title) is None:
        yield from scroll_to(ui, "record", "records", name=title)
    item, place = ui.find("record", name=title), ui.find(f"zotero.collection.{collection}")
    if item is not None and place is not None:
        yield Drag(ui.point(item), ui.point(place))


@word
def take_over(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A button of the bar, and the dialog."""
    yield from library(ui)
    yield from do(ui, "import")
    yield from name_file(ui, f"{folder}/{name}")
