"""The probe: read-only access of checks to a device, with a record of what they read."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from time import monotonic
from typing import Any, Literal, TypeAlias, TypeVar

from omnigym.a11y import Tree
from omnigym.devices.android import Activity, activity_of, layout_of, notifications_of
from omnigym.devices.protocol import (
    CAPABILITIES,
    ClipboardContent,
    Device,
    FileInfo,
    Frame,
    HasVersions,
    ProbeKind,
    ProcessInfo,
    WindowInfo,
)
from omnigym.devices.recalculation import HasRecalculation
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.errors import ConfigError, DeviceError, DeviceTimeoutError, UnreadableError
from omnigym.evaluation.events import Event, merged
from omnigym.evaluation.judgement import Judge, Judgement
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import within
from omnigym.foreign.limits import FILE_BYTES, MOMENT_BYTES

__all__ = ["CHECKS_S", "Probe", "ReadKind", "Reads"]

ReadKind: TypeAlias = ProbeKind | Literal["answer", "history", "judgement"]
#: The kinds of state that were read, each with its version: as long as all versions are the same, so is the verdict.
Reads: TypeAlias = tuple[tuple[ReadKind, Hashable], ...]

#: Seconds in which the checks of one step may begin to read a device that runs in real time. So a step ends whatever an
#: agent does to slow it down: a later read fails, and a read that has begun has the deadline of its device.
CHECKS_S = 20.0

_T = TypeVar("_T")


class Probe:
    """Read-only access to a device for checks.

    Each method records the kind of state that it reads, so that the verdict can be reused as long as the device says
    that this state is unchanged (`omnigym.devices.protocol.HasVersions`). Paths are portable ones
    ("Documents/report.txt") or absolute native ones. A check does not catch a `omnigym.errors.DeviceError` of a method,
    which the evaluator turns into "cannot tell", nor an `omnigym.errors.UnreadableError` of a file (see
    `omnigym.evaluation.registry`).

    Args:
        device: The device to read. A method whose capability the device lacks raises `AttributeError`; environments
            refuse such a task before it starts.

    Attributes:
        judged: The last judgement of the task's own judge; None if it was not asked yet, or if there is none.
    """

    def __init__(self, device: Device) -> None:
        self._device: Any = device
        self._versioned = isinstance(device, HasVersions)
        self._tells = isinstance(device, HasUserData)  # asked once: a reset shows what it costs
        self._answers: tuple[str, ...] = ()
        self._history: tuple[Event, ...] = ()
        self._judge: Judge | None = None
        self.judged: Judgement | None = None
        self._reads: set[ReadKind] = set()
        self._until: float | None = None
        #: The user's data when the node that is judged became open, and the same without what of the node's own work
        #: had been done by then: a check that compares with what was there holds if it does so with one of them. Empty
        #: where the device cannot tell.
        self.earlier: tuple[UserData, ...] = ()
        #: The user's data at the start of the episode, where the device can tell.
        self.start: UserData | None = None
        #: What the nodes that come after the one that is judged may do.
        self.later: tuple[Effect, ...] = ()
        self._memo: dict[Hashable, Any] = {}
        self._bytes = 0

    @property
    def versioned(self) -> bool:
        """Whether the device has versions of its state, so that verdicts can be reused."""
        return self._versioned

    # -- for the evaluator ------------------------------------------------------------------------------------

    def judge_by(self, judge: Judge | None) -> None:
        """Set the task's own judge for a new episode, or None if it has none."""
        self._judge, self.judged = judge, None

    def refresh(self, answers: tuple[str, ...], history: tuple[Event, ...] = ()) -> None:
        """Begin a new check of the device: forget what was read before.

        Args:
            answers: As of `answers`.
            history: The events of the episode on this device, not merged; kept where a check looks at them.
        """
        self._answers, self._history = answers, history
        self._until = None
        self._memo.clear()
        self._bytes = 0

    def begin(
        self, earlier: tuple[UserData, ...] = (), start: UserData | None = None, later: tuple[Effect, ...] = ()
    ) -> None:
        """Start a new record of what is read, for a node.

        Args:
            earlier, start, later: As of the attributes.
        """
        self._reads, self.earlier, self.start, self.later = set(), earlier, start, later

    def reads(self) -> Reads:
        """The kinds of state that were read since `begin`, with their versions."""
        return tuple((kind, self.version(kind)) for kind in sorted(self._reads))

    def has_read(self, kind: ReadKind) -> bool:
        """Whether a kind of state was read since `begin`."""
        return kind in self._reads

    def version(self, kind: ReadKind) -> Hashable:
        """The current version of a kind of state; only for a `versioned` probe."""
        if kind == "judgement":
            return object()  # it has no version, so it must never count as unchanged
        if kind == "history":
            return len(self._history)  # it only grows
        return self._answers if kind == "answer" else self._device.version(kind)

    def _read(self, *kinds: ReadKind) -> None:
        """Record what is about to be read.

        Raises:
            DeviceTimeoutError: The checks of this step took too long. This does not apply to devices with versions:
                they are simulated and answer at once, and no verdict on them may depend on a clock.
        """
        self._reads.update(kinds)
        if self._versioned:
            return
        now = monotonic()
        if self._until is None:
            self._until = now + CHECKS_S
        elif now > self._until:
            name, problem = self._device.name, f"the checks of this step took longer than {CHECKS_S:g} s."
            raise DeviceTimeoutError(name, "check", problem, "They are made again at the next step.")

    # -- for checks -------------------------------------------------------------------------------------------

    def read_file(self, path: str) -> bytes | None:
        """The content of a file, or None if there is no such file.

        Raises:
            TooLargeError: It is larger than `FILE_BYTES`, or all files of this check together than `MOMENT_BYTES`.
        """
        self._read("files")
        return self._once(("read_file", path), lambda: self._content(path))

    def read(self, path: str, reader: Callable[[bytes], _T]) -> _T | None:
        """The result of ``reader`` on the content of a file, or None if there is no such file.

        Raises:
            UnreadableError: The reader cannot read it; the message begins with the path.
            TooLargeError: It is larger than the limits.
        """
        content = self.read_file(path)
        if content is None:
            return None
        try:
            return reader(content)
        except UnreadableError as e:
            raise type(e)(f"{path!r}: {e}") from e

    def _content(self, path: str) -> bytes | None:
        # The size is checked before the file is read, since reading a huge file is what the limit prevents.
        found = self._device.stat(path)
        within(0 if found is None else found.size, FILE_BYTES, f"bytes in {path!r}")
        try:
            content = bytes(self._device.read_file(path))
        except FileNotFoundError:
            return None
        self._bytes += len(content)
        within(self._bytes, MOMENT_BYTES, "bytes in all files that are checked")
        return content

    def stat(self, path: str) -> FileInfo | None:
        """The file or directory at a path, or None."""
        self._read("files")
        found: FileInfo | None = self._device.stat(path)
        return found

    def list_dir(self, path: str) -> tuple[FileInfo, ...] | None:
        """The entries of a directory, sorted by name, or None if there is no such directory."""
        self._read("files")
        try:
            return tuple(self._device.list_dir(path))
        except FileNotFoundError:
            return None

    def native_path(self, path: str) -> str:
        """A path in the notation of the device."""
        return str(self._device.native_path(path))

    def clipboard(self) -> ClipboardContent:
        """The content of the clipboard."""
        self._read("clipboard")
        content: ClipboardContent = self._once("clipboard", self._device.clipboard)
        return content

    def windows(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        self._read("apps")
        return self._once("windows", self._device.windows)

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The running processes."""
        self._read("apps")
        return self._once("processes", self._device.processes)

    def user_data(self) -> UserData | None:
        """All data of the user now; None where the device cannot tell."""
        if not self._tells:
            return None
        self._read("files", "settings")
        data: UserData = self._once("user_data", self._device.user_data)
        return data

    def recalculated(self, workbooks: tuple[bytes, ...]) -> tuple[bytes, ...] | None:
        """The bytes of .xlsx files, calculated by the device's own program; None where it has none."""
        if not isinstance(self._device, HasRecalculation):
            return None
        device: HasRecalculation = self._device
        return self._once(("recalculated", workbooks), lambda: device.recalculated(workbooks))

    def setting(self, key: str) -> str:
        """The value of a setting."""
        self._read("settings")
        return self._once(("setting", key), lambda: str(self._device.setting(key)))

    def content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a content provider ("content://sms"): texts by column. Devices store them in files."""
        self._read("files")
        return self._once(("content", uri), lambda: tuple(self._device.query_content(uri)))

    def activity(self) -> Activity | None:
        """The Android package and activity in front, or None."""
        self._read("apps")
        return self._once("activity", lambda: activity_of(self._device))

    def layout(self) -> str:
        """The screen in the XML of Android's ``uiautomator``, with all windows."""
        self._read("tree", "apps")
        return self._once("layout", lambda: layout_of(self._device))

    def notifications(self) -> tuple[Mapping[str, str], ...]:
        """The notifications that are shown: ``app``, ``title`` and ``text`` of each."""
        self._read("files")
        return self._once("notifications", lambda: notifications_of(self._device))

    def tree(self) -> Tree:
        """The accessibility tree."""
        self._read("tree")
        tree: Tree = self._once("tree", self._device.tree)
        return tree

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB."""
        self._read("screen")
        return self._once("screenshot", self._device.screenshot)

    def judgement(self) -> Judgement:
        """The judgement of the task's own judge, which is not asked again once it has ended the episode.

        Raises:
            ConfigError: The task has no judge of its own.
        """
        if self._judge is None:
            raise ConfigError("Only a task with a host has a judge of its own. Check something else, or give it one.")
        self._read("judgement")
        if self.judged is not None and self.judged.done:
            return self.judged
        judge, answer = self._judge, next(reversed(self._answers), None)
        self.judged = self._once("judgement", lambda: _finite(judge.judge(answer)))
        return self.judged

    def history(self) -> tuple[Event, ...]:
        """All events of the episode on this device, with typing merged (`omnigym.evaluation.events.merged`)."""
        self._read("history")
        return self._once("history", lambda: tuple(merged(self._history)))

    def can(self, capability: str) -> bool:
        """Whether the device has a capability, by its name in `omnigym.devices.protocol.CAPABILITIES`."""
        return isinstance(self._device, CAPABILITIES[capability])

    @property
    def platform(self) -> str:
        """The platform of the device: "windows", "linux", "android" or "web"."""
        return str(self._device.platform)

    @property
    def answers(self) -> tuple[str, ...]:
        """The different answers that the agent submitted, the last one at the end: one that completed a node counts
        for others only until the next one comes.
        """
        self._read("answer")
        return self._answers

    def _once(self, key: Hashable, read: Callable[[], _T]) -> _T:
        """Read something once between two calls of `refresh`: on a real device that is slow, and checks share it."""
        if key not in self._memo:
            self._memo[key] = read()
        value: _T = self._memo[key]
        return value


def _finite(judgement: Judgement) -> Judgement:
    """The judgement, if its reward is finite.

    Raises:
        DeviceError: It is not: the judge is broken, which must not count against the agent.
    """
    if not math.isfinite(judgement.reward):
        raise DeviceError(
            "task", "judge", f"its reward should be a finite number, got {judgement.reward}.", "Mend the task."
        )
    return judgement
