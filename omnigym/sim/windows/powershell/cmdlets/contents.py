"""Cmdlets for what is in files: reading, writing, searching."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import md5, sha1, sha256

from omnigym.sim.patterns import Pattern
from omnigym.sim.vfs import VfsError, base_name, native
from omnigym.sim.windows.powershell.files import (
    decoded,
    found_files,
    output_file,
    path_of,
    reason,
    write_text,
)
from omnigym.sim.windows.powershell.operators import pattern_of
from omnigym.sim.windows.powershell.registry import Call, cmdlet
from omnigym.sim.windows.powershell.values import Record, Value, as_list, as_text, joined
from omnigym.sim.work_budget import charge

__all__: list[str] = []

#: What a line costs that is found, in units of work.
_FOUND = 20


def _files(call: Call) -> list[str]:
    """The files that a cmdlet reads; what is none is said."""
    if not (call.has("path") or call.has("literalpath")):
        return [path_of(call.session, v) for v in call.given]
    found: list[str] = []
    for typed in call.texts("path", "literalpath"):
        paths = found_files(call.session, typed)
        if not paths:
            call.fail(f"There is no '{native(call.session.path(typed))}'.")
        found += paths
    return found


def _read(call: Call, path: str) -> str | None:
    try:
        content = call.session.vfs.read(path)
        charge(len(content) // 2)
        return decoded(content)
    except VfsError as e:
        call.fail(f"'{native(path)}': {reason(e)}")
        return None


def _lines(text: str) -> list[str]:
    """The lines of a text; what ends it is no line more."""
    charge(4 * text.count("\n"))
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@cmdlet("Get-Content", "Path:0 LiteralPath TotalCount Head First Tail Last Raw! Encoding", "cat", "type", "gc")
def _get_content(call: Call) -> Iterable[Value]:
    for path in _files(call):
        text = _read(call, path)
        if text is None:
            continue
        if call.has("raw"):
            yield text
            continue
        lines = _lines(text)
        first = next((call.number(n) for n in ("totalcount", "head", "first") if call.has(n)), len(lines))
        last = next((call.number(n) for n in ("tail", "last") if call.has(n)), 0)
        yield from lines[max(0, len(lines) - last) :] if last > 0 else lines[: max(0, first)]


def _put(call: Call, appends: bool) -> None:
    values = as_list(call.value("value")) if call.has("value") else call.given
    end = "" if call.has("nonewline") else "\n"
    text = joined([as_text(v) for v in values], end) + (end if values else "")
    for typed in call.texts("path", "literalpath"):
        path = call.session.path(typed)
        try:
            write_text(call.session, path, text, appends)
        except VfsError as e:
            call.fail(f"'{native(path)}': {reason(e)}")


@cmdlet("Set-Content", "Path:0 LiteralPath Value:1 NoNewline! Encoding Force!", "sc")
def _set_content(call: Call) -> Iterable[Value]:
    _put(call, appends=False)
    return ()


@cmdlet("Add-Content", "Path:0 LiteralPath Value:1 NoNewline! Encoding Force!", "ac")
def _add_content(call: Call) -> Iterable[Value]:
    _put(call, appends=True)
    return ()


@cmdlet("Clear-Content", "Path:0", "clc")
def _clear_content(call: Call) -> Iterable[Value]:
    call.values = {**call.values, "value": []}
    _put(call, appends=False)
    return ()


@cmdlet("Out-File", "FilePath:0 LiteralPath Append! InputObject Encoding Force! NoNewline! Width")
def _out_file(call: Call) -> Iterable[Value]:
    values = as_list(call.value("inputobject")) if call.has("inputobject") else call.given
    for typed in call.texts("filepath", "literalpath"):
        try:
            output_file(call.session, typed, values, call.has("append"))
        except VfsError as e:
            call.fail(f"'{native(call.session.path(typed))}': {reason(e)}")
    return ()


@cmdlet("Tee-Object", "FilePath:0 Append!", "tee")
def _tee_object(call: Call) -> Iterable[Value]:
    _out_file(call)
    return call.given


@cmdlet(
    "Select-String",
    "Pattern:0 Path:1 LiteralPath SimpleMatch! CaseSensitive! NotMatch! Quiet! AllMatches! List!",
    "sls",
)
def _select_string(call: Call) -> Iterable[Value]:
    exact = call.has("casesensitive")
    patterns: list[Pattern] = []
    for text in call.texts("pattern"):
        charge(len(text))
        plain = "".join([c if c.isalnum() else f"\\{c}" for c in text])
        patterns.append(pattern_of(plain if call.has("simplematch") else text, exact))
    found: list[Value] = []
    for name, path, number, line in _searched(call):
        hit = next((f for f in [p.search(line, call.session.spend) for p in patterns] if f is not None), None)
        if (hit is not None) == call.has("notmatch"):
            continue
        charge(_FOUND + len(line))
        matched = hit.group(line, 0) if hit is not None else ""
        pairs = (("Line", line), ("LineNumber", number), ("Filename", name), ("Path", path), ("Matches", matched))
        found.append(Record("MatchInfo", pairs, f"{name}:{number}:{line}" if path else line))
    return [bool(found)] if call.has("quiet") else found


def _searched(call: Call) -> Iterable[tuple[str, str, int, str]]:
    """The lines that are looked through: name and path of the file, number, text."""
    named = call.has("path") or call.has("literalpath")
    if named or all(isinstance(v, Record) and v.has("FullName") for v in call.given):
        for path in _files(call):
            if call.session.vfs.is_dir(path):
                continue
            for number, line in enumerate(_lines(_read(call, path) or ""), 1):
                yield base_name(path), native(path), number, line
        return
    for number, value in enumerate(call.given, 1):
        yield "InputStream", "", number, as_text(value)


@cmdlet("Get-FileHash", "Path:0 Algorithm")
def _get_file_hash(call: Call) -> Iterable[Value]:
    kinds = {"SHA256": sha256, "SHA1": sha1, "MD5": md5}
    kind = call.text("algorithm", "SHA256").upper()
    if kind not in kinds:
        call.fail(f"There is no algorithm '{kind}'.")
        return
    for path in _files(call):
        charge(len(call.session.vfs.content(path)) // 64)
        digest = kinds[kind](call.session.vfs.content(path)).hexdigest().upper()
        yield Record("FileHash", (("Algorithm", kind), ("Hash", digest), ("Path", native(path))))
