"""A phone that is connected: its parts, and the moment that was last seen of it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from omnigym.a11y import Tree
from omnigym.a11y.android_packages import app_of
from omnigym.actions import Action, Wait
from omnigym.devices.adb.abilities import look_at
from omnigym.devices.adb.apps import Apps
from omnigym.devices.adb.casting import AdbCast
from omnigym.devices.adb.data import CORRUPT, FAILED, PhoneReader, parse_rows
from omnigym.devices.adb.files import Files, native_path
from omnigym.devices.adb.input import ADB_KEYBOARD, Fingers, Untypable
from omnigym.devices.adb.link import AdbLink, Output, quote
from omnigym.devices.adb.names import place_of
from omnigym.devices.adb.restore import EmulatorConsole, Restorer, console_port
from omnigym.devices.adb.screen import Layouts, Screen
from omnigym.devices.interval_recorder import Kind
from omnigym.devices.protocol import Frame
from omnigym.devices.waiting import Deadline
from omnigym.errors import DeviceError, UnknownNameError, UnreadableError

# -- waiting until an action can be seen ------------------------------------------------------------------------------

# The screen is looked at until it is the same twice.


def at_rest(take: Callable[[], Frame], cap: float) -> Frame:
    """The screen once it has come to rest.

    There is no sleep in it: how fast the phone gives screenshots is how often it is looked at. An animation that does
    not end does not stop the episode, but costs the whole cap.

    Args:
        take: Takes a screenshot.
        cap: The longest to wait, in seconds.
    """
    deadline = Deadline(cap)
    last = take()
    while not deadline.passed:
        now = take()
        if np.array_equal(now, last):
            return now
        last = now
    return last


# -- whether its apps work on something -------------------------------------------------------------------------------

#: Lists the processes: id, processor time in minutes, seconds and hundredths, and name.
_TIMES = "ps -A -o PID,TIME+,NAME"
#: An app works that had a processor for this share of a moment.
_WORK_SHARE = 0.25
#: Processes of Android that work for apps: they keep what apps save, and load what apps ask for.
_PROVIDER = re.compile(r"android\.process\.|com\.android\.(providers\.|phone$)")


def processor_times(before: str, after: str) -> tuple[dict[int, str], dict[int, float]]:
    """Read two lists of a phone's processes.

    Returns:
        The name of each process of the second by its id, and the processor time that it had since the first, in
        seconds. A process that is new has its whole time.
    """
    names: dict[int, str] = {}
    tables: list[dict[int, float]] = []
    for said in (before, after):
        rows = _TIME_ROW.findall(said)
        tables.append({int(pid): 60 * int(minutes) + float(seconds) for pid, minutes, seconds, _ in rows})
        names = {int(pid): name for pid, _, _, name in rows}
    first, last = tables
    return names, {pid: time - first.get(pid, 0.0) for pid, time in last.items()}


# -- session ----------------------------------------------------------------------------------------------------------

#: Half a tick of a simulated phone's clock, in seconds; moments of its pictures are finer.
_HALF_TICK_S = 5e-4
#: How long an emulator may take to be back after a snapshot was loaded.
_AFTER_SNAPSHOT_S = 60.0
#: A row of `_TIMES`.
_TIME_ROW = re.compile(r"^ *([0-9]{1,9}) +([0-9]{1,9}):([0-9]{2}(?:\.[0-9]+)?) +(\S+) *$", re.MULTILINE)
_NOTE = re.compile(
    r"NotificationRecord\(.*?pkg=(?P<package>\S+)(?P<body>.*?)(?=\n\s*NotificationRecord\(|\Z)", re.DOTALL
)
_EXTRA = re.compile(r"android\.(title|text)=(?:String|SpannableString) \((.*)\)")
#: What makes a phone calm: no animations, and no turning of the screen.
_CALM = (
    "settings put global window_animation_scale 0; settings put global transition_animation_scale 0; "
    "settings put global animator_duration_scale 0; settings put system accelerometer_rotation 0"
)


class Session:
    """A phone that is connected.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels, as the caller knows it.
        cap: The longest wait for the screen to come to rest, in seconds.
        clear: Packages that each reset clears.
        snapshot: An emulator's snapshot that each reset loads; empty for none.
    """

    def __init__(self, link: AdbLink, size: tuple[int, int], cap: float, clear: tuple[str, ...], snapshot: str) -> None:
        self._link, self._cap, self._clear, self._snapshot = link, cap, clear, snapshot
        self.abilities = look_at(link)
        display = self.abilities.displays[0] if len(self.abilities.displays) > 1 else ""
        self._screen = Screen(link, size, self.abilities.raw, display)
        self._layouts = Layouts(link, size, self.abilities.windows)
        self._fingers = Fingers(size, self.abilities.keyboard)
        self.apps = Apps(link, size)
        self.files = Files(link)
        self.data = PhoneReader(link, self.files)
        self.restorer: Restorer | None = None
        self._size = size
        self._cast: AdbCast | None = None
        self._frame: Frame | None = None
        self._shown: Frame | None = None
        #: The time of a simulated phone, and the moment of its last picture, until something may have changed.
        self._now: float | None = None
        self._picture = -1.0
        self._tree: Tree | None = None

    def reset(self, seed: int) -> None:
        """Bring the phone back to how it was."""
        self._fingers.release()
        port = console_port(self._link.serial)
        if self.abilities.simulated:
            self._link.run(f"cmd omnigym reset {seed}")
        elif self._snapshot:
            if port is None:
                raise DeviceError("adb", "reset", f"{self._link.serial!r} is no emulator, so it has no snapshots.")
            EmulatorConsole(port).load(self._snapshot)
            self._link.wait(_AFTER_SNAPSHOT_S)
        else:
            self._restore()
        if self.abilities.keyboard:
            self._link.run(f"ime enable {ADB_KEYBOARD}; ime set {ADB_KEYBOARD}")
        self.settle()

    def _restore(self) -> None:
        if self.restorer is None:
            self.restorer = Restorer(self._link, self.apps, self.files, self._clear)
            self._link.run(_CALM)
        self.restorer.restore()

    # -- what was heard and seen meanwhile ---------------------------------------------------------------------------

    def cast(self, kinds: Collection[Kind], jar: Path | None) -> None:
        """See that there are the streams that are wanted, and no other; before a reset, so that they begin at it.

        Args:
            kinds: Any of "audio" and "video".
            jar: The file of scrcpy's server; None for a simulated phone.

        Raises:
            DeviceError: The phone does not give them.
        """
        if self._cast is not None and (self._cast.broken or self._cast.kinds != frozenset(kinds)):
            self.close()
        if self._cast is None and kinds:
            self._cast = AdbCast(self._link, self._size, kinds, jar)

    def now(self) -> float:
        """The phone's time as its streams have it, in seconds; 0 where there are none.

        That of a simulated phone stands still between two commands.
        """
        if self._cast is None:
            return 0.0
        if not self.abilities.simulated:
            return self._cast.now()
        if self._now is None:
            now, picture = self._link.run("cmd omnigym uptime").split()
            self._now, self._picture = int(now) / 1e6, int(picture) / 1e6
        return self._now

    def streams(self, kind: Kind, begin: float, now: float) -> AdbCast:
        """The streams, once that of a kind has come to the end of an interval.

        Args:
            kind: One that is kept.
            begin, now: The interval's ends, as `now` said them.

        Raises:
            DeviceError: It broke, or does not come there.
        """
        assert self._cast is not None  # something is kept
        if not self.abilities.simulated:
            self._cast.look(kind, now)
        elif kind == "video":
            self._cast.reach(kind, self._picture)
        elif now - begin > _HALF_TICK_S:
            self._cast.reach(kind, now - _HALF_TICK_S)
        return self._cast

    def shown(self) -> Frame:
        """The last screenshot, where nothing was done since; else a new one."""
        if self._shown is None:
            self._shown = self._screen.take()
        return self._shown

    def close(self) -> None:
        """End the streams."""
        if self._cast is not None:
            self._cast.close()
            self._cast = None

    # -- what is seen ------------------------------------------------------------------------------------------------

    def act(self, action: Action, extra: float) -> None:
        """Do an action and wait until its effect can be seen.

        Args:
            action: The action.
            extra: How much longer than others it may take, in seconds.
        """
        self.stale()
        try:
            commands = self._fingers.commands(action)
        except Untypable as e:
            raise DeviceError("adb", "act", f"{e}.", "Install an ADB keyboard (com.android.adbkeyboard).") from None
        for command in commands:
            self._link.run(command, self._link.timeout + extra)
        self.settle()

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether an app that was opened, or a provider, worked on something meanwhile.

        A simulated phone is at rest when a command has returned.
        """
        if self.abilities.simulated:
            self.act(Wait(seconds), seconds)
            return False
        self.stale()
        line = f"{_TIMES}; echo; sleep {seconds:g}; {_TIMES}"
        before, _, after = self._link.run(line, self._link.timeout + seconds).partition("\n\n")
        names, used = processor_times(before, after)
        busy = {names[pid].partition(":")[0] for pid, share in used.items() if share >= _WORK_SHARE * seconds}
        worked = any(map(_PROVIDER.match, busy)) or bool(busy and busy & self.apps.opened_packages())
        self.settle()
        return worked

    def settle(self) -> None:
        """Wait until the screen is at rest. A simulated phone is, when the command has returned."""
        self.stale()
        if not self.abilities.simulated:
            self._frame = at_rest(self._screen.take, self._cap)

    def stale(self) -> None:
        """Forget the moment that was seen: something may have changed."""
        self._frame = self._tree = self._shown = self._now = None

    def screenshot(self) -> Frame:
        """The screen. A frame is handed out once; the next one is of a new moment."""
        frame, self._frame = self._frame, None
        if frame is None:
            self._tree = None
            frame = self._screen.take()
        self._shown = frame
        return frame

    def tree(self) -> Tree:
        """The tree of the moment of the last screenshot."""
        if self._tree is None:
            self._tree = self._layouts.tree()
        return self._tree

    def xml(self) -> str:
        """The layout as Android writes it."""
        return self._layouts.xml().decode("utf-8", "replace")

    # -- what it knows -----------------------------------------------------------------------------------------------

    def setting(self, key: str) -> str:
        """The value of a setting.

        Raises:
            UnknownNameError: The phone has none of that name.
        """
        namespace, name = place_of(key)
        line = f"settings get {namespace} {quote(name)}"
        value = self._link.again(lambda: self._link.run(line)).removesuffix("\n")
        if value == "null":
            raise UnknownNameError("setting", key, [])
        return value

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting."""
        namespace, name = place_of(key)
        place = f"{namespace} {quote(name)}"
        if self.restorer is not None:
            before = self._link.run(f"settings get {place}").removesuffix("\n")
            self.restorer.setting_changes(namespace, name, before)
        self._link.run(f"settings put {place} {quote(value)}")

    def change(self, path: str, write: Callable[[], None]) -> None:
        """Write a file or make a directory, which the next reset undoes."""
        if self.restorer is not None:
            # The outermost of what is going to be new: with it goes all that is in it.
            full = native_path(path)
            while self.files.stat(parent := posixpath.dirname(full)) is None and parent != "/":
                full = parent
            self.restorer.file_changes(full)
        write()
        self.stale()

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a content provider.

        Raises:
            UnknownNameError: There is none.
            UnreadableError: What it keeps is damaged.
        """
        output = self._link.again(lambda: self._link.shell(f"content query --uri {quote(uri)}"))
        said = output.out + output.err
        if output.code or FAILED.encode() in said:
            if CORRUPT.encode() in said:
                raise UnreadableError(f"What the content provider {uri!r} keeps is damaged.")
            raise UnknownNameError("content provider", uri, [])
        return parse_rows(output.text)

    def notifications(self) -> tuple[Mapping[str, str], ...]:
        """The notifications that are shown, as ``dumpsys notification`` has them."""
        said = self._link.again(lambda: self._link.run("dumpsys notification --noredact"))
        out: list[Mapping[str, str]] = []
        for found in _NOTE.finditer(said):
            extras = dict(_EXTRA.findall(found["body"]))
            app = app_of(found["package"])
            out.append({"app": app, "title": extras.get("title", ""), "text": extras.get("text", "")})
        return tuple(out)

    def run(self, argv: Sequence[str], timeout: float) -> Output:
        """Run a program of the phone."""
        return self._link.shell(" ".join(quote(word) for word in argv), timeout)
