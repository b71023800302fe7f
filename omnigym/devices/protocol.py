"""What a device is: a screen with input, and the capabilities that it may have beyond that.

Every call has a deadline of the device's own and raises a `omnigym.errors.DeviceError` when the device, not the
caller, is at fault; whatever else comes out of it, environments take for one (`omnigym.devices.fault_boundary`).
`omnigym.devices.testing.DeviceContract` is the test that every backend passes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.devices.cloud import HasCloud
from omnigym.errors import ConfigError
from omnigym.values import (
    LAYOUTS,
    PLATFORMS,
    VARIATIONS,
    WINDOW_PLACES,
    ClipboardContent,
    FileInfo,
    Frame,
    Platform,
    Pointer,
    ProcessInfo,
    Sound,
    Tab,
    Variation,
    WindowInfo,
)

__all__ = [
    "AUDIO_RATE",
    "CAPABILITIES",
    "DISTURBANCES",
    "LAYOUTS",
    "MAX_AUDIO_S",
    "MAX_VIDEO_FRAMES",
    "PLATFORMS",
    "VARIATIONS",
    "WINDOW_PLACES",
    "ClipboardContent",
    "Device",
    "FileInfo",
    "Frame",
    "HasAccessibilityTree",
    "HasAppTitles",
    "HasApps",
    "HasAudio",
    "HasBrowser",
    "HasClipboard",
    "HasClock",
    "HasContent",
    "HasDisturbances",
    "HasFileTypes",
    "HasFiles",
    "HasInstalledApps",
    "HasNetwork",
    "HasNews",
    "HasPointer",
    "HasProcesses",
    "HasScaledScreenshot",
    "HasScreenVideo",
    "HasSettings",
    "HasShell",
    "HasSnapshots",
    "HasVariation",
    "HasVersions",
    "HasWallpaper",
    "HasWeb",
    "MissingPrograms",
    "Platform",
    "PlaysSounds",
    "Pointer",
    "ProbeKind",
    "ProcessInfo",
    "RecordsIntervals",
    "Sound",
    "Tab",
    "UpdatesFrames",
    "Variation",
    "WindowInfo",
    "check_seconds",
    "check_video",
    "require_confined",
]

ProbeKind: TypeAlias = Literal["screen", "tree", "files", "clipboard", "apps", "settings"]


@runtime_checkable
class Device(Protocol):
    """A screen with input.

    Attributes:
        name: The backend's name ("sim", "x11", "fake"...), as errors and reports show it.
        platform: What it stands for.
        size: The screen's (width, height) in pixels.
    """

    name: str
    platform: Platform
    size: tuple[int, int]

    def reset(self, seed: int | None = None) -> None:
        """Bring the device to its initial state: nothing of the last episode is left, no app runs.

        Args:
            seed: Seeds whatever the device draws by chance (window places, disturbances).
        """
        ...

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB. It never changes while it is held; it may be read-only."""
        ...

    def act(self, action: Action) -> None:
        """Do an action and return when the screen has settled. Control actions (`Done`...) never come here."""
        ...

    def close(self) -> None:
        """Release everything; may be called twice. Nothing of the device is left running or on disk."""
        ...


@runtime_checkable
class HasAccessibilityTree(Protocol):
    """The device can say what is on its screen."""

    def tree(self) -> Tree:
        """A snapshot of the same moment as the last `screenshot`."""
        ...


@runtime_checkable
class HasScaledScreenshot(Protocol):
    """The device keeps a scaled copy of its screen up to date where it changed."""

    def scaled_screenshot(self, size: tuple[int, int]) -> Frame:
        """The screen area-averaged to ``size`` (width, height): uint8 (height, width, 3), new."""
        ...


@runtime_checkable
class UpdatesFrames(Protocol):
    """The device knows where its screen changed, and brings frames of others up to date there alone."""

    def update_frame(self, shown: Frame, kept: Frame) -> bool:
        """Make ``kept`` equal to ``shown``, if that is the screenshot of this moment.

        Args:
            shown: What `Device.screenshot` returned.
            kept: A frame of the caller's, of the same size: always the same object, in which nobody else draws.

        Returns:
            Whether it was; if not, nothing was done.
        """
        ...


