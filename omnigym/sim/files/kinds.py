"""Properties that follow from the name of a file: its extension, and whether it is listed."""

from __future__ import annotations

from omnigym.sim.vfs import HOME, Stat

_APP_DATA = f"{HOME}/AppData"


def split_name(name: str) -> tuple[str, str]:
    """Return stem and extension with its dot, as a rename selects them.

    >>> split_name("a.b.txt"), split_name(".profile"), split_name("notes")
    (('a.b', '.txt'), ('.profile', ''), ('notes', ''))
    """
    stem, dot, end = name.rpartition(".")
    return (stem, dot + end) if stem else (name, "")


def is_hidden(entry: Stat) -> bool:
    """Return whether an entry is not listed: names that begin with "$", and the folder of application data."""
    return entry.name.startswith("$") or entry.path == _APP_DATA


def extension(name: str) -> str:
    """Return the extension in lower case, without its dot."""
    return split_name(name)[1][1:].lower()
