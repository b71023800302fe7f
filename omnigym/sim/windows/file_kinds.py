"""What a person is told of a file: its kind, icon, size and date; and the order of a list of files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache, partial

from omnigym.documents import Document, write_docx
from omnigym.sim.app import Effect, Launch
from omnigym.sim.common.file_types import FOLDER_ICONS, FileTypes
from omnigym.sim.common.file_types import in_order as in_order_by
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Stat, Vfs, base_name
from omnigym.sim.windows.catalogue import CATALOGUE

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


# -- what opens a file or directory -----------------------------------------------------------------------------------


def open_with(prefix: str, vfs: Vfs, path: str, settings: Mapping[str, str]) -> tuple[MenuItem, ...]:
    """The line "Open with" of a file's menu, with the programs that open it; none for a folder.

    What is chosen is sent as ``("open_with", app, path)``.
    """
    if not vfs.is_file(path):
        return ()
    items = [
        MenuItem(f"{prefix}.{p.app}", p.title, ("open_with", p.app, path), p.icon)
        for p in openers(base_name(path), settings)
    ]
    return (MenuItem(prefix, "Open with", icon="apps", items=tuple(items)),)


def opening(vfs: Vfs, path: str, settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path) or path.startswith("shell:"):
        return (Launch("file_manager", path),)
    app = app_for(base_name(path), settings)
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
