"""The phone's notifications: the list of `omnigym.devices.sim.notifications`, which the shade shows."""

from __future__ import annotations

from omnigym.devices.sim.android.catalogue import program
from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.notifications import Notification, notifications
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.vfs import Vfs

__all__ = ["notices", "opened", "source"]


def notices(vfs: Vfs) -> tuple[Notification, ...]:
    """All notifications, the oldest first."""
    return notifications(vfs)


def source(app: str) -> Shortcut:
    """The app that a notification is from; the system itself where that is none."""
    return program(app) or Shortcut("", "Android System", "app/android")


def opened(note: Notification) -> tuple[Effect, ...]:
    """What a touch on a notification does."""
    known = program(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()
