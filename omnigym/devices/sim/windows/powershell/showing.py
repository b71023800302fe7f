"""Values as the console shows them: texts, tables, lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from omnigym.devices.sim.windows.powershell.formats import dated
from omnigym.devices.sim.windows.powershell.values import Moment, Record, Value, as_text, joined
from omnigym.devices.sim.work import charge

__all__ = ["list_lines", "shown_lines", "table_lines"]

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
