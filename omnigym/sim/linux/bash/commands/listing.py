"""Commands that tell what files there are: ls, tree, find, du, stat, file."""

from __future__ import annotations

from datetime import UTC, datetime

from omnigym.sim.files.archives import is_archive
from omnigym.sim.linux.bash.filing import mode_of, mode_text
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io, Session
from omnigym.sim.linux.bash.words import pattern
from omnigym.sim.linux.file_kinds import kind_of
from omnigym.sim.linux.paths import name_of
from omnigym.sim.vfs import Stat
from omnigym.sim.work_budget import charge

__all__: list[str] = []

_DAY = 86_400_000
#: Units of work of an entry that find comes to, and of its tests.
_FOUND, _TEST = 20, 20


def _when(ms: int, now: int) -> str:
    moment = datetime.fromtimestamp(ms // 1000, UTC)
    tail = f"{moment:%H:%M}" if abs(now - ms) < 180 * _DAY else f"{moment.year:5}"
    return f"{moment:%b} {moment.day:2} {tail}"


def _human(size: int) -> str:
    value, unit = float(size), ""
    for unit in ("", "K", "M", "G"):
        if value < 1024 or unit == "G":
            break
        value /= 1024
    return str(size) if not unit else f"{value:.1f}{unit}" if value < 10 else f"{value:.0f}{unit}"


@register(
    "ls",
    "dir",
    usage="[OPTION]... [FILE]...",
    about="List information about the FILEs (the current directory by default).",
    flags="aAlhrtSR1dFiU",
    long={"all": "a", "almost-all": "A", "human-readable": "h", "reverse": "r", "recursive": "R", "directory": "d"},
)
def _ls(io: Io, options: Options, operands: list[str]) -> int:
    session, status = io.session, 0
    files: list[tuple[str, Stat]] = []
    folders: list[tuple[str, str]] = []
    for name in operands or ["."]:
        path = session.path(name)
        stat = session.vfs.stat(path)
        if stat is None and path != "C:":
            io.fail(f"ls: cannot access '{name}': No such file or directory")
            status = 2
        elif session.vfs.is_dir(path) and "d" not in options:
            folders.append((name, path))
        elif stat is not None:
            files.append((name, stat))
    if files:
        _shown(io, options, files)
    several = len(folders) > 1 or bool(files) or status != 0 or "R" in options
    first = not files
    while folders:
        name, path = folders.pop(0)
        if several:
            io.write(f"{'' if first else chr(10)}{name}:\n")
        first = False
        inside = session.entries(path)
        if "a" not in options and "A" not in options:
            inside = tuple([e for e in inside if not e.name.startswith(".")])
        if "l" in options:
            io.line(f"total {sum(4 * -(-e.size // 4096) if not e.is_dir else 4 for e in inside)}")
        shown = [(name_of(e), e) for e in inside]
        if "a" in options:
            here = session.vfs.stat(path)
            dots = [(dot, here) for dot in (".", "..")] if here is not None else []
            shown = [*dots, *shown]
        _shown(io, options, shown)
        if "R" in options:
            folders = [(f"{name.rstrip('/')}/{name_of(e)}", e.path) for e in inside if e.is_dir] + folders
    return status


def _shown(io: Io, options: Options, found: list[tuple[str, Stat]]) -> None:
    if "t" in options:
        found = sorted(found, key=lambda one: -one[1].mtime_ms)
    elif "S" in options:
        found = sorted(found, key=lambda one: -one[1].size)
    found = found[::-1] if "r" in options else found
    names = [f"{n}/" if "F" in options and e.is_dir and n[0] != "." else n for n, e in found]
    quoted = [f"'{n}'" if set(n) & set(' &;()$#!*?[]"|<>') and io.shown else n for n in names]
    if "l" in options:
        vfs = io.session.vfs
        sizes = [str(4096 if e.is_dir else e.size) for _, e in found]
        if "h" in options:
            sizes = [_human(4096 if e.is_dir else e.size) for _, e in found]
        width = max([len(s) for s in sizes], default=1)
        for name, size, (_, e) in zip(quoted, sizes, found, strict=True):
            mode = mode_text(mode_of(vfs, e.path), is_dir=e.is_dir)
            links = 2 if e.is_dir else 1
            io.line(f"{mode} {links} user user {size:>{width}} {_when(e.mtime_ms, io.session.world.now)} {name}")
    elif "1" in options or not io.shown:
        for name in quoted:
            io.line(name)
    elif quoted:
        io.write(_columns(quoted, io.session.columns))


def _columns(names: list[str], width: int) -> str:
    """Names in as few lines as there is room for, ordered downwards."""
    least = max(1, (sum(map(len, names)) + 2 * len(names)) // (width + 2))
    for rows in range(least, len(names) + 1):
        charge(len(names))
        columns = [names[i : i + rows] for i in range(0, len(names), rows)]
        widths = [max(map(len, c)) + 2 for c in columns]
        if sum(widths) - 2 <= width or rows == len(names):
            lines = [
                "".join(f"{c[row]:<{w}}" for c, w in zip(columns, widths, strict=True) if row < len(c)).rstrip()
                for row in range(rows)
            ]
            return "".join(f"{line}\n" for line in lines)
    return ""


@register(
    "tree", usage="[-adL level] [DIRECTORY]", about="List contents of directories in a tree.", flags="ad", values="L"
)
def _tree(io: Io, options: Options, operands: list[str]) -> int:
    session, counts = io.session, [0, 0]
    depth = int(options["L"]) if options.get("L", "").isdecimal() and len(options["L"]) < 4 else 30

    def below(path: str, prefix: str, level: int) -> None:
        inside = [e for e in session.entries(path) if "a" in options or not e.name.startswith(".")]
        inside = [e for e in inside if e.is_dir or "d" not in options]
        for number, e in enumerate(inside):
            last = number == len(inside) - 1
            io.line(f"{prefix}{'└── ' if last else '├── '}{name_of(e)}")
            counts[not e.is_dir] += 1
            if e.is_dir and level < depth:
                below(e.path, prefix + ("    " if last else "│   "), level + 1)

    for name in operands or ["."]:
        path = session.path(name)
        if session.vfs.is_dir(path):
            io.line(name)
            below(path, "", 1)
        else:
            io.line(f"{name}  [error opening dir]")
    folders, files = counts
    tail = f", {files} file{'s' * (files != 1)}" if "d" not in options else ""
    io.write(f"\n{folders} director{'ies' if folders != 1 else 'y'}{tail}\n")
    return 0


@register("find", raw=True)
def _find(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    at = next((i for i, a in enumerate(args) if a.startswith(("-", "!", "("))), len(args))
    roots, tests = args[:at] or ["."], args[at:]
    if tests == ["--help"]:
        io.write("Usage: find [path...] [expression]\nSearch for files in a directory hierarchy.\n")
        return 0
    try:
        matches = _Finder(io, tests)
    except ValueError as e:
        return io.fail(f"find: {e}")
    status = 0
    for root in roots:
        path = session.path(root)
        if session.vfs.get(path) is None:
            status = io.fail(f"find: ‘{root}’: No such file or directory")
            continue
        found = _walked(session, root, path, 0)
        for shown, stat, level in reversed(found) if matches.deletes else found:
            matches.meets(shown, stat, level)
    return status


def _walked(session: Session, shown: str, path: str, level: int) -> list[tuple[str, Stat, int]]:
    stat = session.vfs.stat(path)
    if stat is None:
        return []
    found = [(shown, stat, level)]
    for e in session.entries(path) if stat.is_dir else ():
        charge(_FOUND + len(shown))
        found += _walked(session, f"{shown.rstrip('/')}/{name_of(e)}", e.path, level + 1)
    return found


class _Finder:
    """The tests and the deed of a find; all tests have to hold, those on both sides of "-o" one of them."""

    _WITH_VALUE = ("-name", "-iname", "-type", "-maxdepth", "-mindepth", "-size", "-path", "-newer")

    def __init__(self, io: Io, words: list[str]) -> None:
        self._io = io
        self._groups: list[list[tuple[bool, str, str]]] = [[]]
        self._run: list[str] = []
        self._at_once = self.deletes = False
        self._all: list[str] = []
        negated = False
        words = [w for w in words if w not in ("(", ")", "-print", "-a", "-and")]
        while words:
            word = words.pop(0)
            if word in ("!", "-not"):
                negated = True
            elif word in ("-o", "-or"):
                self._groups.append([])
            elif word == "-delete":
                self.deletes = True
            elif word == "-empty":
                self._groups[-1].append((negated, word, ""))
                negated = False
            elif word == "-exec":
                end = next((i for i, w in enumerate(words) if w in (";", "+")), -1)
                if end < 0:
                    raise ValueError("missing argument to `-exec'")
                self._run, words = words[:end], words[end + 1 :]
            elif word in self._WITH_VALUE:
                if not words:
                    raise ValueError(f"missing argument to `{word}'")
                self._groups[-1].append((negated, word, words.pop(0)))
                negated = False
            else:
                raise ValueError(
                    f"unknown predicate `{word}'" if word[0] == "-" else f"paths must precede expression: `{word}'"
                )

    def meets(self, shown: str, stat: Stat, level: int) -> None:
        """Do what is to be done with one of the files, if it passes."""
        charge(_TEST * len(self._groups))
        bounds = [t for group in self._groups for t in group if t[1].endswith("depth")]
        if not all(self._passes(*t, shown, stat, level) for t in bounds):
            return
        if not any(all(self._passes(*t, shown, stat, level) for t in group) for group in self._groups):
            return
        session = self._io.session
        if self.deletes:
            if level and not (session.vfs.is_dir(stat.path) and session.vfs.list(stat.path)):
                session.vfs = session.vfs.delete(stat.path, session.world.now)
        elif self._run:
            session.starts()
            session.run(self._io, [word.replace("{}", shown) for word in self._run])
        else:
            self._io.line(shown)

    def _passes(self, negated: bool, test: str, value: str, shown: str, stat: Stat, level: int) -> bool:
        name = name_of(stat)
        if test == "-name":
            holds = pattern(value).fullmatch(name) is not None
        elif test == "-iname":
            holds = pattern(value.casefold()).fullmatch(name.casefold()) is not None
        elif test == "-path":
            holds = pattern(value).fullmatch(shown) is not None
        elif test == "-type":
            holds = value == ("d" if stat.is_dir else "f")
        elif test == "-empty":
            vfs = self._io.session.vfs
            holds = not vfs.list(stat.path) if stat.is_dir else stat.size == 0
        elif test == "-size":
            holds = _sized(stat, value)
        elif test == "-newer":
            other = self._io.session.vfs.stat(self._io.session.path(value))
            holds = other is not None and stat.mtime_ms > other.mtime_ms
        else:
            bound = int(value) if value.isdecimal() and len(value) < 6 else 0
            holds = level <= bound if test == "-maxdepth" else level >= bound
        return holds != negated


def _sized(stat: Stat, value: str) -> bool:
    sign, rest = (value[0], value[1:]) if value[:1] in "+-" else ("", value)
    unit = {"c": 1, "k": 1024, "M": 1 << 20, "G": 1 << 30}.get(rest[-1:], 0)
    number = rest[:-1] if unit else rest
    blocks = -(-stat.size // (unit or 512))
    wanted = int(number) if number.isdecimal() and len(number) < 12 else 0
    return blocks > wanted if sign == "+" else blocks < wanted if sign == "-" else blocks == wanted


@register(
    "du", usage="[OPTION]... [FILE]...", about="Summarize device usage of the set of FILEs.", flags="shac", values="d"
)
def _du(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session

    def size_of(path: str) -> int:
        stat = session.vfs.stat(path)
        if stat is None or not stat.is_dir:
            return 4 * -(-stat.size // 4096) if stat is not None else 0
        return 4 + sum(size_of(e.path) for e in session.entries(path))

    status = 0
    for name in operands or ["."]:
        path = session.path(name)
        if session.vfs.get(path) is None:
            status = io.fail(f"du: cannot access '{name}': No such file or directory")
            continue
        for shown, stat, level in reversed(_walked(session, name, path, 0)):
            if (stat.is_dir or level == 0) and ("s" not in options or level == 0):
                size = size_of(stat.path)
                io.line(f"{_human(size * 1024) if 'h' in options else size}\t{shown}")
    return status


@register("stat", usage="FILE...", about="Display file status.", values="c")
def _stat(io: Io, options: Options, operands: list[str]) -> int:
    session, status = io.session, 0
    for name in operands:
        found = session.vfs.stat(session.path(name))
        if found is None:
            status = io.fail(f"stat: cannot statx '{name}': No such file or directory")
            continue
        mode = mode_of(session.vfs, found.path)
        if "c" in options:
            values = {"%s": str(found.size), "%n": name, "%a": f"{mode:o}", "%U": "user", "%G": "user"}
            text = options["c"]
            for sign, value in values.items():
                text = text.replace(sign, value)
            io.line(text)
            continue
        moment = datetime.fromtimestamp(found.mtime_ms // 1000, UTC)
        io.line(f"  File: {name}\n  Size: {found.size}\t{'directory' if found.is_dir else 'regular file'}")
        io.line(f"Access: (0{mode:o}/{mode_text(mode, is_dir=found.is_dir)})  Uid: ( 1000/    user)")
        io.line(f"Modify: {moment:%Y-%m-%d %H:%M:%S}.000000000 +0000")
    return status


@register("file", usage="FILE...", about="Determine file type.", flags="b")
def _file(io: Io, options: Options, operands: list[str]) -> int:
    session = io.session
    for name in operands:
        found = session.vfs.stat(session.path(name))
        if found is None:
            said = f"cannot open `{name}' (No such file or directory)"
        elif found.is_dir:
            said = "directory"
        elif found.size == 0:
            said = "empty"
        elif is_archive(name):
            said = "Zip archive data, at least v2.0 to extract"
        else:
            content = session.vfs.read(found.path)
            said = f"{kind_of(found).lower()} data" if b"\0" in content[:512] else "ASCII text"
        io.line(said if "b" in options else f"{name}: {said}")
    return 0
