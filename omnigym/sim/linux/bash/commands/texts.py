"""Commands that read lines and write others: cat, head, tail, wc, grep, sort, uniq, cut, tr, tee, and some more."""

from __future__ import annotations

import difflib
import re
from collections import Counter

from omnigym.sim.linux.bash.filing import reason, write_file
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io
from omnigym.sim.linux.paths import name_of
from omnigym.sim.patterns import Pattern, PatternError, pattern_of
from omnigym.sim.vfs import VfsError
from omnigym.sim.work_budget import charge, charge_letters

__all__ = ["contents", "lines_of"]

#: Units of work of a line that is read, and of one that is put into its place.
_LINE, _SORTED = 2, 8


def contents(io: Io, command: str, names: list[str], opening: str = "") -> tuple[list[tuple[str, bytes]], int]:
    """What files hold, by name, and the exit status; standard input where none is named, and for "-".

    Args:
        io: What the command reads and writes.
        command: Its name, for what it says of files that cannot be read.
        names: The files.
        opening: What it says before the name, such as "cannot open '{}' for reading"; "" for the name alone.
    """
    found: list[tuple[str, bytes]] = []
    status = 0
    for name in names or ["-"]:
        path = io.session.path(name)
        if name == "-":
            found.append((name, io.read()))
        elif name == "/dev/null":
            found.append((name, b""))
        elif io.session.vfs.is_file(path):
            content = io.session.vfs.read(path)
            charge_letters(len(content))
            found.append((name, content))
        else:
            folder = io.session.vfs.is_dir(path)
            what = "Is a directory" if folder else "No such file or directory"
            said = opening.format(name) if opening and not folder else name
            status = io.fail(f"{command}: {said}: {what}")
    return found, status


def lines_of(content: bytes) -> list[str]:
    """The lines of a content, without their ends."""
    charge_letters(len(content))
    charge(_LINE * content.count(b"\n"))
    lines = content.decode("utf-8", "replace").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@register("cat", usage="[OPTION]... [FILE]...", about="Concatenate FILE(s) to standard output.", flags="nAbsetvE")
def _cat(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "cat", operands)
    joined = b"".join(content for _, content in found)
    if "n" not in options and "b" not in options:
        io.write(joined)
        return status
    number = 0
    for line in lines_of(joined):
        counts = "n" in options or line != ""
        number += counts
        io.line(f"{number:6}\t{line}" if counts else line)
    return status


@register("tac", usage="[FILE]...", about="Write each FILE to standard output, last line first.")
def _tac(io: Io, _options: Options, operands: list[str]) -> int:
    found, status = contents(io, "tac", operands)
    for _, content in found:
        io.write(_text(lines_of(content)[::-1]))
    return status


def _count(value: str) -> tuple[str, int] | None:
    found = re.fullmatch(r"([-+]?)(\d{1,9})", value)
    return (found[1], int(found[2])) if found else None


def _part(io: Io, command: str, options: Options, operands: list[str], tail: bool) -> int:
    unit = "c" if "c" in options else "n"
    counted = _count(options.get(unit, "10"))
    if counted is None:
        what = "bytes" if unit == "c" else "lines"
        return io.fail(f"{command}: invalid number of {what}: ‘{options[unit]}’")
    sign, count = counted
    found, status = contents(io, command, operands, "cannot open '{}' for reading")
    for number, (name, content) in enumerate(found):
        if len(found) > 1 and "q" not in options:
            io.write(f"{chr(10) if number else ''}==> {'standard input' if name == '-' else name} <==\n")
        pieces = content.splitlines(keepends=True) if unit == "n" else [content[i : i + 1] for i in range(len(content))]
        if tail:
            pieces = pieces[max(0, count - 1) :] if sign == "+" else pieces[len(pieces) - min(count, len(pieces)) :]
        else:
            pieces = pieces[: max(0, len(pieces) - count)] if sign == "-" else pieces[:count]
        io.write(b"".join(pieces))
    return status


