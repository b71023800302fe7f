"""What a person is told of a file: its kind, icon, size and date; and the order of a list of files."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache, partial

from omnigym.counts import count_of
from omnigym.sim.app import Effect, Launch
from omnigym.sim.common.file_types import FOLDER_ICONS, FileTypes
from omnigym.sim.common.file_types import in_order as in_order_by
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.state import EPOCH_MS
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name

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
        return count_of(entry.size, "byte")
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


# -- what opens a file or directory -----------------------------------------------------------------------------------

#: The app that shows folders.
FILES = "file_manager"


def opening(vfs: Vfs, path: str) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path):
        return (Launch(FILES, path),)
    app = app_for(base_name(path))
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
