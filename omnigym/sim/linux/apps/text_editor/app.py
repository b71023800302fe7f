"""Text Editor, GNOME's editor of plain text."""

from __future__ import annotations

from omnigym.sim.common.text_editor.app import text_editor
from omnigym.sim.linux.apps.text_editor.art import TEXT_EDITOR_ART
from omnigym.sim.linux.paths import outward
from omnigym.sim.program import FileKind, Program

APPS = (
    text_editor(
        "Text Editor",
        "gnome-text-editor",
        Program(
            spoken=("the text editor",),
            category="Note Management",
            pinned=3,
            commands=("gnome-text-editor", "gedit"),
            opens=(
                FileKind(("txt", "log", "md", "ini", "json", "xml", "conf"), "Text", "text-x-generic"),
                FileKind(("sh", "py", "c", "js"), "Program", "text-x-generic"),
            ),
            reads=("csv",),
        ),
        TEXT_EDITOR_ART,
        outward,
        lambda name, saved: f"{'' if saved else '• '}{name} - Text Editor",
        ("Discard", "Cancel", "Save"),
        "message.replace",
    ),
)
