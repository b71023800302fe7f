"""Bringing an application's data back to what they were when it was prepared."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

__all__ = ["DATA", "Restorer"]

#: Below a server's folder: what its application works on.
DATA = "data"

_MAGIC = b"SQLite format 3\x00"
_BESIDE = ("-wal", "-shm", "-journal")


class Restorer:
    """Makes a folder equal to another one; only what has changed since the last time is touched.

    SQLite databases are restored through SQLite, so that a connection that is still open sees it.

    Args:
        pristine: What it shall be.
        folder: What it is made of; need not exist yet.
    """

    def __init__(self, pristine: Path, folder: Path) -> None:
        self._pristine, self._folder = pristine, folder
        self._wanted = {p.relative_to(pristine): _is_database(p) for p in _files(pristine)}
        self._seen: dict[Path, tuple[int, ...]] = {}

    def restore(self) -> None:
        """Do it.

        Raises:
            OSError: There is no room for it.
        """
        found = {p.relative_to(self._folder) for p in _files(self._folder)}
        for extra in found - self._wanted.keys():
            if not self._beside_a_database(extra):
                (self._folder / extra).unlink(missing_ok=True)
        for path, is_database in self._wanted.items():
            target = self._folder / path
            if path in found and self._seen.get(path) == _state(target, is_database):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if is_database and path in found:
                _copy_database(self._pristine / path, target)
            else:
                shutil.copy2(self._pristine / path, target)
            self._seen[path] = _state(target, is_database)
        for folder, _, _ in os.walk(self._folder, topdown=False):
            if not (self._pristine / Path(folder).relative_to(self._folder)).is_dir():
                Path(folder).rmdir()
        for folder, _, _ in os.walk(self._pristine):
            (self._folder / Path(folder).relative_to(self._pristine)).mkdir(parents=True, exist_ok=True)

    def _beside_a_database(self, path: Path) -> bool:
        return any(path.name.endswith(end) and self._wanted.get(_without(path, end), False) for end in _BESIDE)


def _without(path: Path, end: str) -> Path:
    return path.with_name(path.name.removesuffix(end))


def _files(folder: Path) -> list[Path]:
    return sorted(Path(at) / name for at, _, names in os.walk(folder) for name in names)


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _state(path: Path, is_database: bool) -> tuple[int, ...]:
    """What changes when the file does; of a database also what has not been merged into it yet."""
    paths = [path, *(path.with_name(path.name + end) for end in _BESIDE)] if is_database else [path]
    found = [p.stat() if p.exists() else None for p in paths]
    return tuple(n for s in found for n in ((s.st_mtime_ns, s.st_size, s.st_ino) if s is not None else (0, 0, 0)))


def _copy_database(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as origin,
        closing(sqlite3.connect(target, timeout=5)) as copy,
    ):
        origin.backup(copy)
