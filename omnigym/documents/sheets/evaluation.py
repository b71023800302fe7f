"""The evaluation of a formula's tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from omnigym.documents.sheets._arguments import Argument, Table
from omnigym.documents.sheets.formulas import Binary, Call, Literal, Negative, Percent, Tree
from omnigym.documents.sheets.functions import FUNCTIONS, LAZY
from omnigym.documents.sheets.references import Reference
from omnigym.documents.sheets.values import (
    DIV_0,
    NAME,
    NUM,
    VALUE,
    Error,
    Value,
    as_number,
    as_text,
    order,
    settle_value,
)

__all__ = ["Source", "evaluate", "gives_day"]


class Source(Protocol):
    """The data with which formulas are evaluated."""

    @property
    def today(self) -> float:
        """The number of the day that TODAY() means."""

    def table(self, reference: Reference) -> Table | Error:
        """Return the values of the cells that a reference means."""


def gives_day(tree: Tree) -> bool:
    """Return whether a formula gives a day, which is then shown as one: TODAY(), or some days before or after it."""
    while isinstance(tree, Binary) and tree.sign in ("+", "-"):  # a long sum is deep on its left
        if gives_day(tree.right):
            return False
        tree = tree.left
    return isinstance(tree, Call) and tree.name == "TODAY"


def evaluate(tree: Tree, source: Source) -> Value:
    """Return the value of a formula in a single cell; for one value, an area gives its only one, or #VALUE!."""
    found = _argument(tree, source)
    if isinstance(found, Table):
        return found.at(0, 0) if found.size == (1, 1) else VALUE
    return found


def _argument(tree: Tree, source: Source) -> Argument:
    """A value, or the table that an area is."""
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Reference):
        return source.table(tree)
    if isinstance(tree, Negative):
        number = as_number(evaluate(tree.of, source))
        return number if isinstance(number, Error) else -number
    if isinstance(tree, Percent):
        return _percent(tree, source)
    if isinstance(tree, Binary):
        return _chain(tree, source)
    return _call(tree, source)


def _percent(tree: Percent, source: Source) -> Value:
    """As many percent signs as there are, without a call for each."""
    of: Tree = tree
    count = 0
    while isinstance(of, Percent):
        of, count = of.of, count + 1
    number = as_number(evaluate(of, source))
    if isinstance(number, Error):
        return number
    for _ in range(count):
        number /= 100
    return number


def _chain(tree: Binary, source: Source) -> Value:
    """As many terms as there are, from left to right, without a call for each."""
    terms: list[Binary] = []
    first: Tree = tree
    while isinstance(first, Binary):
        terms.append(first)
        first = first.left
    value = evaluate(first, source)
    for term in reversed(terms):
        value = settle_value(_binary(term.sign, value, evaluate(term.right, source)))
    return value


def _call(call: Call, source: Source) -> Argument:
    lazy = LAZY.get(call.name)
    if lazy is not None:
        return settle_value(lazy([lambda a=a: evaluate(a, source) for a in call.args]))  # type: ignore[misc]
    if call.name == "TODAY":
        return VALUE if call.args else source.today
    known = FUNCTIONS.get(call.name)
    if known is None:
        return NAME
    least, most, function = known
    if not least <= len(call.args) <= most:
        return VALUE
    found = function(*[_argument(a, source) for a in call.args])
    return found if isinstance(found, Table) else settle_value(found)


def _binary(sign: str, left: Value, right: Value) -> Value:
    if isinstance(left, Error) or isinstance(right, Error):
        return left if isinstance(left, Error) else right
    if sign == "&":
        return f"{as_text(left)}{as_text(right)}"
    if sign in _COMPARE:
        return _COMPARE[sign](*_comparable(left, right))
    a, b = as_number(left), as_number(right)
    if isinstance(a, Error) or isinstance(b, Error):
        return a if isinstance(a, Error) else b
    return _calculated(sign, a, b)


def _calculated(sign: str, a: float, b: float) -> Value:
    if sign == "/":
        return DIV_0 if b == 0 else a / b
    if sign == "^":
        try:
            result = a**b
        except (OverflowError, ZeroDivisionError):
            return NUM if a else DIV_0
        return result if isinstance(result, float) else NUM
    return a + b if sign == "+" else a - b if sign == "-" else a * b


def _comparable(left: Value, right: Value) -> tuple[tuple[int, float | str], tuple[int, float | str]]:
    """Sort keys; nothing is taken for the other's zero or empty text."""
    if left is None:
        left = "" if type(right) is str else 0.0 if type(right) is float else None
    if right is None:
        right = "" if type(left) is str else 0.0 if type(left) is float else None
    return order(left), order(right)


_COMPARE: dict[str, Callable[[tuple[int, float | str], tuple[int, float | str]], bool]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
