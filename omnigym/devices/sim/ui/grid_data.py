"""What a grid shows and where it shows it: plain values for the app, the layout and the input."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.ui.nodes import Node

__all__ = ["CellData", "GridBarData", "GridCell", "GridData", "GridInfo", "GridSelection", "Place"]

#: (row, column), from 0.
Place: TypeAlias = tuple[int, int]


class GridCell(NamedTuple):
    """What a cell shows.

    Attributes:
        text: What is in it.
        align: "left", "center" or "right".
        bold, italic, underline: Of the text.
        ink, ground: Colours as 0xRRGGBB, or -1 for the theme's.
        numeric: Whether signs take the place of a text that has no room; other texts go on over blank cells.
        button: Name of a button at its right, or "".
    """

    text: str = ""
    align: str = "left"
    bold: bool = False
    italic: bool = False
    underline: bool = False
    ink: int = -1
    ground: int = -1
    numeric: bool = False
    button: str = ""


class GridSelection(NamedTuple):
    """The selected area: from the active cell to the opposite corner."""

    active: Place = (0, 0)
    end: Place = (0, 0)

    @property
    def area(self) -> tuple[int, int, int, int]:
        """First row, first column, last row, last column."""
        (a, b), (c, d) = self
        return min(a, c), min(b, d), max(a, c), max(b, d)


class GridData(NamedTuple):
    """What a grid shows.

    Attributes:
        rows: The cells as far as there is something in them.
        size: How many rows and columns there are.
        widths: Of each column, in logical pixels.
        row_h: Height of a row in logical pixels.
        hidden: Rows that are left out.
        selection: What is selected.
        editor: The field over the active cell while it is edited, or None.
        lines: Whether lines part the cells.
        copied: The area with a dashed frame, or None.
    """

    rows: tuple[tuple[GridCell, ...], ...]
    size: Place
    widths: tuple[int, ...]
    row_h: int = 20
    hidden: frozenset[int] = frozenset()
    selection: GridSelection = GridSelection()
    editor: Node | None = None
    lines: bool = True
    copied: tuple[int, int, int, int] | None = None


class GridBarData(NamedTuple):
    """Of a scrollbar of a grid, or its thumb: the grid's key, and "x" or "y"."""

    grid: str
    axis: str


class CellData(NamedTuple):
    """Of a cell that is painted: how its text looks, as in `GridCell`.

    Attributes:
        own: Width of the cell in pixels, beyond which its text may go on.
    """

    align: str
    bold: bool
    italic: bool
    underline: bool
    ink: int
    ground: int
    numeric: bool
    own: int


class GridInfo(NamedTuple):
    """Where cells are, in pixels of the widget.

    Attributes:
        top, left: First row (counted without hidden ones) and column that are shown.
        rows: The rows that can be seen, the last maybe in part.
        columns: (column, x, width) of those that can be seen.
        head_w, head_h: Of the heads.
        row_h: Height of a row.
        room_w, room_h: Where the cells end.
        whole: How many rows fit wholly.
        reach: How many rows and columns the scrollbars go over.
    """

    top: int
    left: int
    rows: tuple[int, ...]
    columns: tuple[tuple[int, int, int], ...]
    head_w: int
    head_h: int
    row_h: int
    room_w: int
    room_h: int
    whole: int
    reach: Place

    def place_at(self, x: int, y: int) -> Place:
        """The cell that is nearest to a pixel."""
        line = min(max(0, (y - self.head_h) // self.row_h), len(self.rows) - 1)
        at = bisect_right(self.columns, x, key=lambda c: c[1]) - 1
        return self.rows[line], self.columns[max(0, at)][0]

    def box_of(self, place: Place) -> tuple[int, int, int, int] | None:
        """x, y, width and height of a cell, or None where it is not to be seen."""
        found = next((c for c in self.columns if c[0] == place[1]), None)
        if found is None or place[0] not in self.rows:
            return None
        return found[1], self.head_h + self.rows.index(place[0]) * self.row_h, found[2], self.row_h
