"""Word's state, and reading and writing its documents."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents import Document, normalise, read_docx, read_plain, write_docx
from omnigym.documents.printing import pages_of
from omnigym.sim.common.documents import Find, breaks_in, count_words
from omnigym.sim.documents.edit import Edit, Position, start_editing
from omnigym.sim.vfs import Vfs, base_name
from omnigym.sim.windows.printing import PRINTERS, pages_in

#: Copies of a document at most.
_MOST_COPIES = 99
#: A document without a file is called so.
UNTITLED = "Document1"
_TEXT_TYPES = (".txt", ".md", ".csv", ".log")


class Print(NamedTuple):
    """How it is printed.

    Attributes:
        printer: One of `PRINTERS`.
        copies, pages: What is typed: how many times, and which pages ("1-3, 5").
        custom: Whether only these pages are printed.
        shown: The index of the page that the preview shows.
    """

    printer: str = PRINTERS[0]
    copies: str = "1"
    pages: str = ""
    custom: bool = False
    shown: int = 0


class State(NamedTuple):
    """The state of one Word window.

    Attributes:
        edit: The document, caret, selection and history.
        saved: The document as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        words: How many words it has.
        breaks: Where its page breaks are.
        tab: The ribbon's tab.
        backstage: The page of the File view that is open, or "".
        find: The Navigation pane, or None.
        print: How it is printed.
        zoom: Per cent.
        margin: "normal", "narrow" or "wide".
        closing: Whether the window closes once the document is saved.
    """

    edit: Edit
    saved: Document
    path: str = ""
    words: int = 0
    breaks: tuple[Position, ...] = ()
    tab: str = "home"
    backstage: str = ""
    find: Find | None = None
    print: Print = Print()
    zoom: int = 100
    margin: str = "normal"
    closing: bool = False


def opened(document: Document, path: str) -> State:
    """The state of a window that shows a document."""
    edit = start_editing(normalise(document))
    return State(edit, edit.document, path, count_words(document), breaks_in(edit.document))


def blank() -> State:
    """The state of a window with a new document."""
    return opened(Document(), "")


def is_saved(state: State) -> bool:
    """Whether nothing is lost when the window closes."""
    return state.edit.document == state.saved


def name_of(state: State) -> str:
    """What the document is called."""
    return base_name(state.path) if state.path else UNTITLED


def caption(state: State) -> str:
    """The window's title."""
    saved = " - Saved" if state.path and is_saved(state) else ""
    return f"{name_of(state)}{saved} - Word"


def copies_of(state: State) -> int:
    """How many copies are to be printed; 0 where what was typed is no number of copies."""
    typed = state.print.copies.strip()
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= len(str(_MOST_COPIES)) else 0


def pages_chosen(state: State) -> tuple[int, ...]:
    """The numbers of the pages to be printed, from 1; none where what was typed means none."""
    typed = state.print.pages if state.print.custom else ""
    return pages_in(typed, len(pages_of(state.edit.document)))


def encoded(document: Document, path: str) -> bytes:
    """The bytes of a document as a file of that name holds them: plain text, or .docx."""
    if path.lower().endswith(_TEXT_TYPES):
        return document.words.encode("utf-8", "replace")
    return write_docx(document)


def load(vfs: Vfs, path: str) -> Document:
    """The document in a file.

    Raises:
        VfsError: There is no such file.
        ValueError: It is neither text nor a .docx file.
    """
    content = vfs.read(path)
    if path.lower().endswith(_TEXT_TYPES):
        return read_plain(content)
    return read_docx(content) if content else Document()
