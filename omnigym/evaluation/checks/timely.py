"""Checks of numbers in tables that may lie in a range: moments, spans of time."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.evaluation.checks.rows import rows_with
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = ["row_within"]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


@check(
    "row_within",
    effects=lambda uri, columns, column, **_: (
        Effect("add", uri, row=columns, most=1),
        Effect("change", uri, (*columns, column), row=columns, most=1, why="The check says in which range it lies."),
    ),
)
def row_within(
    probe: Probe, uri: str, columns: Mapping[str, object], column: str, low: float = 0.0, high: float = 0.0
) -> Verdict:
    """A table has a row with these values whose number in a column lies in [low, high].

    Args:
        probe: Reads the device.
        uri: The table.
        columns: The other values; see `row_exists`.
        column: The column with the number.
        low, high: Its range.
    """
    found = [_number(row[column]) for row in rows_with(probe, uri, columns) if column in row]
    if any(value is not None and low <= value <= high for value in found):
        return passed()
    return not_yet(f"No row of {uri} with {dict(columns)} has a {column} in [{low:g}, {high:g}], but {found}.")
