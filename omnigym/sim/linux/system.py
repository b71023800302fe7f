"""What Ubuntu does besides its apps: the keys of the system, and what happens that nobody asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping

from omnigym.sim.app import Effect
from omnigym.sim.common.disturbances import toasts
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.menu import close_menu
from omnigym.sim.input.messages import carry_out
from omnigym.sim.input.windows import launch, request_close, set_mode, show_desktop, snap_by_key, switch, toggle_shell
from omnigym.sim.platform import Happening
from omnigym.sim.system import Interrupt, Notify, Power

# -- the keys of the system, which no app gets; they are GNOME's ------------------------------------------------------

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


# -- what happens on the simulated Ubuntu that nobody asked for -------------------------------------------------------

_TOASTS = (
    Notify("file_manager", "Downloads", "Your download has finished."),
    Notify("settings", "Connection Established", "You are now connected to the network."),
    Notify("settings", "Low disk space", "The volume has 1.2 GB left."),
    Notify("settings", "Ubuntu Pro", "Get ten years of security updates for this computer."),
    Notify("file_manager", "USB drive", "Choose what happens with removable drives."),
)
_DIALOGS = (
    MessageBox(
        "System Problem",
        "System program problem detected.\nDo you want to report the problem now?",
        ("Cancel", "Report problem…"),
        "Cancel",
        "question",
    ),
    MessageBox("Battery", "Your battery is running low (10%). You might want to plug in.", ("Close",), "Close"),
    MessageBox(
        "Keyring",
        "The login keyring did not get unlocked when you logged into your computer.",
        ("Cancel", "Unlock"),
        "Cancel",
        "question",
    ),
)
_UPDATES = MessageBox(
    "Software Updater",
    "Updated software has been issued since Ubuntu 22.04 was released.\nDo you want to install it now?",
    ("Remind Me Later", "Install Now"),
    "Remind Me Later",
    "question",
)


def _dialog(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("system_message", rng.choice(_DIALOGS)),)


def _update(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("system_message", _UPDATES),)


DISTURBANCES: Mapping[str, Happening] = {"dialog": _dialog, "toast": toasts(_TOASTS), "update": _update}
