"""What an application keeps in tables: rows of text, read past its pages (`omnigym.devices.protocol.HasContent`)."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["row_absent", "row_exists"]


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
