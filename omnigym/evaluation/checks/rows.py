"""What an application keeps in tables: rows of text, read past its pages (`omnigym.devices.protocol.HasContent`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["row_absent", "row_exists", "rows_are"]


def _fits(row: Mapping[str, str], columns: Mapping[str, str]) -> bool:
    """Whether a row has these values; the kind and amount of white space do not count."""
    return all(name in row and row[name].split() == value.split() for name, value in columns.items())


@check("row_exists")
def row_exists(probe: Probe, uri: str, columns: Mapping[str, str]) -> Verdict:
    """A table has a row with these values.

    Args:
        probe: The device.
        uri: The table: "content://shop/orders".
        columns: Values by name; other columns may hold anything, and white space does not count.
    """
    if any(_fits(row, columns) for row in probe.content(uri)):
        return passed()
    return not_yet(f"No row of {uri} has {dict(columns)}.")


@check("row_absent")
def row_absent(probe: Probe, uri: str, columns: Mapping[str, str]) -> Verdict:
    """No row of a table has these values; arguments as of `row_exists`."""
    there = any(_fits(row, columns) for row in probe.content(uri))
    return not_yet(f"A row of {uri} has {dict(columns)} still.") if there else passed()


@check("rows_are")
def rows_are(probe: Probe, uri: str, column: str, values: Sequence[str]) -> Verdict:
    """A table has one row for each of these values of a column, and no other rows.

    Args:
        probe: The device.
        uri: The table: "content://shop/basket".
        column: Whose values are compared; white space does not count.
        values: In any order.
    """
    found = sorted(" ".join(row.get(column, "").split()) for row in probe.content(uri))
    wanted = sorted(" ".join(value.split()) for value in values)
    return passed() if found == wanted else not_yet(f"The {column} values of {uri} are {found}, not {wanted}.")
