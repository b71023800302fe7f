"""The user's data on the simulated device: references to what never changes, so a moment costs nothing to keep."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.settings import Settings
from omnigym.devices.sim.tables.table import Source
from omnigym.devices.sim.vfs import Directory, Entry, File, Vfs, canonical
from omnigym.devices.userdata import Row, TableInfo
from omnigym.errors import UnknownNameError

__all__ = ["Kept", "SimData"]


class Kept:
    """The tables of a device's apps, and which files they are kept in.

    Args:
        sources: The tables by address.
    """

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources
        self.tables: Mapping[str, TableInfo] = {
            address: TableInfo(s.key, s.of) for address, s in sources.items() if s.path or s.of
        }
        self._paths = tuple({canonical(s.path).casefold() for s in sources.values() if s.path})

    def has(self, place: str) -> bool:
        """Whether a file, or a folder of them, belongs to a table, whose rows say more than its bytes."""
        bare = place.rstrip("/")
        return any(bare == path or bare.startswith(f"{path}/") for path in self._paths)


class SimData:
    """The data of a moment, as `omnigym.devices.userdata.UserData` says.

    Args:
        vfs: All files.
        settings, clipboard: As of `UserData`.
        kept: The tables in some of the files.
        inward: Gives the path in ``vfs`` that a path of the platform stands for.
    """

    __slots__ = ("_inward", "_kept", "clipboard", "settings", "vfs")

    def __init__(
        self, vfs: Vfs, settings: Settings, clipboard: ClipboardContent, kept: Kept, inward: Callable[[str], str]
    ) -> None:
        self.vfs, self.settings, self.clipboard, self._kept, self._inward = vfs, settings, clipboard, kept, inward

    @property
    def tables(self) -> Mapping[str, TableInfo]:
        """As of `UserData`."""
        return self._kept.tables

    def place(self, path: str) -> str:
        """As of `UserData`."""
        return canonical(self._inward(path)).casefold()

    def entry(self, place: str) -> Hashable | None:
        """As of `UserData`: the bytes themselves."""
        return _identity(self.vfs.get(place))

    def read(self, place: str) -> bytes | None:
        """As of `UserData`."""
        return _content(self.vfs.get(place))

    def files(self) -> Iterable[str]:
        """As of `UserData`."""
        return _below(_NO_FILES, self.vfs.root, "")

    def files_since(self, before: SimData) -> Iterable[str]:
        """As of `UserData`: a folder that is the same object is not looked into."""
        return [p for p in _below(before.vfs.root, self.vfs.root, "") if not self._kept.has(p)]

    def rows(self, address: str) -> tuple[Row, ...]:
        """As of `UserData`."""
        if address not in self._kept.sources:
            raise UnknownNameError("table of an app", address, self._kept.sources)
        return self._kept.sources[address].content(self.vfs)


_NO_FILES = Directory("", {}, 0)


def _identity(entry: Entry | None) -> Hashable | None:
    return True if type(entry) is Directory else entry.content if type(entry) is File else None


def _inside(entry: Entry | None) -> Directory:
    return entry if type(entry) is Directory else _NO_FILES


def _below(before: Directory, now: Directory, path: str) -> Iterator[str]:
    """The places below a folder in which two states of it differ, sorted."""
    for key in sorted(before.entries.keys() | now.entries.keys()):
        old, new = before.entries.get(key), now.entries.get(key)
        if old is new:
            continue
        place = f"{path}/{key}" if path else key
        folders = type(old) is Directory, type(new) is Directory
        if folders[0] != folders[1]:
            yield f"{place}/"
        yield from _below(_inside(old), _inside(new), place)
        if not all(folders) and File in (type(old), type(new)) and _content(old) != _content(new):
            yield place


def _content(entry: Entry | None) -> bytes | None:
    return entry.content if type(entry) is File else None