@register(
    "head",
    usage="[OPTION]... [FILE]...",
    about="Print the first 10 lines of each FILE.",
    flags="qv",
    values="nc",
    long={"lines": "n", "bytes": "c", "quiet": "q"},
)
def _head(io: Io, options: Options, operands: list[str]) -> int:
    return _part(io, "head", options, operands, tail=False)


@register(
    "tail",
    usage="[OPTION]... [FILE]...",
    about="Print the last 10 lines of each FILE.",
    flags="qvfF",
    values="nc",
    long={"lines": "n", "bytes": "c", "quiet": "q", "follow": "f"},
)
def _tail(io: Io, options: Options, operands: list[str]) -> int:
    if "f" in options:
        io.session.waits = ("tail", ("-f", *operands))
    return _part(io, "tail", options, operands, tail=True)


@register(
    "wc",
    usage="[OPTION]... [FILE]...",
    about="Print newline, word, and byte counts for each FILE.",
    flags="lwcmL",
    long={"lines": "l", "words": "w", "bytes": "c", "chars": "m"},
)
def _wc(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "wc", operands)
    wanted = [o for o in "lwmc" if o in options] or ["l", "w", "c"]
    rows = []
    for name, content in found:
        text = content.decode("utf-8", "replace")
        counts = {"l": content.count(b"\n"), "w": len(content.split()), "m": len(text), "c": len(content)}
        rows.append(([counts[o] for o in wanted], "" if name == "-" and not operands else name))
    if len(rows) > 1:
        rows.append(([sum(column) for column in zip(*[r for r, _ in rows], strict=True)], "total"))
    # As wide as the number of all bytes; seven where their number is not known before.
    width = len(str(sum(len(content) for _, content in found))) if operands else 7
    width = 1 if len(wanted) == 1 and len(rows) == 1 else width
    for numbers, name in rows:
        io.line(" ".join([f"{n:>{width}}" for n in numbers] + ([name] if name else [])))
    return status


def _expression(text: str, options: Options) -> Pattern:
    """A regular expression as grep reads it.

    Raises:
        PatternError: It is none.
    """
    if "F" in options:
        text = re.escape(text)
    elif "E" not in options and "P" not in options:
        text = basic(text)
    whole = frozenset({"w": "word", "x": "line"}[o] for o in "wx" if o in options)
    return pattern_of(posix(text), "i" not in options, whole)


_CLASSES = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "punct": r"!-/:-@\[-`{-~",
    "blank": " \\t",
    "xdigit": "0-9a-fA-F",
}


def posix(text: str) -> str:
    """A regular expression with the classes and the counts of POSIX as they are written elsewhere.

    >>> posix("[[:digit:]]{,3}")
    '[0-9]{0,3}'
    """
    return re.sub(r"\[:(\w+):\]", lambda m: _CLASSES.get(m[1], ""), re.sub(r"\{,(\d+)\}", r"{0,\1}", text))


def basic(text: str) -> str:
    r"""A basic regular expression as an extended one: there ``\(`` is what here is ``(``.

    >>> print(basic(r"a\(b+\)*"))
    a(b\+)*
    """
    return re.sub(r"\\([(){}|+?])|([(){}|+?])", lambda m: m[1] if m[1] else f"\\{m[2]}", text)


@register(
    "grep",
    "egrep",
    "fgrep",
    usage="[OPTION]... PATTERNS [FILE]...",
    about="Search for PATTERNS in each FILE.",
    flags="ivnclrRwxEFPqhHLosa",
    values="emABC",
    long={
        "ignore-case": "i",
        "invert-match": "v",
        "line-number": "n",
        "count": "c",
        "recursive": "r",
        "color": "s",
        "files-with-matches": "l",
        "word-regexp": "w",
        "only-matching": "o",
        "quiet": "q",
        "max-count": "m",
    },
)
def _grep(io: Io, options: Options, operands: list[str]) -> int:
    if "e" in options:
        patterns, names = options["e"].split("\n"), operands
    elif operands:
        patterns, names = operands[0].split("\n"), operands[1:]
    else:
        io.fail("Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.")
        return 2
    try:
        wanted = [_expression(p, options) for p in patterns]
    except PatternError:
        io.fail("grep: Invalid regular expression")
        return 2
    deep = bool({"r", "R"} & options.keys())
    found, status = _searched(io, names or (["."] if deep else []), deep=deep)
    labelled = ("H" in options or deep or len(names) > 1) and "h" not in options
    matched = False
    for name, content in found:
        matched |= _grepped(io, wanted, options, f"{name}:" if labelled else "", name, lines_of(content))
    return 2 if status and "q" not in options else int(not matched)


