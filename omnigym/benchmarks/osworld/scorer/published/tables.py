"""Published metrics of workbooks: ``compare_table`` with its rules, as openpyxl and pandas have sheets."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

import numpy as np
from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.metrics.office_files import Book, open_workbook
from omnigym.benchmarks.osworld.scorer.metrics.sheet_looks import active_rules, conditional_rules
from omnigym.benchmarks.osworld.scorer.metrics.sheet_print import csv_text
from omnigym.benchmarks.osworld.scorer.metrics.value_rules import is_matched
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped, rule_matches
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.documents.sheets.model import area_of, column_name
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import CELLS, TABLE_CELLS

__all__: list[str] = []

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_XM = "{http://schemas.microsoft.com/office/excel/2006/main}"
_DIGITS, _ALIKE = 4, 85.0
#: Texts that pandas takes for empty cells.
_NOTHING = frozenset(
    {
        "",
        "#N/A",
        "#N/A N/A",
        "#NA",
        "-1.#IND",
        "-1.#QNAN",
        "-NaN",
        "-nan",
        "1.#IND",
        "1.#QNAN",
        "<NA>",
        "N/A",
        "NA",
        "NULL",
        "NaN",
        "None",
        "n/a",
        "nan",
        "null",
    }
)
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|infinity)\s*", re.IGNORECASE)
_WHOLE = re.compile(r"\s*[-+]?\d+\s*")
_CITY, _FIRST_ROW, _LAST_ROW = 3, 2, 22


@dataclass(frozen=True)
class _Pair:
    """The workbooks that rules speak of, and the version of the task file."""

    version: TaskVersion
    result: Book
    expected: Book | None

    def sheet(self, index: object) -> tuple[Book, str]:
        """The workbook of an index, and the name of the sheet; "" for a number without sheet."""
        text = f"RI{index}" if isinstance(index, int) else str(index)
        if text[:2] not in ("RI", "RN", "EI", "EN"):
            raise ValueError(f"unknown index of a sheet {text!r}")
        book = self.result if text[0] == "R" else self.expected
        if book is None:
            raise TypeError("there is no expected workbook")
        if text[1] == "N":
            return book, text[2:]
        try:
            return book, book.names[int(text[2:])]
        except (IndexError, ValueError):
            return book, ""

    def both(self, rule: Rule) -> tuple[tuple[Book, str], tuple[Book, str]]:
        """The two sheets of a rule that compares."""
        return self.sheet(rule["sheet_idx0"]), self.sheet(rule["sheet_idx1"])


@published_metric("compare_table")
def compare_table(version: TaskVersion, result: Untyped, expected: Untyped = None, *, rules: Sequence[Rule]) -> float:
    """Return whether a workbook keeps all rules, one after the other; no rule at all is kept by every workbook."""
    if not result:
        return 0.0
    pair = _Pair(version, open_workbook(result), None if expected is None else open_workbook(expected))
    return float(all(_RULES[str(rule["type"])](rule, pair) for rule in rules))


# -- values -----------------------------------------------------------------------------------------------------------


def _names_equal(_: Rule, pair: _Pair) -> bool:
    return pair.expected is not None and list(pair.result.names) == list(pair.expected.names)


def _data_equal(rule: Rule, pair: _Pair) -> bool:
    digits = int(rule.get("precision", _DIGITS))
    first, second = (_frame(*sheet, digits) for sheet in pair.both(rule))
    return first == second


@dataclass(frozen=True)
class _Column:
    """A column of a table: its heading, "int", "float", "bool" or "object", and its values; None for an empty cell."""

    heading: object
    kind: str
    values: Sequence[object]


def _frame(book: Book, name: str, digits: int) -> list[_Column]:
    """A sheet as pandas reads it: the first row holds the headings, and a column of numbers alone is rounded."""
    if name not in book.names:
        raise UnreadableError(f"Expected a sheet {name!r}, got none.")
    cells = getattr(book.with_values[name], "_cells", {})
    within(len(cells), CELLS, "cells in a table")
    said = {place: _plain(cell) for place, cell in cells.items()}
    said = {place: value for place, value in said.items() if value != ""}
    height, width = max((row for row, _ in said), default=0), max((column for _, column in said), default=0)
    within(height * width, TABLE_CELLS, "cells in a table")
    rows = [[said.get((row, column), "") for column in range(1, width + 1)] for row in range(1, height + 1)]
    if not rows:
        return []
    headings = [f"Unnamed: {at}" if heading == "" else heading for at, heading in enumerate(rows[0])]
    columns = zip(*rows[1:], strict=True) if len(rows) > 1 else ((),) * width
    return [_typed(heading, list(column), digits) for heading, column in zip(headings, columns, strict=True)]


def _plain(cell: Untyped) -> object:
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "e":
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _typed(heading: object, values: list[object], digits: int) -> _Column:
    empty = [value is None or (isinstance(value, str) and value in _NOTHING) for value in values]
    some = [value for value, gone in zip(values, empty, strict=True) if not gone]
    if values and all(isinstance(value, bool) for value in values):
        return _Column(heading, "bool", values)
    if all(_is_number(value) for value in some) and values:
        whole = not any(empty) and all(
            isinstance(v, int) or (isinstance(v, str) and _WHOLE.fullmatch(v) is not None) for v in some
        )
        numbers = [None if gone else float(v) for v, gone in zip(values, empty, strict=True)]  # type: ignore[arg-type]
        if whole:
            return _Column(heading, "int", [int(v) for v in some])  # type: ignore[call-overload]
        rounded = [None if v is None or math.isnan(v) else float(np.round(v, digits)) for v in numbers]
        return _Column(heading, "float", rounded)
    return _Column(heading, "object", [None if gone else _moment(v) for v, gone in zip(values, empty, strict=True)])


def _is_number(value: object) -> bool:
    if isinstance(value, str):
        return _NUMBER.fullmatch(value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def _moment(value: object) -> object:
    """A date as a text, since dates of two kinds cannot be compared."""
    return repr(value) if isinstance(value, date | datetime | time | timedelta) else value


def _print_equal(rule: Rule, pair: _Pair) -> bool:
    first, second = (_printed(*sheet, pair.version) for sheet in pair.both(rule))
    if rule.get("ignore_case", False):
        first, second = ([line.lower() for line in lines] for lines in (first, second))
    return first == second


def _printed(book: Book, name: str, version: TaskVersion) -> list[str]:
    """The lines of the .csv file beside a workbook, without empty ones at the end."""
    stem = book.file.name.rpartition(".")[0]
    found = next((file for file in book.shown_beside if file.name == f"{stem}-{name}.csv"), None)
    if found is None:
        raise UnreadableError(f"Expected the file {stem}-{name}.csv beside the workbook, got none.")
    with convert_errors(".csv file"):
        text = found.content.decode("utf-8") if version == "2024" else csv_text(found.content)
    lines = [line.strip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _fuzzy_equal(rule: Rule, pair: _Pair) -> bool:
    one, other = pair.both(rule)
    return all(
        _is_alike(str(_cell_value(*one, place)), str(_cell_value(*other, place)), inner)
        for inner in rule["rules"]
        for place in _places(inner["range"])
    )


def _places(ranges: Untyped) -> Iterator[str]:
    names = ranges.split() if isinstance(ranges, str) else ranges
    count = 0
    for name in names:
        area = area_of(str(name))
        if area is None:
            raise ValueError(f"{name!r} is no range of cells")
        top, left, bottom, right = area
        count += (bottom - top + 1) * (right - left + 1)
        within(count, CELLS, "cells in the ranges of a rule")
        yield from (f"{column_name(c)}{r + 1}" for r in range(top, bottom + 1) for c in range(left, right + 1))


def _is_alike(a: str, b: str, rule: Rule) -> bool:
    a, b = (_cleaned(text, rule) for text in (a, b))
    kind = rule["type"]
    if kind == "includes":
        return b in a
    if kind == "included_by":
        return a in b
    if kind == "fuzzy_match":
        return fuzz.ratio(a, b) >= float(rule.get("threshold", _ALIKE))
    return a == b


def _cleaned(text: str, rule: Rule) -> str:
    for old, new in rule.get("normalization", ()):
        text = text.replace(old, new)
    text = text.lstrip(rule["trim_leadings"]) if "trim_leadings" in rule else text
    text = text.rstrip(rule["trim_trailings"]) if "trim_trailings" in rule else text
    text = "".join([c for c in text if c not in rule.get("ignore_chars", "")])
    return text.lower() if rule.get("ignore_case", False) else text


def _numbered_part(book: Book, name: str) -> Untyped:
    """The XML of a sheet as the published code finds it: by the sheet's number, which other programs may not keep."""
    for node in book.parts["xl/workbook.xml"].iter(f"{_S}sheet"):
        if node.get("name") == name:
            return book.parts.get(f"xl/worksheets/sheet{node.get('sheetId')}.xml")
    return None


