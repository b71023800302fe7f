"""A message of the system, or of a program without a window: a message box that belongs to nobody."""

from __future__ import annotations

from omnigym.devices.sim.windows.apps.dialogs import message_box

__all__ = ["APPS"]

APPS = tuple([app._replace(name="system_message") for app in message_box.APPS])
