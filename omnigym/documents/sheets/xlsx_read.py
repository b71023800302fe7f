"""The bytes of .xlsx files to workbooks. They may come from any program; what `Workbook` cannot say is passed over."""

from __future__ import annotations

import io
import posixpath
import zipfile
from functools import lru_cache
from xml.etree import ElementTree as ET

from omnigym.documents.sheets._xlsx_styles import MAIN, read_styles
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
    place_of,
    put_cells,
)
from omnigym.documents.sheets.references import shifted

__all__ = ["read_xlsx"]

_S = f"{{{MAIN}}}"
_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PACKAGE_REL = "{http://schemas.openxmlformats.org/package/2006/relationships}"


@lru_cache(maxsize=64)
def read_xlsx(content: bytes) -> Workbook:
    """The workbook in the bytes of a .xlsx file.

    Raises:
        ValueError: They are not those of a .xlsx file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return _read(package)
    except (zipfile.BadZipFile, KeyError, ET.ParseError, NotImplementedError, EOFError) as e:
        raise ValueError(f"Expected the bytes of a .xlsx file, got {len(content)} bytes that are none: {e}") from None


def _read(package: zipfile.ZipFile) -> Workbook:
    names = set(package.namelist())
    book = ET.fromstring(package.read("xl/workbook.xml"))
    targets = {
        r.get("Id", ""): posixpath.normpath(posixpath.join("/xl", r.get("Target", "")))[1:]
        for r in ET.fromstring(package.read("xl/_rels/workbook.xml.rels")).iter(f"{_PACKAGE_REL}Relationship")
    }
    styles = read_styles(package.read("xl/styles.xml")) if "xl/styles.xml" in names else [PLAIN]
    strings = _strings(package.read("xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in names else []
    sheets = []
    for node in book.iter(f"{_S}sheet"):
        part = targets.get(node.get(f"{_REL}id", ""), "")
        if part in names and part.startswith("xl/worksheets/"):
            sheets.append(_sheet(node.get("name", ""), ET.fromstring(package.read(part)), styles, strings))
    if not sheets:
        raise KeyError("there is no sheet in it")
    view = book.find(f"{_S}bookViews/{_S}workbookView")
    active = int(view.get("activeTab", "0")) if view is not None else 0
    return Workbook(tuple(sheets), active if active < len(sheets) else 0)


def _strings(part: bytes) -> list[str]:
    return [_text(si) for si in ET.fromstring(part).findall(f"{_S}si")]


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
            hidden.add(int(row.get("r", "1")) - 1)
        for c in row.findall(f"{_S}c"):
            place = place_of(c.get("r", ""))
            if place is None or place[0] >= ROWS or place[1] >= COLUMNS:
                continue
            index = int(c.get("s", "0"))
            style = styles[index] if index < len(styles) else PLAIN
            cells[place] = Cell(_content(c, place, strings, shared), style)
    widths = []
    for col in root.iter(f"{_S}col"):
        for column in range(int(col.get("min", "1")) - 1, min(int(col.get("max", "1")), COLUMNS)):
            widths.append((column, float(col.get("width", "8.43"))))
    found = root.find(f"{_S}autoFilter")
    return put_cells(Sheet(name, (), tuple(widths), frozenset(hidden), _filter(found)), cells)


def _filter(node: ET.Element | None) -> Filter | None:
    area = area_of(node.get("ref", "")) if node is not None else None
    if node is None or area is None:
        return None
    chosen = []
    for column in node.findall(f"{_S}filterColumn"):
        filters = column.find(f"{_S}filters")
        if filters is not None:
            texts = [f.get("val", "") for f in filters.findall(f"{_S}filter")]
            if filters.get("blank") in ("1", "true"):
                texts.append("")
            chosen.append((area[1] + int(column.get("colId", "0")), tuple(texts)))
    return Filter(area, tuple(chosen))


def _content(c: ET.Element, place: Place, strings: list[str], shared: dict[str, tuple[Place, str]]) -> Content:
    formula = c.find(f"{_S}f")
    if formula is not None:
        text = _formula(formula, place, shared)
        if text:
            return f"={text}"
    kind = c.get("t", "n")
    if kind == "inlineStr":
        inline = c.find(f"{_S}is")
        return _text(inline) if inline is not None else None
    value = c.find(f"{_S}v")
    if value is None or value.text is None:
        return None
    if kind == "s":
        index = int(value.text)
        return strings[index] if index < len(strings) else None
    if kind == "b":
        return value.text == "1"
    if kind in ("str", "e"):
        return value.text
    return float(value.text)


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
    return shifted(f"={first}", place[0] - row, place[1] - column)[1:]
