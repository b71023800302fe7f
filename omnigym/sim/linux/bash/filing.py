"""What commands do to files, and why it cannot be done in the words of the C library."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.linux.bash.session import Session
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, LONGEST_NAME, Vfs, VfsError, parent_of, valid_name
from omnigym.sim.work_budget import charge, charge_letters

_REASONS = {
    "missing": "No such file or directory",
    "exists": "File exists",
    "not_dir": "Not a directory",
    "not_empty": "Directory not empty",
    "is_dir": "Is a directory",
    "name": "Invalid argument",
    "into_itself": "Invalid argument",
    "full": "No space left on device",
    "deep": "File name too long",
    "protected": "Permission denied",
}
#: Units of work of a file that is written, besides its letters.
_WRITTEN = 300
#: What only the system's manager may change.
_SYSTEM = ("C:/bin", "C:/boot", "C:/dev", "C:/etc", "C:/root", "C:/usr", "C:/var", "C:/opt")


def reason(error: VfsError) -> str:
    """Why something cannot be done.

    >>> reason(VfsError("exists", "a", ""))
    'File exists'
    """
    return _REASONS.get(error.kind, "Input/output error")


def is_kept(path: str) -> bool:
    """Whether a path belongs to the system, so that nobody but its manager may change what is there."""
    return path in ("C:", "C:/Users", "C:/tmp", "C:/home") or any(
        path == folder or path.startswith(f"{folder}/") for folder in _SYSTEM
    )


def check_place(session: Session, path: str) -> None:
    """See that something can be made at a path.

    Raises:
        VfsError: Its folder is not there, or is none, or is the system's; or it cannot be called that.
    """
    folder = parent_of(path)
    if is_kept(path) or (folder != "C:/tmp" and is_kept(folder)):
        raise VfsError("protected", path, "")
    if session.vfs.get(folder) is None:
        raise VfsError("missing", path, "")
    if not session.vfs.is_dir(folder):
        raise VfsError("not_dir", path, "")
    name = path.rpartition("/")[2]
    if not valid_name(name):
        raise VfsError("deep" if len(name) > LONGEST_NAME else "name", path, "")


def write_file(session: Session, path: str, content: bytes) -> None:
    """Write a file, whose folder has to be there.

    Raises:
        VfsError: It cannot be written.
    """
    if session.vfs.get(path) is None:
        check_place(session, path)
    elif is_kept(path):
        raise VfsError("protected", path, "")
    charge(_WRITTEN)
    charge_letters(len(content))
    session.vfs = session.vfs.write(path, content, session.world.now)


# -- the permissions of files, where somebody changed them with chmod; all others have the usual ones -----------------

_FILE, _FOLDER = 0o644, 0o755


class _Mode(NamedTuple):
    """The permissions of a file: its path inside the virtual file system, and their bits."""

    path: str
    mode: int


MODES: Table[_Mode] = Table("content://files/modes", f"{HOME}/AppData/Local/Modes/modes.json", _Mode, about="path")


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