def _cell_value(book: Book, name: str, coordinate: str) -> Untyped:
    """The value of a cell in its file: a number, a text, or None."""
    part = _numbered_part(book, name)
    cell = None if part is None else next((c for c in part.iter(f"{_S}c") if c.get("r") == coordinate), None)
    if cell is None:
        return None
    kind, value = cell.get("t", "n"), cell.findtext(f"{_S}v")
    if kind == "inlineStr":
        return cell.findtext(f"{_S}is/{_S}t")
    try:
        if kind == "n":
            return None if value is None else float(value)
        if kind == "s":
            return None if value is None else _shared(book)[int(value)]
    except ValueError:
        return None
    return value if kind in ("str", "e") else None


def _shared(book: Book) -> list[str]:
    table = book.parts.get("xl/sharedStrings.xml")
    items = () if table is None else table.iter(f"{_S}si")
    return ["".join([node.text or "" for node in item.iter(f"{_S}t")]) for item in items]


def _cell_matches(rule: Rule, pair: _Pair) -> bool:
    book, name = pair.sheet(rule["sheet_idx"])
    if name not in book.names:
        return False
    cell = book.sheet(name)[rule["coordinate"]]
    return all(
        rule_matches(
            _cell_value(book, name, rule["coordinate"]) if wanted == "value" else _said(wanted, cell, pair.version),
            demand,
        )
        for wanted, demand in rule["props"].items()
    )


