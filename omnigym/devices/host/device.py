"""The machine that omnigym runs on, as a device: what is the same on every system."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import weakref
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import ClassVar, Final, Generic, Literal, TypeVar

from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.host.session import HostDesktop, HostPlan, StoppedByPerson
from omnigym.devices.live_device import LiveDevice
from omnigym.devices.protocol import Platform, ProcessInfo
from omnigym.errors import ConfigError, DeviceError, DeviceLostError, DeviceStartError, UnknownNameError

__all__ = ["HostDevice"]

DesktopT = TypeVar("DesktopT", bound=HostDesktop)

#: For a call, and for a reset, in seconds.
_CALL_S: Final = 20.0
_RESET_S: Final = 120.0
_FOLDER: Final = "omnigym-host"


class HostDevice(LiveDevice, Generic[DesktopT]):
    """The desktop session of whoever runs omnigym: its real mouse, keyboard, screen and programs.

    What it can undo, each `reset` undoes: see docs/host.md. A person who pushes the pointer into a corner of the screen
    stops it for good. A subclass says how a session is taken on its system.

    Args:
        size, allow, display, bus, input, home, real_home, own_session, quiet, cap, patience, prelaunch, reset_command,
            trust: As of `omnigym.devices.host.config.HostConfig`.

    Raises:
        ConfigError: Nobody allowed it, or this is another system.
        UnknownNameError: An application of ``prelaunch`` is not there.
    """

    #: What `sys.platform` is on its system.
    SYSTEM: ClassVar[str]
    #: Errors that say that the session is gone, and what is gone then.
    GONE: ClassVar[tuple[type[Exception], ...]] = ()
    SESSION: ClassVar[str]

    name = "host"
    platform: Platform
    size: tuple[int, int]

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        allow: bool = False,
        display: str = "",
        bus: str = "",
        input: Literal["native", "pyautogui"] = "native",  # noqa: A002 - the configuration's name for it
        home: str = "",
        real_home: bool = False,
        own_session: bool = False,
        quiet: float = 0.04,
        cap: float = 1.0,
        patience: float = 1.0,
        prelaunch: tuple[str, ...] = (),
        reset_command: tuple[str, ...] = (),
        trust: bool = False,
    ) -> None:
        if not allow:
            raise ConfigError(
                "The device 'host' moves the real mouse, types on the real keyboard and ends programs of this machine: "
                "expected HostConfig(allow=True), or OMNIGYM_HOST=allow in the environment. Say so if you mean it."
            )
        if sys.platform != self.SYSTEM:
            raise ConfigError(f"This device drives {self.SYSTEM}, and this machine is {sys.platform}.")
        if home and real_home:
            raise ConfigError("Expected HostConfig(home=...) or real_home=True, got both: choose one.")
        apps = self._here()
        for app in prelaunch:
            if app not in apps:
                raise UnknownNameError("app", app, apps)
        self.size, self._trust = size, trust
        folder = Path.home() if real_home else Path(home).expanduser().absolute() if home else Path.home() / _FOLDER
        self._plan = HostPlan(
            size, display, bus, input, folder, real_home, own_session, quiet, cap, patience, prelaunch, reset_command
        )
        self._desktop: DesktopT | None = None
        self._end: weakref.finalize[[], HostDevice[DesktopT]] | None = None
        self._error: DeviceError | None = None
        self._stopped: DeviceError | None = None
        self._kept: dict[str, bytes] = {}

    # -- what a system is asked --------------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def look() -> str:
        """What could be driven: nothing is moved or changed for the answer.

        Raises:
            DeviceStartError: There is no such session.
        """

    @abstractmethod
    def _take(self, plan: HostPlan) -> DesktopT:
        """Take the session.

        Raises:
            DeviceStartError: It cannot be driven.
            ConfigError: It is not as the plan says.
        """

    @abstractmethod
    def _within(self, desktop: DesktopT, call: str, seconds: float) -> AbstractContextManager[None]:
        """A block with a deadline, which raises a `DeviceError` once it has passed."""

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Undo what was done, as far as that can be; take the machine, if it is not taken yet.

        Nothing is left to chance, so ``seed`` changes nothing.

        Raises:
            DeviceStartError: It cannot be driven.
            DeviceLostError: The device was closed, or somebody stopped it.
        """
        del seed
        if self._stopped is not None:
            raise self._stopped
        if self._error is not None:
            self._let_go()
        self._error = None
        self._kept.clear()
        with self._as_host("reset"):
            if self._desktop is None:
                self._desktop = self._take(self._plan)
                self._end = weakref.finalize(self, self._desktop.close)
                _heed_the_end()
            with self._within(self._desktop, "reset", _RESET_S * self._plan.patience):
                self._desktop.reset()

    def close(self) -> None:
        """Give the machine back: nothing of what was started runs on, and nothing is held."""
        self._let_go()
        self._stopped = self._stopped or DeviceLostError("host", "close", "the device was closed.", "Make a new one.")
        self._error = self._stopped

    def is_confined(self) -> bool:
        """Whether commands of task files may run: only where its owner trusts them."""
        return self._trust

    def setup_outputs(self) -> dict[str, bytes]:
        """What the setup's commands wrote, for checks."""
        return self._kept

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the user, but for this one."""
        with self._call("processes") as desktop:
            return desktop.processes()

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command on this machine to its end: exit code, standard output, standard error.

        Raises:
            DeviceTimeoutError: It did not end in time; it was killed.
            TooLargeError: It wrote more than is read.
        """
        with self._call("run", timeout) as desktop:
            return desktop.run(argv, timeout)

    @contextmanager
    def _call(self, call: str, extra: float = 0.0) -> Iterator[DesktopT]:
        if self._error is not None:
            raise self._error
        if self._desktop is None:
            self.reset()
        desktop = self._desktop
        assert desktop is not None
        with self._as_host(call), self._within(desktop, call, (_CALL_S + extra) * self._plan.patience):
            desktop.check()
            yield desktop

    @contextmanager
    def _as_host(self, call: str) -> Iterator[None]:
        """Errors are those of this device, and last until the next reset; that somebody stopped it, for good."""
        try:
            with Boundary(self.name, call, passes=(*DECLARED, *self.GONE, StoppedByPerson)):
                yield
        except StoppedByPerson as e:
            advice = "Move the pointer away and make a new device to go on."
            self._error = self._stopped = DeviceLostError(self.name, call, str(e), advice)
            self._let_go()
            raise self._error from e
        except self.GONE as e:
            problem = f"{self.SESSION} is gone: {str(e) or type(e).__name__}."
            self._error = DeviceStartError(self.name, call, problem, "Look whether the session still runs.")
            self._error.by_agent = True  # its programs can end it
            raise self._error from e
        except DeviceError as e:
            self._error = e if e.device == self.name else type(e)(self.name, call, e.problem, e.advice)
            self._error.by_agent = isinstance(e, DeviceLostError)
            raise self._error from e

    def _let_go(self) -> None:
        desktop, end = self._desktop, self._end
        self._end = self._desktop = None
        if desktop is not None and end is not None:
            with contextlib.suppress(DeviceError), self._within(desktop, "close", _CALL_S):
                end()  # once


def _heed_the_end() -> None:
    """Have a process that is told to end do so in order, unless it has a way of its own: who holds a key lets go."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
