"""The functions of formulas."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from decimal import ROUND_DOWN, ROUND_UP, Decimal

from omnigym.documents.sheets._arguments import (
    CONDITIONS,
    LOOKUPS,
    Argument,
    StoppedError,
    every_value,
    number_of,
    numbers_in,
    one,
    text_of,
    truth_of,
)
from omnigym.documents.sheets.values import DIV_0, NUM, VALUE, Error, Value, as_number
from omnigym.foreign.limits import CELL_TEXT

__all__ = ["FUNCTIONS", "LAZY"]

_MANY = 255
#: The places of a number, and from where on all numbers are whole.
_MOST_PLACES, _WHOLE = 307, 2.0**53


def _average(*args: Argument) -> Value:
    numbers = numbers_in(args)
    return sum(numbers) / len(numbers) if numbers else DIV_0


def _count(*args: Argument) -> Value:
    return float(sum([type(v) is float or (given and type(as_number(v)) is float) for v, given in every_value(args)]))


def _truths(args: Sequence[Argument]) -> list[bool]:
    return [truth_of(v) for v, given in every_value(args) if given or (v is not None and type(v) is not str)]


def _round(number: Argument, digits: Argument = 0.0) -> Value:
    value, places = number_of(number), number_of(digits)
    if not -_MOST_PLACES <= places <= _MOST_PLACES:
        return value if places > 0 else 0.0
    scale = 10.0 ** int(places)
    nudged = abs(value) * scale
    if nudged >= _WHOLE:  # it has no such places
        return value
    return float(int(nudged + 0.5 + nudged * 1e-15)) / scale * (1 if value >= 0 else -1)


def _rounding(way: str) -> Callable[..., Value]:
    """A function that rounds all numbers to the same side, of the 15 digits that a spreadsheet counts."""

    def rounded(number: Argument, digits: Argument = 0.0) -> Value:
        value, places = number_of(number), int(max(-_MOST_PLACES, min(number_of(digits), _MOST_PLACES)))
        if places > 0 and abs(value) * 10.0**places >= _WHOLE:
            return value
        return float(Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-places), way))

    return rounded


def _power(base: Argument, exponent: Argument) -> Value:
    try:
        found = number_of(base) ** number_of(exponent)
    except (OverflowError, ZeroDivisionError):
        return NUM
    return found if isinstance(found, float) else NUM


def _mod(number: Argument, divisor: Argument) -> Value:
    by = number_of(divisor)
    return DIV_0 if by == 0 else number_of(number) % by


def _ranked(area: Argument, place: Argument, *, down: bool) -> Value:
    numbers, at = sorted(numbers_in([area]), reverse=down), int(number_of(place))
    return numbers[at - 1] if 1 <= at <= len(numbers) else NUM


def _sum_product(*areas: Argument) -> Value:
    """The sum of the products of cells at the same places; what is no number counts as 0."""
    columns = [[v if type(v) is float else 0.0 for v, _ in every_value([area])] for area in areas]
    if len({len(column) for column in columns}) > 1:
        return VALUE
    return float(sum([math.prod(row) for row in zip(*columns, strict=True)]))


# -- texts --------------------------------------------------------------------------------------------------------


def _left(text: Argument, count: Argument = 1.0) -> Value:
    return text_of(text)[: max(0, int(number_of(count)))]


def _right(text: Argument, count: Argument = 1.0) -> Value:
    whole = text_of(text)
    return whole[max(0, len(whole) - max(0, int(number_of(count)))) :]


def _concatenated(*args: Argument) -> Value:
    length, texts = 0, []
    for value, _ in every_value(args):
        texts.append(text_of(value))
        length += len(texts[-1])
        if length > CELL_TEXT:
            return VALUE
    return "".join(texts)


def _guarded(function: Callable[..., Argument]) -> Callable[..., Argument]:
    """``function`` with an error among its arguments as its result."""

    def call(*args: Argument) -> Argument:
        try:
            return function(*args)
        except StoppedError as stop:
            return stop.error

    return call


_PLAIN: dict[str, tuple[int, int, Callable[..., Argument]]] = {
    **CONDITIONS,
    **LOOKUPS,
    "ABS": (1, 1, lambda x: abs(number_of(x))),
    "AND": (1, _MANY, lambda *a: all(_truths(a))),
    "AVERAGE": (1, _MANY, _average),
    "CONCAT": (1, _MANY, _concatenated),
    "CONCATENATE": (1, _MANY, _concatenated),
    "COUNT": (1, _MANY, _count),
    "COUNTA": (1, _MANY, lambda *a: float(sum([v is not None for v, _ in every_value(a)]))),
    "COUNTBLANK": (1, 1, lambda a: float(sum([v is None or v == "" for v, _ in every_value([a])]))),
    "INT": (1, 1, lambda x: float(number_of(x) // 1)),
    "LARGE": (2, 2, lambda a, n: _ranked(a, n, down=True)),
    "LEFT": (1, 2, _left),
    "LEN": (1, 1, lambda t: float(len(text_of(t)))),
    "LOWER": (1, 1, lambda t: text_of(t).lower()),
    "MAX": (1, _MANY, lambda *a: max(numbers_in(a), default=0.0)),
    "MEDIAN": (1, _MANY, lambda *a: statistics.median(n) if (n := numbers_in(a)) else NUM),
    "MIN": (1, _MANY, lambda *a: min(numbers_in(a), default=0.0)),
    "MOD": (2, 2, _mod),
    "NOT": (1, 1, lambda x: not truth_of(one(x))),
    "OR": (1, _MANY, lambda *a: any(_truths(a))),
    "POWER": (2, 2, _power),
    "PRODUCT": (1, _MANY, lambda *a: math.prod(n) if (n := numbers_in(a)) else 0.0),
    "RIGHT": (1, 2, _right),
    "ROUND": (1, 2, _round),
    "ROUNDDOWN": (1, 2, _rounding(ROUND_DOWN)),
    "ROUNDUP": (1, 2, _rounding(ROUND_UP)),
    "SMALL": (2, 2, lambda a, n: _ranked(a, n, down=False)),
    "SQRT": (1, 1, lambda x: number_of(x) ** 0.5 if number_of(x) >= 0 else NUM),
    "SUM": (1, _MANY, lambda *a: float(sum(numbers_in(a)))),
    "SUMPRODUCT": (1, _MANY, _sum_product),
    "TRIM": (1, 1, lambda t: " ".join(text_of(t).split())),
    "UPPER": (1, 1, lambda t: text_of(t).upper()),
}

#: What SUBTOTAL calls functions, and with 100 more: but for rows that are hidden, of which formulas know nothing.
_TOTALS = dict(enumerate(("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "", "", "SUM"), start=1))


def _subtotal(kind: Argument, *args: Argument) -> Argument:
    name = _TOTALS.get(int(number_of(kind)) % 100, "")
    return _PLAIN[name][2](*args) if name else VALUE


_PLAIN["SUBTOTAL"] = (2, _MANY, _subtotal)
#: Least and most arguments, and the function, by name.
FUNCTIONS: dict[str, tuple[int, int, Callable[..., Argument]]] = {
    name: (least, most, _guarded(function)) for name, (least, most, function) in _PLAIN.items()
}


def _if(args: Sequence[Callable[[], Value]]) -> Value:
    if not 2 <= len(args) <= 3:
        return VALUE
    test = args[0]()
    if isinstance(test, Error):
        return test
    try:
        chosen = truth_of(test)
    except StoppedError as stop:
        return stop.error
    if chosen:
        return args[1]()
    return args[2]() if len(args) == 3 else False


def _if_error(args: Sequence[Callable[[], Value]]) -> Value:
    if len(args) != 2:
        return VALUE
    value = args[0]()
    return args[1]() if isinstance(value, Error) else value


#: Functions that need not evaluate all of their arguments.
LAZY: dict[str, Callable[[Sequence[Callable[[], Value]]], Value]] = {"IF": _if, "IFERROR": _if_error}
