"""Galculator, a calculator."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

APP = AppDefinition(
    name="calculator",
    argv=("galculator",),
    package="galculator",
    wm_class="Galculator",
    ready={"role": Role.TEXT_AREA},
    keys={
        "window": {"role": Role.WINDOW},
        "display": {"role": Role.TEXT_AREA},
        "button": {"role": Role.TOGGLE, "name": "{name}"},
        "dialog": {"states": State.MODAL},
    },
)
