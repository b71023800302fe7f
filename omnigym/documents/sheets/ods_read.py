"""The bytes of .ods files to workbooks. They may come from any program; what `Workbook` cannot say is passed over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from omnigym.documents._odf import Look, attribute, length_px, line_of, looks_of, tag
from omnigym.documents.sheets._ods import address_of, format_of, formula_from
from omnigym.documents.sheets._ods_charts import charts_of_table
from omnigym.documents.sheets.model import (
    BLANK,
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
    put_cells,
)
from omnigym.documents.sheets.numbers import DATE, GENERAL, parse_entry
from omnigym.documents.sheets.values import is_number
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents, within
from omnigym.foreign.limits import CELLS

__all__ = ["read_ods"]

_ALIGNED = {"start": "left", "left": "left", "center": "center", "end": "right", "right": "right"}
_COLOR = re.compile("#([0-9A-Fa-f]{6})")
_CELLS = (tag("table:table-cell"), tag("table:covered-table-cell"))
_P = tag("text:p")
_USUAL = 8.43
_CONFIG = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"


@remember_contents(64, package_weight)
def read_ods(content: bytes) -> Workbook:
    """Return the workbook in the bytes of a .ods file.

    Raises:
        UnreadableError: They are not those of a .ods file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".ods file"), Package(content) as package:
        root = package.xml("content.xml")
        body = root.find(f"{tag('office:body')}/{tag('office:spreadsheet')}")
        tables = body.findall(tag("table:table")) if body is not None else []
        if body is None or not tables:
            raise UnreadableError("Expected the bytes of a .ods file, got one without a sheet.")
        looks = looks_of(package)
        styles = _styles(looks, _formats(package))
        sheets: list[Sheet] = []
        cells = 0
        for table in tables:
            sheet = _sheet(table, looks, styles)
            sheets.append(sheet._replace(charts=charts_of_table(package, table, sheet)))
            cells += cell_count(sheets[-1])
            within(cells, CELLS, "cells in a workbook")
        filters = _filters(body)
        found = tuple([s._replace(filter=filters.get(s.name)) for s in sheets])
        active = _active(package)
        return Workbook(found, next((i for i, s in enumerate(found) if s.name == active), 0))


def _active(package: Package) -> str:
    """The name of the sheet in front, or "" where the file does not say it."""
    if "settings.xml" not in package:
        return ""
    items = package.xml("settings.xml").iter(f"{_CONFIG}config-item")
    return next((i.text or "" for i in items if i.get(f"{_CONFIG}name") == "ActiveTable"), "")


# -- looks ------------------------------------------------------------------------------------------------------------


def _formats(package: Package) -> dict[str, str]:
    """The number formats of data styles, by name."""
    found = {}
    for part in ("styles.xml", "content.xml"):
        if part in package:
            for group in ("office:styles", "office:automatic-styles"):
                for node in package.xml(part).findall(f"{tag(group)}/*"):
                    if node.tag.startswith(tag("number:")):
                        found[attribute(node, "style:name")] = format_of(node)
    return found


def _styles(looks: Mapping[tuple[str, str], Look], formats: Mapping[str, str]) -> dict[str, Style]:
    return {name: _style(look, formats) for (family, name), look in looks.items() if family == "table-cell"}


def _style(look: Look, formats: Mapping[str, str]) -> Style:
    node = look.node
    ground = _COLOR.fullmatch(
        attribute(node.find(tag("style:table-cell-properties")), "fo:background-color", "transparent")
    )
    side = attribute(node.find(tag("style:paragraph-properties")), "fo:text-align")
    return Style(
        formats.get(attribute(node, "style:data-style-name"), GENERAL),
        look.format.bold,
        look.format.italic,
        look.format.underline,
        _ALIGNED.get(side, ""),
        ground[1].upper() if ground is not None else "",
        look.format.color,
    )


# -- cells ------------------------------------------------------------------------------------------------------------


def _repeated(node: ET.Element, name: str) -> int:
    return max(1, int(attribute(node, name, "1")))


