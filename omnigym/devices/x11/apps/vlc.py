"""VLC, a media player: silent, with its web interface on the desktop itself.

The interface is how checks ask what is played. Each program of the desktop may speak to it; so may an agent.
"""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

_SETTINGS = """[qt]
qt-privacy-ask=0
qt-updates-notif=0
qt-system-tray=0
qt-bgcone=0
qt-name-in-title=1
qt-notification=0
qt-video-autoresize=0

[core]
metadata-network-access=0
aout=pulse,dummy
extraintf=http
http-host=127.0.0.1
http-port=8080
video-title-show=0

[lua]
http-password=password
"""
_INTERFACE = """[General]
IsFirstRun=0
geometry=

[MainWindow]
playlist-visible=false
"""

_VLC = XAppDefinition(
    name="vlc",
    category="Multimedia Playback",
    argv=("vlc",),
    package="vlc-bin vlc-plugin-base vlc-plugin-qt vlc-plugin-video-output",
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
