"""What happens on the simulated Ubuntu that nobody asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import toasts
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.platform import Happening
from omnigym.devices.sim.system import Interrupt, Notify

__all__ = ["DISTURBANCES"]

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
