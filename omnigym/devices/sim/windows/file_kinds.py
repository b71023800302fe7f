"""What a person is told of a file: its kind, icon, size and date; and the order of a list of files."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from omnigym.devices.sim.files.kinds import extension
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.vfs import HOME, Stat
from omnigym.devices.sim.windows.catalogue import CATALOGUE
from omnigym.documents import Document, write_docx

__all__ = [
    "COLUMNS",
    "NEW_FILES",
    "Column",
    "app_for",
    "date_text",
    "icon_of",
    "in_order",
    "kind_of",
    "openers",
    "size_text",
]

#: What a list of files can be sorted by.
Column: TypeAlias = Literal["name", "date", "type", "size"]
COLUMNS: tuple[Column, ...] = get_args(Column)

#: What the menus of New make: the message that asks for it, its name, and what is in it.
NEW_FILES: tuple[tuple[str, str, Callable[[], bytes]], ...] = (
    ("new_document", "New Microsoft Word Document.docx", lambda: write_docx(Document())),
    ("new_text", "New Text Document.txt", bytes),
)
#: What Windows calls files that no app here opens.
_KINDS = {"exe": "Application", "lnk": "Shortcut", "pdf": "PDF Document"}
_FOLDER_ICONS = {
    f"{HOME}/Desktop": "desktop-folder",
    f"{HOME}/Documents": "documents",
    f"{HOME}/Downloads": "downloads",
    f"{HOME}/Music": "music-folder",
    f"{HOME}/Pictures": "pictures",
    f"{HOME}/Videos": "videos",
    "C:": "drive",
}
_DIGITS = re.compile(r"(\d+)")


def kind_of(entry: Stat) -> str:
    """The text of the Type column."""
    if entry.is_dir:
        return "Local Disk" if entry.path == "C:" else "File folder"
    end = extension(entry.name)
    known = CATALOGUE.kinds.get(end)
    label = known[1].label if known is not None else _KINDS.get(end)
    return label or (f"{end.upper()} File" if end else "File")


def icon_of(entry: Stat) -> str:
    """The name of its icon."""
    if entry.is_dir:
        return _FOLDER_ICONS.get(entry.path, "folder-color")
    known = CATALOGUE.kinds.get(extension(entry.name))
    return (known[1].icon if known is not None else "") or "file"


def app_for(name: str) -> str:
    """The app that opens a file of that name, or "" where none does."""
    known = CATALOGUE.kinds.get(extension(name))
    return known[0] if known is not None else ""


def openers(name: str) -> tuple[Shortcut, ...]:
    """The programs that open a file of that name: the one that a double click starts first.

    For a file that no program says anything of, all that open files of any kind.
    """
    end = extension(name)
    usual = app_for(name)
    programs = [app for app in CATALOGUE.programs if app.name == usual or end in app.program.reads]
    programs = programs or [app for app in CATALOGUE.programs if app.program.opens]
    programs.sort(key=lambda app: app.name != usual)
    return tuple([Shortcut(app.name, app.title, app.icon) for app in programs])


def size_text(entry: Stat) -> str:
    """The text of the Size column: kilobytes rounded up, nothing for folders."""
    return "" if entry.is_dir else f"{-(-entry.size // 1024):,} KB"


@lru_cache(maxsize=1024)
def date_text(mtime_ms: int) -> str:
    """A virtual moment as Windows writes it in the United States.

    >>> date_text(1741942800000)
    '3/14/2025 9:00 AM'
    """
    t = datetime.fromtimestamp(mtime_ms // 1000, UTC)
    return f"{t.month}/{t.day}/{t.year} {t.hour % 12 or 12}:{t.minute:02} {'AM' if t.hour < 12 else 'PM'}"


@lru_cache(maxsize=4096)
def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that counts digits as numbers, as Explorer does: "a2" before "a10"."""
    parts = _DIGITS.split(name.casefold())
    return tuple([(0, int(p), p) if i % 2 else (1, 0, p) for i, p in enumerate(parts) if p])


def in_order(entries: tuple[Stat, ...], column: Column, descending: bool = False) -> tuple[Stat, ...]:
    """``entries`` sorted by a column and then by name; folders come first, or last when descending."""
    if column == "date":
        ordered = sorted(entries, key=lambda e: (not e.is_dir, e.mtime_ms, natural(e.name)))
    elif column == "size":
        ordered = sorted(entries, key=lambda e: (not e.is_dir, e.size, natural(e.name)))
    elif column == "type":
        ordered = sorted(entries, key=lambda e: (not e.is_dir, kind_of(e).casefold(), natural(e.name)))
    else:
        ordered = sorted(entries, key=lambda e: (not e.is_dir, natural(e.name)))
    return tuple(ordered[::-1] if descending else ordered)
