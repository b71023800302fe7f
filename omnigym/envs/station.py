"""One device of an environment: who owns it, what is seen of it, and what happens on it that nobody asked for."""

from __future__ import annotations

from omnigym.actions import Action, Invalid, OpenApp, Wait
from omnigym.devices.boundary import Boundary
from omnigym.devices.protocol import Device, HasApps, HasClock, HasDisturbances, HasSnapshots, HasVersions
from omnigym.envs.observer import Observer
from omnigym.envs.session import Session
from omnigym.errors import CapabilityError, UnknownNameError

__all__ = ["Station"]

#: Milliseconds that an action on a device without a clock of its own takes to the others, besides its ``duration``:
#: how long it really took is of no machine's business but its own, and would be another number every time.
_ACTION_MS = 100


class Station:
    """One device of an environment, whichever object it is at the moment.

    Args:
        name: The name by which nodes and actions know it; "" of the only one.
        session: Owns it.
        observer: Observes it.
        disturbances: What happens on it that nobody asked for.
        fallible: Whether it can break in the middle of an episode.

    Attributes:
        boundary: Out of it come device errors alone.
        late: Whether what was done on it may show only later; a device that knows when it changed shows it at once.
    """

    def __init__(
        self, name: str, session: Session, observer: Observer, disturbances: tuple[str, ...], *, fallible: bool
    ) -> None:
        self.name, self.session, self.observer = name, session, observer
        self.disturbances, self.fallible = disturbances, fallible
        self.boundary = Boundary(session.name, "step")
        self._attached: Device | None = None
        self._keeping: HasSnapshots | None = None
        self._disturbing: HasDisturbances | None = None
        self._clock: HasClock | None = None
        self.late = False

    def attach(self, device: Device) -> bool:
        """Be about this device from now on; whether it is another one than before."""
        if device is self._attached:
            return False
        self.observer.attach(device)
        self._attached = device
        self._keeping = device if isinstance(device, HasSnapshots) else None
        self._disturbing = device if isinstance(device, HasDisturbances) else None
        self._clock = device if isinstance(device, HasClock) else None
        self.late = not isinstance(device, HasVersions)
        return True

    def disturb(self, seed: int) -> None:
        """Let things happen, from now until the next reset."""
        if self.disturbances and self._disturbing is not None:
            self._disturbing.disturb(self.disturbances, seed)

    def keeping(self) -> HasSnapshots:
        """The device, which can be brought back to a moment.

        Raises:
            CapabilityError: It cannot.
        """
        if self._keeping is None:
            raise CapabilityError(
                f"The device {self.session.name!r} has no snapshots: it cannot be brought back to a moment. A "
                "simulated one can ('sim', 'sim-android')."
            )
        return self._keeping

    # -- time ---------------------------------------------------------------------------------------------------------

    @property
    def has_clock(self) -> bool:
        """Whether its time is virtual."""
        return self._clock is not None

    def now_ms(self) -> int:
        """The time of the device's own clock; 0 where it has none."""
        return 0 if self._clock is None else self._clock.now_ms()

    def taken_ms(self, action: Action, since: int) -> int:
        """The virtual time that an action took.

        Args:
            action: The action that was done.
            since: `now_ms` before it.
        """
        if self._clock is not None:
            return self._clock.now_ms() - since
        own = round(1000 * getattr(action, "duration", 0.0))
        return own if isinstance(action, Wait) else own + _ACTION_MS

    def pass_time(self, ms: int) -> None:
        """Let virtual time pass in which nobody acts here; the time of a device without a clock passes by itself."""
        if self._clock is not None and ms > 0:
            self._clock.pass_time(ms)

    # -- actions ------------------------------------------------------------------------------------------------------

    def possible(self, action: Action) -> Action:
        """The action, or an `Invalid` if it opens an app that is not there, as CRAB counts wrong parameters."""
        if not isinstance(action, OpenApp):
            return action
        device = self.session.device
        if not isinstance(device, HasApps):
            return Invalid(repr(action), f"The device {device.name!r} cannot open apps by name.")
        if action.app not in device.apps():
            return Invalid(repr(action), str(UnknownNameError("app", action.app, device.apps())))
        return action
