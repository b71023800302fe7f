"""Charts of a sheet: made of an area, read as numbers, and moved along with the cells that they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import (
    COLUMNS,
    ROWS,
    Area,
    Chart,
    Series,
    Sheet,
    Workbook,
    is_formula,
    place_of,
    used_size,
)
from omnigym.documents.sheets.references import REFERENCE, Reference, read_reference
from omnigym.documents.sheets.tables import shown_text

__all__ = [
    "CHART_COLOURS",
    "CHART_KINDS",
    "ChartContent",
    "area_behind",
    "area_of_chart",
    "by_rows",
    "chart_of",
    "colour_of",
    "content_of",
    "described_charts",
    "reference_to",
    "with_references",
]

#: The kinds of charts.
CHART_KINDS = ("column", "bar", "line", "pie")
#: The colours of series, or of the slices of a pie, in order; the first follows the last.
CHART_COLOURS = (0x4472C4, 0xED7D31, 0x70AD47, 0xFFC000, 0x8064A2, 0x2FA4B5, 0xC0504D, 0x7F7F7F)
#: Columns and rows that a new chart covers, and between it and the cells or the chart before.
_WIDE, _TALL, _GAP = 7, 14, 1
#: Points of a series, and series of a chart, that are read.
_MOST_POINTS, _MOST_SERIES = 1000, 64
_REFERENCE = re.compile(REFERENCE)
#: A line that describes a chart: "column A1:B7 Visitors a month".
_SAID = re.compile(rf"({'|'.join(CHART_KINDS)}) ([A-Z]+\d+:[A-Z]+\d+)(?: (.*))?")


class ChartContent(NamedTuple):
    """The content of a chart: the labels of the points, and each series' name and numbers."""

    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float | None, ...]], ...]


def reference_to(sheet: str, area: Area) -> str:
    """Return the formula that refers to an area.

    >>> reference_to("My data", (1, 1, 5, 1))
    "='My data'!$B$2:$B$6"
    """
    form = "cell" if area[:2] == area[2:] else "area"
    return f"={Reference(sheet, *area, (True, True, True, True), form).text}"


@lru_cache(maxsize=4096)
def area_behind(formula: str) -> tuple[str, Area] | None:
    """Return the sheet and the area that a formula refers to, "" for its own sheet; None if it is no reference."""
    if not is_formula(formula) or _REFERENCE.fullmatch(formula[1:]) is None:
        return None
    found = read_reference(formula[1:])
    return found.sheet, (found.top, found.left, min(found.bottom, ROWS - 1), min(found.right, COLUMNS - 1))


def chart_of(calculation: Calculation, index: int, area: Area, kind: str, *, rows: bool | None = None) -> Chart | None:
    """Return a chart of a table; None if the table has no number.

    The first column has the labels, and the first row the names, if they hold texts. Columns of texts are left out.

    Args:
        calculation: The workbook with its values.
        index: The sheet.
        area: The table, its heads included.
        kind: One of `CHART_KINDS`.
        rows: Whether each row is a series; None for the shorter side.
    """
    sheet = calculation.workbook.sheets[index]
    used = used_size(sheet)
    top, left, bottom, right = area[0], area[1], min(area[2], used[0] - 1), min(area[3], used[1] - 1)
    if top > bottom or left > right:
        return None

    def texts(cells: list[tuple[int, int]]) -> bool:
        values = [calculation.value(index, *cell) for cell in cells]
        return any(type(v) is str for v in values) and not any(type(v) is float for v in values)

    head = bottom > top and texts([(top, c) for c in range(left + (right > left), right + 1)])
    first = top + head
    named = right > left and texts([(r, left) for r in range(first, bottom + 1)])
    start = left + named
    columns = [
        c
        for c in range(start, right + 1)
        if any(type(calculation.value(index, r, c)) is float for r in range(first, bottom + 1))
    ]
    if not columns:
        return None
    if rows is None:
        rows = bottom - first + 1 < len(columns)
    if rows:
        start, right = columns[0], columns[-1]
        labels = reference_to(sheet.name, (top, start, top, right)) if head else ""
        series = [
            Series(
                reference_to(sheet.name, (r, left, r, left)) if named else f"Series{n}",
                labels,
                reference_to(sheet.name, (r, start, r, right)),
            )
            for n, r in enumerate(range(first, bottom + 1), 1)
        ]
    else:
        labels = reference_to(sheet.name, (first, left, bottom, left)) if named else ""
        series = [
            Series(
                reference_to(sheet.name, (top, c, top, c)) if head else f"Series{n}",
                labels,
                reference_to(sheet.name, (first, c, bottom, c)),
            )
            for n, c in enumerate(columns, 1)
        ]
    return Chart(kind, "", tuple(series[:_MOST_SERIES]), _room_for(sheet, area))


