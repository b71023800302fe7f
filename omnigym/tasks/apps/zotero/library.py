"""Zotero: enter a book, tag, file in a collection, attach a PDF, cite, references to and from .bib files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action, Drag
from omnigym.tasks.apps._commands import do, pick
from omnigym.tasks.apps._needs import file_need, folder_need
from omnigym.tasks.apps._rows import newly, row_gone, row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file, scroll_to
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, WriteFile, all_of, subtask

__all__ = ["add_book", "library", "picked", "tag_it", "take_over"]

_FILE, _ITEMS = "AppData/Local/Zotero/items.json", "zotero/items"
_ZOTERO: Mapping[str, Any] = {
    "app": "zotero",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_SETS = table(
    "title author publication year",
    ("Gardens on the roof", "Berg, Hanna", "Linden Books", "2017"),
    ("The patient surveyor", "Novak, Viktor", "Harbour Press", "1998"),
    ("Bread and salt", "Moreau, Ines", "Old Mill", "2020"),
    ("Waves for beginners", "Khan, Aisha", "Tideline", "2014"),
    ("A year in the archive", "Keller, Paul", "Linden Books", "2009"),
    ("Bridges of Riverton", "Ortega, Luis", "City Press", "2003"),
    ("On slow rivers", "Fischer, Lena", "Harbour Press", "2022"),
)
_BOOK = {"title": "{title}", "authors": "{author}", "publication": "{publication}", "year": "{year}", "kind": "book"}
_REFERENCE = Resource("reference", "{title}")
_TOLD = ("author", "publication", "year")


def _sets(**more: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple([{**values, **{k: v[n] for k, v in more.items()}} for n, values in enumerate(_SETS)])


def _there(*, consumes: bool = False) -> Need:
    """The book in the library, put there where no predecessor does."""
    return Need(_REFERENCE, (AddRow(_FILE, tuple(_BOOK), tuple(_BOOK.values())),), consumes)


def library(ui: UI) -> Iterator[Action]:
    """All of the library shown."""
    yield from in_front(ui)
    yield ui.click("zotero.collection.library")


def picked(ui: UI, title: str) -> Iterator[Action]:
    """An item of it selected."""
    yield from library(ui)
    yield from pick(ui, title)


@subtask(
    **_ZOTERO,
    id="zotero/add-book",
    instruction="Add a book to Zotero: '{title}' by {author}, published by {publication} in {year}.",
    parameters=_SETS,
    conditions=(newly(row_is(_ITEMS, any_case=True, **_BOOK)),),  # type: ignore[arg-type]
    produces=(_REFERENCE,),
    tags=("form",),
)
def add_book(ui: UI, title: str, author: str, publication: str, year: str) -> Iterator[Action]:
    """The menu of kinds, then the lines of the form."""
    yield from library(ui)
    yield from do(ui, "new")
    yield ui.click("zotero.kinds.new_book")
    yield ui.type(title)
    for line, value in (("authors", author), ("publication", publication), ("year", year)):
        yield ui.click(f"zotero.form.{line}")
        yield ui.type(value)


_TAGS = ("to read", "cities", "bakery", "physics", "method", "engineering", "water")


@subtask(
    **_ZOTERO,
    id="zotero/tag",
    implied=_TOLD,
    instruction="Tag '{title}' in Zotero with '{tag}'.",
    parameters=_sets(tag=_TAGS),
    conditions=(row_is(_ITEMS, was={"title": "{title}", "tags": []}, title="{title}", tags=["{tag}"]),),
    needs=(_there(),),
)
def tag_it(ui: UI, title: str, tag: str, **_: str) -> Iterator[Action]:
    """The last tab beside it."""
    yield from picked(ui, title)
    yield ui.click("zotero.tab.tags")
    yield ui.click("zotero.tag")
    yield ui.type(f"{tag}\n")


_PLACES = ("Teaching", "Chapter 1", "Thesis", "Chapter 2", "Teaching", "Chapter 1", "Chapter 2")


@subtask(
    **_ZOTERO,
    id="zotero/file-in-collection",
    implied=_TOLD,
    instruction="File '{title}' in Zotero's collection {collection}.",
    parameters=_sets(collection=_PLACES),
    conditions=(
        row_is(_ITEMS, was={"title": "{title}", "collection": ""}, title="{title}", collection="{collection}"),
    ),
    needs=(_there(consumes=True),),
    tags=("drag",),
)
def file_it(ui: UI, title: str, collection: str, **_: str) -> Iterator[Action]:
    """Dragged onto the collection."""
    yield from library(ui)
    if ui.find("record", name=title) is None:
        yield from scroll_to(ui, "record", "records", name=title)
    item, place = ui.find("record", name=title), ui.find(f"zotero.collection.{collection}")
    if item is not None and place is not None:
        yield Drag(ui.point(item), ui.point(place))


_COPY = "AppData/Local/Zotero/storage/{name}"
_FOLDERS = ("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Downloads")


@subtask(
    **_ZOTERO,
    id="zotero/attach",
    implied=_TOLD,
    instruction="Attach {folder}/{name} to '{title}' in Zotero.",
    parameters=_sets(
        folder=_FOLDERS,
        name=("roof.pdf", "surveyor.pdf", "bread.pdf", "waves.pdf", "archive.pdf", "bridges.pdf", "rivers.pdf"),
    ),
    conditions=(
        all_of(
            row_is(_ITEMS, was={"title": "{title}", "file": ""}, title="{title}", file=f"C:/Users/user/{_COPY}"),
            Condition("same_content", {"path": _COPY, "other": "{folder}/{name}"}),
        ),
    ),
    needs=(_there(), file_need(kind="pdf")),
    tags=("two apps",),
)
def attach(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The paper clip, and the dialog."""
    yield from picked(ui, title)
    yield from do(ui, "attach")
    yield from name_file(ui, f"{folder}/{name}")


