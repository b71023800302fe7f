"""The sessions of the devices of one environment: started together, and replaced together when one device fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from omnigym.devices.boundary import Boundary
from omnigym.devices.config import DeviceConfig
from omnigym.devices.protocol import Device
from omnigym.envs.session import Session
from omnigym.errors import ConfigError, DeviceError, OmnigymError

__all__ = ["Sessions"]

_T = TypeVar("_T")


class Sessions(Mapping[str, Session]):
    """Owns the devices of an environment: one, or several by the names that the tasks' nodes use.

    Args:
        sources: By these names (one device is named ""), the source of each device as in
            `omnigym.envs.session.Session`.
        retries: How often starting an episode is tried again after a failure of any device.

    Attributes:
        name: The names of the devices' backends, for errors of all together.
        failures: The failures of the devices while the last episode was started, as texts.

    Raises:
        ConfigError: ``retries`` is negative.
    """

    def __init__(self, sources: Mapping[str, DeviceConfig | Device], retries: int) -> None:
        if retries < 0:
            raise ConfigError(f"reset_retries must be at least 0, got {retries}.")
        self._sessions = {name: Session(source) for name, source in sources.items()}
        self._retries = retries
        self.name = " and ".join(s.name for s in self._sessions.values())
        self._starting = Boundary(self.name, "reset", passes=OmnigymError)
        self.failures: list[str] = []

    def __getitem__(self, name: str) -> Session:
        """The session of a device."""
        return self._sessions[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the devices."""
        return iter(self._sessions)

    def __len__(self) -> int:
        """The number of devices."""
        return len(self._sessions)

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
                self.discard()
                if len(self.failures) > self._retries:
                    raise

    def end_with(self, owner: object) -> None:
        """Close the devices when ``owner`` is garbage collected: see `omnigym.envs.session.Session.end_with`."""
        for session in self._sessions.values():
            session.end_with(owner)

    def discard(self) -> None:
        """Close the devices after a failure, so that the next episode gets new ones; live devices are kept."""
        for session in self._sessions.values():
            session.discard()

    def close(self) -> None:
        """Release all devices, broken ones too; may be called twice."""
        for session in self._sessions.values():
            session.close()
