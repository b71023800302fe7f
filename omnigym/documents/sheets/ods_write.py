"""Workbooks to the bytes of .ods files (OpenDocument 1.2 spreadsheet).

What is written is minimal but genuine: LibreOffice and odfpy open it. Formulas come with their values.
"""

from __future__ import annotations

from itertools import groupby

from omnigym.documents._odf import packed, text_properties, text_xml
from omnigym.documents.model import Format
from omnigym.documents.sheets._ods import format_xml, formula_to
from omnigym.documents.sheets._ods_charts import chart_content, frames_xml
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import BLANK, COLUMNS, PLAIN, Cell, Sheet, Style, cell_name, is_formula
from omnigym.documents.sheets.numbers import day_of, display, is_date
from omnigym.documents.sheets.values import Error, Value
from omnigym.foreign.xml_text import quoteattr

__all__ = ["write_ods"]

_USUAL = 8.43
_ALIGNED = {"left": "start", "center": "center", "right": "end"}
_CONFIG = "urn:oasis:names:tc:opendocument:xmlns:config:1.0"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"


def write_ods(calculation: Calculation) -> bytes:
    """Return the bytes of a .ods file. Characters that XML cannot hold are left out."""
    workbook = calculation.workbook
    looks = dict.fromkeys([c.style for s in workbook.sheets for row in s.rows for c in row if c.style != PLAIN])
    names = {style: f"ce{i}" for i, style in enumerate(looks, 1)}
    numbers = {n: f"N{100 + i}" for i, n in enumerate(dict.fromkeys([style.number for style in names]))}
    widths = {
        w: f"co{i}" for i, w in enumerate(sorted({_USUAL, *[w for s in workbook.sheets for _, w in s.widths]}), 1)
    }
    automatic = "".join(
        [
            f'<style:style style:name="{name}" style:family="table-column"><style:table-column-properties '
            f'style:column-width="{(width * 7 + 5) / 96:.4f}in"/></style:style>'
            for width, name in widths.items()
        ]
    )
    automatic += "".join([format_xml(number, name) for number, name in numbers.items()])
    automatic += "".join([_look(style, name, numbers) for style, name in names.items()])
    tables = "".join([_table(calculation, i, names, widths) for i in range(len(workbook.sheets))])
    filters = "".join([_filter(i, s) for i, s in enumerate(workbook.sheets) if s.filter is not None])
    ranges = f"<table:database-ranges>{filters}</table:database-ranges>" if filters else ""
    content = (
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}{ranges}</office:spreadsheet></office:body>"
    )
    styles = '<office:styles><style:style style:name="Default" style:family="table-cell"/></office:styles>'
    settings = _settings(workbook.sheets[workbook.active].name)
    charts = [chart_content(calculation, i, chart) for i, s in enumerate(workbook.sheets) for chart in s.charts]
    return packed("spreadsheet", content, styles, {"settings.xml": settings}, charts)


