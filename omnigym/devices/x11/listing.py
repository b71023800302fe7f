"""A repair for file lists whose accessible names are out of date.

GTK 3's tree view keeps the accessible objects of its cells with their places when rows are reordered (a file was
renamed, and the list is sorted by name), and renews their names only when a row changes. The screen is right, the
tree names one file twice and another not at all. A file whose permissions are set to what they are counts as changed,
which makes the file manager update its row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from omnigym.a11y import Block, Role, Tree
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.files import HomeFiles
from omnigym.errors import TooLargeError

__all__ = ["Listing"]


class Listing:
    """Looks for such lists, and has them renewed.

    Args:
        apps: The applications; those that list a folder are looked at.
        files: The home.
        home: The home as the desktop's user writes it.
    """

    def __init__(self, apps: Mapping[str, AppDefinition], files: HomeFiles, home: str) -> None:
        self._apps = [app for app in apps.values() if app.lists_folder]
        self._files, self._home = files, home

    def renew(self, tree: Tree) -> bool:
        """Have the lists renewed that name a file twice; returns whether there is one."""
        stale = {folder for block in tree.blocks if (folder := self._folder(block)) and self._is_stale(block, folder)}
        for folder in stale:
            self._files.nudge(folder)
        return bool(stale)

    def _folder(self, block: Block) -> str:
        """The folder that a window shows, by its title; empty if it shows none."""
        return next((path for app in self._apps if (path := app.document(block.names[0], self._home))), "")

    def _is_stale(self, block: Block, folder: str) -> bool:
        shown = Counter(name for name, role in zip(block.names, block.roles, strict=True) if role == Role.CELL)
        twice = {name for name, count in shown.items() if count > 1}
        if not twice:
            return False
        try:
            entries = self._files.list_dir(folder)
        except (FileNotFoundError, TooLargeError):
            return False
        return any(entry.path.rpartition("/")[2] in twice for entry in entries)
