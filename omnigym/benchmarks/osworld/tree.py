"""Trees of OSWorld's task files: which files there are, the tasks that run, and the data that they name by URL."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from omnigym.assets import LOCK_NAME, Asset, read_lock
from omnigym.benchmarks.osworld.importing import (
    MAPPING_NAME,
    Mappings,
    OSWorldImport,
    names_content,
    read_mappings,
    read_osworld,
)
from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import items_in, parse_json, read_text, rows_in
from omnigym.foreign.limits import MAX_TASK_FILE

__all__ = ["MAX_FILES", "NamedUrl", "asset_urls", "read_tree", "task_paths"]

#: How many task files a tree may have.
MAX_FILES = 20_000


class NamedUrl(NamedTuple):
    """A URL that task files name.

    Attributes:
        url: The URL.
        name: The name of the content in the first of them.
        files: The task files, relative to the tree.
    """

    url: str
    name: str
    files: tuple[str, ...]


def task_paths(root: str | Path) -> tuple[Path, ...]:
    """The task files below a folder, sorted; lists of tasks and mappings are no task files.

    Raises:
        ConfigError: There is no such folder, or it has too many files.
    """
    root = Path(root)
    if not root.is_dir():
        raise ConfigError(f"There is no folder {root}. Name one with task files of OSWorld.")
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [Path(folder, n) for n in sorted(names) if n.endswith(".json")]
        if len(found) > MAX_FILES:
            raise ConfigError(f"{root} has more than {MAX_FILES:,} task files. Name a folder with fewer.")
    return tuple(path for path in found if _is_task(path))


def _is_task(path: Path) -> bool:
    """Whether a JSON file is meant as a task. A file that is no JSON counts, so that it is reported."""
    plain = _plain(path)
    return plain is None or (isinstance(plain, dict) and not {"instruction", "evaluator"}.isdisjoint(plain))


def _plain(path: Path) -> object:
    try:
        return parse_json(read_text(path, MAX_TASK_FILE))
    except (UnreadableError, FileNotFoundError):
        return None


def read_tree(
    root: str | Path,
    *,
    lock: Mapping[str, Asset] | None = None,
    mappings: Mappings | None = None,
    internet: bool = False,
    suite: str = "",
    scorer: WhichScorer = DEFAULT_SCORER,
) -> Iterator[OSWorldImport]:
    """Read all task files below a folder, in the order of their paths.

    Args:
        root: The folder.
        lock: The content behind each URL; None for its ``assets.lock``.
        mappings: OS-MAP's levels and scenarios; None for the file ``all_task_mappings.json`` in it or above it.
        internet: Whether tasks may use the live internet.
        suite: The suite of the tasks.
        scorer: The scorer, and the version of the files.

    Raises:
        ConfigError: There is no such folder.
        TaskFileError: The lock or the mapping cannot be read.
    """
    root = Path(root)
    lock = read_lock(root / LOCK_NAME) if lock is None else lock
    if mappings is None:
        mappings = read_mappings(root / MAPPING_NAME) or read_mappings(root.absolute().parent / MAPPING_NAME)
    for path in task_paths(root):
        yield read_osworld(path, root=root, lock=lock, mappings=mappings, internet=internet, suite=suite, scorer=scorer)


def asset_urls(root: str | Path) -> tuple[NamedUrl, ...]:
    """The URLs that the task files below a folder name: data for the device, and references.

    Raises:
        ConfigError: There is no such folder.
    """
    found: dict[str, tuple[str, list[str]]] = {}
    for path in task_paths(root):
        place = str(path.relative_to(root))
        for url, name in _named_in(_plain(path)):
            found.setdefault(url, (name, []))[1].append(place)
    return tuple(NamedUrl(url, name, tuple(dict.fromkeys(files))) for url, (name, files) in sorted(found.items()))


def _named_in(plain: object) -> Iterator[tuple[str, str]]:
    """Each URL of a file with the name that the file gives it; what has a wrong shape is passed over."""
    if not isinstance(plain, dict):
        return
    evaluator = plain.get("evaluator")
    evaluator = evaluator if isinstance(evaluator, dict) else {}
    for step in (*rows_in(plain.get("config")), *rows_in(evaluator.get("postconfig"))):
        parameters = step.get("parameters")
        if step.get("type") == "download" and isinstance(parameters, dict):
            yield from _pairs([(f.get("url"), f.get("path")) for f in rows_in(parameters.get("files"))])
    for side in ("result", "expected"):
        getters = evaluator.get(side)
        for getter in _with_attachments(rows_in(getters if isinstance(getters, list) else [getters])):
            if names_content(getter):
                urls, names = getter.get("path"), getter.get("dest")
                listed = items_in(urls) if isinstance(urls, list) else [urls]
                named = items_in(names) if isinstance(names, list) else [names]
                yield from _pairs([(u, named[n] if n < len(named) else u) for n, u in enumerate(listed)])


def _with_attachments(getters: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """Getters, and the files that mails are to have, as references."""
    for getter in getters:
        yield getter
        if getter.get("type") == "mail_attachments":
            for item in rows_in(getter.get("attachments")):
                yield {**item, "type": "cloud_file"}


def _pairs(found: list[tuple[object, object]]) -> Iterator[tuple[str, str]]:
    for url, name in found:
        if isinstance(url, str) and url:
            yield url, str(name or url).replace("\\", "/").rpartition("/")[2]
