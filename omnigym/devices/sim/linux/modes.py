"""The permissions of files, where somebody changed them with chmod; all others have the usual ones."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = ["MODES", "mode_of", "mode_text", "with_mode"]

_FILE, _FOLDER = 0o644, 0o755


class _Mode(NamedTuple):
    """The permissions of a file: its path inside the virtual file system, and their bits."""

    path: str
    mode: int


MODES: Table[_Mode] = Table("content://files/modes", f"{HOME}/AppData/Local/Modes/modes.json", _Mode)


def mode_of(vfs: Vfs, path: str) -> int:
    """The permissions of what is at a path."""
    usual = _FOLDER if vfs.is_dir(path) else _FILE
    real = vfs.real_path(path)
    return next((m.mode & 0o777 for m in MODES.rows(vfs) if m.path == real), usual)


def with_mode(vfs: Vfs, path: str, mode: int, now: int) -> Vfs:
    """The files with other permissions of one; those of files that are gone are forgotten."""
    real = vfs.real_path(path)
    kept = [m for m in MODES.rows(vfs) if m.path != real and vfs.get(m.path) is not None]
    usual = _FOLDER if vfs.is_dir(path) else _FILE
    rows = (*kept, _Mode(real, mode)) if mode != usual else tuple(kept)
    return MODES.written(vfs, rows, now)


def mode_text(mode: int, *, is_dir: bool) -> str:
    """Permissions as ls writes them.

    >>> mode_text(0o754, is_dir=False)
    '-rwxr-xr--'
    """
    bits = "".join(letter if mode >> (8 - n) & 1 else "-" for n, letter in enumerate("rwxrwxrwx"))
    return ("d" if is_dir else "-") + bits
