"""Writer's state, and reading and writing its documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import Context
from omnigym.devices.sim.common.documents import Find, breaks_in, count_words
from omnigym.devices.sim.documents.edit import Edit, Position, start_editing
from omnigym.devices.sim.files.kinds import extension
from omnigym.devices.sim.vfs import base_name
from omnigym.documents import Document, normalise, read_docx, read_plain, write_docx
from omnigym.documents.converting import pdf_of_document
from omnigym.documents.odt import read_odt, write_odt

__all__ = ["State", "encoded", "is_saved", "load", "opened", "saved", "untouched"]

_READERS: Mapping[str, Callable[[bytes], Document]] = {"docx": read_docx, "odt": read_odt}
_WRITERS: Mapping[str, Callable[[Document], bytes]] = {
    "docx": write_docx,
    "odt": write_odt,
    "pdf": pdf_of_document,
}


class State(NamedTuple):
    """The state of one Writer window.

    Attributes:
        edit: The document, caret, selection and history.
        saved: The document as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        words: How many words it has.
        breaks: Where its page breaks are.
        find: What is looked for, or None.
        zoom: Per cent.
        ruler: Whether the ruler is shown.
        closing: Whether the window closes once the document is saved.
    """

    edit: Edit
    saved: Document
    path: str = ""
    words: int = 0
    breaks: tuple[Position, ...] = ()
    find: Find | None = None
    zoom: int = 100
    ruler: bool = True
    closing: bool = False


def opened(document: Document, path: str = "") -> State:
    """The state of a window that shows a document."""
    edit = start_editing(normalise(document))
    return State(edit, edit.document, path, count_words(document), breaks_in(edit.document))


def load(path: str, ctx: Context) -> State:
    """The state for a file: .odt, .docx or plain text.

    Raises:
        VfsError: There is no such file.
        ValueError: It is not what its name says.
    """
    content, end = ctx.vfs.read(path), extension(base_name(path))
    read = _READERS.get(end)
    if read is None:
        return opened(read_plain(content), ctx.vfs.real_path(path))
    return opened(read(content) if content else Document(), ctx.vfs.real_path(path))


def encoded(state: State, path: str) -> bytes:
    """The bytes of the document as a file of that name holds them."""
    write = _WRITERS.get(extension(base_name(path)))
    document = state.edit.document
    return write(document) if write is not None else document.words.encode("utf-8", "replace")


def is_saved(state: State) -> bool:
    """Whether nothing is lost when the window closes."""
    return state.edit.document == state.saved


def saved(state: State, path: str) -> State:
    """The state once the document is kept at a path."""
    return state._replace(path=path, saved=state.edit.document)


def untouched(state: State) -> bool:
    """Whether the window has an empty document that nobody wrote in."""
    return not state.path and is_saved(state) and not state.edit.undos