@subtask(
    **{**_ZOTERO, "capabilities": ("files", "apps", "a11y", "clipboard")},
    id="zotero/copy-citation",
    implied=(*_TOLD, "citation"),
    instruction="Copy the citation of '{title}' from Zotero to the clipboard, as it stands in a text.",
    parameters=tuple([{**v, "citation": f"({v['author'].partition(',')[0]}, {v['year']})"} for v in _SETS]),
    conditions=(Condition("get_clipboard_text", {"equals": "{citation}"}),),
    needs=(_there(),),
    produces=(Resource("clipboard_text", "the citation of {title}"),),
    tags=("clipboard",),
)
def copy_citation(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A button of the bar."""
    yield from picked(ui, title)
    yield from do(ui, "cite")


_BIBS = ("roof.bib", "survey.bib", "bread.bib", "waves.bib", "year.bib", "bridges.bib", "rivers.bib")


@subtask(
    **_ZOTERO,
    id="zotero/export",
    implied=_TOLD,
    instruction="Export '{title}' alone from Zotero into the BibTeX file {folder}/{name}.",
    parameters=_sets(folder=_FOLDERS, name=_BIBS),
    conditions=(
        Condition(
            "file_tells",
            {
                "path": "{folder}/{name}",
                "columns": {"title": "{title}", "author": "{author}", "publisher": "{publication}", "year": "{year}"},
                "count": 1,
            },
        ),
    ),
    needs=(_there(), folder_need()),
    produces=(Resource("file", "{folder}/{name}"), Resource("bibliography", "{folder}/{name}")),
    tags=("save",),
)
def export(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A button of the bar, and the dialog."""
    yield from picked(ui, title)
    yield from do(ui, "export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


_DOI = "10.5555/riverton.{year}"
_BIB = (
    '@book{it,\n title = "{title}",\n author = "{author}",\n publisher = "{publication}",\n year = "{year}",\n'
    f' doi = "{_DOI}"\n}}\n'
)


@subtask(
    **_ZOTERO,
    id="zotero/import",
    implied=("title", *_TOLD),
    instruction="Import the reference in {folder}/{name} into Zotero.",
    parameters=_sets(folder=_FOLDERS, name=_BIBS),
    conditions=(newly(row_is(_ITEMS, doi=_DOI, **_BOOK)),),  # type: ignore[arg-type]
    needs=(Need(Resource("bibliography", "{folder}/{name}"), (WriteFile("{folder}/{name}", _BIB),), given=True),),
    produces=(_REFERENCE,),
    tags=("open",),
)
def take_over(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A button of the bar, and the dialog."""
    yield from library(ui)
    yield from do(ui, "import")
    yield from name_file(ui, f"{folder}/{name}")


@subtask(
    **_ZOTERO,
    id="zotero/delete",
    implied=_TOLD,
    instruction="Delete '{title}' from the library of Zotero.",
    parameters=_SETS,
    conditions=(row_gone(_ITEMS, others=True, title="{title}"),),
    needs=(_there(consumes=True),),
)
def delete(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A button of the bar, and yes."""
    yield from picked(ui, title)
    yield from do(ui, "delete")
    yield from answer(ui, "message.delete")
