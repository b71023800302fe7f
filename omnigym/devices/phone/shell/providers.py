"""``content``: the rows of content providers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from omnigym.devices.phone.shell.applets import Result, UsageError, applet, fail, say
from omnigym.devices.sim import servicing
from omnigym.errors import UnreadableError

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__: list[str] = []

#: What ``--bind`` says: a column, a letter for the type, and the value.
_BIND = re.compile(r"^\w+:[bsilfdn]:")
#: What ``--where`` may say: a column and its text, several joined by AND.
_WHERE = re.compile(r"^\s*(\w+)\s*=\s*(?:'((?:[^']|'')*)'|(\S+))\s*$")


@applet("content")
def run_content(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``content query --uri URI [--projection A:B] [--where "A='x'"]``, ``content insert --uri URI --bind A:s:x``."""
    if arguments[:1] == ["insert"]:
        return _insert(phone, arguments[1:])
    if arguments[:1] != ["query"]:
        raise UsageError(f"[ERROR] Unsupported operation: {' '.join(arguments[:1])}")
    options = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    uri = options.get("--uri", "")
    if uri not in phone.providers():
        return fail(f"Error while accessing provider:{uri}\njava.lang.IllegalArgumentException: Unknown URI {uri}", 0)
    wanted = _conditions(options.get("--where", ""))
    try:
        rows = [row for row in phone.rows(uri) if all(row.get(k) == v for k, v in wanted)]
    except UnreadableError as e:  # the words of a provider whose database is damaged
        said = f"android.database.sqlite.SQLiteDatabaseCorruptException: {e}"
        return fail(f"Error while accessing provider:{uri}\n{said}", 0)
    columns = options["--projection"].split(":") if "--projection" in options else None
    if not rows:
        return say("No result found.")
    lines = []
    for number, row in enumerate(rows):
        cells = [f"{c}={row.get(c) or 'NULL'}" for c in columns or row]
        lines.append(f"Row: {number} {', '.join(cells)}")
    return say("\n".join(lines))


def _insert(phone: Phone, arguments: list[str]) -> Result:
    pairs = list(zip(arguments[::2], arguments[1::2], strict=False))
    uri = next((value for name, value in pairs if name == "--uri"), "")
    values = {}
    for column, kind, value in [
        value.split(":", 2) for name, value in pairs if name == "--bind" and _BIND.match(value)
    ]:
        values[column] = str(int(value == "true")) if kind == "b" else value
    if not values:
        raise UsageError("[ERROR] content insert needs --bind COLUMN:TYPE:VALUE")
    try:
        servicing.insert(phone.device, uri, values)
    except KeyError:
        said = "java.lang.UnsupportedOperationException: it takes no rows on the simulated phone"
        return fail(f"Error while accessing provider:{uri}\n{said}", 0)
    return Result()


def _conditions(where: str) -> list[tuple[str, str]]:
    out = []
    for part in re.split(r"\s+AND\s+", where, flags=re.IGNORECASE) if where else []:
        found = _WHERE.match(part)
        if found is None:
            raise UsageError(f"cannot read the condition {part!r}: expected column='text'")
        out.append((found[1], found[3] if found[2] is None else found[2].replace("''", "'")))
    return out
