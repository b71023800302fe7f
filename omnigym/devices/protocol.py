"""The device protocol: a screen with input, and its optional capabilities.

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
from omnigym.actions import Action, Click, Press
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
    "HasShortcutControls",
    "HasSnapshots",
    "HasUnfinishedWork",
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
        """Bring the device to its initial state: nothing of the last episode is left, and no app runs.

        Args:
            seed: Seeds whatever the device draws by chance (window places, disturbances).
        """
        ...

    def screenshot(self) -> Frame:
        """Return the screen: uint8 (H, W, 3), RGB. It never changes while it is held; it may be read-only."""
        ...

    def act(self, action: Action) -> None:
        """Do an action and return when the screen has settled. Control actions (`Done`...) never come here."""
        ...

    def close(self) -> None:
        """Release everything; may be called twice. Nothing of the device is left running or on disk."""
        ...


@runtime_checkable
class HasAccessibilityTree(Protocol):
    """The device can describe the contents of its screen."""

    def tree(self) -> Tree:
        """Return a snapshot of the same moment as the last `screenshot`."""
        ...


@runtime_checkable
class HasScaledScreenshot(Protocol):
    """The device keeps a scaled copy of its screen, and updates it only where the screen changed."""

    def scaled_screenshot(self, size: tuple[int, int]) -> Frame:
        """Return the screen area-averaged to ``size`` (width, height): uint8 (height, width, 3), new."""
        ...


@runtime_checkable
class UpdatesFrames(Protocol):
    """The device knows where its screen changed, and updates frames of callers only there."""

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
    """The device keeps the sound or the frames since an interval began.

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
    """The device can be heard: it returns the output of its own mixer."""

    def listen(self, on: bool) -> None:
        """Start or stop keeping sound, from the next reset on. At first it is off, and costs nothing."""
        ...

    def audio(self, seconds: float) -> Sound:
        """Return the sound of the interval up to now. Reading changes nothing that is heard.

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
    """The device can show its screen between two steps."""

    def watch(self, on: bool) -> None:
        """Start or stop keeping past frames, from the next reset on. At first it is off, and costs nothing."""
        ...

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Return small frames, spread evenly over the interval; the first is from its beginning, the last from now.

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
    """The device plays the sounds of `omnigym.sounds`, so it can add one, and name those that it played."""

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
        """Play a sound in the background until the next reset; no window shows it.

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
        """Return the names of the sounds that ended in the interval, in the order of their ends.

        Raises:
            ConfigError: Nothing was listened to since the last reset.
        """
        ...


@runtime_checkable
class HasSnapshots(Protocol):
    """The device can save and restore its whole state."""

    def snapshot(self) -> Hashable:
        """Return an opaque token of the current state, valid for this device as long as it is referenced."""
        ...

    def restore(self, snapshot: Hashable) -> None:
        """Restore the state of a snapshot exactly."""
        ...


@runtime_checkable
class HasVersions(Protocol):
    """The device knows when a part of its state changed, so that a check need not read it again."""

    def version(self, kind: ProbeKind) -> Hashable:
        """Return a value that differs from an earlier one whenever that part may have changed since."""
        ...


@runtime_checkable
class HasUnfinishedWork(Protocol):
    """The device can tell whether its programs still work on something, so that it is not judged too early."""

    def works_during(self, seconds: float) -> bool:
        """Let seconds pass as `omnigym.actions.Wait` does, and return whether programs worked on something meanwhile.

        Work is what a person would wait for: a program that computes, loads, writes files or closes. A program that
        blinks, or sleeps until a timer of its own rings, does not work.
        """
        ...


@runtime_checkable
class HasClock(Protocol):
    """The device's time is virtual: it moves only with actions, and can be advanced."""

    def now_ms(self) -> int:
        """Return the device's time, in virtual milliseconds since 1970."""
        ...

    def pass_time(self, ms: int) -> None:
        """Let time pass without an action; events that are due meanwhile happen.

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
        """Return the path in the notation of this device."""
        ...

    def read_file(self, path: str) -> bytes:
        """Return the content of a file.

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
        """Create a directory and its parents; an existing directory stays unchanged.

        Raises:
            ConfigError: It cannot be there: something else is in its place.
        """
        ...

    def stat(self, path: str) -> FileInfo | None:
        """Return the entry at ``path``, or None."""
        ...

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """Return the entries, sorted by name.

        Raises:
            FileNotFoundError: There is no such directory.
            TooLargeError: A program of the device put more into it than is listed.
        """
        ...


