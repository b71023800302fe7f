"""The grammar of values: texts, variables, members, operators."""

from __future__ import annotations

import re
from abc import abstractmethod

from omnigym.sim.windows.powershell.syntax import (
    Array,
    Binary,
    BlockOf,
    Call,
    Cast,
    Expression,
    Hash,
    Index,
    Literal,
    Member,
    Scanner,
    Statement,
    Statements,
    Text,
    Unary,
    Variable,
)

_NAME = re.compile(r"[A-Za-z_]\w*")
_MEMBER = re.compile(r"\.(?=[A-Za-z_$'\"(])")
_VARIABLE = re.compile(r"\$(?:\{([^}\n]{1,100})\}|((?:env:|script:|global:|local:)?\w+|[?_$^]))", re.IGNORECASE)
_TYPE = re.compile(r"\[([A-Za-z][\w.]*(?:\[\])?)\]")
_OPERATOR = re.compile(r"-([A-Za-z]+)(?![\w])")
_SIGNS = re.compile(r"\.\.|[-+*/%](?!=)|,")
_WORDS = "eq ne gt ge lt le like notlike match notmatch contains notcontains in notin replace split join is isnot as"
#: Operators by how tightly they bind, the loosest first.
_LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"and", "or", "xor"}),
    frozenset({"band", "bor", "bxor"}),
    frozenset(_WORDS.split()),
    frozenset({"+", "-"}),
    frozenset({"*", "/", "%"}),
    frozenset({"f"}),
    frozenset({".."}),
)
_ALL = frozenset().union(*_LEVELS)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "", "b": "", "e": "", "f": "\f", "v": "\v"}
_QUOTES = {"'": "'‘’", '"': '"“”'}