def _room_for(sheet: Sheet, area: Area) -> Area:
    """The cells of a new chart: at the right of all that is in the sheet, and below the charts there."""
    left = min(used_size(sheet)[1] + _GAP, COLUMNS - _WIDE)
    top = min(area[0] + _GAP, ROWS - _TALL)
    for chart in sheet.charts:
        if chart.at[0] < top + _TALL and chart.at[2] >= top and chart.at[3] >= left:
            top = min(chart.at[2] + 1 + _GAP, ROWS - _TALL)
    return top, left, top + _TALL - 1, left + _WIDE - 1


def colour_of(number: int) -> str:
    """Return the colour of a series or a slice, six hexadecimal digits.

    >>> colour_of(0), colour_of(8)
    ('4472C4', '4472C4')
    """
    return f"{CHART_COLOURS[number % len(CHART_COLOURS)]:06X}"


def area_of_chart(chart: Chart) -> tuple[str, Area] | None:
    """Return the sheet and the table of a chart, its heads included; None if it refers to none."""
    parts = [found for s in chart.series for text in s if (found := area_behind(text)) is not None]
    if not parts:
        return None
    areas = [area for _, area in parts]
    lows, highs = zip(*[(a[:2], a[2:]) for a in areas], strict=True)
    (top, left), (bottom, right) = map(min, zip(*lows, strict=True)), map(max, zip(*highs, strict=True))
    return parts[0][0], (top, left, bottom, right)


def by_rows(chart: Chart) -> bool:
    """Return whether the rows of its table are the series of a chart."""
    found = area_behind(chart.series[0].values) if chart.series else None
    return found is not None and found[1][0] == found[1][2] and found[1][1] < found[1][3]


def content_of(calculation: Calculation, index: int, chart: Chart) -> ChartContent:
    """Return the content of a chart that lies on a sheet."""
    found = []
    labels: tuple[str, ...] = ()
    for series in chart.series[:_MOST_SERIES]:
        values = tuple([v if type(v) is float else None for _, v in _cells(calculation, index, series.values)])
        if series.labels and not labels:
            labels = tuple([text for text, _ in _cells(calculation, index, series.labels)])
        name = series.name
        if area_behind(name) is not None:
            name = " ".join([text for text, _ in _cells(calculation, index, name)])
        found.append((name, values))
    longest = max([len(values) for _, values in found], default=0)
    labels = (*labels, *[str(n + 1) for n in range(len(labels), longest)])
    return ChartContent(labels[:longest], tuple(found))


def _cells(calculation: Calculation, index: int, formula: str) -> list[tuple[str, object]]:
    """The text and the value of each cell that a formula refers to."""
    found = area_behind(formula)
    if found is None:
        return []
    name, (top, left, bottom, right) = found
    sheets = calculation.workbook.sheets
    at = next(
        (i for i, s in enumerate(sheets) if name and s.name.casefold() == name.casefold()), None if name else index
    )
    if at is None:
        return []
    bottom = min(bottom, max(len(sheets[at].rows) - 1, top))
    places = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)][:_MOST_POINTS]
    return [(shown_text(calculation, at, *place), calculation.value(at, *place)) for place in places]


def with_references(sheet: Sheet, change: Callable[[str], str]) -> Sheet:
    """Return ``sheet`` with all references of its charts changed."""
    if not sheet.charts:
        return sheet
    charts = [
        chart._replace(series=tuple([Series(*[change(t) if is_formula(t) else t for t in s]) for s in chart.series]))
        for chart in sheet.charts
    ]
    return sheet._replace(charts=tuple(charts))


def described_charts(calculation: Calculation, lines: str) -> Workbook:
    """Return the workbook with a chart on its first sheet for each line: the kind, the table and the title.

    Raises:
        ValueError: A line describes none.
    """
    workbook = calculation.workbook
    sheet = workbook.sheets[0]
    for line in lines.strip().splitlines():
        found = _SAID.fullmatch(line.strip())
        first, _, last = found[2].partition(":") if found is not None else ("", "", "")
        start, end = place_of(first), place_of(last)
        new = None
        if found is not None and start is not None and end is not None:
            new = chart_of(calculation._replace(workbook=Workbook((sheet,))), 0, (*start, *end), found[1])
        if found is None or new is None:
            raise ValueError(
                f"a chart is its kind, its cells and its title, such as 'pie A1:B5 Sales', got {line[:40]!r}"
            )
        sheet = sheet._replace(charts=(*sheet.charts, new._replace(title=found[3] or "")))
    return Workbook((sheet, *workbook.sheets[1:]), workbook.active)
