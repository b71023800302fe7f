"""Cmdlets for tables as text: CSV, JSON, and what the console shows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from omnigym.errors import UnreadableError
from omnigym.foreign.records import parse_json
from omnigym.sim.vfs import VfsError, native
from omnigym.sim.windows.powershell.files import decoded, found_files, reason, write_text
from omnigym.sim.windows.powershell.registry import Call, cmdlet
from omnigym.sim.windows.powershell.showing import list_lines, shown_lines, table_lines
from omnigym.sim.windows.powershell.values import Moment, PsError, Record, Value, as_list, as_text, joined
from omnigym.sim.work_budget import charge, charge_letters

__all__: list[str] = []

#: How deep JSON may lie, and what a cell of a table or a value of JSON costs, in units of work.
_DEEPEST, _CELL = 20, 6


def _rows(call: Call) -> list[str]:
    """The lines of a table in CSV: the names of the first object's properties, then a line for each object."""
    given = as_list(call.value("inputobject")) if call.has("inputobject") else call.given
    records = [v if isinstance(v, Record) else Record("String", (("Length", len(as_text(v))),)) for v in given]
    if not records:
        return []
    sign, names = call.text("delimiter", ",")[:1] or ",", records[0].names

    def line(cells: list[str]) -> str:
        charge(_CELL * len(cells))
        return joined(['"' + cell.replace('"', '""') + '"' for cell in cells], sign)

    lines = [line(names), *[line([_cell(r.get(n)) for n in names]) for r in records]]
    return lines if call.has("notypeinformation") else [f"#TYPE {records[0].kind}", *lines]


def _cell(value: Value) -> str:
    return f"System.{type(value).__name__.capitalize()}[]" if isinstance(value, list) else as_text(value)


@cmdlet("ConvertTo-Csv", "InputObject Delimiter:0 NoTypeInformation!")
def _convert_to_csv(call: Call) -> Iterable[Value]:
    return _rows(call)


@cmdlet("Export-Csv", "Path:0 Delimiter:1 LiteralPath InputObject NoTypeInformation! Append! Force! Encoding", "epcsv")
def _export_csv(call: Call) -> Iterable[Value]:
    for typed in call.texts("path", "literalpath"):
        path = call.session.path(typed)
        lines = _rows(call)
        appends = call.has("append") and call.session.vfs.is_file(path)
        if appends:
            lines = lines[1 if call.has("notypeinformation") else 2 :]
        try:
            write_text(call.session, path, joined([f"{line}\n" for line in lines]), appends)
        except VfsError as e:
            call.fail(f"'{native(path)}': {reason(e)}")
    return ()


def _read(text: str, sign: str, names: list[str]) -> list[Value]:
    charge(2 * len(text))
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#TYPE")]
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=sign[:1] or ","))
    except csv.Error as e:
        raise PsError(f"The text is no table: {e}.") from None
    head, body = (names, rows) if names else ((rows[0] if rows else []), rows[1:])
    wide = len(head)
    charge(_CELL * wide * len(body))
    return [
        Record("PSCustomObject", tuple(zip(head, [*row, *[None] * wide][:wide], strict=True))) for row in body if row
    ]


@cmdlet("Import-Csv", "Path:0 Delimiter:1 LiteralPath Header Encoding", "ipcsv")
def _import_csv(call: Call) -> Iterable[Value]:
    for typed in call.texts("path", "literalpath") or [as_text(v) for v in call.given]:
        paths = found_files(call.session, typed)
        if not paths:
            call.fail(f"There is no '{native(call.session.path(typed))}'.")
        for path in paths:
            content = call.session.vfs.content(path)
            charge(len(content) // 2)
            yield from _read(decoded(content), call.text("delimiter", ","), call.texts("header"))


@cmdlet("ConvertFrom-Csv", "InputObject Delimiter:0 Header")
def _convert_from_csv(call: Call) -> Iterable[Value]:
    values = as_list(call.value("inputobject")) if call.has("inputobject") else call.given
    return _read(joined([as_text(v) for v in values], "\n"), call.text("delimiter", ","), call.texts("header"))


def _plain(value: Value, depth: int = 0) -> object:
    """A value as JSON has it."""
    if depth > _DEEPEST:
        raise PsError("ConvertTo-Json : The object lies too deep.")
    if isinstance(value, Record):
        charge(_CELL * len(value.pairs))
        return {name: _plain(v, depth + 1) for name, v in value.pairs}
    if isinstance(value, Moment):
        return as_text(value)
    if isinstance(value, str):
        charge_letters(2 * len(value))
    if isinstance(value, list):
        charge(_CELL * len(value))
        return [_plain(v, depth + 1) for v in value]
    return value if value is None or isinstance(value, bool | int | float | str) else as_text(value)


def _object(value: object, depth: int = 0) -> Value:
    """What JSON says as a value."""
    if depth > _DEEPEST:
        raise PsError("ConvertFrom-Json : The text lies too deep.")
    if isinstance(value, list | dict):
        charge(_CELL * len(value))
    if isinstance(value, dict):
        return Record("PSCustomObject", tuple([(str(k), _object(v, depth + 1)) for k, v in value.items()]))
    return [_object(v, depth + 1) for v in value] if isinstance(value, list) else value


@cmdlet("ConvertTo-Json", "InputObject:0 Depth Compress!")
def _convert_to_json(call: Call) -> Iterable[Value]:
    values = as_list(call.value("inputobject")) if call.has("inputobject") else call.given
    plain = _plain(values[0] if len(values) == 1 else values)
    return [json.dumps(plain, ensure_ascii=False, indent=None if call.has("compress") else 4)]


@cmdlet("ConvertFrom-Json", "InputObject:0")
def _convert_from_json(call: Call) -> Iterable[Value]:
    values = as_list(call.value("inputobject")) if call.has("inputobject") else call.given
    text = joined([as_text(v) for v in values], "\n")
    charge(len(text))
    try:
        found = parse_json(text)
    except UnreadableError:
        raise PsError("ConvertFrom-Json : The text is no JSON.") from None
    return as_list(_object(found))


def _records(call: Call) -> tuple[list[Record], list[str]]:
    records = [v for v in call.given if isinstance(v, Record)]
    wanted = [text for text in call.texts("property") if text != "*"]
    known = records[0].names if records else []
    return records, [next((n for n in known if n.casefold() == w.casefold()), w) for w in wanted]


@cmdlet("Format-Table", "Property:0 AutoSize! Wrap! HideTableHeaders!", "ft")
def _format_table(call: Call) -> Iterable[Value]:
    records, names = _records(call)
    if not records:
        return shown_lines(call.given, call.session.world.columns)
    if not names:
        names = records[0].names if records[0].kind == "PSCustomObject" else []
    if not names:
        return shown_lines(records, call.session.world.columns)
    return ["", *table_lines(records, names, call.session.world.columns), ""]


@cmdlet("Format-List", "Property:0", "fl")
def _format_list(call: Call) -> Iterable[Value]:
    records, names = _records(call)
    return list_lines(records, names) if records else shown_lines(call.given, call.session.world.columns)


@cmdlet("Out-String", "Width Stream!")
def _out_string(call: Call) -> Iterable[Value]:
    lines = shown_lines(call.given, call.session.world.columns)
    return lines if call.has("stream") else [joined([f"{line}\n" for line in lines])]


@cmdlet("Out-Null", "InputObject")
def _out_null(call: Call) -> Iterable[Value]:
    return ()


@cmdlet("Out-Host", "Paging!")
def _out_host(call: Call) -> Iterable[Value]:
    return call.given
