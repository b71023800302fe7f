"""The configuration of the real Linux desktop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "X11Config"]


@dataclass(frozen=True, slots=True)
class X11Config(DeviceConfig):
    """A real desktop on an X server of its own.

    Args:
        size: The screen's (width, height) in pixels.
        sandbox: ``"auto"``: in a sandbox where this machine allows one; ``"require"``: only in one; ``"off"``: never.
        quiet: How long the screen must be at rest before an action is over, in seconds.
        cap: The longest that is waited for that, in seconds; longer while the applications get no processor.
        network: Whether the applications always reach this machine's network; else only where a task needs it.
        standby: Whether the next desktop is made ready while one is used, so that a reset does not wait for it.
        prelaunch: Applications that are open from the beginning.
        memory: The most that a desktop's processes and files may take together, in MB.
        disk: The most that its files may take, in MB; they are in memory.
        processes: The most processes and threads that it may have.
        trust: Whether commands of task files may run without a sandbox, as this user, on this machine.
        scale: The size of texts, and of what is measured by them, against that on a screen of 96 dots per inch: 1.5 or
            2 is a screen of high density.
    """

    BACKEND: ClassVar[str] = "x11"
    PLATFORM: ClassVar[Platform] = "linux"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {
            *("a11y", "apps", "audio", "browser", "clipboard", "disturbances", "file_types", "files", "network"),
            *("pointer", "processes", "settings", "shell", "video"),
        }
    )
    EXTRA: ClassVar[str] = "x11"
    SYSTEMS: ClassVar[frozenset[str]] = frozenset({"linux"})

    size: tuple[int, int] = (1024, 768)
    sandbox: Literal["auto", "require", "off"] = "auto"
    quiet: float = 0.04
    cap: float = 1.0
    network: bool = False
    standby: bool = False
    prelaunch: tuple[str, ...] = ()
    memory: int = 4096
    disk: int = 1024
    processes: int = 1000
    trust: bool = False
    scale: float = 1.0

    @property
    def desktop(self) -> str:
        """The desktop: Xfce, which has its applications."""
        return "xfce"

    @property
    def apps(self) -> frozenset[str]:
        """The defined apps, whether or not this machine has their programs."""
        from omnigym.devices.x11.app import definitions

        return frozenset(definitions())

    @property
    def disturbances(self) -> tuple[str, ...]:
        """The disturbances that a real desktop has."""
        from omnigym.devices.x11.disturbances import KINDS

        return KINDS

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return `X11Device`."""
        from omnigym.devices.x11.device import X11Device

        return X11Device

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """Return the categories that the definitions of applications declare."""
        from omnigym.devices.x11.app import definitions

        return {name: app.category for name, app in definitions().items()}


CONFIG = X11Config
