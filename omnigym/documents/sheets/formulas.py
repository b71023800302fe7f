"""A parser of formulas, from their text to a tree."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.references import REFERENCE, Reference, read_reference
from omnigym.documents.sheets.values import NUM, Error, Value, is_number
from omnigym.foreign.limits import FORMULA_TEXT

__all__ = ["Binary", "Call", "Formula", "Literal", "Negative", "Percent", "Tree", "parse"]

_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<text>"(?:[^"]|"")*")
    |(?P<reference>{REFERENCE})
    |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[A-Za-z_][\w.]*)
    |(?P<error>\#(?:[A-Z]+[0/]?)+[!?A])
    |(?P<sign><=|>=|<>|[-+*/^&=<>(),%])
    )""",
    re.VERBOSE,
)
#: How strongly binary operators bind.
_BINDS = {
    sign: strength
    for strength, signs in enumerate((("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"), ("^",)))
    for sign in signs
}
_DEEPEST = 60
#: Letters of a formula that is kept for the next time: thousands of the longest would be gigabytes.
_KEPT = 256


class Literal(NamedTuple):
    """A number, text, truth value or error."""

    value: Value


class Negative(NamedTuple):
    """A minus sign before an expression."""

    of: Tree


class Percent(NamedTuple):
    """A percent sign after an expression."""

    of: Tree


class Binary(NamedTuple):
    """Two expressions with an operator between them."""

    sign: str
    left: Tree
    right: Tree


class Call(NamedTuple):
    """A function with its arguments."""

    name: str
    args: tuple[Tree, ...]


Tree: TypeAlias = Literal | Negative | Percent | Binary | Call | Reference


class Formula(NamedTuple):
    """A formula's tree, its references, and its number of tokens."""

    tree: Tree
    references: tuple[Reference, ...]
    size: int = 1


def parse(text: str) -> Formula | None:
    """Return the formula of a text that begins with "=", or None if it is not a formula.

    >>> parse("=1+2").tree
    Binary(sign='+', left=Literal(value=1.0), right=Literal(value=2.0))
    """
    return (_kept if len(text) <= _KEPT else _parsed)(text)


def _parsed(text: str) -> Formula | None:
    tokens: list[tuple[str, str]] = []
    at = 1
    source = text.rstrip()
    if len(source) > FORMULA_TEXT:
        return None
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None or match.lastgroup is None:
            return None
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    parser = _Parser(tokens)
    try:
        tree = parser.expression()
    except _NoFormulaError:
        return None
    return Formula(tree, tuple(parser.references), len(tokens)) if parser.ended else None


_kept = lru_cache(maxsize=4096)(_parsed)


class _NoFormulaError(Exception):
    """The tokens make no formula."""


class _Parser:
    """Reads tokens by recursive descent.

    Args:
        tokens: (kind, text) of each.
    """

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens, self._at, self._depth = tokens, 0, 0
        self.references: list[Reference] = []

    @property
    def ended(self) -> bool:
        """Whether all tokens were read."""
        return self._at == len(self._tokens)

    def _take(self, *wanted: str) -> str:
        """The next token, if it is one of some signs; else ""."""
        if self._at < len(self._tokens):
            kind, text = self._tokens[self._at]
            if kind == "sign" and text in wanted:
                self._at += 1
                return text
        return ""

    def expression(self, strength: int = 0) -> Tree:
        """What operators that bind so strongly, or more, join."""
        left = self._signed()
        while not self.ended:
            kind, sign = self._tokens[self._at]
            binds = _BINDS.get(sign, -1) if kind == "sign" else -1
            if binds < strength:
                break
            self._at += 1
            left = Binary(sign, left, self.expression(binds + 1))
        return left

    def _signed(self) -> Tree:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _NoFormulaError
        if sign := self._take("-", "+"):
            inner = self._signed()
            tree = Negative(inner) if sign == "-" else inner
        else:
            tree = self._operand()
            while self._take("%"):
                tree = Percent(tree)
        self._depth -= 1
        return tree

    def _operand(self) -> Tree:
        if self._take("("):
            tree = self.expression()
            self._need(")")
            return tree
        if self.ended:
            raise _NoFormulaError
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            number = float(text)
            return Literal(number if is_number(number) else NUM)
        if kind == "text":
            return Literal(text[1:-1].replace('""', '"'))
        if kind == "error":
            return Literal(Error(text))
        if kind == "reference":
            reference = read_reference(text)
            self.references.append(reference)
            return reference
        if kind == "name":
            return self._named(text.upper())
        raise _NoFormulaError

    def _named(self, name: str) -> Tree:
        if not self._take("("):
            return Literal(name == "TRUE") if name in ("TRUE", "FALSE") else Literal(Error("#NAME?"))
        args: list[Tree] = []
        if not self._take(")"):
            args.append(self.expression())
            while self._take(","):
                args.append(self.expression())
            self._need(")")
        return Call(name, tuple(args))

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise _NoFormulaError
