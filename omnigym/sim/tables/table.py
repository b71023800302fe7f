"""Tables of records that apps keep in files, and their rows as a check reads them (`SimDevice.query_content`).

An app lists its tables in `App.tables`. A `Table` is a file with a list of records; a `View` shows what is kept in
another form, or under the names that Android gives its columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from omnigym.errors import UnreadableError
from omnigym.sim.memo import IdentityCache, Memo
from omnigym.sim.tables.fields import list_in, plain_value, record, text_value, value_of
from omnigym.sim.vfs import Directory, File, Vfs, base_name, join
from omnigym.sim.work_budget import charge

#: Units of work of a record that is written, and that a list shows.
_WRITTEN = 150
T = TypeVar("T", bound=tuple[object, ...])
#: A row as a check reads it: text by column.
Row: TypeAlias = Mapping[str, str]
#: ``insert(files, values, now)`` gives the files with a row more.
Insert: TypeAlias = Callable[[Vfs, Row, int], Vfs]


class Source(Protocol):
    """Rows at an address, for checks."""

    @property
    def address(self) -> str:
        """Such as "content://todo/tasks"; the same on all platforms whose apps keep the same."""
        ...

    @property
    def content(self) -> Callable[[Vfs], tuple[Row, ...]]:
        """Gives the rows in these files; raises `UnreadableError` for a damaged one, where no row proves nothing."""
        ...

    @property
    def insert(self) -> Insert | None:
        """Adds a row, for a source to which Android's ``content insert`` may write; or None."""
        ...

    @property
    def path(self) -> str:
        """The file, or the folder of files, that it is kept in; "" where ``of`` says it, or there is none."""
        ...

    @property
    def key(self) -> str:
        """The column whose value names a row for as long as there is one; "" where a row is all its values."""
        ...

    @property
    def of(self) -> str:
        """The address of the table whose records it shows in another form; "" for one that has its own."""
        ...

    @property
    def usual(self) -> Mapping[str, str]:
        """By column, what a record has in which nobody has put anything else; see `TableInfo`."""
        ...

    @property
    def about(self) -> str:
        """The column with the path of the file that a row tells of, or ""; see `TableInfo`."""
        ...


class View(NamedTuple):
    """Rows that are computed from the files; attributes as of `Source`."""

    address: str
    content: Callable[[Vfs], tuple[Row, ...]]
    insert: Insert | None = None
    path: str = ""
    key: str = ""
    of: str = ""
    usual: Mapping[str, str] = MappingProxyType({})
    about: str = ""


class Table(Generic[T]):
    """A file in JSON whose list ``under`` holds records, each a row.

    Args:
        address: Where checks find the rows.
        path: Of the file.
        row: The class of a record, a `NamedTuple`; its fields are checked when the file is read.
        under: The name of the list in the file.
        valid: Whether a record that has fields of the right types makes sense to the app; others are passed over.
        columns: More columns for checks, or other values of those that are there, each computed from the record.
        sparse: Whether the file is written as people write one: without fields that hold their default, and with a
            newline at its end.
        initial: What is there while there is no file.
        key: As of `Source`; by default the field ``id``, where a record has one.
        filled: The fields that the app fills by itself, so that nothing is usual there.
        about: As of `Source`.
    """

    insert: Insert | None = None
    of: str = ""

    def __init__(
        self,
        address: str,
        path: str,
        row: Callable[..., T],
        *,
        under: str = "rows",
        valid: Callable[[T], bool] | None = None,
        columns: Mapping[str, Callable[[T], Any]] = MappingProxyType({}),
        sparse: bool = False,
        initial: tuple[T, ...] = (),
        key: str | None = None,
        filled: Collection[str] = (),
        about: str = "",
    ) -> None:
        self.address, self.path, self.about = address, path, about
        self.key = key if key is not None else "id" if "id" in getattr(row, "_fields", ()) else ""
        self._row, self._under, self._valid, self._columns, self._sparse = row, under, valid, columns, sparse
        self.usual = usual_of(row, besides={*filled, *columns})
        self._initial = initial
        self._read: IdentityCache[tuple[T, ...] | UnreadableError] = IdentityCache(4)

    def rows(self, vfs: Vfs) -> tuple[T, ...]:
        """All records, in the order of the file; what is no record is passed over, and so is all of a damaged file."""
        found = self._found(vfs)
        return () if isinstance(found, UnreadableError) else found

    def checked(self, vfs: Vfs) -> tuple[T, ...]:
        """All records, for checks.

        Raises:
            UnreadableError: The file is damaged.
        """
        found = self._found(vfs)
        if isinstance(found, UnreadableError):
            raise type(found)(*found.args)  # a new one: what is remembered must not gather tracebacks
        return found

    def _found(self, vfs: Vfs) -> tuple[T, ...] | UnreadableError:
        entry = vfs.get(self.path)
        if type(entry) is not File:
            return self._initial
        return self._read.get(id(entry), entry, lambda: self._parsed(entry.content))

    def _parsed(self, content: bytes) -> tuple[T, ...] | UnreadableError:
        try:
            entries = list_in(content, base_name(self.path), self._under)
        except UnreadableError as e:
            return e
        found = [record(self._row, entry) for entry in entries]
        return tuple([row for row in found if row is not None and (self._valid is None or self._valid(row))])

    def written(self, vfs: Vfs, rows: Iterable[T], now: int) -> Vfs:
        """The files with other records.

        Raises:
            VfsError: A folder is in the way.
        """
        rows = tuple(rows)
        after = vfs.write(self.path, self._encoded(rows), now)
        entry = after.get(self.path)
        self._read.get(id(entry), entry, lambda: rows)  # who shows them need not read them again
        return after

    def _encoded(self, rows: tuple[T, ...]) -> bytes:
        charge(_WRITTEN * len(rows))
        entries = [plain_value(row) for row in rows]
        if self._sparse:
            usual = {k: plain_value(v) for k, v in getattr(self._row, "_field_defaults", {}).items()}
            entries = [{k: v for k, v in e.items() if k not in usual or v != usual[k]} for e in entries]
        text = json.dumps({self._under: entries}, ensure_ascii=False, indent=1)
        return (text + "\n" if self._sparse else text).encode()

    def content(self, vfs: Vfs) -> tuple[Row, ...]:
        """The records as checks read them.

        Raises:
            UnreadableError: The file is damaged.
        """
        return tuple([shown(row, self._columns) for row in self.checked(vfs)])


def shown(row: T, columns: Mapping[str, Callable[[T], Any]] = MappingProxyType({})) -> Row:
    """A record as a row of text; ``columns`` as of `Table`."""
    values: dict[str, object] = row._asdict()  # type: ignore[attr-defined]
    values |= {name: compute(row) for name, compute in columns.items()}
    return {name: text_value(value) for name, value in values.items()}


def usual_of(row: Callable[..., object], besides: Collection[str] = ()) -> Row:
    """What `Source.usual` is of records of a class: its defaults, but of some fields, and of numbers.

    With numbers apps count and date.
    """
    defaults: Mapping[str, object] = getattr(row, "_field_defaults", {})
    told = {name: value for name, value in defaults.items() if name not in besides}
    return {name: text_value(value) for name, value in told.items() if isinstance(value, bool | str | tuple)}


def next_id(rows: tuple[Any, ...]) -> int:
    """A number that no row has."""
    return max([row.id for row in rows], default=0) + 1


# -- a table whose records are files of their own ---------------------------------------------------------------------

# A directory with a file ``<name>.json`` for each.


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
    about: str = ""

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
        self._read: IdentityCache[tuple[T, ...]] = IdentityCache(4)
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
