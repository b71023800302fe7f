"""`SimDevice`: the simulated desktop as a device."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from operator import attrgetter, is_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, Press
from omnigym.assets.packaged import require_data
from omnigym.devices.arrow import arrow_at
from omnigym.devices.cloud import CLOUD_KINDS, CloudKind
from omnigym.devices.protocol import (
    ClipboardContent,
    FileInfo,
    Frame,
    Platform,
    Pointer,
    ProbeKind,
    ProcessInfo,
    Sound,
    WindowInfo,
)
from omnigym.devices.sim.interval import SimInterval
from omnigym.devices.sim.shortcut_controls import ShortcutControls
from omnigym.devices.sim.userdata import AppTables, SimData
from omnigym.devices.userdata import UserData
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import sound_text
from omnigym.sim.accessibility import Reader
from omnigym.sim.app import App
from omnigym.sim.audio import STREAMS, Playing, Sounding
from omnigym.sim.catalogue import listed, tables_of
from omnigym.sim.common.disturbances import series
from omnigym.sim.common.mail import file_name, folder_path
from omnigym.sim.desktop import Desktop
from omnigym.sim.files.listing import Listings
from omnigym.sim.input.action_dispatch import act, stand_by
from omnigym.sim.input.effects import set_setting, set_settings
from omnigym.sim.input.virtual_time import schedule
from omnigym.sim.input.windows import activate, launch, minimise, request_close
from omnigym.sim.memo import IdentityCache, Memo
from omnigym.sim.merging import NOTHING, entries_at, merged, with_entries
from omnigym.sim.platform import check_screen, platform_of
from omnigym.sim.program import is_installed
from omnigym.sim.screen import Screen
from omnigym.sim.settings import PLACES, Settings, drawn_settings
from omnigym.sim.state_history import Moment
from omnigym.sim.system import Later, Notify, Store
from omnigym.sim.ui.items import Box
from omnigym.sim.vfs import Directory, Entry, Stat, Vfs, VfsError, base_name, join, stat_of
from omnigym.sim.work_budget import SpentError, metered
from omnigym.sounds import names

__all__ = ["SimDevice"]


class Snapshot(NamedTuple):
    """The registers of a moment. They share what they can with the device's own, so this is small.

    Attributes:
        made_for: The devices that can have them: platform, size, scale and apps.
        registers: What `omnigym.sim.state.Registers.save` returned.
        interval: The states since the interval began; empty where none are kept.
    """

    made_for: tuple[object, ...]
    registers: tuple[object, ...]
    interval: tuple[Moment, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same snapshot: not all that is kept can be compared."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """As `__eq__`."""
        return self is not other

    def __hash__(self) -> int:
        """Of its identity."""
        return id(self)


#: There is one user, and nothing of the user's is run.
_DIRECTORY_MODE, _FILE_MODE = 0o755, 0o644
#: Sounds in the background at once, and the latest beginning of one.
_MOST_PLAYING, _LATEST_MS = 16, 600_000


class SimDevice:
    """A simulated desktop or phone: files, apps and a screen, all in memory, on virtual time.

    The same actions after the same reset give the same state, tree and pixels, byte for byte, in any process.

    Args:
        size: The screen's (width, height) in pixels: 640 x 480 logical pixels at least, on a phone 320 x 568.
        platform: What it stands for: see `omnigym.sim.platform`.
        scale: Pixels per logical pixel: enlarges text and controls and lays everything out anew.
        apps: The apps by name; None for all that ship.

    Raises:
        ConfigError: The screen is too small, or there is no such platform.
    """

    name = "sim"

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        platform: Platform = "windows",
        scale: float = 1.0,
        apps: Mapping[str, App] | None = None,
    ) -> None:
        declared = self._declared = platform_of(platform)
        check_screen(declared.least, size, scale)
        self.size = size
        self.platform: Platform = platform
        self.name = declared.device
        settings = declared.settings(size, scale)
        known = declared.apps() if apps is None else apps
        self._desk = Desktop(size, scale, declared, known, declared.files(), settings)
        self._interval = SimInterval(
            self._desk, lambda: Desktop(size, scale, declared, known, declared.files(), settings)
        )
        for later in declared.begins:
            schedule(self._desk, "", later)
        self._initial = self._desk.regs.save()
        self._values = declared.variation(size, scale)
        self._layouts: Memo[Settings] = Memo(256)
        self._reader = Reader(size)
        self._shortcut_controls = ShortcutControls(self, self._desk)
        self._screen = Screen(size, self._desk.layout.theme)
        self._versions: dict[str, tuple[tuple[object, ...], int]] = {}
        given = apps is not None
        self._kept = AppTables("", tables_of(known), declared.inward) if given else AppTables.of(platform)
        self._sources = self._kept.sources
        self.desktop, self.apps_there = declared.desktop, frozenset(known)
        self._made_for = (platform, *size, float(scale), *sorted(known))
        self._installed: IdentityCache[tuple[str, ...]] = IdentityCache(2)
        self._folders: Listings[FileInfo] = Listings(16)
        self._content: IdentityCache[tuple[Mapping[str, str], ...]] = IdentityCache(16)

    # -- Device ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Bring back the initial state. The seed decides where windows open; None is 0."""
        self._desk.load(self._initial)
        self._desk.regs.seed = seed or 0
        self._interval.begin()

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, read-only. It never changes while it is held; see `lending`."""
        self._show()
        return self._screen.copy()

    def pointer(self) -> Pointer | None:
        """An arrow where the pointer is; a phone has none."""
        return None if self._declared.touch else arrow_at(self._desk.regs.pointer)

    def update_frame(self, shown: Frame, kept: Frame) -> bool:
        """Make ``kept`` equal to ``shown``: see `omnigym.devices.protocol.UpdatesFrames`."""
        return self._screen.update(shown, kept)

    def scaled_screenshot(self, size: tuple[int, int]) -> Frame:
        """The screen area-averaged to ``size`` (width, height): uint8 (height, width, 3), the caller's own."""
        self._show()
        return self._screen.scaled(size)

    def listen(self, on: bool) -> None:
        """Keep sound from the next reset on, or stop: see `omnigym.devices.protocol.HasAudio`.

        Raises:
            MissingDependencyError: The distribution that has the recorded sounds is not installed.
        """
        if on:
            require_data("Sound of the simulated devices")
        self._interval.want("audio", on)

    def watch(self, on: bool) -> None:
        """Keep the screen's past from the next reset on, or stop: see `omnigym.devices.protocol.HasScreenVideo`."""
        self._interval.want("video", on)

    def next_interval(self) -> None:
        """Begin an interval now; virtual time stands still between two actions, so nothing is missed."""
        self._interval.next()

    def audio(self, seconds: float) -> Sound:
        """The sound of the interval, the same bytes in every process: int16 (S,), at 16 kHz.

        Raises:
            ConfigError: Nothing was listened to since the last reset, or ``seconds`` is out of range.
        """
        return self._interval.audio(seconds)

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
        """Let a sound be heard in the background: see `omnigym.devices.protocol.PlaysSounds`.

        Raises:
            UnknownNameError: There is no such sound, stream or app.
            ConfigError: The volume or the delay is out of range, or too much plays already.
        """
        regs = self._desk.regs
        for kind, name, known in (
            ("sound", sound, names()),
            ("stream", stream, STREAMS),
            ("app", app, ("", *self._desk.apps)),
        ):
            if name not in known:
                raise UnknownNameError(kind, name, known)
        if not (0 <= volume <= 100 and 0 <= after_ms <= _LATEST_MS and len(regs.background) < _MOST_PLAYING):
            raise ConfigError(
                f"Expected a volume from 0 to 100, a delay from 0 to {_LATEST_MS} ms and at most {_MOST_PLAYING} "
                f"sounds, got {volume}, {after_ms} and {len(regs.background) + 1}."
            )
        sounding = Sounding(sound, regs.clock_ms + after_ms, stream=stream, volume=volume, loops=loops)
        regs.background = (*regs.background, Playing(sounding, app))

    def sounds_ended(self) -> tuple[str, ...]:
        """The names of the sounds whose end was heard in the interval, in the order of their ends.

        Raises:
            ConfigError: Nothing was listened to since the last reset.
        """
        return self._interval.ended()

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """The screen in the interval: uint8 (K, height, width, 3), and float32 (K,), seconds before now.

        Raises:
            ConfigError: Nothing was watched since the last reset, or an argument is out of range.
        """
        return self._interval.video(frames, size, self.scaled_screenshot)

    def film(self, every_ms: int) -> Iterator[tuple[int, Frame]]:
        """The whole screen in the interval, of which only the last minute is looked at.

        The device must stay as it is until the last frame was taken.

        Args:
            every_ms: How often a screen is looked at on which something may move by itself, in virtual milliseconds.

        Yields:
            A frame, uint8 (H, W, 3), and the virtual moment since when it was seen, in milliseconds since 1970; none
            that looks like the one before, of this film or of the last. Frames may share a moment.

        Raises:
            ConfigError: Nothing was watched since the last reset.
        """
        return self._interval.film(every_ms, self.screenshot)

    def _show(self) -> None:
        self._screen.set_theme(self._desk.layout.theme)
        self._screen.show(self._desk.fresh().surfaces)

    def repaint(self) -> Frame:
        """The same screen laid out and painted anew and at once: what `screenshot` must equal, byte for byte."""
        screen = Screen(self.size, self._desk.layout.theme)
        screen.show(self._desk.anew().surfaces)
        return screen.copy()

    def act(self, action: Action) -> None:
        """Do an action; virtual time goes on by its nominal duration. Print Screen puts the screen on the clipboard.

        Raises:
            ActionError: It is a control action.
        """
        with metered(), suppress(SpentError):
            act(self._desk, action)
        if type(action) is Press and action.key == "printscreen":
            self.set_clipboard(ClipboardContent(image=_png(self.screenshot())))

    def now_ms(self) -> int:
        """The time, in virtual milliseconds since 1970."""
        return self._desk.regs.clock_ms

    def pass_time(self, ms: int) -> None:
        """Let virtual time pass in which nobody acts; what is due meanwhile happens."""
        with metered(), suppress(SpentError):
            stand_by(self._desk, ms)

    def close(self) -> None:
        """Nothing is held outside of this object."""

    def disturbances(self) -> tuple[str, ...]:
        """The kinds that the platform has, sorted."""
        return tuple(sorted(self._declared.disturbances))

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Let something happen now and then, until the next reset; see `omnigym.sim.common.disturbances`.

        Raises:
            UnknownNameError: The platform has no such kind of disturbance.
        """
        schedule(self._desk, "", series(self._declared.disturbances, kinds, seed))

    def announce(self, after_ms: int, app: str, title: str, text: str, mail: bytes = b"") -> None:
        """Let something come up later; see `omnigym.devices.protocol.HasNews`.

        Raises:
            UnknownNameError: There is no such app.
        """
        if app not in self._desk.apps:
            raise UnknownNameError("app", app, self._desk.apps)
        path = join(folder_path("Inbox"), file_name(title)) if mail else ""
        if mail:
            schedule(self._desk, "", Later(after_ms, Store(path, mail)))
        schedule(self._desk, "", Later(after_ms, Notify(app, title, text, path)))

    def variation_aspects(self) -> tuple[str, ...]:
        """The settings that the platform declares for `vary`."""
        return tuple(sorted([*self._values, PLACES]))

    def vary(self, layout: int, keep: Collection[str] = ()) -> None:
        """Take on the settings of a layout: see `omnigym.devices.protocol.HasVariation`."""
        kept = frozenset(keep)
        settings = self._layouts.get((layout, kept))
        if settings is None:
            drawn = drawn_settings(layout, {**self._values, PLACES: (str(layout),)}, kept)
            settings = self._layouts.put((layout, kept), Settings({**self._desk.regs.settings, **drawn}))
        set_settings(self._desk, settings)

    # -- accessibility, snapshots, versions -----------------------------------------------------------------------

    def tree(self) -> Tree:
        """What is on the screen: the same object while nothing changed."""
        return self._reader.tree(self._desk.shape().shapes())  # what is hovered and pressed is not in the tree

    def snapshot(self) -> Hashable:
        """The state now; sharing structure, so it costs a microsecond and little memory."""
        return Snapshot(self._made_for, self._desk.regs.save(), self._interval.saved())

    def restore(self, snapshot: Hashable) -> None:
        """Bring back a state, exactly.

        Raises:
            ConfigError: It is no snapshot of a simulated device, or of one of another platform, size, scale or apps.
        """
        if not isinstance(snapshot, Snapshot):
            raise ConfigError(f"Expected what snapshot() of this device returned, got {type(snapshot).__name__}.")
        if snapshot.made_for != self._made_for:
            raise ConfigError(_other(snapshot.made_for, self._made_for))
        self._desk.load(snapshot.registers)
        self._interval.restore(snapshot.interval)

    def version(self, kind: ProbeKind) -> int:
        """A number that is another one whenever that part of the state may have changed."""
        now = self._parts(kind)
        known = self._versions.get(kind)
        if known is not None and all(map(is_, known[0], now)):
            return known[1]
        count = known[1] + 1 if known is not None else 0
        self._versions[kind] = (now, count)
        return count

    def _parts(self, kind: ProbeKind) -> tuple[object, ...]:
        regs = self._desk.regs
        if kind == "files":
            return (regs.vfs,)
        if kind == "clipboard":
            return (regs.clipboard,)
        if kind == "settings":
            return (regs.settings,)
        if kind == "apps":
            return regs.windows, regs.order, regs.active
        if kind == "tree":
            return (self.tree(),)
        return self._desk.fresh().surfaces, self._desk.layout.theme

    def app_for(self, path: str) -> str:
        """The app that a double click on a file starts, by the file's name.

        Raises:
            ConfigError: None does.
        """
        app = self._declared.opener(base_name(self._inward(path)), self._desk.regs.settings)
        if not app or app not in self.apps():
            raise ConfigError(f"No app of the simulated device opens a file {path!r}. Launch one on it instead.")
        return app

    # -- files ----------------------------------------------------------------------------------------------------

    @property
    def _vfs(self) -> Vfs:
        return self._desk.regs.vfs

    def _set_vfs(self, vfs: Vfs) -> None:
        self._desk.regs.vfs = vfs
        self._desk.touch()

    def native_path(self, path: str) -> str:
        r"""The path as a person writes it: ``C:\Users\user\...``, ``/sdcard/...``."""
        return self._declared.outward(path)

    def _inward(self, path: str) -> str:
        return self._declared.inward(path)

    def read_file(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileNotFoundError: There is none.
        """
        try:
            return self._vfs.read(self._inward(path))
        except VfsError:
            raise FileNotFoundError(f"There is no file {self.native_path(path)} on the simulated device.") from None

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it.

        Args:
            path: Its path.
            content: What it holds.
            mtime: When it is to have changed last, in seconds since 1970; None for now.

        Raises:
            ConfigError: A directory has that name, or a file has the name of a directory above it.
        """
        try:
            when = self._desk.regs.clock_ms if mtime is None else int(mtime * 1000)
            self._set_vfs(self._vfs.write(self._inward(path), content, when))
        except VfsError as e:
            raise ConfigError(f"Cannot write {self.native_path(path)}: {e}") from None

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it.

        Raises:
            ConfigError: A file has that name.
        """
        try:
            self._set_vfs(self._vfs.make_dir(self._inward(path), self._desk.regs.clock_ms))
        except VfsError as e:
            raise ConfigError(f"Cannot make {self.native_path(path)}: {e}") from None

    def stat(self, path: str) -> FileInfo | None:
        """What is at ``path``, or None."""
        found = self._vfs.stat(self._inward(path))
        return None if found is None else self._file_info(found)

    def _file_info(self, stat: Stat) -> FileInfo:
        mode = _DIRECTORY_MODE if stat.is_dir else _FILE_MODE
        return FileInfo(self._declared.listed(stat.path), stat.is_dir, stat.size, mode, stat.mtime_ms / 1000)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries of a directory, sorted by name.

        Raises:
            FileNotFoundError: There is no such directory.
        """
        inward = self._inward(path)
        found = self._vfs.get(inward)
        if type(found) is not Directory:
            raise FileNotFoundError(f"There is no directory {self.native_path(path)} on the simulated device.")
        base = self._vfs.real_path(inward)
        return self._folders.get(
            base, found, lambda e: self._file_info(stat_of(f"{base}/{e.name}", e)), attrgetter("path")
        )

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a table that an app keeps (`App.tables`): text by column.

        Raises:
            UnknownNameError: There is no such table.
            UnreadableError: Its file is damaged; the app shows nothing of it.
        """
        source = self._sources.get(uri.rstrip("/"))
        if source is None:
            raise UnknownNameError("table of an app", uri, self._sources)
        return self._content.get(uri, self._vfs.root, lambda: source.content(self._vfs))

    def user_data(self) -> SimData:
        """All data of this moment, by reference: see `omnigym.devices.userdata`."""
        regs = self._desk.regs
        return SimData(regs.vfs, regs.settings, regs.clipboard, self._kept, regs.forged)

    # -- the cloud ------------------------------------------------------------------------------------------------

    def cloud_kinds(self) -> tuple[CloudKind, ...]:
        """What the platform has a folder for."""
        return tuple([kind for kind in CLOUD_KINDS if kind in self._declared.cloud])

    def cloud_state(self, kind: CloudKind) -> Mapping[str, Entry]:
        """What is in the folder of a kind: see `omnigym.devices.cloud.HasCloud`."""
        return entries_at(self._vfs, self._declared.cloud[kind])

    def set_cloud_state(self, kind: CloudKind, state: Mapping[str, Entry]) -> None:
        """Put what the cloud has into the folder of a kind."""
        self._set_vfs(with_entries(self._vfs, self._declared.cloud[kind], state, self._desk.regs.clock_ms))

    def cloud_merged(
        self, base: Mapping[str, Entry] | None, ours: Mapping[str, Entry], theirs: Mapping[str, Entry]
    ) -> Mapping[str, Entry]:
        """What is in two folders, put together: see `omnigym.devices.cloud.HasCloud`."""
        return merged(NOTHING if base is None else base, ours, theirs)

    def cloud_in(
        self, data: UserData, kind: CloudKind, base: Mapping[str, Entry], state: Mapping[str, Entry]
    ) -> UserData:
        """Data of an earlier moment, as if the cloud had brought then what it brings now."""
        assert isinstance(data, SimData)  # it is this device's
        path = self._declared.cloud[kind]
        was = entries_at(data.vfs, path)
        vfs = with_entries(data.vfs, path, merged(base, was, state), self._desk.regs.clock_ms)
        return SimData(vfs, data.settings, data.clipboard, self._kept, data.forged)

    # -- clipboard, apps, settings ----------------------------------------------------------------------------------

    def clipboard(self) -> ClipboardContent:
        """What the clipboard holds."""
        return self._desk.regs.clipboard

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace what it holds."""
        self._desk.regs.clipboard = replace(content, text=sound_text(content.text))
        self._desk.touch()

    def apps(self) -> tuple[str, ...]:
        """The apps that can be launched, sorted: those that are installed now."""
        settings = self._desk.regs.settings
        return self._installed.get("", settings, lambda: self._installed_with(settings))

    def _installed_with(self, settings: Settings) -> tuple[str, ...]:
        windows = [a for a in listed(self._desk.apps) if a.layer == "window" and not a.dialog]
        return tuple(sorted([a.name for a in windows if is_installed(a.program, settings)]))

    def app_title(self, app: str) -> str:
        """The title of an app, "" of one that is not here."""
        found = self._desk.apps.get(app)
        return found.title if found is not None else ""

    def launch(self, app: str, path: str | None = None) -> None:
        """Open an app's window, on a file or directory where ``path`` is given.

        Raises:
            UnknownNameError: There is no such app.
        """
        if app not in self.apps():
            raise UnknownNameError("app", app, self.apps())
        launch(self._desk, app, self._inward(path) if path else "")

    def shortcuts(self, app: str) -> tuple[str, ...]:
        """The keyboard shortcuts that an app declares, such as "ctrl+s"; none of one that is not there."""
        known = self._desk.apps.get(app)
        return tuple([combo for combo, _ in known.keys]) if known is not None else ()

    def controls_for(self, press: Press) -> tuple[Click, ...] | None:
        """The clicks that come to the same as a shortcut: see `ShortcutControls`."""
        return self._shortcut_controls.find(press)

    def windows(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back, dialogs included; then the minimised ones."""
        desk = self._desk
        out: list[WindowInfo] = []
        for wid in reversed(desk.regs.order):
            window = desk.regs.windows[wid]
            x0, y0, x1, y1 = desk.frame_of(window)
            root = desk.regs.windows.get(desk.root_of(wid), window)
            document = desk.apps[window.app].document(window.state)
            bounds = (x0, y0, x1 - x0, y1 - y0)
            active = wid == desk.regs.active
            out.append(WindowInfo(wid, window.app, window.title, bounds, active, root.minimised, document))
        return tuple(sorted(out, key=lambda w: w.minimised))

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The programs of the open windows, and what runs in them: the shell of a terminal, and what that runs."""
        found: list[ProcessInfo] = []
        for wid in self._desk.regs.order:
            window = self._desk.regs.windows[wid]
            app = self._desk.apps[window.app]
            own = (app.program.commands or (app.name,))[:1]
            for argv in (*((own,) if not app.dialog else ()), *app.processes(window.state)):
                found.append(ProcessInfo(argv[0].rpartition("/")[2], argv))
        return tuple(found)

    @property
    def work(self) -> Box:
        """The rectangle in pixels in which windows live: the screen without its bars."""
        return self._desk.work

    def activate(self, window: str) -> None:
        """Bring a window with its dialogs to the front.

        Raises:
            UnknownNameError: There is no such window.
        """
        activate(self._desk, self._known(window))

    def minimise(self, window: str) -> None:
        """Leave a window in the taskbar alone; on a phone go home, where it is in front.

        Raises:
            UnknownNameError: There is no such window.
        """
        desk, wid = self._desk, self._known(window)
        if not self._declared.touch:
            minimise(desk, wid)
        elif desk.root_of(desk.regs.active) == desk.root_of(wid):
            self._declared.system_key(desk, "home")

    def close_window(self, window: str) -> None:
        """Do what its close button does: a dialog may ask about what is not saved.

        Raises:
            UnknownNameError: There is no such window.
        """
        request_close(self._desk, self._known(window))

    def _known(self, window: str) -> str:
        """The id of an open window."""
        if window not in self._desk.regs.order:
            raise UnknownNameError("window", window, self._desk.regs.order)
        return window

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Where a stable key of an app is found: arguments of `omnigym.a11y.Tree.find`.

        A key that the app's declaration does not translate is that of a node.

        Raises:
            UnknownNameError: There is no such app.
        """
        known = self._desk.apps.get(app)
        if known is None:
            raise UnknownNameError("app", app, self.apps())
        found = known.locate.get(key)
        return found if found is not None else {"key": key}

    def wallpaper(self) -> str:
        """The picture behind the windows, or behind the icons of a phone."""
        return self.setting("wallpaper")

    def setting(self, key: str) -> str:
        """The value of a setting.

        Raises:
            UnknownNameError: There is no such setting.
        """
        settings = self._desk.regs.settings
        if key not in settings:
            raise UnknownNameError("setting", key, settings)
        return settings[key]

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting."""
        set_setting(self._desk, key, value)


def _other(was: tuple[object, ...], now: tuple[object, ...]) -> str:
    """Why a snapshot cannot be restored."""
    of = "{} of {}x{} at scale {}"
    difference = f"it is of {of.format(*was)}, and this is {of.format(*now)}" if len(was) > 3 else "it is of none"
    if was[:4] == now[:4]:
        difference = "its apps are others"
    return f"This snapshot is not of such a device: {difference}. Make the device as that one was."


def _png(frame: Frame) -> bytes:
    out = BytesIO()
    Image.fromarray(frame).save(out, "PNG")
    return out.getvalue()
