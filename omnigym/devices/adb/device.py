"""`AdbDevice`: a phone over adb as a device."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, Drag, OpenApp, Wait
from omnigym.devices.adb.abilities import Abilities
from omnigym.devices.adb.casting import require_decoder
from omnigym.devices.adb.data import PhoneData
from omnigym.devices.adb.files import native_path
from omnigym.devices.adb.link import AdbLink
from omnigym.devices.adb.server import AdbServer
from omnigym.devices.adb.session import Session
from omnigym.devices.android import Activity
from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.interval_recorder import IntervalClock
from omnigym.devices.protocol import FileInfo, Frame, Platform, Sound, WindowInfo, check_seconds, check_video
from omnigym.devices.scrcpy import server_file
from omnigym.errors import CapabilityError, ConfigError, DeviceError, UnknownNameError

__all__ = ["AdbDevice"]

#: How long a simulated device takes to open an app, in virtual seconds.
_LAUNCH_S = 0.5
#: The least versions of Android's interface that scrcpy records sound and video of.
_SDK_OF_SOUND, _SDK_OF_VIDEO = 30, 21


class AdbDevice:
    """A phone or emulator over adb, or omnigym's own simulated phone that `omnigym phone` serves.

    It runs in real time. Errors of the device last until the next reset, which connects anew.

    A reset ends the apps and brings back the settings and files that changed; see
    `omnigym.devices.adb.restore.Restorer`. Nothing else on the phone is touched unless it is named in ``clear`` or
    ``snapshot``.

    Args:
        size: The screen's (width, height) in pixels, as it is: another one is refused, and the message says which.
        serial: The phone's serial number, or the address of one on the network; empty for what ``ANDROID_SERIAL`` in
            the environment says, else for the only one there is.
        host, port: Where the adb server listens; 0 for what ``ANDROID_ADB_SERVER_PORT`` says, else 5037.
        timeout: The longest that a command may take, in seconds.
        cap: The longest that is waited after an action until the screen is at rest, in seconds.
        clear: Packages whose data each reset clears. All that the owner has in them is lost.
        snapshot: Of an emulator: the name of the snapshot that each reset loads; empty for none.
        start_server: Whether an adb server that is not there is started.
        scrcpy: The file of scrcpy's server, for sound and video: see `omnigym.devices.scrcpy.server_file`. The
            served phone needs none.

    Raises:
        DeviceStartError: There is no such phone, or it cannot be used.
        ConfigError: Its screen has another size.
    """

    name = "adb"
    platform: Platform = "android"

    def __init__(
        self,
        size: tuple[int, int] = (540, 1200),
        serial: str = "",
        host: str = "127.0.0.1",
        port: int = 0,
        timeout: float = 20.0,
        cap: float = 3.0,
        clear: Sequence[str] = (),
        snapshot: str = "",
        start_server: bool = True,
        scrcpy: str = "",
    ) -> None:
        self.size = size
        server = AdbServer(host, port or AdbServer.usual_port())
        self._link = AdbLink(server, serial or os.environ.get("ANDROID_SERIAL", ""), timeout, start_server)
        self._cap, self._clear, self._snapshot = cap, tuple(clear), snapshot
        self._scrcpy = scrcpy
        self._interval = IntervalClock()
        self._session: Session | None = None
        self._error: DeviceError | None = None
        self._kept: dict[str, bytes] = {}
        self._closed = False
        self._connect()

    def _connect(self) -> Session:
        self._link.call = "connect"
        self._disconnect()
        self._link.revive()
        session = Session(self._link, self.size, self._cap, self._clear, self._snapshot)
        found = session.abilities.size
        if found != self.size:
            raise ConfigError(
                f"The phone {self._link.serial!r} has a screen of {found[0]}x{found[1]}, not {self.size[0]}x"
                f"{self.size[1]}. Say resolution=({found[0]}, {found[1]}), or change the phone: adb shell wm size "
                f"{self.size[0]}x{self.size[1]}."
            )
        self._session = session
        return session

    def _disconnect(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    @property
    def abilities(self) -> Abilities:
        """What the phone can do, as it was found out when it was connected."""
        with self._call("abilities") as session:
            return session.abilities

    @property
    def serial(self) -> str:
        """The phone's serial number."""
        return self._link.serial

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Bring the phone back to how it was at first; connect anew if the connection is gone.

        Args:
            seed: For a simulated phone; nothing is left to chance by omnigym on another.

        Raises:
            DeviceError: It cannot be.
        """
        if self._closed:
            raise DeviceError(self.name, "reset", "the device was closed.", "Make a new one.")
        broken = self._error is not None or self._session is None
        self._error, session = None, self._session
        self._kept.clear()
        try:
            if broken or session is None:
                session = self._connect()
            self._link.call = "reset"
            wanted = self._interval.wanted
            session.cast(wanted, None if session.abilities.simulated or not wanted else server_file(self._scrcpy))
            session.reset(seed or 0)
            self._interval.begin(session.now() if wanted else 0.0)
        except DeviceError as e:
            self._error = e
            raise

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new."""
        with self._call("screenshot") as session:
            return session.screenshot()

    def act(self, action: Action) -> None:
        """Do an action and return when the screen has settled."""
        if isinstance(action, OpenApp):
            self._open(action.app)
            return
        extra = action.duration if isinstance(action, Wait | Click | Drag) else 0.0
        with self._call("act") as session:
            session.act(action, extra)

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether an app that was opened, or a provider, worked on something meanwhile."""
        with self._call("works_during") as session:
            return session.works_during(seconds)

    def _open(self, name: str) -> None:
        """Open an app by omnigym's name, or by the name below its icon.

        A real phone takes its time; that of a simulated one stands still meanwhile, so it passes before.
        """
        if self.abilities.simulated:
            with self._call("act") as session:
                session.act(Wait(_LAUNCH_S), _LAUNCH_S)
        app = name.strip().casefold().replace(" ", "_")
        if app in self.apps():  # an app that is not there is a mistake of the agent's, and nothing happens
            self.launch(app)

    def close(self) -> None:
        """Forget the phone. It stays as it is, and so does the adb server."""
        self._disconnect()
        self._closed = True
        self._error = DeviceError(self.name, "close", "the device was closed.", "Make a new one.")

    # -- what was heard and seen between two steps -------------------------------------------------------------------

    def listen(self, on: bool) -> None:
        """Keep sound from the next reset on, or stop: see `omnigym.devices.protocol.HasAudio`.

        Raises:
            CapabilityError: The phone's Android is too old.
            MissingDependencyError: A real phone needs scrcpy's server.
        """
        if on:
            self._require(_SDK_OF_SOUND)
        self._interval.want("audio", on)

    def watch(self, on: bool) -> None:
        """Keep the screen's past from the next reset on, or stop: see `omnigym.devices.protocol.HasScreenVideo`.

        Raises:
            CapabilityError: The phone's Android is too old.
            MissingDependencyError: PyAV is not installed, or a real phone needs scrcpy's server.
        """
        if on:
            require_decoder()
            self._require(_SDK_OF_VIDEO)
        self._interval.want("video", on)

    def _require(self, sdk: int) -> None:
        found = self.abilities
        if found.sdk < sdk:
            raise CapabilityError(f"The phone has Android {found.android} (SDK {found.sdk}), and this needs SDK {sdk}.")
        if not found.simulated:
            server_file(self._scrcpy)

    def next_interval(self) -> None:
        """Begin an interval where the last was read to."""
        if self._interval.kept:
            with self._call("next_interval") as session:
                self._interval.next(session.now())

    def audio(self, seconds: float) -> Sound:
        """The sound of the interval: int16 (S,), at 16 kHz. Of a served phone it is that of the simulated device.

        Raises:
            ConfigError: Nothing was listened to since the last reset, or ``seconds`` is out of range.
        """
        most = check_seconds(seconds)
        with self._call("audio") as session:
            now = session.now()
            begin = self._interval.read("audio", now)
            return session.streams("audio", begin, now).sound.cut(begin, now, most)

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """The screen in the interval: uint8 (K, height, width, 3), and float32 (K,), seconds before now.

        The last frame is that of `screenshot`; those before it were coded, so those of a real phone are less exact.

        Raises:
            ConfigError: Nothing was watched since the last reset, or an argument is out of range.
        """
        check_video(frames, size, self.size)
        with self._call("video") as session:
            now = session.now()
            begin = self._interval.read("video", now)
            seen = session.streams("video", begin, now).frames
            return seen.spread(frames, begin, now, size, session.shown())

    # -- capabilities ------------------------------------------------------------------------------------------------

    def tree(self) -> Tree:
        """What is on the screen, of the same moment as the last screenshot."""
        with self._call("tree") as session:
            return session.tree()

    def layout(self) -> str:
        """The same as Android's own XML, for XPath."""
        with self._call("layout") as session:
            return session.xml()

    def native_path(self, path: str) -> str:
        """The path below ``/sdcard``."""
        return native_path(path)

    def read_file(self, path: str) -> bytes:
        """The content of a file."""
        with self._call("read_file") as session:
            return session.files.read(path)

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it; the next reset undoes it."""
        with self._call("write_file") as session:
            session.change(path, lambda: session.files.write(path, content, mtime))

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it; the next reset undoes it."""
        with self._call("make_dir") as session:
            session.change(path, lambda: session.files.make_dir(path))

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path, or None."""
        with self._call("stat") as session:
            return session.files.stat(path)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries of a directory, sorted by name."""
        with self._call("list_dir") as session:
            return tuple([entry.info for entry in session.files.entries(path)])

    def apps(self) -> tuple[str, ...]:
        """The apps that are installed and that omnigym knows, sorted."""
        with self._call("apps") as session:
            return tuple(sorted(session.apps.installed()))

    def launch(self, app: str, path: str | None = None) -> None:
        """Start an app, on a file where one is named, and wait until it is in front."""
        with self._call("launch") as session:
            session.apps.launch(app, "" if path is None else native_path(path))
            session.settle()

    def windows(self) -> tuple[WindowInfo, ...]:
        """The apps that are open, front to back; those behind count as minimised."""
        with self._call("windows") as session:
            return session.apps.windows()

    def activate(self, window: str) -> None:
        """Bring an app to the front."""
        with self._call("activate") as session:
            session.apps.activate(window)
            session.settle()

    def minimise(self, window: str) -> None:
        """Go home, where the app is in front."""
        with self._call("minimise") as session:
            session.apps.leave(window)
            session.settle()

    def close_window(self, window: str) -> None:
        """End the app, as a swipe among the recent apps does."""
        with self._call("close_window") as session:
            session.apps.stop(window)
            session.settle()

    def activity(self) -> Activity | None:
        """The package and activity that are in front."""
        with self._call("activity") as session:
            return session.apps.front()

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Where a key of an app is found: by the name of its resource, as the layout has it."""
        if app not in self.apps():
            raise UnknownNameError("app", app, self.apps())
        return {"key": key}

    def setting(self, key: str) -> str:
        """The value of a setting, by name space and key: "global/airplane_mode_on".

        Raises:
            UnknownNameError: There is no such setting.
        """
        with self._call("setting") as session:
            return session.setting(key)

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting; the next reset undoes it."""
        with self._call("set_setting") as session:
            session.set_setting(key, value)
            session.settle()

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a content provider: text by column.

        Raises:
            UnknownNameError: There is no such provider, or the shell may not read it.
            UnreadableError: What it keeps is damaged.
        """
        with self._call("query_content") as session:
            return session.query_content(uri)

    def user_data(self) -> PhoneData:
        """The files of shared storage, and the rows of Android's own providers.

        Raises:
            TooLargeError: There is more than is read.
        """
        with self._call("user_data") as session:
            return session.data.read()

    def notifications(self) -> tuple[Mapping[str, str], ...]:
        """The notifications that are shown: ``app``, ``title`` and ``text`` of each."""
        with self._call("notifications") as session:
            return session.notifications()

    def is_confined(self) -> bool:
        """Always: its commands are the phone's."""
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        """What the setup's commands wrote, for checks."""
        return self._kept

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command on the phone to its end: exit code, standard output, standard error."""
        with self._call("run") as session:
            output = session.run(argv, timeout)
            session.stale()
            return output.code, output.out, output.err

    # -- calls -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _call(self, call: str) -> Iterator[Session]:
        """The connected phone, for one call."""
        if self._error is not None:
            raise self._error
        session = self._session
        if session is None:
            session = self._connect()
        self._link.call = call
        try:
            with Boundary(self.name, call, passes=DECLARED):
                yield session
        except DeviceError as e:
            self._error = e
            raise
