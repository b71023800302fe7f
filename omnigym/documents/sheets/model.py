"""The content of a spreadsheet as plain values: sheets of rows of cells, compared by value.

A cell is what was entered: a number, a text, a truth value, or a formula (a text that begins with "="). What formulas
come to is for `calculation`. Rows end with their last cell that is not blank, and sheets with such a row, so that equal
sheets are spelled alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

__all__ = [
    "BLANK",
    "COLUMNS",
    "PLAIN",
    "ROWS",
    "Area",
    "Cell",
    "Chart",
    "Content",
    "Filter",
    "Place",
    "Row",
    "Series",
    "Sheet",
    "Style",
    "Workbook",
    "area_name",
    "area_of",
    "cell_at",
    "cell_count",
    "cell_name",
    "cells_in",
    "column_index",
    "column_name",
    "is_formula",
    "place_of",
    "put_cells",
    "sheet_of",
    "used_size",
]

#: How many rows and columns a sheet has.
ROWS, COLUMNS = 1000, 104

Content: TypeAlias = float | str | bool | None
#: (row, column), from 0.
Place: TypeAlias = tuple[int, int]
#: First row, first column, last row, last column, all of them in it.
Area: TypeAlias = tuple[int, int, int, int]


class Style(NamedTuple):
    """The format of a cell.

    Attributes:
        number: The number format, as spreadsheets write it: "General", "0.00", "#,##0", "0%", "m/d/yyyy"...
        bold, italic, underline: Of its text.
        align: "left", "center", "right", or "" for what its value suggests.
        fill, color: Of ground and text, six hexadecimal digits, or "".
    """

    number: str = "General"
    bold: bool = False
    italic: bool = False
    underline: bool = False
    align: str = ""
    fill: str = ""
    color: str = ""


PLAIN = Style()


class Cell(NamedTuple):
    """One cell: its entered content, and its format."""

    content: Content = None
    style: Style = PLAIN


BLANK = Cell()
#: A workbook of fewer rows is small.
SMALL: Final = 64
Row: TypeAlias = tuple[Cell, ...]


class Filter(NamedTuple):
    """The arrows in the head of a table, and the rows that they let through.

    Attributes:
        area: The table, its head included.
        chosen: For each filtered column, the texts that are shown.
    """

    area: Area
    chosen: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Series(NamedTuple):
    """The numbers of a chart that belong together.

    Attributes:
        name: A text, or a formula that refers to the cell with it.
        labels: A formula that refers to the cells with the labels of the points; "" for none.
        values: A formula that refers to the cells with the numbers.
    """

    name: str
    labels: str
    values: str


class Chart(NamedTuple):
    """A chart that lies on a sheet.

    Attributes:
        kind: "column", "bar", "line" or "pie".
        title: Its title; "" for none.
        series: Its series in order.
        at: The cells that it covers.
    """

    kind: str
    title: str
    series: tuple[Series, ...]
    at: Area


class Sheet(NamedTuple):
    """One sheet.

    Attributes:
        name: On its tab.
        rows: The cells, from the first row on.
        widths: (column, width in characters) of columns that are not as wide as usual.
        hidden: Rows that are not shown.
        filter: Its filter, or None.
        charts: Its charts, the last in front.
    """

    name: str = "Sheet1"
    rows: tuple[Row, ...] = ()
    widths: tuple[tuple[int, float], ...] = ()
    hidden: frozenset[int] = frozenset()
    filter: Filter | None = None
    charts: tuple[Chart, ...] = ()


class Workbook(NamedTuple):
    """Sheets in the order of their tabs, and the sheet in front."""

    sheets: tuple[Sheet, ...] = (Sheet(),)
    active: int = 0

    def __hash__(self) -> int:
        """Of its value where that is small; else of its identity: a step does not walk through all of a large workbook.

        Two large ones that are equal have hashes of their own, so a cache misses where it could have hit.
        """
        return tuple.__hash__(self) if sum([len(s.rows) for s in self.sheets]) < SMALL else id(self)


_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})")


@lru_cache(maxsize=1024)
def column_name(column: int) -> str:
    """Return the letters of a column.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def column_index(name: str) -> int:
    """Return the column of some letters.

    >>> column_index("A"), column_index("aa")
    (0, 26)
    """
    index = 0
    for letter in name.upper():
        index = 26 * index + ord(letter) - 64
    return index - 1


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell.

    >>> cell_name(2, 1)
    'B3'
    """
    return f"{column_name(column)}{row + 1}"


@lru_cache(maxsize=4096)
def place_of(name: str) -> Place | None:
    """Return the cell of a name, or None if the name is invalid.

    >>> place_of("$B$3"), place_of("total")
    ((2, 1), None)
    """
    found = _CELL.fullmatch(name.strip())
    return (int(found[2]) - 1, column_index(found[1])) if found else None


def area_name(area: Area) -> str:
    """Return the name of an area; for one cell, the cell's.

    >>> area_name((0, 0, 2, 1)), area_name((0, 0, 0, 0))
    ('A1:B3', 'A1')
    """
    first, last = cell_name(area[0], area[1]), cell_name(area[2], area[3])
    return first if first == last else f"{first}:{last}"


def area_of(name: str) -> Area | None:
    """Return the area of a name such as "B2:C9", "B2" or "B:B", or None if the name is invalid.

    >>> area_of("c9:b2")
    (1, 1, 8, 2)
    """
    first, _, last = name.replace("$", "").strip().partition(":")
    if first.isalpha() and last.isalpha() and len(first) < 4 and len(last) < 4:
        a, b = column_index(first), column_index(last)
        return 0, min(a, b), ROWS - 1, max(a, b)
    start = place_of(first)
    end = place_of(last) if last else start
    if start is None or end is None:
        return None
    return min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1])


def is_formula(content: Content) -> bool:
    """Return whether the content is to be calculated."""
    return type(content) is str and len(content) > 1 and content[0] == "="


def cell_at(sheet: Sheet, row: int, column: int) -> Cell:
    """Return a cell; a blank cell if it does not exist."""
    if row < len(sheet.rows):
        cells = sheet.rows[row]
        if column < len(cells):
            return cells[column]
    return BLANK


def cell_count(sheet: Sheet) -> int:
    """Return the number of cells and rows, including blank ones between others."""
    return len(sheet.rows) + sum([len(row) for row in sheet.rows])


def used_size(sheet: Sheet) -> tuple[int, int]:
    """Return the number of used rows and columns, from the first on."""
    return len(sheet.rows), max([len(row) for row in sheet.rows], default=0)


def cells_in(sheet: Sheet, area: Area) -> Iterator[tuple[Place, Cell]]:
    """Yield the non-blank cells of an area, row by row."""
    top, left, bottom, right = area
    for row in range(top, min(bottom + 1, len(sheet.rows))):
        for column, cell in enumerate(sheet.rows[row][left : right + 1], left):
            if cell is not BLANK and cell != BLANK:
                yield (row, column), cell


def _trimmed(cells: list[Cell]) -> Row:
    end = len(cells)
    while end and cells[end - 1] == BLANK:
        end -= 1
    return tuple(cells[:end])


def sheet_of(name: str, rows: Iterable[Iterable[Cell]]) -> Sheet:
    """Return a sheet of these cells."""
    return Sheet(name, _ended([_trimmed(list(row)) for row in rows]))


def _ended(rows: list[Row]) -> tuple[Row, ...]:
    end = len(rows)
    while end and not rows[end - 1]:
        end -= 1
    return tuple(rows[:end])


def put_cells(sheet: Sheet, cells: Mapping[Place, Cell]) -> Sheet:
    """Return ``sheet`` with other cells at some places; unchanged rows are shared."""
    by_row: dict[int, list[tuple[int, Cell]]] = {}
    for (row, column), cell in cells.items():
        by_row.setdefault(row, []).append((column, cell))
    rows = list(sheet.rows)
    for row, new in by_row.items():
        rows.extend([()] * (row + 1 - len(rows)))
        line = list(rows[row])
        line.extend([BLANK] * (1 + max([column for column, _ in new]) - len(line)))
        for column, cell in new:
            line[column] = cell
        rows[row] = _trimmed(line)
    return Sheet(sheet.name, _ended(rows), *sheet[2:])