class Expressions(Scanner):
    """Reads values."""

    @abstractmethod
    def body(self, end: str) -> tuple[Statement, ...]:
        """The statements up to a bracket, past it."""

    @abstractmethod
    def block(self) -> BlockOf:
        """A block behind its opening bracket."""

    @abstractmethod
    def statement(self) -> Statement:
        """One statement."""

    def expression(self, commas: bool = True) -> Expression:
        """A value with all its operators; ``commas`` where they make an array."""
        self.deeper()
        found = self._level(0, commas)
        self.shallower()
        return found

    def _level(self, level: int, commas: bool) -> Expression:
        if level == len(_LEVELS):
            return self._array() if commas else self.unary()
        left, depth = self._level(level + 1, commas), self.depth
        while True:
            known = self.at
            self.blanks()
            operator, exact = self._operator()
            if operator not in _LEVELS[level]:
                self.at, self.depth = known, depth
                return left
            self.deeper()  # the value that is made has this one inside
            self.lines()
            left = Binary(operator, left, self._level(level + 1, commas), exact)

    def _operator(self) -> tuple[str, bool]:
        """The operator that comes next, past it, and whether case counts for it."""
        found = self.match(_OPERATOR)
        if found is None:
            sign = self.match(_SIGNS)
            return (sign[0] if sign is not None else ""), False
        name = found[1].lower()
        if name in _ALL:
            return name, False
        return name[1:], name[0] == "c" and name[1:] in _ALL

    def _array(self) -> Expression:
        items = [self.unary()]
        while True:
            known = self.at
            self.blanks()
            if not self.takes(","):
                self.at = known
                break
            self.lines()
            items.append(self.unary())
        return Array(tuple(items)) if len(items) > 1 else items[0]

    def unary(self) -> Expression:
        """A value with the operators before it."""
        self.blanks()
        self.deeper()
        try:
            for sign in ("++", "--", "!"):
                if self.takes(sign):
                    return Unary(sign, self.unary())
            if self.takes(","):
                return Array((self.unary(),))
            found = self.match(_OPERATOR) if self.here == "-" else None
            if found is not None:
                name = found[1].lower()
                if name not in ("not", "join", "split", "bnot"):
                    raise self.error(f"'-{found[1]}' stands where a value should.")
                return Unary(name, self.unary())
            if self.here in ("-", "+"):
                sign = self.here
                self.at += 1
                return Unary(sign, self.unary())
            return self._postfix(self.primary())
        finally:
            self.shallower()

    def _postfix(self, value: Expression) -> Expression:
        """A value with what stands right behind it: members, places, ``++``."""
        depth = self.depth
        while True:
            self.deeper()
            if _MEMBER.match(self.text, self.at):
                self.at += 1
                value = self._member(value)
            elif self.sees("::"):
                self.at += 2
                value = self._member(value)
            elif self.takes("["):
                at = self.expression()
                self.expect("]", "behind the index")
                value = Index(value, at)
            elif isinstance(value, Variable) and (self.sees("++") or self.sees("--")):
                value = Unary(f"{self.text[self.at : self.at + 2]}behind", value)
                self.at += 2
            else:
                self.depth = depth
                return value

    def _member(self, of: Expression) -> Expression:
        found = self.match(_NAME)
        if found is None:
            return Member(of, self.primary())
        if not self.takes("("):
            return Member(of, Literal(found[0]))
        arguments: list[Expression] = []
        self.lines()
        while not self.takes(")"):
            arguments.append(self.expression(commas=False))
            self.lines()
            if not self.takes(","):
                self.expect(")", f"behind the arguments of {found[0]}")
                break
            self.lines()
        return Call(of, found[0], tuple(arguments))

    # -- what stands for itself -----------------------------------------------------------------------------------

    def primary(self) -> Expression:
        """A value without operators.

        Raises:
            ScriptError: There is none.
        """
        if self.here in ("'", "‘", "’"):
            return Literal(self._quoted())
        if self.here in ('"', "“", "”"):
            return self.text_value('"')
        if self.sees("@'") or self.sees('@"'):
            return self._here_text()
        number = self.number()
        if number is not None:
            return Literal(number)
        for start, always in (("@(", True), ("$(", False), ("(", False)):
            if self.takes(start):
                return Statements(self.body(")"), always)
        if self.takes("@{"):
            return self._hash()
        if self.takes("{"):
            return self.block()
        if self.here == "$":
            return self.variable()
        found = self.match(_TYPE)
        if found is not None:
            name = found[1].lower()
            if self.sees("::"):
                return Cast(name, None)
            self.blanks()
            return Cast(name, None) if self.here in ("", "\n", ")", "}", "]", "|", ";") else Cast(name, self.unary())
        what = f"'{self.here}'" if self.here.strip() else "the end"
        raise self.error(f"A value is missing before {what}.", not self.here)

    def variable(self) -> Expression:
        """A variable, which begins with a dollar sign.

        Raises:
            ScriptError: No name follows it.
        """
        found = self.match(_VARIABLE)
        if found is None:
            raise self.error("A name is missing behind '$'.")
        name = (found[1] or found[2]).lower()
        for scope in ("script:", "global:", "local:"):
            name = name.removeprefix(scope)
        return Variable(name)

    def _hash(self) -> Hash:
        pairs: list[tuple[Expression, Statement]] = []
        while True:
            self.lines()
            while self.takes(";"):
                self.lines()
            if self.takes("}"):
                return Hash(tuple(pairs))
            if not self.here:
                raise self.error("'}' is missing behind '@{'.", True, "}")
            found = self.match(_NAME)
            key: Expression = Literal(found[0]) if found is not None else self.primary()
            self.expect("=", "behind a name in '@{'")
            self.lines()
            pairs.append((key, self.statement()))

    # -- texts ----------------------------------------------------------------------------------------------------

    def _quoted(self) -> str:
        """A text between single quotes, where two of them are one."""
        self.at += 1
        out: list[str] = []
        while self.here:
            letter = self.here
            self.at += 1
            if letter in _QUOTES["'"]:
                if self.here not in tuple(_QUOTES["'"]):
                    return "".join(out)
                self.at += 1
            out.append(letter)
        raise self.error("The text has no end: a ' is missing.", True)

    def _here_text(self) -> Expression:
        """A text over several lines, between @" and "@."""
        quote = self.text[self.at + 1]
        start = self.text.find("\n", self.at)
        end = self.text.find(f"\n{quote}@", self.at)
        if start < 0 or end < 0:
            raise self.error(f"The text has no end: a line that begins with {quote}@ is missing.", True, f"{quote}@")
        inside = self.text[start + 1 : end].replace("\r\n", "\n") if end > start else ""
        self.at = end + 3
        if quote == "'":
            return Literal(inside)
        return type(self)(inside).text_value("")

    def text_value(self, quote: str) -> Expression:
        """A text with variables in it, past its closing quote; without a quote all that is left."""
        self.at += len(quote)
        pieces: list[Expression] = []
        plain: list[str] = []
        while self.here:
            if quote and self.here in tuple(_QUOTES[quote]):
                self.at += 1
                if self.here not in tuple(_QUOTES[quote]):
                    break
                plain.append(quote)
                self.at += 1
            elif self.here == "`":
                self.at += 1
                plain.append(_ESCAPES.get(self.here, self.here))
                self.at += 1
            elif self.here == "$" and (value := self.inside_text()) is not None:
                pieces += [Literal("".join(plain)), value]
                plain = []
            else:
                plain.append(self.here)
                self.at += 1
        else:
            if quote:
                raise self.error('The text has no end: a " is missing.', True)
        return Text((*pieces, Literal("".join(plain)))) if pieces else Literal("".join(plain))

    def inside_text(self) -> Expression | None:
        """A variable or ``$(...)`` in a text, or None for a dollar sign that is only that."""
        if self.takes("$("):
            self.deeper()
            found = Statements(self.body(")"))
            self.shallower()
            return found
        return self.variable() if _VARIABLE.match(self.text, self.at) else None