def _searched(io: Io, names: list[str], *, deep: bool) -> tuple[list[tuple[str, bytes]], int]:
    if not deep:
        return contents(io, "grep", names)
    found: list[tuple[str, bytes]] = []
    status, vfs = 0, io.session.vfs

    def below(shown: str, path: str) -> None:
        for e in io.session.entries(path):
            inner = f"{shown}/{name_of(e)}" if shown != "." else name_of(e)
            if e.is_dir:
                below(inner, e.path)
            else:
                found.append((inner, vfs.read(e.path)))

    for name in names:
        path = io.session.path(name)
        if vfs.is_dir(path):
            below(name.rstrip("/") or "/", path)
        else:
            more, failed = contents(io, "grep", [name])
            found += more
            status = status or failed
    return found, status


def _grepped(io: Io, wanted: list[Pattern], options: Options, label: str, name: str, lines: list[str]) -> bool:
    spend = charge
    most = int(options["m"]) if options.get("m", "").isdecimal() else len(lines)
    hits = [n for n, line in enumerate(lines) if any(p.search(line, spend) for p in wanted) != ("v" in options)][:most]
    if "q" in options:
        return bool(hits)
    if "l" in options or "L" in options:
        if bool(hits) == ("l" in options):
            io.line(name)
    elif "c" in options:
        io.line(f"{label}{len(hits)}")
    elif "o" in options:
        for n in hits:
            for p in wanted:
                for m in p.all(lines[n], spend):
                    if m.end > m.start:
                        io.line(f"{label}{f'{n + 1}:' if 'n' in options else ''}{m.group(lines[n], 0)}")
    else:
        _with_context(io, options, label, lines, hits)
    return bool(hits)


def _with_context(io: Io, options: Options, label: str, lines: list[str], hits: list[int]) -> None:
    around = options.get("C", "0")
    before, after = (
        int(v) if v.isdecimal() and len(v) < 6 else 0 for v in (options.get("B", around), options.get("A", around))
    )
    charge(len(hits) * min(before + after + 1, len(lines)))
    among = set(hits)
    shown = sorted({m for n in hits for m in range(max(0, n - before), min(len(lines), n + after + 1))})
    for at, n in enumerate(shown):
        if (before or after) and at and shown[at - 1] != n - 1:
            io.line("--")
        sign = ":" if n in among else "-"
        number = f"{n + 1}{sign}" if "n" in options else ""
        io.line(f"{label[:-1] + sign if label else ''}{number}{lines[n]}")


