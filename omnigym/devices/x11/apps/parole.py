"""Parole, the media player of Xfce."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.xfconf import channel

#: Its buttons stay: they would hide four seconds after the pointer stood still, of an agent that thinks for longer.
_SETTINGS = channel("parole", (("hide-controls-timeout", "int", "0"),))

APP = AppDefinition(
    name="media_player",
    category="Multimedia Playback",
    argv=("parole",),
    package="parole",
    wm_class="Parole",
    ready={"role": Role.MENU_ITEM, "name": "Media"},
    title=r"(.+\.\w+)(?: - Parole.*)?",
    settings=dict([_SETTINGS]),
    keys={
        "window": {"role": Role.WINDOW},
        "pause": {"role": Role.BUTTON, "name": "Pause"},
        "dialog": {"states": State.MODAL},
    },
)
