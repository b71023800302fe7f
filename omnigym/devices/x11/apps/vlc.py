"""VLC, a media player, with its web interface on the desktop itself.

The interface is how checks ask what is played. Each program of the desktop may speak to it; so may an agent.
"""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

#: Only how it is asked what it plays, and that it has no sound card and makes no question. A task can ask for any other
#: setting, so all others are the program's own.
_SETTINGS = """[qt]
qt-privacy-ask=0

[core]
aout=pulse,dummy
extraintf=http
http-host=127.0.0.1
http-port=8080

[lua]
http-password=password
"""
#: What keeps it still and away from the network: of this run, and in no file.
_STILL = (
    "--no-qt-system-tray",
    "--qt-notification=0",
    "--no-qt-video-autoresize",
    "--no-metadata-network-access",
    "--no-video-title-show",
)
_INTERFACE = """[General]
IsFirstRun=0
geometry=
"""

_VLC = XAppDefinition(
    name="vlc",
    category="Multimedia Playback",
    argv=("vlc", *_STILL),
    package="vlc vlc-plugin-base vlc-plugin-qt vlc-plugin-video-output",
    wm_class="vlc",
    as_root=False,
    ready={"role": Role.MENU_ITEM, "name": "Media"},
    title=r"(.+) - VLC media player",
    settings={".config/vlc/vlcrc": _SETTINGS, ".config/vlc/vlc-qt-interface.conf": _INTERFACE},
    keys={
        "window": {"role": Role.WINDOW},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_VLC,)
