"""The search of the Start menu: apps, files and settings; and the files that were changed last."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import HOME, Stat, Vfs
from omnigym.devices.sim.windows.apps.settings.pages import found as settings_found
from omnigym.devices.sim.windows.apps.settings.state import Go
from omnigym.devices.sim.windows.catalogue import CATALOGUE
from omnigym.devices.sim.windows.file_kinds import date_text, icon_of, kind_of

__all__ = ["Hit", "hits", "recent"]

#: The most recent files, results, and settings among them that are shown; the depth to which files are searched.
_RECENT, _FOUND, _SETTINGS, _DEPTH = 6, 8, 3, 4


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
        if entry.name.startswith((".", "$")) or entry.name == "AppData":
            continue
        found.append(entry)
        if entry.is_dir and depth > 1:
            found += _files(vfs, entry.path, depth - 1)
    return found


#: The files in the user's home, listed again when that directory is another object.
_LISTED: Derived[list[Stat]] = Derived(1)


def _all_files(vfs: Vfs) -> list[Stat]:
    return _LISTED.get(HOME, vfs.get(HOME), lambda: _files(vfs, HOME, _DEPTH))


def hits(query: str, vfs: Vfs) -> tuple[Hit, ...]:
    """The results for a query: apps, then files (names that begin with it first), then settings."""
    wanted = query.strip().casefold()
    if not wanted:
        return ()
    found = [
        Hit(f"start.result.{p.app}", p.title, "App", p.icon, p.app, "")
        for p in CATALOGUE.shortcuts
        if any(word.startswith(wanted) for word in (p.title.casefold(), *p.title.casefold().split()))
    ]
    files = [e for e in _all_files(vfs) if wanted in e.name.casefold()]
    # The path is the last key, so that the order does not depend on that in which folders are listed.
    files.sort(key=lambda e: (not e.name.casefold().startswith(wanted), e.name.casefold(), e.path))
    found += [Hit(f"start.result.{e.path}", e.name, kind_of(e), icon_of(e), "", e.path) for e in files]
    pages = [
        Hit(f"start.{card.key}", card.title, "System settings", "settings-app", "settings", card.control.page)
        for card in settings_found(query)
        if isinstance(card.control, Go)
    ][:_SETTINGS]
    return (*found[: _FOUND - len(pages)], *pages)


def recent(vfs: Vfs) -> tuple[Hit, ...]:
    """The files that were changed last."""
    files = [e for e in _all_files(vfs) if not e.is_dir]
    files.sort(key=lambda e: (-e.mtime_ms, e.path))
    return tuple(
        [Hit(f"start.recent.{e.path}", e.name, date_text(e.mtime_ms), icon_of(e), "", e.path) for e in files[:_RECENT]]
    )
