"""What a formula's tree comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from omnigym.documents.sheets.formulas import Binary, Call, Literal, Negative, Percent, Tree
from omnigym.documents.sheets.functions import FUNCTIONS, LAZY, Argument, Table
from omnigym.documents.sheets.references import Reference
from omnigym.documents.sheets.values import DIV_0, NAME, NUM, VALUE, Error, Value, as_number, as_text, order, settled

__all__ = ["Read", "evaluate"]

#: Gives the values of the cells that a reference means, row by row.
Read: TypeAlias = Callable[[Reference], Table | Error]


def evaluate(tree: Tree, read: Read) -> Value:
    """The value of a formula in a single cell; an area where one value is wanted gives its only one, or #VALUE!."""
    found = _argument(tree, read)
    if isinstance(found, Table):
        if len(found.rows) == 1 and len(found.rows[0]) == 1:
            return found.rows[0][0]
        return VALUE
    return found


def _argument(tree: Tree, read: Read) -> Argument:
    """A value, or the table that an area is."""
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Reference):
        return read(tree)
    if isinstance(tree, Negative):
        number = as_number(evaluate(tree.of, read))
        return number if isinstance(number, Error) else -number
    if isinstance(tree, Percent):
        return _percent(tree, read)
    if isinstance(tree, Binary):
        return _chain(tree, read)
    return _call(tree, read)


def _percent(tree: Percent, read: Read) -> Value:
    """As many percent signs as there are, without a call for each."""
    of: Tree = tree
    count = 0
    while isinstance(of, Percent):
        of, count = of.of, count + 1
    number = as_number(evaluate(of, read))
    if isinstance(number, Error):
        return number
    for _ in range(count):
        number /= 100
    return number


def _chain(tree: Binary, read: Read) -> Value:
    """As many terms as there are, from left to right, without a call for each."""
    terms: list[Binary] = []
    first: Tree = tree
    while isinstance(first, Binary):
        terms.append(first)
        first = first.left
    value = evaluate(first, read)
    for term in reversed(terms):
        value = settled(_binary(term.sign, value, evaluate(term.right, read)))
    return value


def _call(call: Call, read: Read) -> Argument:
    lazy = LAZY.get(call.name)
    if lazy is not None:
        return settled(lazy([lambda a=a: evaluate(a, read) for a in call.args]))  # type: ignore[misc]
    known = FUNCTIONS.get(call.name)
    if known is None:
        return NAME
    least, most, function = known
    if not least <= len(call.args) <= most:
        return VALUE
    return settled(function(*[_argument(a, read) for a in call.args]))


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
