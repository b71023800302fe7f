"""What is on the simulated desktop when an episode starts: files and settings."""

from __future__ import annotations

from functools import lru_cache

from omnigym.documents import plain, write_docx
from omnigym.sim.settings import Settings
from omnigym.sim.state import EPOCH_MS
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.appearance import resolutions
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.packages import installed_at_first

#: The settings at the start. Switches are "on" or "off", lists are joined by "; ".
_SETTINGS = {
    "account.email": "alex.morgan@outlook.com",
    "account.name": "Alex Morgan",
    "account.picture": "",
    "accent": "default blue",
    "battery.saver": "off",
    "clipboard.history": "off",
    "display.brightness": "75",
    "network.airplane": "off",
    "network.bluetooth": "on",
    "network.wifi": "on",
    "night_light": "off",
    "notifications": "on",
    "notifications.do_not_disturb": "off",
    "mouse.primary": "left",
    "mouse.scheme": "Windows Default",
    "mouse.speed": "10",
    "power.mode": "balanced",
    "power.screen_off": "10",
    "power.sleep": "30",
    "region.first_day": "Sunday",
    "region.short_date": "M/d/yyyy",
    "sound.muted": "off",
    "sound.volume": "67",
    "taskbar.alignment": "center",
    "theme": "light",
    "time.24h": "off",
    "time.zone": "UTC",
    "wallpaper": "bloom",
}

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


def initial_settings(size: tuple[int, int], scale: float) -> Settings:
    """The settings at the start of every episode on a screen of a size in pixels."""
    shown = resolutions(size)
    display = {
        "display.resolution": shown[0],
        "display.resolutions": "; ".join(shown),
        "display.scale": f"{100 * scale:.12g}",
    }
    return Settings({**_SETTINGS, **installed_at_first(), **display})


@lru_cache(maxsize=1)
def initial_files() -> Vfs:
    """The files at the start of every episode."""
    vfs = Vfs()
    for folder in ("C:/Program Files", "C:/Windows", *[f"{HOME}/{name}" for name in _FOLDERS]):
        vfs = vfs.make_dir(folder, EPOCH_MS - 30 * _DAY)
    vfs = vfs.make_dir(f"{HOME}/AppData/Local", EPOCH_MS - 60 * _DAY)
    for age, (path, text) in enumerate(sorted(_TEXTS.items()), 1):
        vfs = vfs.write(path, text.encode(), EPOCH_MS - age * _DAY)
    vfs = vfs.write("Documents/report.docx", write_docx(plain(_REPORT)), EPOCH_MS - 2 * _DAY)
    return CATALOGUE.with_initial(vfs, EPOCH_MS)
