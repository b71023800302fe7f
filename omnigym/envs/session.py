"""A session: the ownership of one device by an environment, from building it to closing it."""

from __future__ import annotations

import contextlib
import os
import weakref

from omnigym.devices.boundary import Boundary
from omnigym.devices.config import DeviceConfig, build_device
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError, DeviceError, OmnigymError

__all__ = ["Session"]


class Session:
    """Owns one device: builds it when it is first needed, replaces it after a failure, closes it.

    Args:
        source: A configuration to build the device from, or a live device, which is reset but never replaced.

    Attributes:
        name: Name of the device.
    """

    def __init__(self, source: DeviceConfig | Device) -> None:
        self._config: DeviceConfig | None = None
        self._device: Device | None = None
        #: The process that the device is of.
        self._process = os.getpid()
        if isinstance(source, Device):
            self._device, self.name = source, source.name
        else:
            self._config, self.name = source, source.backend
        self._starting = Boundary(self.name, "reset", passes=OmnigymError)
        self._closing = Boundary(self.name, "close")

    @property
    def live(self) -> bool:
        """Whether the device was given as a live device, so that it cannot be rebuilt or copied."""
        return self._config is None

    @property
    def simulated(self) -> bool:
        """Whether the device is work of this process alone, so that the same seed and actions give the same bytes."""
        return self._config is not None and self._config.IN_PROCESS

    @property
    def device(self) -> Device:
        """The device, which is built now if there is none.

        Raises:
            DeviceError: Building it failed.
            ConfigError: It was a live device, and the environment was closed.
        """
        if self._device is None:
            if self._config is None:
                raise ConfigError("The environment was closed, and with it the device it was given. Make a new one.")
            with self._starting:
                self._device, self._process = build_device(self._config), os.getpid()
        return self._device

    def end_with(self, owner: object) -> None:
        """Close the device when ``owner`` is garbage collected, for environments that are dropped without `close`.

        A live device is not closed: its creator may still use it. Nor is a device closed in a forked child, which
        drops its copy of the owner while the parent process still uses the device.
        """
        if not self.live:
            weakref.finalize(owner, _close_in, self, os.getpid()).atexit = False

    def discard(self) -> None:
        """Close a device that failed, so that the next episode gets a new one; a live device is kept."""
        if self._config is not None:
            self.close()

    def close(self) -> None:
        """Release the device; may be called twice. A forked child forgets it: the parent still uses it."""
        # Forgotten first, so that a second call does nothing, even if closing fails.
        device, self._device = self._device, None
        if device is not None and os.getpid() == self._process:
            # A broken device may fail to close; it is dropped nevertheless.
            with contextlib.suppress(DeviceError), self._closing:
                device.close()


def _close_in(session: Session, process: int) -> None:
    if os.getpid() == process:
        session.close()
