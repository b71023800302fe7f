"""The learning curve: a CSV file with a line an update, and the same for TensorBoard where it is wanted."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from omnigym.errors import MissingDependencyError

__all__ = ["COLUMNS", "Curve"]

#: Of the file. Success and coverage are of what was played to learn from, drawn; ``judged`` and ``best`` of what the
#: policy and the best one so far did at the last judging, greedily; the rest is `omnigym.baselines._improve.Told`.
COLUMNS = (
    *("update", "steps", "success_rate", "coverage_rate", "judged", "best"),
    *("kl", "weight", "moved", "loss", "explained"),
)


class Curve:
    """Writes the curve.

    Args:
        folder: Gets ``curve.csv``, made anew, and TensorBoard's files.
        rows: The lines that an interrupted run had written.
        tensorboard: Whether TensorBoard gets the numbers, too.

    Raises:
        MissingDependencyError: TensorBoard is wanted and not installed.
    """

    def __init__(self, folder: Path, rows: Iterable[tuple[str, ...]] = (), *, tensorboard: bool = False) -> None:
        self._board = _board(folder) if tensorboard else None
        self.rows: list[tuple[str, ...]] = []
        self._file = (folder / "curve.csv").open("w", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file)
        self._writer.writerow(COLUMNS)
        for row in rows:
            self._keep(row)

    def write(self, values: Mapping[str, float]) -> None:
        """A line; what is not given, or not a number, stays empty."""
        known = {name: value for name, value in values.items() if not math.isnan(value)}
        self._keep(tuple([f"{known[name]:.6g}" if name in known else "" for name in COLUMNS]))
        if self._board is not None:
            for name, value in known.items():
                self._board.add_scalar(name, value, int(known["steps"]))

    def _keep(self, row: tuple[str, ...]) -> None:
        self.rows.append(row)
        self._writer.writerow(row)
        self._file.flush()

    def close(self) -> None:
        """The last line is written."""
        self._file.close()
        if self._board is not None:
            self._board.close()


def _board(folder: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise MissingDependencyError("tensorboard", "tensorboard=True", "pip install 'omnigym[tensorboard]'") from None
    return SummaryWriter(str(folder / "tensorboard"))
