"""The bytes of .xlsx files to workbooks. They may come from any program; what `Workbook` cannot say is passed over."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from omnigym.documents.sheets._xlsx_charts import charts_of_part
from omnigym.documents.sheets._xlsx_styles import MAIN, PROPERTIES, TERMS, read_styles
from omnigym.documents.sheets.calculation import DAY_ONE
from omnigym.documents.sheets.model import (
    COLUMNS,
    PLAIN,
    ROWS,
    Cell,
    Content,
    Filter,
    Place,
    Sheet,
    Style,
    Workbook,
    area_of,
    cell_count,
    place_of,
    put_cells,
)
from omnigym.documents.sheets.numbers import DATE, parse_entry
from omnigym.documents.sheets.references import shift_formula
from omnigym.documents.sheets.values import is_number
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents, within
from omnigym.foreign.limits import CELLS

__all__ = ["day_of_xlsx", "read_xlsx", "sheet_parts", "stored_results"]

_S = f"{{{MAIN}}}"
_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PACKAGE_REL = "{http://schemas.openxmlformats.org/package/2006/relationships}"
#: Characters that a column has at most.
_WIDEST = 255


@remember_contents(64, package_weight)
def read_xlsx(content: bytes) -> Workbook:
    """Return the workbook in the bytes of a .xlsx file.

    Raises:
        UnreadableError: They are not those of a .xlsx file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".xlsx file"), Package(content) as package:
        return _read(package)


def day_of_xlsx(content: bytes) -> float:
    """Return the number of the day on which a .xlsx file was written; the day of the episodes if it is missing.

    Raises:
        UnreadableError: It is not a .xlsx file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".xlsx file"), Package(content) as package:
        written = package.xml(PROPERTIES).findtext(f"{{{TERMS}}}modified") if PROPERTIES in package else None
    value, number_format = parse_entry((written or "")[: len("yyyy-mm-dd")])
    return value if type(value) is float and number_format == DATE else DAY_ONE


@remember_contents(64, package_weight)
def stored_results(content: bytes) -> Mapping[tuple[str, int, int], Content]:
    """Return the results of formulas that the writer of a .xlsx file stored, by sheet name, row and column.

    Raises:
        UnreadableError: The bytes are not those of a .xlsx file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".xlsx file"), Package(content) as package:
        return {
            (name, *place): _stored(c, strings)
            for name, _, root, strings in _parts(package)
            for c in root.iter(f"{_S}c")
            if c.find(f"{_S}f") is not None and (place := place_of(c.get("r", ""))) is not None
        }


