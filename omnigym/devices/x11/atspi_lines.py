"""Connections to applications, for questions about their accessible objects.

On the accessibility bus each question and each answer passes through a third process. Most applications also listen
at a socket of their own, which saves that process's work and half of the time.
"""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError

__all__ = ["Lines"]

_APPLICATION, _ACCESSIBLE = "org.a11y.atspi.Application", "org.a11y.atspi.Accessible"
_TIMEOUT = 0.3


class Lines:
    """A line to each application.

    Args:
        bus: The accessibility bus.
        connect: Connects to the address that an application told; raises `BusClosedError` if it cannot.
    """

    def __init__(self, bus: Bus, connect: Callable[[str], Bus]) -> None:
        self._bus, self._connect = bus, connect
        self._direct: dict[str, Bus | None] = {}  # None: it has no socket, or none that works

    def to(self, owner: str) -> Bus:
        """The line to an application, by its name on the bus."""
        return self._direct.get(owner) or self._bus

    def improve(self, owner: str, path: str) -> None:
        """Connect to an application's own socket, unless that was tried. It should be one that answers quickly."""
        if owner in self._direct:
            return
        self._direct[owner] = None
        try:
            address = self._bus.call(
                owner, path, _APPLICATION, "GetApplicationBusAddress", timeout=_TIMEOUT, returns="s"
            )[0]
            line = self._connect(address)
        except (CallError, TimeoutError, BusClosedError):
            return
        try:
            # Some let us connect and hang up then, as one does that is of another user.
            line.call(owner, path, _ACCESSIBLE, "GetRole", timeout=_TIMEOUT)
        except (CallError, TimeoutError, BusClosedError):
            line.close()
            return
        self._direct[owner] = line

    def give_up(self, owner: str) -> None:
        """Ask an application on the bus from now on: the line to it broke."""
        line = self._direct.get(owner)
        if line is not None:
            line.close()
        self._direct[owner] = None

    def keep(self, owners: set[str]) -> None:
        """Close the lines to all applications but these."""
        for owner in self._direct.keys() - owners:
            self.give_up(owner)
            del self._direct[owner]
