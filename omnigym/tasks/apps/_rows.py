"""Conditions on what applications keep in tables; most subtasks need no check of their own."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.tasks.subtask import Condition

__all__ = ["exactly", "newly", "row_gone", "row_is"]


def row_is(
    uri: str, /, any_case: bool = False, was: Mapping[str, object] | None = None, **columns: object
) -> Condition:
    """A table has a row with these values, a new one or, with ``was``, one that had others before.

    See `omnigym.evaluation.checks.rows.row_exists`.
    """
    more: dict[str, object] = {"any_case": True} if any_case else {}
    if was is not None:
        more["was"] = dict(was)
    return Condition("row_exists", {"uri": f"content://{uri}", "columns": columns, **more})


def exactly(row: Condition) -> Condition:
    """A condition of `row_is`, in which lists must have no other items."""
    return Condition(row.check, {**row.args, "only": True})


def newly(row: Condition) -> Condition:
    """A condition of `row_is`, for which no row counts that was there from the start."""
    return Condition(row.check, {**row.args, "new": True})


def row_gone(uri: str, /, any_case: bool = False, others: bool = False, **columns: object) -> Condition:
    """A table has no such row; see `omnigym.evaluation.checks.rows.row_absent`."""
    more = {name: True for name, on in (("any_case", any_case), ("others", others)) if on}
    return Condition("row_absent", {"uri": f"content://{uri}", "columns": columns, **more})
