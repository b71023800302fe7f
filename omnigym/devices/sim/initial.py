"""What is on the simulated desktop when an episode starts: files and settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from omnigym.devices.sim.state import EPOCH_MS
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.documents import plain, write_docx

__all__ = ["SETTINGS", "initial_files"]

#: The settings and their initial values.
SETTINGS: Mapping[str, str] = MappingProxyType({"theme": "light", "wallpaper": "bloom", "taskbar.alignment": "center"})

_DAY = 86_400_000
_FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos")
_TEXTS = {
    "Documents/notes.txt": "Things to do\n\n- call the dentist\n- water the plants\n- return the library books\n",
    "Documents/shopping list.txt": "milk\nbread\neggs\napples\ncoffee\n",
    "Documents/Projects/readme.txt": "Each project has a folder of its own.\n",
    "Downloads/changelog.txt": "1.2 fixes a crash on start\n1.1 adds dark mode\n1.0 first release\n",
}
_REPORT = (
    "Quarterly report\n"
    "Sales grew by four per cent in the first quarter. The north region did best.\n"
    "Two new shops open in May. Hiring begins in April.\n"
    "The next report is due in July."
)


@lru_cache(maxsize=1)
def initial_files() -> Vfs:
    """The files at the start of every episode."""
    vfs = Vfs()
    for folder in ("C:/Program Files", "C:/Windows", *[f"{HOME}/{name}" for name in _FOLDERS]):
        vfs = vfs.make_dir(folder, EPOCH_MS - 30 * _DAY)
    for age, (path, text) in enumerate(sorted(_TEXTS.items()), 1):
        vfs = vfs.write(path, text.encode(), EPOCH_MS - age * _DAY)
    return vfs.write("Documents/report.docx", write_docx(plain(_REPORT)), EPOCH_MS - 2 * _DAY)
