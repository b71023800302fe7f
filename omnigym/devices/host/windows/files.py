r"""Files of a Windows user's home: portable paths with ``/``, native ones with ``\``; letter case does not count."""

from __future__ import annotations

import contextlib
import ntpath
import os
import re
import stat as stat_module
from collections.abc import Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from omnigym.devices.home_data import HomeData, Moment
from omnigym.devices.protocol import FileInfo
from omnigym.errors import ConfigError, TooLargeError
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["FOLDERS", "WindowsFiles", "is_plain"]

#: The user's folders, with the GUID by which Windows knows where each is: OneDrive moves some.
FOLDERS: Final[Mapping[str, str]] = {
    "Desktop": "b4bfcc3a-db2c-424c-b029-7fe99a87c641",
    "Documents": "fdd39ad0-238f-46af-adb4-6c85480369c7",
    "Downloads": "374de290-123f-4565-9164-39c4925e467b",
    "Music": "4bd8d571-6d19-48d3-be97-422220080e43",
    "Pictures": "33e28130-4e1e-4676-835a-98395c3bc3bb",
    "Videos": "18989b1d-99b5-455b-841c-ab7c74e4ddfc",
}
#: What a person would not miss, in lower case: the settings and caches of programs.
_CACHES: Final = frozenset({"appdata", "ntuser.dat", "desktop.ini"})
_MOST_ENTRIES: Final = 100_000
_LINKS: Final = frozenset({0xA000000C, 0xA0000003})  # of symbolic links, and of junctions
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\..*)?", re.IGNORECASE)
_FORBIDDEN: Final = re.compile(r'[<>:"|?*\x00-\x1f]')
_PIECE: Final = 1 << 20
#: Folders that are not looked through, and the most that are.
_SYSTEM_FOLDERS: Final = frozenset({"windows", "program files", "program files (x86)", "programdata", "appdata"})
_MOST_FOLDERS: Final = 5000


def is_plain(name: str) -> bool:
    """Whether a name of a file means that file alone: no device, no stream of another, nothing that Windows shortens.

    >>> is_plain("report.txt"), is_plain("nul.txt"), is_plain("a.txt:b"), is_plain("a. ")
    (True, False, False, False)
    """
    return not (_RESERVED.fullmatch(name) or _FORBIDDEN.search(name) or name.endswith((".", " ")) or not name)


