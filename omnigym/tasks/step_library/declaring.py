"""Conditions and needs that declarations in Python write often."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.tasks.subtask import Condition, MakeDir, Need, Resource, SetClipboard, WriteFile
from omnigym.tasks.worlds import blank, contents


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


def folder_need(path: str = "{folder}") -> Need:
    """A folder; it is made where no other subtask makes it."""
    return Need(Resource("folder", path), (MakeDir(path),))


def some_file(path: str = "{folder}/{name}") -> WriteFile:
    """A file with whatever a file of its kind may hold: the task's world makes it up."""
    return WriteFile(path, contents(path))


def file_need(
    path: str = "{folder}/{name}", kind: str = "file", *, consumes: bool = False, given: bool = False
) -> Need:
    """A file: one that another subtask made, or `some_file`.

    Args:
        path: A template.
        kind: The kind of the resource. Who makes a "document" or a "sheet" makes it for all that take any of them.
        consumes: Whether it is gone afterwards under that name.
        given: Whether what is in it matters, so that none that another subtask made will do.
    """
    return Need(Resource(kind, path), (some_file(path),), consumes, given)


def copied_text_need() -> Need:
    """The text of "{source}" on the clipboard: what another subtask copied, or a sentence."""
    return Need(Resource("clipboard_text", "{source}"), (SetClipboard(text=blank("sentence", "{source}")),))