@runtime_checkable
class RecordsIntervals(Protocol):
    """The device keeps what was heard or seen since an interval began.

    An interval begins with each reset, with the restore of a snapshot that has none, and with each
    `next_interval`. A device may forget sound and frames that are older than 60 s.
    """

    def next_interval(self) -> None:
        """Begin an interval now. Where time goes on by itself, begin it where the last was read to.

        So nothing is missed while an agent thinks. Without `HasAudio.listen` and `HasScreenVideo.watch` it does
        nothing.
        """
        ...


@runtime_checkable
class HasAudio(RecordsIntervals, Protocol):
    """The device can be heard: all that it plays, as its own mixer puts it out."""

    def listen(self, on: bool) -> None:
        """Keep sound, or stop doing so, from the next reset on. At first it is off, and costs nothing."""
        ...

    def audio(self, seconds: float) -> Sound:
        """The sound of the interval up to now. Reading changes nothing that is heard.

        Args:
            seconds: The length that is wanted, above 0 and at most 60. Of a longer interval it is the end.

        Returns:
            int16 (S,), one channel at 16,000 samples a second, the latest sample last; S is at most 16,000 times
            ``seconds``, and 0 where no time has passed. Silence is zeros.

        Raises:
            ConfigError: Nothing was listened to since the last reset, or ``seconds`` is out of range.
        """
        ...


@runtime_checkable
class HasScreenVideo(RecordsIntervals, Protocol):
    """The device can show how its screen looked between two steps."""

    def watch(self, on: bool) -> None:
        """Keep the screen's past, or stop doing so, from the next reset on. At first it is off, and costs nothing."""
        ...

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Small pictures of the screen, spread evenly over the interval: the first of its beginning, the last of now.

        A device that cannot know how the screen looked at a moment gives the last frame before it.

        Args:
            frames: How many, K, from 1 to 64. A single one is of now.
            size: Their (width, height) in pixels, at most those of the screen.

        Returns:
            uint8 (K, height, width, 3), RGB, area-averaged and new; and float32 (K,), how many seconds before now each
            was seen: at least 0, none larger than the one before.

        Raises:
            ConfigError: Nothing was watched since the last reset, or an argument is out of range.
        """
        ...


@runtime_checkable
class PlaysSounds(HasAudio, Protocol):
    """The sounds of the device are those of `omnigym.sounds`, so one can be put there, and others told by name."""

    def play_sound(
        self,
        sound: str,
        *,
        loops: bool = True,
        stream: str = "media",
        volume: int = 100,
        after_ms: int = 0,
        app: str = "",
    ) -> None:
        """Let a sound be heard in the background until the next reset; no window shows it.

        Args:
            sound: One of `omnigym.sounds.names`.
            loops: Whether it begins again at its end.
            stream: What it is for, by which the settings say how loud it is: "media", "alarm", "ring",
                "notification" or "call".
            volume: Its own, from 0 to 100.
            after_ms: When it begins, in virtual milliseconds from now.
            app: The app that plays it, and with which it ends; "" for the system, and no end.

        Raises:
            UnknownNameError: There is no such sound, stream or app.
            ConfigError: The volume or the delay is out of range, or too much plays already.
        """
        ...

    def sounds_ended(self) -> tuple[str, ...]:
        """The names of the sounds whose end was heard in the interval, in the order of their ends.

        Raises:
            ConfigError: Nothing was listened to since the last reset.
        """
        ...


@runtime_checkable
class HasSnapshots(Protocol):
    """The device's whole state can be kept and brought back."""

    def snapshot(self) -> Hashable:
        """An opaque token of the state now; valid for this device for as long as it is referenced."""
        ...

    def restore(self, snapshot: Hashable) -> None:
        """Bring back the state of a snapshot, exactly."""
        ...


@runtime_checkable
class HasVersions(Protocol):
    """The device knows when a part of its state changed, so that a check need not read it again."""

    def version(self, kind: ProbeKind) -> Hashable:
        """A value that differs from an earlier one whenever that part may have changed since."""
        ...


