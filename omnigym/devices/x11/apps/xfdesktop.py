"""The settings of Xfce's desktop: what lies behind the windows."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.x11.app import AppDefinition

APP = AppDefinition(
    name="desktop_settings",
    category="System Management",
    argv=("xfdesktop-settings",),
    package="xfdesktop4",
    wm_class="Xfdesktop-settings",
    ready={"role": Role.TAB, "name": "Background"},
    keys={
        "window": {"role": Role.DIALOG, "name": "Desktop"},
        "tab": {"role": Role.TAB, "name": "{name}"},
        "choice": {"role": Role.COMBOBOX, "name": "{name}"},
        "option": {"role": Role.CHECKBOX, "name": "{name}"},
        "number": {"role": Role.SPINNER},
    },
)
