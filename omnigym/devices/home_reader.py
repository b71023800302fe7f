"""Reads all files of a home. Programs of the device write there, too: see `omnigym.devices.safe_paths`."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path

from omnigym.devices.home_data import HomeData, Moment
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.safe_paths import folder_beneath, open_file, read_file, subfolder

__all__ = ["HomeReader"]

#: Nothing that a person would miss is in there.
_CACHES = frozenset({".cache"})
#: A mark of a home takes in so many entries, so many folders deep.
_MOST_SEEN, _DEEPEST_SEEN = 20_000, 32


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

    def mark(self) -> Hashable:
        """A value that is another one when the user's files changed, at a glance: hidden ones are not among them.

        Raises:
            OSError: The home is gone.
        """
        with folder_beneath(self._home) as folder:
            return tuple(itertools.islice(_seen(folder, "", 0), _MOST_SEEN))

    def read(self, settings: Mapping[str, str] | None = None) -> HomeData:
        """All files of now.

        Args:
            settings: What the moment has of settings.

        Raises:
            TooLargeError: There is more than is read.
            OSError: The home is gone.
        """
        moment = Moment(self._kept)
        with folder_beneath(self._home) as folder:
            _walk(moment, folder, "", 0)
        for native, path in self._outside.items():
            if path.is_dir():
                with folder_beneath(path) as folder:
                    _walk(moment, folder, f"{native}/", 0)
        self._kept = moment.kept
        return HomeData(
            moment.digests,
            moment.contents,
            settings=settings or {},
            times=moment.times,
            marks=moment.marks,
            portable=self._files.portable,
        )


def _seen(folder: int, above: str, depth: int) -> Iterator[tuple[str, int, int]]:
    """The place, size and time of each entry of an opened directory, which is so many deep, and of those below it."""
    with os.scandir(folder) as entries:
        names = sorted((entry.name for entry in entries), key=os.fsencode)
    for name in names:
        if not depth and name.startswith("."):
            continue
        with contextlib.suppress(OSError):  # it is gone by now, or its owner lets nobody look
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
            yield above + name, found.st_size, found.st_mtime_ns
            if stat.S_ISDIR(found.st_mode) and depth < _DEEPEST_SEEN:
                with subfolder(folder, name) as below:
                    yield from _seen(below, f"{above}{name}/", depth + 1)


def _walk(moment: Moment, folder: int, above: str, depth: int) -> None:
    """Take in what is in an opened directory, which is so many deep in the home, and below it."""
    for name, found in sorted(_entries(moment, folder, depth)):
        # Different names stay different, also those that are no UTF-8.
        place = above + os.fsencode(name).decode("utf-8", "backslashreplace")
        if stat.S_ISDIR(found.st_mode):
            if place in _CACHES:
                continue
            moment.take_folder(place, found)
            try:
                with subfolder(folder, name) as below:
                    _walk(moment, below, f"{place}/", depth + 1)
            except OSError:  # it is gone by now, or its owner lets nobody look: its files are not there then
                continue
        elif stat.S_ISREG(found.st_mode):
            moment.take_file(place, found, lambda most, n=name, p=place: _content(folder, n, p, most))  # type: ignore[misc]
        elif stat.S_ISLNK(found.st_mode):
            with contextlib.suppress(OSError):  # it is gone by now
                moment.take_link(place, os.readlink(name, dir_fd=folder))


def _entries(moment: Moment, folder: int, depth: int) -> Iterator[tuple[str, os.stat_result]]:
    moment.check(0, depth)
    with os.scandir(folder) as entries:
        for count, entry in enumerate(entries, len(moment.digests)):
            moment.check(count, depth)
            try:
                yield entry.name, entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # it is gone by now
                continue


def _content(folder: int, name: str, place: str, most: int) -> bytes:
    file = open_file(folder, name)
    try:
        return read_file(file, place, most)
    finally:
        os.close(file)
