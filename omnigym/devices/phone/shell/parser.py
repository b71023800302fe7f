"""Reads a command line: words and quotes, ``;``, ``&&``, ``||``, pipes, and output into files."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

__all__ = ["Command", "ShellSyntaxError", "parse"]

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
