"""The lives of several devices of one episode: begun together, and made anew together when one of them broke."""

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
    """Owns the devices of a task of several, by the names that its nodes give.

    Args:
        sources: What each is built from: see `omnigym.envs.session.Session`.
        retries: How often starting an episode is tried again after a failure of any of them.

    Attributes:
        failures: What went wrong while the last episode was started.

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
        """The devices by name; those that there are not yet are built now.

        Raises:
            DeviceError: One did not come up.
        """
        return {name: session.device for name, session in self._sessions.items()}

    def start(self, begin: Callable[[Mapping[str, Device]], _T]) -> _T:
        """Begin an episode; where a device fails meanwhile all are replaced, since the episode is of them together.

        Args:
            begin: Resets the devices and prepares the episode on them.

        Raises:
            DeviceError: One failed at the last try too.
        """
        self.failures = []
        while True:
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
        """Release all of them, whichever is broken; may be called twice."""
        for session in self._sessions.values():
            session.close()
