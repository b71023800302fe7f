"""Workbooks and text documents as the libraries read them, after the limits of `omnigym.foreign` are charged.

openpyxl and python-docx expand ranges, spans and entities as a file asks for. So the parts are parsed and weighed here
first, and every error of a library becomes an `omnigym.errors.UnreadableError`.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from omnigym.benchmarks.osworld.scorer.given import library
from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.documents.sheets.model import place_of
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, within
from omnigym.foreign.limits import CELLS, TEXT_BYTES

__all__ = ["Book", "Moment", "Place", "Value", "file_of", "open_document", "open_workbook", "some_files"]

Place: TypeAlias = tuple[int, int]

_SHEET_XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
#: What openpyxl makes a cell of for each place in its ``ref``.
_EXPANDED = tuple(f"{_SHEET_XML}{name}" for name in ("mergeCell", "hyperlink", "comment"))
_XML = (".xml", ".rels")


class Moment(NamedTuple):
    """A date, a time or a duration of a cell, as the number of days that a workbook holds."""

    days: float


Value: TypeAlias = bool | float | str | Moment | None


def some_files(state: object) -> list[File]:
    """The files that a getter gave: one, or a list of which some may be missing.

    Raises:
        UnreadableError: It gave none.
    """
    given = state if isinstance(state, list | tuple) else [state]
    files = [f for f in given if isinstance(f, File)]
    if not files:
        raise UnreadableError(f"Expected a file, got {type(state).__name__}.")
    return files


def file_of(state: object, *extensions: str) -> File:
    """The file that a getter gave, the first of several.

    Args:
        state: The value.
        extensions: Those that it may have; any where there are none.

    Raises:
        UnreadableError: It gave none, or one of another kind.
    """
    file = some_files(state)[0]
    if extensions and file.extension not in extensions:
        raise UnreadableError(f"Expected a file {' or '.join(extensions)}, got {file.name!r}.")
    return file


@contextmanager
def _library_at_work(what: str) -> Iterator[None]:
    """`reading`, and no warnings: what a library does not support is no news."""
    with convert_errors(what), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _parts(content: bytes) -> dict[str, Any]:
    """The roots of the XML parts of a package, none of which declares a document type."""
    with Package(content) as package:
        return {m.filename: _root(package.read(m)) for m in package.members if m.filename.lower().endswith(_XML)}


def _root(part: bytes) -> Any:
    """The root of a part. It is lxml's, whose parser limits depth and lengths, and is ten times as fast here."""
    within(len(part), TEXT_BYTES, "bytes of XML")
    etree = library("lxml.etree")
    root = etree.fromstring(part, etree.XMLParser(resolve_entities=False, no_network=True))
    if root.getroottree().docinfo.doctype:
        raise UnreadableError("Expected XML without a document type, got one that declares it.")
    return root


# -- workbooks --------------------------------------------------------------------------------------------------------


@dataclass
class Book:
    """A workbook. openpyxl reads it with formulas and looks, or with their results, when it is asked for the one.

    Attributes:
        file: Where it comes from.
        parts: Its XML parts by name.
        names: The names of its sheets.
        shown_beside: The .csv files that came with it.
    """

    file: File
    parts: Mapping[str, Any] = field(repr=False)
    names: Sequence[str]
    shown_beside: Sequence[File] = ()
    _known: dict[str, dict[Place, Value]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def with_styles(self) -> Any:
        """It as openpyxl has it, with formulas and looks."""
        return _loaded(self.file.content, data_only=False)

    @cached_property
    def with_values(self) -> Any:
        """It as openpyxl has it, with the results of formulas."""
        return _loaded(self.file.content, data_only=True)

    @property
    def active(self) -> str:
        """The name of the sheet in front."""
        return str(self.with_values.active.title)

    def sheet(self, name: str) -> Any:
        """A sheet as openpyxl has it.

        Raises:
            UnreadableError: It holds no cells.
        """
        sheet = self.with_styles[name]
        if not hasattr(sheet, "_cells"):
            raise UnreadableError(f"Expected the sheet {name!r} to be one of cells, got a chart.")
        return sheet

    def values(self, name: str) -> dict[Place, Value]:
        """The values of a sheet's cells that are not empty, by row and column from 1."""
        if name not in self._known:
            to_days = library("openpyxl.utils.datetime").to_excel
            with _library_at_work("workbook"):
                cells = getattr(self.with_values[name], "_cells", {})
                found = {place: _value(cell.value, to_days) for place, cell in cells.items()}
            self._known[name] = {place: value for place, value in found.items() if value not in (None, "")}
        return self._known[name]


def _value(value: Any, to_days: Any) -> Value:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return float(value)
    return Moment(float(to_days(value)))


def open_workbook(state: object) -> Book:
    """The workbook in a .xlsx file; the .csv files that a getter gave along with it stay with it.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
        MissingDependencyError: openpyxl is not installed.
    """
    file, *others = some_files(state)
    with _library_at_work("workbook"):
        parts = _parts(file.content)
        _charge_workbook(parts)
        names = [str(node.get("name")) for node in parts["xl/workbook.xml"].iter(f"{_SHEET_XML}sheet")]
    if not names:
        raise UnreadableError("Expected a workbook with sheets, got one without.")
    return Book(file, parts, names, [f for f in others if f.extension == ".csv"])


def _loaded(content: bytes, data_only: bool) -> Any:
    openpyxl = library("openpyxl")
    with _library_at_work("workbook"):
        return openpyxl.load_workbook(io.BytesIO(content), data_only=data_only)


def _charge_workbook(parts: Mapping[str, Any]) -> None:
    """Count the cells that openpyxl would make."""
    count = 0
    for root in parts.values():
        for node in root.iter():
            if node.tag in _EXPANDED:
                count += _area(node.get("ref", ""))
            else:
                count += node.tag in (f"{_SHEET_XML}c", f"{_SHEET_XML}row")
            within(count, CELLS, "cells in a workbook")


def _area(ref: str) -> int:
    first, _, last = ref.replace("$", "").partition(":")
    start = place_of(first)
    end = place_of(last) if last else start
    if start is None or end is None:
        raise UnreadableError(f"Expected a range of cells, got {ref[:40]!r}.")
    return (abs(end[0] - start[0]) + 1) * (abs(end[1] - start[1]) + 1)


# -- documents --------------------------------------------------------------------------------------------------------


def open_document(state: object) -> Any:
    """The document in a .docx file, as python-docx reads it.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
        MissingDependencyError: python-docx is not installed.
    """
    file = file_of(state, ".docx")
    docx = library("docx")
    with _library_at_work(".docx file"):
        _parts(file.content)
        document = docx.Document(io.BytesIO(file.content))
        if document.element.body is None:
            raise UnreadableError("Expected a .docx file with a body, got one without.")
        return document
