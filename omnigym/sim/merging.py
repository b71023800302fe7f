"""A merge of several devices' versions of one directory: each device's changes since all had the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from omnigym.sim.vfs import Directory, Entry, Vfs, VfsError, base_name, canonical, weight

#: What is in a directory that is not there.
NOTHING: Mapping[str, Entry] = MappingProxyType({})


def merged(base: Mapping[str, Entry], ours: Mapping[str, Entry], theirs: Mapping[str, Entry]) -> Mapping[str, Entry]:
    """Return a merged directory after two changes; one side's object itself if the other is unchanged.

    Args:
        base: Its entries at a moment before.
        ours: What became of them here; where both changed the same file, what is here stays.
        theirs: What became of them there.
    """
    if theirs is base or theirs is ours:
        return ours
    if ours is base:
        return theirs
    out: dict[str, Entry] = {}
    for name in sorted(ours.keys() | theirs.keys()):
        entry = _of_both(base.get(name), ours.get(name), theirs.get(name))
        if entry is not None:
            out[name] = entry
    return out


def _of_both(base: Entry | None, ours: Entry | None, theirs: Entry | None) -> Entry | None:
    if theirs is base or theirs == ours:
        return ours
    if ours is base:
        return theirs
    if type(ours) is Directory and type(theirs) is Directory:
        before = base.entries if type(base) is Directory else NOTHING
        entries = merged(before, ours.entries, theirs.entries)
        return ours if entries is ours.entries else _directory(ours.name, entries, ours.mtime_ms)
    return theirs if ours is None else ours  # what one removed and the other changed is there


def entries_at(vfs: Vfs, path: str) -> Mapping[str, Entry]:
    """Return the contents of a directory; the same object while they do not change."""
    found = vfs.get(path)
    return found.entries if type(found) is Directory else NOTHING


def with_entries(vfs: Vfs, path: str, entries: Mapping[str, Entry], mtime_ms: int) -> Vfs:
    """Return the files with only these entries in a directory, which is made if it is missing.

    A file of its name gives way. Where one has the name of a directory above it, nothing can be put there: an agent may
    bring that about, and has removed what was there.
    """
    found = vfs.get(path)
    name = found.name if found is not None else base_name(canonical(path))
    try:
        return vfs.put(path, _directory(name, entries, mtime_ms), mtime_ms)
    except VfsError:
        return vfs


def _directory(name: str, entries: Mapping[str, Entry], mtime_ms: int) -> Directory:
    weights = [weight(entry) for entry in entries.values()]
    return Directory(name, entries, mtime_ms, sum(n for n, _ in weights), sum(size for _, size in weights))
