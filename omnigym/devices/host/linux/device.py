"""A Linux session on an X server, as a device."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from typing import ClassVar

from Xlib import error

from omnigym.devices.host.device import HostDevice
from omnigym.devices.host.linux.desktop import DisplayContent, LinuxDesktop
from omnigym.devices.host.linux.machine import look
from omnigym.devices.host.session import HostPlan
from omnigym.devices.protocol import MissingPrograms, Platform
from omnigym.devices.watchdog import Watchdog
from omnigym.devices.x11.app import XAppDefinition, installed_apps, self_standing
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.devices.x11.guard import guard_call
from omnigym.devices.x11.live_device import XDevice

__all__ = ["LinuxHost"]


class LinuxHost(HostDevice[LinuxDesktop], XDevice):
    """As of `HostDevice`, on an X server."""

    SYSTEM: ClassVar[str] = "linux"
    GONE: ClassVar[tuple[type[Exception], ...]] = (*CONNECTION_ERRORS, error.DisplayError)
    SESSION: ClassVar[str] = "the X server"

    desktop = "xfce"
    platform: Platform = "linux"
    look = staticmethod(look)
    _found: DisplayContent | None = None
    _watchdog: ClassVar[Watchdog] = Watchdog()

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """What those of these applications lack that are not here."""
        return super().missing_apps([app for app in apps if app in self_standing()])

    def _here(self) -> Mapping[str, XAppDefinition]:
        root = os.geteuid() == 0
        return {n: app for n, app in installed_apps().items() if n in self_standing() and (app.as_root or not root)}

    def _take(self, plan: HostPlan) -> LinuxDesktop:
        desktop = LinuxDesktop(plan, self._here(), self._found)
        self._found = desktop.found  # a start after an error does not take what is left for what was there before
        return desktop

    def _within(self, desktop: LinuxDesktop, call: str, seconds: float) -> AbstractContextManager[None]:
        return guard_call(self._watchdog, call, seconds, desktop.machine.break_off)
