"""Records that belong to a record of another table: a comment to its task, a step to its list."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.evaluation.checks.rows import rows_with
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = ["row_belongs"]


@check("row_belongs", effects=lambda uri, columns, **_: (Effect("add", uri, row=columns, most=1),))
def row_belongs(
    probe: Probe, uri: str, columns: Mapping[str, object], by: str, to: str, owner: Mapping[str, object]
) -> Verdict:
    """A row of a table belongs to a row of another table.

    Args:
        probe: Reads the device.
        uri: The table.
        columns: Values of the row; see `row_exists`.
        by: The column in which it names the other row's ``id``.
        to: The table of the other row.
        owner: Values of that.
    """
    owners = {row["id"] for row in rows_with(probe, to, owner)}
    found = rows_with(probe, uri, columns)
    if any(row.get(by) in owners for row in found):
        return passed()
    there = f"belongs to none with {dict(owner)}" if found else "is not there"
    return not_yet(f"A row of {uri} with {dict(columns)} {there}.")
