"""The setup step `AddRow`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.foreign import read_json, show_value
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Cell, Columns, FilePath

__all__ = ["AddRow"]


@dataclass(frozen=True, slots=True)
class AddRow(SetupStep):
    """Add a row to a table of an app of the simulated phone, a JSON file ``{"rows": [...]}``.

    Attributes:
        path: Path of the file.
        columns: Names of the columns; the column "id" is added with a new number.
        values: A value for each column; may be templates.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    columns: Columns
    values: tuple[Cell, ...]

    def problem(self) -> tuple[str, str]:
        """Return a problem if columns and values do not match; see `SetupStep.problem`."""
        if len(set(self.columns)) < len(self.columns) or "id" in self.columns:
            return "columns", f"columns have different names, none of them 'id', got {show_value(self.columns)}"
        if len(self.columns) != len(self.values):
            return "values", f"there is a value for each of {len(self.columns)} columns, got {len(self.values)}"
        return "", ""

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            TaskFileError: The file is not a table, or it has other columns.
        """
        try:
            content = device.read_file(self.path)
        except FileNotFoundError:
            content = b'{"rows": []}'
        row = json.dumps(dict(zip(self.columns, self.values, strict=True)), ensure_ascii=False)
        device.write_file(self.path, _with_row(content, self.path, row))


# Most episodes add the same rows to the same tables.
@lru_cache(maxsize=256)
def _with_row(content: bytes, path: str, row: str) -> bytes:
    """A table with one more row, which is an object in JSON."""
    added = json.loads(row)
    rows, largest = _rows(content, path, added)
    rows.append({"id": largest + 1, **added})
    return json.dumps({**read_json(content), "rows": rows}, ensure_ascii=False, indent=1).encode()


def _rows(content: bytes, path: str, columns: Iterable[str]) -> tuple[list[object], int]:
    """The rows, and the largest of their ids."""
    try:
        rows = read_json(content)["rows"]
        largest = max([r["id"] for r in rows], default=0)
        known = {name for r in rows for name in r}
        if not isinstance(rows, list) or type(largest) is not int:
            raise TypeError("ids are whole numbers")
    except (ValueError, LookupError, TypeError) as e:
        raise TaskFileError(
            f'AddRow: {path!r} is no table: {e!r}. Expected a file of the form {{"rows": [{{"id": 1, ...}}]}}.'
        ) from None
    strange = next((c for c in columns if known and c not in known), None)
    if strange is not None:
        raise TaskFileError(f"AddRow, {path!r}: {UnknownNameError('column', strange, known - {'id'})}")
    return rows, largest
