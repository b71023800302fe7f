"""All files of a user's home at one moment, as data to compare later ones with (`omnigym.devices.userdata`).

Programs of the device write there, too (`omnigym.devices.safe_paths`). A moment is bounded in files, bytes and time.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from omnigym.devices.home_files import HomeFiles
from omnigym.devices.safe_paths import folder_beneath, open_file, read_file, subfolder
from omnigym.devices.userdata import Row, TableInfo, TakenData
from omnigym.errors import TooLargeError
from omnigym.foreign.limits import MAX_FOLDERS, MOMENT_BYTES

__all__ = ["HomeData", "HomeReader"]

#: How many files and folders there may be, and the seconds in which they are read.
_MOST_ENTRIES, _MOST_S = 20_000, 5.0
#: A larger file is taken for the same as long as its size and its time are, in bytes.
_MOST_READ = 8 << 20
#: What a moment keeps of all contents, in bytes: of the rest it keeps digests.
_MOST_KEPT = 64 << 20
#: Nothing that a person would miss is in there.
_CACHES = frozenset({".cache"})


def _as_it_is(path: str) -> str | None:
    return path


@dataclass(frozen=True)
class HomeData(TakenData):
    """As `TakenData`; a place is a path relative to the home, or a native one outside of it, with letter case.

    Attributes:
        portable: Gives that path of a native one; None where it is not in the home.
        told: Folders whose files some table tells of.
    """

    portable: Callable[[str], str | None] = field(default=_as_it_is, compare=False)
    told: tuple[str, ...] = ()

    def place(self, path: str) -> str:
        """As of `UserData`."""
        portable = self.portable(path)
        return path if portable is None else portable

    def files_since(self, before: TakenData) -> Iterable[str]:
        """As of `UserData`, but for files that a table tells of; of their folders those that are gone."""
        return [p for p in super().files_since(before) if not p.startswith(self.told) or self._is_lost(p)]

    def _is_lost(self, place: str) -> bool:
        return place.endswith("/") and self.entry(place) is None

    def with_table(self, address: str, info: TableInfo, rows: tuple[Row, ...], folder: str) -> HomeData:
        """The same data with a table, which tells of the files in a folder."""
        records, tables = {**self.records, address: rows}, {**self.tables, address: info}
        return replace(self, records=records, tables=tables, told=(*self.told, f"{folder}/"))


class HomeReader:
    """Reads one moment after another of a home.

    Args:
        home: The home on the host.
        files: The same for its user.
        outside: Other folders in which the user may write, by their native paths: those on the host.
    """

    def __init__(self, home: Path, files: HomeFiles, outside: Mapping[str, Path] | None = None) -> None:
        self._home, self._files, self._outside = home, files, outside or {}
        #: The contents of the last moment by digest: moments share what they have in common.
        self._kept: Mapping[Hashable, bytes] = {}

    def read(self, settings: Mapping[str, str] | None = None) -> HomeData:
        """All files of now.

        Args:
            settings: What the moment has of settings.

        Raises:
            TooLargeError: There is more than is read.
            OSError: The home is gone.
        """
        moment = _Moment(self._kept)
        with folder_beneath(self._home) as folder:
            moment.walk(folder, "", MAX_FOLDERS)
        for native, path in self._outside.items():
            if path.is_dir():
                with folder_beneath(path) as folder:
                    moment.walk(folder, f"{native}/", MAX_FOLDERS)
        self._kept = moment.kept
        return HomeData(
            moment.digests,
            moment.contents,
            settings=settings or {},
            times=moment.times,
            portable=self._files.portable,
        )


class _Moment:
    """A moment that is being read.

    Args:
        known: Contents that need not be kept once more, by digest.
    """

    def __init__(self, known: Mapping[Hashable, bytes]) -> None:
        self.digests: dict[str, Hashable] = {}
        self.times: dict[str, float] = {}
        self.contents: dict[str, bytes] = {}
        self.kept: dict[Hashable, bytes] = {}
        self._known = known
        self._read = self._keep = 0
        self._end = time.monotonic() + _MOST_S

    def walk(self, folder: int, above: str, depth: int) -> None:
        """Take in what is in an opened directory and, where ``depth`` is not used up, below it."""
        if depth < 0:
            raise TooLargeError(f"The home has more than the {MAX_FOLDERS} folders in each other that are read.")
        for name, found in sorted(self._entries(folder)):
            # Different names stay different, also those that are no UTF-8.
            place = above + os.fsencode(name).decode("utf-8", "backslashreplace")
            if stat.S_ISDIR(found.st_mode):
                if place in _CACHES:
                    continue
                self.digests[f"{place}/"] = True
                try:
                    with subfolder(folder, name) as below:
                        self.walk(below, f"{place}/", depth - 1)
                except OSError:  # it is gone by now, or its owner lets nobody look: its files are not there then
                    continue
            elif stat.S_ISREG(found.st_mode):
                self._take(folder, name, place, found)

    def _entries(self, folder: int) -> Iterator[tuple[str, os.stat_result]]:
        with os.scandir(folder) as entries:
            for count, entry in enumerate(entries, len(self.digests)):
                if count >= _MOST_ENTRIES or time.monotonic() > self._end:
                    raise TooLargeError(
                        f"The home has more than {_MOST_ENTRIES} files, or they cannot be read within {_MOST_S:g} s."
                    )
                try:
                    yield entry.name, entry.stat(follow_symlinks=False)
                except FileNotFoundError:  # it is gone by now
                    continue

    def _take(self, folder: int, name: str, place: str, found: os.stat_result) -> None:
        by_time = ("changed", found.st_size, found.st_mtime_ns)
        self.times[place] = found.st_mtime
        if found.st_size > _MOST_READ:
            self.digests[place] = by_time
            return
        try:
            file = open_file(folder, name)
        except PermissionError:
            self.digests[place] = by_time
            return
        except OSError:  # it is gone by now, or something else has its name
            return
        try:
            content = read_file(file, place, _MOST_READ)
        except TooLargeError:  # it has just grown
            self.digests[place] = by_time
            return
        finally:
            os.close(file)
        self._read += len(content)
        if self._read > MOMENT_BYTES:
            raise TooLargeError(f"The files of the home have more than the {MOMENT_BYTES} bytes that are read.")
        self._note(place, content)

    def _note(self, place: str, content: bytes) -> None:
        digest = self.digests[place] = hashlib.blake2b(content, digest_size=16).digest()
        kept = self.kept.get(digest)
        if kept is None:
            if self._keep + len(content) > _MOST_KEPT:
                return
            self._keep += len(content)
            kept = self.kept[digest] = self._known.get(digest, content)
        self.contents[place] = kept
