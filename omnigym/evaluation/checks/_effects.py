"""What bringing a check about may do to the user's data, for the kinds of checks that many have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from omnigym.evaluation.world.effects import Effect, setting_place

__all__ = ["changes", "makes", "removes", "row_changes", "sets", "writes"]


def makes(path: str) -> tuple[Effect, ...]:
    """A new file or folder, with all in it."""
    return (Effect("add", path),)


def removes(path: str) -> tuple[Effect, ...]:
    """A file or folder goes, with all in it."""
    return (Effect("remove", path),)


def changes(path: str, *parts: str) -> tuple[Effect, ...]:
    """Parts of a file become other ones (`omnigym.evaluation.world.parts`)."""
    return (Effect("change", path, parts),)


def writes(path: str) -> tuple[Effect, ...]:
    """A file that a check compares whole: new, or other than it was in any way."""
    return (Effect("add", path), Effect("change", path))


def row_changes(
    uri: str, columns: Mapping[str, Any], count: int | None = None, parts: Sequence[str] = ()
) -> tuple[Effect, ...]:
    """A row of these values: a new one, or one of which other columns than ``parts`` stay as they are.

    Args:
        uri: The table.
        columns: The values.
        count: How many such rows; None is one.
        parts: The columns that may change; by default those of the values.
    """
    return (
        Effect("add", uri, row=columns, most=1 if count is None else count),
        Effect("change", uri, tuple(parts or columns), row=columns),
    )


def sets(key: str) -> tuple[Effect, ...]:
    """A setting."""
    return tuple([Effect(how, setting_place(key)) for how in ("add", "change", "remove")])
