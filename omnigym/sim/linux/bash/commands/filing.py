"""Commands that change files: cp, mv, rm, mkdir, rmdir, touch, ln, chmod, install, mktemp."""

from __future__ import annotations

import re

from omnigym.sim.linux.bash.filing import check_place, is_kept, mode_of, reason, with_mode, write_file
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io, Session
from omnigym.sim.linux.paths import outward
from omnigym.sim.vfs import VfsError, base_name, parent_of

_TRANSFER = {"recursive": "r", "force": "f", "verbose": "v", "no-clobber": "n", "target-directory": "t", "archive": "a"}


def _transfers(io: Io, name: str, options: Options, operands: list[str]) -> tuple[list[str], str, bool] | None:
    """The sources, the target, and whether that is a folder into which they go; None where something is wrong."""
    if "t" in options:
        operands = [*operands, options["t"]]
    if not operands:
        io.fail(f"{name}: missing file operand\nTry '{name} --help' for more information.")
        return None
    if len(operands) == 1:
        io.fail(
            f"{name}: missing destination file operand after '{operands[0]}'\nTry '{name} --help' for more information."
        )
        return None
    *sources, target = operands
    into = io.session.vfs.is_dir(io.session.path(target))
    if len(sources) > 1 and not into:
        there = io.session.vfs.get(io.session.path(target)) is not None
        io.fail(f"{name}: target '{target}': {'Not a directory' if there else 'No such file or directory'}")
        return None
    return sources, target, into


def _place(session: Session, source: str, target: str, *, into: bool) -> str:
    """The path that a source gets, with the letter case of what exists."""
    path = session.real(target)
    name = base_name(session.real(source))
    return f"{path}/{name}" if into else path


