"""Printing a document: into the queue of a printer, or to a PDF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Focus, OpenDialog, SetFiles
from omnigym.devices.sim.vfs import HOME, VfsError, parent_of
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.word.commands import Result
from omnigym.devices.sim.windows.apps.word.print_view import WHICH
from omnigym.devices.sim.windows.apps.word.state import Print, State, copies_of, name_of, pages_chosen
from omnigym.devices.sim.windows.apps.word.view import PAGE
from omnigym.devices.sim.windows.printing import TO_PDF, Job, printed
from omnigym.documents.printing import pages_of, pdf_of

__all__ = ["PRINTING"]

_PDF = (("PDF Document (*.pdf)", "pdf"),)


def _opened(state: State, _ctx: Context) -> Result:
    return state._replace(backstage="print", print=state.print._replace(shown=0)), (Focus("word.print.ok"),)


def _with(change: Callable[..., Print]) -> Callable[..., Result]:
    """A handler that changes the settings."""
    return lambda state, _, value: (state._replace(print=change(state.print, value)), ())


def _show(state: State, _ctx: Context, step: int) -> Result:
    last = len(pages_of(state.edit.document)) - 1
    shown = min(max(0, min(state.print.shown, last) + step), last)
    return state._replace(print=state.print._replace(shown=shown)), ()


def _print_now(state: State, ctx: Context) -> Result:
    if not copies_of(state) or not pages_chosen(state):
        return state, ()
    if state.print.printer != TO_PDF:
        return _sent(state, ctx, "")
    folder = parent_of(state.path) if state.path else f"{HOME}/Documents"
    name = f"{name_of(state).removesuffix('.docx')}.pdf"
    return state, (OpenDialog("file_dialog", FileDialog(True, folder, name, _PDF), ("print_to",)),)


def _print_to(state: State, ctx: Context, path: str | None) -> Result:
    return _sent(state, ctx, path) if path is not None else (state, ())


def _sent(state: State, ctx: Context, path: str) -> Result:
    """Into the queue, and into the file at ``path`` where there is one; then back to the page."""
    pages = pages_chosen(state)
    numbers = ",".join([str(n) for n in pages])
    job = Job(0, name_of(state), state.print.printer, numbers, copies_of(state), path)
    try:
        vfs = ctx.vfs
        if path:
            vfs = vfs.write(path, pdf_of(state.edit.document, name_of(state), pages), ctx.clock_ms)
        vfs = printed(vfs, job, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Microsoft Word", str(e)),)
    return state._replace(backstage=""), (SetFiles(vfs), Focus(PAGE))


#: Messages to handlers.
PRINTING: Mapping[str, Callable[..., Result]] = {
    "print": _opened,
    "print_copies": _with(lambda p, typed: p._replace(copies=typed)),
    "print_now": _print_now,
    "print_pages": _with(lambda p, typed: p._replace(pages=typed, custom=bool(typed.strip()))),
    "print_show": _show,
    "print_to": _print_to,
    "print_which": _with(lambda p, name: p._replace(custom=name == WHICH[True])),
    "printer": _with(lambda p, name: p._replace(printer=name)),
}
