"""A Windows session as a device."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from omnigym.devices.host.device import HostDevice
from omnigym.devices.host.session import HostPlan
from omnigym.devices.host.windows.apps import WindowsAppDefinition, app_for, definitions, installed_apps
from omnigym.devices.host.windows.desktop import WindowsDesktop, look
from omnigym.devices.protocol import MissingPrograms, Platform
from omnigym.devices.waiting import Deadline
from omnigym.errors import ConfigError, DeviceTimeoutError

__all__ = ["WindowsHost"]


class WindowsHost(HostDevice[WindowsDesktop]):
    """As of `HostDevice`, on Windows."""

    SYSTEM: ClassVar[str] = "win32"
    SESSION: ClassVar[str] = "the session"

    desktop = ""
    platform: Platform = "windows"
    look = staticmethod(look)

    def app_title(self, app: str) -> str:
        """How an application is called on the screen; "" of one that is not known."""
        return definitions()[app].title if app in definitions() else ""

    def app_for(self, path: str) -> str:
        """The application that opens a file, by the file's name.

        Raises:
            ConfigError: None does.
        """
        return app_for(path, self._here())

    def setting(self, key: str) -> str:
        """The value of a setting; see `WindowsSettings.get`.

        Raises:
            UnknownNameError: There is no such setting.
        """
        with self._call("setting") as desktop:
            return desktop.settings.get(key)

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting until the next reset; see `WindowsSettings.set`.

        Raises:
            UnknownNameError: There is no such setting.
            ConfigError: It cannot be changed so.
        """
        with self._call("set_setting") as desktop:
            desktop.settings.set(key, value)

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """What those of these applications lack that are not here."""
        here = installed_apps()
        lacking = {n: definitions()[n] for n in apps if n in definitions() and n not in here}
        programs = {n: tuple(sorted({v.argv[0] for v in app.variants})) for n, app in lacking.items()}
        return {n: MissingPrograms(what, "Settings > System > Optional features") for n, what in programs.items()}

    def _here(self) -> Mapping[str, WindowsAppDefinition]:
        return installed_apps()

    def _known(self) -> Mapping[str, WindowsAppDefinition]:
        return {**definitions(), **installed_apps()}

    def _take(self, plan: HostPlan) -> WindowsDesktop:
        if plan.display or plan.bus:
            raise ConfigError("HostConfig(display=..., bus=...) are of Linux: leave them out on Windows.")
        return WindowsDesktop(plan, self._here())

    @contextmanager
    def _within(self, desktop: WindowsDesktop, call: str, seconds: float) -> Iterator[None]:
        """Each question to another program has a deadline of its own: the call's is looked at when it is over."""
        del desktop
        deadline = Deadline(seconds)
        yield
        if deadline.passed:
            raise DeviceTimeoutError("host", call, f"it took more than {seconds:g} s.", "Look what hangs there.")
