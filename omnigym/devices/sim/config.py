"""The configuration of the simulated desktop and phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "SimConfig"]


@dataclass(frozen=True, slots=True)
class SimConfig(DeviceConfig):
    """The simulated desktop or phone.

    Args:
        size: The logical screen's (width, height) in pixels.
        platform: What it stands for: "windows" or "android".
        scale: Enlarges text and controls; the layout is done anew for it.
    """

    BACKEND: ClassVar[str] = "sim"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {"a11y", "apps", "clipboard", "content", "disturbances", "files", "settings", "snapshots", "wallpaper"}
    )
    FALLIBLE: ClassVar[bool] = False

    size: tuple[int, int] = (1024, 768)
    platform: Platform = "windows"
    scale: float = 1.0

    @classmethod
    def device_class(cls) -> type[Device]:
        """`SimDevice`."""
        from omnigym.devices.sim.device import SimDevice

        return SimDevice

    @classmethod
    def presets(cls) -> Mapping[str, SimConfig]:
        """The phone."""
        return {"phone": cls((540, 1200), "android", 1.5)}

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """What the programs of every platform declare."""
        from omnigym.devices.sim.platform import programs

        return {app.name: app.program.category for app in programs()}

    @property
    def name(self) -> str:
        """What its platform calls the device.

        Raises:
            UnknownNameError: There is no such platform.
        """
        from omnigym.devices.sim.platform import platform_of

        return platform_of(self.platform).device

    @property
    def stands_for(self) -> Platform:
        """As it is set."""
        return self.platform


CONFIG = SimConfig
