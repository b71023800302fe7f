"""The sessions of several devices of one episode: started together, and replaced together when one device fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from omnigym.devices.boundary import Boundary
from omnigym.devices.config import DeviceConfig
from omnigym.devices.protocol import Device
from omnigym.envs.session import Session
from omnigym.errors import DeviceError, OmnigymError

__all__ = ["Sessions"]

_T = TypeVar("_T")


class Sessions:
    """Owns the devices of a task that is done on several devices.

    Args:
        sources: By the names that the task's nodes use, the source of each device as in `omnigym.envs.session.Session`.
        retries: How often starting an episode is tried again after a failure of any device.

    Attributes:
        failures: The failures of the devices while the last episode was started, as texts.

    Raises:
        ConfigError: ``retries`` is negative.
    """

    def __init__(self, sources: Mapping[str, DeviceConfig | Device], retries: int) -> None:
        self._sessions = {name: Session(source, retries) for name, source in sources.items()}
        self._retries = retries
        self._starting = Boundary(" and ".join(s.name for s in self._sessions.values()), "reset", passes=OmnigymError)
        self.failures: list[str] = []

    @property
    def devices(self) -> Mapping[str, Device]:
        """The devices by name; missing ones are built now.

        Raises:
            DeviceError: Building one failed.
        """
        return {name: session.device for name, session in self._sessions.items()}

    def start(self, begin: Callable[[Mapping[str, Device]], _T]) -> _T:
        """Begin an episode; if one device fails, all are replaced, since an episode has to begin on all together.

        Args:
            begin: Function that resets the devices and prepares the episode on them.

        Returns:
            What ``begin`` returned.

        Raises:
            DeviceError: A device failed at the last try too.
        """
        self.failures = []
        while True:  # at most retries + 1 times: every turn returns or adds a failure
            try:
                with self._starting:
                    return begin(self.devices)
            except DeviceError as e:
                self.failures.append(str(e))
                for session in self._sessions.values():
                    session.discard()
                if len(self.failures) > self._retries:
                    raise

    def close(self) -> None:
        """Release all devices, broken ones too; may be called twice."""
        for session in self._sessions.values():
            session.close()
