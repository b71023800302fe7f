"""What happens on the phone that nobody asked for: notices slide in, and mails arrive. No dialog opens by itself."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.android.apps.gmail.store import MAIL
from omnigym.devices.sim.common.disturbances import mails, toasts
from omnigym.devices.sim.platform import Happening
from omnigym.devices.sim.system import Notify
from omnigym.devices.sim.vfs import join

__all__ = ["DISTURBANCES"]

_TOASTS = (
    Notify("tasks", "Reminder", "Water the plants is due today."),
    Notify("files", "Storage", "Clear 1.2 GB of files that you no longer need."),
    Notify("photos", "A look back", "You have memories from this day last year."),
    Notify("maps", "Traffic nearby", "Traffic is lighter than usual in your area."),
    Notify("", "Battery", "Battery Saver can make your battery last longer."),
    Notify("settings", "Finish setting up your phone", "A few steps are left."),
)

DISTURBANCES: Mapping[str, Happening] = {"mail": mails(join(MAIL, "Inbox"), "gmail"), "toast": toasts(_TOASTS)}
