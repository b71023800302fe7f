"""The configuration of a phone over adb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "AdbConfig"]


@dataclass(frozen=True, slots=True)
class AdbConfig(DeviceConfig):
    """A phone over adb; see `omnigym.devices.adb.device.AdbDevice`.

    Args:
        size: The screen's (width, height) in pixels, as it is.
        serial: The phone's serial number, or the address of one on the network; empty for what ``ANDROID_SERIAL`` in
            the environment says, else for the only one there is.
        host, port: Where the adb server listens; 0 for what ``ANDROID_ADB_SERVER_PORT`` says, else 5037.
        timeout: The longest that a command may take, in seconds.
        cap: The longest wait for the screen to come to rest, in seconds.
        clear: Packages whose data each reset clears.
        snapshot: The snapshot of an emulator that each reset loads; empty for none.
        start_server: Whether an adb server that is not there is started.
    """

    BACKEND: ClassVar[str] = "adb"
    PLATFORM: ClassVar[Platform] = "android"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset({"a11y", "apps", "content", "files", "settings", "shell"})
    EXTRA: ClassVar[str] = "android"

    size: tuple[int, int] = (540, 1200)
    serial: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    timeout: float = 20.0
    cap: float = 3.0
    clear: tuple[str, ...] = ()
    snapshot: str = ""
    start_server: bool = True

    @classmethod
    def device_class(cls) -> type[Device]:
        """`AdbDevice`."""
        from omnigym.devices.adb.device import AdbDevice

        return AdbDevice


CONFIG = AdbConfig