class WindowsFiles:
    """Files below a home. A link to somewhere else counts as nothing.

    Args:
        home: The home.
        moved: By the name of a folder of the home, in lower case, where it really is.
    """

    def __init__(self, home: Path, moved: Mapping[str, Path] | None = None) -> None:
        self._home, self._native = home, str(home)
        self._moved = moved or {}
        #: The contents of the last moment by digest: moments share what they have in common.
        self._kept: Mapping[Hashable, bytes] = {}

    def native_path(self, path: str) -> str:
        """The path as a person on the device writes it."""
        portable = self.portable(path)
        return ntpath.normpath(path) if portable is None else str(self._path(portable.split("/") if portable else []))

    def portable(self, path: str) -> str | None:
        """The path relative to the home, with ``/``; None if it is not in the home, or no path at all."""
        if "\0" in path:
            return None
        full = ntpath.normpath(ntpath.join(self._native, path.replace("/", "\\")))
        places = [*((str(where), name) for name, where in self._moved.items()), (self._native, "")]
        for root, name in places:
            if full.casefold() == root.casefold():
                return self._called(name)
            if full.casefold().startswith(root.casefold() + "\\"):
                rest = full[len(root) + 1 :].replace("\\", "/")
                return f"{self._called(name)}/{rest}" if name else rest
        return None

    def read(self, path: str) -> bytes:
        """The content.

        Raises:
            FileNotFoundError: There is no such regular file in the home.
            TooLargeError: It is larger than anyone reads.
        """
        where, found = self._found(path)
        if found is None or not stat_module.S_ISREG(found.st_mode):
            raise FileNotFoundError(path)
        try:
            return _content(where, path, FILE_BYTES)
        except OSError as e:
            raise FileNotFoundError(path) from e

    def write(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        parts = self._inside(path)
        self._make(parts[:-1], path)
        where = self._path(parts)
        try:
            with open(where, "wb") as file:
                file.write(content)
            if mtime is not None:
                os.utime(where, (mtime, mtime))
        except OSError as e:
            raise ConfigError(f"Cannot write {path!r}: {e.strerror}. Look what is in its place.") from e

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        self._make(self._inside(path), path)

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path of the home, or None; a link counts as nothing."""
        portable = self.portable(path)
        found = None if portable is None else self._found(path)[1]
        return None if found is None else _info(portable or "", found)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries, sorted by name.

        Raises:
            FileNotFoundError: There is no such directory in the home.
            TooLargeError: It has more entries than are listed.
        """
        portable = self.portable(path)
        where, found = self._found(path)
        if portable is None or found is None or not stat_module.S_ISDIR(found.st_mode):
            raise FileNotFoundError(path)
        infos = []
        for count, (name, about) in enumerate(_entries(where)):
            if count == _MOST_ENTRIES:
                raise TooLargeError(f"{path!r} has more than the {_MOST_ENTRIES} entries that are listed.")
            infos.append(_info(f"{portable}/{name}" if portable else name, about))
        return tuple(sorted((i for i in infos if i is not None), key=lambda i: i.path))

    def user_data(self, only: Iterable[str] = ()) -> HomeData:
        """All files of now.

        Args:
            only: The folders of the home that are read; none for all but what programs keep.

        Raises:
            TooLargeError: There is more than is read.
        """
        moment = Moment(self._kept)
        chosen = list(only)
        if chosen:
            for name in chosen:
                about = self._found(name)[1]
                if about is not None:
                    moment.take_folder(name, about)
                    _walk(moment, self._path([name]), f"{name}/", 1)
        else:
            _walk(moment, self._home, "", 0)
        self._kept = moment.kept
        return HomeData(moment.digests, moment.contents, times=moment.times, marks=moment.marks, portable=self._placed)

    def named(self, name: str) -> list[str]:
        """The native paths of the files of a name, in the home's folders."""
        found = [self._home, *(self._path([folder]) for folder in FOLDERS)]
        return [str(folder / name) for folder in found if _plain_stat(folder / name) is not None]

    def folders_named(self, name: str) -> list[str]:
        """The native paths of the folders of a name on the home's drive, but for Windows's own and those of programs.

        Empty where there are too many folders to look through.
        """
        drive, found, left = Path(self._home.anchor), [], _MOST_FOLDERS
        profile = self._home.parent.parent
        own = {str(at / folder).casefold() for folder in FOLDERS for at in (profile, profile.with_name("Public"))}
        for top, folders, _ in os.walk(drive):
            folders[:] = [f for f in folders if f.casefold() not in _SYSTEM_FOLDERS]
            left -= len(folders)
            if left < 0:
                return []
            here = (os.path.join(top, f) for f in folders if f.casefold() == name.casefold())
            found += [path for path in here if path.casefold() not in own]
        return found

    def _placed(self, path: str) -> str | None:
        """As `portable`, in the letter case in which it is on the disk."""
        portable = self.portable(path)
        if not portable:
            return portable
        parts: list[str] = []
        where = self._home
        for part in portable.split("/"):
            here = self._moved.get(part.casefold(), where / part) if not parts else where / part
            with contextlib.suppress(OSError):
                part = next((n for n in os.listdir(where) if n.casefold() == part.casefold()), part)
            parts.append(part)
            where = here
        return "/".join(parts)

    def _called(self, name: str) -> str:
        return next((folder for folder in FOLDERS if folder.casefold() == name), name)

    def _path(self, parts: list[str]) -> Path:
        if parts and parts[0].casefold() in self._moved:
            return self._moved[parts[0].casefold()].joinpath(*parts[1:])
        return self._home.joinpath(*parts)

    def _inside(self, path: str) -> list[str]:
        portable = self.portable(path)
        parts = [] if portable is None else [p for p in portable.split("/") if p]
        if portable is None or not all(map(is_plain, parts)):
            raise ConfigError(
                f"Expected a path in the home {self._native} with names that files can have, got {path!r}."
            )
        return parts

    def _make(self, parts: list[str], path: str) -> None:
        for n in range(1, len(parts) + 1):
            where = self._path(parts[:n])
            with contextlib.suppress(FileExistsError):
                try:
                    where.mkdir()
                except FileExistsError:
                    raise
                except OSError as e:
                    raise ConfigError(f"Cannot make the directory {path!r}: {e.strerror}.") from e
            found = _plain_stat(where)
            if found is None or not stat_module.S_ISDIR(found.st_mode):
                raise ConfigError(f"Cannot make the directory {path!r}: something else is in its place.")

    def _found(self, path: str) -> tuple[Path, os.stat_result | None]:
        """Where a path leads and what is there; None where nothing is, or a step of the way is a link."""
        portable = self.portable(path)
        parts = [] if portable is None else [p for p in portable.split("/") if p]
        if portable is None or not all(map(is_plain, parts)):
            return self._home, None
        found = _plain_stat(self._path([]))
        for n in range(1, len(parts) + 1):
            found = _plain_stat(self._path(parts[:n]))
            if found is None:
                break
        return self._path(parts), found


def _plain_stat(path: Path) -> os.stat_result | None:
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    linked = stat_module.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) in _LINKS
    return None if linked else found


def _entries(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            found = _plain_stat(Path(entry.path))
            if found is not None:
                yield entry.name, found


def _walk(moment: Moment, folder: Path, above: str, depth: int) -> None:
    for count, (name, found) in enumerate(sorted(_entries(folder)), len(moment.digests)):
        moment.check(count, depth)
        place = above + name.encode("utf-8", "backslashreplace").decode()
        if name.casefold() in _CACHES:
            continue
        if stat_module.S_ISDIR(found.st_mode):
            moment.take_folder(place, found)
            with contextlib.suppress(OSError):  # it is gone by now
                _walk(moment, folder / name, f"{place}/", depth + 1)
        elif stat_module.S_ISREG(found.st_mode):
            moment.take_file(place, found, lambda most, w=folder / name, p=place: _content(w, p, most))  # type: ignore[misc]


def _content(where: Path, path: str, most: int) -> bytes:
    out = bytearray()
    with open(where, "rb") as file:
        while piece := file.read(_PIECE):
            out += piece
            if len(out) > most:
                raise TooLargeError(f"{path} has more than the {most} bytes that are read. Make it smaller.")
    return bytes(out)


def _info(path: str, found: os.stat_result) -> FileInfo | None:
    if stat_module.S_ISDIR(found.st_mode):
        return FileInfo(path, True, 0, stat_module.S_IMODE(found.st_mode), found.st_mtime)
    if not stat_module.S_ISREG(found.st_mode):
        return None
    return FileInfo(path, False, found.st_size, stat_module.S_IMODE(found.st_mode), found.st_mtime)
