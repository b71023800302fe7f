"""Files of JSON rows that are written again byte by byte: key order, indentation, alphabet and line ends are kept.

A published file is one JSON list, or JSON Lines. Nothing says how either is laid out, so the layout is found by trying.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign import fault_in, parse_json, read_text, replace_file, within
from omnigym.foreign.limits import MAX_TREE, MAX_VALUES

__all__ = ["LINES", "LIST", "Layout", "Row", "Rows", "read_rows", "write_rows"]

Row: TypeAlias = Mapping[str, Any]
_BOM: Final = "\ufeff"


class Layout(NamedTuple):
    """How rows are written.

    Attributes:
        lines: Whether each is a line (JSON Lines); else all are one list.
        indent: Of a list's levels; None for one line.
        ascii: Whether other letters are escaped.
        tight: Whether no space follows a comma and a colon.
        end: Of a line.
        ended: Whether the last line has an end, too.
        bom: Whether a byte-order mark comes first.
    """

    lines: bool = False
    indent: int | str | None = None
    ascii: bool = False
    tight: bool = False
    end: str = "\n"
    ended: bool = True
    bom: bool = False


#: The layouts of what is written anew: a list that is indented by two, and a line for each row.
LIST: Final = Layout(indent=2, ended=False)
LINES: Final = Layout(lines=True)


class Rows(NamedTuple):
    """The rows of a file.

    Attributes:
        rows: They, with their keys in order.
        layout: How they are written there; None for a layout that is none of ours, such as ``1.50`` for a number.
    """

    rows: tuple[Row, ...]
    layout: Layout | None


def read_rows(path: Path) -> Rows:
    """The rows of a file: JSON Lines if its name says so, else a list.

    Raises:
        FileNotFoundError: There is none.
        TooLargeError: It has more bytes, lines or values than are read.
        UnreadableError: It holds anything else.
    """
    lines = path.suffix == ".jsonl"
    try:
        text = read_text(path, MAX_TREE)
        value: object = _lines(text) if lines else parse_json(text.removeprefix(_BOM))
    except TooLargeError as e:
        raise TooLargeError(f"{path}: {e}.") from None
    except UnreadableError as e:
        raise UnreadableError(f"{path}: {e}.") from None
    if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
        raise UnreadableError(f"{path}: expected a list of objects.")
    fault = fault_in(value)
    if fault is not None:
        raise UnreadableError(f"{path}: {fault[0]}: {fault[1]}.")
    return Rows(tuple(value), _layout_of(text, value, lines))


def _lines(text: str) -> list[object]:
    lines = text.removeprefix(_BOM).split("\n")
    within(len(lines), MAX_VALUES, "lines")
    rows = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                rows.append(parse_json(line))
            except UnreadableError as e:
                what = str(e).partition(": ")[2] or str(e)  # its own place is always line 1
                raise UnreadableError(f"line {number}: {what}") from None
    return rows


def _layout_of(text: str, rows: Sequence[Row], lines: bool) -> Layout | None:
    end = "\r\n" if "\r\n" in text else "\n"
    fixed = Layout(lines, None, False, False, end, text.endswith(end), text.startswith(_BOM))
    for indent, ascii_, tight in itertools.product(
        (None,) if lines else (2, 4, None, "\t", 1, 3, 8), (False, True), (False, True)
    ):
        layout = fixed._replace(indent=indent, ascii=ascii_, tight=tight)
        if _written(rows, layout) == text:
            return layout
    return None


def _written(rows: Iterable[Row], layout: Layout) -> str:
    separators = (",", ":") if layout.tight else (",", ": ") if layout.indent is not None else (", ", ": ")
    style: dict[str, Any] = {"ensure_ascii": layout.ascii, "indent": layout.indent, "separators": separators}
    if layout.lines:
        body = "\n".join([json.dumps(row, **style) for row in rows])
    else:
        body = json.dumps(list(rows), **style)
    body += "\n" if layout.ended and body else ""
    return (_BOM if layout.bom else "") + body.replace("\n", layout.end)


def write_rows(path: Path, rows: Iterable[Row], layout: Layout) -> None:
    """Write rows, atomically.

    Raises:
        OSError: The file cannot be written.
    """
    replace_file(path, _written(rows, layout))
