"""The real Linux desktop as a device."""

from __future__ import annotations

import dataclasses
import functools
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.interval_recorder import IntervalClock, Kind
from omnigym.devices.live_device import START_S
from omnigym.devices.protocol import (
    Frame,
    Platform,
    ProcessInfo,
    Sound,
    Tab,
    check_seconds,
    check_video,
)
from omnigym.devices.standby import Standby
from omnigym.devices.x11.app import installed_apps
from omnigym.devices.x11.blame import is_by_agent
from omnigym.devices.x11.browser import PROFILE, Browser
from omnigym.devices.x11.desktop import Desktop
from omnigym.devices.x11.disturbances import KINDS
from omnigym.devices.x11.guard import guard_call
from omnigym.devices.x11.host_paths import sweep
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.live_device import XDevice
from omnigym.devices.x11.processes import processes_of
from omnigym.devices.x11.recalculation import RECALCULATION_S, Recalculation
from omnigym.devices.x11.sandbox import Sandbox, what_is_open
from omnigym.devices.x11.session import Plan, check_programs
from omnigym.devices.x11.snapshot import HomeSnapshot, keep_home
from omnigym.devices.x11.sound import PROGRAMS, VOLUME, read_volume, set_volume
from omnigym.devices.x11.supervisor_client import Keeper
from omnigym.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError, UnknownNameError

__all__ = ["X11Device"]

_LOG = logging.getLogger(__name__)
#: For a call, in seconds.
_CALL_TIMEOUT = 20.0


