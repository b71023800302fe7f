"""Getters of files: of the device, of the task, and what commands kept."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import File, NotThereError, getter
from omnigym.documents.sheets import calculate, read_xlsx
from omnigym.errors import ConfigError, TooLargeError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import archive_members, convert_errors, show_value, within
from omnigym.foreign.limits import FILE_BYTES, MAX_FOLDERS, MEMBERS, TABLE_BYTES

__all__ = [
    "cache_file",
    "cloud_file",
    "conference_city_in_order",
    "content_from_vm_file",
    "file_unzipped",
    "files_in",
    "list_directory",
    "vm_dir",
    "vm_dir_file_hashes",
    "vm_file",
]


def _given(found: list[Any], config: Mapping[str, Any]) -> object:
    """What the metric is given of several files: those whose numbers stand under ``gives``, the first by default."""
    gives = config.get("gives", [0])
    chosen = [found[n] for n in gives if 0 <= n < len(found)]
    return chosen if len(gives) > 1 else chosen[0] if chosen else None


@getter("vm_file")
def vm_file(probe: Probe, config: Mapping[str, Any]) -> Any:
    """Return files of the device: ``path``, or with ``multi`` a list of them.

    With ``time_suffix`` the device's date in ``time_format`` stands in the name before its extension.
    """
    paths = config["path"] if config.get("multi") else [config["path"]]
    names = config.get("dest") or paths
    names = names if config.get("multi") else [names] if isinstance(names, str) else [paths[0]]
    if config.get("time_suffix"):
        suffix = probe.now().strftime(str(config.get("time_format", "%Y_%m_%d")))
        paths, names = ([_dated(p, suffix) for p in some] for some in (paths, names))
    found: list[File | None] = []
    for path, name in zip(paths, names, strict=True):
        content = probe.read_file(path)
        if content is None and not config.get("multi"):
            raise NotThereError(f"There is no file {path!r}.")
        file = None if content is None else File(PurePosixPath(name).name, content, probe.native_path(path))
        found.append(file)
    return _given(found, config)


def _dated(path: str, suffix: str) -> str:
    """A path with a suffix at the end of its name.

    >>> _dated("/home/user/notes.d/log.txt", "2025_03_01")
    '/home/user/notes.d/log2025_03_01.txt'
    """
    extension = PurePosixPath(path).suffix
    return path[: len(path) - len(extension)] + suffix + extension


@getter("cloud_file")
def cloud_file(probe: Probe, config: Mapping[str, object]) -> Any:
    """Reference files of the task, by the hashes that the import put under ``asset``."""
    if "asset" not in config:
        raise ConfigError(
            f"Expected the hash of a file of the task under 'asset', got {show_value(dict(config))}. Fetch it."
        )
    assets = config["asset"] if isinstance(config["asset"], list | tuple) else [config["asset"]]
    names = config.get("dest") or config["path"]
    names = names if isinstance(names, list | tuple) else [names]
    found = [File(PurePosixPath(n).name, probe.reference(a)) for a, n in zip(assets, names, strict=True)]
    return _given(found, config)


@getter("cache_file")
def cache_file(probe: Probe, config: Mapping[str, object]) -> File:
    """Return the output that a command of the setup kept under a name."""
    content = probe.setup_output(str(config["path"]))
    if content is None:
        raise NotThereError(f"No command kept {config['path']!r}.")
    return File(PurePosixPath(str(config["path"])).name, content)


@getter("content_from_vm_file")
def content_from_vm_file(probe: Probe, config: Mapping[str, object]) -> list[str]:
    """Return the last row of the first sheet of a workbook, as texts; an empty cell is "nan", as pandas has it."""
    if (config["file_type"], config["file_content"]) != ("xlsx", "last_row"):
        kind = config["file_type"], config["file_content"]
        raise ConfigError(f"Expected the 'last_row' of an 'xlsx' file, got {kind}. Read another thing with vm_file.")
    workbook = probe.read(str(config["path"]), read_xlsx)
    if workbook is None:
        raise NotThereError(f"There is no file {config['path']!r}.")
    rows = workbook.sheets[0].rows
    filled = [i for i, row in enumerate(rows) if any(cell.content not in (None, "") for cell in row)]
    if not filled:
        raise NotThereError(f"There is no row in {config['path']!r}.")
    calculation, width = calculate(workbook), max(len(row) for row in rows)
    return [_said(calculation.value(0, filled[-1], column)) for column in range(width)]


def _said(value: object) -> str:
    """A value as pandas writes it: no cell is "nan"."""
    if value is None:
        return "nan"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@getter("conference_city_in_order")
def conference_city_in_order(probe: Probe, config: Mapping[str, object]) -> list[str]:
    """Return the third column of a .csv file of the device, without its header."""
    content = probe.read_file(str(config["csv_path"]))
    if content is None:
        raise NotThereError(f"There is no file {config['csv_path']!r}.")
    text = text_of(File("table.csv", content))
    within(len(text), TABLE_BYTES, "characters of a table")
    with convert_errors(".csv file"):
        return [row[2] for row in list(csv.reader(text.splitlines()))[1:] if len(row) > 2]


# -- folders --------------------------------------------------------------------------------------------------------


def files_in(probe: Probe, path: str) -> list[File]:
    """Return the files of a folder, by name, without those of folders in it.

    Raises:
        NotThereError: There is no such folder.
        TooLargeError: It has more than `MEMBERS` files.
    """
    entries = probe.list_dir(path)
    if entries is None:
        raise NotThereError(f"There is no folder {path!r}.")
    within(len(entries), MEMBERS, "files in a folder")
    files = [(PurePosixPath(e.path.replace("\\", "/")).name, e.path) for e in entries if not e.is_dir]
    contents = [(name, at, probe.read_file(at)) for name, at in files]
    return [File(name, content, probe.native_path(at)) for name, at, content in contents if content is not None]


@getter("vm_dir")
def vm_dir(probe: Probe, config: Mapping[str, object]) -> list[File]:
    """Return the files of a folder of the device."""
    return files_in(probe, str(config["path"]))


@getter("vm_dir_file_hashes")
def vm_dir_file_hashes(probe: Probe, config: Mapping[str, object]) -> list[str]:
    """Return the SHA-256 of each file of a folder, sorted."""
    return sorted(hashlib.sha256(f.content).hexdigest() for f in vm_dir(probe, config))


@getter("list_directory")
def list_directory(probe: Probe, config: Mapping[str, object]) -> dict[str, Any]:
    """Return a folder as a tree: ``type``, ``name``, and of a folder its ``children``."""
    return _tree(probe, str(config["path"]), [0], 0)


def _tree(probe: Probe, path: str, seen: list[int], depth: int) -> dict[str, Any]:
    entries = probe.list_dir(path)
    if entries is None:
        raise NotThereError(f"There is no folder {path!r}.")
    seen[0] += len(entries)
    if seen[0] > MEMBERS or depth > MAX_FOLDERS:
        raise TooLargeError(f"Expected at most {MEMBERS:,} entries and {MAX_FOLDERS} folders in each other, got more.")
    children = [
        _tree(probe, e.path, seen, depth + 1) if e.is_dir else {"type": "file", "name": PurePosixPath(e.path).name}
        for e in entries
    ]
    return {"type": "directory", "name": PurePosixPath(path).name, "children": children}


@getter("file_unzipped")
def file_unzipped(probe: Probe, config: Mapping[str, object]) -> list[File]:
    """Return the files in an archive of the task, or of the device: their names are paths in it."""
    archive = cloud_file(probe, config) if "asset" in config else vm_file(probe, config)
    return [File(name, content) for name, content in archive_members(archive.content, FILE_BYTES)]
