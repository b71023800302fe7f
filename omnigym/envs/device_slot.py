"""The devices of an environment: a slot owns, observes and disturbs each device."""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from omnigym.actions import Action, Invalid, OpenApp, Wait
from omnigym.devices.config import DeviceConfig, build_device
from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.protocol import (
    Device,
    HasApps,
    HasClock,
    HasDisturbances,
    HasSnapshots,
    HasUnfinishedWork,
    HasVersions,
)
from omnigym.devices.waiting import LATE_WAIT
from omnigym.envs.observer import Observer
from omnigym.errors import CapabilityError, ConfigError, DeviceError, OmnigymError, UnknownNameError

__all__ = ["DeviceSlot", "DeviceSlots"]

_T = TypeVar("_T")

#: Milliseconds that an action on a device without a clock of its own takes to the others, besides its ``duration``:
#: how long it really took is of no machine's business but its own, and would be another number every time.
_ACTION_MS = 100


class DeviceSlot:
    """One device of an environment, even when the device object is replaced.

    It builds the device when it is first needed, replaces it after a failure, and closes it.

    Args:
        name: The name by which nodes and actions know it; "" of the only one.
        source: A configuration to build the device from, or a live device, which is reset but never replaced.
        observer: Observes it.
        disturbances: Its disturbances.

    Attributes:
        backend: Name of the device.
        fallible: Whether it can break in the middle of an episode.
        boundary: Out of it come device errors alone.
        late: Whether what was done on it may show only later; a device that knows when it changed shows it at once.
    """

    def __init__(
        self, name: str, source: DeviceConfig | Device, observer: Observer, disturbances: tuple[str, ...] = ()
    ) -> None:
        self.name, self.observer, self.disturbances = name, observer, disturbances
        self.fallible = bool(getattr(source, "FALLIBLE", True))
        self._config: DeviceConfig | None = None
        self._device: Device | None = None
        #: The process that the device is of.
        self._process = os.getpid()
        if isinstance(source, Device):
            self._device, self.backend = source, source.name
        else:
            self._config, self.backend = source, source.backend
        self.boundary = Boundary(self.backend, "step")
        self._starting = Boundary(self.backend, "reset", passes=OmnigymError)
        self._closing = Boundary(self.backend, "close")
        self._attached: Device | None = None
        self._keeping: HasSnapshots | None = None
        self._disturbing: HasDisturbances | None = None
        self._clock: HasClock | None = None
        self._working: HasUnfinishedWork | None = None
        self.late = False

    # -- the device's life --------------------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether the device was passed as a live device, so that it cannot be rebuilt or copied."""
        return self._config is None

    @property
    def simulated(self) -> bool:
        """Whether the device runs in this process alone, so that the same seed and actions give the same bytes."""
        return self._config is not None and self._config.IN_PROCESS

    @property
    def device(self) -> Device:
        """The device, which is built first if there is none.

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

    # -- the episode --------------------------------------------------------------------------------------------------

    def attach(self, device: Device) -> bool:
        """Use this device from now on, and return whether it differs from the previous one."""
        if device is self._attached:
            return False
        self.observer.attach(device)
        self._attached = device
        self._keeping = device if isinstance(device, HasSnapshots) else None
        self._disturbing = device if isinstance(device, HasDisturbances) else None
        self._clock = device if isinstance(device, HasClock) else None
        self._working = device if isinstance(device, HasUnfinishedWork) else None
        self.late = not isinstance(device, HasVersions)
        return True

    def disturb(self, seed: int) -> None:
        """Enable disturbances until the next reset."""
        if self.disturbances and self._disturbing is not None:
            self._disturbing.disturb(self.disturbances, seed)

    def snapshot_device(self) -> HasSnapshots:
        """The device, if it can return to an earlier moment.

        Raises:
            CapabilityError: It cannot.
        """
        if self._keeping is None:
            raise CapabilityError(
                f"The device {self.backend!r} has no snapshots: it cannot be brought back to a moment. A simulated "
                "one can ('sim', 'sim-android')."
            )
        return self._keeping

    @property
    def has_clock(self) -> bool:
        """Whether its time is virtual."""
        return self._clock is not None

    def now_ms(self) -> int:
        """The time of the device's own clock, or 0 if it has none."""
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
        """Let virtual time pass without an action; the time of a device without a clock passes by itself."""
        if self._clock is not None and ms > 0:
            self._clock.pass_time(ms)

    def wait_late(self) -> bool:
        """Wait for a moment in which what was done may show; return whether programs are known to have worked in it."""
        if self._working is not None:
            return self._working.works_during(LATE_WAIT)
        self.device.act(Wait(LATE_WAIT))
        return False

    def possible(self, action: Action) -> Action:
        """Return the action, or an `Invalid` if it opens a missing app, which CRAB counts as a wrong parameter."""
        if not isinstance(action, OpenApp):
            return action
        device = self.device
        if not isinstance(device, HasApps):
            return Invalid(repr(action), f"The device {device.name!r} cannot open apps by name.")
        if action.app not in device.apps():
            return Invalid(repr(action), str(UnknownNameError("app", action.app, device.apps())))
        return action


class DeviceSlots(Mapping[str, DeviceSlot]):
    """All devices of an environment by name: started together, and replaced together when one fails.

    Args:
        slots: The devices, in their order: that of observations and of actions at the same time.
        retries: How often starting an episode is tried again after a failure of any device.

    Attributes:
        backend: The names of the devices' backends, for errors of all together.
        failures: The failures of the devices while the last episode was started, as texts.

    Raises:
        ConfigError: ``retries`` is negative.
    """

    def __init__(self, slots: Iterable[DeviceSlot], retries: int) -> None:
        if retries < 0:
            raise ConfigError(f"reset_retries must be at least 0, got {retries}.")
        self._slots = {slot.name: slot for slot in slots}
        self._retries = retries
        self.backend = " and ".join(slot.backend for slot in self._slots.values())
        self._starting = Boundary(self.backend, "reset", passes=OmnigymError)
        self.failures: list[str] = []

    def __getitem__(self, name: str) -> DeviceSlot:
        """The slot of a device."""
        return self._slots[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the devices."""
        return iter(self._slots)

    def __len__(self) -> int:
        """The number of devices."""
        return len(self._slots)

    @property
    def devices(self) -> Mapping[str, Device]:
        """The devices by name; missing devices are built now.

        Raises:
            DeviceError: Building one failed.
        """
        return {name: slot.device for name, slot in self._slots.items()}

    def start(self, begin: Callable[[Mapping[str, Device]], _T]) -> _T:
        """Begin an episode; if one device fails, all are replaced, since an episode must begin on all devices together.

        Args:
            begin: Function that resets the devices and prepares the episode on them.

        Returns: The result of ``begin``.

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
        """Close the devices when ``owner`` is garbage collected: see `DeviceSlot.end_with`."""
        for slot in self._slots.values():
            slot.end_with(owner)

    def discard(self) -> None:
        """Close the devices after a failure, so that the next episode gets new ones; live devices are kept."""
        for slot in self._slots.values():
            slot.discard()

    def close(self) -> None:
        """Release all devices, including broken ones; may be called twice."""
        for slot in self._slots.values():
            slot.close()


def _close_in(slot: DeviceSlot, process: int) -> None:
    if os.getpid() == process:
        slot.close()
