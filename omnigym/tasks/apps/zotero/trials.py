"""Other right ways and wrong runs in Zotero."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.zotero.library import add_book, library, picked, tag_it, take_over
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


_ALL = ("add-book", "tag", "file-in-collection", "attach", "copy-citation", "export", "import", "delete")


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """Another item and another collection are looked at first."""
    yield from picked(ui, "Measuring with kites")
    yield ui.click("zotero.tab.notes")
    yield ui.click("zotero.tab.info")
    yield ui.click("zotero.collection.Teaching")


def _another_tagged(ui: UI, **_: Any) -> Iterator[Action]:
    """Another item is tagged first."""
    yield from tag_it(ui, "Measuring with kites", "wind")
    yield ui.click("zotero.tab.info")


before_it("after_a_look", _a_look, *[f"zotero/{name}" for name in _ALL], harmless=True)
before_it("another_tagged", _another_tagged, *[f"zotero/{name}" for name in _ALL if name != "copy-citation"])
spelled("in_capitals", str.upper, "title", "zotero/add-book")
spelled("with_a_space", padded, "tag", "zotero/tag")
instead("zotero/add-book")
besides("zotero/add-book")
instead("zotero/add-book", values=("year",))
instead("zotero/tag", values=("tag",))
besides("zotero/tag", values=("tag",))
instead("zotero/file-in-collection", values=("collection",))
instead("zotero/tag", "zotero/delete", "zotero/attach", "zotero/copy-citation", title="Measuring with kites")
instead("zotero/export", title="Measuring with kites")
instead("zotero/attach", what="file", folder="Documents", name="notes.txt")
instead("zotero/export", name="other.bib", what="name")


def _by_menu(ui: UI, command: str, title: str) -> Iterator[Action]:
    yield from library(ui)
    yield from do(ui, command, title, via="menu")


@right_way("zotero/attach")
def attached_by_menu(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, "attach", title)
    yield from name_file(ui, f"{folder}/{name}")


@right_way("zotero/copy-citation")
def cited_by_key(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A shortcut."""
    yield from library(ui)
    yield from do(ui, "cite", title, via="key")


@wrong_run("zotero/copy-citation")
def the_whole_reference(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """As it stands in the list of references."""
    yield from picked(ui, title)
    yield from do(ui, "reference")


@right_way("zotero/delete")
def deleted_by_key(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A key."""
    yield from library(ui)
    yield from do(ui, "delete", title, via="key")
    yield from answer(ui, "message.delete")


@right_way("zotero/export")
def exported_by_menu(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, "export", title)
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@right_way("zotero/export")
def searched_and_exported(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The search leaves it alone, and all of the list is exported."""
    yield from library(ui)
    yield ui.click("zotero.search")
    yield ui.type(title)
    yield ui.click("zotero.export_all")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("zotero/export")
def all_exported(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The whole library."""
    yield from library(ui)
    yield ui.click("zotero.export_all")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@right_way("zotero/import")
def imported_by_key(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A shortcut."""
    yield from library(ui)
    yield from do(ui, "import", via="key")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("zotero/import")
def only_its_title(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Typed, and the rest is missing."""
    yield from library(ui)
    yield from do(ui, "new")
    yield ui.click("zotero.kinds.new_book")
    yield ui.type(title)


@wrong_run("zotero/import")
def imported_twice(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Something else first: a library with one more."""
    yield from add_book(ui, "Another book", "Lund, Eva", "Nobody", "1999")
    yield from take_over(ui, folder, name)
