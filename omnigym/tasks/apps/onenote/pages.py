"""OneNote: make pages and sections, move and delete them, take them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps.onenote._steps import NOTE, ONENOTE, PAGE, PAGES, TOLD, note_need, notes, page, section
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Effect, Need, Resource, subtask

__all__ = ["add_page", "new_page", "rename_section"]


def new_page(ui: UI, title: str, where: str, text: str) -> Iterator[Action]:
    """A page more in a section: its title, Enter, its first line."""
    yield from section(ui, where)
    yield ui.click("onenote.list.new_page")
    yield ui.type(f"{title}\n{text}")


@subtask(
    **ONENOTE,
    id="onenote/add-page",
    instruction="Make a page '{title}' in the section {section} of OneNote, and write on it: {text}",
    parameters=notes(),
    draws={"section": "listed", "text": "sentence", "title": "title"},
    conditions=(newly(row_is(PAGES, **{**PAGE, "text": "{text}"})),),  # type: ignore[arg-type]
    effects=(Effect("add", f"content://{PAGES}", row={**PAGE, "text": "{text}", "tables": "[]", "marks": ""}, most=1),),
    produces=(NOTE,),
    tags=("write", "create"),
)
def add_page(ui: UI, title: str, section: str, text: str) -> Iterator[Action]:
    """The button above the list of pages."""
    yield from new_page(ui, title, section, text)


_TARGETS = ("Quick Notes", "Travel", "Meetings", "Project Heron", "Meetings", "Quick Notes", "Quick Notes")


@subtask(
    **ONENOTE,
    id="onenote/move-page",
    implied=TOLD,
    instruction="Move the OneNote page '{title}' to the section {target}.",
    parameters=notes(target=_TARGETS),
    conditions=(row_is(PAGES, was=PAGE, **{**PAGE, "section": "{target}"}),),  # type: ignore[arg-type]
    needs=(note_need(consumes=True),),
    produces=(Resource("note", "{title} in {target}: {text}"),),
)
def move_page(ui: UI, title: str, target: str, **_: str) -> Iterator[Action]:
    """The context menu of the page."""
    yield from page(ui, title)
    yield ui.right_click("record", name=title)
    yield ui.click("onenote.menu.move")
    yield ui.click(f"onenote.page_to.{target}")


@subtask(
    **ONENOTE,
    id="onenote/delete-page",
    implied=TOLD,
    instruction="Delete the page '{title}' in OneNote. It may stay in the recycle bin.",
    parameters=notes(),
    conditions=(row_is(PAGES, was=PAGE, **{**PAGE, "deleted": True}),),  # type: ignore[arg-type]
    needs=(note_need(consumes=True),),
    produces=(Resource("deleted_note", NOTE.value),),
)
def delete_page(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A button of the tab View."""
    yield from page(ui, title, "view")
    yield from do(ui, "view.delete_page")


@subtask(
    **ONENOTE,
    id="onenote/restore-page",
    implied=TOLD,
    instruction="The page '{title}' is in OneNote's recycle bin. Put it back.",
    parameters=notes(),
    conditions=(row_is(PAGES, was={**PAGE, "deleted": True}, **PAGE),),  # type: ignore[arg-type]
    needs=(note_need(consumes=True, deleted=True),),
    produces=(NOTE,),
)
def restore_page(ui: UI, title: str, section: str, **_: str) -> Iterator[Action]:
    """The bin, and the button of the page there."""
    yield from _bin(ui, section)
    card = ui.find("record", name=title)
    key = card.key.rpartition(".")[2] if card is not None else ""
    yield ui.click(f"onenote.bin.restore.{key}")


def _bin(ui: UI, where: str) -> Iterator[Action]:
    yield from section(ui, where)  # whatever was shown in the place of pages is gone
    yield ui.click("onenote.tab.view")
    yield ui.click("onenote.view.bin")


_RENAMED = table(
    "old name",
    ("Garden", "Balcony"),
    ("Course", "Evening course"),
    ("Health", "Doctor"),
    ("Budget", "Budget 2026"),
    ("Ideas", "Ideas for later"),
    ("Reading", "Book club"),
    ("House", "New flat"),
)
_SECTION = AddRow("AppData/Local/OneNote/sections.json", ("name", "notebook", "tint"), ("{old}", "My Notebook", "pink"))


@subtask(
    **ONENOTE,
    id="onenote/rename-section",
    instruction="Rename the section '{old}' in OneNote to '{name}'.",
    parameters=_RENAMED,
    draws={"name": "title", "old": "listed"},
    conditions=(row_is("onenote/sections", was={"name": "{old}"}, name="{name}", notebook="My Notebook"),),
    needs=(Need(Resource("note_section", "{old}"), (_SECTION,), consumes=True),),
    produces=(Resource("note_section", "{name}"),),
)
def rename_section(ui: UI, old: str, name: str) -> Iterator[Action]:
    """The context menu of its tab."""
    yield from section(ui, old)
    yield ui.right_click("section", name=old)
    yield ui.click("menu.rename")
    yield ui.type(f"{name}\n")


@subtask(
    **ONENOTE,
    id="onenote/move-section",
    instruction="Move the section '{old}' of OneNote from My Notebook to the notebook {notebook}.",
    parameters=tuple([{"old": values["old"], "notebook": "Work"} for values in _RENAMED]),
    conditions=(
        row_is(
            "onenote/sections", was={"name": "{old}", "notebook": "My Notebook"}, name="{old}", notebook="{notebook}"
        ),
    ),
    needs=(Need(Resource("note_section", "{old}"), (_SECTION,)),),
)
def move_section(ui: UI, old: str, notebook: str) -> Iterator[Action]:
    """The context menu of its tab."""
    yield from section(ui, old)
    yield ui.right_click("section", name=old)
    yield ui.click("onenote.section.move")
    yield ui.click(f"onenote.section_to.{notebook}")


@subtask(
    **{**ONENOTE, "capabilities": (*ONENOTE["capabilities"], "clipboard")},
    id="onenote/copy-page",
    implied=TOLD,
    instruction="Copy the text of the OneNote page '{title}' to the clipboard, with its title.",
    parameters=notes(),
    conditions=(Condition("get_clipboard_text", {"equals": "{title}\n{text}"}),),
    needs=(note_need(),),
    produces=(Resource("clipboard_text", "the page {title}"),),
    tags=("clipboard",),
)
def copy_page(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A button of the tab Home."""
    yield from page(ui, title, "home")
    yield from do(ui, "edit.copy_page")


_PDFS = ("camping.pdf", "plum-cake.pdf", "bank.pdf", "retro.pdf", "pump.pdf", "museum.pdf", "bread.pdf")
_FOLDERS = ("Documents", "Desktop", "Documents", "Downloads", "Desktop", "Downloads", "Documents")


@subtask(
    **ONENOTE,
    id="onenote/export-page",
    implied=TOLD,
    instruction="Export the page '{title}' from OneNote as the PDF file {name} in {folder}.",
    parameters=notes(folder=_FOLDERS, name=_PDFS),
    conditions=(Condition("pdf_contains", {"path": "{folder}/{name}", "texts": ["{title}", "{text}"]}),),
    needs=(note_need(), folder_need()),
    produces=(Resource("pdf", "{folder}/{name}"), Resource("file", "{folder}/{name}")),
    tags=("save", "transfer"),
)
def export_page(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A button of the tab View, and the dialog."""
    yield from page(ui, title, "view")
    yield from do(ui, "view.export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")
