"""The settings of Xfce that say how the desktop looks: style, icons, fonts."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.settings import PREFERENCES
from omnigym.devices.x11.xfconf import channel

APP = AppDefinition(
    name="settings",
    category="System Management",
    argv=("xfce4-appearance-settings",),
    package="xfce4-settings",
    wm_class="Xfce4-appearance-settings",
    ready={"role": Role.TAB, "name": "Style"},
    settings=dict([channel("xsettings", PREFERENCES)]),
    services=(("xfsettingsd",),),
    keys={
        "window": {"role": Role.DIALOG, "name": "Appearance"},
        "tab": {"role": Role.TAB, "name": "{name}"},
        "entry": {"role": Role.CELL, "name": "{name}"},
        "style": {"role": Role.CELL, "name": "{name}\nGtk3, Gtk2"},
        "option": {"role": Role.CHECKBOX, "name": "{name}"},
        "choice": {"role": Role.COMBOBOX, "name": "{name}"},
        "number": {"role": Role.SPINNER},
    },
)
