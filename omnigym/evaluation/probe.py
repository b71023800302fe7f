"""The probe: read-only access of checks to a device, with a record of their reads."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Literal, TypeAlias, TypeVar

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.assets import read_asset
from omnigym.devices.android import Activity, activity_of, layout_of, notifications_of
from omnigym.devices.protocol import (
    CAPABILITIES,
    ClipboardContent,
    Device,
    FileInfo,
    Frame,
    HasAppTitles,
    HasClock,
    HasContent,
    HasVersions,
    ProbeKind,
    ProcessInfo,
    Tab,
    WindowInfo,
    require_confined,
)
from omnigym.devices.recalculation import HasRecalculation
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.errors import AssetError, ConfigError, DeviceError, DeviceTimeoutError, UnreadableError
from omnigym.evaluation.events import Event, merge_events
from omnigym.evaluation.judgement import Judge, Judgement
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import within
from omnigym.foreign.limits import FILE_BYTES, MOMENT_BYTES, TEXT_BYTES

__all__ = ["CHECKS_S", "Probe", "ReadKind", "Reads"]

ReadKind: TypeAlias = ProbeKind | Literal["answer", "history", "judgement"]
#: The kinds of state that were read, each with its version: as long as all versions are the same, so is the verdict.
Reads: TypeAlias = tuple[tuple[ReadKind, Hashable], ...]

#: Seconds in which the checks of one step may begin to read a device that runs in real time. So a step ends whatever an
#: agent does to slow it down: a later read fails, and a read that has begun has the deadline of its device.
CHECKS_S = 20.0
#: Seconds after which a command of a check is killed.
RUN_S = 30.0
#: What asks a device for its local time.
_NOW_FORMAT = "%Y-%m-%dT%H:%M:%S"
_NOW = ("date", f"+{_NOW_FORMAT}")
_NOW_ON_WINDOWS = ("powershell", "-NoProfile", "-Command", "Get-Date -Format 'yyyy-MM-ddTHH:mm:ss'")

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
        at_end: Whether the episode is over when checks read. Only then may a check act: `run` commands on the device,
            which no agent sees any more.

    Attributes:
        judged: The last judgement of the task's own judge; None if it was not asked yet, or if there is none.
    """

    def __init__(self, device: Device, *, at_end: bool = False) -> None:
        self._device: Any = device
        self._at_end = at_end
        self._versioned = isinstance(device, HasVersions)
        self._tells = isinstance(device, HasUserData)  # asked once: a reset shows what it costs
        self._answers: tuple[str, ...] = ()
        self._history: tuple[Event, ...] = ()
        self._actions: tuple[Action, ...] = ()
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
    def has_versions(self) -> bool:
        """Whether the device has versions of its state, so that verdicts can be reused."""
        return self._versioned

    @property
    def has_content(self) -> bool:
        """Whether the device has content providers, which `content` reads."""
        return isinstance(self._device, HasContent)

    # -- for the evaluator ------------------------------------------------------------------------------------

    def judge_by(self, judge: Judge | None) -> None:
        """Set the task's own judge for a new episode, or None if it has none."""
        self._judge, self.judged = judge, None

    def refresh(
        self, answers: tuple[str, ...], history: tuple[Event, ...] = (), actions: tuple[Action, ...] = ()
    ) -> None:
        """Begin a new check of the device, and forget earlier reads.

        Args:
            answers: As of `answers`.
            history: The events of the episode on this device, not merged; kept where a check looks at them.
            actions: The actions of the episode on this device; kept where checks are made at the end.
        """
        self._answers, self._history, self._actions = answers, history, actions
        self._until = None
        self._memo.clear()
        self._bytes = 0

    def begin(
        self, earlier: tuple[UserData, ...] = (), start: UserData | None = None, later: tuple[Effect, ...] = ()
    ) -> None:
        """Start a new record of reads, for a node.

        Args:
            earlier, start, later: As of the attributes.
        """
        self._reads, self.earlier, self.start, self.later = set(), earlier, start, later

    def reads(self) -> Reads:
        """The kinds of state that were read since `begin`, with their versions."""
        return tuple((kind, self.version(kind)) for kind in sorted(self._reads))

    def has_read(self, kind: ReadKind) -> bool:
        """Return whether a kind of state was read since `begin`."""
        return kind in self._reads

    def version(self, kind: ReadKind) -> Hashable:
        """Return the current version of a kind of state; only for a `versioned` probe."""
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
        """Return the content of a file, or None if there is no such file.

        Raises:
            TooLargeError: It is larger than `FILE_BYTES`, or all files of this check together than `MOMENT_BYTES`.
        """
        self._read("files")
        return self._once(("read_file", path), lambda: self._content(path))

    def read(self, path: str, reader: Callable[[bytes], _T]) -> _T | None:
        """Return the result of ``reader`` on the content of a file, or None if there is no such file.

        Readers of bytes, any of which may be given:

        * text and data: ``bytes.decode``, `omnigym.foreign.read_json`;
        * documents: `omnigym.documents.docx.read_docx`, `omnigym.documents.odt.read_odt`, and
          `omnigym.evaluation.checks.documents.document_reader` for either by the path;
        * workbooks: `omnigym.documents.sheets.xlsx_read.read_xlsx`, `omnigym.documents.sheets.ods_read.read_ods`;
        * slides: `omnigym.documents.pptx_read.read_deck`, `omnigym.evaluation.checks.slides.slides_reader` by the path;
        * PDF: `omnigym.evaluation.checks.pdf_files.pdf_text_of`;
        * calendars, cards, mails, references: `omnigym.documents.ical.read_ics`, `omnigym.documents.vcard.read_vcf`,
          `omnigym.documents.mail.read_mail`, `omnigym.documents.bibtex.read_bib`;
        * pictures, films, sounds: `omnigym.pictures.files.decoded_picture`, `omnigym.documents.video.read_video`,
          `omnigym.documents.sound.samples_of`.

        A reader of one's own raises `UnreadableError` for what it cannot read.

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
        """Return the file or directory at a path, or None."""
        self._read("files")
        found: FileInfo | None = self._device.stat(path)
        return found

    def list_dir(self, path: str) -> tuple[FileInfo, ...] | None:
        """Return the entries of a directory, sorted by name, or None if there is no such directory."""
        self._read("files")
        try:
            return tuple(self._device.list_dir(path))
        except FileNotFoundError:
            return None

    def native_path(self, path: str) -> str:
        """Return a path in the notation of the device."""
        return str(self._device.native_path(path))

    def clipboard(self) -> ClipboardContent:
        """Return the content of the clipboard."""
        self._read("clipboard")
        content: ClipboardContent = self._once("clipboard", self._device.clipboard)
        return content

    def windows(self) -> tuple[WindowInfo, ...]:
        """Return the open windows, front to back."""
        self._read("apps")
        return self._once("windows", self._device.windows)

    def processes(self) -> tuple[ProcessInfo, ...]:
        """Return the running processes."""
        self._read("apps")
        return self._once("processes", self._device.processes)

    def user_data(self) -> UserData | None:
        """Return all current data of the user; None if the device cannot read them."""
        if not self._tells:
            return None
        self._read("files", "settings")
        data: UserData = self._once("user_data", self._device.user_data)
        return data

    def recalculate(self, workbooks: tuple[bytes, ...]) -> tuple[bytes, ...] | None:
        """Return the bytes of .xlsx files, calculated by the device's own program; None if it has none."""
        if not isinstance(self._device, HasRecalculation):
            return None
        device: HasRecalculation = self._device
        return self._once(("recalculated", workbooks), lambda: device.recalculate(workbooks))

    def app_title(self, app: str) -> str:
        """Return the title of an application on the screen, or its capitalised name if the device does not know it."""
        title = str(self._device.app_title(app)) if isinstance(self._device, HasAppTitles) else ""
        return title or app.replace("_", " ").title()

    def setting(self, key: str) -> str:
        """Return the value of a setting."""
        self._read("settings")
        return self._once(("setting", key), lambda: str(self._device.setting(key)))

    def content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """Return the rows of a content provider ("content://sms"): texts by column. Devices store them in files."""
        self._read("files")
        return self._once(("content", uri), lambda: tuple(self._device.query_content(uri)))

    def activity(self) -> Activity | None:
        """Return the Android package and activity in front, or None."""
        self._read("apps")
        return self._once("activity", lambda: activity_of(self._device))

    def layout(self) -> str:
        """Return the screen in the XML of Android's ``uiautomator``, with all windows."""
        self._read("tree", "apps")
        return self._once("layout", lambda: layout_of(self._device))

    def notifications(self) -> tuple[Mapping[str, str], ...]:
        """Return the notifications that are shown: ``app``, ``title`` and ``text`` of each."""
        self._read("files")
        return self._once("notifications", lambda: notifications_of(self._device))

    def tree(self) -> Tree:
        """Return the accessibility tree."""
        self._read("tree")
        tree: Tree = self._once("tree", self._device.tree)
        return tree

    def screenshot(self) -> Frame:
        """Return the screen: uint8 (H, W, 3), RGB."""
        self._read("screen")
        return self._once("screenshot", self._device.screenshot)

    def judgement(self) -> Judgement:
        """Return the judgement of the task's own judge, which is not repeated once it has ended the episode.

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
        """Return all events of the episode on this device, with typing merged
        (`omnigym.evaluation.events.merge_events`).
        """
        self._read("history")
        return self._once("history", lambda: tuple(merge_events(self._history)))

    # -- the browser ------------------------------------------------------------------------------------------------

    def tabs(self) -> tuple[Tab, ...]:
        """Return the open tabs of the browser, the active one first."""
        self._read("apps")
        return self._once("tabs", self._device.tabs)

    def page_source(self, url: str = "") -> str | None:
        """Return the document of a tab as HTML, including the changes of scripts; None if there is no such tab.

        Args:
            url: Of the tab; "" for the active one.

        Raises:
            TooLargeError: It is longer than `TEXT_BYTES`.
        """
        self._read("apps", "screen")
        try:
            source = self._once(("page_source", url), lambda: str(self._device.page_source(url)))
        except FileNotFoundError:
            return None
        within(len(source), TEXT_BYTES, "characters of a page")
        return source

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        """Return all cookies of the browser: ``name``, ``value``, ``domain``..."""
        self._read("files")
        return self._once("cookies", lambda: tuple(self._device.cookies()))

    def profile_dir(self) -> str:
        """Return the native path of the browser's profile."""
        return str(self._device.profile_dir())

    # -- at the end alone -------------------------------------------------------------------------------------

    def run(self, argv: Sequence[str], timeout: float = RUN_S) -> tuple[int, bytes, bytes]:
        """Run a task's command on the device to its end, and return exit code, standard output and standard error.

        Args:
            argv: The command.
            timeout: Seconds after which it is killed.

        Raises:
            ConfigError: The episode is not over, or commands of tasks would reach more than the device
                (`omnigym.devices.protocol.HasShell.is_confined`).
            DeviceTimeoutError: It did not end in time.
            TooLargeError: It wrote more than is read.
        """
        if not self._at_end:
            raise ConfigError("A check runs commands at the end alone. Give the task evaluate='at_end'.")
        require_confined(self._device)
        self._read("files", "apps", "settings")
        found: tuple[int, bytes, bytes] = self._device.run(argv, timeout)
        return found

    def now(self) -> datetime:
        """Return the local time of the device, never that of the training machine.

        A simulated device has a clock. A real one is asked by the command ``date``, so that this is for the end alone.

        Raises:
            DeviceError: The device does not say.
        """
        if isinstance(self._device, HasClock):
            return datetime.fromtimestamp(self._device.now_ms() / 1000, UTC).replace(tzinfo=None)
        command = _NOW_ON_WINDOWS if self.platform == "windows" else _NOW
        code, out, _ = self.run(command)
        try:
            return datetime.strptime(out.decode(errors="replace").strip(), _NOW_FORMAT)
        except ValueError:
            problem = f"its clock answered with {out[:60]!r} and code {code}."
            wrong = DeviceError(self._device.name, "check", problem)
            wrong.by_agent = True  # a program of the device answered
            raise wrong from None

    def actions(self) -> tuple[Action, ...]:
        """Return all actions of the episode on this device, in order; known only at the end."""
        self._read("history")
        return self._actions

    def open_page(self, url: str) -> None:
        """Open a page in the browser, for a check that reads it.

        Raises:
            ConfigError: The episode is not over, or the page cannot be reached from here.
        """
        if not self._at_end:
            raise ConfigError("A check opens pages at the end alone. Give the task evaluate='at_end'.")
        self._device.open_pages([url])
        self._memo.clear()

    def setup_output(self, name: str) -> bytes | None:
        """Return the output that a `RunCommand` of the task's setup kept under a name; None if there is none."""
        found: bytes | None = self._device.setup_outputs().get(name)
        return found

    def reference(self, asset: str) -> bytes:
        """Return the content of a reference file of the task, which the agent cannot reach.

        Args:
            asset: Its SHA-256, as hexadecimal digits (`omnigym.assets`).

        Raises:
            ConfigError: The episode is not over.
            DeviceError: It is not there any more: no fault of the agent's.
        """
        if not self._at_end:
            raise ConfigError("A check reads reference files at the end alone. Give the task evaluate='at_end'.")
        try:
            return self._once(("reference", asset), lambda: read_asset(asset))
        except AssetError as e:
            raise DeviceError("task", "check", str(e), "The episode is not scored.") from e

    def can(self, capability: str) -> bool:
        """Return whether the device has a capability, by its name in `omnigym.devices.protocol.CAPABILITIES`."""
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
