"""Parole, the media player of Xfce."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

APP = AppDefinition(
    name="media_player",
    category="Multimedia Playback",
    argv=("parole",),
    package="parole",
    wm_class="Parole",
    ready={"role": Role.MENU_ITEM, "name": "Media"},
    title=r"(.+\.\w+)(?: - Parole.*)?",
    keys={
        "window": {"role": Role.WINDOW},
        "pause": {"role": Role.BUTTON, "name": "Pause"},
        "dialog": {"states": State.MODAL},
    },
)
