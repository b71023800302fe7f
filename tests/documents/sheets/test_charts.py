"""Charts of sheets: made of tables, in the files that other programs read, and moved along with their cells."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest

from omnigym.documents.sheets import Workbook, calculate, read_csv, read_xlsx, write_xlsx
from omnigym.documents.sheets.charts import (
    CHART_KINDS,
    area_behind,
    area_of_chart,
    by_rows,
    chart_of,
    content_of,
    described_charts,
)
from omnigym.documents.sheets.model import Chart, Series
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.sheets.operations import insert_lines, rename_sheet
from omnigym.errors import UnreadableError
from omnigym.tasks.file_generation import file_of, problem_with

TABLE = "Month,Visitors,Staff\nJan,120,4\nFeb,180,5\nMar,90,3\n"


def book(*lines: str, table: str = TABLE) -> Any:
    """A workbook with its values, and the charts that lines describe."""
    made = calculate(Workbook((read_csv(table),)))
    return made._replace(workbook=described_charts(made, "\n".join(lines))) if lines else made


def cells(chart: Chart) -> list[tuple[str, str, str]]:
    return [(s.name, s.labels, s.values) for s in chart.series]


@pytest.mark.parametrize(
    ("table", "area", "rows", "expected"),
    [
        (TABLE, (0, 0, 3, 1), None, [("=Sheet1!$B$1", "=Sheet1!$A$2:$A$4", "=Sheet1!$B$2:$B$4")]),
        (
            TABLE,
            (0, 0, 3, 2),
            None,
            [
                ("=Sheet1!$B$1", "=Sheet1!$A$2:$A$4", "=Sheet1!$B$2:$B$4"),
                ("=Sheet1!$C$1", "=Sheet1!$A$2:$A$4", "=Sheet1!$C$2:$C$4"),
            ],
        ),
        (TABLE, (0, 1, 3, 1), None, [("=Sheet1!$B$1", "", "=Sheet1!$B$2:$B$4")]),
        (
            "Item,Group,Price\nTea,Food,3\nSoap,Home,2\n",
            (0, 0, 2, 2),
            None,
            [("=Sheet1!$C$1", "=Sheet1!$A$2:$A$3", "=Sheet1!$C$2:$C$3")],
        ),
        ("1\n2\n3\n", (0, 0, 2, 0), None, [("Series1", "", "=Sheet1!$A$1:$A$3")]),
        (TABLE, (0, 0, 1, 2), True, [("=Sheet1!$A$2", "=Sheet1!$B$1:$C$1", "=Sheet1!$B$2:$C$2")]),
    ],
)
def test_a_chart_of_a_table(table: str, area: Any, rows: bool | None, expected: object) -> None:
    chart = chart_of(book(table=table), 0, area, "line", rows=rows)
    assert chart is not None
    assert cells(chart) == expected


@pytest.mark.parametrize("table", ["", "Item,Group\nTea,Food\n"])
def test_no_chart_without_numbers(table: str) -> None:
    assert chart_of(book(table=table), 0, (0, 0, 9, 9), "pie") is None


def test_its_content_follows_the_cells() -> None:
    made = book("column A1:C4 Both")
    labels, series = content_of(made, 0, made.workbook.sheets[0].charts[0])
    assert labels == ("Jan", "Feb", "Mar")
    assert series == (("Visitors", (120.0, 180.0, 90.0)), ("Staff", (4.0, 5.0, 3.0)))


@pytest.mark.parametrize("kind", CHART_KINDS)
@pytest.mark.parametrize("files", [(write_xlsx, read_xlsx), (write_ods, read_ods)])
def test_written_and_read_again(files: Any, kind: str) -> None:
    write, read = files
    made = book(f"{kind} A1:C4 Visitors & <staff>", "pie A1:B4")
    assert read(write(made)).sheets == made.workbook.sheets


def test_openpyxl_reads_them() -> None:
    made = book("column A1:B4 Visitors", "bar A1:B4", "line A1:C4 Both", "pie A1:B4 Shares")
    charts = openpyxl.load_workbook(io.BytesIO(write_xlsx(made))).active._charts
    assert [type(c).__name__ for c in charts] == ["BarChart", "BarChart", "LineChart", "PieChart"]
    assert [c.barDir for c in charts[:2]] == ["col", "bar"]
    assert charts[0].title.tx.rich.p[0].r[0].t == "Visitors"
    assert charts[1].title is None
    assert [s.val.numRef.f for s in charts[2].series] == ["Sheet1!$B$2:$B$4", "Sheet1!$C$2:$C$4"]
    assert [p.v for p in charts[0].series[0].val.numRef.numCache.pt] == [120.0, 180.0, 90.0]


def test_those_of_openpyxl_are_read() -> None:
    from openpyxl.chart import BarChart, PieChart, Reference, ScatterChart

    book_ = openpyxl.Workbook()
    sheet = book_.active
    for row in (["Month", "Sales"], ["Jan", 3], ["Feb", 5]):
        sheet.append(row)
    for kind, at in ((BarChart(), "D2"), (PieChart(), "D20"), (ScatterChart(), "D40")):
        if not isinstance(kind, ScatterChart):
            kind.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
            kind.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
        kind.title = type(kind).__name__
        sheet.add_chart(kind, at)
    buffer = io.BytesIO()
    book_.save(buffer)
    charts = read_xlsx(buffer.getvalue()).sheets[0].charts
    assert [(c.kind, c.title, c.at[:2]) for c in charts] == [
        ("column", "BarChart", (1, 3)),
        ("pie", "PieChart", (19, 3)),
    ]
    series = charts[0].series[0]
    assert (area_behind(series.values), area_behind(series.labels)) == (
        ("Sheet", (1, 1, 2, 1)),
        ("Sheet", (1, 0, 2, 0)),
    )


def test_a_workbook_without_charts_is_written_as_before() -> None:
    content = write_xlsx(book())
    assert b"drawing" not in content
    assert b"chart" not in write_ods(book())


def test_they_move_with_their_cells() -> None:
    made = book("line A1:B4 Visitors").workbook
    moved = insert_lines(made, 0, 0, 0, 2).sheets[0].charts[0]
    assert cells(moved) == [("=Sheet1!$B$3", "=Sheet1!$A$4:$A$6", "=Sheet1!$B$4:$B$6")]
    assert moved.at[0] == made.sheets[0].charts[0].at[0] + 2
    renamed = rename_sheet(made, 0, "My data").sheets[0].charts[0]
    assert renamed.series[0].values == "='My data'!$B$2:$B$4"
    gone = insert_lines(made, 0, 1, 1, -1).sheets[0].charts[0]
    assert content_of(book(), 0, gone).series[0][1] == ()


def test_rows_and_columns() -> None:
    made = book("column A1:C4 Both")
    chart = made.workbook.sheets[0].charts[0]
    assert area_of_chart(chart) == ("Sheet1", (0, 0, 3, 2))
    assert not by_rows(chart)
    turned = chart_of(made, 0, (0, 0, 3, 2), "column", rows=True)
    assert turned is not None
    assert by_rows(turned)
    assert area_of_chart(Chart("pie", "", (Series("x", "", "=1"),), (0, 0, 1, 1))) is None


@pytest.mark.parametrize("said", ["ring A1:B4", "pie A1", "pie D1:E4"])
def test_a_setup_that_describes_no_chart(said: str) -> None:
    assert "chart" in problem_with("a.xlsx", f"{TABLE}\f{said}")
    with pytest.raises(ValueError, match="chart"):
        file_of("a.xlsx", f"{TABLE}\f{said}")


@pytest.mark.parametrize("part", [b"<c:f>Sheet1!$B$2:$B$4</c:f>", b'r:id="rId1"/></a:graphicData>'])
def test_broken_parts_are_left_out(part: bytes) -> None:
    content = write_xlsx(book("pie A1:B4 Shares"))
    assert part in content  # parts are stored, not compressed
    damaged = _unpacked_with(content, part, part.replace(b"B", b"#").replace(b"rId1", b"rId9"))
    assert read_xlsx(damaged).sheets[0].charts == ()
    with pytest.raises(UnreadableError):
        read_xlsx(_unpacked_with(content, b"</c:chartSpace>", b""))


def _unpacked_with(content: bytes, old: bytes, new: bytes) -> bytes:
    """The file with a text replaced in all of its parts."""
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(old, new))
    return out.getvalue()
