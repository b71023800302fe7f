"""Reckoning what expressions come to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.vfs import HOME, native
from omnigym.sim.windows.powershell.members import called, called_of_type, indexed, property_of
from omnigym.sim.windows.powershell.operators import binary, casted, negated, pattern_of
from omnigym.sim.windows.powershell.session import Session
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
    Statement,
    Statements,
    Text,
    Unary,
    Variable,
)
from omnigym.sim.windows.powershell.values import (
    Block,
    PsError,
    Record,
    Value,
    as_int,
    as_list,
    as_number,
    as_text,
    bounded,
    is_true,
    joined,
    whole,
)

_ENVIRONMENT: Mapping[str, str] = {
    "appdata": native(f"{HOME}/AppData/Roaming"),
    "computername": "DESKTOP",
    "os": "Windows_NT",
    "temp": native(f"{HOME}/AppData/Local/Temp"),
    "username": "user",
    "userprofile": native(HOME),
}


class Evaluator:
    """Reckons expressions in a session.

    Args:
        session: The PowerShell.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._of: Mapping[type, Callable[[Any], Value]] = {
            Array: lambda e: [self.evaluate(item) for item in e.items],
            Binary: self._binary,
            BlockOf: Block,
            Call: self._called,
            Cast: lambda e: e.type if e.value is None else casted(e.type, self.evaluate(e.value)),
            Hash: self._hash,
            Index: lambda e: indexed(self.evaluate(e.of), self.evaluate(e.at)),
            Member: lambda e: property_of(self.evaluate(e.of), as_text(self.evaluate(e.name))),
            Statements: self._statements,
            Text: lambda e: joined([as_text(self.evaluate(p)) for p in e.pieces]),
            Unary: self._unary,
        }

    @abstractmethod
    def values_of(self, body: tuple[Statement, ...]) -> list[Value]:
        """What statements give."""

    @abstractmethod
    def value_of(self, statement: Statement) -> Value:
        """What a statement gives, as one value."""

    @abstractmethod
    def put(self, target: Expression, value: Value) -> None:
        """A value put into a variable."""

    def evaluate(self, expression: Expression) -> Value:
        """What an expression comes to.

        Raises:
            PsError: It comes to nothing.
        """
        if isinstance(expression, Literal):
            return expression.value
        if isinstance(expression, Variable):
            return self.variable(expression.name)
        self.session.step()
        self.session.nested(1)
        try:
            return self._of[type(expression)](expression)
        finally:
            self.session.nested(-1)

    def variable(self, name: str) -> Value:
        """The value of a variable, None for one that has none."""
        session = self.session
        fixed: Mapping[str, Value] = {
            "true": True,
            "false": False,
            "null": None,
            "home": native(HOME),
            "pwd": native(session.cwd),
            "pshome": "C:\\Windows\\System32\\WindowsPowerShell\\v1.0",
        }
        if name in fixed:
            return fixed[name]
        if name.startswith("env:"):
            return session.variables.get(name, _ENVIRONMENT.get(name[4:]))
        return session.variables.get(name)

    def _statements(self, e: Statements) -> Value:
        found = self.values_of(e.body)
        return found if e.always else whole(found)

    def _hash(self, e: Hash) -> Value:
        table = Record("Hashtable", ())
        for key, value in e.pairs:
            table = table.put(as_text(self.evaluate(key)), self.value_of(value))
        return table

    def _called(self, e: Call) -> Value:
        if isinstance(e.of, Cast) and e.of.value is None:
            return called_of_type(e.of.type, e.name, [self.evaluate(a) for a in e.arguments], self.session.spend)
        value = self.evaluate(e.of)
        return called(value, e.name, [self.evaluate(a) for a in e.arguments])

    def _binary(self, e: Binary) -> Value:
        if e.operator in ("and", "or"):
            left = is_true(self.evaluate(e.left))
            return is_true(self.evaluate(e.right)) if left == (e.operator == "and") else left
        left, right = self.evaluate(e.left), self.evaluate(e.right)
        if e.operator == "xor":
            return is_true(left) != is_true(right)
        if e.operator == "replace" and isinstance(right, list) and len(right) > 2:
            raise PsError("-replace takes what is looked for, and what takes its place.")
        if e.operator == "match" and isinstance(left, str):
            self._matched(left, as_text(right), e.exact)
        return binary(e.operator, left, right, self.session.spend, e.exact)

    def _matched(self, text: str, pattern: str, exact: bool) -> None:
        """``$Matches`` after a match."""
        found = pattern_of(pattern, exact).search(text, self.session.spend)
        if found is not None:
            groups = [(str(n), found.group(text, n)) for n in range(len(found.spans))]
            self.session.variables["matches"] = Record("Hashtable", tuple(groups))

    def combined(self, operator: str, left: Value, right: Value) -> Value:
        """What an assignment such as ``+=`` makes."""
        return binary(operator, left, right, self.session.spend)

    def _unary(self, e: Unary) -> Value:
        if e.operator[:2] in ("++", "--"):
            if not isinstance(e.of, Variable):
                raise PsError(f"{e.operator[:2]} is for variables.")
            before = as_number(self.variable(e.of.name))
            after = bounded(before + (1 if e.operator[:2] == "++" else -1))
            self.put(e.of, after)
            return before if e.operator.endswith("behind") else after
        value = self.evaluate(e.of)
        if e.operator in ("not", "!"):
            return not is_true(value)
        if e.operator == "join":
            return joined([as_text(v) for v in as_list(value)])
        if e.operator == "split":
            return called(" ".join([as_text(v) for v in as_list(value)]), "split", [])
        if e.operator == "bnot":
            return ~as_int(value)
        return negated(value) if e.operator == "-" else as_number(value)
