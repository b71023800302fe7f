"""What commands do to files, and why it cannot be done in the words of the C library."""

from __future__ import annotations

from omnigym.devices.sim.linux.bash.session import Session
from omnigym.devices.sim.vfs import VfsError, parent_of, valid_name
from omnigym.devices.sim.work import charge, charge_letters

__all__ = ["check_place", "is_kept", "reason", "write_file"]

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
    if not valid_name(path.rpartition("/")[2]):
        raise VfsError("name", path, "")


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
