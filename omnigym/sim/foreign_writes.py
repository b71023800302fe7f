"""Writes past an app: an app's tables change through that app, or through one that it works with.

A shell, an editor and the file manager can write any file, those of other apps among them. Such a change is noted here,
so that whoever compares the user's data can tell it from work in the app.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from omnigym.sim.app import App
from omnigym.sim.block_map import changes
from omnigym.sim.catalogue import Declaration
from omnigym.sim.vfs import HOME, Directory, Entry, File, Vfs

__all__ = ["Forged", "Keepers", "forged_after", "keepers_of"]

#: By the path of what an app keeps, of that which was changed past it: what it was before that.
Forged: TypeAlias = Mapping[str, Entry | None]
#: By the same paths, the names of the apps that may write there.
Keepers: TypeAlias = Mapping[str, frozenset[str]]


def keepers_of(apps: Iterable[App | Declaration], peers: Mapping[str, Iterable[str]]) -> Keepers:
    """Return who may write what apps keep.

    Args:
        apps: All apps.
        peers: By the name of an app, the apps for which it keeps something.
    """
    found: dict[str, set[str]] = {}
    for app in apps:
        for source in app.tables:
            if source.path:
                found.setdefault(source.path, set()).update((app.name, *peers.get(app.name, ())))
    return {path: frozenset(names) for path, names in found.items()}


def forged_after(forged: Forged, before: Vfs, after: Vfs, writers: Iterable[str], keepers: Keepers) -> Forged:
    """Return what was changed past its app, after files were written.

    Args:
        forged: The same before that. A restored file is no longer forged.
        before, after: The files.
        writers: The names of the app that wrote them and of those whose dialog it is.
        keepers: Who may write what.
    """
    if all(before.get(top) is after.get(top) for top in _tops(tuple(keepers))):
        return forged
    found = dict(forged)
    for path, names in keepers.items():
        old, new = before.get(path), after.get(path)
        if old is new:
            continue
        if path in found and _same(found[path], new):
            del found[path]
        elif path not in found and names.isdisjoint(writers) and not _same(old, new):
            found[path] = old
    return found


@cache
def _tops(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The folders of the home, or of a drive, in which everything is that apps keep."""
    depth = len(HOME.split("/")) + 1
    return tuple(dict.fromkeys("/".join(path.split("/")[:depth]) for path in paths))


def _same(old: Entry | None, new: Entry | None) -> bool:
    if type(old) is File and type(new) is File:
        return old.content == new.content
    if type(old) is Directory and type(new) is Directory:
        return all(_same(a, b) for _, a, b in changes(old.entries, new.entries))
    return old is None and new is None