# -- looks ------------------------------------------------------------------------------------------------------------

_FONT = {"font_name": "name", "font_family": "family", "font_bold": "b", "font_italic": "i", "font_underline": "u"}
_FONT |= {"font_size": "sz"}


def _said(name: str, cell: Untyped, version: TaskVersion, over: Untyped = None) -> Untyped:
    """A look as a cell, or a conditional format over it, spells it out; an error if that spells out nothing."""
    if name == "merge" and version == "verified":
        return type(cell).__name__ == "MergedCell"
    holder = cell if over is None else over
    if name == "fill_type":
        return getattr(holder.fill, "tagname", None)
    if name in ("bgcolor", "fgcolor"):
        behind = over is not None if version == "verified" else name == "bgcolor"
        fill = holder.fill
        if fill is None:
            return None
        colour = getattr(fill, "bgColor" if behind else "fgColor", None)
        return None if colour is None else colour.rgb
    if cell.value is None:
        return None
    if name == "number_format":
        shown = cell.number_format if over is None else over.numFmt.formatCode
        return shown if cell.data_type == "n" else None
    if name == "hyperlink":
        return cell.hyperlink or ""
    if name == "font_color":
        return holder.font.color.rgb
    return getattr(holder.font, _FONT[name])


def _looks(book: Book, name: str, names: Sequence[str], version: TaskVersion) -> dict[str, list[Untyped]]:
    if name not in book.names:
        return {}
    sheet = book.sheet(name)
    found = {c.coordinate: [_said(n, c, version) for n in names] for column in sheet.iter_cols() for c in column}
    rules = conditional_rules(book, name)
    if version == "2024" and any(rule.type != "expression" for _, rule in rules):
        raise TypeError("2024 knows no conditional format but that of a formula")
    for _, rule, place in active_rules(book, name, rules):
        if place is not None:
            cell = sheet.cell(*place)
            found[cell.coordinate] = [_said(n, cell, version, rule.dxf) for n in names]
    return found


def _looks_equal(rule: Rule, pair: _Pair) -> bool:
    first, second = (_looks(*sheet, rule.get("props", ()), pair.version) for sheet in pair.both(rule))
    return first == second


# -- objects ----------------------------------------------------------------------------------------------------------


def _compared(read: Callable[[Untyped, Sequence[str]], Untyped], key: str = "props") -> Callable[[Rule, _Pair], bool]:
    """A rule that compares what a function reads of two sheets; a sheet that is missing has nothing."""

    def compare(rule: Rule, pair: _Pair) -> bool:
        first, second = (
            read(book.sheet(name), rule.get(key, ())) if name in book.names else {} for book, name in pair.both(rule)
        )
        return bool(first == second)

    return compare


def _charts(sheet: Untyped, names: Sequence[str]) -> dict[str, dict[str, Untyped]]:
    """The charts of a sheet by what they show, so that of two of the same cells the last one counts."""
    found = {}
    for chart in sheet._charts:
        series = ";".join([f"{_source(s.val)},{_source(s.cat)}" for s in chart.series])
        found[series] = {name: _CHART[name](chart) for name in names if name in _CHART}
    return found


