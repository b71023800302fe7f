"""The functions of formulas."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.values import (
    DIV_0,
    NOT_AVAILABLE,
    NUM,
    REF,
    VALUE,
    Error,
    Value,
    as_number,
    as_text,
    order,
)
from omnigym.foreign.limits import CELL_TEXT

__all__ = ["FUNCTIONS", "LAZY", "Argument", "Table"]


class Table(NamedTuple):
    """The values of an area."""

    rows: tuple[tuple[Value, ...], ...]


Argument: TypeAlias = Value | Table
_MANY = 255
#: The places of a number, and from where on all numbers are whole.
_MOST_PLACES, _WHOLE = 307, 2.0**53


class _Stop(Exception):
    """An argument is an error, which is the result."""

    def __init__(self, error: Error) -> None:
        self.error = error


def _values(args: Sequence[Argument]) -> Iterator[tuple[Value, bool]]:
    """Every value, and whether it was given itself (not by a reference)."""
    for arg in args:
        if isinstance(arg, Table):
            for row in arg.rows:
                for value in row:
                    yield value, False
        else:
            yield arg, True


def _numbers(args: Sequence[Argument]) -> list[float]:
    """The numbers: of an area those that are numbers, otherwise all, and they must be."""
    out = []
    for value, given in _values(args):
        if isinstance(value, Error):
            raise _Stop(value)
        if type(value) is float:
            out.append(value)
        elif given and value is not None:
            out.append(_number(value))
    return out


def _one(arg: Argument) -> Value:
    if isinstance(arg, Table):
        return arg.rows[0][0] if len(arg.rows) == 1 and len(arg.rows[0]) == 1 else VALUE
    return arg


def _number(arg: Argument) -> float:
    found = as_number(_one(arg))
    if isinstance(found, Error):
        raise _Stop(found)
    return found


def _text(arg: Argument) -> str:
    found = as_text(_one(arg))
    if isinstance(found, Error):
        raise _Stop(found)
    return found


def _truth(value: Value) -> bool:
    if type(value) is str and value.upper() in ("TRUE", "FALSE"):
        return value.upper() == "TRUE"
    return bool(_number(value))


def _average(*args: Argument) -> Value:
    numbers = _numbers(args)
    return sum(numbers) / len(numbers) if numbers else DIV_0


def _count(*args: Argument) -> Value:
    return float(sum([type(v) is float or (given and type(as_number(v)) is float) for v, given in _values(args)]))


def _truths(args: Sequence[Argument]) -> list[bool]:
    return [_truth(v) for v, given in _values(args) if given or (v is not None and type(v) is not str)]


def _round(number: Argument, digits: Argument = 0.0) -> Value:
    value, places = _number(number), _number(digits)
    if not -_MOST_PLACES <= places <= _MOST_PLACES:
        return value if places > 0 else 0.0
    scale = 10.0 ** int(places)
    nudged = abs(value) * scale
    if nudged >= _WHOLE:  # it has no such places
        return value
    return float(int(nudged + 0.5 + nudged * 1e-15)) / scale * (1 if value >= 0 else -1)


def _power(base: Argument, exponent: Argument) -> Value:
    try:
        found = _number(base) ** _number(exponent)
    except (OverflowError, ZeroDivisionError):
        return NUM
    return found if isinstance(found, float) else NUM


def _mod(number: Argument, divisor: Argument) -> Value:
    by = _number(divisor)
    return DIV_0 if by == 0 else _number(number) % by


# -- conditions -------------------------------------------------------------------------------------------------


def _criterion(arg: Argument) -> Callable[[Value], bool]:
    """The test that the text of a condition means: ">5", "<>apple", "apple"."""
    wanted = _one(arg)
    sign = "="
    if type(wanted) is str:
        for candidate in ("<=", ">=", "<>", "<", ">", "="):
            if wanted.startswith(candidate):
                sign, wanted = candidate, wanted[len(candidate) :]
                break
        number = as_number(wanted) if wanted else VALUE
        wanted = number if type(number) is float else wanted
    key = order(wanted)

    def holds(value: Value) -> bool:
        if sign == "=":
            return order(value) == key
        if sign == "<>":
            return order(value) != key
        mine = order(value)
        if mine[0] != key[0]:
            return False
        less, more = mine < key, mine > key
        return {"<": less, ">": more, "<=": not more, ">=": not less}[sign]

    return holds


def _chosen(area: Argument, condition: Argument, values: Argument | None) -> list[float]:
    """The numbers among ``values`` (or ``area``) at the places where ``area`` meets the condition."""
    holds = _criterion(condition)
    tested = [v for v, _ in _values([area])]
    taken = tested if values is None else [v for v, _ in _values([values])]
    return [b for a, b in zip(tested, taken, strict=False) if holds(a) and type(b) is float]


def _average_if(area: Argument, condition: Argument, values: Argument | None = None) -> Value:
    found = _chosen(area, condition, values)
    return sum(found) / len(found) if found else DIV_0


def _vlookup(wanted: Argument, table: Argument, column: Argument, near: Argument = True) -> Value:
    if not isinstance(table, Table):
        return NOT_AVAILABLE
    index = int(_number(column)) - 1
    if not 0 <= index < len(table.rows[0]):
        return REF if index >= 0 else VALUE
    key, found = order(_one(wanted)), None
    for row in table.rows:
        mine = order(row[0])
        if mine == key:
            return row[index]
        if mine[0] == key[0] and mine < key:
            found = row[index]
    return found if found is not None and _truth(_one(near)) else NOT_AVAILABLE


# -- texts --------------------------------------------------------------------------------------------------------


def _left(text: Argument, count: Argument = 1.0) -> Value:
    return _text(text)[: max(0, int(_number(count)))]


def _right(text: Argument, count: Argument = 1.0) -> Value:
    whole = _text(text)
    return whole[max(0, len(whole) - max(0, int(_number(count)))) :]


def _concatenated(*args: Argument) -> Value:
    length, texts = 0, []
    for value, _ in _values(args):
        texts.append(_text(value))
        length += len(texts[-1])
        if length > CELL_TEXT:
            return VALUE
    return "".join(texts)


def _guarded(function: Callable[..., Value]) -> Callable[..., Value]:
    """``function`` with an error among its arguments as its result."""

    def call(*args: Argument) -> Value:
        try:
            return function(*args)
        except _Stop as stop:
            return stop.error

    return call


_PLAIN: dict[str, tuple[int, int, Callable[..., Value]]] = {
    "ABS": (1, 1, lambda x: abs(_number(x))),
    "AND": (1, _MANY, lambda *a: all(_truths(a))),
    "AVERAGE": (1, _MANY, _average),
    "AVERAGEIF": (2, 3, _average_if),
    "CONCAT": (1, _MANY, _concatenated),
    "CONCATENATE": (1, _MANY, _concatenated),
    "COUNT": (1, _MANY, _count),
    "COUNTA": (1, _MANY, lambda *a: float(sum([v is not None for v, _ in _values(a)]))),
    "COUNTBLANK": (1, 1, lambda a: float(sum([v is None or v == "" for v, _ in _values([a])]))),
    "COUNTIF": (2, 2, lambda a, c: float(sum(map(_criterion(c), [v for v, _ in _values([a])])))),
    "INT": (1, 1, lambda x: float(_number(x) // 1)),
    "LEFT": (1, 2, _left),
    "LEN": (1, 1, lambda t: float(len(_text(t)))),
    "LOWER": (1, 1, lambda t: _text(t).lower()),
    "MAX": (1, _MANY, lambda *a: max(_numbers(a), default=0.0)),
    "MEDIAN": (1, _MANY, lambda *a: statistics.median(n) if (n := _numbers(a)) else NUM),
    "MIN": (1, _MANY, lambda *a: min(_numbers(a), default=0.0)),
    "MOD": (2, 2, _mod),
    "NOT": (1, 1, lambda x: not _truth(_one(x))),
    "OR": (1, _MANY, lambda *a: any(_truths(a))),
    "POWER": (2, 2, _power),
    "RIGHT": (1, 2, _right),
    "ROUND": (1, 2, _round),
    "SQRT": (1, 1, lambda x: _number(x) ** 0.5 if _number(x) >= 0 else NUM),
    "SUM": (1, _MANY, lambda *a: float(sum(_numbers(a)))),
    "SUMIF": (2, 3, lambda a, c, v=None: float(sum(_chosen(a, c, v)))),
    "TRIM": (1, 1, lambda t: " ".join(_text(t).split())),
    "UPPER": (1, 1, lambda t: _text(t).upper()),
    "VLOOKUP": (3, 4, _vlookup),
}

#: Least and most arguments, and the function, by name.
FUNCTIONS: dict[str, tuple[int, int, Callable[..., Value]]] = {
    name: (least, most, _guarded(function)) for name, (least, most, function) in _PLAIN.items()
}


def _if(args: Sequence[Callable[[], Value]]) -> Value:
    if not 2 <= len(args) <= 3:
        return VALUE
    test = args[0]()
    if isinstance(test, Error):
        return test
    try:
        chosen = _truth(test)
    except _Stop as stop:
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
