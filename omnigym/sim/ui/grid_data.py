"""The contents of a grid and the places of its cells: plain values that app, layout and input share."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple, TypeAlias

from omnigym.sim.ui.nodes import Node

#: (row, column), from 0.
Place: TypeAlias = tuple[int, int]


class GridCell(NamedTuple):
    """The content that a cell shows.

    Attributes:
        text: The text in it.
        align: "left", "center" or "right".
        bold, italic, underline: The format of the text.
        ink, ground: Colours of text and background as 0xRRGGBB, or -1 for the theme's.
        numeric: Whether a text that is too wide is replaced by "#" signs; other texts continue over blank cells.
        button: Name of the button at its right edge, or "".
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
    """The content that a grid shows.

    Attributes:
        rows: The cells, up to the last row and, in each row, up to the last column with contents.
        size: Number of rows and columns.
        widths: Width of each column in logical pixels.
        row_h: Height of a row in logical pixels.
        hidden: Numbers of the rows that are left out.
        selection: The selected area.
        editor: The field over the active cell while it is edited, or None.
        lines: Whether grid lines are drawn.
        copied: The area with a dashed frame (first row, first column, last row, last column), or None.
        filling: The area that the handle of the selection is being dragged to, as ``copied``, or None.
        floats: Nodes that lie over cells, each with its area; the last is in front.
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
    filling: tuple[int, int, int, int] | None = None
    floats: tuple[tuple[tuple[int, int, int, int], Node], ...] = ()


class GridBarData(NamedTuple):
    """Payload of a grid's scrollbar and of its thumb: the grid's key, and "x" or "y"."""

    grid: str
    axis: str


class CellData(NamedTuple):
    """Payload of a painted cell: the format of `GridCell`, and the cell's own width.

    Attributes:
        own: Width of the cell in pixels; its text may continue beyond it.
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
    """The places of the visible cells, in pixels relative to the widget.

    Attributes:
        top, left: First visible row (counted without the hidden ones) and column.
        rows: Numbers of the visible rows; the last one may be cut off.
        columns: (column, x, width) of each visible column; the last one may be cut off.
        head_w, head_h: Width of the row heads, height of the column heads.
        row_h: Height of a row.
        room_w, room_h: Where the cells end and the scrollbars begin.
        whole: How many rows fit without being cut off.
        reach: How many rows and columns the scrollbars range over.
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
        """Return the cell nearest to a pixel."""
        line = min(max(0, (y - self.head_h) // self.row_h), len(self.rows) - 1)
        at = bisect_right(self.columns, x, key=lambda c: c[1]) - 1
        return self.rows[line], self.columns[max(0, at)][0]

    def box_of(self, place: Place) -> tuple[int, int, int, int] | None:
        """Return the (x, y, width, height) of a cell, or None if it is not visible."""
        found = next((c for c in self.columns if c[0] == place[1]), None)
        if found is None or place[0] not in self.rows:
            return None
        return found[1], self.head_h + self.rows.index(place[0]) * self.row_h, found[2], self.row_h
