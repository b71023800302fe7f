"""What a person is told of a file: its kind, icon, size and date; and the order of a list of files."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache, partial

from omnigym.devices.sim.common.file_types import COLUMNS, FOLDER_ICONS, Column, FileTypes
from omnigym.devices.sim.common.file_types import in_order as in_order_by
from omnigym.devices.sim.linux.catalogue import CATALOGUE
from omnigym.devices.sim.state import EPOCH_MS
from omnigym.devices.sim.vfs import HOME, Stat

__all__ = ["COLUMNS", "Column", "app_for", "date_text", "icon_of", "in_order", "kind_of", "openers", "size_text"]

_NAMES = {
    "gz": "Archive",
    "tar": "Archive",
    "tgz": "Archive",
    "pdf": "Document",
    "sh": "Program",
    "csv": "Spreadsheet",
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "bmp", "webp"), "Image"),
    **dict.fromkeys(("mp3", "ogg", "wav"), "Audio"),
    **dict.fromkeys(("mp4", "mkv", "webm"), "Video"),
}
_FOLDERS = {path: f"yaru-{icon}" for path, icon in FOLDER_ICONS.items()} | {HOME: "home-folder"}
_TYPES = FileTypes(CATALOGUE, _FOLDERS, _NAMES, lambda _end: "Text", "Folder", "yaru-folder")
kind_of = _TYPES.kind_of
icon_of = _TYPES.icon_of
app_for = _TYPES.app_for
openers = _TYPES.openers
in_order = partial(in_order_by, kind_of=kind_of)

_DAY = 86_400_000


def size_text(entry: Stat) -> str:
    """The text of the Size column, as Files writes it: "1.2 kB"; nothing for folders.

    >>> size_text(Stat("a", "a", False, 999, 0)), size_text(Stat("a", "a", False, 1234, 0))
    ('999 bytes', '1.2 kB')
    """
    if entry.is_dir:
        return ""
    if entry.size < 1000:
        return f"{entry.size} byte{'s' * (entry.size != 1)}"
    return f"{entry.size / 1e3:.1f} kB" if entry.size < 1_000_000 else f"{entry.size / 1e6:.1f} MB"


@lru_cache(maxsize=1024)
def date_text(mtime_ms: int) -> str:
    """A virtual moment as Files writes it: the time of the episode's day, else the day.

    >>> date_text(1741942800000), date_text(1741000000000)
    ('09:00', '3 Mar 2025')
    """
    t = datetime.fromtimestamp(mtime_ms // 1000, UTC)
    if mtime_ms // _DAY == EPOCH_MS // _DAY:
        return f"{t.hour:02}:{t.minute:02}"
    return f"{t.day} {t:%b} {t.year}"