class X11Device(XDevice):
    """A desktop on an X server of its own: Xvfb, openbox, D-Bus and AT-SPI in a bubblewrap sandbox.

    Each `reset` starts it anew with a fresh home; nothing of the last one is left. It runs in real time. Errors of
    the device last until the next reset.

    Args:
        size: The screen's (width, height) in pixels.
        sandbox: ``"auto"``: in a sandbox where this machine allows one, else in plain processes, which see the
            machine's files; ``"require"``: only in a sandbox; ``"off"``: never.
        quiet: How long the screen must be at rest before an action is over, in seconds.
        cap: The longest that is waited for that, in seconds; longer while the applications get no processor.
        network: Whether the applications always reach this machine's network; else only where a task needs it.
        standby: Whether the next desktop is made ready while one is used, so that a reset does not wait for it. That
            takes the memory of a second desktop, and half a second of a processor at the beginning of each episode.
        prelaunch: Applications that are open from the beginning.
        memory: The most that a desktop's processes and files may take together, in MB.
        disk: The most that its files may take, in MB; they are in memory.
        processes: The most processes and threads that it may have.
        trust: Whether commands of task files may run without a sandbox, as this user, on this machine.
        scale: The size of texts, and of what is measured by them, against that on a screen of 96 dots per inch: 1.5 or
            2 is a screen of high density.

    Raises:
        ConfigError: ``scale`` is out of range.
        MissingDependencyError: A program that the desktop is made of is not installed.
        UnknownNameError: An application of ``prelaunch`` is not there.
    """

    name = "x11"
    desktop = "xfce"
    platform: Platform = "linux"

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        sandbox: Sandbox = "auto",
        quiet: float = 0.04,
        cap: float = 1.0,
        network: bool = False,
        standby: bool = False,
        prelaunch: tuple[str, ...] = (),
        memory: int = 4096,
        disk: int = 1024,
        processes: int = 1000,
        trust: bool = False,
        scale: float = 1.0,
    ) -> None:
        if not 1 <= scale <= 4:
            raise ConfigError(
                f"scale= is how much larger texts are than on a plain screen, from 1 to 4, got {scale!r}."
            )
        check_programs()
        apps = installed_apps()
        for app in prelaunch:
            if app not in apps:
                raise UnknownNameError("app", app, apps)
        self.size = size
        limits = Limits(memory, disk, processes)
        self._plan = Plan(size, sandbox, network, quiet, cap, apps, prelaunch, limits, scale=scale)
        self._always_network, self._stands_by = network, standby
        self._keeper: Keeper | None = None
        self._standby: Standby[Desktop] | None = None
        self._desktop: Desktop | None = None
        self._error: DeviceError | None = None
        self._trust = trust
        self._kept: dict[str, bytes] = {}
        self._recalculation = Recalculation()
        self._interval = IntervalClock()
        sweep()

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Start the desktop anew. Nothing on it is left to chance, so ``seed`` changes nothing.

        Raises:
            DeviceStartError: It did not come up.
        """
        del seed
        self._error = None
        self._kept.clear()
        last, self._desktop = self._desktop, None
        if self._keeper is None or not self._keeper.alive:
            self._drop_standby()
            self._keeper = Keeper()
        if self._stands_by:
            self._desktop = self._swap(self._keeper, last)
        else:
            if last is not None:
                last.close()
            self._desktop = Desktop.start(self._keeper, self._plan)
        self._interval.begin(time.monotonic())
        if not self.is_sandboxed:
            _LOG.warning("%s", what_is_open(self._plan.sandbox, self._desktop.session.confinement))

    @property
    def standby_ready(self) -> bool:
        """Whether a desktop stands by, so that a reset would not wait for one."""
        return self._standby is not None and self._standby.ready

    def keep_home(self) -> HomeSnapshot:
        """The files of the home as they are now, to `start_from`."""
        with self._call("keep_home") as desktop:
            session = desktop.session
            return keep_home(session.shell, session.place, session.confinement)

    def start_from(self, home: HomeSnapshot | None) -> None:
        """Have each reset from the next one on start with this home; None: with a fresh one."""
        self._plan = dataclasses.replace(self._plan, home=home)
        self._drop_standby()

    def allow_network(self, allowed: bool) -> None:
        """Whether, from the next reset on, the applications reach this machine's network.

        Without a sandbox they always do.
        """
        network = allowed or self._always_network
        if network != self._plan.network:
            self._plan = dataclasses.replace(self._plan, network=network)
            self._drop_standby()

    @property
    def is_sandboxed(self) -> bool:
        """Whether the desktop that runs is in a sandbox."""
        return self._desktop is not None and self._desktop.session.confinement.sandboxed

    def is_confined(self) -> bool:
        """Whether commands of task files may run: in a sandbox, or because the files are trusted."""
        return self._trust or self.is_sandboxed

    def setup_outputs(self) -> dict[str, bytes]:
        """What the setup's commands wrote, for checks."""
        return self._kept

    def listen(self, on: bool) -> None:
        """Keep sound from the next reset on, by a sound server on the desktop; or stop doing so.

        Raises:
            MissingDependencyError: PulseAudio is not installed.
        """
        if on:
            check_programs(PROGRAMS)
        self._want("audio", on)

    def watch(self, on: bool) -> None:
        """Keep the screen's past from the next reset on, or stop doing so."""
        self._want("video", on)

    def _want(self, kind: Kind, on: bool) -> None:
        self._interval.want(kind, on)
        if self._interval.wanted != self._plan.recorded:
            self._plan = dataclasses.replace(self._plan, recorded=self._interval.wanted)
            self._drop_standby()

    def next_interval(self) -> None:
        """Begin an interval where the last was read to."""
        self._interval.next(time.monotonic())

    def audio(self, seconds: float) -> Sound:
        """The sound of the interval: see `omnigym.devices.protocol.HasAudio.audio`."""
        with self._call("audio") as desktop:
            most, now = check_seconds(seconds), time.monotonic()
            return desktop.audio(self._interval.read("audio", now), now, most)

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Pictures of the interval: see `omnigym.devices.protocol.HasScreenVideo.video`.

        The past is kept in half of the screen's width and height.
        """
        with self._call("video") as desktop:
            check_video(frames, size, self.size)
            now = time.monotonic()
            return desktop.video(frames, self._interval.read("video", now), now, size)

    def close(self) -> None:
        """End the desktop; nothing of it is left running or on disk."""
        if self._desktop is not None:
            self._desktop.close()
            self._desktop = None
        self._drop_standby()
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None
        self._error = DeviceLostError(self.name, "close", "the device was closed.", "Make a new one.")

    # -- capabilities ------------------------------------------------------------------------------------------------

    def disturbances(self) -> tuple[str, ...]:
        """The kinds that there are, sorted."""
        return KINDS

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Let something happen after some of the actions, until the next reset.

        Raises:
            UnknownNameError: There is no such kind.
        """
        with self._call("disturb") as desktop:
            desktop.disturb(kinds, seed)

    def open_pages(self, urls: Sequence[str]) -> None:
        """Open a tab of the browser for each URL and wait until it is loaded; the browser is started if need be.

        Raises:
            ConfigError: A page cannot be reached from here.
            UnknownNameError: The browser is not installed.
        """
        with self._browsing("open_pages") as browser:
            browser.open_pages(urls)

    def close_pages(self, urls: Sequence[str]) -> None:
        """Close the tabs of these URLs."""
        with self._browsing("close_pages") as browser:
            browser.close_pages(urls)

    def tabs(self) -> tuple[Tab, ...]:
        """The open tabs, the active one first; none of a browser that somebody on the desktop started."""
        with self._browsing("tabs") as browser:
            return browser.tabs()

    def page_source(self, url: str = "") -> str:
        """The document of a tab as HTML, as scripts have made it; "" for the active one's.

        Raises:
            FileNotFoundError: There is no such tab.
            TooLargeError: It is larger than anyone reads.
        """
        with self._browsing("page_source") as browser:
            return browser.page_source(url)

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        """All cookies of the browser's profile; the browser is started if it does not run.

        Raises:
            FileNotFoundError: Somebody on the desktop started it, so that it cannot be asked.
        """
        with self._browsing("cookies") as browser:
            return browser.cookies()

    def profile_dir(self) -> str:
        """The native path of the folder with the browser's ``Preferences``, ``History`` and ``Bookmarks``."""
        return self.native_path(PROFILE)

    @contextmanager
    def _browsing(self, call: str) -> Iterator[Browser]:
        """The browser, for one call.

        Raises:
            DeviceTimeoutError: It does not answer. Any program may see to that, and all else goes on, so this error
                does not last.
        """
        silence = None
        with self._call(call, START_S) as desktop:
            try:
                yield desktop.browser
            except DeviceTimeoutError as e:
                silence = e
            desktop.settle()
        if silence is not None:
            silence.by_agent = True
            raise silence

    def setting(self, key: str) -> str:
        """The value of one of `omnigym.devices.x11.settings.SETTINGS`, or of "sound.volume" in per cent."""
        with self._call("setting") as desktop:
            return read_volume(desktop.run) if key == VOLUME else desktop.settings.get(key)

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting."""
        with self._call("set_setting") as desktop:
            if key == VOLUME:
                set_volume(desktop.run, value)
            else:
                desktop.settings.set(key, value)
            desktop.settle()

    def recalculate(self, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
        """Workbooks calculated by LibreOffice, on the desktop; None where it is not installed.

        Raises:
            DeviceTimeoutError: It took too long, was ended, or cannot read one of them. All else goes on, so this error
                does not last.
        """
        if "calc" not in installed_apps():
            return None
        with self._call("recalculated", RECALCULATION_S) as desktop:
            found = self._recalculation.of(desktop, workbooks)
        if not found.files:
            late = DeviceTimeoutError(self.name, "recalculated", found.problem, "Try it with fewer processes.")
            late.by_agent = found.by_agent
            raise late
        return found.files

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the desktop."""
        with self._call("processes") as desktop:
            return processes_of(desktop.session.place)

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command on the desktop to its end: exit code, standard output, standard error.

        Raises:
            DeviceTimeoutError: It did not end in time; it was killed.
            TooLargeError: It wrote more than is read.
        """
        with self._call("run", timeout) as desktop:
            return desktop.run(argv, timeout)

    # -- the life of the desktop -------------------------------------------------------------------------------------

    @contextmanager
    def _call(self, call: str, extra: float = 0.0) -> Iterator[Desktop]:
        """The desktop, for one call with a deadline; it is started if it never was."""
        if self._error is not None:
            raise self._error
        if self._desktop is None:
            self.reset()
        keeper, desktop = self._keeper, self._desktop
        assert keeper is not None
        assert desktop is not None
        session, starved = desktop.session, False

        def kill() -> None:
            nonlocal starved
            starved = session.starves()
            keeper.kill(session.place)

        try:
            watched = guard_call(keeper.watchdog, call, _CALL_TIMEOUT + extra, kill)
            with Boundary(self.name, call, passes=DECLARED), watched:
                desktop.check()
                try:
                    yield desktop
                except FileNotFoundError:  # as all are when it has ended
                    desktop.check()
                    raise
                desktop.check()
        except DeviceError as e:
            starved = starved or (isinstance(e, DeviceTimeoutError) and session.starves())
            e.by_agent = is_by_agent(e, keeper, session.place, sandboxed=self.is_sandboxed, starved=starved)
            self._error = e
            raise

    def _swap(self, keeper: Keeper, last: Desktop | None) -> Desktop:
        """The desktop that stands by, if it lives, else a new one; the last one is ended in the background."""
        if self._standby is None:
            self._standby = Standby(functools.partial(Desktop.start, keeper, self._plan), self.name)
        try:
            desktop = self._standby.take()
        finally:
            if last is not None:
                self._standby.end(last)
        if desktop is not None and not _lives(desktop):
            self._standby.end(desktop)
            desktop = None
        if desktop is None:
            desktop = Desktop.start(keeper, self._plan)
        self._standby.prepare()
        return desktop

    def _drop_standby(self) -> None:
        if self._standby is not None:
            self._standby.close()
            self._standby = None


def _lives(desktop: Desktop) -> bool:
    try:
        desktop.check()
    except DeviceError:
        return False
    return not desktop.session.shell.dead
