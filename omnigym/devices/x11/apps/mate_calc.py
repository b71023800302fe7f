"""MATE's calculator."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

APP = AppDefinition(
    name="calculator",
    category="Utility Tools",
    argv=("mate-calc",),
    package="mate-calc",
    wm_class="Mate-calc",
    ready={"role": Role.TEXT_AREA},
    keys={
        "window": {"role": Role.WINDOW},
        "display": {"role": Role.TEXT_AREA},
        "button": {"role": Role.BUTTON, "name": "{name}"},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "dialog": {"states": State.MODAL},
    },
)
