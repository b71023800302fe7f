"""Text documents on the real desktop: Word's subtasks, done in LibreOffice Writer."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Modifier
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._milestones import opened, saving
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._writing import PATH
from omnigym.tasks.apps.libreoffice._steps import export_directly, new_file, office_open, office_save_as, save
from omnigym.tasks.apps.word import documents, formatting
from omnigym.tasks.subtask import UI, Condition, Oracle, Resource, subtask

__all__: list[str] = []

_ORIGINALS = (documents, formatting)  # imported for the subtasks that they register
_IN_WORD = {"In Word,": "In Writer,"}


@counterpart("word/write-document", "writer/write-document", "writer", _IN_WORD)
def write_document(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """A new document, the text, Save As."""
    yield from new_file(ui)
    yield ui.type(text)
    yield from office_save_as(ui, f"{folder}/{name}")


@counterpart("word/open-document", "writer/open-document", "writer", {"in Word": "in Writer"})
def open_document(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from office_open(ui, f"{folder}/{name}")


@counterpart("word/append-line", "writer/append-line", "writer", _IN_WORD)
def append_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+End, Enter, the line."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.type(line)
    yield from save(ui)


@counterpart("word/copy-text", "writer/copy-text", "writer", {"Copy": "With Writer, copy"})
def copy_text(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@counterpart(
    "word/paste-into-new", "writer/paste-into-new", "writer", {"a new Word document": "a new document in Writer"}
)
def paste_into_new(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A new document, Ctrl+V, Save As."""
    yield from new_file(ui)
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, f"{folder}/{name}")


@counterpart(
    "word/paste-into-new",
    "writer/paste-as-odt",
    "writer",
    {"a new Word document": "a new document in Writer", "as {name}": "as the OpenDocument file {name}"},
    parameters=tuple(
        {"folder": folder, "name": name, "source": source}
        for folder, name, source in (
            ("Documents", "clipboard_text.odt", "mail.html"),
            ("Desktop", "memo.odt", "wiki.html"),
            ("Documents", "answers.odt", "forum.html"),
            ("Downloads", "clipping.odt", "news.html"),
            ("Documents", "abstract.odt", "paper.html"),
            ("Desktop", "saying.odt", "calendar.html"),
        )
    ),
)
def paste_as_odt(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The ending decides."""
    yield from paste_into_new(ui, folder, name)


@counterpart("word/save-copy", "writer/save-copy", "writer", {"in Word": "in Writer"})
def save_copy(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """Ctrl+Shift+S."""
    yield from office_open(ui, f"{source}/{name}")
    yield from office_save_as(ui, f"{folder}/{new_name}")


def _formatted(key: str, modifiers: tuple[Modifier, ...], everything: bool) -> Oracle:
    """Keys pressed while all of a document, or its first line, is chosen."""

    def oracle(ui: UI, folder: str, name: str) -> Iterator[Action]:
        yield from office_open(ui, f"{folder}/{name}")
        yield ui.press("a" if everything else "home", "ctrl")
        yield ui.press(key, *modifiers)
        yield from save(ui)

    return oracle


_FORMATS: tuple[tuple[str, str, tuple[Modifier, ...], bool], ...] = (
    ("bold-all", "b", ("ctrl",), True),
    ("italic-all", "i", ("ctrl",), True),
    ("underline-all", "u", ("ctrl",), True),
    ("heading", "1", ("ctrl",), False),
    ("centre-title", "e", ("ctrl",), False),
    ("bullet-list", "f12", ("shift",), True),
    ("justify", "j", ("ctrl",), True),
)


for _name, _key, _modifiers, _everything in _FORMATS:
    counterpart(f"word/{_name}", f"writer/{_name}", "writer", _IN_WORD, milestones=(opened(PATH),))(
        _formatted(_key, _modifiers, _everything)
    )


@subtask(
    app="writer",
    platforms=("linux",),
    id="writer/export-pdf",
    instruction="Export the document {name} in {folder} from Writer as a PDF file: {export} in {destination}.",
    parameters=tuple(
        {"folder": folder, "name": name, "export": export, "destination": destination}
        for folder, name, export, destination in (
            ("Documents", "cv.docx", "cv.pdf", "Documents"),
            ("Documents", "offer.docx", "offer-final.pdf", "Desktop"),
            ("Desktop", "flyer.docx", "flyer.pdf", "Documents"),
            ("Downloads", "form.docx", "form.pdf", "Downloads"),
            ("Documents", "terms.docx", "terms-2025.pdf", "Desktop"),
            ("Desktop", "song.docx", "song.pdf", "Music"),
        )
    ),
    draws={"export": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("pdf_shows_document", {"path": "{destination}/{export}", "other": PATH}),),
    needs=(file_need(kind="document"),),
    produces=(Resource("pdf", "{destination}/{export}"), Resource("file", "{destination}/{export}")),
    milestones=(opened(PATH), saving(opened(PATH))),
    tags=("transfer",),
)
def export_pdf(ui: UI, folder: str, name: str, export: str, destination: str) -> Iterator[Action]:
    """The button for it."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from export_directly(ui, f"{destination}/{export}")
