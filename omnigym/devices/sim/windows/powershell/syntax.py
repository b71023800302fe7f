"""What a script is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = [
    "Argument",
    "Array",
    "Assign",
    "Binary",
    "BlockOf",
    "Call",
    "Cast",
    "Command",
    "Expression",
    "ForEach",
    "Function",
    "Hash",
    "If",
    "Index",
    "Leave",
    "Literal",
    "Loop",
    "Member",
    "Pipeline",
    "ScriptError",
    "Statement",
    "Statements",
    "Text",
    "Unary",
    "Variable",
]


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
