"""Workbooks to the bytes of .xlsx files (ECMA-376 SpreadsheetML).

What is written is minimal but genuine: Excel, LibreOffice and openpyxl open it. Formulas come with their values. Parts
are stored, not compressed, under a fixed date, so equal workbooks are equal bytes.
"""

from __future__ import annotations

import io
import zipfile

from omnigym.documents.sheets._xlsx_charts import CHART_TYPE, DRAWING_TYPE, chart_xml, drawing_xml
from omnigym.documents.sheets._xlsx_styles import MAIN, PROPERTIES, TERMS, styles_part
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import BLANK, Cell, Sheet, Style, area_name, cell_name, is_formula
from omnigym.documents.sheets.numbers import display
from omnigym.documents.sheets.values import Error, Value
from omnigym.foreign.xml_text import escape, quoteattr

__all__ = ["write_xlsx"]

_EPOCH = (2025, 1, 1, 0, 0, 0)
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CORE = f"{_PACKAGE}/metadata/core-properties"
_PROPERTIES_RELATION = f"{_PACKAGE}/relationships/metadata/core-properties"
_PROPERTIES_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def write_xlsx(calculation: Calculation) -> bytes:
    """Return the bytes of a .xlsx file. Characters that XML cannot hold are left out.

    The day of the calculation is written where a formula depends on it: who reads the file can calculate it again.
    """
    workbook = calculation.workbook
    used = [cell.style for sheet in workbook.sheets for row in sheet.rows for cell in row]
    styles, numbers = styles_part(used)
    contents = [cell.content for sheet in workbook.sheets for row in sheet.rows for cell in row]
    dated = any(is_formula(content) and "TODAY(" in str(content).upper() for content in contents)
    parts = {
        "[Content_Types].xml": _types(workbook.sheets, dated),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")], dated),
        "xl/workbook.xml": _workbook(workbook.sheets, workbook.active),
        "xl/_rels/workbook.xml.rels": _relations(
            [
                *[("worksheet", f"worksheets/sheet{i + 1}.xml") for i in range(len(workbook.sheets))],
                ("styles", "styles.xml"),
            ]
        ),
        "xl/styles.xml": styles,
        **{f"xl/worksheets/sheet{i + 1}.xml": _sheet(calculation, i, numbers) for i in range(len(workbook.sheets))},
    }
    for i, sheet in enumerate(workbook.sheets):
        if sheet.charts:
            parts |= _drawn(calculation, i)
    if dated:
        parts[PROPERTIES] = _properties(calculation.today)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, part in parts.items():
            package.writestr(zipfile.ZipInfo(name, _EPOCH), f"{_XML}{part}".encode())
    return buffer.getvalue()


def _drawn(calculation: Calculation, index: int) -> dict[str, str]:
    """The parts of the charts of a sheet, by name."""
    charts = calculation.workbook.sheets[index].charts
    drawing = f"drawing{index + 1}.xml"
    names = [f"chart{index + 1}_{n}.xml" for n in range(1, len(charts) + 1)]
    return {
        f"xl/worksheets/_rels/sheet{index + 1}.xml.rels": _relations([("drawing", f"../drawings/{drawing}")]),
        f"xl/drawings/{drawing}": drawing_xml(charts),
        f"xl/drawings/_rels/{drawing}.rels": _relations([("chart", f"../charts/{name}") for name in names]),
        **{
            f"xl/charts/{name}": chart_xml(calculation, index, chart) for name, chart in zip(names, charts, strict=True)
        },
    }


def _properties(today: float) -> str:
    return (
        f'<cp:coreProperties xmlns:cp="{_CORE}" xmlns:dcterms="{TERMS}" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{display(today, "yyyy-mm-dd")}T00:00:00Z</dcterms:modified>'
        "</cp:coreProperties>"
    )


