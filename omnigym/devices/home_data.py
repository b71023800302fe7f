"""All files of a user's home at one moment, as data to compare later ones with (`omnigym.devices.userdata`).

A moment is bounded in files, bytes and time.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from omnigym.devices.userdata import Row, TableInfo, TakenData
from omnigym.errors import TooLargeError
from omnigym.foreign.limits import MAX_FOLDERS, MOMENT_BYTES

__all__ = ["HomeData", "Moment"]

#: How many files and folders there may be, and the seconds in which they are read.
_MOST_ENTRIES, _MOST_S = 20_000, 5.0
#: A larger file is taken for the same as long as its size and its time are, in bytes.
_MOST_READ = 8 << 20
#: What a moment keeps of all contents, in bytes: of the rest it keeps digests.
_MOST_KEPT = 64 << 20


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
        """As of `UserData`, but for files that a table tells of, and new folders for them."""
        return [p for p in super().files_since(before) if not p.startswith(self.told) or self._was_folder(p, before)]

    def _was_folder(self, place: str, before: TakenData) -> bool:
        return place.endswith("/") and before.entry(place) is not None

    def with_table(self, address: str, info: TableInfo, rows: tuple[Row, ...], folder: str) -> HomeData:
        """The same data with a table, which tells of the files in a folder."""
        records, tables = {**self.records, address: rows}, {**self.tables, address: info}
        return replace(self, records=records, tables=tables, told=(*self.told, f"{folder}/"))


class Moment:
    """A moment that is being read.

    Args:
        known: Contents that need not be kept once more, by digest.

    Attributes:
        digests, times, marks, contents: As of `TakenData`.
        kept: The contents that are kept, by digest.
    """

    def __init__(self, known: Mapping[Hashable, bytes]) -> None:
        self.digests: dict[str, Hashable] = {}
        self.times: dict[str, float] = {}
        self.marks: dict[str, Hashable] = {}
        self.contents: dict[str, bytes] = {}
        self.kept: dict[Hashable, bytes] = {}
        self._known = known
        self._read = self._keep = 0
        self._end = time.monotonic() + _MOST_S

    def check(self, seen: int, depth: int) -> None:
        """See that it stays within its bounds.

        Args:
            seen: How many entries of the folder that is being read were seen, before this one.
            depth: In how many folders of the home that one is.

        Raises:
            TooLargeError: It does not.
        """
        if depth > MAX_FOLDERS:
            raise TooLargeError(f"The home has more than the {MAX_FOLDERS} folders in each other that are read.")
        if seen >= _MOST_ENTRIES or time.monotonic() > self._end:
            raise TooLargeError(
                f"The home has more than {_MOST_ENTRIES} files, or they cannot be read within {_MOST_S:g} s."
            )

    def take_folder(self, place: str, found: os.stat_result) -> None:
        """Take in that there is a folder, with its permissions."""
        self.digests[f"{place}/"] = True
        self.marks[f"{place}/"] = (stat.S_IMODE(found.st_mode), 1)

    def take_link(self, place: str, target: str) -> None:
        """Take in a symbolic link, of which only is known where it leads."""
        self.digests[place] = ("link", target)

    def take_file(self, place: str, found: os.stat_result, read: Callable[[int], bytes]) -> None:
        """Take in a file.

        Args:
            place: Its place.
            found: What is known of it.
            read: Reads at most so many bytes; a `TooLargeError` says that there are more, an `OSError` that it cannot.

        Raises:
            TooLargeError: There is more than is read of all files.
        """
        by_time = ("changed", found.st_size, found.st_mtime_ns)
        self.times[place] = found.st_mtime
        self.marks[place] = (stat.S_IMODE(found.st_mode), found.st_nlink)
        if found.st_size > _MOST_READ:
            self.digests[place] = by_time
            return
        try:
            content = read(_MOST_READ)
        except (PermissionError, TooLargeError):  # it has just grown
            self.digests[place] = by_time
            return
        except OSError:  # it is gone by now, or something else has its name
            return
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
