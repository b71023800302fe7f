"""What cmdlets do to files: the objects that stand for them, names with wildcards, writing texts."""

from __future__ import annotations

from omnigym.sim.files.operations import allowed
from omnigym.sim.vfs import Directory, Stat, VfsError, base_name, canonical, native, parent_of
from omnigym.sim.windows.powershell.operators import wildcard
from omnigym.sim.windows.powershell.session import Session
from omnigym.sim.windows.powershell.showing import shown_lines
from omnigym.sim.windows.powershell.values import Moment, Record, Value, as_text, joined
from omnigym.sim.work_budget import charge, charge_letters

__all__ = ["decoded", "file_record", "found_files", "output_file", "path_of", "reason", "write_text"]

#: The kinds of records that stand for files and folders.
_KINDS = ("FileInfo", "DirectoryInfo")
#: What such a record costs, in units of work.
_MADE = 40


def file_record(session: Session, stat: Stat) -> Record:
    """The object that stands for a file or a folder."""
    charge(_MADE)
    stem, dot, ending = stat.name.rpartition(".")
    moment = Moment(stat.mtime_ms + session.world.local - session.world.now)
    pairs: tuple[tuple[str, Value], ...] = (
        ("Mode", "d-----" if stat.is_dir else "-a----"),
        ("LastWriteTime", moment),
        ("Length", None if stat.is_dir else stat.size),
        ("Name", stat.name),
        ("BaseName", stem if dot and stem and not stat.is_dir else stat.name),
        ("Extension", f".{ending}" if dot and not stat.is_dir else ""),
        ("FullName", native(stat.path)),
        ("DirectoryName", native(parent_of(stat.path))),
        ("CreationTime", moment),
        ("PSIsContainer", stat.is_dir),
    )
    if stat.is_dir:
        pairs = tuple([p for p in pairs if p[0] != "Length"])
    return Record(_KINDS[stat.is_dir], pairs, stat.name)


def path_of(session: Session, value: Value) -> str:
    """The path of a file that an object stands for, or that a text names."""
    if isinstance(value, Record):
        for name in ("FullName", "PSPath", "Path"):
            if value.has(name):
                return canonical(as_text(value.get(name)))
    return session.path(as_text(value))


def found_files(session: Session, typed: str) -> list[str]:
    """The paths that a name stands for, which may have wildcards in its last part; what is there, in order."""
    path = session.path(typed)
    name = base_name(path)
    if "*" not in name and "?" not in name:
        return [session.vfs.real_path(path)] if session.vfs.get(path) is not None else []
    folder = parent_of(path)
    if not session.vfs.is_dir(folder):
        return []
    fits, inside = wildcard(name), session.vfs.get(folder)
    charge(_MADE * (len(inside.entries) if type(inside) is Directory else 0))
    return [s.path for s in session.vfs.list(folder) if fits.search(s.name, session.spend) is not None]


def reason(error: VfsError) -> str:
    """Why something cannot be done to files, in a line."""
    reasons = {
        "missing": "It is not there.",
        "exists": "Something of that name is there already.",
        "not_dir": "A file stands where a folder should.",
        "is_dir": "It is a folder.",
        "name": "The name has letters that names of files cannot have.",
        "into_itself": "A folder has no room for itself.",
        "full": "The disk is full.",
        "deep": "The path is too long, or a part of it is.",
        "protected": "The system needs it.",
    }
    return reasons.get(error.kind, "It could not be read or written.")


def decoded(content: bytes) -> str:
    """The text of a file."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def write_text(session: Session, path: str, text: str, appends: bool = False) -> None:
    """A text written to a file, or behind what is in it.

    Raises:
        VfsError: It cannot be.
    """
    if not session.vfs.is_dir(parent_of(path)):
        raise VfsError("missing", path, f"There is no folder {native(parent_of(path))}.")
    before = session.vfs.read(path) if appends and session.vfs.is_file(path) else b""
    charge_letters(len(before) // 4 + 3 * len(text))
    content = before + text.replace("\n", "\r\n").encode("utf-8", "replace")
    session.vfs = session.vfs.write(allowed(path), content, session.world.now)


def output_file(session: Session, typed: str, values: list[Value], appends: bool = False) -> None:
    """What ``>`` does: values as the console would show them, written to a file.

    Raises:
        VfsError: It cannot be.
    """
    text = joined([f"{line}\n" for line in shown_lines(values, session.world.columns)])
    write_text(session, session.path(typed), text, appends)
