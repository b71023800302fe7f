"""The configuration of the simulated desktops and the phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from omnigym.devices.backend import DeviceConfig, ProgramMetadata
from omnigym.devices.protocol import Device, Platform

if TYPE_CHECKING:
    from omnigym.sim.app import App

__all__ = ["CONFIG", "SimConfig"]


def _app_of(platform: str, app: str) -> App | None:
    from omnigym.sim.catalogue import platform_names
    from omnigym.sim.platform import platform_of

    return platform_of(platform).apps().get(app) if platform in platform_names() else None


@dataclass(frozen=True, slots=True)
class SimConfig(DeviceConfig):
    """A simulated desktop or phone.

    Args:
        size: The logical screen's (width, height) in pixels.
        platform: What it stands for: "windows", "linux" (Ubuntu) or "android".
        scale: Enlarges text and controls; the layout is done anew for it.
    """

    BACKEND: ClassVar[str] = "sim"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {
            *(
                "a11y",
                "apps",
                "audio",
                "clipboard",
                "cloud",
                "content",
                "disturbances",
                "file_types",
                "files",
                "news",
                "pointer",
            ),
            *("processes", "settings", "snapshots", "sounds", "variation", "video", "wallpaper"),
        }
    )
    FALLIBLE: ClassVar[bool] = False
    IN_PROCESS: ClassVar[bool] = True

    size: tuple[int, int] = (1024, 768)
    platform: Platform = "windows"
    scale: float = 1.0

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return `SimDevice`."""
        from omnigym.devices.sim.device import SimDevice

        return SimDevice

    @classmethod
    def presets(cls) -> Mapping[str, SimConfig]:
        """Return the phone and Ubuntu."""
        return {"phone": cls((540, 1200), "android", 1.5), "ubuntu": cls(platform="linux")}

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """Return the categories that the programs of every platform declare."""
        from omnigym.sim.catalogue import programs

        return {app.name: app.program.category for app in programs()}

    @classmethod
    def programs(cls) -> Sequence[ProgramMetadata]:
        """Those of every platform."""
        from omnigym.sim.catalogue import programs

        return [ProgramMetadata(a.name, a.title, tuple(a.program.spoken), a.program.package) for a in programs()]

    @classmethod
    @cache
    def controls(cls, platform: str, app: str) -> Mapping[str, str]:
        """What the app locates by a key."""
        known = _app_of(platform, app)
        located = known.locate.items() if known is not None else ()
        return {command: str(attributes["key"]) for command, attributes in located if "key" in attributes}

    @classmethod
    @cache
    def shortcuts(cls, platform: str, app: str) -> Mapping[str, str]:
        """The first keys that send each message without arguments."""
        known = _app_of(platform, app)
        pairs = reversed(known.keys) if known is not None else ()
        return {msg[0]: keys for keys, msg in pairs if len(msg) == 1}

    def check(self) -> None:
        """Check that the screen is as large as its platform needs.

        Raises:
            ConfigError: It is not.
            UnknownNameError: There is no such platform.
        """
        from omnigym.sim.platform import check_screen, platform_of

        check_screen(platform_of(self.platform).least, self.size, self.scale)

    @property
    def name(self) -> str:
        """The platform's name of the device.

        Raises:
            UnknownNameError: There is no such platform.
        """
        from omnigym.sim.platform import platform_of

        return platform_of(self.platform).device

    @property
    def disturbances(self) -> tuple[str, ...]:
        """The disturbances that the platform declares.

        Raises:
            UnknownNameError: There is no such platform.
        """
        from omnigym.sim.platform import platform_of

        return tuple(sorted(platform_of(self.platform).disturbances))

    @property
    def apps(self) -> frozenset[str]:
        """The apps that the platform declares.

        Raises:
            UnknownNameError: There is no such platform.
        """
        from omnigym.sim.platform import platform_of

        return frozenset(platform_of(self.platform).apps())

    @property
    def desktop(self) -> str:
        """The desktop of the platform.

        Raises:
            UnknownNameError: There is no such platform.
        """
        from omnigym.sim.platform import platform_of

        return platform_of(self.platform).desktop

    @property
    def stands_for(self) -> Platform:
        """The platform as configured."""
        return self.platform


CONFIG = SimConfig
