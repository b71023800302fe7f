"""What carries out the effects of the desktop's apps and shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.desktop_effects import DESKTOP_EFFECTS
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.system import Forget, Remind, Snip
from omnigym.devices.sim.windows.events import remind
from omnigym.devices.sim.windows.snipping import snip

__all__ = ["WINDOWS_EFFECTS"]


def _forget(desk: Desktop, _wid: str, effect: Forget) -> None:
    desk.regs.clips = tuple([c for c in desk.regs.clips if c not in effect.clips])


WINDOWS_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **DESKTOP_EFFECTS,
    Forget: _forget,
    Remind: remind,
    Snip: snip,
}
