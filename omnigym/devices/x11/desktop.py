"""A running desktop of the device's own: a live display, and what keeps it in."""

from __future__ import annotations

import functools
import time
from collections.abc import Hashable, Sequence
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.home_data import HomeData
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.protocol import Frame, Sound
from omnigym.devices.x11.activity import Activity
from omnigym.devices.x11.backdrop import paint_backdrop
from omnigym.devices.x11.browser import Browser
from omnigym.devices.x11.devtools import DevTools
from omnigym.devices.x11.disturbances import BOX_CLASS, Disturbances
from omnigym.devices.x11.files import with_mails
from omnigym.devices.x11.guard import guard_call
from omnigym.devices.x11.live import LiveDisplay
from omnigym.devices.x11.processes import processes_of
from omnigym.devices.x11.screen import XFilm
from omnigym.devices.x11.session import Plan, Session
from omnigym.devices.x11.settings import XfceSettings
from omnigym.devices.x11.snapshot import capture
from omnigym.devices.x11.supervisor_client import Keeper
from omnigym.errors import DeviceLostError, DeviceTimeoutError

__all__ = ["Desktop"]


_START_TIMEOUT = 60.0
#: What a command may write to each of its outputs, in bytes.
_MOST_OUTPUT = 64 << 20
#: How long it is waited for a window at a time, in seconds.
_BOX_DELAY = 0.2


class Desktop(LiveDisplay):
    """One life of a desktop.

    Args:
        session: What runs of it.
        plan: How it is to be.
    """

    def __init__(self, session: Session, plan: Plan) -> None:
        self.session = session
        self._activity = Activity(session.shell.pid, plan.quiet, session.unresting)
        self._devtools = DevTools(session, lambda _method, _parameters, _session: None)
        files = HomeFiles(session.place.home, session.native_home)
        super().__init__(
            session, plan.size, plan.quiet, plan.cap, plan.apps, self._activity, files, self._devtools, scale=plan.scale
        )
        self._film = XFilm(session.display.name, plan.size) if "video" in plan.recorded else None
        self._home = HomeReader(session.place.home, files, session.place.outside)
        self.settings = XfceSettings(session.connect)
        self.browser = Browser(
            self._devtools,
            launch=lambda: self.launcher.launch("browser", None),
            # Chromium writes its whole command over its name.
            programs=lambda: {process.name.partition(" ")[0] for process in processes_of(session.place)},
        )
        self._disturbances: Disturbances | None = None
        paint_backdrop(self._display.root, plan.size)
        self._display.sync()

    @classmethod
    def start(cls, keeper: Keeper, plan: Plan) -> Desktop:
        """A new desktop, with the applications open that are to be.

        Raises:
            DeviceStartError: It did not come up.
            AppError: An application did not start.
        """
        with ExitStack() as undo:
            session = Session(keeper, plan)
            undo.callback(session.stop)
            with guard_call(keeper.watchdog, "reset", _START_TIMEOUT, functools.partial(keeper.kill, session.place)):
                desktop = cls(session, plan)
                undo.callback(desktop._activity.close)
                for app in plan.prelaunch:
                    desktop.launcher.launch(app, None)
                    desktop.settle()
            undo.pop_all()
        return desktop

    def close(self) -> None:
        """End it."""
        super().close()
        self._activity.close()
        if self._film is not None:
            self._film.close()
        self.settings.close()
        self._devtools.drop()
        self.session.stop()

    def check(self) -> None:
        """As of `LiveDisplay`.

        Raises:
            DeviceLostError: A part of the desktop died.
        """
        self.session.check()
        if self.session.shell.dead:
            raise DeviceLostError("x11", "act", "the desktop has ended.", "Reset the device.")

    def user_data(self) -> HomeData:
        """The files of the home, its mails, and the settings."""
        return with_mails(self._home.read(self.settings.all()))

    def _files_mark(self) -> Hashable:
        return self._home.mark()

    def _acted(self) -> None:
        if self._disturbances is not None and self._disturbances.after_action(busy=bool(self.windows.popups())):
            self._await_box()

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Let something happen after some of the actions from now on.

        Raises:
            UnknownNameError: There is no such kind.
        """
        self._disturbances = Disturbances(kinds, seed, self.session.shell.start, self.launcher.crash)

    def _await_box(self) -> None:
        """Wait for what a disturbance shows, so that the next screenshot has it."""
        end = time.monotonic() + self._cap
        while not any(w.wm_class == BOX_CLASS for w in self.windows.managed_windows()) and time.monotonic() < end:
            self._display.wait_change(_BOX_DELAY)
        self.settle()

    def audio(self, begin: float, end: float, most: int) -> Sound:
        """The sound between two moments of the monotonic clock; of more than ``most`` samples, the last.

        Raises:
            DeviceLostError: The sound server has ended.
            DeviceTimeoutError: It does not go on.
        """
        return self.session.heard_until(end).cut(begin, end, most)

    def video(self, frames: int, begin: float, now: float, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Pictures spread evenly from a moment of the monotonic clock to now."""
        assert self._film is not None
        return self._film.ring.spread(frames, begin, now, size, self.screenshot())

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end: exit code, standard output, standard error.

        Raises:
            DeviceTimeoutError: It did not end in time; it was killed.
            TooLargeError: It wrote more than is read.
        """
        shell, place, confinement = self.session.shell, self.session.place, self.session.confinement
        with capture(place, confinement) as output, capture(place, confinement) as errors:
            job = shell.start(argv, output.inside, errors.inside)
            end = time.monotonic() + timeout
            while job.code is None and (left := end - time.monotonic()) > 0:
                # The command may ask for the clipboard, which only the display's queue answers.
                self._display.pump()
                shell.poll(min(left, 0.02))
            if job.code is None:
                shell.kill(job)
                raise DeviceTimeoutError("x11", "run", f"{argv[0]} did not end within {timeout:g} s; it was killed.")
            self._display.touch()
            out, err = (file.read(f"What {argv[0]} said", _MOST_OUTPUT) for file in (output, errors))
        return job.code, out, err
