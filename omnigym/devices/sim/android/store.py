"""Tables of rows that apps keep in JSON files: the content providers of the phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import Vfs

__all__ = ["Table", "next_id"]

T = TypeVar("T", bound=tuple[Any, ...])


class Table(Generic[T]):
    """A file ``{"rows": [...]}`` whose rows are the fields of a named tuple; what is not readable is passed over.

    Args:
        path: Of the file.
        row: Makes a row of its fields, by name.
    """

    def __init__(self, path: str, row: Callable[..., T]) -> None:
        self.path, self._row = path, row
        self._read: Derived[tuple[T, ...]] = Derived(4)

    def rows(self, vfs: Vfs) -> tuple[T, ...]:
        """All rows, in the order of the file."""
        return self._read.get(self.path, vfs.get(self.path), lambda: self._parsed(vfs))

    def _parsed(self, vfs: Vfs) -> tuple[T, ...]:
        try:
            entries = json.loads(vfs.read(self.path))["rows"] if vfs.is_file(self.path) else []
            return tuple([self._row(**{k: _frozen(v) for k, v in entry.items()}) for entry in entries])
        except (ValueError, TypeError, KeyError, AttributeError):  # anybody may write anything into the file
            return ()

    def written(self, vfs: Vfs, rows: tuple[T, ...], now: int) -> Vfs:
        """The files with other rows."""
        entries = [row._asdict() for row in rows]  # type: ignore[attr-defined]
        after = vfs.write(self.path, json.dumps({"rows": entries}, ensure_ascii=False, indent=1).encode(), now)
        self._read.get(self.path, after.get(self.path), lambda: rows)  # who shows them need not read them again
        return after


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def next_id(rows: tuple[Any, ...]) -> int:
    """A number that no row has."""
    return max([row.id for row in rows], default=0) + 1
