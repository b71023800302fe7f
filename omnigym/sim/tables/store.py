"""The tables of an app: one declaration of their addresses and files, and a data file of their initial records."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from omnigym.sim.tables.fields import record
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs

T = TypeVar("T", bound=tuple[object, ...])
_NONE: Mapping[str, Sequence[object]] = MappingProxyType({})


def data_of(module: str, name: str) -> Any:
    """Return the data in a JSON file beside a module: ``data_of(__file__, "spotify.json")``."""
    return json.loads((Path(module).parent / name).read_text("utf-8"))


def first_of(row: Callable[..., T], entries: Sequence[object]) -> tuple[T, ...]:
    """Return the records in a data file.

    Args:
        row: The class of a record, a `NamedTuple`.
        entries: Objects with its fields, or lists of the values of its first fields.

    Raises:
        ValueError: An entry is no such record.
    """
    return tuple([_first(row, entry) for entry in entries])


def _first(row: Callable[..., T], entry: object) -> T:
    found = record(row, entry)
    known: Sequence[str] = getattr(row, "_fields", ())
    if found is None or (isinstance(entry, Mapping) and not entry.keys() <= {*known}):
        raise ValueError(f"{entry!r} is no {getattr(row, '__name__', 'record')}. Correct the data file.")
    return found


class Store:
    """The tables of an app. Its table "songs" is at "content://APP/songs" and in the file "songs.json".

    Args:
        app: The name in the addresses.
        folder: The folder of the files; below the user's own unless it has a drive.
        first: The records that are there when an episode starts, by the name of a table; see `first_of`.
    """

    def __init__(self, app: str, folder: str, first: Mapping[str, Sequence[object]] = _NONE) -> None:
        self._app, self._first = app, first
        self._folder = folder if ":" in folder else f"{HOME}/{folder}"
        self._initial: list[tuple[Table[Any], tuple[Any, ...]]] = []

    @property
    def tables(self) -> tuple[Table[Any], ...]:
        """The tables in the order of their creation, for `App.tables`."""
        return tuple([table for table, _ in self._initial])

    def table(self, name: str, row: Callable[..., T], **options: Any) -> Table[T]:
        """Return a table; ``options`` are those of `Table`."""
        made: Table[T] = Table(f"content://{self._app}/{name}", f"{self._folder}/{name}.json", row, **options)
        self._initial.append((made, first_of(row, self._first.get(name, ()))))
        return made

    def initial(self, vfs: Vfs, now: int) -> Vfs:
        """Return the files with the initial records, for `App.initial`; a table without records has no file."""
        for table, rows in self._initial:
            vfs = table.written(vfs, rows, now) if rows else vfs
        return vfs
