"""Runs command lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import dropwhile
from typing import TYPE_CHECKING

from omnigym.devices.phone.shell.applets import Result, UsageError, fail, find_applet
from omnigym.devices.phone.shell.parser import Command, ShellSyntaxError, parse
from omnigym.errors import OmnigymError

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["program_of", "run_line"]

_NOT_FOUND, _SYNTAX = 127, 2
_SET = re.compile(r"[A-Za-z_]\w*=")


def run_line(phone: Phone, line: str, stdin: bytes = b"", together: bool = False) -> Result:
    """Run a command line to its end.

    Args:
        phone: The phone.
        line: What was typed, or came as ``shell:``.
        stdin: What the first program reads.
        together: Whether errors go where the output goes, in the order in which they come.
    """
    try:
        commands = parse(line)
    except ShellSyntaxError as e:
        result = fail(f"/system/bin/sh: syntax error: {e}", _SYNTAX)
        return Result(result.err, b"", result.code) if together else result
    out: list[bytes | memoryview] = []
    err: list[bytes] = []
    code, piped, before = 0, stdin, ";"
    for command in commands:
        if (before == "&&" and code) or (before == "||" and not code):
            if command.end not in ("|",):
                before = command.end
            continue
        result = _run(phone, command, piped, code)
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
