"""The keys of the system, which no app gets; they are GNOME's."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.menu import close_menu
from omnigym.devices.sim.input.messages import carry_out
from omnigym.devices.sim.input.snapping import snap_by_key
from omnigym.devices.sim.input.windows import launch, request_close, set_mode, show_desktop, switch, toggle_shell
from omnigym.devices.sim.system import Power

__all__ = ["press_system_key"]

#: Shell surfaces, and what they are opened with, by the keys that open and close them.
_SHELLS = {
    "meta": ("overview", ""),
    "alt+f1": ("overview", ""),
    "meta+a": ("overview", "grid"),
    "meta+s": ("quick_settings", ""),
    "meta+v": ("notifications", ""),
    "meta+m": ("notifications", ""),
}
#: Apps by the keys that start them.
_APPS = {"ctrl+alt+t": "terminal"}


def press_system_key(desk: Desktop, combo: str) -> bool:
    """Do what the system does with a key; False where it leaves it to the apps, and while the screen is locked."""
    regs = desk.regs
    if desk.locked:
        return False
    wid = desk.root_of(regs.active)
    if combo in _SHELLS:
        close_menu(desk)
        toggle_shell(desk, *_SHELLS[combo])
    elif combo in _APPS:
        close_menu(desk)
        launch(desk, _APPS[combo], "")
    elif combo == "alt+f4":
        close_menu(desk)
        request_close(desk, regs.active)
    elif combo in ("alt+tab", "shift+alt+tab", "meta+tab", "shift+meta+tab"):
        close_menu(desk)
        switch(desk, back="shift" in combo)
    elif combo in ("meta+d", "ctrl+alt+d"):
        show_desktop(desk)
    elif combo in ("meta+l", "ctrl+alt+delete"):
        carry_out(desk, wid, (Power("lock"),))
    elif combo == "alt+f10":
        window = regs.windows.get(wid)
        set_mode(desk, wid, "normal" if window is not None and window.mode == "maximised" else "maximised")
    elif combo in ("meta+left", "meta+right", "meta+up", "meta+down"):
        snap_by_key(desk, wid, combo.removeprefix("meta+"))
    else:
        return False
    return True
