"""What happens on the desktop that nobody asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.disturbances import mails, toasts
from omnigym.devices.sim.common.mailbox import folder_path
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.platform import Happening
from omnigym.devices.sim.system import Interrupt, Notify

__all__ = ["DISTURBANCES"]

_TOASTS = (
    Notify("todo", "Reminder", "Water the plants is due today."),
    Notify("settings", "Windows Security", "The last scan found no threats on your device."),
    Notify("file_manager", "Downloads", "Your download has finished."),
    Notify("photos", "A look back", "You have memories from this day last year."),
    Notify("settings", "Get even more out of Windows", "Finish setting up your device in a few steps."),
    Notify("file_manager", "USB drive", "Select to choose what happens with removable drives."),
)

_DIALOGS = (
    MessageBox(
        "Low battery",
        "Your battery is running low (10%). You might want to plug in your PC.",
        ("Close",),
        "Close",
        "warning",
    ),
    MessageBox(
        "Printer",
        "The printer 'Office-2' is offline. Do you want to try again?",
        ("Retry", "Cancel"),
        "Cancel",
        "error",
    ),
    MessageBox(
        "Sign in",
        "Your password for the file share expires in 3 days. Do you want to change it now?",
        ("Change it", "Not now"),
        "Not now",
        "question",
    ),
    MessageBox(
        "Feedback",
        "How likely are you to recommend Windows 11 to a friend or colleague?",
        ("Answer", "Not now"),
        "Not now",
        "question",
    ),
)


def _dialog(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("system_message", rng.choice(_DIALOGS)),)


def _update(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("windows_update", rng.choice(("5052093", "5053598", "5055523"))),)


DISTURBANCES: Mapping[str, Happening] = {
    "dialog": _dialog,
    "mail": mails(folder_path("Inbox"), "mail"),
    "toast": toasts(_TOASTS),
    "update": _update,
}