@register(
    "sort",
    usage="[OPTION]... [FILE]...",
    about="Write sorted concatenation of all FILE(s) to standard output.",
    flags="rnufbhVs",
    values="kto",
    long={"reverse": "r", "numeric-sort": "n", "unique": "u", "output": "o"},
)
def _sort(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "sort", operands, "cannot read: {}")
    if status:
        return 2
    lines = [line for _, content in found for line in lines_of(content)]
    key = options.get("k", "")
    field = re.match(r"(\d{1,4})", key)
    numeric = "n" in options or "h" in options or key.rstrip("r").endswith("n")
    separator = options.get("t")

    def part(line: str) -> str:
        if field is None:
            return line
        words = line.split(separator) if separator else line.split()
        chosen = words[int(field[1]) - 1 :]
        only = re.match(rf"{field[1]}(?:\.\d+)?\w*,{field[1]}", key) is not None
        return (chosen[0] if chosen else "") if only else (separator or " ").join(chosen)

    def order(line: str) -> tuple[object, ...]:
        said = part(line)
        if numeric:
            number = re.match(r"\s*(-?\d+(?:\.\d+)?)", said)
            return (float(number[1]) if number else 0.0, line)
        said = said.casefold() if "f" in options else said
        return (_collated(said), line)

    charge(_SORTED * len(lines) + sum(map(len, lines)) // 2)
    lines.sort(key=order, reverse="r" in options or key.endswith("r"))
    if "u" in options:
        seen: dict[object, str] = {}
        for line in lines:
            seen.setdefault(order(line)[0] if numeric or field or "f" in options else line, line)
        lines = list(seen.values())
    if "o" not in options:
        io.write(_text(lines))
        return 0
    try:
        write_file(io.session, io.session.path(options["o"]), _text(lines).encode())
    except VfsError as e:
        io.fail(f"sort: open failed: {options['o']}: {reason(e)}")
        return 2
    return 0


def _collated(text: str) -> tuple[str, str]:
    """The plain order of characters, as in the locale C.UTF-8 that the shell runs in."""
    return text, ""


@register("uniq", usage="[OPTION]... [INPUT]", about="Filter adjacent matching lines.", flags="cdui")
def _uniq(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "uniq", operands[:1])
    runs: list[tuple[str, int]] = []
    for line in [line for _, content in found for line in lines_of(content)]:
        same = runs and (runs[-1][0].casefold() == line.casefold() if "i" in options else runs[-1][0] == line)
        if same:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    for line, count in runs:
        if ("d" not in options or count > 1) and ("u" not in options or count == 1):
            io.line(f"{count:7} {line}" if "c" in options else line)
    return status


def _ranges(text: str) -> list[tuple[int, int]] | None:
    found = []
    for piece in text.split(","):
        match = re.fullmatch(r"(\d{0,6})(-?)(\d{0,6})", piece)
        if match is None or not (match[1] or match[3]):
            return None
        first = int(match[1] or 1)
        found.append((first, int(match[3] or 1_000_000) if match[2] else first))
    return found


@register(
    "cut",
    usage="OPTION... [FILE]...",
    about="Print selected parts of lines from each FILE.",
    flags="s",
    values="dfcb",
    long={"delimiter": "d", "fields": "f", "characters": "c"},
)
def _cut(io: Io, options: Options, operands: list[str]) -> int:
    chosen = next((options[o] for o in "fcb" if o in options), None)
    ranges = _ranges(chosen) if chosen is not None else None
    if ranges is None:
        said = "you must specify a list of bytes, characters, or fields" if chosen is None else "invalid field range"
        return io.fail(f"cut: {said}\nTry 'cut --help' for more information.")
    found, status = contents(io, "cut", operands)
    delimiter = options.get("d", "\t")[:1]
    for line in [line for _, content in found for line in lines_of(content)]:
        if "f" in options:
            if delimiter not in line:
                if "s" not in options:
                    io.line(line)
                continue
            words = line.split(delimiter)
            charge(len(words) * len(ranges))
            io.line(delimiter.join([w for n, w in enumerate(words, 1) if any(a <= n <= b for a, b in ranges)]))
        else:
            charge(len(line) * len(ranges))
            io.line("".join([c for n, c in enumerate(line, 1) if any(a <= n <= b for a, b in ranges)]))
    return status


def _set_of(text: str) -> list[str]:
    text = re.sub(r"\[:(\w+):\]", lambda m: _CLASSES.get(m[1], "").replace(r"\s", " \t\n"), text)
    text = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
    charge(len(text) * 100)  # a range has any number of letters
    text = re.sub(r"(.)-(.)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))) or m[0], text, flags=re.S)
    return list(text)


@register("tr", usage="[OPTION]... SET1 [SET2]", about="Translate, squeeze, or delete characters.", flags="dsc")
def _tr(io: Io, options: Options, operands: list[str]) -> int:
    if not operands or (len(operands) < 2 and not {"d", "s"} & options.keys()):
        said = f"missing operand after ‘{operands[0]}’" if operands else "missing operand"
        return io.fail(f"tr: {said}\nTry 'tr --help' for more information.")
    text = io.read().decode("utf-8", "replace")
    first = _set_of(operands[0])
    if "c" in options:
        first = [c for c in sorted(set(text)) if c not in first]
    second = _set_of(operands[1]) if len(operands) > 1 else []
    if "d" in options:
        text = text.translate({ord(c): None for c in first})
    elif second:
        padded = second + [second[-1]] * (len(first) - len(second))
        text = text.translate(dict(zip(map(ord, first), padded, strict=False)))
    if "s" in options:
        squeezed = "".join(re.escape(c) for c in (second or first))
        text = re.sub(f"([{squeezed}])\\1+", r"\1", text) if squeezed else text
    io.write(text)
    return 0


@register(
    "tee",
    usage="[OPTION]... [FILE]...",
    about="Copy standard input to each FILE, and also to standard output.",
    flags="ai",
)
def _tee(io: Io, options: Options, operands: list[str]) -> int:
    session, status, given = io.session, 0, io.read()
    for name in operands:
        path = session.path(name)
        if name == "/dev/null":
            continue
        try:
            write_file(session, path, (session.vfs.content(path) if "a" in options else b"") + given)
        except VfsError as e:
            status = io.fail(f"tee: {name}: {reason(e)}")
    io.write(given)
    return status


@register("nl", usage="[FILE]...", about="Write each FILE to standard output, with line numbers added.", values="b")
def _nl(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "nl", operands)
    number = 0
    for line in [line for _, content in found for line in lines_of(content)]:
        counts = line != "" or options.get("b") == "a"
        number += counts
        io.line(f"{number:6}\t{line}" if counts else "")
    return status


@register("rev", usage="[FILE]...", about="Reverse lines characterwise.")
def _rev(io: Io, _options: Options, operands: list[str]) -> int:
    found, status = contents(io, "rev", operands)
    for _, content in found:
        io.write(_text([line[::-1] for line in lines_of(content)]))
    return status


@register("paste", usage="[FILE]...", about="Merge lines of files.", values="d", flags="s")
def _paste(io: Io, options: Options, operands: list[str]) -> int:
    found, status = contents(io, "paste", operands)
    sign = options.get("d", "\t")[:1].replace("\\n", "\n")
    columns = [lines_of(content) for _, content in found]
    if "s" in options:
        for lines in columns:
            io.line(sign.join(lines))
        return status
    for n in range(max(map(len, columns), default=0)):
        io.line(sign.join([lines[n] if n < len(lines) else "" for lines in columns]))
    return status


@register("less", "more", usage="[FILE]...", about="Show FILE(s).")
def _less(io: Io, _options: Options, operands: list[str]) -> int:
    found, status = contents(io, "less", operands)
    for _, content in found:
        io.write(content)
    return status


@register("diff", usage="[OPTION]... FILES", about="Compare FILES line by line.", flags="qruwBi")
def _diff(io: Io, options: Options, operands: list[str]) -> int:
    if len(operands) != 2:
        io.fail("diff: missing operand after 'diff'\ndiff: Try 'diff --help' for more information.")
        return 2
    found, status = contents(io, "diff", operands)
    if status:
        return 2
    a, b = (lines_of(content) for _, content in found)
    if a == b:
        return 0
    # each line is compared with all that are equal to it, and again in each part that is left
    equal = Counter(b)
    charge((len(a) + sum([equal[line] for line in a])) * (1 + min(len(a), len(b)) // 16))
    if "q" in options:
        io.line(f"Files {operands[0]} and {operands[1]} differ")
        return 1
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            letter = {"replace": "c", "delete": "d", "insert": "a"}[tag]
            io.line(f"{_span(i1, i2)}{letter}{_span(j1, j2)}")
            for line in a[i1:i2]:
                io.line(f"< {line}")
            if tag == "replace":
                io.line("---")
            for line in b[j1:j2]:
                io.line(f"> {line}")
    return 1


def _span(start: int, end: int) -> str:
    return f"{start + 1},{end}" if end - start > 1 else str(end)
