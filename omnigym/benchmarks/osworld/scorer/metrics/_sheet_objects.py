"""What lies on a sheet besides its cells: charts, sparklines, pivot tables, filters, validations, rows and columns.

Each function gives plain values, so that equal sheets give equal ones whatever program saved them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from omnigym.benchmarks.osworld.scorer.metrics.office_files import Book
from omnigym.documents.sheets.model import area_of
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import within
from omnigym.foreign.limits import CELLS

__all__ = [
    "VALIDATION_PROPERTIES",
    "charts_of",
    "columns_of",
    "filter_of",
    "frozen_of",
    "pivots_of",
    "rows_of",
    "sparklines_of",
    "validation_value",
    "zoom_of",
]

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_XM = "{http://schemas.microsoft.com/office/excel/2006/main}"


def _chosen(names: Iterable[str], known: Mapping[str, Callable[[Any], Any]], what: str) -> dict[str, Any]:
    unknown = [n for n in names if n not in known]
    if unknown:
        raise TaskFileError(f"Expected a property of {what} ({', '.join(known)}), got {unknown[0]!r}.")
    return {name: known[name] for name in names}


def _reference(text: str | None) -> str:
    """A reference without the signs that programs set or leave out: ``'Data'!$A$1`` -> ``Data!A1``."""
    return (text or "").replace("$", "").replace("'", "")


# -- charts -----------------------------------------------------------------------------------------------------------


def charts_of(book: Book, sheet: str, properties: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The charts of a sheet by what they show, each with the properties that are asked for.

    Two charts of the same cells are two, and a scatter chart is known by its cells, too; the published code takes
    all charts of the same cells for one, and all scatter charts with as many series.

    Raises:
        TaskFileError: There is no property of one of the names.
    """
    readers = _chosen(properties, _CHART, "a chart")
    found = [
        (_shown_by(chart), {name: read(chart) for name, read in readers.items()})
        for chart in getattr(book.with_styles[sheet], "_charts", [])
    ]
    return sorted(found, key=repr)


def _shown_by(chart: Any) -> str:
    parts = getattr(chart, "_charts", None) or [chart]
    return ";".join([_series(s) for part in parts for s in part.series])


def _series(series: Any) -> str:
    values = getattr(series, "val", None) or getattr(series, "yVal", None)
    names = getattr(series, "cat", None) or getattr(series, "xVal", None)
    return f"{_source(values)},{_source(names)}"


def _source(data: Any) -> str:
    for kind in ("numRef", "strRef", "multiLvlStrRef"):
        reference = getattr(data, kind, None)
        if reference is not None:
            return _reference(reference.f)
    return ""


def _title(title: Any) -> str | None:
    text = getattr(title, "tx", None)
    if text is None:
        return None
    if text.rich is None:
        return _reference(text.strRef.f) if text.strRef is not None else None
    return "\n".join(["".join([run.t or "" for run in p.r or ()]) for p in text.rich.p]) or None


def _axis_title(axis: str) -> Callable[[Any], str | None]:
    return lambda chart: _title(getattr(getattr(chart, axis, None), "title", None))


def _anchor(chart: Any) -> list[object]:
    anchor = chart.anchor
    start, end = getattr(anchor, "_from", None), getattr(anchor, "to", None)
    corners = [value for mark in (start, end) if mark is not None for value in (mark.col, mark.row)]
    return [getattr(anchor, "editAs", None), *corners]


def _size(axis: str, extent: str) -> Callable[[Any], Any]:
    """The size of a chart: that of its anchor, as openpyxl reads no other."""

    def read(chart: Any) -> Any:
        anchor = chart.anchor
        if getattr(anchor, "ext", None) is not None:
            return getattr(anchor.ext, extent)
        start, end = anchor._from, anchor.to
        # the offset within a cell depends on the program's fonts
        return getattr(end, axis) - getattr(start, axis)

    return read


_CHART: Mapping[str, Callable[[Any], Any]] = {
    "title": lambda chart: _title(chart.title),
    "legend": lambda chart: chart.legend.position if chart.legend is not None else None,
    "anchor": _anchor,
    "width": _size("col", "width"),
    "height": _size("row", "height"),
    "type": lambda chart: chart.tagname,
    "direction": lambda chart: getattr(chart, "barDir", None),
    "xtitle": _axis_title("x_axis"),
    "ytitle": _axis_title("y_axis"),
    "ztitle": _axis_title("z_axis"),
}


def sparklines_of(book: Book, sheet: str) -> dict[str, str]:
    """The sparklines of a sheet: where each lies, and the cells that it shows."""
    found: dict[str, str] = {}
    for line in _sheet_part(book, sheet).iter(f"{_X14}sparkline"):
        place, source = line.findtext(f"{_XM}sqref", ""), line.findtext(f"{_XM}f", "")
        found[_reference(place)] = _reference(source)
    return found


