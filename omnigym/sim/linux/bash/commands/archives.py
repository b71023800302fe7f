"""Commands that pack and unpack: tar, gzip, gunzip, zcat, zip, unzip."""

from __future__ import annotations

import gzip
import io as streams
import tarfile

from omnigym.documents.archives import Member, read_zip, write_zip
from omnigym.errors import UnreadableError
from omnigym.foreign import within
from omnigym.foreign.packages import archive_members
from omnigym.foreign.reading import convert_errors
from omnigym.sim.files.archives import files_below
from omnigym.sim.linux.bash.filing import reason, write_file
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io, Session
from omnigym.sim.vfs import VfsError, parent_of
from omnigym.sim.work_budget import charge

#: Letters that cost a unit of work where they are packed or unpacked, and the units of a member of an archive.
_PACKED, _MEMBER = 8, 300
#: Bytes that are unpacked at once, and in all.
_PIECE, _UNPACKED = 1 << 16, 16 << 20


def _made_folder(session: Session, path: str) -> None:
    if session.vfs.get(path) is None:
        session.vfs = session.vfs.make_dir(path, session.world.now)


def _safe(name: str) -> str:
    """The name of a member without what leads out of the folder; "" for none."""
    parts = [p for p in name.split("/") if p not in ("", ".")]
    return "" if ".." in parts else "/".join(parts)


# -- tar --------------------------------------------------------------------------------------------------------------


