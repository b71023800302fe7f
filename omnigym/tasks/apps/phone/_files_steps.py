"""Steps in the phone's Files and Photos."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.phone._steps import at_root, by_name, found
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile

__all__ = ["PATH", "draft", "image", "in_folder", "item_menu", "photo"]

PATH = "{folder}/{name}"


def image(path: str = PATH, *, consumes: bool = False) -> Need:
    """A picture, whatever it shows."""
    return Need(Resource("image", path), (WriteFile(path, "{scene}"),), consumes)


def draft(path: str) -> Need:
    """A picture that shows the scene, which no other subtask makes."""
    return Need(Resource("image", path), (WriteFile(path, "{scene}"),), given=True)


def in_folder(ui: UI, path: str) -> Iterator[Action]:
    """A folder in Files."""
    yield from at_root(ui, "files.storage")
    yield ui.click("files.storage")
    for part in path.split("/"):
        yield from by_name(ui, part)


def item_menu(ui: UI, path: str, command: str) -> Iterator[Action]:
    """A command of the menu of a file."""
    where, _, name = path.rpartition("/")
    yield from in_folder(ui, where)
    yield from found(ui, name)
    yield ui.click(f"files.more.{path}")
    yield ui.click(f"files.menu.{command}")


def photo(ui: UI, path: str) -> Iterator[Action]:
    """A picture in Photos, by its album."""
    where, _, name = path.rpartition("/")
    yield from at_root(ui, "photos.tabs")
    yield ui.click("photos.tab.albums")
    yield from by_name(ui, where.rpartition("/")[2])
    yield from by_name(ui, name)
