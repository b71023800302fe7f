"""Tables of rows that apps keep in JSON files: the content providers of the phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import Vfs
from omnigym.errors import UnreadableError
from omnigym.foreign import read_json, rows_in

__all__ = ["Table", "next_id"]

T = TypeVar("T", bound=tuple[Any, ...])
#: Milliseconds of some two hundred years: what is beyond is no moment that a calendar shows.
_MOST = 7_000_000_000_000


class Table(Generic[T]):
    """A file ``{"rows": [...]}`` whose rows are the fields of a named tuple; what is not readable is passed over.

    Args:
        path: Of the file.
        row: Makes a row of its fields, by name.
    """

    def __init__(self, path: str, row: Callable[..., T]) -> None:
        self.path, self._row = path, row
        self._types = get_type_hints(row)
        self._read: Derived[tuple[T, ...]] = Derived(4)

    def rows(self, vfs: Vfs) -> tuple[T, ...]:
        """All rows, in the order of the file."""
        return self._read.get(self.path, vfs.get(self.path), lambda: self._parsed(vfs))

    def _parsed(self, vfs: Vfs) -> tuple[T, ...]:
        if not vfs.is_file(self.path):
            return ()
        try:
            found = read_json(vfs.read(self.path))
        except UnreadableError:  # anybody may write anything into the file
            return ()
        rows = rows_in(found.get("rows")) if isinstance(found, dict) else []
        return tuple([made for row in rows if (made := self._made(row)) is not None])

    def _made(self, fields: dict[str, Any]) -> T | None:
        """The row of some fields; None where one is missing, unknown, of another type or too large."""
        try:
            return self._row(**{name: _fitting(value, self._types[name]) for name, value in fields.items()})
        except (TypeError, KeyError):
            return None

    def written(self, vfs: Vfs, rows: tuple[T, ...], now: int) -> Vfs:
        """The files with other rows."""
        entries = [row._asdict() for row in rows]  # type: ignore[attr-defined]
        after = vfs.write(self.path, json.dumps({"rows": entries}, ensure_ascii=False, indent=1).encode(), now)
        self._read.get(self.path, after.get(self.path), lambda: rows)  # who shows them need not read them again
        return after


def _fitting(value: Any, kind: Any) -> Any:
    """A value of a field; lists are tuples.

    Raises:
        TypeError: It is of another type, or a number that no moment and no amount is.
    """
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if not isinstance(value, list):
            raise TypeError(f"expected a list, got {value!r}")
        return tuple([_fitting(item, inner) for item in value])
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind or (kind in (int, float) and abs(value) > _MOST):
        raise TypeError(f"expected {kind}, got {value!r}")
    return value


def next_id(rows: tuple[Any, ...]) -> int:
    """A number that no row has."""
    return max([row.id for row in rows], default=0) + 1
