"""Functions that find something in an area."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.documents.sheets._arguments import Argument, StoppedError, Table, number_of, one, truth_of
from omnigym.documents.sheets._conditions import pattern_of
from omnigym.documents.sheets.values import NOT_AVAILABLE, REF, VALUE, Error, Value, order

__all__ = ["LOOKUPS"]


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
