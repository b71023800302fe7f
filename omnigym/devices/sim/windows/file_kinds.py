"""What a person is told of a file: its kind, icon, size and date; and the order of a list of files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial

from omnigym.devices.sim.common.file_types import COLUMNS, FOLDER_ICONS, Column, FileTypes
from omnigym.devices.sim.common.file_types import in_order as in_order_by
from omnigym.devices.sim.vfs import Stat
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

#: What the menus of New make: the message that asks for it, its name, and what is in it.
NEW_FILES: tuple[tuple[str, str, Callable[[], bytes]], ...] = (
    ("new_document", "New Microsoft Word Document.docx", lambda: write_docx(Document())),
    ("new_text", "New Text Document.txt", bytes),
)
#: What Windows calls files that no app here opens.
_KINDS = {"exe": "Application", "lnk": "Shortcut"}
_TYPES = FileTypes(
    CATALOGUE,
    {**FOLDER_ICONS, "C:": "drive"},
    _KINDS,
    lambda end: f"{end.upper()} File" if end else "File",
    "File folder",
)
icon_of = _TYPES.icon_of
app_for = _TYPES.app_for
openers = _TYPES.openers


def kind_of(entry: Stat) -> str:
    """The text of the Type column."""
    return "Local Disk" if entry.path == "C:" else _TYPES.kind_of(entry)


in_order = partial(in_order_by, kind_of=kind_of)


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
