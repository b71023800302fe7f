"""A table whose records are files of their own: a directory with a file ``<name>.json`` for each."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from omnigym.devices.sim.memo import Derived, Memo
from omnigym.devices.sim.tables.fields import plain_value, record, value_of
from omnigym.devices.sim.tables.table import Insert, Row, shown, usual_of
from omnigym.devices.sim.vfs import Directory, File, Vfs, join

__all__ = ["Folder", "files_in"]

T = TypeVar("T", bound=tuple[object, ...])


def files_in(vfs: Vfs, path: str) -> tuple[tuple[str, bytes], ...]:
    """Name without its ending, and content, of each file in a directory, sorted; none where there is no directory."""
    found = vfs.get(path)
    entries = sorted(found.entries.items()) if type(found) is Directory else ()
    return tuple([(f.name.rpartition(".")[0], f.content) for _, f in entries if type(f) is File])


class Folder(Generic[T]):
    """Records in files of their own, by name.

    Args:
        address: Where checks find the rows.
        path: Of the directory.
        row: The class of a record, a `NamedTuple`; its fields are checked when a file is read.
        key: The field that has the file's name where the file itself does not say it.
        key_inside: Whether that field is written into the file as well.
        valid: Whether a record that has fields of the right types makes sense; others are passed over.
        filled: The fields that the app fills by itself, so that nothing is usual there.
    """

    insert: Insert | None = None
    of: str = ""

    def __init__(
        self,
        address: str,
        path: str,
        row: Callable[..., T],
        *,
        key: str = "",
        key_inside: bool = True,
        valid: Callable[[T], bool] | None = None,
        filled: Collection[str] = (),
    ) -> None:
        self.address, self.path, self.key = address, path, key
        self.usual = usual_of(row, filled)
        self._row, self._key, self._key_inside, self._valid = row, key, key_inside, valid
        self._read: Derived[tuple[T, ...]] = Derived(4)
        #: Of single files, because one record is changed more often than all are.
        self._parsed: Memo[tuple[T, ...]] = Memo(1024)

    def rows(self, vfs: Vfs) -> tuple[T, ...]:
        """All records, by the names of their files; the same object while the directory is."""
        return self._read.get(
            self.path,
            vfs.get(self.path),
            lambda: tuple([row for name, content in files_in(vfs, self.path) for row in self._record(name, content)]),
        )

    def _record(self, name: str, content: bytes) -> tuple[T, ...]:
        """The record in a file, or none."""
        known = self._parsed.get((name, content))
        if known is not None:
            return known
        row = record(self._row, value_of(content), {self._key: name} if self._key else None)
        fits = row is not None and (self._valid is None or self._valid(row))
        return self._parsed.put((name, content), (row,) if row is not None and fits else ())

    def kept(self, vfs: Vfs, name: str, row: T, now_ms: int) -> Vfs:
        """The files with a record, in the place of the one of that name.

        Raises:
            VfsError: A folder is in the way.
        """
        fields = plain_value(row)
        if not self._key_inside:
            del fields[self._key]
        content = json.dumps(fields, ensure_ascii=False, indent=1) + "\n"
        return vfs.write(join(self.path, f"{name}.json"), content.encode(), now_ms)

    def erased(self, vfs: Vfs, name: str, now_ms: int) -> Vfs:
        """The files without the record of a name; where there is none, unchanged."""
        path = join(self.path, f"{name}.json")
        return vfs.delete(path, now_ms) if vfs.is_file(path) else vfs

    def content(self, vfs: Vfs) -> tuple[Row, ...]:
        """The records as checks read them."""
        return tuple([shown(row) for row in self.rows(vfs)])
