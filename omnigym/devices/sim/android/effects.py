"""What carries out the effects of the phone's apps and shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.android.navigation import go_back, go_home, stop_app
from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import DISTURBING
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.effects import EFFECTS
from omnigym.devices.sim.input.keyboard import press_key, type_text
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.notifications import add_notification
from omnigym.devices.sim.system import Back, Home, Keystroke, Notify, Stop, TypeText
from omnigym.devices.sim.vfs import VfsError

__all__ = ["PHONE_EFFECTS"]


def _notify(desk: Desktop, _wid: str, effect: Notify) -> None:
    """List a notification, where its app may have any, and show it, where nobody wants to be left alone."""
    regs = desk.regs
    if regs.settings.get(f"notifications.{effect.app}") == "off":
        return
    try:
        regs.vfs, note = add_notification(regs.vfs, *effect, regs.clock_ms)
    except VfsError:  # something else is where the list has to be
        return
    desk.touch()
    if regs.settings.get("global/zen_mode") != "1":
        send(desk, "toast", ("show", note))


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
