"""Notepad, the plain text editor of Windows."""

from __future__ import annotations

from omnigym.sim.common.text_editor.app import text_editor
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import native
from omnigym.sim.windows.apps.notepad.art import NOTEPAD_ART

APPS = (
    text_editor(
        "Notepad",
        "text-editor",
        Program(
            spoken=("Notepad", "Microsoft Notepad", "the text editor"),
            category="Note Management",
            pinned=7,
            commands=("notepad",),
            opens=(FileKind(("txt",), "Text Document", "file-txt"),),
            reads=("csv", "eml", "htm", "html", "ini", "json", "log", "md", "xml"),
        ),
        NOTEPAD_ART,
        native,
        lambda name, saved: f"{'' if saved else '*'}{name} - Notepad",
        ("Save", "Don't save", "Cancel"),
    ),
)