def sheet_parts(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name of each sheet and of its part; raises the errors of `Package.xml`."""
    targets = {
        r.get("Id", ""): posixpath.normpath(posixpath.join("/xl", r.get("Target", "")))[1:]
        for r in package.xml("xl/_rels/workbook.xml.rels").iter(f"{_PACKAGE_REL}Relationship")
    }
    for node in package.xml("xl/workbook.xml").iter(f"{_S}sheet"):
        part = targets.get(node.get(f"{_REL}id", ""), "")
        if part in package and part.startswith("xl/worksheets/"):
            yield node.get("name", ""), part


def _parts(package: Package) -> Iterator[tuple[str, str, ET.Element, list[str]]]:
    """The name of each sheet, that of its part, its XML, and the workbook's strings."""
    strings = _strings(package.xml("xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in package else []
    for name, part in sheet_parts(package):
        yield name, part, package.xml(part), strings


def _read(package: Package) -> Workbook:
    book = package.xml("xl/workbook.xml")
    styles = read_styles(package.xml("xl/styles.xml")) if "xl/styles.xml" in package else [PLAIN]
    sheets: list[Sheet] = []
    cells = 0
    for name, part, root, strings in _parts(package):
        sheet = _sheet(name, root, styles, strings)
        sheets.append(
            sheet._replace(charts=charts_of_part(package, part)) if root.find(f"{_S}drawing") is not None else sheet
        )
        cells += cell_count(sheets[-1])
        within(cells, CELLS, "cells in a workbook")
    if not sheets:
        raise KeyError("there is no sheet in it")
    view = book.find(f"{_S}bookViews/{_S}workbookView")
    active = int(view.get("activeTab", "0")) if view is not None else 0
    return Workbook(tuple(sheets), active if 0 <= active < len(sheets) else 0)


def _strings(root: ET.Element) -> list[str]:
    return [_text(si) for si in root.findall(f"{_S}si")]


def _text(node: ET.Element) -> str:
    """The text of a string, its runs joined and phonetic readings left out."""
    direct = node.find(f"{_S}t")
    if direct is not None:
        return direct.text or ""
    return "".join([t.text or "" for t in node.findall(f"{_S}r/{_S}t")])


def _sheet(name: str, root: ET.Element, styles: list[Style], strings: list[str]) -> Sheet:
    cells: dict[Place, Cell] = {}
    shared: dict[str, tuple[Place, str]] = {}
    hidden = set()
    for row in root.iter(f"{_S}row"):
        if row.get("hidden") in ("1", "true"):
            hidden.add(min(max(int(row.get("r", "1")) - 1, 0), ROWS - 1))
        for c in row.findall(f"{_S}c"):
            place = place_of(c.get("r", ""))
            if place is None or place[0] >= ROWS or place[1] >= COLUMNS:
                continue
            index = int(c.get("s", "0"))
            style = styles[index] if 0 <= index < len(styles) else PLAIN
            cells[place] = Cell(_content(c, place, strings, shared), style)
    widths: dict[int, float] = {}
    for col in list(root.iter(f"{_S}col"))[:COLUMNS]:
        width = float(col.get("width", "8.43"))
        for column in range(max(int(col.get("min", "1")) - 1, 0), min(int(col.get("max", "1")), COLUMNS)):
            widths[column] = width if 0 <= width <= _WIDEST else 8.43
    found = root.find(f"{_S}autoFilter")
    return put_cells(Sheet(name, (), tuple(widths.items()), frozenset(hidden), _filter(found)), cells)


def _filter(node: ET.Element | None) -> Filter | None:
    area = area_of(node.get("ref", "")) if node is not None else None
    if node is None or area is None or area[2] >= ROWS or area[3] >= COLUMNS:
        return None
    chosen = []
    for column in node.findall(f"{_S}filterColumn"):
        filters = column.find(f"{_S}filters")
        if filters is not None:
            texts = [f.get("val", "") for f in filters.findall(f"{_S}filter")]
            if filters.get("blank") in ("1", "true"):
                texts.append("")
            number = area[1] + int(column.get("colId", "0"))
            if area[1] <= number <= area[3]:
                chosen.append((number, tuple(texts)))
    return Filter(area, tuple(chosen))


def _content(c: ET.Element, place: Place, strings: list[str], shared: dict[str, tuple[Place, str]]) -> Content:
    formula = c.find(f"{_S}f")
    if formula is not None:
        text = _formula(formula, place, shared)
        if text:
            return f"={text}"
    return _stored(c, strings)


def _stored(c: ET.Element, strings: list[str]) -> Content:
    """The value that is written for a cell."""
    kind = c.get("t", "n")
    if kind == "inlineStr":
        inline = c.find(f"{_S}is")
        return _text(inline) if inline is not None else None
    value = c.find(f"{_S}v")
    if value is None or value.text is None:
        return None
    if kind == "s":
        index = int(value.text)
        return strings[index] if 0 <= index < len(strings) else None
    if kind == "b":
        return value.text == "1"
    if kind in ("str", "e"):
        return value.text
    number = float(value.text)
    if not is_number(number):
        raise ValueError(f"{value.text[:20]} is no number of a cell")
    return number


def _formula(node: ET.Element, place: Place, shared: dict[str, tuple[Place, str]]) -> str:
    """A formula's text; of those that share one, it is written with the first alone."""
    text = node.text or ""
    group = node.get("si", "") if node.get("t") == "shared" else ""
    if not group:
        return text
    if text:
        shared[group] = (place, text)
        return text
    if group not in shared:
        return ""
    (row, column), first = shared[group]
    return shift_formula(f"={first}", place[0] - row, place[1] - column)[1:]
