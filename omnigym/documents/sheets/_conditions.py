"""Functions that count, add or average what meets conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from omnigym.documents.sheets._arguments import Argument, StoppedError, Table, every_value, one
from omnigym.documents.sheets._wildcards import expression_of, has_wildcards
from omnigym.documents.sheets.values import DIV_0, VALUE, Value, as_number, order

__all__ = ["CONDITIONS", "pattern_of"]


@lru_cache(maxsize=1024)
def pattern_of(text: str) -> re.Pattern[str] | None:
    """The pattern of a text with wildcards, or None of one without.

    >>> bool(pattern_of("*pp?e").fullmatch("Apple")), pattern_of("apple")
    (True, None)
    """
    return re.compile(expression_of(text), re.IGNORECASE | re.DOTALL) if has_wildcards(text) else None


def _criterion(arg: Argument) -> Callable[[Value], bool]:
    """The test that the text of a condition means: ">5", "<>apple", "apple", "a*"."""
    wanted = one(arg)
    sign = "="
    if type(wanted) is str:
        for candidate in ("<=", ">=", "<>", "<", ">", "="):
            if wanted.startswith(candidate):
                sign, wanted = candidate, wanted[len(candidate) :]
                break
        number = as_number(wanted) if wanted else VALUE
        wanted = number if type(number) is float else wanted
    key = order(wanted)
    pattern = pattern_of(wanted) if type(wanted) is str and sign in ("=", "<>") else None

    def holds(value: Value) -> bool:
        if pattern is not None:
            return (type(value) is str and pattern.fullmatch(value) is not None) == (sign == "=")
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
    tested = [v for v, _ in every_value([area])]
    taken = tested if values is None else [v for v, _ in every_value([values])]
    return [b for a, b in zip(tested, taken, strict=False) if holds(a) and type(b) is float]


def _count_if(area: Argument, condition: Argument) -> Value:
    return float(sum(map(_criterion(condition), [v for v, _ in every_value([area])])))


def _sum_if(area: Argument, condition: Argument, values: Argument | None = None) -> Value:
    return float(sum(_chosen(area, condition, values)))


def _average_if(area: Argument, condition: Argument, values: Argument | None = None) -> Value:
    return _average(_chosen(area, condition, values))


def _average(numbers: list[float]) -> Value:
    return sum(numbers) / len(numbers) if numbers else DIV_0


def _places(*pairs: Argument) -> Iterator[tuple[int, int]]:
    """Where, within areas of one size, each area meets the condition that follows it."""
    areas, tests = pairs[::2], [_criterion(c) for c in pairs[1::2]]
    tables = [a if isinstance(a, Table) else Table(((a,),), (1, 1)) for a in areas]
    if len(areas) != len(tests) or len({t.size for t in tables}) != 1:
        raise StoppedError(VALUE)
    rows = max([len(t.rows) for t in tables])
    columns = max([len(row) for t in tables for row in t.rows[:1]], default=0)
    for row in range(rows):
        for column in range(columns):
            if all(holds(t.at(row, column)) for t, holds in zip(tables, tests, strict=True)):
                yield row, column


def _numbers_at(values: Argument, pairs: tuple[Argument, ...]) -> list[float]:
    """The numbers of an area at the places where all of the conditions are met."""
    table = values if isinstance(values, Table) else Table(((values,),), (1, 1))
    if not pairs or not isinstance(pairs[0], Table) or pairs[0].size != table.size:
        raise StoppedError(VALUE)
    found = [table.at(*place) for place in _places(*pairs)]
    return [v for v in found if type(v) is float]


_MANY = 255

#: Least and most arguments, and the function, by name.
CONDITIONS: dict[str, tuple[int, int, Callable[..., Value]]] = {
    "AVERAGEIF": (2, 3, _average_if),
    "AVERAGEIFS": (3, _MANY, lambda values, *pairs: _average(_numbers_at(values, pairs))),
    "COUNTIF": (2, 2, _count_if),
    "COUNTIFS": (2, _MANY, lambda *pairs: float(len(list(_places(*pairs))))),
    "SUMIF": (2, 3, _sum_if),
    "SUMIFS": (3, _MANY, lambda values, *pairs: float(sum(_numbers_at(values, pairs)))),
}
