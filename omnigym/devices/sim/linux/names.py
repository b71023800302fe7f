"""Names of files as Linux shows them, which differ from those inside the virtual file system at its root alone."""

from __future__ import annotations

from omnigym.devices.sim.files.kinds import is_hidden
from omnigym.devices.sim.linux.paths import outward
from omnigym.devices.sim.vfs import Stat, Vfs, base_name

__all__ = ["entries_in", "name_of", "names_in", "shown_entries"]


def name_of(entry: Stat) -> str:
    """What it is called: "home" for the folder of all homes."""
    return base_name(outward(entry.path)) or "/"


def entries_in(vfs: Vfs, path: str) -> tuple[Stat, ...]:
    """What is in a folder, by name; hidden files are among it, what the device keeps for itself is not."""
    found = [e for e in vfs.list(path) if not is_hidden(e)]
    return tuple(sorted(found, key=lambda e: _order(name_of(e))))


def names_in(vfs: Vfs, path: str) -> list[str]:
    """The names of `entries_in`."""
    return [name_of(e) for e in entries_in(vfs, path)]


def shown_entries(vfs: Vfs, path: str) -> tuple[Stat, ...]:
    """What is in a folder without the hidden files."""
    return tuple([e for e in entries_in(vfs, path) if not e.name.startswith(".")])


def _order(name: str) -> tuple[str, str]:
    """As in an English locale: letter case and a leading dot count only where nothing else does."""
    return name.lstrip(".").casefold(), name
