"""A .xlsx file with other numbers in it, for a program that recalculates it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile

from omnigym.documents.sheets._xlsx_styles import MAIN
from omnigym.documents.sheets.model import Place, place_of
from omnigym.documents.sheets.xlsx_read import sheet_parts
from omnigym.foreign import Package, convert_errors

__all__ = ["with_inputs"]

_S = f"{{{MAIN}}}"


def with_inputs(content: bytes, sheet: str, values: Mapping[Place, float]) -> bytes:
    """Return the same file with numbers in some cells, and without the stored results of formulas.

    All else is byte for byte what it was, so that a formula stays one that only the program knows. A program that
    finds no result calculates the formula.

    Args:
        content: The file.
        sheet: The name of the sheet whose cells get numbers.
        values: The numbers; only cells that the file has get one.

    Raises:
        UnreadableError: It is not a .xlsx file.
        TooLargeError: It is larger than what is read.
    """
    out = io.BytesIO()
    with convert_errors(".xlsx file"), Package(content) as package, ZipFile(out, "w", ZIP_DEFLATED) as new:
        sheets = {part: name for name, part in sheet_parts(package)}
        for member in package.members:
            if member.filename not in sheets:
                new.writestr(member.filename, package.read(member))
                continue
            root = package.xml(member.filename)
            own = values if sheets[member.filename] == sheet else {}
            for cell in root.iter(f"{_S}c"):
                _prepare(cell, own)
            new.writestr(member.filename, ET.tostring(root, encoding="utf-8", xml_declaration=True))
    return out.getvalue()


def _prepare(cell: ET.Element, values: Mapping[Place, float]) -> None:
    place = place_of(cell.get("r", ""))
    number = None if place is None else values.get(place)
    if number is None and cell.find(f"{_S}f") is None:
        return
    for part in list(cell):
        if number is not None or part.tag == f"{_S}v":
            cell.remove(part)
    cell.attrib.pop("t", None)
    if number is not None:
        ET.SubElement(cell, f"{_S}v").text = repr(number)
