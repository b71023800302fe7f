"""The user's data on the simulated device: references to what never changes, so a moment costs nothing to keep."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.userdata import Row, TableInfo
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.sim.block_map import changes
from omnigym.sim.catalogue import tables_of
from omnigym.sim.memo import IdentityCache
from omnigym.sim.platform import platform_of
from omnigym.sim.settings import Settings
from omnigym.sim.tables.table import Source
from omnigym.sim.vfs import Directory, Entry, File, Vfs, canonical

__all__ = ["AppTables", "SimData"]


class AppTables:
    """The tables of a device's apps, and which files they are kept in.

    Args:
        platform: The platform whose own apps they are; "" where they are others.
        sources: The tables by address.
        inward: Gives the path inside that a path of the platform stands for.
    """

    def __init__(self, platform: str, sources: Mapping[str, Source], inward: Callable[[str], str]) -> None:
        self._platform, self.sources, self.inward = platform, sources, inward
        self.tables: Mapping[str, TableInfo] = {
            address: TableInfo(s.key, s.of, s.usual, s.about) for address, s in sources.items() if s.path or s.of
        }
        self.paths = tuple([(address, sources[address].path) for address in self.tables])
        self._paths = tuple({canonical(s.path).casefold() for s in sources.values() if s.path})
        #: The folder below which all tables are kept that are kept in files: while it is the same, so are they.
        self.folder = _common([canonical(s.path) for s in sources.values() if s.path])
        #: Of tables by address, and of all files: what they were in the states that were looked at last.
        self.read: IdentityCache[tuple[Row, ...]] = IdentityCache(96)
        self.listed: IdentityCache[tuple[str, ...]] = IdentityCache(16)

    @staticmethod
    @cache
    def of(platform: str) -> AppTables:
        """That of a platform with its own apps.

        Raises:
            UnknownNameError: There is no such platform.
        """
        declared = platform_of(platform)
        return AppTables(platform, tables_of(declared.apps()), declared.inward)

    def to_plain(self) -> tuple[object, ...]:
        """What it is made of, for `omnigym.foreign.plain`: the platform.

        Raises:
            ConfigError: The apps are not the platform's own, and another process does not know them.
        """
        if not self._platform:
            raise ConfigError("This device was given apps of its own, so no snapshot of it can be written as bytes.")
        return (self._platform,)

    @classmethod
    def from_plain(cls, platform: object) -> AppTables:
        """That of a platform.

        Raises:
            UnknownNameError: There is no such platform.
        """
        return cls.of(str(platform))

    def has(self, place: str) -> bool:
        """Whether a file belongs to a table, whose rows say more than its bytes, or a folder is there for a table.

        Folders within a table's folder are in none of its rows.
        """
        if place.endswith("/"):
            return any(f"{path}/".startswith(place) for path in self._paths)
        return any(place == path or place.startswith(f"{path}/") for path in self._paths)


class SimData:
    """The data of a moment, as `omnigym.devices.userdata.UserData` says.

    Args:
        vfs: All files.
        settings, clipboard: As of `UserData`.
        kept: The tables in some of the files.
        forged: The paths of tables that were changed past their app (`omnigym.sim.foreign_writes`).
    """

    __slots__ = ("_kept", "clipboard", "forged", "settings", "vfs")

    def __init__(
        self,
        vfs: Vfs,
        settings: Settings,
        clipboard: ClipboardContent,
        kept: AppTables,
        forged: Iterable[str] = (),
    ) -> None:
        self.vfs, self.settings, self.clipboard, self._kept = vfs, settings, clipboard, kept
        self.forged = tuple([canonical(path).casefold() for path in forged])

    def to_plain(self) -> tuple[object, ...]:
        """What it is made of, for `omnigym.foreign.plain`."""
        return self.vfs, self.settings, self.clipboard, self._kept, self.forged

    @classmethod
    def from_plain(cls, *parts: object) -> SimData:
        """The data of these parts.

        Raises:
            UnreadableError: They are others.
        """
        match parts:
            case (
                Vfs() as vfs,
                Settings() as settings,
                ClipboardContent() as clipboard,
                AppTables() as kept,
                tuple() as forged,
            ) if all(isinstance(path, str) for path in forged):
                return cls(vfs, settings, clipboard, kept, forged)
        raise UnreadableError("Expected the data of a simulated device, got something else.")

    @property
    def tables(self) -> Mapping[str, TableInfo]:
        """As of `UserData`."""
        return self._kept.tables

    def place(self, path: str) -> str:
        """As of `UserData`."""
        return canonical(self._kept.inward(path)).casefold()

    def entry(self, place: str) -> Hashable | None:
        """As of `UserData`: the bytes themselves."""
        return _identity(self.vfs.get(place))

    def read(self, place: str) -> bytes | None:
        """As of `UserData`."""
        return _content(self.vfs.get(place))

    def written(self, place: str) -> float | None:
        """As of `UserData`."""
        entry = self.vfs.get(place)
        return entry.mtime_ms / 1000 if type(entry) is File else None

    def files(self) -> Iterable[str]:
        """As of `UserData`."""
        root = self.vfs.root
        return self._kept.listed.get(id(root), root, lambda: tuple(_below(_NO_FILES, root, "")))

    def files_since(self, before: SimData) -> Iterable[str]:
        """As of `UserData`: a folder that is the same object is not looked into."""
        return [p for p in _below(before.vfs.root, self.vfs.root, "") if not self._kept.has(p) or self.is_forged(p)]

    def is_forged(self, place: str) -> bool:
        """As of `omnigym.devices.userdata.KnowsWriters`."""
        return any(place == path or place.startswith(f"{path}/") for path in self.forged)

    def tables_since(self, before: SimData) -> Iterable[str]:
        """As of `UserData`: one that is kept in the same object is not read."""
        kept, old, new = self._kept, before.vfs, self.vfs
        same = old.get(kept.folder) is new.get(kept.folder)
        return sorted([a for a, p in kept.paths if not p or not (same or old.get(p) is new.get(p))])

    def rows(self, address: str) -> tuple[Row, ...]:
        """As of `UserData`."""
        if address not in self._kept.sources:
            raise UnknownNameError("table of an app", address, self._kept.sources)
        source = self._kept.sources[address]
        if not source.path:
            return source.content(self.vfs)
        entry = self.vfs.get(source.path)
        return self._kept.read.get((address, id(entry)), entry, lambda: source.content(self.vfs))


def _common(paths: Sequence[str]) -> str:
    """The folder that is above all of these, or the one of a single path."""
    parts = [path.split("/")[:-1] for path in paths]
    return "/".join([names[0] for names in zip(*parts, strict=False) if len(set(names)) == 1])


_NO_FILES = Directory("", {}, 0)


def _identity(entry: Entry | None) -> Hashable | None:
    return True if type(entry) is Directory else entry.content if type(entry) is File else None


def _inside(entry: Entry | None) -> Directory:
    return entry if type(entry) is Directory else _NO_FILES


def _below(before: Directory, now: Directory, path: str) -> Iterator[str]:
    """The places below a folder in which two states of it differ, sorted."""
    for key, old, new in changes(before.entries, now.entries):
        place = f"{path}/{key}" if path else key
        folders = type(old) is Directory, type(new) is Directory
        spelt_anew = old is not None and new is not None and old.name != new.name
        if folders[0] != folders[1] or (spelt_anew and all(folders)):
            yield f"{place}/"
        yield from _below(_inside(old), _inside(new), place)
        if not all(folders) and File in (type(old), type(new)) and (spelt_anew or _content(old) != _content(new)):
            yield place


def _content(entry: Entry | None) -> bytes | None:
    return entry.content if type(entry) is File else None