def _sheet_part(book: Book, sheet: str) -> Any:
    """The XML of a sheet, by the relation of its name."""
    relations = {r.get("Id"): r.get("Target", "") for r in book.parts["xl/_rels/workbook.xml.rels"]}
    for node in book.parts["xl/workbook.xml"].iter(f"{_S}sheet"):
        if node.get("name") == sheet:
            target = relations.get(node.get(f"{_REL}id"), "")
            return book.parts[posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")]
    raise UnreadableError(f"Expected a sheet {sheet!r} in the workbook's list, got none.")


# -- pivot tables -----------------------------------------------------------------------------------------------------


def pivots_of(book: Book, sheet: str, properties: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The pivot tables of a sheet by their source, each with the properties that are asked for.

    Programs write fields at the edges of the source of which no item is used, or leave them out; so both are counted
    without them.

    Raises:
        TaskFileError: There is no property of one of the names.
    """
    readers = _chosen([p for p in properties if p not in _PIVOT_MANNERS], _PIVOT, "a pivot table")
    found = []
    for pivot in getattr(book.with_styles[sheet], "_pivots", []):
        view = _Pivot(pivot, frozenset(properties))
        found.append((view.source(), {name: read(view) for name, read in readers.items()}))
    return sorted(found, key=repr)


class _Pivot:
    """A pivot table without the unused fields at its edges."""

    def __init__(self, pivot: Any, manners: frozenset[str]) -> None:
        self.table, self.manners = pivot, manners
        items = [[(bool(i.h), i.x) for i in field.items if i.x is not None] for field in pivot.pivotFields]
        used = [at for at, found in enumerate(items) if found]
        self.before = used[0] if used else len(items)
        self.after = len(items) - 1 - used[-1] if used else 0
        self.items = items[self.before : len(items) - self.after]

    def source(self) -> str:
        """Where its data come from."""
        origin = self.table.cache.cacheSource
        sheet = origin.worksheetSource
        if sheet is None or sheet.ref is None:
            return f"{origin.type};{sheet.name if sheet is not None else ''}"
        area = area_of(sheet.ref)
        if area is None:
            raise UnreadableError(f"Expected the source of a pivot table to be a range, got {sheet.ref[:40]!r}.")
        top, left, bottom, right = area
        return f"{origin.type};{top},{left + self.before}:{bottom},{right - self.after};{sheet.sheet}"

    def field(self, number: int) -> int:
        """The number of a field; -2 stands for the data and is as it is."""
        return number - self.before if number >= 0 else number

    def selection(self) -> list[Any]:
        """Which items of each field are hidden."""
        return self.items if "ordered" in self.manners else [set(found) for found in self.items]

    def data(self) -> list[str]:
        """The values that it calculates."""
        named = "data_fields_name" in self.manners
        return [
            f"{self.field(f.fld)};{f.name if named else ''};{f.subtotal};{f.showDataAs}" for f in self.table.dataFields
        ]


#: What changes other properties.
_PIVOT_MANNERS = frozenset({"ordered", "data_fields_name"})
_PIVOT: Mapping[str, Callable[[_Pivot], Any]] = {
    "name": lambda p: p.table.name,
    "show_total": lambda p: p.table.visualTotals,
    "show_empty_row": lambda p: p.table.showEmptyRow,
    "show_empty_col": lambda p: p.table.showEmptyCol,
    "show_headers": lambda p: p.table.showHeaders,
    "location": lambda p: p.table.location.ref,
    "selection": lambda p: p.selection(),
    "filter": lambda p: (p.selection(), {p.field(f.fld) for f in p.table.pageFields}),
    "col_fields": lambda p: [p.field(f.x) for f in p.table.colFields],
    "row_fields": lambda p: [p.field(f.x) for f in p.table.rowFields],
    "data_fields": lambda p: p.data(),
}


# -- filters, validations, views --------------------------------------------------------------------------------------


def filter_of(book: Book, sheet: str) -> dict[str, Any]:
    """The filter of a sheet: its range, what its columns let through, and how it is sorted."""
    given = book.sheet(sheet).auto_filter
    columns = [_filtered(column) for column in given.filterColumn]
    return {
        "ref": _reference(given.ref),
        "columns": sorted(columns, key=lambda c: int(c["column"])),
        "sort": _sorted_by(given.sortState),
    }


def _filtered(column: Any) -> dict[str, Any]:
    plain, custom = column.filters, column.customFilters
    return {
        "column": column.colId,
        "hidden": bool(column.hiddenButton),
        "shown": column.showButton is not False,
        "blank": bool(plain.blank) if plain is not None else None,
        "texts": set(plain.filter) if plain is not None else None,
        "all": bool(custom._and) if custom is not None else None,
        "rules": {(f.operator, f.val) for f in custom.customFilter} if custom is not None else None,
    }


def _sorted_by(state: Any) -> Any:
    if state is None:
        return None
    conditions = [(bool(c.descending), c.sortBy, _reference(c.ref), c.customList) for c in state.sortCondition]
    return bool(state.columnSort), bool(state.caseSensitive), _reference(state.ref), conditions


#: The properties of a validation that a rule may ask for; True for those that are yes or no.
VALIDATION_PROPERTIES: Mapping[str, bool] = {
    **dict.fromkeys(("ranges", "type", "formula1", "formula2", "operator", "error", "errorTitle", "errorStyle"), False),
    **dict.fromkeys(("prompt", "promptTitle", "imeMode"), False),
    **dict.fromkeys(("allowBlank", "showDropDown", "showInputMessage", "showErrorMessage"), True),
}


def validation_value(validation: Any, name: str) -> Any:
    """One property of a validation.

    Raises:
        TaskFileError: There is no such property.
    """
    if name not in VALIDATION_PROPERTIES:
        raise TaskFileError(f"Expected a property of a validation, got {name!r}: {', '.join(VALIDATION_PROPERTIES)}.")
    if name == "ranges":
        return str(validation.sqref)
    value = getattr(validation, name)
    return bool(value) if VALIDATION_PROPERTIES[name] else value


def frozen_of(book: Book, sheet: str) -> tuple[int, int]:
    """How many rows and columns of a sheet are frozen, however far the rest is scrolled."""
    pane = book.sheet(sheet).sheet_view.pane
    if pane is None or pane.state not in ("frozen", "frozenSplit"):
        return 0, 0
    return int(pane.ySplit or 0), int(pane.xSplit or 0)


def zoom_of(book: Book, sheet: str) -> float:
    """The zoom of a sheet in per cent."""
    return float(book.sheet(sheet).sheet_view.zoomScale or 100)


# -- rows and columns -------------------------------------------------------------------------------------------------


def rows_of(book: Book, sheet: str, properties: Sequence[str]) -> dict[int, list[Any]]:
    """The properties of the rows that differ from an untouched one.

    A height that a program calculated from the fonts is none.

    Raises:
        TaskFileError: There is no property of one of the names.
    """
    readers = _chosen(properties, _ROW, "a row")
    found: dict[int, list[Any]] = {}
    number = 0
    for row in _sheet_part(book, sheet).iter(f"{_S}row"):
        number = int(row.get("r", number + 1))
        said = [read(row) for read in readers.values()]
        if not _is_untouched(said):
            found[number] = said
    return found


def columns_of(book: Book, sheet: str, properties: Sequence[str]) -> dict[int, list[Any]]:
    """The properties of the columns that differ from an untouched one, each column by itself.

    Raises:
        TaskFileError: There is no property of one of the names.
    """
    readers = _chosen(properties, _COLUMN, "a column")
    found: dict[int, list[Any]] = {}
    count = 0
    for column in _sheet_part(book, sheet).iter(f"{_S}col"):
        said = [read(column) for read in readers.values()]
        if _is_untouched(said):
            continue
        first, last = int(column.get("min", "1")), int(column.get("max", "1"))
        count += max(last - first + 1, 0)
        within(count, CELLS, "columns that a sheet says something of")
        found.update(dict.fromkeys(range(first, last + 1), said))
    return found


def _is_untouched(said: Sequence[Any]) -> bool:
    return all(value is None or value is False for value in said)


def _is_on(name: str) -> Callable[[Any], bool]:
    return lambda node: node.get(name, "0") in ("1", "true")


def _length(name: str, custom: str) -> Callable[[Any], float | None]:
    """A height or width that somebody chose, to a tenth."""
    chosen = _is_on(custom)
    return lambda node: round(float(node.get(name, "0")), 1) if chosen(node) else None


_ROW: Mapping[str, Callable[[Any], Any]] = {
    "hidden": _is_on("hidden"),
    "collapsed": _is_on("collapsed"),
    "height": _length("ht", "customHeight"),
}
_COLUMN: Mapping[str, Callable[[Any], Any]] = {
    "hidden": _is_on("hidden"),
    "collapsed": _is_on("collapsed"),
    "auto_size": _is_on("bestFit"),
    "width": _length("width", "customWidth"),
    "min": lambda column: column.get("min"),
    "max": lambda column: column.get("max"),
}
