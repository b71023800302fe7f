"""The setup step `RemoveRows`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import read_json
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Cell, FilePath, Name

__all__ = ["RemoveRows"]


@dataclass(frozen=True, slots=True)
class RemoveRows(SetupStep):
    """Remove rows from a table of an app of the simulated phone, a JSON file ``{"rows": [...]}``, if it has them.

    Attributes:
        path: Path of the file.
        column: Name of a column.
        value: What a row that is taken out has there; may be a template.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    column: Name
    value: Cell

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            TaskFileError: The file is not a table.
        """
        try:
            table = read_json(device.read_file(self.path))
        except FileNotFoundError:
            return
        except UnreadableError:
            table = None
        rows = table.get("rows") if isinstance(table, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise TaskFileError(
                f'RemoveRows: {self.path!r} is no table. Expected a file of the form {{"rows": [{{"id": 1, ...}}]}}.'
            )
        left = [row for row in rows if row.get(self.column) != self.value]
        if len(left) < len(rows):
            device.write_file(self.path, json.dumps({**table, "rows": left}, ensure_ascii=False, indent=1).encode())
