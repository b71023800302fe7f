"""The arguments of functions: values and areas, and how a function takes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.values import DIV_0, NOT_AVAILABLE, REF, VALUE, Error, Value, as_number, as_text, order


class Table(NamedTuple):
    """The values of an area.

    Attributes:
        rows: As far as the sheet is in use; beyond it, all is blank.
        size: How many rows and columns the area has, the blank ones beyond among them.
    """

    rows: tuple[tuple[Value, ...], ...]
    size: tuple[int, int]

    def at(self, row: int, column: int) -> Value:
        """A value of the area, both from 0; None beyond what is in use."""
        return self.rows[row][column] if row < len(self.rows) and column < len(self.rows[row]) else None


Argument: TypeAlias = Value | Table


class StoppedError(Exception):
    """An argument is an error, which is the result."""

    def __init__(self, error: Error) -> None:
        self.error = error


def every_value(args: Sequence[Argument]) -> Iterator[tuple[Value, bool]]:
    """Every value, and whether it was given itself (not by a reference)."""
    for arg in args:
        if isinstance(arg, Table):
            for row in arg.rows:
                for value in row:
                    yield value, False
        else:
            yield arg, True


def numbers_in(args: Sequence[Argument]) -> list[float]:
    """The numbers: of an area those that are numbers, otherwise all, and they must be."""
    out = []
    for value, given in every_value(args):
        if isinstance(value, Error):
            raise StoppedError(value)
        if type(value) is float:
            out.append(value)
        elif given and value is not None:
            out.append(number_of(value))
    return out


def one(arg: Argument) -> Value:
    """The only value of an argument; #VALUE! of an area of several cells."""
    if isinstance(arg, Table):
        return arg.at(0, 0) if arg.size == (1, 1) else VALUE
    return arg


def number_of(arg: Argument) -> float:
    """An argument that has to be a number.

    Raises:
        StoppedError: It is none.
    """
    found = as_number(one(arg))
    if isinstance(found, Error):
        raise StoppedError(found)
    return found


def text_of(arg: Argument) -> str:
    """An argument that has to be a text.

    Raises:
        StoppedError: It is an error.
    """
    found = as_text(one(arg))
    if isinstance(found, Error):
        raise StoppedError(found)
    return found


def truth_of(value: Value) -> bool:
    """A value that has to be true or false.

    Raises:
        StoppedError: It is neither, and no number.
    """
    if type(value) is str and value.upper() in ("TRUE", "FALSE"):
        return value.upper() == "TRUE"
    return bool(number_of(value))


# -- functions that count, add or average what meets conditions -------------------------------------------------------

# -- texts with wildcards ---------------------------------------------------------------------------------------------

# "*" is any text, "?" any character, and "~" takes the next one as it is.

#: Characters of a text with wildcards at most, as in Excel.
_LONGEST = 255


def has_wildcards(text: str) -> bool:
    """Whether a text is more than itself.

    >>> has_wildcards("a*"), has_wildcards("apple")
    (True, False)
    """
    return any(c in text for c in "*?~") and len(text) <= _LONGEST


def expression_of(text: str) -> str:
    """The regular expression of a text with wildcards.

    >>> expression_of("a?c*")
    'a.c.*'
    """
    pieces = [""]
    for part in re.findall(r"~[*?~]|.", text, re.DOTALL):
        if part == "*":
            pieces.append("")
        else:
            pieces[-1] += "." if part == "?" else re.escape(part[-1])
    first, *inner = pieces
    # Each piece is looked for once, from the left; a plain ".*" for each star would try all ways of sharing a text.
    sought = [f"(?>.*?{piece})" for piece in inner[:-1]]
    last = f".*{inner[-1]}" if inner else ""
    return f"{first}{''.join(sought)}{last}"


# -- conditions -------------------------------------------------------------------------------------------------------


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

# -- functions that find something in an area -------------------------------------------------------------------------


def _vlookup(wanted: Argument, table: Argument, column: Argument, near: Argument = True) -> Value:
    if not isinstance(table, Table):
        return NOT_AVAILABLE
    index = int(number_of(column)) - 1
    if not 0 <= index < table.size[1]:
        return REF if index >= 0 else VALUE
    row = _position(_sought(wanted), [r[0] for r in table.rows], 1 if truth_of(one(near)) else 0)
    return NOT_AVAILABLE if row is None else table.at(row, index)


def _sought(wanted: Argument) -> Value:
    value = one(wanted)
    if isinstance(value, Error):
        raise StoppedError(value)
    return value


def _position(wanted: Value, values: list[Value], kind: int) -> int | None:
    """Where a value is among others: itself (``kind`` 0), or the last one up to it (1) or down to it (-1)."""
    pattern = pattern_of(wanted) if kind == 0 and type(wanted) is str else None
    key, found = order(wanted), None
    for i, value in enumerate(values):
        mine = order(value)
        if mine == key or (pattern is not None and type(value) is str and pattern.fullmatch(value)):
            return i
        if kind and mine[0] == key[0] and (mine < key) == (kind > 0):
            found = i
    return found


def _match(wanted: Argument, area: Argument, kind: Argument = 1.0) -> Value:
    if not isinstance(area, Table) or 1 not in area.size:
        return NOT_AVAILABLE
    values = [v for row in area.rows for v in row]
    sign = number_of(kind)
    found = _position(_sought(wanted), values, (sign > 0) - (sign < 0))
    return NOT_AVAILABLE if found is None else found + 1.0


def _index(area: Argument, row: Argument, column: Argument | None = None) -> Argument:
    """A cell of an area, or all of a row or column where the other's number is 0."""
    table = area if isinstance(area, Table) else Table(((area,),), (1, 1))
    rows, columns = table.size
    down, across = int(number_of(row)), int(number_of(column)) if column is not None else 0
    if column is None and rows == 1:
        down, across = 0 if columns == 1 and down <= 1 else 1, down
    if down < 0 or across < 0:
        return VALUE
    if down > rows or across > columns:
        return REF
    if column is None and rows > 1 and columns > 1:
        return REF
    top, bottom = (down - 1, down) if down else (0, rows)
    left, right = (across - 1, across) if across else (0, columns)
    if (bottom - top, right - left) == (1, 1):
        return table.at(top, left)
    cells = tuple([r[left:right] for r in table.rows[top:bottom]]) or ((None,),)
    return Table(cells, (bottom - top, right - left))


#: Least and most arguments, and the function, by name.
LOOKUPS: dict[str, tuple[int, int, Callable[..., Argument]]] = {
    "INDEX": (2, 3, _index),
    "MATCH": (2, 3, _match),
    "VLOOKUP": (3, 4, _vlookup),
}
