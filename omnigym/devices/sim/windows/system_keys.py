"""The keys of the system, which no app gets."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.menu import close_menu
from omnigym.devices.sim.input.messages import carry_out, send
from omnigym.devices.sim.input.snapping import open_layouts, snap_by_key
from omnigym.devices.sim.input.windows import launch, request_close, show_desktop, switch, toggle_shell
from omnigym.devices.sim.system import Interrupt, Power

__all__ = ["press_system_key"]

#: Shell surfaces by the keys that open and close them.
_SHELLS = {
    "meta": "start",
    "ctrl+escape": "start",
    "meta+s": "start",
    "meta+n": "notifications",
    "meta+a": "quick_settings",
    "shift+meta+s": "snipping",
    "meta+tab": "task_view",
}


def press_system_key(desk: Desktop, combo: str) -> bool:
    """Do what the system does with a key; False where it leaves it to the apps, and while the screen is locked."""
    regs = desk.regs
    if desk.locked:
        return False
    wid = desk.root_of(regs.active)
    if combo in _SHELLS:
        close_menu(desk)
        toggle_shell(desk, _SHELLS[combo])
    elif combo == "alt+f4":
        close_menu(desk)
        request_close(desk, regs.active)
    elif combo in ("alt+tab", "shift+alt+tab"):
        close_menu(desk)
        switch(desk, back="shift" in combo)
    elif combo in ("meta+d", "meta+m"):
        show_desktop(desk)
    elif combo == "meta+e":
        launch(desk, "file_manager", "")
    elif combo == "ctrl+shift+escape":
        launch(desk, "task_manager", "")
    elif combo == "meta+i":
        launch(desk, "settings", "")
    elif combo == "meta+v":
        close_menu(desk)
        toggle_shell(desk, "clipboard", regs.clips)
    elif combo == "meta+x":
        close_menu(desk)
        send(desk, "taskbar", ("start_menu",))
    elif combo == "meta+r":
        carry_out(desk, wid, (Interrupt("run"),))
    elif combo == "meta+l":
        carry_out(desk, wid, (Power("lock"),))
    elif combo == "meta+z":
        close_menu(desk)
        open_layouts(desk, wid)
    elif combo in ("meta+left", "meta+right", "meta+up", "meta+down"):
        snap_by_key(desk, wid, combo.removeprefix("meta+"))
    else:
        return False
    return True