def _settings(active: str) -> bytes:
    """The part that says which sheet is in front."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-settings xmlns:office="{_OFFICE}" '
        f'xmlns:config="{_CONFIG}" office:version="1.2"><office:settings><config:config-item-set '
        'config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views">'
        '<config:config-item-map-entry><config:config-item config:name="ViewId" config:type="string">view1'
        '</config:config-item><config:config-item config:name="ActiveTable" config:type="string">'
        f"{text_xml(active)}</config:config-item></config:config-item-map-entry></config:config-item-map-indexed>"
        "</config:config-item-set></office:settings></office:document-settings>"
    ).encode()


def _look(style: Style, name: str, numbers: dict[str, str]) -> str:
    data = f' style:data-style-name="{numbers[style.number]}"' if format_xml(style.number, "") else ""
    ground = f'<style:table-cell-properties fo:background-color="#{style.fill.lower()}"/>' if style.fill else ""
    side = f'<style:paragraph-properties fo:text-align="{_ALIGNED.get(style.align, "start")}"/>' if style.align else ""
    format_ = Format(bold=style.bold, italic=style.italic, underline=style.underline, color=style.color)
    return (
        f'<style:style style:name="{name}" style:family="table-cell" style:parent-style-name="Default"{data}>'
        f"{ground}{side}{text_properties(format_)}</style:style>"
    )


def _table(calculation: Calculation, index: int, names: dict[Style, str], widths: dict[float, str]) -> str:
    sheet = calculation.workbook.sheets[index]
    own = dict(sheet.widths)
    columns = ""
    for width, group in groupby([own.get(c, _USUAL) for c in range(COLUMNS)]):
        count = len(list(group))
        columns += f'<table:table-column table:style-name="{widths[width]}" table:number-columns-repeated="{count}"/>'
    rows = ""
    for r in range(max([len(sheet.rows), *[h + 1 for h in sheet.hidden]])):
        cells = sheet.rows[r] if r < len(sheet.rows) else ()
        written = "".join([_cell(calculation, (index, r, c), cell, names) for c, cell in enumerate(cells)])
        mark = f' table:visibility="{"filter" if sheet.filter is not None else "collapse"}"' * (r in sheet.hidden)
        rows += f"<table:table-row{mark}>{written or '<table:table-cell/>'}</table:table-row>"
    rows = rows or "<table:table-row><table:table-cell/></table:table-row>"
    before = sum([len(s.charts) for s in calculation.workbook.sheets[:index]])
    frames = frames_xml(sheet, 1 + before)
    return f"<table:table table:name={quoteattr(sheet.name)}>{frames}{columns}{rows}</table:table>"


def _cell(calculation: Calculation, where: tuple[int, int, int], cell: Cell, names: dict[Style, str]) -> str:
    if cell == BLANK:
        return "<table:table-cell/>"
    look = f' table:style-name="{names[cell.style]}"' if cell.style in names else ""
    if cell.content is None:
        return f"<table:table-cell{look}/>"
    value: Value = cell.content
    if is_formula(cell.content):
        value = calculation.results[where]
        look += f" table:formula={quoteattr(formula_to(str(cell.content)))}"
    shown = display(value, cell.style.number)
    said = _typed(value, cell.style.number)
    lines = "".join([f"<text:p>{text_xml(line)}</text:p>" for line in shown.split("\n")]) if shown else ""
    return f"<table:table-cell{look}{said}>{lines}</table:table-cell>"


def _typed(value: Value, number: str) -> str:
    """What attributes say of a value."""
    if type(value) is bool:
        return f' office:value-type="boolean" office:boolean-value="{"true" if value else "false"}"'
    if type(value) is float:
        day = day_of(value) if is_date(number) and value == int(value) else None
        if day is not None:
            return f' office:value-type="date" office:date-value="{day.isoformat()}"'
        kind = "percentage" if number.endswith("%") else "float"
        return f' office:value-type="{kind}" office:value="{value!r}"'
    if isinstance(value, Error):
        return ' office:value-type="string" office:string-value=""'
    return ' office:value-type="string"'


def _filter(index: int, sheet: Sheet) -> str:
    assert sheet.filter is not None
    (top, left, bottom, right), chosen = sheet.filter
    name = "'" + sheet.name.replace("'", "''") + "'"
    area = f"{name}.{cell_name(top, left)}:{name}.{cell_name(bottom, right)}"
    conditions = ""
    for column, texts in chosen:
        items = "".join([f"<table:filter-set-item table:value={quoteattr(t)}/>" for t in texts])
        conditions += (
            f'<table:filter-condition table:field-number="{column - left}" table:value='
            f'{quoteattr(texts[0] if texts else "")} table:operator="=">{items}</table:filter-condition>'
        )
    if len(chosen) > 1:
        conditions = f"<table:filter-and>{conditions}</table:filter-and>"
    inside = f"<table:filter>{conditions}</table:filter>" if chosen else ""
    return (
        f'<table:database-range table:name="__Anonymous_Sheet_DB__{index}" '
        f'table:target-range-address={quoteattr(area)} table:display-filter-buttons="true">{inside}'
        "</table:database-range>"
    )