@register(
    "cp",
    usage="[OPTION]... SOURCE... DEST",
    about="Copy SOURCE to DEST, or multiple SOURCE(s) to DIRECTORY.",
    flags="rRafvnpuiTL",
    values="t",
    long=_TRANSFER,
)
def _cp(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session
    asked = _transfers(io, "cp", options, operands)
    if asked is None:
        return 1
    sources, target, into = asked
    deep = bool({"r", "R", "a"} & options.keys())
    status = 0
    for source in sources:
        path, to = session.real(source), _place(session, source, target, into=into)
        if session.vfs.get(path) is None:
            status = io.fail(f"cp: cannot stat '{source}': No such file or directory")
        elif session.vfs.is_dir(path) and not deep:
            status = io.fail(f"cp: -r not specified; omitting directory '{source}'")
        elif path.casefold() == to.casefold():
            status = io.fail(f"cp: '{source}' and '{target}' are the same file")
        elif session.vfs.is_dir(path) and f"{to}/".casefold().startswith(f"{path}/".casefold()):
            status = io.fail(f"cp: cannot copy a directory, '{source}', into itself, '{outward(to)}'")
        else:
            try:
                _copy(session, path, to, keeps="n" in options)
            except VfsError as e:
                status = io.fail(f"cp: cannot create regular file '{target}': {reason(e)}")
                continue
            if "v" in options:
                io.line(f"'{source}' -> '{outward(to)}'")
    return status


def _copy(session: Session, path: str, to: str, *, keeps: bool) -> None:
    """Copy a file, or a folder into one that may be there already.

    Raises:
        VfsError: It cannot be done.
    """
    if session.vfs.is_file(path):
        if keeps and session.vfs.get(to) is not None:
            return
        mode = mode_of(session.vfs, path)
        write_file(session, to, session.vfs.read(path))
        if mode != mode_of(session.vfs, to):
            session.vfs = with_mode(session.vfs, to, mode, session.world.now)
        return
    if session.vfs.get(to) is None:
        check_place(session, to)
        session.vfs = session.vfs.make_dir(to, session.world.now)
    for entry in session.entries(path):
        _copy(session, entry.path, f"{to}/{entry.name}", keeps=keeps)


@register(
    "mv",
    usage="[OPTION]... SOURCE... DEST",
    about="Rename SOURCE to DEST, or move SOURCE(s) to DIRECTORY.",
    flags="fvniuT",
    values="t",
    long=_TRANSFER,
)
def _mv(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session
    asked = _transfers(io, "mv", options, operands)
    if asked is None:
        return 1
    sources, target, into = asked
    status = 0
    for source in sources:
        path, to = session.real(source), _place(session, source, target, into=into)
        if session.vfs.is_file(path) and path.casefold() == session.path(target).casefold():
            to = session.path(target)  # a name that differs in letter case alone
        try:
            if session.vfs.get(path) is None:
                status = io.fail(f"mv: cannot stat '{source}': No such file or directory")
                continue
            if path == to:
                status = io.fail(f"mv: '{source}' and '{target}' are the same file")
                continue
            if f"{to}/".casefold().startswith(f"{path}/".casefold()) and path.casefold() != to.casefold():
                status = io.fail(f"mv: cannot move '{source}' to a subdirectory of itself, '{outward(to)}'")
                continue
            _move(session, path, to, keeps="n" in options)
        except VfsError as e:
            status = io.fail(f"mv: cannot move '{source}' to '{target}': {reason(e)}")
            continue
        if "v" in options:
            io.line(f"renamed '{source}' -> '{outward(to)}'")
    return status


def _move(session: Session, path: str, to: str, *, keeps: bool) -> None:
    vfs, now = session.vfs, session.world.now
    if is_kept(path):
        raise VfsError("protected", path, "")
    check_place(session, to)
    there = vfs.get(to)
    if there is not None and path.casefold() != to.casefold():
        if keeps:
            return
        if vfs.is_dir(to) and (not vfs.is_dir(path) or vfs.list(to)):
            raise VfsError("is_dir" if not vfs.is_dir(path) else "not_empty", to, "")
        if vfs.is_dir(path) and not vfs.is_dir(to):
            raise VfsError("not_dir", to, "")
        vfs = vfs.delete(to, now)
    session.vfs = vfs.move(path, to, now)


@register(
    "rm",
    usage="[OPTION]... [FILE]...",
    about="Remove (unlink) the FILE(s).",
    flags="rRfvidI",
    long={"recursive": "r", "force": "f", "verbose": "v", "dir": "d"},
)
def _rm(io: Io, options: Options, operands: list[str]) -> int:
    session, force = io.session, "f" in options
    if not operands and not force:
        return io.fail("rm: missing operand\nTry 'rm --help' for more information.")
    status = 0
    for name in operands:
        path = session.path(name)
        if session.vfs.get(path) is None and path != "C:":
            if not force:
                status = io.fail(f"rm: cannot remove '{name}': No such file or directory")
        elif name.rstrip("/").rpartition("/")[2] in (".", ".."):
            status = io.fail(f"rm: refusing to remove '.' or '..' directory: skipping '{name}'")
        elif session.vfs.is_dir(path) and not {"r", "R"} & options.keys():
            if "d" in options and not session.vfs.list(path):
                session.vfs = session.vfs.delete(path, session.world.now)
            else:
                status = io.fail(f"rm: cannot remove '{name}': Is a directory")
        elif is_kept(path) or session.home_in(path):
            status = io.fail(f"rm: cannot remove '{name}': Permission denied")
        else:
            session.vfs = session.vfs.delete(path, session.world.now)
            if "v" in options:
                io.line(f"removed '{name}'")
    return status


@register(
    "mkdir",
    usage="[OPTION]... DIRECTORY...",
    about="Create the DIRECTORY(ies), if they do not already exist.",
    flags="pv",
    values="m",
    long={"parents": "p", "verbose": "v"},
)
def _mkdir(io: Io, options: Options, operands: list[str]) -> int:
    session, status = io.session, 0
    if not operands:
        return io.fail("mkdir: missing operand\nTry 'mkdir --help' for more information.")
    for name in operands:
        try:
            _make(session, session.path(name), above="p" in options)
        except VfsError as e:
            status = io.fail(f"mkdir: cannot create directory ‘{name}’: {reason(e)}")
            continue
        if "v" in options:
            io.line(f"mkdir: created directory '{name}'")
    return status


def _make(session: Session, path: str, *, above: bool) -> None:
    vfs = session.vfs
    if vfs.get(path) is not None:
        if above and vfs.is_dir(path):
            return
        raise VfsError("exists", path, "")
    lacking = [path]
    while above and vfs.get(parent_of(lacking[-1])) is None:
        lacking.append(parent_of(lacking[-1]))
    for each in reversed(lacking):
        check_place(session, each)
        session.vfs = session.vfs.make_dir(each, session.world.now)


@register("rmdir", usage="DIRECTORY...", about="Remove the DIRECTORY(ies), if they are empty.", flags="pv")
def _rmdir(io: Io, options: Options, operands: list[str]) -> int:
    session, status = io.session, 0
    for name in operands:
        path = session.path(name)
        if session.vfs.get(path) is None:
            status = io.fail(f"rmdir: failed to remove '{name}': No such file or directory")
        elif not session.vfs.is_dir(path):
            status = io.fail(f"rmdir: failed to remove '{name}': Not a directory")
        elif session.vfs.list(path):
            status = io.fail(f"rmdir: failed to remove '{name}': Directory not empty")
        elif is_kept(path):
            status = io.fail(f"rmdir: failed to remove '{name}': Permission denied")
        else:
            session.vfs = session.vfs.delete(path, session.world.now)
    return status


@register(
    "touch",
    usage="[OPTION]... FILE...",
    about="Update the access and modification times of each FILE to now.",
    flags="acm",
    values="dtr",
)
def _touch(io: Io, options: Options, operands: list[str]) -> int:
    session, status = io.session, 0
    if not operands:
        return io.fail("touch: missing file operand\nTry 'touch --help' for more information.")
    for name in operands:
        path = session.path(name)
        if session.vfs.is_dir(path) or ("c" in options and session.vfs.get(path) is None):
            continue
        try:
            write_file(session, path, session.vfs.content(path))
        except VfsError as e:
            status = io.fail(f"touch: cannot touch '{name}': {reason(e)}")
    return status


@register(
    "ln", usage="[OPTION]... TARGET LINK_NAME", about="Make a link to TARGET with the name LINK_NAME.", flags="sfv"
)
def _ln(io: Io, options: Options, operands: list[str]) -> int:
    """The file system has no links, as that of a memory card has none."""
    if len(operands) < 2:
        return io.fail("ln: missing file operand\nTry 'ln --help' for more information.")
    what = "symbolic link" if "s" in options else "hard link"
    return io.fail(f"ln: failed to create {what} '{operands[-1]}': Operation not permitted")


@register("unlink", usage="FILE", about="Call the unlink function to remove the specified FILE.")
def _unlink(io: Io, _options: Options, operands: list[str]) -> int:
    if len(operands) != 1:
        return io.fail("unlink: missing operand\nTry 'unlink --help' for more information.")
    return _rm(io, {}, operands)


@register("chmod", usage="[-R] MODE FILE...", about="Change the mode of each FILE to MODE.", flags="Rvf", raw=True)
def _chmod(io: Io, _options: Options, args: list[str]) -> int:
    deep = "-R" in args
    words = [a for a in args if a not in ("-R", "-v", "-f")]
    if len(words) < 2:
        return io.fail("chmod: missing operand\nTry 'chmod --help' for more information.")
    wanted, *names = words
    session, status = io.session, 0
    for name in names:
        path = session.path(name)
        if session.vfs.get(path) is None:
            status = io.fail(f"chmod: cannot access '{name}': No such file or directory")
            continue
        if is_kept(path):
            status = io.fail(f"chmod: changing permissions of '{name}': Operation not permitted")
            continue
        waiting = [path]
        while waiting:
            one = waiting.pop()
            mode = changed_mode(mode_of(session.vfs, one), wanted)
            if mode is None:
                return io.fail(f"chmod: invalid mode: ‘{wanted}’\nTry 'chmod --help' for more information.")
            session.vfs = with_mode(session.vfs, one, mode, session.world.now)
            if deep and session.vfs.is_dir(one):
                waiting += [e.path for e in session.entries(one)]
    return status


def changed_mode(mode: int, wanted: str) -> int | None:
    """Permissions after a change as chmod writes it; None where it makes no sense.

    >>> oct(changed_mode(0o644, "u+x")), oct(changed_mode(0o644, "go=")), oct(changed_mode(0, "755"))
    ('0o744', '0o600', '0o755')
    """
    if re.fullmatch("[0-7]{3,4}", wanted):
        return int(wanted, 8) & 0o777
    for clause in wanted.split(","):
        found = re.fullmatch("([ugoa]*)([-+=])([rwxX]*)", clause)
        if found is None:
            return None
        shifts = [s for who, s in (("u", 6), ("g", 3), ("o", 0)) if who in found[1] or "a" in found[1] or not found[1]]
        bits = sum(v for letter, v in (("r", 4), ("w", 2), ("x", 1)) if letter in found[3].lower())
        for shift in shifts:
            own = bits << shift
            kept = mode & ~(7 << shift)
            mode = mode | own if found[2] == "+" else mode & ~own if found[2] == "-" else kept | own
    return mode


@register("chown", "chgrp", raw=True)
def _chown(io: Io, _options: Options, args: list[str]) -> int:
    names = [a for a in args if not a.startswith("-")][1:]
    return io.fail(f"chown: changing ownership of '{names[0]}': Operation not permitted") if names else 1


@register("install", usage="[OPTION]... SOURCE DEST", about="Copy files and set attributes.", flags="dDv", values="m")
def _install(io: Io, options: Options, operands: list[str]) -> int:
    if "d" in options:
        return _mkdir(io, {"p": ""}, operands)
    return _cp(io, {}, operands)


@register("mktemp", usage="[-d]", about="Create a temporary file or directory, safely, and print its name.", flags="d")
def _mktemp(io: Io, options: Options, _operands: list[str]) -> int:
    session = io.session
    name = session.vfs.free_name("C:/tmp", f"tmp.{session.pid:010}")
    path = f"C:/tmp/{name.replace(' ', '')}"
    if "d" in options:
        session.vfs = session.vfs.make_dir(path, session.world.now)
    else:
        session.vfs = session.vfs.write(path, b"", session.world.now)
    io.line(outward(path))
    return 0