@runtime_checkable
class HasClock(Protocol):
    """The device's time is virtual: it stands still but for what an action takes, and can be let pass."""

    def now_ms(self) -> int:
        """Its time, in virtual milliseconds since 1970."""
        ...

    def pass_time(self, ms: int) -> None:
        """Let time pass in which nobody acts: what is due meanwhile happens.

        Args:
            ms: Virtual milliseconds, at least 0.
        """
        ...


@runtime_checkable
class HasFiles(Protocol):
    r"""The device has files.

    A *portable path* is relative to the user's home and uses ``/`` ("Documents/report.txt"); an absolute native
    path (``C:\Users\user\...``, ``/home/user/...``) is accepted everywhere too. Windows paths ignore letter case.
    """

    def native_path(self, path: str) -> str:
        """The path as a person on this device writes it."""
        ...

    def read_file(self, path: str) -> bytes:
        """The content.

        Raises:
            FileNotFoundError: There is no such file, or it is a directory.
            TooLargeError: A program of the device made it larger than anyone reads.
        """
        ...

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it.

        Args:
            path: Its path.
            content: What it holds.
            mtime: When it is to have changed last, in seconds since 1970; None for now.

        Raises:
            ConfigError: It cannot be there: something else is in its place.
        """
        ...

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it; an existing one is left as it is.

        Raises:
            ConfigError: It cannot be there: something else is in its place.
        """
        ...

    def stat(self, path: str) -> FileInfo | None:
        """What is at ``path``, or None."""
        ...

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries, sorted by name.

        Raises:
            FileNotFoundError: There is no such directory.
            TooLargeError: A program of the device put more into it than is listed.
        """
        ...


@runtime_checkable
class HasClipboard(Protocol):
    """The device has a clipboard."""

    def clipboard(self) -> ClipboardContent:
        """What it holds."""
        ...

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace what it holds."""
        ...


