"""Editing operations on the cells of a workbook. Every function takes plain values and returns new ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.charts import with_references
from omnigym.documents.sheets.model import (
    BLANK,
    COLUMNS,
    ROWS,
    Area,
    Cell,
    Filter,
    Place,
    Sheet,
    Style,
    Workbook,
    cell_at,
    cells_in,
    is_formula,
    put_cells,
    used_size,
)
from omnigym.documents.sheets.references import rename_in_formula, reshape_formula, shift_formula
from omnigym.documents.sheets.tables import cell_of

__all__ = [
    "Cells",
    "CopiedCells",
    "clear_cells",
    "copy_cells",
    "fill_cells",
    "insert_lines",
    "moved_cell",
    "paste_cells",
    "pasted_text",
    "rename_sheet",
    "style_cells",
    "used_area",
    "with_sheet",
]

#: Cells by their places.
Cells: TypeAlias = dict[Place, Cell]


class CopiedCells(NamedTuple):
    """Copied cells: the area, its non-blank cells, and whether they are to be moved."""

    sheet: int
    area: Area
    cells: tuple[tuple[Place, Cell], ...]
    cut: bool = False


def with_sheet(workbook: Workbook, index: int, sheet: Sheet) -> Workbook:
    """Return ``workbook`` with one sheet replaced."""
    sheets = workbook.sheets
    return Workbook((*sheets[:index], sheet, *sheets[index + 1 :]), workbook.active)


def used_area(sheet: Sheet, area: Area) -> Area:
    """Return ``area``, cut to the used part if it consists of whole rows or columns."""
    rows, columns = used_size(sheet)
    bottom = max(rows - 1, area[0]) if area[2] >= ROWS - 1 else area[2]
    right = max(columns - 1, area[1]) if area[3] >= COLUMNS - 1 else area[3]
    return area[0], area[1], bottom, right


def style_cells(sheet: Sheet, area: Area, change: Callable[[Style], Style]) -> Cells:
    """Return the cells of an area with another format; for whole rows and columns, the used cells."""
    top, left, bottom, right = used_area(sheet, area)
    out: Cells = {}
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            cell = cell_at(sheet, row, column)
            out[row, column] = Cell(cell.content, change(cell.style))
    return out


def clear_cells(sheet: Sheet, area: Area, *, looks: bool = False) -> Cells:
    """Return the cells of an area without content; with ``looks``, without their format instead."""
    if looks:
        return {place: Cell(cell.content) for place, cell in cells_in(sheet, area)}
    return {place: Cell(None, cell.style) for place, cell in cells_in(sheet, area)}


def copy_cells(sheet: Sheet, index: int, area: Area, *, cut: bool = False) -> CopiedCells:
    """Return an area for the clipboard; for whole rows and columns, the used part."""
    area = used_area(sheet, area)
    return CopiedCells(index, area, tuple(cells_in(sheet, area)), cut)


def moved_cell(cell: Cell, down: int, across: int) -> Cell:
    """Return a cell adapted to another place."""
    if not is_formula(cell.content):
        return cell
    return Cell(shift_formula(str(cell.content), down, across), cell.style)


def paste_cells(clip: CopiedCells, at: Place, over: Area) -> tuple[Cells, Area]:
    """Return the cells of a paste, and their area; the copied area is repeated as often as fits into ``over``."""
    top, left, bottom, right = clip.area
    rows, columns = bottom - top + 1, right - left + 1
    tall, wide = over[2] - over[0] + 1, over[3] - over[1] + 1
    down = tall // rows if not clip.cut and tall % rows == 0 and tall < ROWS else 1
    across = wide // columns if not clip.cut and wide % columns == 0 and wide < COLUMNS else 1
    known = dict(clip.cells)
    out: Cells = {}
    for row in range(rows * max(1, down)):
        for column in range(columns * max(1, across)):
            source = (top + row % rows, left + column % columns)
            target = (at[0] + row, at[1] + column)
            if target[0] < ROWS and target[1] < COLUMNS:
                cell = known.get(source, BLANK)
                shift = (0, 0) if clip.cut else (target[0] - source[0], target[1] - source[1])
                out[target] = moved_cell(cell, *shift)
    last = at[0] + rows * max(1, down) - 1, at[1] + columns * max(1, across) - 1
    return out, (at[0], at[1], min(last[0], ROWS - 1), min(last[1], COLUMNS - 1))


def pasted_text(sheet: Sheet, rows: list[list[str]], at: Place) -> tuple[Cells, Area]:
    """Return the cells that a text from the clipboard makes, and their area."""
    out: Cells = {}
    for down, texts in enumerate(rows):
        for across, text in enumerate(texts):
            place = (at[0] + down, at[1] + across)
            if place[0] < ROWS and place[1] < COLUMNS:
                out[place] = cell_of(text, cell_at(sheet, *place))
    width = max([len(texts) for texts in rows], default=1)
    return out, (at[0], at[1], min(at[0] + len(rows), ROWS) - 1, min(at[1] + width, COLUMNS) - 1)


def fill_cells(sheet: Sheet, area: Area, axis: int) -> Cells:
    """Return the first row (``axis`` 0) or column of an area copied over the other rows or columns.

    An area of one row or column takes what is above or left of it.
    """
    top, left, bottom, right = used_area(sheet, area)
    row, column = (top - (top == bottom), left) if axis == 0 else (top, left - (left == right))
    out: Cells = {}
    if row < 0 or column < 0:
        return out
    for r in range(top, bottom + 1):
        for c in range(left, right + 1):
            source = (row, c) if axis == 0 else (r, column)
            if (r, c) != source:
                out[r, c] = moved_cell(cell_at(sheet, *source), r - source[0], c - source[1])
    return out


# -- rows and columns ---------------------------------------------------------------------------------------------


def insert_lines(workbook: Workbook, index: int, axis: int, at: int, count: int) -> Workbook:
    """Insert rows (``axis`` 0) or columns before one, or delete them if ``count`` is negative."""
    name = workbook.sheets[index].name
    sheets = []
    for i, sheet in enumerate(workbook.sheets):
        new = _spread(sheet, axis, at, count) if i == index else sheet
        changed = {}
        for row, cells in enumerate(new.rows):
            for column, cell in enumerate(cells):
                if is_formula(cell.content):
                    text = reshape_formula(str(cell.content), new.name, name, axis, at, count)
                    if text != cell.content:
                        changed[row, column] = Cell(text, cell.style)
        new = with_references(new, partial(_reshaped, own=new.name, sheet=name, axis=axis, at=at, count=count))
        sheets.append(put_cells(new, changed) if changed else new)
    return Workbook(tuple(sheets), workbook.active)


def _reshaped(formula: str, *, own: str, sheet: str, axis: int, at: int, count: int) -> str:
    return reshape_formula(formula, own, sheet, axis, at, count)


def _spread(sheet: Sheet, axis: int, at: int, count: int) -> Sheet:
    gone = max(0, -count)
    if axis == 0:
        new = ((),) * count if count > 0 else ()
        rows = (*sheet.rows[:at], *new, *sheet.rows[at + gone :])[:ROWS] if at < len(sheet.rows) else sheet.rows
        hidden = frozenset([h + count if h >= at else h for h in sheet.hidden if not at <= h < at + gone])
        fresh = sheet._replace(rows=rows, hidden=hidden)
    else:
        blank = (BLANK,) * max(0, count)
        lines = [(*r[:at], *blank, *r[at + gone :])[:COLUMNS] if at < len(r) else r for r in sheet.rows]
        widths = [(c + count if c >= at else c, w) for c, w in sheet.widths if not at <= c < at + gone]
        fresh = sheet._replace(rows=tuple(lines), widths=tuple([w for w in widths if w[0] < COLUMNS]))
    charts = tuple([c._replace(at=_moved_place(c.at, axis, at, count)) for c in sheet.charts])
    fresh = fresh._replace(filter=_moved_filter(sheet.filter, axis, at, count), charts=charts)
    return put_cells(fresh, {(0, 0): cell_at(fresh, 0, 0)})  # brings the rows' ends in order


def _moved_place(place: Area, axis: int, at: int, count: int) -> Area:
    """The cells of a chart after rows or columns were with_new_chart or deleted before them: as many as it had."""
    step = max(count, at - place[axis]) if place[axis] >= at else 0
    step = min(step, (ROWS, COLUMNS)[axis] - 1 - place[axis + 2])
    moved = list(place)
    moved[axis], moved[axis + 2] = place[axis] + step, place[axis + 2] + step
    return moved[0], moved[1], moved[2], moved[3]


def _moved_filter(found: Filter | None, axis: int, at: int, count: int) -> Filter | None:
    if found is None:
        return None
    first, last = found.area[axis], found.area[axis + 2]
    if count < 0 and first >= at and last < at - count:
        return None
    area = list(found.area)
    area[axis] = max(at, first + count) if first >= at else first
    area[axis + 2] = max(at - 1, last + count) if last >= at else last
    chosen = found.chosen
    if axis == 1:
        chosen = tuple([(c + count * (c >= at), t) for c, t in chosen if not at <= c < at + max(0, -count)])
    return Filter((area[0], area[1], area[2], area[3]), chosen)


def rename_sheet(workbook: Workbook, index: int, name: str) -> Workbook:
    """Rename a sheet, in formulas too."""
    old = workbook.sheets[index].name
    sheets = []
    for i, sheet in enumerate(workbook.sheets):
        changed = {
            (row, column): Cell(rename_in_formula(str(cell.content), old, name), cell.style)
            for row, cells in enumerate(sheet.rows)
            for column, cell in enumerate(cells)
            if is_formula(cell.content) and "!" in str(cell.content)
        }
        new = with_references(
            put_cells(sheet, changed) if changed else sheet, lambda t: rename_in_formula(t, old, name)
        )
        sheets.append(new._replace(name=name) if i == index else new)
    return Workbook(tuple(sheets), workbook.active)
