"""Runs command lines."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import dropwhile
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from omnigym.discovery import load_all
from omnigym.errors import OmnigymError

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

# -- the programs by name, and what each gets and gives ---------------------------------------------------------------


class Result(NamedTuple):
    """What a program wrote, and its exit code."""

    out: bytes | memoryview = b""
    err: bytes = b""
    code: int = 0


class UsageError(Exception):
    """A program was called in a way that it does not know; the message goes to its standard error."""


#: ``(phone, arguments, standard input) -> result``.
Applet: TypeAlias = "Callable[[Phone, list[str], bytes], Result]"

_APPLETS: dict[str, Applet] = {}


def applet(*names: str) -> Callable[[Applet], Applet]:
    """Register the decorated program under its names."""

    def register(function: Applet) -> Applet:
        _APPLETS.update(dict.fromkeys(names, function))
        return function

    return register


@cache
def _discover() -> None:
    """Import every module of programs, once."""
    load_all("omnigym.devices.phone.shell")


def find_applet(name: str) -> Applet | None:
    """The program of that name, or None."""
    _discover()
    return _APPLETS.get(name)


def say(text: str) -> Result:
    """A result of one text; a line end is added where it has none."""
    return Result((text if not text or text.endswith("\n") else text + "\n").encode())


def fail(text: str, code: int = 1) -> Result:
    """A failure that says why."""
    return Result(b"", (text + "\n").encode(), code)


# -- running ----------------------------------------------------------------------------------------------------------

# -- reads a command line ---------------------------------------------------------------------------------------------

# Words and quotes, ``;``, ``&&``, ``||``, pipes, and output into files.

_ENDS = frozenset({";", "&&", "||", "|", "&"})
#: "2>&1", "2>/dev/null" and the like are cut off before words are looked for.
_ERRORS = re.compile(r"(?<=\s)2>\s*(&1|/dev/null)(?=\s|$|[;|])")
_TO_OUTPUT, _TO_NOTHING = "\0e1", "\0e0"


class ShellSyntaxError(ValueError):
    """The shell cannot read the line."""


class Command(NamedTuple):
    """One program and what follows it.

    Attributes:
        words: Its name and arguments.
        end: ``";"``, ``"&&"``, ``"||"`` or ``"|"``.
        into: The file that takes its output; empty for none.
        append: Whether the output goes behind what the file holds.
        errors: Where error messages go: ``"err"``, ``"out"`` or ``"none"``.
    """

    words: tuple[str, ...]
    end: str = ";"
    into: str = ""
    append: bool = False
    errors: str = "err"


def parse(line: str) -> list[Command]:
    """The commands of a line.

    Raises:
        ShellSyntaxError: A quote is not closed, or a command or file is missing.

    >>> [c.words for c in parse("ls -l '/sdcard/My Files' && echo $?")]
    [('ls', '-l', '/sdcard/My Files'), ('echo', '$?')]
    >>> parse("echo hi > /sdcard/a.txt")[0].into
    '/sdcard/a.txt'
    """
    line = _ERRORS.sub(lambda found: f" {_TO_OUTPUT if found[1] == '&1' else _TO_NOTHING} ", line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    commands: list[Command] = []
    words: list[str] = []
    into, append, errors = "", False, "err"
    try:
        for token in lexer:
            if token in (">", ">>"):
                into, append = next(lexer, "") or "", token == ">>"
                if not into:
                    raise ShellSyntaxError("expected a file after >")
            elif token in (_TO_OUTPUT, _TO_NOTHING):
                errors = "out" if token == _TO_OUTPUT else "none"
            elif token in _ENDS:
                if not words:
                    raise ShellSyntaxError(f"unexpected '{token}'")
                commands.append(Command(tuple(words), ";" if token == "&" else token, into, append, errors))
                words, into, append, errors = [], "", False, "err"
            else:
                words.append(token)
    except ValueError as e:
        raise ShellSyntaxError(str(e)) from None
    if words:
        commands.append(Command(tuple(words), ";", into, append, errors))
    return commands


# -- running ----------------------------------------------------------------------------------------------------------

_NOT_FOUND, _SYNTAX, _CANNOT, _KILLED = 127, 2, 126, 137
#: Characters of a line, as Linux has them of one argument, and bytes that its programs may write together.
_MOST_LINE, _MOST_OUT = 1 << 17, 64 << 20
_SET = re.compile(r"[A-Za-z_]\w*=")


def run_line(phone: Phone, line: str, stdin: bytes = b"", together: bool = False) -> Result:
    """Run a command line to its end, as of `run_by_commands`."""
    running = run_by_commands(phone, line, stdin, together)
    while True:
        try:
            next(running)
        except StopIteration as e:
            result: Result = e.value
            return result


def is_too_long(line: str) -> bool:
    """Return whether a line is longer than the shell takes."""
    return len(line) > _MOST_LINE


def run_by_commands(phone: Phone, line: str, stdin: bytes, together: bool) -> Generator[None, None, Result]:
    """Run a command line one command at a time, so that others are served between them.

    Args:
        phone: The phone.
        line: What was typed, or came as ``shell:``.
        stdin: What the first program reads.
        together: Whether errors go where the output goes, in the order in which they come.
    """
    if is_too_long(line):
        result = fail("/system/bin/sh: Argument list too long", _CANNOT)
        return Result(result.err, b"", result.code) if together else result
    try:
        commands = parse(line)
    except ShellSyntaxError as e:
        result = fail(f"/system/bin/sh: syntax error: {e}", _SYNTAX)
        return Result(result.err, b"", result.code) if together else result
    out: list[bytes | memoryview] = []
    err: list[bytes] = []
    code, piped, before, written = 0, stdin, ";", 0
    for command in commands:
        if (before == "&&" and code) or (before == "||" and not code):
            if command.end not in ("|",):
                before = command.end
            continue
        yield
        result = _run(phone, command, piped, code)
        written += len(result.out) + len(result.err)
        if written > _MOST_OUT:
            err.append(b"Killed\n")
            code = _KILLED
            break
        code, before, piped = result.code, command.end, b""
        err.append(result.err)
        if command.end == "|":
            piped = bytes(result.out)
        else:
            out.append(result.out)
        if together and err[-1]:
            out.append(err.pop())
    if len(out) == 1:
        return Result(out[0], b"".join(err), code)  # a screen's pixels are not copied
    return Result(b"".join(out), b"".join(err), code)


def program_of(words: Iterable[str]) -> list[str]:
    """The program and its arguments, without variables that are set for it, ``exec``, and ``toybox``, which has all."""
    rest = list(dropwhile(lambda word: _SET.match(word) is not None, words)) or ["true"]
    return rest[1:] if rest[0] in ("toybox", "exec") and len(rest) > 1 else rest


def _run(phone: Phone, command: Command, stdin: bytes, last: int) -> Result:
    name, *arguments = program_of(word.replace("$?", str(last)) for word in command.words)
    program = find_applet(name.rsplit("/", 1)[-1])
    if program is None:
        result = fail(f"/system/bin/sh: {name}: inaccessible or not found", _NOT_FOUND)
    else:
        try:
            result = program(phone, arguments, stdin)
        except (UsageError, OmnigymError, OSError) as e:
            result = fail(f"{name}: {e}")
        except (IndexError, ValueError):  # as programs are, they look at their arguments when they need them
            result = fail(f"{name}: bad or missing arguments: {' '.join(arguments)}")
    out, err, code = result
    if command.errors == "out":
        out, err = bytes(out) + err, b""
    elif command.errors == "none":
        err = b""
    if command.into:
        try:
            phone.files.write(command.into, bytes(out), append=command.append)
        except OSError as e:
            return fail(f"/system/bin/sh: can't create {e}")
        out = b""
    return Result(out, err, code)
