"""What a script is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias


class ScriptError(Exception):
    """A text that is no script; the message is one to show.

    Attributes:
        line: Where, counted from 1.
        unfinished: Whether more lines could finish it.
        awaits: What one of those lines holds, or "" for anything.
    """

    def __init__(self, message: str, line: int = 1, unfinished: bool = False, awaits: str = "") -> None:
        self.line, self.unfinished, self.awaits = line, unfinished, awaits
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as it stands: a number, a text, a bare word."""

    value: Any


@dataclass(frozen=True, slots=True)
class Text:
    """A text between double quotes, of pieces that are joined."""

    pieces: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """``$name``; the name in lower case."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """``of.name``, a property."""

    of: Expression
    name: Expression


@dataclass(frozen=True, slots=True)
class Index:
    """``of[at]``."""

    of: Expression
    at: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """``of.name(...)``, or ``[type]::name(...)``."""

    of: Expression
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Cast:
    """``[type]value``; without a value the type itself."""

    type: str
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Unary:
    """An operator before a value; "++" and "--" stand behind a variable."""

    operator: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator between two values, in lower case and without c or i before it; ``exact`` where case counts."""

    operator: str
    left: Expression
    right: Expression
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Array:
    """Values with commas between them."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Statements:
    """``$(...)`` and ``(...)``: what statements give; ``@(...)`` is ``always`` an array."""

    body: tuple[Statement, ...]
    always: bool = False


@dataclass(frozen=True, slots=True)
class Hash:
    """``@{name = value}``."""

    pairs: tuple[tuple[Expression, Statement], ...]


@dataclass(frozen=True, slots=True)
class BlockOf:
    """``{ ... }`` as a value, with the names and the first values of its parameters; and how it is written."""

    body: tuple[Statement, ...]
    parameters: tuple[tuple[str, Expression | None], ...] = ()
    source: str = ""


Expression: TypeAlias = (
    "Literal | Text | Variable | Member | Index | Call | Cast | Unary | Binary | Array | Statements | Hash | BlockOf"
)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command: of a parameter by its name, or "" for one by its place; None for a switch."""

    name: str
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments; an expression where it is no name, as behind ``&``."""

    name: Expression
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Stages of which each takes what the one before gives; what comes out goes into a file where there is one."""

    stages: tuple[Expression | Command, ...]
    line: int = 1
    into: Expression | None = None
    appends: bool = False


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``, or another operator: "+=", "-=", "*=", "/="."""

    target: Expression
    operator: str
    value: Statement
    line: int


@dataclass(frozen=True, slots=True)
class If:
    """Tests and what they lead to; an ``else`` has no test."""

    branches: tuple[tuple[Statement | None, tuple[Statement, ...]], ...]
    line: int


@dataclass(frozen=True, slots=True)
class ForEach:
    """``foreach ($name in values) {...}``."""

    name: str
    values: Statement
    body: tuple[Statement, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Loop:
    """``for``, ``while``, ``do``: what is done first, before each turn, behind each one; ``late`` tests behind it."""

    first: Statement | None
    test: Statement | None
    step: Statement | None
    body: tuple[Statement, ...]
    late: bool
    until: bool
    line: int


@dataclass(frozen=True, slots=True)
class Function:
    """``function name {...}``."""

    name: str
    block: BlockOf
    line: int


@dataclass(frozen=True, slots=True)
class Leave:
    """``break``, ``continue``, ``return``, ``exit``, ``throw``."""

    how: str
    value: Statement | None
    line: int


Statement: TypeAlias = "Pipeline | Assign | If | ForEach | Loop | Function | Leave"

# -- reading a script letter by letter: blanks, comments, names, numbers ----------------------------------------------

#: How deep what stands in brackets may lie in each other, and how long a script may be.
_DEEPEST, LONGEST = 100, 60_000
_BLANKS = re.compile(r"(?:[ \t\r\f\v\xa0]|`\r?\n|<#.*?#>|#[^\n]*)*", re.DOTALL)
_NUMBER = re.compile(
    r"(?:0x[0-9a-fA-F]{1,15}|\d{1,18}(?:\.\d{1,18})?(?:e[+-]?\d{1,3})?)(kb|mb|gb)?(?![\w])", re.IGNORECASE
)
_UNITS = {"kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30}


class Scanner:
    """A place in a script.

    Args:
        text: The script.

    Raises:
        ScriptError: It is too long.
    """

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ScriptError("The script is too long.")
        self.text, self.at, self._depth = text, 0, 0

    @property
    def line(self) -> int:
        """The line that is read, counted from 1."""
        return self.text.count("\n", 0, self.at) + 1

    def error(self, message: str, unfinished: bool = False, awaits: str = "") -> ScriptError:
        """What is wrong here."""
        return ScriptError(message, self.line, unfinished, awaits)

    def deeper(self) -> None:
        """Count a bracket that opens.

        Raises:
            ScriptError: There are too many in each other.
        """
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error("The brackets lie too deep in each other.")

    def shallower(self) -> None:
        """Count a bracket that closes."""
        self._depth -= 1

    @property
    def depth(self) -> int:
        """How many brackets are open, and how many values stand in each other."""
        return self._depth

    @depth.setter
    def depth(self, depth: int) -> None:
        self._depth = depth

    # -- letters --------------------------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The next letter, or "" at the end."""
        return self.text[self.at : self.at + 1]

    def sees(self, what: str) -> bool:
        """Whether these letters come next."""
        return self.text.startswith(what, self.at)

    def takes(self, what: str) -> bool:
        """Whether these letters come next; then they are behind."""
        if not self.sees(what):
            return False
        self.at += len(what)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next by a pattern; then it is behind."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def blanks(self) -> None:
        """Past blanks and comments, not past the end of the line."""
        found = _BLANKS.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        if self.sees("<#"):
            raise self.error("The comment has no end: '#>' is missing.", True, "#>")

    def lines(self) -> None:
        """Past blanks, comments and ends of lines."""
        self.blanks()
        while self.takes("\n"):
            self.blanks()

    def expect(self, what: str, where: str) -> None:
        """Past these letters, with blanks and lines before them.

        Raises:
            ScriptError: Something else is there.
        """
        self.lines()
        if not self.takes(what):
            raise self.error(f"'{what}' is missing {where}.", not self.here)

    def number(self) -> int | float | None:
        """A number that comes next."""
        found = self.match(_NUMBER)
        if found is None:
            return None
        unit = (found[1] or "").lower()
        digits = found[0][: len(found[0]) - len(unit)].lower()
        if digits.startswith("0x"):
            value: int | float = int(digits, 16)
        else:
            value = float(digits) if "." in digits or "e" in digits else int(digits)
        return value * _UNITS.get(unit, 1)