def _source(data: Untyped) -> str:
    for kind in ("numRef", "strRef"):
        reference = getattr(data, kind, None)
        if reference is not None and hasattr(reference, "f"):
            return str(reference.f)
    return ""


def _title(holder: Untyped) -> str | None:
    try:
        text: str | None = holder.title.tx.rich.p[0].r[0].t
    except (AttributeError, IndexError, TypeError):
        return None
    return text


def _anchor(chart: Untyped) -> list[object]:
    anchor = chart.anchor
    return [anchor.editAs, anchor._from.col, anchor.to.row, anchor.to.col, anchor.to.row]


_CHART: Mapping[str, Callable[[Untyped], Untyped]] = {
    "title": _title,
    "legend": lambda chart: chart.legend.position if chart.legend is not None else None,
    "anchor": _anchor,
    "width": lambda chart: chart.width,
    "height": lambda chart: chart.height,
    "type": lambda chart: chart.tagname,
    "direction": lambda chart: chart.barDir,
    "xtitle": lambda chart: _title(getattr(chart, "x_axis", None)),
    "ytitle": lambda chart: _title(getattr(chart, "y_axis", None)),
    "ztitle": lambda chart: _title(getattr(chart, "z_axis", None)),
}


def _sparklines_equal(rule: Rule, pair: _Pair) -> bool:
    first, second = (_sparklines(*sheet) for sheet in pair.both(rule))
    return first == second


def _sparklines(book: Book, name: str) -> dict[str, str]:
    part = _numbered_part(book, name)
    if part is None:
        raise LookupError(f"there is no sheet {name!r}")
    lines = part.iter(f"{_X14}sparkline")
    return {line.findtext(f"{_XM}sqref", ""): line.findtext(f"{_XM}f", "") for line in lines}


def _pivots(sheet: Untyped, names: Sequence[str]) -> dict[str, dict[str, Untyped]]:
    """The pivot tables of a sheet by their source, without unused fields at its edges."""
    found: dict[str, dict[str, Untyped]] = {}
    for pivot in sheet._pivots:
        items = [[(i.h, i.x) for i in field.items if i.x is not None] for field in pivot.pivotFields]
        used = [at for at, said in enumerate(items) if said]
        before = used[0] if used else len(items)
        after = len(items) - 1 - used[-1] if used else 0
        origin = pivot.cache.cacheSource
        area = area_of(origin.worksheetSource.ref)
        if area is None:
            raise ValueError(f"{origin.worksheetSource.ref!r} is no range of cells")
        top, left, bottom, right = area
        key = f"{origin.type};{top},{left + before}:{bottom},{right - after};{origin.worksheetSource.sheet}"
        found[key] = dict(_pivot_facts(pivot, names, items[before : len(items) - after], before))
    return found


def _pivot_facts(
    pivot: Untyped, names: Sequence[str], items: list[Untyped], before: int
) -> Iterator[tuple[str, Untyped]]:
    plain = {"name": "name", "show_total": "visualTotals", "show_empty_row": "showEmptyRow"}
    plain |= {"show_empty_col": "showEmptyCol", "show_headers": "showHeaders", "location": "location"}
    yield from ((name, getattr(pivot, plain[name])) for name in names if name in plain)
    if "filter" in names or "selection" in names:
        yield "selection", items if "ordered" in names else list(map(set, items))
    if "filter" in names:
        yield "filter_fields", {field.fld for field in pivot.pageFields}
    for name, fields in (("col_fields", "colFields"), ("row_fields", "rowFields")):
        if name in names:
            yield name, [field.x - before for field in getattr(pivot, fields)]
    if "data_fields" in names:
        called = "data_fields_name" in names
        yield (
            "data_fields",
            [f"{f.fld - before};{f.name if called else ''};{f.subtotal};{f.showDataAs}" for f in pivot.dataFields],
        )


def _dimensions(kind: str) -> Callable[[Untyped, Sequence[str]], Untyped]:
    """The rows or columns that a file says anything of."""

    def read(sheet: Untyped, names: Sequence[str]) -> dict[Untyped, dict[str, Untyped]]:
        held = getattr(sheet, kind)
        return {number: {name: getattr(said, name) for name in set(names)} for number, said in held.items()}

    return read


def _filters(sheet: Untyped, _: Sequence[str]) -> dict[str, Untyped]:
    given = sheet.auto_filter
    columns = sorted(map(_filtered, given.filterColumn), key=lambda column: int(column["column"]))
    found: dict[str, Untyped] = {"ref": given.ref, "columns": columns}
    state = given.sortState
    if state is not None:
        facts = ("descending", "sortBy", "ref", "customList", "dxfId", "iconSet", "iconId")
        rules = [[getattr(condition, fact) for fact in facts] for condition in state.sortCondition]
        found["sort"] = [state.columnSort, state.caseSensitive, state.sortMethod, state.ref, rules]
    return found


