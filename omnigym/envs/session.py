"""The life of an environment's device: built when first needed, rebuilt when it broke."""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Callable
from typing import TypeVar

from omnigym.devices.boundary import Boundary
from omnigym.devices.config import DeviceConfig, build_device
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError, DeviceError, OmnigymError

__all__ = ["Session"]

_T = TypeVar("_T")


class Session:
    """Owns one device.

    Args:
        source: A configuration to build it from, or the live device, which is then reset but never rebuilt.
        retries: How often starting an episode is tried again after a device failure.

    Attributes:
        name: The device's.
        failures: What went wrong while the last episode was started.

    Raises:
        ConfigError: ``retries`` is negative.
    """

    def __init__(self, source: DeviceConfig | Device, retries: int) -> None:
        if retries < 0:
            raise ConfigError(f"reset_retries must be at least 0, got {retries}.")
        self._config: DeviceConfig | None = None
        self._device: Device | None = None
        if isinstance(source, Device):
            self._device, self.name = source, source.name
        else:
            self._config, self.name = source, source.backend
        self._retries = retries
        self._starting = Boundary(self.name, "reset", passes=OmnigymError)
        self._closing = Boundary(self.name, "close")
        self.failures: list[str] = []

    @property
    def live(self) -> bool:
        """Whether it was given a live device, which nobody else can have."""
        return self._config is None

    @property
    def device(self) -> Device:
        """The device; built now if there is none.

        Raises:
            DeviceError: It did not come up.
        """
        if self._device is None:
            if self._config is None:
                raise ConfigError("The environment was closed, and with it the device it was given. Make a new one.")
            with self._starting:
                self._device = build_device(self._config)
        return self._device

    def start(self, begin: Callable[[Device], _T]) -> _T:
        """Begin an episode; a device that fails meanwhile is replaced, and it is tried again.

        `failures` then says what went wrong on the way.

        Args:
            begin: Resets the device and prepares the episode on it.

        Raises:
            DeviceError: It failed at the last try too.
        """
        self.failures = []
        while True:
            try:
                with self._starting:
                    return begin(self.device)
            except DeviceError as e:
                self.failures.append(str(e))
                self.discard()
                if len(self.failures) > self._retries:
                    raise

    def end_with(self, owner: object) -> None:
        """Close when nobody has the owner any more, who may have been dropped without `close`.

        A live device that was given stays: somebody else may have it. So does the device of a parent process, whose
        copy of the owner a forked child drops.
        """
        if not self.live:
            weakref.finalize(owner, _close_in, self, os.getpid()).atexit = False

    def discard(self) -> None:
        """Drop a device that failed, so that the next episode gets a new one; a live device that was given is kept."""
        if self._config is not None:
            self.close()

    def close(self) -> None:
        """Release the device; may be called twice."""
        device, self._device = self._device, None
        if device is not None:
            # a broken device may not manage to close; it is dropped all the same
            with contextlib.suppress(DeviceError), self._closing:
                device.close()


def _close_in(session: Session, process: int) -> None:
    if os.getpid() == process:
        session.close()
