"""An application's data as every episode begins with: made once a machine, and kept in the user's cache."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from omnigym.errors import AppError
from omnigym.foreign import lock_file

_PREPARING_TIMEOUT = 180.0
_ADVICE = "Try it by hand: the command is in the message."


def prepared(module: str, packages: Sequence[str]) -> Path:
    """The folder of an application's data; they are made now if they were not, in ten seconds or so.

    They are made anew where the application, a package of it or Python has another version. Several processes
    may ask at once.

    Args:
        module: The application's (`omnigym.devices.chromium.applications`).
        packages: The distributions that it consists of.

    Raises:
        AppError: They could not be made.
    """
    base = _cache()
    name = f"{module.rpartition('.')[2]}-{_fingerprint(module, packages)}"
    folder = base / name
    if folder.is_dir():
        return folder
    with open(base / f"{name}.lock", "wb") as lock:
        lock_file(lock.fileno(), wait=True)
        if not folder.is_dir():
            _make(module, folder)
    return folder


def child_command(*arguments: str) -> list[str]:
    """The command of `omnigym.devices.chromium.serving.child`."""
    return [sys.executable, "-P", "-m", "omnigym.devices.chromium.serving.child", *arguments]


def child_environment(home: Path) -> dict[str, str]:
    """A clean environment: nothing of the caller's gets in, and sets iterate in the same order each time."""
    return {
        "HOME": str(home),
        "TMPDIR": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }


def _make(module: str, folder: Path) -> None:
    work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f"{folder.name}."))
    command = child_command("prepare", module, str(work))
    try:
        done = subprocess.run(
            command,
            env=child_environment(work.parent),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PREPARING_TIMEOUT,
            cwd="/",
            check=False,
        )
        if done.returncode != 0:
            raise AppError("chromium", "launch", f"{command} failed: {done.stderr.decode(errors='replace')[-2000:]}")
        work.rename(folder)
    except subprocess.TimeoutExpired as e:
        problem = f"{command} was not ready after {_PREPARING_TIMEOUT:.0f} s."
        raise AppError("chromium", "launch", problem, _ADVICE) from e
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _cache() -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "omnigym" / "sites"
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise AppError("chromium", "launch", f"cannot make {base}: {e.strerror}.", "Set XDG_CACHE_HOME.") from e
    return base


def _fingerprint(module: str, packages: Sequence[str]) -> str:
    said = [f"{name} {version(name)}" for name in sorted(packages)] + [sys.version]
    digest = hashlib.sha256("\n".join(said).encode())
    for source in _sources(module):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _sources(module: str) -> list[Path]:
    """The files of the application's module, and those of the folder beside it that has its name."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin)
    beside = file.with_suffix("")
    return [file, *(sorted(p for p in beside.rglob("*") if p.is_file()) if beside.is_dir() else ())]


# -- bringing an application's data back to what they were when it was prepared ---------------------------------------

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
