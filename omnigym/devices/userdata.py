"""The user's data on a device at one moment: files, records of applications, settings, clipboard.

Checks compare what is there with what was there (`omnigym.evaluation.world`). Windows, caches and whatever else goes
with a restart are no data.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from omnigym.devices.protocol import ClipboardContent

__all__ = ["HasUserData", "Row", "TableInfo", "TakenData", "UserData"]

#: A record of an application: text by column.
Row: TypeAlias = Mapping[str, str]


class TableInfo(NamedTuple):
    """The properties of a table besides its rows.

    Attributes:
        key: The column whose value names a row as long as there is one; "" where a row is all its values.
        of: The table of which this one shows the same records under other names; "" for one that has its own.
        usual: By column, what a record has there in which nobody has put anything else; of columns that are filled
            by the application, and where that is not known, nothing.
        about: The column with the path of the file that a row tells of. Rows of files that were not there at the
            earlier moment are no difference. "" where rows tell of no file.
    """

    key: str = ""
    of: str = ""
    usual: Mapping[str, str] = MappingProxyType({})
    about: str = ""


class UserData(Protocol):
    """All data of one moment; later changes of the device do not affect it.

    A *place* is the one spelling of a path by which two paths can be compared; that of a folder ends with a slash.
    """

    @property
    def settings(self) -> Mapping[str, str]:
        """The value of each setting."""
        ...

    @property
    def clipboard(self) -> ClipboardContent | None:
        """The contents of the clipboard; None if unknown."""
        ...

    @property
    def tables(self) -> Mapping[str, TableInfo]:
        """The tables of applications, by address ("content://todo/tasks")."""
        ...

    def place(self, path: str) -> str:
        """Return the place of a portable or native path of a file."""
        ...

    def entry(self, place: str) -> Hashable | None:
        """Return a value that identifies the content of a file, equal for equal bytes; None if there is no file."""
        ...

    def read(self, place: str) -> bytes | None:
        """Return the content of a file; None if it does not exist, or was too large to be kept."""
        ...

    def written(self, place: str) -> float | None:
        """Return the time of the last write to a file, in seconds by the device's clock; None if missing or unknown."""
        ...

    def files(self) -> Iterable[str]:
        """Return the places of all files and folders, sorted."""
        ...

    def files_since(self, before: Self) -> Iterable[str]:
        """Return the places that are new, gone or changed since a moment of the same device, sorted.

        A file or folder with the same content has changed, too, if its permissions are other ones, it has more or fewer
        names (hard links), or its name is spelt in another letter case, where the device tells.
        """
        ...

    def tables_since(self, before: Self) -> Iterable[str]:
        """Return the addresses of tables whose rows may have changed since a moment of the same device, sorted."""
        ...

    def rows(self, address: str) -> tuple[Row, ...]:
        """Return the rows of a table.

        Raises:
            UnknownNameError: There is no such table.
            UnreadableError: What it is kept in is damaged.
        """
        ...


@runtime_checkable
class KnowsWriters(Protocol):
    """Data of a device that knows which program wrote them."""

    def is_forged(self, place: str) -> bool:
        """Return whether a file is of an app's table that another program, such as a shell, changed past the app."""
        ...


@runtime_checkable
class HasUserData(Protocol):
    """The device can return all the user's data. No task asks for it: checks use it where it can."""

    def user_data(self) -> UserData:
        """Return the data of this moment."""
        ...


@dataclass(frozen=True)
class TakenData:
    """The data of a device without versions, all of which was read.

    Attributes:
        digests: What stands for the content of each file, by place; of a folder or a link anything.
        contents: The content of those that were kept.
        records: The rows of each table by address.
        tables: As of `UserData`, for the same addresses.
        settings, clipboard: As of `UserData`.
        times: When each file was written last, by place, in seconds; of any of them nothing may be known.
        marks: What a file or folder has besides its content, by place: permissions, and the number of its names.
    """

    digests: Mapping[str, Hashable]
    contents: Mapping[str, bytes] = field(default_factory=dict)
    records: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    tables: Mapping[str, TableInfo] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    clipboard: ClipboardContent | None = None
    times: Mapping[str, float] = field(default_factory=dict, compare=False)
    marks: Mapping[str, Hashable] = field(default_factory=dict)

    def place(self, path: str) -> str:
        """Return the place, with forward slashes."""
        return path.replace("\\", "/").rstrip("/")

    def entry(self, place: str) -> Hashable | None:
        """Return the same as `UserData.entry`."""
        return self.digests.get(place)

    def read(self, place: str) -> bytes | None:
        """Return the same as `UserData.read`."""
        return self.contents.get(place)

    def written(self, place: str) -> float | None:
        """Return the same as `UserData.written`."""
        return self.times.get(place)

    def files(self) -> Iterable[str]:
        """Return the same as `UserData.files`."""
        return sorted(self.digests)

    def files_since(self, before: TakenData) -> Iterable[str]:
        """Return the same as `UserData.files_since`."""
        places = self.digests.keys() | before.digests.keys()
        return sorted(p for p in places if self.digests.get(p) != before.digests.get(p) or self._is_marked(p, before))

    def _is_marked(self, place: str, before: TakenData) -> bool:
        """Whether what both moments know of a file besides its content differs."""
        unknown = object()
        one, other = self.marks.get(place, unknown), before.marks.get(place, unknown)
        return unknown not in (one, other) and one != other

    def tables_since(self, before: TakenData) -> Iterable[str]:
        """Return the same as `UserData.tables_since`."""
        return sorted(a for a in self.tables if self.records[a] != before.records.get(a))

    def rows(self, address: str) -> tuple[Row, ...]:
        """Return the same as `UserData.rows`."""
        return self.records[address]
