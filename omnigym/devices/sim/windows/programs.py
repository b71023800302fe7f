"""What the shell offers to start, and which app opens which file."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.files.kinds import app_for
from omnigym.devices.sim.vfs import Vfs, base_name

__all__ = ["PROGRAMS", "Program", "opening", "program"]


class Program(NamedTuple):
    """An app as the shell shows it: its name in omnigym, what a person calls it, its icon."""

    app: str
    title: str
    icon: str


PROGRAMS: tuple[Program, ...] = (
    Program("file_manager", "File Explorer", "explorer"),
    Program("browser", "Microsoft Edge", "browser"),
    Program("word", "Word", "word"),
    Program("excel", "Excel", "excel"),
    Program("mail", "Outlook", "mail-app"),
    Program("photos", "Photos", "photos"),
    Program("text_editor", "Notepad", "text-editor"),
    Program("calculator", "Calculator", "calculator-app"),
    Program("todo", "Microsoft To Do", "todo"),
    Program("settings", "Settings", "settings-app"),
)


def program(app: str) -> Program | None:
    """The program of an app, or None."""
    return next((p for p in PROGRAMS if p.app == app), None)


def opening(vfs: Vfs, path: str) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path) or path.startswith("shell:"):
        return (Launch("file_manager", path),)
    app = app_for(base_name(path))
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
