"""The configuration of a phone over adb."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform
from omnigym.errors import ConfigError

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
        scrcpy: The file of scrcpy's server, for sound and video: see `omnigym.devices.scrcpy.server_file`. The served
            phone needs none.
    """

    BACKEND: ClassVar[str] = "adb"
    PLATFORM: ClassVar[Platform] = "android"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {"a11y", "apps", "audio", "content", "files", "settings", "shell", "video"}
    )
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
    scrcpy: str = ""

    def shared_out(self, workers: int) -> tuple[Self, ...]:
        """Return a phone for each process, from those that the adb server knows, if none is named.

        Raises:
            ConfigError: One phone is named, or the server knows fewer.
        """
        if workers == 1:
            return (self,)
        named = self.serial or os.environ.get("ANDROID_SERIAL", "")
        if named:
            raise ConfigError(
                f"There is one phone {named!r}, which {workers} processes cannot share. Use --workers 1, or name no "
                "serial number, so that each gets one of the phones that the adb server knows."
            )
        ready = self._ready()
        if len(ready) < workers:
            raise ConfigError(
                f"The adb server knows {len(ready)} phones that are ready ({', '.join(ready) or 'none'}), and "
                f"{workers} processes need one each. Connect more (adb devices shows them), or use fewer --workers."
            )
        return tuple(replace(self, serial=serial) for serial in ready[:workers])

    def _ready(self) -> tuple[str, ...]:
        """The serial numbers of the phones that can be used now."""
        from omnigym.devices.adb.server import AdbServer
        from omnigym.devices.waiting import Deadline

        server = AdbServer(self.host, self.port or AdbServer.usual_port())
        try:
            return tuple(p.serial for p in server.phones(Deadline(self.timeout)) if p.state == "device")
        except OSError as e:
            raise ConfigError(f"No adb server answers at {server.host}:{server.port}: {e}. Start one.") from None

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return `AdbDevice`."""
        from omnigym.devices.adb.device import AdbDevice

        return AdbDevice


CONFIG = AdbConfig
