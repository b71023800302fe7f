"""Writes a data set in OmniACT's published layout."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from omnigym.benchmarks.omniact.dataset import SPLITS, OmniAct
from omnigym.benchmarks.omniact.layout import PARTS, PLAIN, Entry, LayoutDocument, LayoutStyle, safe_path
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import replace_file

__all__ = ["ScriptWriter", "copy_set"]


class ScriptWriter:
    """A data set that is written file by file; its indices are written when all is well at the end.

        with Writer(root) as out:
            out.file("data/screen.png", png)
            out.point("train", "0", {"task": "tasks/0.txt", "image": "data/screen.png", ...})

    Args:
        root: Its folder, which is made.
        style: How the indices are written; by split, or one for all.
    """

    def __init__(self, root: str | Path, style: LayoutStyle | Mapping[str, LayoutStyle] = PLAIN) -> None:
        self.root = Path(root)
        self._styles = style if isinstance(style, Mapping) else dict.fromkeys(SPLITS, style)
        self._indices: dict[str, dict[str, Entry]] = {}
        self._written: dict[str, bytes] = {}

    def __contains__(self, path: object) -> bool:
        """Whether that file was written."""
        return path in self._written

    def file(self, path: str, content: bytes) -> None:
        """Write a file, atomically. A second time it has to be the same: screens are shared by points.

        Raises:
            UnreadableError: The path leaves the folder.
            ConfigError: It was written with another content, or cannot be written.
        """
        digest = hashlib.sha256(content).digest()
        if path in self._written:
            if self._written[path] != digest:
                raise ConfigError(f"{path} is to be written with two contents. Name the second one otherwise.")
            return
        place = self.root / safe_path(path)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            replace_file(place, content)
        except OSError as e:
            raise ConfigError(f"Cannot write {place}: {e.strerror or e}.") from None
        self._written[path] = digest

    def point(self, split: str, id: str, entry: Entry) -> None:  # noqa: A002 - the field's name
        """Put a point into the index of its split, after those that are there.

        Raises:
            ConfigError: There is no such split, the id is taken there, or a part is missing.
        """
        if split not in SPLITS:
            raise UnknownNameError("split", split, SPLITS)
        missing = [part for part in PARTS if part not in entry]
        if missing or id in self._indices.setdefault(split, {}):
            why = f"has no {', '.join(missing)}" if missing else "is there already"
            raise ConfigError(f"Point {id!r} of {split} {why}.")
        self._indices[split][id] = entry

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the indices, unless something was raised."""
        if kind is None:
            for split, index in self._indices.items():
                self.file(f"{split}.json", LayoutDocument(index, self._styles.get(split, PLAIN)).encode())


def copy_set(source: OmniAct, root: str | Path) -> None:
    """Write a set that was read; its files have the same bytes.

    Raises:
        UnreadableError: A file of it cannot be read.
        ConfigError: One cannot be written.
    """
    with ScriptWriter(root, source.styles()) as out:
        for point in source.values():
            for part in PARTS:
                path = str(point.path(part))
                if path not in out:
                    out.file(path, point.content(part))
            out.point(point.split, point.id, point.entry)
