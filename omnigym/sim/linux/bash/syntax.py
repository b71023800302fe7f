"""What a line of the shell is made of: plain values that can be hashed, so that a state may keep the rest of a line."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class ShellSyntaxError(Exception):
    """A line that is no sentence of the language; the message is bash's, without its "bash: ".

    Attributes:
        until: None if no more lines could finish it; else a regular expression that is found in the line that does.
    """

    def __init__(self, message: str, until: str | None = None) -> None:
        self.until = until
        super().__init__(message)


class Part(NamedTuple):
    """A piece of a word.

    Attributes:
        kind: "text", "variable" (``text`` is what stands in the braces), "command" or "reckon".
        text: As its kind says.
        quoted: Whether what it becomes is neither split nor a pattern.
    """

    kind: str
    text: str
    quoted: bool = False


Word: TypeAlias = tuple[Part, ...]


class Redirect(NamedTuple):
    """A redirection: descriptor (3 for both outputs), "<", ">", ">>", "<<" or ">&", and where to."""

    descriptor: int
    how: str
    to: Word


class Simple(NamedTuple):
    """A command with its arguments, and variables set for it, or for good where there is no command."""

    words: tuple[Word, ...]
    assigned: tuple[tuple[str, Word], ...] = ()
    redirects: tuple[Redirect, ...] = ()


class Group(NamedTuple):
    """``( ... )``, whose changes of variables and folder do not outlast it, or ``{ ...; }``."""

    body: Script
    own: bool
    redirects: tuple[Redirect, ...] = ()


class For(NamedTuple):
    """``for NAME in WORDS; do ...; done``."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirects: tuple[Redirect, ...] = ()


class Loop(NamedTuple):
    """``while`` or ``until``."""

    test: Script
    body: Script
    until: bool
    redirects: tuple[Redirect, ...] = ()


class If(NamedTuple):
    """``if``, with each test and what it leads to; an ``else`` has no test."""

    branches: tuple[tuple[Script | None, Script], ...]
    redirects: tuple[Redirect, ...] = ()


Command: TypeAlias = "Simple | Group | For | Loop | If"


class Pipeline(NamedTuple):
    """Commands of which each reads what the one before writes; ``!`` turns the result round."""

    commands: tuple[Command, ...]
    negated: bool = False


class AndOr(NamedTuple):
    """Pipelines, each with the "&&", "||" or "" that stands before it."""

    parts: tuple[tuple[str, Pipeline], ...]


class Item(NamedTuple):
    """One of the things that a script does one after another, or beside what follows."""

    what: AndOr
    background: bool = False
    text: str = ""


Script: TypeAlias = tuple[Item, ...]