@runtime_checkable
class HasClipboard(Protocol):
    """The device has a clipboard."""

    def clipboard(self) -> ClipboardContent:
        """Return the contents of the clipboard."""
        ...

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace the contents of the clipboard."""
        ...


@runtime_checkable
class HasApps(Protocol):
    """The device runs applications. App names are omnigym's: "file_manager", "word", "text_editor"..."""

    def apps(self) -> tuple[str, ...]:
        """Return the apps that can be launched here, sorted."""
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
        """Return the open windows, front to back."""
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
        """Remove a window from the front without closing it; another window is then active, or none.

        Args:
            window: The id of one of `windows`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ...

    def close_window(self, window: str) -> None:
        """Do the same as the window's close button; a dialog may ask about unsaved changes.

        Args:
            window: The id of one of `windows`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ...

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Return where a stable key of an app's definition is found on this device, as arguments of `Tree.find`.

        Oracles name controls by key ("file_manager.new_folder"); each device says what that is here, for
        example ``{"key": "explorer.new"}`` or ``{"role": Role.MENU_ITEM, "name": "Create Folder..."}``.

        Raises:
            UnknownNameError: The app has no such key on this device.
        """
        ...


class MissingPrograms(NamedTuple):
    """The part that an application lacks.

    Attributes:
        what: The packages or programs.
        install: The command that installs them.
    """

    what: tuple[str, ...]
    install: str


@runtime_checkable
class HasAppTitles(Protocol):
    """The device knows the titles of its applications on the screen."""

    def app_title(self, app: str) -> str:
        """Return the title of an application: "File Explorer" for "file_manager"; "" if the device does not have it."""
        ...


@runtime_checkable
class HasInstalledApps(Protocol):
    """The device's applications depend on the machine; it can name the missing ones before it is started."""

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """Return the missing parts of each of these applications; empty if none is missing."""
        ...


@runtime_checkable
class HasSettings(Protocol):
    """The device has settings."""

    def setting(self, key: str) -> str:
        """Return the value of a setting.

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
    """The device knows the picture behind everything; a real phone does not expose it."""

    def wallpaper(self) -> str:
        """Return the portable path of the picture, or the name of a picture that comes with the device."""
        ...


@runtime_checkable
class HasContent(Protocol):
    """The device exposes the data of its applications as tables of text: contacts, calls, tasks, orders."""

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """Return the rows of a provider: text by the name of the column.

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
    """The device can show an event while an agent is at work: a mail, a notification of an app."""

    def announce(self, after_ms: int, app: str, title: str, text: str, mail: bytes = b"") -> None:
        """Show an event once, before the next reset.

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
    """The device supports disturbances: events that the task does not mention."""

    def disturbances(self) -> tuple[str, ...]:
        """Return the `DISTURBANCES` that can happen on the device, sorted."""
        ...

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Make disturbances happen from time to time, from now until the next reset.

        Args:
            kinds: Which of `disturbances`, at least one.
            seed: What happens, and when, is drawn from it.

        Raises:
            UnknownNameError: The device has no such kind.
        """
        ...


@runtime_checkable
class HasShortcutControls(Protocol):
    """The device knows which controls do what a keyboard shortcut does."""

    def controls_for(self, press: Press) -> tuple[Click, ...] | None:
        """Return the clicks that now come to the same state as a shortcut.

        Args:
            press: The shortcut, pressed once.

        Returns:
            The clicks, one after another; none if the shortcut changes nothing now, and None if no controls do the
            same.
        """
        ...


@runtime_checkable
class HasVariation(Protocol):
    """The device can vary its appearance: a number determines theme, sizes, and the places of windows and icons."""

    def variation_aspects(self) -> tuple[str, ...]:
        """Return the names of the aspects that `vary` changes, sorted; a setting has its own name."""
        ...

    def vary(self, layout: int, keep: Collection[str] = ()) -> None:
        """Apply a layout. Call it after `Device.reset`, before files are written and apps are launched.

        The same number gives the same bytes in every process. Each aspect is drawn by itself, so ``keep`` changes no
        other one.

        Args:
            layout: Number of the layout, in [0, `LAYOUTS`).
            keep: Names out of `varied` that stay as the reset left them; other names are ignored.
        """
        ...


