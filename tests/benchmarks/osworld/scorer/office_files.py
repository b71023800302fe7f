"""Small workbooks and documents, made in code, for the tests of metrics."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import openpyxl
from docx.oxml import parse_xml
from docx.shared import Inches
from openpyxl.chart import BarChart, LineChart, Reference, ScatterChart, Series
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.pivot.cache import CacheDefinition, CacheField, CacheSource, SharedItems, WorksheetSource
from openpyxl.pivot.fields import Text
from openpyxl.pivot.record import RecordList
from openpyxl.pivot.table import (
    DataField,
    FieldItem,
    Location,
    PageField,
    PivotField,
    RowColField,
    TableDefinition,
)
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image

from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.documents.model import Document, Paragraph
from omnigym.documents.odt import write_odt

ROWS = [("City", "Sales", "Share"), ("Bonn", 12.5, 0.25), ("Köln", 7, 0.14), ("Aachen", 30.125, 0.61)]
Change = Callable[[Any], object]


def workbook(*changes: Change, name: str = "book.xlsx") -> File:
    """A workbook of two sheets with a bit of everything, after some changes."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    for row in ROWS:
        sheet.append(row)
    for row in range(2, 5):
        sheet.cell(row, 3).number_format = "0%"
    for cell in sheet[1]:
        cell.font = Font(name="Arial", bold=True, color="FF0000FF")
        cell.fill = PatternFill("solid", fgColor="FFFFFF00")
    sheet.freeze_panes = "B2"
    sheet.sheet_view.zoomScale = 150
    sheet.auto_filter.ref = "A1:C4"
    sheet.auto_filter.add_filter_column(0, ["Bonn", "Köln"])
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].width = 20
    sheet.merge_cells("E1:F1")
    valid = DataValidation("list", formula1='"yes,no"', allow_blank=True, showErrorMessage=True)
    valid.add("D2:D4")
    sheet.add_data_validation(valid)
    red = PatternFill("solid", bgColor="FFFF0000")
    sheet.conditional_formatting.add("B2:B4", FormulaRule(formula=["B2>10"], fill=red))
    sheet.conditional_formatting.add("C2:C4", CellIsRule("lessThan", ["0.2"], font=Font(bold=True)))
    chart = BarChart()
    chart.title = "Sales"
    chart.x_axis.title, chart.y_axis.title = "city", "money"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet.add_chart(chart, "H2")
    book.create_sheet("More").append(["a", 1])
    for change in changes:
        change(book)
    return File(name, saved(book))


def saved(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def put(place: str, value: Any, sheet: str = "Data") -> Change:
    """A change that sets a cell."""

    def change(book: Any) -> None:
        book[sheet][place] = value

    return change


def scatter(column: int) -> Change:
    """A change that adds a scatter chart of a column."""

    def change(book: Any) -> None:
        sheet = book["More"]
        chart = ScatterChart()
        data = book["Data"]
        values, names = Reference(data, min_col=column, min_row=2, max_row=4), Reference(data, 1, 2, 1, 4)
        chart.series.append(Series(values, names))
        sheet.add_chart(chart, "D4")

    return change


def line(book: Any) -> None:
    """Replace the bar chart by one of lines."""
    sheet = book["Data"]
    chart = LineChart()
    chart.title = "Sales"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet._charts[:] = []
    sheet.add_chart(chart, "H2")


def pivot(*, rows: int = 0, data: str = "sum", hidden: bool = False, page: int | None = None) -> Change:
    """A change that puts a pivot table on the second sheet."""

    def change(book: Any) -> None:
        source = CacheSource(type="worksheet", worksheetSource=WorksheetSource(ref="A1:C4", sheet="Data"))
        fields = [
            CacheField(name=n, sharedItems=SharedItems(_fields=[Text(v="x")])) for n in ("City", "Sales", "Share")
        ]
        cache = CacheDefinition(cacheSource=source, cacheFields=fields)
        cache.records = RecordList()
        items = [FieldItem(x=0, h=hidden), FieldItem(t="default")]
        table = TableDefinition(
            name="Pivot",
            cacheId=1,
            dataCaption="Values",
            location=Location(ref="A5:B9", firstHeaderRow=1, firstDataRow=1, firstDataCol=1),
            pivotFields=[PivotField(axis="axisRow", items=items), PivotField(items=items), PivotField(items=items)],
            rowFields=[RowColField(x=rows)],
            dataFields=[DataField(name="Sum", fld=1, subtotal=data)],
            pageFields=[PageField(fld=page)] if page is not None else [],
        )
        table.cache = cache
        book["More"].add_pivot(table)

    return change


def repacked(file: File, part: str, edit: Callable[[bytes], bytes]) -> File:
    """A package with one part edited."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file.content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info.filename, edit(content) if info.filename == part else content)
    return File(file.name, out.getvalue())


_SPARK = (
    '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
    'uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}"><x14:sparklineGroups '
    'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup><x14:sparklines>'
    "<x14:sparkline><xm:f>{source}</xm:f><xm:sqref>{place}</xm:sqref></x14:sparkline>"
    "</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst></worksheet>"
)


def sparkline(file: File, source: str = "Data!B2:C2", place: str = "D2") -> File:
    """A workbook with a sparkline on its first sheet."""
    added = _SPARK.format(source=source, place=place).encode()
    return repacked(file, "xl/worksheets/sheet1.xml", lambda part: part.replace(b"</worksheet>", added))


# -- documents --------------------------------------------------------------------------------------------------------

TEXTS = ("A first line of text.", "The second one says more.", "", "And a third.")


def document(*changes: Change, texts: tuple[str, ...] = TEXTS, name: str = "text.docx") -> File:
    """A document of some paragraphs, after some changes."""
    made = docx.Document()
    for text in texts:
        made.add_paragraph(text)
    for change in changes:
        change(made)
    return File(name, saved(made))


def each_run(change: Change, *numbers: int) -> Change:
    """A change of all runs of some paragraphs; of all of them if none are named."""

    def apply(made: Any) -> None:
        for at, paragraph in enumerate(made.paragraphs):
            if not numbers or at in numbers:
                for run in paragraph.runs:
                    change(run)

    return apply


def table(*rows: tuple[str, ...], change: Change = str) -> Change:
    """A change that adds a table, with a change of each of its runs."""

    def apply(made: Any) -> None:
        grid = made.add_table(len(rows), len(rows[0]))
        for row, texts in zip(grid.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
                for run in cell.paragraphs[0].runs:
                    change(run)

    return apply


def picture(color: tuple[int, int, int], size: int = 8, kind: str = "PNG") -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (size, size), color).save(out, kind)
    return out.getvalue()


def with_picture(content: bytes, at: int = 0, width: float = 1.0) -> Change:
    """A change that puts a picture at the end of a paragraph."""
    return lambda made: made.paragraphs[at].add_run().add_picture(io.BytesIO(content), Inches(width))


def xml(text: str, at: int = 0) -> Change:
    """A change that puts XML at the end of a paragraph."""
    return lambda made: made.paragraphs[at]._p.append(parse_xml(text))


def odt(*paragraphs: Paragraph, name: str = "text.odt") -> File:
    """An .odt file."""
    return File(name, write_odt(Document(paragraphs)))