@register("tar", raw=True)
def _tar(io: Io, _options: Options, args: list[str]) -> int:
    if args == ["--help"]:
        io.write("Usage: tar [OPTION...] [FILE]...\nGNU 'tar' saves many files together into a single archive.\n")
        return 0
    letters, archive, folder, names = _tar_arguments(args)
    deeds = [d for d in "cxt" if d in letters]
    if len(deeds) != 1:
        io.fail("tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
        return 2
    if not archive:
        io.fail("tar: Refusing to read archive contents from terminal (missing -f option?)")
        return 2
    base = io.session.path(folder) if folder else io.session.cwd
    if not io.session.vfs.is_dir(base):
        io.fail(f"tar: {folder}: Cannot open: No such file or directory")
        return 2
    if deeds[0] == "c":
        return _tar_made(io, letters, archive, base, names)
    return _tar_read(io, letters, archive, base, names, lists=deeds[0] == "t")


def _tar_arguments(args: list[str]) -> tuple[str, str, str, list[str]]:
    """The letters of the options, the archive, the folder of -C, and the names."""
    letters, archive, folder = "", "", ""
    names: list[str] = []
    rest = list(args)
    long = {"--create": "c", "--extract": "x", "--list": "t", "--gzip": "z", "--verbose": "v"}
    if rest and not rest[0].startswith("-"):
        rest[0] = f"-{rest[0]}"
    while rest:
        word = rest.pop(0)
        if word in long:
            letters += long[word]
        elif word.startswith(("--file=", "--directory=")):
            option, _, value = word.partition("=")
            archive, folder = (value, folder) if option == "--file" else (archive, value)
        elif word.startswith("-") and word != "-" and not word.startswith("--"):
            for at, letter in enumerate(word[1:], 1):
                if letter in "fCT":
                    value = word[at + 1 :] or (rest.pop(0) if rest else "")
                    if letter == "f":
                        archive = value
                    elif letter == "C":
                        folder = value
                    break
                letters += letter
        else:
            names.append(word)
    return letters, archive, folder, names


def _tar_made(io: Io, letters: str, archive: str, base: str, names: list[str]) -> int:
    session, status = io.session, 0
    if not names:
        io.fail("tar: Cowardly refusing to create an empty archive\nTry 'tar --help' for more information.")
        return 2
    buffer = streams.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as made:
        for name in names:
            path = session.path(name) if name.startswith("/") else session.vfs.real_path(f"{base}/{name}")
            if session.vfs.get(path) is None:
                io.fail(f"tar: {name}: Cannot stat: No such file or directory")
                status = 2
                continue
            _tar_added(io, made, name.lstrip("/").rstrip("/"), path, "v" in letters)
    content = buffer.getvalue()
    if "z" in letters:
        content = _deflated(content)
    if archive == "-":
        io.write(content)
        return status
    try:
        write_file(session, session.path(archive), content)
    except VfsError as e:
        io.fail(f"tar: {archive}: Cannot open: {reason(e)}\ntar: Error is not recoverable: exiting now")
        return 2
    if status:
        io.fail("tar: Exiting with failure status due to previous errors")
    return status


def _tar_added(io: Io, made: tarfile.TarFile, name: str, path: str, tells: bool) -> None:
    vfs = io.session.vfs
    stat = vfs.stat(path)
    assert stat is not None
    member = tarfile.TarInfo(name)
    member.mtime, member.uname, member.gname = stat.mtime_ms // 1000, "user", "user"
    if tells:
        io.line(f"{name}/" if stat.is_dir else name)
    if not stat.is_dir:
        content = vfs.read(path)
        charge(len(content) // _PACKED + _MEMBER)
        member.size = len(content)
        made.addfile(member, streams.BytesIO(content))
        return
    member.type, member.mode = tarfile.DIRTYPE, 0o755
    made.addfile(member)
    for entry in io.session.entries(path):
        _tar_added(io, made, f"{name}/{entry.name}", entry.path, tells)


def _tar_read(io: Io, letters: str, archive: str, base: str, names: list[str], *, lists: bool) -> int:
    session = io.session
    path = session.path(archive)
    if archive == "-":
        content = io.read()
    elif session.vfs.is_file(path):
        content = session.vfs.read(path)
    else:
        io.fail(f"tar: {archive}: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now")
        return 2
    try:
        for name, inside in archive_members(content, _UNPACKED):
            charge(len(inside) // _PACKED + _MEMBER)
            plain = _safe(name)
            if not plain or (names and not any(plain == n or plain.startswith(f"{n.rstrip('/')}/") for n in names)):
                continue
            if lists or "v" in letters:
                io.line(plain)
            if not lists:
                _made_folder(session, parent_of(f"{base}/{plain}"))
                write_file(session, f"{base}/{plain}", inside)
    except UnreadableError:
        io.fail("tar: This does not look like a tar archive\ntar: Exiting with failure status due to previous errors")
        return 2
    except VfsError as e:
        io.fail(f"tar: Cannot open: {reason(e)}")
        return 2
    return 0


# -- gzip -------------------------------------------------------------------------------------------------------------


def _unpacked(content: bytes) -> bytes:
    """What gzip packed.

    Raises:
        UnreadableError: It packed nothing, or too much.
    """
    parts, size = list[bytes](), 0
    unpacking = gzip.GzipFile(fileobj=streams.BytesIO(content))
    while True:
        charge(_PIECE // _PACKED)
        with convert_errors("archive"):
            parts.append(unpacking.read(_PIECE))
        size += len(parts[-1])
        within(size, _UNPACKED, "bytes in an archive")
        if not parts[-1]:
            return b"".join(parts)


def _deflated(content: bytes) -> bytes:
    charge(len(content) // _PACKED)
    return gzip.compress(content, mtime=0)


@register(
    "gzip",
    usage="[OPTION]... [FILE]...",
    about="Compress or uncompress FILEs (by default, compress FILES in-place).",
    flags="cdkfvn123456789r",
    long={"stdout": "c", "decompress": "d", "keep": "k"},
)
def _gzip(io: Io, options: Options, operands: list[str]) -> int:
    return _packed(io, options, operands, unpacks="d" in options)


@register(
    "gunzip",
    "zcat",
    usage="[OPTION]... [FILE]...",
    about="Uncompress FILEs.",
    flags="cdkfvn",
    long={"stdout": "c", "keep": "k"},
)
def _gunzip(io: Io, options: Options, operands: list[str]) -> int:
    return _packed(io, options, operands, unpacks=True)


def _packed(io: Io, options: Options, operands: list[str], *, unpacks: bool) -> int:
    session, status = io.session, 0
    try:
        if not operands:
            io.write(_unpacked(io.read()) if unpacks else _deflated(io.read()))
            return 0
        for name in operands:
            path = session.real(name)
            if not session.vfs.is_file(path):
                what = "is a directory -- ignored" if session.vfs.is_dir(path) else "No such file or directory"
                status = io.fail(f"gzip: {name}: {what}")
                continue
            if unpacks and not path.endswith(".gz"):
                status = io.fail(f"gzip: {name}: unknown suffix -- ignored")
                continue
            content = session.vfs.read(path)
            made = _unpacked(content) if unpacks else _deflated(content)
            if "c" in options:
                io.write(made)
                continue
            write_file(session, path[:-3] if unpacks else f"{path}.gz", made)
            if "k" not in options:
                session.vfs = session.vfs.delete(path, session.world.now)
    except UnreadableError:
        return io.fail("gzip: stdin: not in gzip format" if not operands else f"gzip: {name}: not in gzip format")
    except VfsError as e:
        return io.fail(f"gzip: {reason(e)}")
    return status


# -- zip --------------------------------------------------------------------------------------------------------------


@register(
    "zip",
    usage="[-r] ZIPFILE [FILE]...",
    about="Package and compress (archive) FILEs.",
    flags="rqj9",
    long={"recurse-paths": "r"},
)
def _zip(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session
    if len(operands) < 2:
        io.fail("zip error: Nothing to do!")
        return 12
    archive = operands[0] if operands[0].endswith(".zip") else f"{operands[0]}.zip"
    path = session.path(archive)
    try:
        members = dict(read_zip(session.vfs.read(path))) if session.vfs.is_file(path) else {}
        for name in operands[1:]:
            found = session.real(name)
            if session.vfs.get(found) is None:
                io.line(f"\tzip warning: name not matched: {name}")
                continue
            shown = name.strip("/").removeprefix("./")
            if session.vfs.is_dir(found):
                added = files_below(session.vfs, found, f"{shown}/") if "r" in options else {}
            else:
                added = {shown: Member(session.vfs.read(found), session.world.now)}
            if "j" in options:
                added = {key.rpartition("/")[2]: member for key, member in added.items()}
            charge(sum([len(member.content) // _PACKED + _MEMBER for member in added.values()]))
            for key in added if "q" not in options else ():
                io.line(f"  adding: {key} (deflated 0%)" if added[key].content else f"  adding: {key} (stored 0%)")
            members |= added
        if not members:
            io.fail(f"\nzip error: Nothing to do! ({archive})")
            return 12
        write_file(session, path, write_zip(members))
    except UnreadableError:
        io.fail(f"zip error: Zip file structure invalid ({archive})")
        return 3
    except VfsError as e:
        io.fail(f"zip I/O error: {reason(e)}")
        return 15
    return 0


@register("unzip", usage="[-l] ZIPFILE [-d DIRECTORY]", about="Extract the files of ZIPFILE.", flags="loqn", values="d")
def _unzip(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session
    if len(operands) == 3 and operands[1] == "-d":  # it takes the option behind the name, too
        operands, options = operands[:1], {**options, "d": operands[2]}
    if not operands:
        io.fail("Usage: unzip [-opts] file[.zip] [list] [-d exdir]")
        return 10
    name = operands[0] if session.vfs.is_file(session.path(operands[0])) else f"{operands[0]}.zip"
    path = session.path(name)
    if not session.vfs.is_file(path):
        io.fail(f"unzip:  cannot find or open {operands[0]}, {operands[0]}.zip or {operands[0]}.ZIP.")
        return 9
    base = session.path(options["d"]) if "d" in options else session.cwd
    io.line(f"Archive:  {name}")
    try:
        content = session.vfs.read(path)
        charge(len(content) // _PACKED)
        for member, inside in read_zip(content).items():
            charge(len(inside.content) // _PACKED + _MEMBER)
            plain = _safe(member)
            if not plain:
                continue
            if "l" in options:
                io.line(f"{len(inside.content):9}  {plain}")
                continue
            _made_folder(session, parent_of(f"{base}/{plain}"))
            write_file(session, f"{base}/{plain}", inside.content)
            if "q" not in options:
                io.line(f"  inflating: {plain}")
    except UnreadableError:
        io.fail("  End-of-central-directory signature not found.")
        return 9
    except VfsError as e:
        return io.fail(f"unzip: {reason(e)}")
    return 0
