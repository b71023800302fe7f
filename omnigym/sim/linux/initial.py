"""What is on the simulated Ubuntu when an episode starts: files and settings."""

from __future__ import annotations

from functools import lru_cache

from omnigym.sim.common.system_settings import resolutions
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.linux.paths import inward
from omnigym.sim.settings import Settings
from omnigym.sim.state import EPOCH_MS
from omnigym.sim.vfs import HOME, Vfs

#: The settings at the start. Switches are "on" or "off"; those that another desktop has too are called the same.
_SETTINGS = {
    "accent": "orange",
    "account.name": "User",
    "battery.saver": "off",
    "clock.weekday": "on",
    "display.brightness": "75",
    "network.airplane": "off",
    "network.bluetooth": "on",
    "network.wifi": "on",
    "night_light": "off",
    "notifications": "on",
    "notifications.do_not_disturb": "off",
    "notifications.lock_screen": "on",
    "power.mode": "balanced",
    "power.screen_off": "5",
    "power.sleep": "off",
    "privacy.location": "off",
    "sound.events": "on",
    "sound.input": "60",
    "sound.muted": "off",
    "sound.volume": "67",
    "theme": "light",
    "time.24h": "on",
    "time.zone": "UTC",
    "wallpaper": "aubergine",
}

_DAY = 86_400_000
_FOLDERS = (
    *("Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos"),
    ".config",
    ".local/share",
)
_SYSTEM = ("/bin", "/boot", "/dev", "/etc", "/opt", "/root", "/tmp", "/usr/bin", "/usr/share", "/var/log")
_TEXTS = {
    "/etc/hostname": "ubuntu\n",
    "/etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\tubuntu\n",
    "/etc/os-release": 'PRETTY_NAME="Ubuntu 22.04.4 LTS"\nNAME="Ubuntu"\nVERSION_ID="22.04"\nID=ubuntu\n',
    "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:User,,,:/home/user:/bin/bash\n",
    "/var/log/syslog": "Mar 14 08:59:41 ubuntu systemd[1]: Started GNOME Display Manager.\n",
    "~/.bashrc": "# ~/.bashrc: executed by bash(1) for non-login shells.\nalias ll='ls -alF'\n",
    "~/Documents/notes.txt": "Things to do\n\n- call the dentist\n- water the plants\n- return the library books\n",
    "~/Documents/shopping list.txt": "milk\nbread\neggs\napples\ncoffee\n",
    "~/Documents/Projects/readme.md": "# Projects\n\nEach project has a folder of its own.\n",
    "~/Downloads/changelog.txt": "1.2 fixes a crash on start\n1.1 adds dark mode\n1.0 first release\n",
}


def initial_settings(size: tuple[int, int], scale: float) -> Settings:
    """The settings at the start of every episode on a screen of a size in pixels."""
    shown = resolutions(size)
    display = {
        "display.resolution": shown[0],
        "display.resolutions": "; ".join(shown),
        "display.scale": f"{100 * scale:.12g}",
    }
    return Settings({**_SETTINGS, **display})


@lru_cache(maxsize=1)
def initial_files() -> Vfs:
    """The files at the start of every episode."""
    vfs = Vfs()
    for folder in (*_SYSTEM, *[f"{HOME}/{name}" for name in _FOLDERS]):
        vfs = vfs.make_dir(inward(folder), EPOCH_MS - 30 * _DAY)
    for age, (path, text) in enumerate(sorted(_TEXTS.items()), 1):
        vfs = vfs.write(inward(path), text.encode(), EPOCH_MS - age * _DAY)
    return CATALOGUE.with_initial(vfs, EPOCH_MS)
