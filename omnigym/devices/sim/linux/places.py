"""The places beside lists of files: the user's folders, the trash, the computer."""

from __future__ import annotations

from omnigym.devices.sim.linux.paths import ROOT
from omnigym.devices.sim.vfs import HOME

__all__ = ["PLACES", "TRASH"]

#: The location of the trash, which is no folder.
TRASH = "trash:"
#: Key, name, location and icon of what is in the side bar.
PLACES: tuple[tuple[str, str, str, str], ...] = (
    ("home", "Home", HOME, "home"),
    ("desktop", "Desktop", f"{HOME}/Desktop", "desktop"),
    ("documents", "Documents", f"{HOME}/Documents", "document"),
    ("downloads", "Downloads", f"{HOME}/Downloads", "download"),
    ("music", "Music", f"{HOME}/Music", "music"),
    ("pictures", "Pictures", f"{HOME}/Pictures", "image"),
    ("videos", "Videos", f"{HOME}/Videos", "video"),
    ("trash", "Trash", TRASH, "delete"),
    ("computer", "Computer", ROOT, "hard-drive"),
)
