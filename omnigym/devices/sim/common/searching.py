"""The search of a desktop's shell: apps, files and settings; and the files that were changed last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.devices.sim.catalogue import Catalogue
from omnigym.devices.sim.common.file_types import NO_SETTINGS
from omnigym.devices.sim.files.kinds import is_hidden
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import HOME, Stat, Vfs

__all__ = ["Hit", "Searched"]

#: The results, and settings among them, that are shown; the depth to which files are searched.
_FOUND, _SETTINGS, _DEPTH = 8, 3, 4


class Hit(NamedTuple):
    """A result of the search.

    Attributes:
        key: Key of its node.
        title, note, icon: What is shown of it.
        app, path: The app that it launches, or the file that it opens; for a page of Settings, app and page.
    """

    key: str
    title: str
    note: str
    icon: str
    app: str
    path: str


def _files(vfs: Vfs, directory: str, depth: int) -> list[Stat]:
    """The files and folders in a directory down to ``depth`` levels, without hidden ones."""
    found: list[Stat] = []
    for entry in vfs.list(directory) if vfs.is_dir(directory) else ():
        if entry.name.startswith(".") or is_hidden(entry):
            continue
        found.append(entry)
        if entry.is_dir and depth > 1:
            found += _files(vfs, entry.path, depth - 1)
    return found


class Searched:
    """What the search of a platform looks through.

    Args:
        prefix: What the keys of results begin with.
        catalogue: The platform's apps.
        described: What is told of a file: its kind and its icon.
        pages: The pages of Settings that a query finds: key, title, page.
        sign: The icon of these.
    """

    def __init__(
        self,
        prefix: str,
        catalogue: Catalogue,
        described: Callable[[Stat], tuple[str, str]],
        pages: Callable[[str], list[tuple[str, str, str]]],
        sign: str = "settings-app",
    ) -> None:
        self._prefix, self._catalogue, self._described, self._pages = prefix, catalogue, described, pages
        self._sign = sign
        #: The files in the user's home, listed again when that directory is another object.
        self._listed: Derived[list[Stat]] = Derived(1)

    def files(self, vfs: Vfs) -> list[Stat]:
        """The files and folders in the user's home."""
        return self._listed.get(HOME, vfs.get(HOME), lambda: _files(vfs, HOME, _DEPTH))

    def hits(self, query: str, vfs: Vfs, settings: Mapping[str, str] = NO_SETTINGS) -> tuple[Hit, ...]:
        """The results for a query: installed apps, then files (names that begin with it first), then settings."""
        wanted = query.strip().casefold()
        if not wanted:
            return ()
        found = [
            Hit(f"{self._prefix}.result.{p.app}", p.title, "App", p.icon, p.app, "")
            for p in self._catalogue.present(self._catalogue.shortcuts, settings)
            if any(word.startswith(wanted) for word in (p.title.casefold(), *p.title.casefold().split()))
        ]
        files = [e for e in self.files(vfs) if wanted in e.name.casefold()]
        # The path is the last key, so that the order does not depend on that in which folders are listed.
        files.sort(key=lambda e: (not e.name.casefold().startswith(wanted), e.name.casefold(), e.path))
        found += [Hit(f"{self._prefix}.result.{e.path}", e.name, *self._described(e), "", e.path) for e in files]
        pages = [
            Hit(f"{self._prefix}.{key}", title, "System settings", self._sign, "settings", page)
            for key, title, page in self._pages(query)
        ][:_SETTINGS]
        return (*found[: _FOUND - len(pages)], *pages)
