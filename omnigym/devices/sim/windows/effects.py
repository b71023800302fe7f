"""What carries out the effects of the desktop's apps and shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import DISTURBING
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.effects import EFFECTS
from omnigym.devices.sim.input.keyboard import press_key
from omnigym.devices.sim.input.windows import stop_app
from omnigym.devices.sim.system import Forget, Keystroke, Snip, Stop
from omnigym.devices.sim.windows.snipping import snip

__all__ = ["WINDOWS_EFFECTS"]


def _keystroke(desk: Desktop, _wid: str, effect: Keystroke) -> None:
    *mods, key = effect.key.split("+")
    press_key(desk, key, tuple(mods))


def _forget(desk: Desktop, _wid: str, effect: Forget) -> None:
    desk.regs.clips = tuple([c for c in desk.regs.clips if c not in effect.clips])


WINDOWS_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **EFFECTS,
    **DISTURBING,
    Forget: _forget,
    Keystroke: _keystroke,
    Snip: snip,
    Stop: lambda desk, _, e: stop_app(desk, e.app),
}