@runtime_checkable
class HasShell(Protocol):
    """The device can run a command."""

    def is_confined(self) -> bool:
        """Return whether commands of task files may run: they reach only the device, or its owner trusts them."""
        ...

    def setup_outputs(self) -> dict[str, bytes]:
        """The output of the setup's commands by name, for checks. A reset empties it; no agent can reach it."""
        ...

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command to its end, and return exit code, standard output and standard error."""
        ...


@runtime_checkable
class HasProcesses(Protocol):
    """The device can list its processes."""

    def processes(self) -> tuple[ProcessInfo, ...]:
        """Return the processes of the device alone, in no order."""
        ...


@runtime_checkable
class HasNetwork(Protocol):
    """The device isolates its applications from the network, except for tasks that need it."""

    def allow_network(self, allowed: bool) -> None:
        """Set whether applications reach the machine's network, from the next reset on."""
        ...


@runtime_checkable
class HasWeb(Protocol):
    """The device is a browser whose pages can be prepared and queried without the agent's input.

    What a page says is as good as the page: a check should not believe one that the agent may choose.
    """

    def navigate(self, url: str) -> None:
        """Go to a URL in the front tab, and wait until the page has settled.

        Raises:
            ConfigError: It cannot be reached from here.
        """
        ...

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression in the front page, as JSON values.

        Raises:
            ConfigError: It threw.
        """
        ...

    def settle(self) -> None:
        """Let the front page settle after the changes of `evaluate`."""
        ...


@runtime_checkable
class HasFileTypes(Protocol):
    """The device knows which application opens a file."""

    def app_for(self, path: str) -> str:
        """Return omnigym's name of the application that opens a file, by the file's name.

        Raises:
            ConfigError: None does.
        """
        ...


@runtime_checkable
class HasBrowser(Protocol):
    """The device has a browser with tabs and a profile, which can be prepared and read without the agent's input."""

    def open_pages(self, urls: Sequence[str]) -> None:
        """Open a tab for each URL and wait until it is loaded; a browser that does not run is started.

        Raises:
            ConfigError: A page cannot be reached from here.
        """
        ...

    def close_pages(self, urls: Sequence[str]) -> None:
        """Close the tabs of these URLs; URLs without a tab are skipped."""
        ...

    def tabs(self) -> tuple[Tab, ...]:
        """Return the open tabs, the active one first; none if the browser does not run."""
        ...

    def page_source(self, url: str = "") -> str:
        """Return the document of a tab as HTML, including the changes of scripts.

        Args:
            url: Of the tab; "" for the active one.

        Raises:
            FileNotFoundError: There is no such tab.
        """
        ...

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        """Return all cookies of the profile: ``name``, ``value``, ``domain``, ``path``, ``expires``..."""
        ...

    def profile_dir(self) -> str:
        """Return the native path of the profile's folder, with its ``Preferences``, ``History`` and ``Bookmarks``."""
        ...


@runtime_checkable
class HasPointer(Protocol):
    """The device knows the shape and the position of its pointer."""

    def pointer(self) -> Pointer | None:
        """Return the pointer of the same moment as the last `screenshot`; None if it is hidden."""
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
    """Return the maximum number of samples that `HasAudio.audio` returns.

    Raises:
        ConfigError: The seconds are out of range.
    """
    if not 0 < seconds <= MAX_AUDIO_S:
        raise ConfigError(f"Expected seconds of sound above 0 and at most {MAX_AUDIO_S:g}, got {seconds!r}.")
    return round(AUDIO_RATE * seconds)


def check_video(frames: int, size: tuple[int, int], screen: tuple[int, int]) -> None:
    """Check the arguments of `HasScreenVideo.video` for a screen.

    Raises:
        ConfigError: An argument is out of range.
    """
    if not 1 <= frames <= MAX_VIDEO_FRAMES:
        raise ConfigError(f"Expected from 1 to {MAX_VIDEO_FRAMES} frames, got {frames!r}.")
    if not (1 <= size[0] <= screen[0] and 1 <= size[1] <= screen[1]):
        raise ConfigError(f"Expected frames of at most the screen's {screen} pixels, got {size!r}.")


def require_confined(device: object) -> HasShell:
    """Return the device if commands of task files may run on it; otherwise raise an error.

    Raises:
        ConfigError: They would reach more than the device.
    """
    if isinstance(device, HasShell) and device.is_confined():
        return device
    raise ConfigError(
        "This task runs commands of its file, and this device has no sandbox that keeps them in. Allow a sandbox "
        "(docs/linux.md), or, if you trust the file, give the device trust=True."
    )
