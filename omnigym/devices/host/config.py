"""The configuration of the machine that omnigym runs on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Platform
from omnigym.errors import ConfigError

if TYPE_CHECKING:
    from omnigym.devices.host.device import HostDevice

__all__ = ["ALLOW_VARIABLE", "CONFIG", "HostConfig"]

#: The environment variable that allows it, too, where it is "allow".
ALLOW_VARIABLE = "OMNIGYM_HOST"


class _System(NamedTuple):
    """What a system is driven by.

    Attributes:
        platform: What it is to tasks.
        desktop: Which of the platform's desktops.
        device: Imports the class of its device.
        apps: Imports the category of each of its applications, by omnigym's name.
        serves: What its device can do besides, which not every system's can.
    """

    platform: Platform
    desktop: str
    device: Callable[[], type[HostDevice[Any]]]
    apps: Callable[[], Mapping[str, str]]
    serves: frozenset[str] = frozenset()


def _linux_device() -> type[HostDevice[Any]]:
    from omnigym.devices.host.linux.device import LinuxHost

    return LinuxHost


def _linux_apps() -> Mapping[str, str]:
    from omnigym.devices.x11.app import self_standing

    return {name: app.category for name, app in self_standing().items()}


def _windows_device() -> type[HostDevice[Any]]:
    from omnigym.devices.host.windows.device import WindowsHost

    return WindowsHost


def _windows_apps() -> Mapping[str, str]:
    from omnigym.devices.host.windows.apps import definitions

    return {name: app.category for name, app in definitions().items()}


def _mac_device() -> type[HostDevice[Any]]:
    from omnigym.devices.host.macos.device import MacHost

    return MacHost


def _mac_apps() -> Mapping[str, str]:
    from omnigym.devices.host.macos.apps import definitions

    return {name: app.category for name, app in definitions().items()}


#: By `sys.platform`. On any other the device of Linux says that it cannot be.
_SYSTEMS: Mapping[str, _System] = {
    "linux": _System("linux", "xfce", _linux_device, _linux_apps),
    "darwin": _System("macos", "", _mac_device, _mac_apps),
    "win32": _System("windows", "", _windows_device, _windows_apps, frozenset({"settings"})),
}
_SYSTEM = _SYSTEMS.get(sys.platform, _SYSTEMS["linux"])


@dataclass(frozen=True, slots=True)
class HostConfig(DeviceConfig):
    """The desktop of the user who runs omnigym: a Linux session on an X server, a Windows or a macOS desktop.

    Args:
        size: The screen's (width, height) in pixels; a screen of another size is refused.
        allow: Whether this machine may be driven; without it, and without the variable `ALLOW_VARIABLE`, nothing is.
        display: The X display, such as ``":1"``; "" for that of ``DISPLAY``. Of Linux alone.
        bus: The address of the session's D-Bus; "" for that of ``DBUS_SESSION_BUS_ADDRESS``. Of Linux alone.
        input: ``"native"``: XTEST, SendInput or Quartz; ``"pyautogui"``: that package, for comparison.
        home: The folder that belongs to the device, in which programs that it starts have their home, and which is
            emptied at each reset; "" for ``omnigym-host`` below the user's home. One that exists must be the device's.
        real_home: Whether such programs get the user's own home instead. Nothing in it is restored.
        own_session: Whether the whole session is for the device, as in a virtual machine or a container: daemons that
            D-Bus starts, such as the one of Xfce's settings, have the device's home then, and end at each reset; and an
            action is over as soon as the whole session sleeps.
        quiet: How long the screen must be at rest before an action is over, in seconds.
        cap: The longest that is waited for that, in seconds.
        patience: How many times as long as usual programs may take to answer and to start, and in how many actions in a
            row they are waited for; a virtual machine without acceleration is that slow.
        prelaunch: Applications that are open from the beginning.
        reset_command: A command that restores what the device cannot, at each reset; none to leave it.
        trust: Whether commands of task files may run on this machine, as this user.
    """

    BACKEND: ClassVar[str] = "host"
    PLATFORM: ClassVar[Platform] = _SYSTEM.platform
    CAPABILITIES: ClassVar[frozenset[str]] = _SYSTEM.serves | {
        *("a11y", "apps", "clipboard", "file_types", "files", "pointer", "processes", "shell"),
    }
    EXTRA: ClassVar[str] = "host"
    FOUND: ClassVar[bool] = True

    size: tuple[int, int] = (1024, 768)
    allow: bool = False
    display: str = ""
    bus: str = ""
    input: Literal["native", "pyautogui"] = "native"
    home: str = ""
    real_home: bool = False
    own_session: bool = False
    quiet: float = 0.04
    cap: float = 1.0
    patience: float = 1.0
    prelaunch: tuple[str, ...] = ()
    reset_command: tuple[str, ...] = ()
    trust: bool = False

    def arguments(self) -> dict[str, Any]:
        """Return the fields, and the permissions of the environment."""
        every = super(HostConfig, self).arguments()  # a class with slots is made anew, so that super() knows no class
        return {**every, "allow": self.allow or os.environ.get(ALLOW_VARIABLE) == "allow"}

    def shared_out(self, workers: int) -> tuple[Self, ...]:
        """Return this machine for one process.

        Raises:
            ConfigError: There are several.
        """
        if workers > 1:
            raise ConfigError(f"There is one machine here, which {workers} processes cannot share. Use --workers 1.")
        return (self,)

    @property
    def desktop(self) -> str:
        """The desktop whose applications are known: on Linux, Xfce."""
        return _SYSTEM.desktop

    @property
    def apps(self) -> frozenset[str]:
        """The known apps that need no desktop of omnigym's own, whether or not this machine has them."""
        return frozenset(_SYSTEM.apps())

    @classmethod
    def device_class(cls) -> type[HostDevice[Any]]:
        """Return the class of this machine's system."""
        return _SYSTEM.device()

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """Return the categories that the definitions of applications declare."""
        return _SYSTEM.apps()


CONFIG = HostConfig
