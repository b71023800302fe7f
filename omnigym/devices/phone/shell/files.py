"""Programs on files."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from omnigym.devices.phone.files import PhoneEntry
from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__: list[str] = []


def _split(arguments: list[str]) -> tuple[set[str], list[str]]:
    """The letters of the options, and the rest."""
    options = {letter for a in arguments if a.startswith("-") and a != "-" for letter in a.lstrip("-")}
    return options, [a for a in arguments if not a.startswith("-") or a == "-"]


def _paths(arguments: list[str]) -> tuple[set[str], list[str]]:
    options, paths = _split(arguments)
    if not paths:
        raise UsageError("Needs 1 argument")
    return options, paths


@applet("echo")
def run_echo(_phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``echo [-n] TEXT...``."""
    if arguments[:1] == ["-n"]:
        return Result(" ".join(arguments[1:]).encode())
    return Result((" ".join(arguments) + "\n").encode())


@applet("cat")
def run_cat(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``cat [FILE...]``."""
    paths = [a for a in arguments if a != "-"]
    return Result(b"".join(phone.files.read(p) for p in paths) if paths else stdin)


@applet("head")
def run_head(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``head [-n COUNT] [FILE...]``: the first lines, ten of them unless told."""
    return _lines(phone, arguments, stdin, lambda lines, count: lines[:count])


@applet("tail")
def run_tail(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``tail [-n COUNT] [FILE...]``: the last ones."""
    return _lines(phone, arguments, stdin, lambda lines, count: lines[-count:] if count else [])


def _lines(phone: Phone, arguments: list[str], stdin: bytes, some: Callable[[list[bytes], int], list[bytes]]) -> Result:
    count, rest = 10, list(arguments)
    if rest[:1] == ["-n"]:
        count, rest = int(rest[1]), rest[2:]
    elif rest and rest[0][:1] == "-" and rest[0][1:].isdigit():
        count, rest = int(rest[0][1:]), rest[1:]
    content = b"".join(phone.files.read(path) for path in rest) if rest else stdin
    return Result(b"".join(some(content.splitlines(keepends=True), abs(count))))


@applet("ls")
def run_ls(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``ls [-adl1] [PATH...]``."""
    options, paths = _split(arguments)
    out: list[str] = []
    for path in paths or ["/"]:
        found = phone.files.stat(path)
        if found is None:
            return fail(f"ls: {path}: No such file or directory")
        alone = "d" in options or not found.is_dir
        entries = [found._replace(name=path)] if alone else list(phone.files.list(path))
        if len(paths) > 1 and not alone:
            out.append(f"{path}:")
        entries = [e for e in entries if "a" in options or alone or not e.name.startswith(".")]
        out += [_long(e) if "l" in options else e.name for e in entries]
    return say("\n".join(out))


def _long(entry: PhoneEntry) -> str:
    when = datetime.fromtimestamp(entry.mtime, UTC).strftime("%Y-%m-%d %H:%M")
    kind = "drwxrwx--x" if entry.is_dir else "-rw-rw----"
    return f"{kind} 1 u0_a1 media_rw {entry.size:>8} {when} {entry.name}"


@applet("stat")
def run_stat(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``stat -c FORMAT PATH...`` with %s, %n, %F, %Y and %a."""
    given = arguments[arguments.index("-c") + 1] if "-c" in arguments[:-1] else "%n %s %F"
    out = []
    for path in [a for a in arguments if a not in ("-c", given)]:
        found = phone.files.stat(path)
        if found is None:
            return fail(f"stat: '{path}': No such file or directory")
        kind = "directory" if found.is_dir else "regular file"
        line = given.replace("%s", str(found.size)).replace("%n", path).replace("%F", kind)
        out.append(line.replace("%Y", str(found.mtime)).replace("%a", f"{found.mode & 0o777:o}"))
    return say("\n".join(out))


@applet("mkdir")
def run_mkdir(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``mkdir [-p] PATH...``."""
    options, paths = _paths(arguments)
    for path in paths:
        if "p" not in options and phone.files.stat(path) is not None:
            return fail(f"mkdir: '{path}': File exists")
        phone.files.make_dir(path)
    return Result()


@applet("rm", "rmdir")
def run_rm(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``rm [-rf] PATH...``."""
    options, paths = _paths(arguments)
    for path in paths:
        found = phone.files.stat(path)
        if found is None:
            if "f" not in options:
                return fail(f"rm: {path}: No such file or directory")
        elif found.is_dir and not options & {"r", "R"}:
            return fail(f"rm: {path}: Is a directory")
        else:
            phone.files.remove(path)
    return Result()


@applet("mv")
def run_mv(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``mv FROM TO``."""
    _, paths = _paths(arguments)
    phone.files.move(paths[0], paths[-1])
    return Result()


@applet("cp")
def run_cp(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``cp FROM TO``, of a file."""
    _, (source, target) = _paths(arguments)
    found = phone.files.stat(target)
    if found is not None and found.is_dir:
        target = posixpath.join(target, posixpath.basename(source))
    phone.files.write(target, phone.files.read(source))
    return Result()


@applet("touch")
def run_touch(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``touch PATH...``."""
    for path in _paths(arguments)[1]:
        phone.files.write(path, b"", append=True)
    return Result()


@applet("test", "[")
def run_test(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``test -e|-f|-d PATH``."""
    option, path = arguments[:2]
    found = phone.files.stat(path)
    held = found is not None and (option == "-e" or (option == "-d") == found.is_dir)
    return Result(code=0 if held else 1)


@applet("md5sum")
def run_md5sum(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``md5sum [FILE...]``."""
    contents = [(p, stdin if p == "-" else phone.files.read(p)) for p in arguments or ["-"]]
    return say("\n".join(f"{hashlib.md5(c, usedforsecurity=False).hexdigest()}  {p}" for p, c in contents))


@applet("grep")
def run_grep(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``grep [-iEv] TEXT [FILE]``: the lines that hold a text, or one of several with ``|`` between them."""
    options, (text, *files) = _split(arguments)
    content = b"".join(phone.files.read(f) for f in files) if files else stdin
    wanted = text.casefold() if "i" in options else text
    parts = wanted.split("|") if "E" in options else [wanted]
    lines = []
    for line in content.decode(errors="replace").splitlines():
        looked = line.casefold() if "i" in options else line
        if any(part in looked for part in parts) != ("v" in options):
            lines.append(line)
    return Result("".join(f"{line}\n" for line in lines).encode(), code=0 if lines else 1)
