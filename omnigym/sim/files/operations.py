"""The file operations of a desktop. Each returns a new `Vfs`, and raises `VfsError` if it is impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from fnmatch import fnmatchcase

from omnigym.sim.files.kinds import is_hidden, split_name
from omnigym.sim.vfs import (
    HOME,
    LONGEST_NAME,
    Directory,
    Stat,
    Vfs,
    VfsError,
    base_name,
    join,
    native,
    parent_of,
    valid_name,
)

#: A search stops at this many results.
_MAX_FOUND = 200
#: So many things are copied, moved or deleted in one step, which takes about a second of CPU.
_AT_ONCE = 8192
_BAD_NAME = "A file name can't contain any of the following characters:\n\\ / : * ? \" < > |"

#: Folders that the system needs: they stay where they are, under their names.
_PROTECTED = frozenset(
    p.casefold()
    for p in (
        *("C:", "C:/Users", "C:/Windows", "C:/Program Files", HOME),
        *(f"{HOME}/{name}" for name in ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos")),
    )
)


def check_unprotected(path: str) -> None:
    """Check that a person may move, rename or delete a path.

    Raises:
        VfsError: It is a folder of the system.
    """
    if path.casefold() in _PROTECTED:
        raise VfsError("protected", path, f"You need permission to perform this action.\n{native(path)}")


def check_few(things: Sized) -> None:
    """Check that one step can work on this number of files.

    Raises:
        VfsError: They are more than `_AT_ONCE`.
    """
    if len(things) > _AT_ONCE:
        raise VfsError("full", "", "Not enough memory resources are available to process this command.")


def allowed(path: str) -> str:
    """Return a canonical path, all of whose names Windows accepts.

    Raises:
        VfsError: It does not take one.
    """
    if not all(valid_name(name) for name in path.split("/")[1:]):
        raise VfsError("name", path, _BAD_NAME)
    return path


def new_folder(vfs: Vfs, directory: str, now: int) -> tuple[Vfs, str]:
    """Make a folder named "New folder", or "New folder (2)"..., and return the new file system and the name."""
    name = vfs.free_name(directory, "New folder")
    return vfs.make_dir(join(directory, name), now), name


def new_file(vfs: Vfs, directory: str, name: str, content: bytes, now: int) -> tuple[Vfs, str]:
    """Make a file named ``name``, or "name (2)"..., and return the new file system and the name."""
    name = vfs.free_name(directory, name)
    return vfs.write(join(directory, name), content, now), name


def rename(vfs: Vfs, path: str, name: str, now: int) -> Vfs:
    """Return the files with a new name, as Windows accepts it: without final dots, and not for system folders.

    Raises:
        VfsError: The name is not allowed or taken, or the system needs the folder; with the message of Windows.
    """
    name = name.strip().rstrip(".")
    if name != base_name(path):
        check_unprotected(path)
    return renamed(vfs, path, name, now)


def renamed(vfs: Vfs, path: str, name: str, now: int) -> Vfs:
    """Return the files with a new name, by the rules of every platform; the same value for the old name.

    Raises:
        VfsError: Of kind "name", "exists" or "missing"; the message is Windows's.
    """
    if name == base_name(path):
        return vfs
    if not valid_name(name):
        raise VfsError("name", path, _BAD_NAME)
    target = join(parent_of(path), name)
    # Look-ups ignore letter case, so a name that changes only its case finds the file itself: no conflict.
    if vfs.get(target) is not None and target.casefold() != path.casefold():
        what = "folder" if vfs.is_dir(path) else "file"
        raise VfsError("exists", target, f"There is already a {what} with the same name in this location.")
    return vfs.move(path, target, now)


def to_each(vfs: Vfs, paths: Iterable[str], change: Callable[[Vfs, str], Vfs]) -> Vfs:
    """Return the files after an operation on each of several, except missing ones.

    Raises:
        VfsError: They are too many.
    """
    paths = tuple(paths)
    check_few(paths)
    for path in paths:
        vfs = change(vfs, path) if vfs.get(path) is not None else vfs
    return vfs


def copy_name(vfs: Vfs, directory: str, name: str) -> str:
    """Return the name of a copy in the same folder: "a - Copy.txt", then "a - Copy (2).txt"."""
    stem, end = (name, "") if vfs.is_dir(join(directory, name)) else split_name(name)
    return vfs.free_name(directory, f"{stem} - Copy{end}")


def erase(vfs: Vfs, paths: tuple[str, ...], now: int) -> Vfs:
    """Return the files after the permanent deletion of files and folders.

    Raises:
        VfsError: One is not there, or is a folder of the system, or they are too many.
    """
    check_few(paths)
    for path in paths:
        check_unprotected(path)
        vfs = vfs.delete(path, now)
    return vfs


def conflicts(vfs: Vfs, paths: tuple[str, ...], directory: str) -> tuple[str, ...]:
    """Return the names of files pasted from another folder that already exist in ``directory``.

    Folders are left out: they are merged without asking.
    """
    names = [base_name(p) for p in paths if parent_of(p).casefold() != directory.casefold()]
    return tuple([n for n in names if vfs.get(join(directory, n)) is not None and not vfs.is_dir(join(directory, n))])


def paste(
    vfs: Vfs, paths: tuple[str, ...], directory: str, *, cut: bool, now: int, replace: bool = False
) -> tuple[Vfs, tuple[str, ...]]:
    """Copy files into a directory, or move them if ``cut``.

    Args:
        vfs: The files.
        paths: Canonical paths of what is pasted; paths that no longer exist are left out.
        directory: The directory to paste into.
        cut: Whether the originals are removed.
        now: Virtual milliseconds.
        replace: Whether files of the same name are replaced; else they are skipped.

    Returns:
        The new file system, and the names of the pasted files in ``directory``.

    Raises:
        VfsError: A folder would be moved into itself, or a folder that the system needs would be moved, or they are
            too many.
    """
    check_few(paths)
    names = []
    for path in paths:
        if vfs.get(path) is None:
            continue
        if cut:
            check_unprotected(path)
        name = base_name(path)
        if parent_of(path).casefold() == directory.casefold():
            if not cut:
                name = copy_name(vfs, directory, name)
                vfs = vfs.copy(path, join(directory, name), now)
        else:
            vfs = _put(vfs, path, join(directory, name), cut, now, replace)
        names.append(name)
    return vfs, tuple(names)


def _put(vfs: Vfs, source: str, target: str, cut: bool, now: int, replace: bool) -> Vfs:
    existing = vfs.get(target)
    if f"{target}/".casefold().startswith(f"{source}/".casefold()):
        raise VfsError("into_itself", target, "The destination folder is a subfolder of the source folder.")
    if existing is not None and type(existing) is Directory and vfs.is_dir(source):
        check_few(vfs.list(source))
        for child in vfs.list(source):
            vfs = _put(vfs, child.path, join(target, child.name), cut, now, replace)
        return vfs.delete(source, now) if cut and not vfs.list(source) else vfs
    if existing is not None:
        if not replace or type(existing) is Directory:
            return vfs
        vfs = vfs.delete(target, now)
    return vfs.move(source, target, now) if cut else vfs.copy(source, target, now)


def dragged(payload: object) -> tuple[str, ...]:
    """Return the paths of dragged files, from lists whose drag is ``("files", folder)``; () for anything else."""
    match payload:
        case (("files", str(base)), (*ids,)):
            return tuple([join(base, str(i)) if base else str(i) for i in ids])
        case _:
            return ()


def search(vfs: Vfs, directory: str, query: str) -> tuple[Stat, ...]:
    """Return the files and folders below a directory whose name contains ``query``; at most 200, breadth first.

    Letter case is ignored. In a query with ``*`` or ``?``, these are wildcards, and the query must match the whole
    name.
    """
    wanted = query.strip().casefold()
    if len(wanted) > LONGEST_NAME:
        return ()
    pattern = wanted if "*" in wanted or "?" in wanted else f"*{wanted.replace('[', '[[]')}*"
    found: list[Stat] = []
    waiting = [directory]
    while waiting and len(found) < _MAX_FOUND:  # there are no links, so each folder is visited once
        for entry in vfs.list(waiting.pop(0)):
            if fnmatchcase(entry.name.casefold(), pattern):
                found.append(entry)
            if entry.is_dir and not is_hidden(entry):
                waiting.append(entry.path)
    return tuple(found[:_MAX_FOUND])