def _sheet(table: ET.Element, looks: Mapping[tuple[str, str], Look], styles: Mapping[str, Style]) -> Sheet:
    widths, defaults = _columns(table, looks)
    cells: dict[Place, Cell] = {}
    hidden: set[int] = set()
    row = 0
    for line in table.iter(tag("table:table-row")):
        times = _repeated(line, "table:number-rows-repeated")
        found = _row(line, styles, defaults)
        # Rows without content are repeated down to the end of the sheet; of others each is a row of ours.
        for at in range(row, min(row + times, ROWS)):
            if attribute(line, "table:visibility", "visible") != "visible" and times < ROWS:
                hidden.add(at)
            cells.update({(at, column): cell for column, cell in found.items()})
            within(len(cells), CELLS, "cells in a workbook")
            if not found and not hidden:
                break
        row += times
        if row >= ROWS:
            break
    name = attribute(table, "table:name") or "Sheet1"
    return put_cells(Sheet(name, (), tuple(widths.items()), frozenset(hidden)), cells)


def _columns(table: ET.Element, looks: Mapping[tuple[str, str], Look]) -> tuple[dict[int, float], dict[int, str]]:
    """The widths of columns that are not usual, and the styles that their cells have if they say none."""
    widths: dict[int, float] = {}
    defaults: dict[int, str] = {}
    at = 0
    for column in table.iter(tag("table:table-column")):
        times = _repeated(column, "table:number-columns-repeated")
        look = looks.get(("table-column", attribute(column, "table:style-name")))
        said = look.node.find(tag("style:table-column-properties")) if look is not None else None
        px = length_px(attribute(said, "style:column-width"))
        width = round((px - 5) / 7, 2) if px is not None else _USUAL
        for place in range(at, min(at + times, COLUMNS)):
            if width != _USUAL and width >= 0:
                widths[place] = width
            defaults[place] = attribute(column, "table:default-cell-style-name")
        at += times
    return widths, defaults


def _row(line: ET.Element, styles: Mapping[str, Style], defaults: Mapping[int, str]) -> dict[int, Cell]:
    found: dict[int, Cell] = {}
    column = 0
    for node in line:
        if node.tag not in _CELLS or column >= COLUMNS:
            continue
        times = _repeated(node, "table:number-columns-repeated")
        content = _content(node)
        name = attribute(node, "table:style-name")
        for place in range(column, min(column + times, COLUMNS)):
            # What columns say of their cells counts for those that hold something: else no sheet would end.
            style = styles.get(name or (defaults.get(place, "") if content is not None else ""), PLAIN)
            if type(content) is float and attribute(node, "office:value-type") == "date" and style.number == GENERAL:
                style = style._replace(number=DATE)
            cell = Cell(content, style)
            if cell != BLANK:
                found[place] = cell
        column += times
    return found


def _content(node: ET.Element) -> Content:
    formula = formula_from(attribute(node, "table:formula"))
    if formula:
        return formula
    kind = attribute(node, "office:value-type")
    if kind in ("float", "percentage", "currency"):
        number = float(attribute(node, "office:value"))
        if not is_number(number):
            raise ValueError("an infinite number is none of a cell")
        return number
    if kind == "boolean":
        return attribute(node, "office:boolean-value") == "true"
    if kind == "date":
        value, _ = parse_entry(attribute(node, "office:date-value")[: len("yyyy-mm-dd")])
        return value
    paragraphs = node.findall(_P)
    if kind == "string" or paragraphs:
        said = attribute(node, "office:string-value")
        return (line_of(paragraphs) if paragraphs else said) or None
    return None


# -- filters ----------------------------------------------------------------------------------------------------------


def _filters(body: ET.Element) -> dict[str, Filter]:
    """The filter of each sheet that has one, by its name."""
    found: dict[str, Filter] = {}
    for node in body.iter(tag("table:database-range")):
        if attribute(node, "table:display-filter-buttons", "false") != "true":
            continue
        sheet, _, points = address_of(attribute(node, "table:target-range-address")).rpartition("!")
        area = area_of(points)
        if area is None or area[2] >= ROWS or area[3] >= COLUMNS:
            continue
        chosen = []
        for condition in node.iter(tag("table:filter-condition")):
            column = area[1] + int(attribute(condition, "table:field-number", "0"))
            items = [attribute(item, "table:value") for item in condition.iter(tag("table:filter-set-item"))]
            if area[1] <= column <= area[3] and attribute(condition, "table:operator") == "=":
                chosen.append((column, tuple(items or [attribute(condition, "table:value")])))
        found[sheet.strip("'").replace("''", "'")] = Filter(area, tuple(chosen))
    return found
