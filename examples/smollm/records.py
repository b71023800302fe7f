"""The curve of a training as a file, which a training that goes on continues."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from omnigym.errors import CheckpointError
from omnigym.foreign import replace_file

__all__ = ["Curve"]


class Curve:
    """A CSV file with a row an update, written atomically.

    Args:
        path: The file; rows after ``done`` in it are dropped.
        names: Of the columns; the first one is the number of the update.
        done: So many updates are in the checkpoint.

    Raises:
        CheckpointError: The file is of another training, or cannot be written.
    """

    def __init__(self, path: Path, names: Sequence[str], done: int = 0) -> None:
        self._path, self._names = path, tuple(names)
        self.rows: list[tuple[float, ...]] = []
        if path.exists():
            try:
                told, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
                self.rows = [values for row in rows if (values := tuple(map(float, row)))[0] <= done]
            except (OSError, ValueError) as e:
                raise CheckpointError(f"{path} is no curve: {e}.") from e
            if tuple(told) != self._names:
                raise CheckpointError(f"{path} has the columns {', '.join(told)}, expected {', '.join(names)}.")

    def add(self, *values: float) -> None:
        """Add a row."""
        self.rows.append(values)
        buffer = io.StringIO()
        csv.writer(buffer).writerows([self._names, *[[f"{v:g}" if v < 1e6 else int(v) for v in r] for r in self.rows]])
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, buffer.getvalue())
        except OSError as e:
            raise CheckpointError(f"{self._path} cannot be written: {e}.") from e

    def last(self, name: str) -> float:
        """Return a value of the last row; 0 if there is none."""
        return self.rows[-1][self._names.index(name)] if self.rows else 0.0

    def mean(self, name: str, window: int) -> float:
        """Return the mean of the last values."""
        values = [row[self._names.index(name)] for row in self.rows[-window:]]
        return sum(values) / max(1, len(values))
