"""What carries out the effects of the phone's apps and shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.android.navigation import go_back, go_home
from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import DISTURBING
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.effects import EFFECTS
from omnigym.devices.sim.input.happening import notify
from omnigym.devices.sim.input.keyboard import press_key, type_text
from omnigym.devices.sim.input.windows import stop_app
from omnigym.devices.sim.system import Back, Home, Keystroke, Notify, Stop, TypeText

__all__ = ["PHONE_EFFECTS"]


def _notify(desk: Desktop, _wid: str, effect: Notify) -> None:
    settings = desk.regs.settings
    allowed = settings.get(f"notifications.{effect.app}") != "off"
    notify(desk, effect, listed=allowed, shown=settings.get("global/zen_mode") != "1")


PHONE_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **EFFECTS,
    **DISTURBING,
    Notify: _notify,
    Back: lambda desk, _, __: go_back(desk),
    Home: lambda desk, _, __: go_home(desk),
    TypeText: lambda desk, _, e: type_text(desk, e.text),
    Keystroke: lambda desk, _, e: press_key(desk, e.key, ()),
    Stop: lambda desk, _, e: stop_app(desk, e.app),
}
