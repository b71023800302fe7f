"""What carries out the effects that every desktop has, and no phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import DISTURBING
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.effects import EFFECTS
from omnigym.devices.sim.input.keyboard import press_key
from omnigym.devices.sim.input.windows import stop_app
from omnigym.devices.sim.system import Keystroke, Stop

__all__ = ["DESKTOP_EFFECTS"]


def _keystroke(desk: Desktop, _wid: str, effect: Keystroke) -> None:
    *mods, key = effect.key.split("+")
    press_key(desk, key, tuple(mods))


DESKTOP_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **EFFECTS,
    **DISTURBING,
    Keystroke: _keystroke,
    Stop: lambda desk, _, e: stop_app(desk, e.app),
}