@runtime_checkable
class HasApps(Protocol):
    """The device runs applications. App names are omnigym's: "file_manager", "word", "text_editor"..."""

    def apps(self) -> tuple[str, ...]:
        """The apps that can be launched here, sorted."""
        ...

    def launch(self, app: str, path: str | None = None) -> None:
        """Start an app and wait until it is ready.

        Args:
            app: One of `apps`.
            path: A file or directory that it opens.

        Raises:
            UnknownNameError: There is no such app.
            AppError: It did not become ready within its deadline.
        """
        ...

    def windows(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        ...

    def activate(self, window: str) -> None:
        """Bring a window to the front, minimised or not, and give it the keyboard.

        Args:
            window: The id of one of `windows`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ...

    def minimise(self, window: str) -> None:
        """Take a window away from the front without closing it: another one is active then, or none.

        Args:
            window: The id of one of `windows`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ...

    def close_window(self, window: str) -> None:
        """Do what the window's close button does; what is not saved may be asked about in a dialog.

        Args:
            window: The id of one of `windows`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ...

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Where a stable key of an app's definition is found on this device, as arguments of `Tree.find`.

        Oracles name controls by key ("file_manager.new_folder"); each device says what that is here, for
        example ``{"key": "explorer.new"}`` or ``{"role": Role.MENU_ITEM, "name": "Create Folder..."}``.

        Raises:
            UnknownNameError: The app has no such key on this device.
        """
        ...


class MissingPrograms(NamedTuple):
    """What an application lacks.

    Attributes:
        what: The packages or programs.
        install: The command that installs them.
    """

    what: tuple[str, ...]
    install: str


@runtime_checkable
class HasAppTitles(Protocol):
    """The device says how its applications are called on the screen."""

    def app_title(self, app: str) -> str:
        """The title of an application: "File Explorer" for "file_manager"; "" of one that it does not have."""
        ...


@runtime_checkable
class HasInstalledApps(Protocol):
    """What applications the device has depends on the machine; it can say which are missing before it is started."""

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """What each of these applications lacks; empty if all are there."""
        ...


@runtime_checkable
class HasSettings(Protocol):
    """The device has settings."""

    def setting(self, key: str) -> str:
        """The value.

        Raises:
            UnknownNameError: There is no such setting.
        """
        ...

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting.

        Raises:
            UnknownNameError: There is no such setting.
        """
        ...


@runtime_checkable
class HasWallpaper(Protocol):
    """The device can say which picture is behind everything; a real phone tells nobody."""

    def wallpaper(self) -> str:
        """The portable path of the picture, or the name of one that comes with the device."""
        ...


@runtime_checkable
class HasContent(Protocol):
    """The device shows what its applications keep as tables of text: contacts, calls, tasks, orders."""

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a provider: text by the name of the column.

        Args:
            uri: Android's address of it: "content://call_log/calls".

        Raises:
            UnknownNameError: There is no such provider.
            UnreadableError: What it keeps is damaged, so nobody can say what is not in it.
        """
        ...


#: What may happen on a device that nobody asked for.
DISTURBANCES = ("crash", "dialog", "mail", "toast", "update")


@runtime_checkable
class HasNews(Protocol):
    """Something can come up on the device while an agent is at work: a mail, a notification of an app."""

    def announce(self, after_ms: int, app: str, title: str, text: str, mail: bytes = b"") -> None:
        """Let something come up once, before the next reset.

        Args:
            after_ms: Virtual milliseconds from now.
            app: The app that says so.
            title, text: What its notification says.
            mail: A mail that arrives in the inbox with it; empty for none.

        Raises:
            UnknownNameError: There is no such app.
        """
        ...


@runtime_checkable
class HasDisturbances(Protocol):
    """Things can happen on the device that nobody asked for."""

    def disturbances(self) -> tuple[str, ...]:
        """Which of `DISTURBANCES` can happen on it, sorted."""
        ...

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Let something happen now and then, from now until the next reset.

        Args:
            kinds: Which of `disturbances`, at least one.
            seed: What happens, and when, is drawn from it.

        Raises:
            UnknownNameError: The device has no such kind.
        """
        ...


@runtime_checkable
class HasVariation(Protocol):
    """The device can look otherwise: theme, sizes, and the places of windows and icons are drawn from a number."""

    def variation_aspects(self) -> tuple[str, ...]:
        """Names of the aspects that `vary` changes, sorted; a setting has its own name."""
        ...

    def vary(self, layout: int, keep: Collection[str] = ()) -> None:
        """Take on a layout. Call it after `Device.reset`, before files are written and apps are launched.

        The same number gives the same bytes in every process. Each aspect is drawn by itself, so ``keep`` changes no
        other one.

        Args:
            layout: Number of the layout, in [0, `LAYOUTS`).
            keep: Names out of `varied` that stay as the reset left them; other names are ignored.
        """
        ...


@runtime_checkable
class HasShell(Protocol):
    """A command can be run on the device."""

    def is_confined(self) -> bool:
        """Whether commands of task files may run: they reach nothing but the device, or its owner trusts them."""
        ...

    def setup_outputs(self) -> dict[str, bytes]:
        """What the setup's commands wrote, for checks, by name. A reset empties it; no agent can reach it."""
        ...

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command to its end: exit code, standard output, standard error."""
        ...


@runtime_checkable
class HasProcesses(Protocol):
    """The device runs processes that can be listed."""

    def processes(self) -> tuple[ProcessInfo, ...]:
        """Those of the device and of nothing else, in no order."""
        ...


@runtime_checkable
class HasNetwork(Protocol):
    """The device keeps its applications from the network, except where a task needs it."""

    def allow_network(self, allowed: bool) -> None:
        """Whether, from the next reset on, applications reach the network of the machine."""
        ...


@runtime_checkable
class HasWeb(Protocol):
    """The device is a browser whose pages can be prepared and asked, past the agent.

    What a page says is as good as the page: a check should not believe one that the agent may choose.
    """

    def navigate(self, url: str) -> None:
        """Go to a URL in the front tab, and wait until it has come to rest.

        Raises:
            ConfigError: It cannot be reached from here.
        """
        ...

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression in the front page, as JSON can say it.

        Raises:
            ConfigError: It threw.
        """
        ...

    def settle(self) -> None:
        """Let the front page come to rest, after what `evaluate` did to it."""
        ...


@runtime_checkable
class HasFileTypes(Protocol):
    """The device knows which application opens a file."""

    def app_for(self, path: str) -> str:
        """The omnigym name of the application that opens a file, by the file's name.

        Raises:
            ConfigError: None does.
        """
        ...


@runtime_checkable
class HasBrowser(Protocol):
    """The device has a browser with tabs and a profile, which can be prepared and read past the agent."""

    def open_pages(self, urls: Sequence[str]) -> None:
        """Open a tab for each URL and wait until it is loaded; the browser is started if it does not run.

        Raises:
            ConfigError: A page cannot be reached from here.
        """
        ...

    def close_pages(self, urls: Sequence[str]) -> None:
        """Close the tabs of these URLs; a URL without a tab is passed over."""
        ...

    def tabs(self) -> tuple[Tab, ...]:
        """The open tabs, the active one first; none if the browser does not run."""
        ...

    def page_source(self, url: str = "") -> str:
        """The document of a tab as HTML, as scripts have made it.

        Args:
            url: Of the tab; "" for the active one.

        Raises:
            FileNotFoundError: There is no such tab.
        """
        ...

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        """All cookies of the profile: ``name``, ``value``, ``domain``, ``path``, ``expires``..."""
        ...

    def profile_dir(self) -> str:
        """The native path of the profile's folder, with its ``Preferences``, ``History`` and ``Bookmarks``."""
        ...


@runtime_checkable
class HasPointer(Protocol):
    """The device knows how its pointer looks, and where it is."""

    def pointer(self) -> Pointer | None:
        """The pointer of the same moment as the last `screenshot`; None if it is hidden."""
        ...


#: The capabilities by the name that a task file uses.
CAPABILITIES: Mapping[str, type] = {
    "a11y": HasAccessibilityTree,
    "audio": HasAudio,
    "video": HasScreenVideo,
    "sounds": PlaysSounds,
    "snapshots": HasSnapshots,
    "files": HasFiles,
    "clipboard": HasClipboard,
    "cloud": HasCloud,
    "content": HasContent,
    "apps": HasApps,
    "settings": HasSettings,
    "disturbances": HasDisturbances,
    "news": HasNews,
    "variation": HasVariation,
    "shell": HasShell,
    "processes": HasProcesses,
    "network": HasNetwork,
    "wallpaper": HasWallpaper,
    "web": HasWeb,
    "file_types": HasFileTypes,
    "browser": HasBrowser,
    "pointer": HasPointer,
}


#: Seconds of sound, and pictures of the screen, that may be asked for at once.
MAX_AUDIO_S, MAX_VIDEO_FRAMES = 60.0, 64
#: Samples of a second of sound.
AUDIO_RATE = 16_000


def check_seconds(seconds: float) -> int:
    """How many samples `HasAudio.audio` gives at most.

    Raises:
        ConfigError: The seconds are out of range.
    """
    if not 0 < seconds <= MAX_AUDIO_S:
        raise ConfigError(f"Expected seconds of sound above 0 and at most {MAX_AUDIO_S:g}, got {seconds!r}.")
    return round(AUDIO_RATE * seconds)


def check_video(frames: int, size: tuple[int, int], screen: tuple[int, int]) -> None:
    """See that `HasScreenVideo.video` can be called so on a screen.

    Raises:
        ConfigError: An argument is out of range.
    """
    if not 1 <= frames <= MAX_VIDEO_FRAMES:
        raise ConfigError(f"Expected from 1 to {MAX_VIDEO_FRAMES} frames, got {frames!r}.")
    if not (1 <= size[0] <= screen[0] and 1 <= size[1] <= screen[1]):
        raise ConfigError(f"Expected frames of at most the screen's {screen} pixels, got {size!r}.")


def require_confined(device: object) -> HasShell:
    """The device, if commands of task files may run on it.

    Raises:
        ConfigError: They would reach more than the device.
    """
    if isinstance(device, HasShell) and device.is_confined():
        return device
    raise ConfigError(
        "This task runs commands of its file, and this device has no sandbox that keeps them in. Allow a sandbox "
        "(docs/linux.md), or, if you trust the file, give the device trust=True."
    )