def _filtered(column: Untyped) -> dict[str, Untyped]:
    found = {"column": column.colId, "hidden": column.hiddenButton, "shown": column.showButton}
    if column.filters is not None:
        found |= {"blank": column.filters.blank, "texts": set(column.filters.filter)}
    if column.customFilters is not None:
        custom = column.customFilters
        found |= {"all": custom._and, "rules": {(rule.operator, rule.val) for rule in custom.customFilter}}
    return found


# -- views and validations --------------------------------------------------------------------------------------------


def _sheet(book: Book, name: str) -> Untyped:
    if name not in book.names:
        raise UnreadableError(f"Expected a sheet {name!r}, got none.")
    return book.sheet(name)


def _frozen_equal(rule: Rule, pair: _Pair) -> bool:
    first, second = (_frozen(_sheet(*sheet), pair.version) for sheet in pair.both(rule))
    return bool(first == second)


def _frozen(sheet: Untyped, version: TaskVersion) -> Untyped:
    """The frozen part: in 2024 the first cell that is seen of the rest, else how many rows and columns are frozen."""
    if version == "2024":
        return sheet.freeze_panes
    pane = sheet.sheet_view.pane
    if pane is None:
        return None
    columns, rows = int(pane.xSplit or 0), int(pane.ySplit or 0)
    is_frozen = (pane.state or "").lower() in ("frozen", "frozensplit")
    return (columns, rows) if is_frozen else (columns, rows, pane.topLeftCell)


def _zoom_matches(rule: Rule, pair: _Pair) -> bool:
    return rule_matches(_sheet(*pair.sheet(rule["sheet_idx"])).sheet_view.zoomScale or 100.0, rule)


def _validations_match(rule: Rule, pair: _Pair) -> bool:
    """Whether there are as many validations as demands at least, and each meets one of them."""
    found = _sheet(*pair.sheet(rule["sheet_idx"])).data_validations.dataValidation
    demands = rule["dv_props"]

    def meets(validation: Untyped, demand: Mapping[str, Rule]) -> bool:
        return all(_is_said(getattr(validation, name), wanted) for name, wanted in demand.items())

    return len(found) >= len(demands) and all(any(meets(v, demand) for demand in demands) for v in found)


def _is_said(value: Untyped, rule: Rule) -> bool:
    return is_matched(str(value), rule) if rule["method"] == "spreadsheet_range" else rule_matches(value, rule)


_RULES: Mapping[str, Callable[[Rule, _Pair], bool]] = {
    "sheet_name": _names_equal,
    "sheet_data": _data_equal,
    "sheet_print": _print_equal,
    "sheet_fuzzy": _fuzzy_equal,
    "sparkline": _sparklines_equal,
    "chart": _compared(_charts, "chart_props"),
    "style": _looks_equal,
    "freeze": _frozen_equal,
    "zoom": _zoom_matches,
    "data_validation": _validations_match,
    "row_props": _compared(_dimensions("row_dimensions")),
    "col_props": _compared(_dimensions("column_dimensions")),
    "filter": _compared(_filters),
    "pivot_table": _compared(_pivots, "pivot_props"),
    "check_cell": _cell_matches,
}


# -- the cities of a conference ---------------------------------------------------------------------------------------


@published_metric("compare_conference_city_in_order")
def compare_conference_city_in_order(version: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether the third column names the expected cities in 21 rows, whatever the list is.

    "verified" passes over accents, signs and letter case.
    """
    sheet = open_workbook(result).with_styles.active
    found = [sheet.cell(row, _CITY).value for row in range(_FIRST_ROW, _LAST_ROW + 1)]
    wanted = [[entry] if isinstance(entry, str) else list(entry) for entry in rules["expected"]]
    if len(wanted) < len(found):
        return 0.0
    if version == "2024":
        return float(all(any(name in city for name in names) for city, names in zip(found, wanted, strict=False)))
    said = [_bare(city) for city in found]
    return float(
        all(any(_bare(n) and _bare(n) in city for n in names) for city, names in zip(said, wanted, strict=False))
    )


def _bare(value: object) -> str:
    text = unicodedata.normalize("NFKD", "" if value is None else str(value))
    text = "".join([c for c in text if not unicodedata.combining(c)])
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()
