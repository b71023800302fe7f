"""The check of a table that lists the files of a folder."""

from __future__ import annotations

import csv
import io

from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.foreign import within
from omnigym.foreign.limits import UNPACKED_BYTES
from omnigym.foreign.reading import convert_errors

__all__ = ["table_lists_files"]

_TYPE = "#TYPE"  # the first line of tables of Windows PowerShell


def _read(content: bytes) -> list[dict[str, str]]:
    """The lines of a table in CSV, by the names of its columns in lower case."""
    within(len(content), UNPACKED_BYTES, "bytes in a table")
    lines = content.decode("utf-8-sig", "replace").splitlines()
    text = "\n".join(lines[1:] if lines[:1] and lines[0].startswith(_TYPE) else lines)
    with convert_errors("a table in CSV"):
        head, *body = [row for row in csv.reader(io.StringIO(text)) if row] or [[]]
    names = [name.strip().casefold() for name in head]
    return [dict(zip(names, row, strict=False)) for row in body]


@check("table_lists_files", effects=lambda path, **_: writes(path))
def table_lists_files(probe: Probe, path: str, folder: str) -> Verdict:
    """A CSV table has one line for each file of a folder, and no others: columns Name and Length, in any order.

    Args:
        probe: Reads the device.
        path: The table.
        folder: The folder; what is in folders in it is not listed.
    """
    entries, rows = probe.list_dir(folder), probe.read(path, _read)
    if entries is None:
        return not_yet(f"There is no folder {folder!r}.")
    if rows is None:
        return not_yet(f"There is no table {path!r}.")
    names = {e.path.replace("\\", "/").rpartition("/")[2].casefold(): e.size for e in entries if not e.is_dir}
    told = [(row.get("name", "").strip().casefold(), row.get("length", "").strip()) for row in rows]
    wanted = sorted([(name, str(size)) for name, size in names.items()])
    if sorted(told) == wanted:
        return passed()
    return not_yet(f"{path!r} should list {wanted}, and lists {told[:20]}.")
