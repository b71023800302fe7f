"""Checks of the charts in spreadsheets: .xlsx and .ods files.

Cells are named as in `omnigym.evaluation.checks.sheets`; without the name of a sheet the first one is checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.documents.sheets.charts import area_behind
from omnigym.documents.sheets.model import Area, Chart, area_of
from omnigym.evaluation.checks._effects import changes
from omnigym.evaluation.checks._sheets import index_of, missing, read_sheet
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain
from omnigym.evaluation.world.effects import Effect

__all__ = ["sheet_chart", "sheet_charts"]


def _changed(path: str, change: str, sheet: str, title: str = "*") -> tuple[Effect, ...]:
    return changes(path, *[f"chart/{on}/{change}/{title}" for on in (("", sheet) if sheet else ("",))])


def _one(
    path: str, change: str = "added", sheet: str = "", title: str | None = None, **_: object
) -> tuple[Effect, ...]:
    """One that is there already is known by its title."""
    return _changed(path, change, sheet, "*" if title is None or change == "added" else title)


@check("sheet_chart", effects=_one)
def sheet_chart(
    probe: Probe,
    path: str,
    kind: str,
    values: Sequence[str],
    labels: str = "",
    title: str | None = None,
    sheet: str = "",
    change: str = "added",  # noqa: ARG001 - the effects are about it
    charts: int = 1,
) -> Verdict:
    """A sheet has a chart of some cells.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
        kind: "column", "bar", "line" or "pie".
        values: The cells of each series, "B2:B7", in any order.
        labels: The cells with the labels of the points; "" for any.
        title: Its title, without regard to letter case; None for any.
        sheet: Name of the sheet.
        change: The change that makes it so: "added", "kind", "title" or "series".
        charts: The number of charts on the sheet.
    """
    found = _charts(probe, path, sheet)
    if isinstance(found, Verdict):
        return found
    if len(found) != charts:
        return not_yet(f"{path!r} has {len(found)} charts, not {charts}.")
    wanted = sorted([area_of(cells) or () for cells in values])
    for chart in found:
        if title is not None and plain(chart.title) != plain(title):
            continue
        if chart.kind != kind or sorted([_cells(s.values) or () for s in chart.series]) != wanted:
            continue
        if not labels or all(_cells(s.labels) == area_of(labels) for s in chart.series):
            return passed()
    said = "; ".join([f"{c.kind} {c.title!r} of {', '.join([s.values for s in c.series])}" for c in found])
    return not_yet(f"{path!r} has the charts: {said or 'none'}.")


@check("sheet_charts", effects=lambda path, change="removed", sheet="", **_: _changed(path, change, sheet))
def sheet_charts(
    probe: Probe,
    path: str,
    titles: Sequence[str],
    sheet: str = "",
    change: str = "removed",  # noqa: ARG001 - the effects are about it
) -> Verdict:
    """A sheet has charts with exactly these titles, in any order.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
        titles: The titles, without regard to letter case.
        sheet: Name of the sheet.
        change: The change that makes it so: "removed" or "title".
    """
    found = _charts(probe, path, sheet)
    if isinstance(found, Verdict):
        return found
    there = [c.title for c in found]
    if sorted(map(plain, there)) == sorted(map(plain, titles)):
        return passed()
    return not_yet(f"{path!r} has charts with the titles {there}.")


def _charts(probe: Probe, path: str, sheet: str) -> tuple[Chart, ...] | Verdict:
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None:
        return not_yet(f"{path!r} has no sheet {sheet!r}.")
    return book.workbook.sheets[index].charts


def _cells(formula: str) -> Area | None:
    found = area_behind(formula)
    return found[1] if found is not None else None