def _types(sheets: tuple[Sheet, ...], dated: bool) -> str:
    overrides = [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
    overrides += [(f"/xl/worksheets/sheet{i + 1}.xml", "worksheet") for i in range(len(sheets))]
    listed = "".join([f'<Override PartName="{part}" ContentType="{_TYPE}.{kind}+xml"/>' for part, kind in overrides])
    for i, sheet in enumerate(sheets, 1):
        if sheet.charts:
            listed += f'<Override PartName="/xl/drawings/drawing{i}.xml" ContentType="{DRAWING_TYPE}"/>'
        for n in range(1, len(sheet.charts) + 1):
            listed += f'<Override PartName="/xl/charts/chart{i}_{n}.xml" ContentType="{CHART_TYPE}"/>'
    if dated:
        listed += f'<Override PartName="/{PROPERTIES}" ContentType="{_PROPERTIES_TYPE}"/>'
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _relations(targets: list[tuple[str, str]], dated: bool = False) -> str:
    listed = "".join(
        [
            f'<Relationship Id="rId{i}" Type="{_OFFICE}/{kind}" Target="{to}"/>'
            for i, (kind, to) in enumerate(targets, 1)
        ]
    )
    if dated:
        listed += f'<Relationship Id="rId{len(targets) + 1}" Type="{_PROPERTIES_RELATION}" Target="{PROPERTIES}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _workbook(sheets: tuple[Sheet, ...], active: int) -> str:
    listed = "".join(
        [f'<sheet name={quoteattr(s.name)} sheetId="{i}" r:id="rId{i}"/>' for i, s in enumerate(sheets, 1)]
    )
    filters = "".join([_filter_name(i, s) for i, s in enumerate(sheets) if s.filter is not None])
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="{_OFFICE}"><bookViews><workbookView activeTab="{active}"/></bookViews>'
        f"<sheets>{listed}</sheets>{f'<definedNames>{filters}</definedNames>' if filters else ''}</workbook>"
    )


def _filter_name(index: int, sheet: Sheet) -> str:
    """The hidden name by which Excel finds a filter's area."""
    assert sheet.filter is not None
    top, left, bottom, right = sheet.filter.area
    first, last = (cell_name(r, c) for r, c in ((top, left), (bottom, right)))
    fixed = ":".join([f"${''.join(filter(str.isalpha, n))}${''.join(filter(str.isdigit, n))}" for n in (first, last)])
    name = escape("'" + sheet.name.replace("'", "''") + "'")
    return f'<definedName name="_xlnm._FilterDatabase" localSheetId="{index}" hidden="1">{name}!{fixed}</definedName>'


def _sheet(calculation: Calculation, index: int, numbers: dict[Style, int]) -> str:
    sheet = calculation.workbook.sheets[index]
    columns = "".join(
        [f'<col min="{c + 1}" max="{c + 1}" width="{w:g}" customWidth="1"/>' for c, w in sorted(sheet.widths)]
    )
    rows = []
    for r, cells in enumerate(sheet.rows):
        hidden = r in sheet.hidden
        if cells or hidden:
            written = [
                _cell(calculation, (index, r, c), cell, numbers) for c, cell in enumerate(cells) if cell != BLANK
            ]
            mark = ' hidden="1"' * hidden
            rows.append(f'<row r="{r + 1}"{mark}>{"".join(written)}</row>')
    filtered = _filter(sheet) if sheet.filter is not None else ""
    names, drawing = (f' xmlns:r="{_OFFICE}"', '<drawing r:id="rId1"/>') if sheet.charts else ("", "")
    return (
        f'<worksheet xmlns="{MAIN}"{names}>{f"<cols>{columns}</cols>" if columns else ""}'
        f"<sheetData>{''.join(rows)}</sheetData>{filtered}{drawing}</worksheet>"
    )


def _filter(sheet: Sheet) -> str:
    assert sheet.filter is not None
    area, chosen = sheet.filter
    columns = ""
    for column, texts in chosen:
        values = "".join([f"<filter val={quoteattr(_legal(t))}/>" for t in texts if t])
        blank = ' blank="1"' if "" in texts else ""
        columns += f'<filterColumn colId="{column - area[1]}"><filters{blank}>{values}</filters></filterColumn>'
    return f'<autoFilter ref="{area_name(area)}">{columns}</autoFilter>'


def _cell(calculation: Calculation, where: tuple[int, int, int], cell: Cell, numbers: dict[Style, int]) -> str:
    content = cell.content
    style = numbers[cell.style]
    look = f' s="{style}"' if style else ""
    head = f'<c r="{cell_name(where[1], where[2])}"{look}'
    if is_formula(content):
        value = calculation.results[where]
        kind, shown = _cached(value)
        return f"{head}{kind}><f>{escape(_legal(str(content)[1:]))}</f><v>{escape(_legal(shown))}</v></c>"
    if content is None:
        return f"{head}/>"
    if type(content) is str:
        return f'{head} t="inlineStr"><is><t xml:space="preserve">{escape(_legal(content))}</t></is></c>'
    kind, shown = _cached(content)
    return f"{head}{kind}><v>{shown}</v></c>"


def _cached(value: Value) -> tuple[str, str]:
    """The type and the text of a value as a cell holds it."""
    if type(value) is float:
        return "", f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else repr(value)
    if type(value) is bool:
        return ' t="b"', "1" if value else "0"
    if isinstance(value, Error):
        return ' t="e"', value.code
    return ' t="str"', str(value or "")


def _legal(text: str) -> str:
    return "".join(
        [c for c in text if (c >= " " or c in "\t\n") and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"]
    )
