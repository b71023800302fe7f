"""Conditions on what applications keep in tables; most subtasks need no check of their own."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.tasks.subtask import Condition

__all__ = ["row_gone", "row_is"]


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


def row_gone(uri: str, /, any_case: bool = False, others: bool = False, **columns: object) -> Condition:
    """A table has no such row; see `omnigym.evaluation.checks.rows.row_absent`."""
    more = {name: True for name, on in (("any_case", any_case), ("others", others)) if on}
    return Condition("row_absent", {"uri": f"content://{uri}", "columns": columns, **more})
