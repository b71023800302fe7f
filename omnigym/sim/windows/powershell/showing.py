"""Values as the console shows them: texts, tables, lists."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from omnigym.sim.windows.powershell.values import (
    Moment,
    PsError,
    Record,
    Value,
    as_number,
    as_text,
    check_letters,
    joined,
)
from omnigym.sim.work_budget import charge

# -- numbers, dates and texts as a format says ------------------------------------------------------------------------

# "{0:N2}", "yyyy-MM-dd".

#: What a place in a format costs that is filled, in units of work.
_FILLED = 12

_PIECE = re.compile(r"\{(\d{1,3})(?:,(-?\d{1,3}))?(?::([^{}]*))?\}|\{\{|\}\}")
_TOKEN = re.compile(r"yyyy|yy|MMMM|MMM|MM|M|dddd|ddd|dd|d|HH|H|hh|h|mm|m|ss|s|tt|fff|'[^']*'|.", re.DOTALL)
_NUMBER = re.compile(r"([NFDCPX])(\d{0,2})", re.IGNORECASE)


def _tokens(date: datetime) -> dict[str, str]:
    hour = date.hour % 12 or 12
    return {
        "yyyy": f"{date.year:04}",
        "yy": f"{date.year % 100:02}",
        "MMMM": date.strftime("%B"),
        "MMM": date.strftime("%b"),
        "MM": f"{date.month:02}",
        "M": str(date.month),
        "dddd": date.strftime("%A"),
        "ddd": date.strftime("%a"),
        "dd": f"{date.day:02}",
        "d": str(date.day),
        "HH": f"{date.hour:02}",
        "H": str(date.hour),
        "hh": f"{hour:02}",
        "h": str(hour),
        "mm": f"{date.minute:02}",
        "m": str(date.minute),
        "ss": f"{date.second:02}",
        "s": str(date.second),
        "tt": "AM" if date.hour < 12 else "PM",
        "fff": f"{date.microsecond // 1000:03}",
    }


def dated(moment: Moment, shape: str) -> str:
    """A moment as a shape says.

    >>> dated(Moment(0), "yyyy-MM-dd HH:mm")
    '1970-01-01 00:00'
    """
    shape = {
        "d": "M/d/yyyy",
        "D": "dddd, MMMM d, yyyy",
        "t": "h:mm tt",
        "T": "h:mm:ss tt",
        "s": "yyyy-MM-ddTHH:mm:ss",
    }.get(shape, shape)
    check_letters(9 * len(shape))
    charge(len(shape))
    known = _tokens(moment.date)
    return "".join([known.get(t, t.strip("'") if t[:1] == "'" and len(t) > 1 else t) for t in _TOKEN.findall(shape)])


def shaped(value: Value, shape: str) -> str:
    """A value as the part behind the colon says.

    Raises:
        PsError: A number is wanted and it is none, or there is no such shape.
    """
    if isinstance(value, Moment):
        return dated(value, shape)
    found = _NUMBER.fullmatch(shape)
    if isinstance(value, str) or value is None or not shape:
        return as_text(value)
    if found is None:
        return _picture(as_number(value), shape)
    kind, digits = found[1].upper(), int(found[2] or (0 if found[1].upper() in "DX" else 2))
    number = as_number(value)
    if kind in "DX":
        if not math.isfinite(number) or number != int(number):
            raise PsError("Error formatting a string: Format specifier was invalid.")
        text = f"{abs(int(number)):X}" if kind == "X" else str(abs(int(number)))
        return ("-" if number < 0 else "") + text.rjust(digits, "0")
    if not math.isfinite(number):
        return as_text(number)
    shapes = {"N": f"{{:,.{digits}f}}", "F": f"{{:.{digits}f}}", "C": f"${{:,.{digits}f}}", "P": f"{{:,.{digits}%}}"}
    return shapes[kind].format(number).replace("%", " %")


def _picture(number: int | float, shape: str) -> str:
    """A number as "0.00" or "#,##0" pictures it."""
    if not re.fullmatch(r"[#,0]{,99}(\.[0#]{1,99})?", shape):
        raise PsError(f"There is no format '{shape[:60]}'.")
    if not math.isfinite(number):
        return as_text(number)
    whole, _, part = shape.partition(".")
    text = f"{number:,.{len(part)}f}" if "," in whole else f"{number:.{len(part)}f}"
    start, dot, end = text.partition(".")
    end = end[: part.count("0")] + end[part.count("0") :].rstrip("0")
    return start.rjust(whole.replace(",", "").count("0"), "0") + (dot + end if end else "")


def formatted(text: str, values: list[Value]) -> str:
    """A text with values in the place of "{0}", "{1:N2}", "{2,10}".

    Raises:
        PsError: It names one that there is not.
    """
    letters = len(text)
    check_letters(letters)

    def filled(found: re.Match[str]) -> str:
        nonlocal letters
        charge(_FILLED)
        if found[1] is None:
            return found[0][0]
        if int(found[1]) >= len(values):
            raise PsError(f"The format names a value {found[0]} that is not there.")
        said, width = shaped(values[int(found[1])], found[3] or ""), int(found[2] or 0)
        more = max(len(said), abs(width))
        letters += more
        check_letters(letters, more)
        return said.rjust(width) if width > 0 else said.ljust(-width)

    return _PIECE.sub(filled, text)


# -- showing ----------------------------------------------------------------------------------------------------------

_FILE_KINDS = ("FileInfo", "DirectoryInfo")
_FILE_COLUMNS = ["Mode", "LastWriteTime", "Length", "Name"]
#: An object of more properties is a list.
_MOST_COLUMNS, _WIDEST = 4, 60
#: What a cell costs, in units of work.
_CELL = 10


def _cell(value: Value) -> str:
    if isinstance(value, list | tuple) and not isinstance(value, Record | Moment):
        return "{" + joined([as_text(v) for v in value], ", ") + "}"
    if isinstance(value, Moment):
        return dated(value, "M/d/yyyy h:mm tt")
    return as_text(value).replace("\n", " ")


def table_lines(records: list[Record], columns: list[str], width: int) -> list[str]:
    """Records as a table with these columns; numbers stand to the right."""
    charge(_CELL * len(records) * len(columns))
    rows = [[_cell(r.get(c)) for c in columns] for r in records]
    right = [
        any(isinstance(r.get(c), int | float) and not isinstance(r.get(c), bool) for r in records) for c in columns
    ]
    widths = [min(_WIDEST, max(len(text) for text in (c, *cells))) for c, *cells in zip(columns, *rows, strict=True)]

    def line(cells: list[str]) -> str:
        fitted = [c if len(c) <= w else f"{c[: w - 3]}..." for c, w in zip(cells, widths, strict=True)]
        aligned = zip(fitted, widths, right, strict=True)
        return " ".join([c.rjust(w) if r else c.ljust(w) for c, w, r in aligned])[:width].rstrip()

    return [line(columns), line(["-" * len(c) for c in columns]), *[line(row) for row in rows]]


def list_lines(records: list[Record], columns: list[str]) -> list[str]:
    """Records as lists of their properties, a line each."""
    out: list[str] = []
    for record in records:
        names = columns or record.names
        charge(_CELL * len(names))
        wide = max(map(len, names), default=0)
        out += ["", *[f"{name.ljust(wide)} : {_cell(record.get(name))}" for name in names]]
    return [*out, ""]


def _record_lines(records: list[Record], width: int) -> list[str]:
    first = records[0]
    if first.kind in _FILE_KINDS:
        out: list[str] = []
        for folder, here in groupby(records, lambda r: as_text(r.get("DirectoryName"))):
            lines = table_lines(list(here), _FILE_COLUMNS, width)
            out += ["", f"    Directory: {folder}", "", *lines]
        return [*out, ""]
    if first.kind == "Hashtable":
        pairs = [Record("", (("Name", name), ("Value", value))) for r in records for name, value in r.pairs]
        return ["", *table_lines(pairs, ["Name", "Value"], width), ""] if pairs else []
    if first.kind == "MatchInfo":
        return [r.text for r in records]
    if len(first.pairs) > _MOST_COLUMNS:
        return list_lines(records, [])
    return ["", *table_lines(records, first.names, width), ""] if first.pairs else [as_text(r) for r in records]


def shown_lines(values: Iterable[Value], width: int) -> list[str]:
    """The lines of values; objects of a kind that follow each other are one table."""
    out: list[str] = []
    waiting: list[Record] = []

    def done() -> None:
        if waiting:
            out.extend(_record_lines(waiting, width))
            waiting.clear()

    for value in values:
        charge(_CELL)
        if isinstance(value, Record) and value.kind != "RuntimeType":
            alike = not waiting or value.kind == waiting[0].kind or {value.kind, waiting[0].kind} <= set(_FILE_KINDS)
            if not alike or (waiting and value.kind == "PSCustomObject" and value.names != waiting[0].names):
                done()
            waiting.append(value)
            continue
        done()
        if isinstance(value, list):
            out += shown_lines(value, width)
        elif isinstance(value, Moment):
            out += ["", dated(value, "dddd, MMMM d, yyyy h:mm:ss tt"), ""]
        elif value is not None:
            text = as_text(value)
            charge(4 * text.count("\n") + len(text) // 8)
            out += text.split("\n")
    done()
    return out
