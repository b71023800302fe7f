"""The real browser as a device."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect, Tree
from omnigym.actions import Action, Click, Drag, OpenApp, Type, Wait
from omnigym.devices.chromium.browser import Browser
from omnigym.devices.chromium.browser_session import Desk
from omnigym.devices.chromium.frames import ImageFormat
from omnigym.devices.chromium.hosting import Hosting, WebData, web_data
from omnigym.devices.chromium.interval import Interval
from omnigym.devices.chromium.network import Network, origin_of
from omnigym.devices.chromium.pipe import ProtocolError
from omnigym.devices.chromium.place import sweep
from omnigym.devices.chromium.process import find_program
from omnigym.devices.chromium.site import available_sites, sites
from omnigym.devices.chromium.sources import EXTRA, Sources
from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.protocol import ClipboardContent, FileInfo, Frame, MissingPrograms, Platform, Sound, WindowInfo
from omnigym.errors import (
    AppError,
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceStartError,
    MissingDependencyError,
    UnknownNameError,
)

__all__ = ["ChromiumDevice"]

_CALL_TIMEOUT = 15.0


class ChromiumDevice:
    """A browser of its own: nothing of a profile of yours is used, and only what is allowed is reached.

    With ``chromium-headless-shell`` (Debian's package) we draw every frame and the page's clock stands still between
    actions: the same seed and actions give byte-equal screenshots. With any other Chromium it runs in real time.

    Its applications are sites (`omnigym.devices.chromium.site`): launching one opens it in the front tab, and its
    windows are the tabs that show something. Errors of the device last until the next reset, which starts a new
    browser then.

    Args:
        size: The screen's (width, height) in pixels.
        bar: Whether the screen shows the browser's tabs and address bar, or the page alone.
        allow: The origins that pages may reach besides the sites ("http://127.0.0.1:8000").
        image: How the browser hands its picture over: ``"jpeg"`` (quality 90) is twice as fast as ``"png"``.
        program: A browser's path or command; empty for the best that this machine has.

    Raises:
        MissingDependencyError: There is no browser on this machine.
    """

    name = "chromium"
    platform: Platform = "web"

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        bar: bool = True,
        allow: Sequence[str] = (),
        image: ImageFormat = "jpeg",
        program: str = "",
        scale: float = 1.0,
    ) -> None:
        if not 0.5 <= scale <= 4:
            raise ConfigError(f"scale= is how many pixels a CSS pixel is, from 0.5 to 4, got {scale!r}.")
        self.size = size
        self._scale = scale
        self._bar = bar
        self._program = find_program(program)
        self._image: ImageFormat = image
        self._network = Network(allow)
        self._hosting = Hosting(available_sites(), self._network)
        self._interval = Interval(Sources(self._network))
        self._desk: Desk | None = None
        self._error: DeviceError | None = None
        self._screen: Frame | None = None
        self._tree: Tree | None = None
        sweep()

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Throw the last episode's pages, cookies and files away and show an empty page.

        Args:
            seed: Seeds the pages' ``Math.random`` and ``crypto``.

        Raises:
            DeviceStartError: The browser did not come up.
            DeviceError: A site's server failed.
        """
        if self._error is not None or (self._desk is not None and self._desk.browser.outdated):
            self._stop()
        self._start_anew(seed or 0)
        self._hosting.reset()  # now that no page of the last episode can ask anything of them

    def _start_anew(self, seed: int) -> None:
        if self._desk is not None:
            try:
                self._renew(self._desk, seed)
                return
            except (DeviceError, ProtocolError):  # it died, or hangs, since the last episode: a new one costs little
                self._stop()
        try:
            self._desk = Desk(
                self._program, self._network, self.size, self._bar, self._image, self._interval, self._scale
            )
            self._renew(self._desk, seed)
        except ProtocolError as e:
            self._stop()
            raise DeviceStartError(self.name, "reset", f"the new browser refused a command: {e}.") from e
        except DeviceError:
            self._stop()
            raise

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new."""
        with self._call("screenshot") as desk:
            if self._screen is None:
                self._screen = desk.screenshot()
            return self._screen.copy()

    def tree(self) -> Tree:
        """The tree of the moment of the last screenshot."""
        with self._call("tree") as desk:
            if self._tree is None:
                self._tree = desk.tree()
            return self._tree

    def act(self, action: Action) -> None:
        """Do an action and return when the page has come to rest."""
        if isinstance(action, OpenApp):
            if action.app in self._hosting.sites:
                self.launch(action.app)
            return
        extra = action.duration if isinstance(action, Wait | Click | Drag) else 0.0
        extra += len(action.text) / 100 if isinstance(action, Type) else 0.0
        with self._call("act", extra, changes=True) as desk:
            desk.act(action)

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether a page loaded or asked the network, or a download ran."""
        with self._call("works_during", seconds, changes=True) as desk:
            return desk.works_during(seconds)

    def close(self) -> None:
        """End the browser and the sites; nothing of them is left running or on disk."""
        self._stop()
        self._hosting.close()
        self._error = DeviceLostError(self.name, "close", "the device was closed.", "Make a new one.")

    # -- what was heard and seen ------------------------------------------------------------------------------------

    def listen(self, on: bool) -> None:
        """Keep sound from the next reset on, or stop: see `omnigym.devices.protocol.HasAudio`.

        Raises:
            MissingDependencyError: PyAV, which decodes it, is not installed.
        """
        if on and find_spec("av") is None:
            raise MissingDependencyError("av", "Sound of the real browser", f"pip install 'omnigym[{EXTRA}]'")
        self._interval.want("audio", on)

    def watch(self, on: bool) -> None:
        """Keep the screen's past from the next reset on, or stop: see `omnigym.devices.protocol.HasScreenVideo`."""
        self._interval.want("video", on)

    def next_interval(self) -> None:
        """Begin an interval now."""
        with self._call("next_interval"):
            self._interval.next(self.screenshot)

    def audio(self, seconds: float) -> Sound:
        """The sound of the interval up to now, of the tab that is seen: see `omnigym.devices.protocol.HasAudio`.

        Raises:
            ConfigError: Nothing was listened to since the last reset, or ``seconds`` is out of range.
        """
        with self._call("audio"):
            return self._interval.audio(seconds)

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Small frames of the interval up to now: see `omnigym.devices.protocol.HasScreenVideo`.

        Raises:
            ConfigError: Nothing was watched since the last reset, or an argument is out of range.
        """
        with self._call("video"):
            return self._interval.video(frames, size, self.screenshot())

    # -- sites -------------------------------------------------------------------------------------------------------

    def apps(self) -> tuple[str, ...]:
        """The sites that can be opened here, sorted."""
        return tuple(sorted(self._hosting.sites))

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """The missing packages of each of these sites."""
        lacking = {name: site.missing() for name, site in sites().items() if name in apps}
        return {name: MissingPrograms(what, sites()[name].install) for name, what in lacking.items() if what}

    def launch(self, app: str, path: str | None = None) -> None:
        """Open a site, in the front tab if that is empty, else in a new one.

        Args:
            app: One of `apps`.
            path: The path of a page on it.

        Raises:
            UnknownNameError: There is no such site.
            AppError: Its server did not start, or did not answer in time.
        """
        site = self._hosting.open(app)
        with self._call("launch", changes=True) as desk:
            if desk.browser.tab.page.url != "about:blank":
                desk.browser.open_tab()
            desk.navigation.to(site.origin + (path or site.start))
            desk.settle()
            if desk.browser.tab.page.url == "about:blank":
                raise AppError(self.name, "launch", f"the site {app!r} did not answer in time.", "Reset the device.")

    def windows(self) -> tuple[WindowInfo, ...]:
        """The tabs that show something, the front one first; ``document`` is the URL."""
        with self._call("windows") as desk:
            desk.read_titles()
            browser = desk.browser
            shown = [(n, t) for n, t in enumerate(browser.tabs) if t.page.url != "about:blank"]
            shown.sort(key=lambda pair: pair[0] != browser.active)
            area: Rect = (0, desk.ui.top, self.size[0], self.size[1] - desk.ui.top)
            return tuple(
                WindowInfo(
                    id=t.page.target,
                    app=self._hosting.at(origin_of(t.page.url)) or "web",
                    title=t.title,
                    bounds=area,
                    active=n == browser.active,
                    document=t.page.url,
                )
                for n, t in shown
            )

    def activate(self, window: str) -> None:
        """Show a tab.

        Raises:
            UnknownNameError: There is no such tab.
        """
        with self._call("activate", changes=True) as desk:
            desk.browser.show(self._tab(desk.browser, window))
            desk.settle()

    def minimise(self, window: str) -> None:
        """Show another tab, where this one is in front: an empty one, if there is no other.

        Raises:
            UnknownNameError: There is no such tab.
        """
        with self._call("minimise", changes=True) as desk:
            browser = desk.browser
            if self._tab(browser, window) != browser.active:
                return
            if len(browser.tabs) == 1:
                browser.open_tab()
            else:
                browser.show((browser.active + 1) % len(browser.tabs))
            desk.settle()

    def close_window(self, window: str) -> None:
        """Close a tab.

        Raises:
            UnknownNameError: There is no such tab.
        """
        with self._call("close_window", changes=True) as desk:
            desk.browser.close_tab(self._tab(desk.browser, window))
            desk.settle()

    @staticmethod
    def _tab(browser: Browser, window: str) -> int:
        """The place of a tab that `windows` tells of."""
        known = {t.page.target: n for n, t in enumerate(browser.tabs) if t.page.url != "about:blank"}
        if window not in known:
            raise UnknownNameError("window", window, known)
        return known[window]

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """The arguments of `Tree.find` for a stable key of a site."""
        keys = self._hosting.site(app).keys
        if key not in keys:
            raise UnknownNameError(f"key of {app}", key, keys)
        return keys[key]

    def navigate(self, url: str) -> None:
        """Go to a URL in the front tab, and wait until it has come to rest.

        Raises:
            ConfigError: It cannot be reached from here.
        """
        if not self._network.reaches(url):
            raise ConfigError(f"Pages may not reach {url!r}. Name its origin in allow=, or make a site of it.")
        with self._call("navigate", changes=True) as desk:
            desk.navigation.to(url)
            desk.settle()

    def serve(self, origin: str, folder: Path) -> None:
        """Answer every request to an origin with the files of a folder: pages without a server."""
        self._network.serve(origin, folder)

    def evaluate(self, script: str) -> object:
        """The value of a JavaScript expression in the front page, as JSON can say it.

        Raises:
            ConfigError: It threw.
        """
        with self._call("evaluate", changes=True) as desk:
            try:
                return desk.evaluate(script)
            except ProtocolError as e:
                raise ConfigError(f"The script failed in {desk.browser.tab.page.url}: {e}") from e

    def settle(self) -> None:
        """Let the front page come to rest, after what `evaluate` did to it."""
        with self._call("settle", changes=True) as desk:
            desk.settle()

    @property
    def place(self) -> Path:
        """The browser's directory on this machine."""
        with self._call("place") as desk:
            return desk.browser.process.place.root

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """What a site's application keeps: the rows of one of its tables.

        Args:
            uri: "content://shop/orders": the site and the table.

        Raises:
            UnknownNameError: There is no such site or table.
            AppError: The application did not start.
        """
        site, _, table = uri.removeprefix("content://").partition("/")
        return self._hosting.rows(site, table)

    # -- files and clipboard -----------------------------------------------------------------------------------------

    def native_path(self, path: str) -> str:
        """The path below the user's home."""
        with self._call("native_path") as desk:
            return desk.files.native_path(path)

    def read_file(self, path: str) -> bytes:
        """The content of a file of the home."""
        with self._call("read_file") as desk:
            return desk.files.read(path)

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file of the home."""
        with self._call("write_file", changes=True) as desk:
            desk.files.write(path, content, mtime)

    def make_dir(self, path: str) -> None:
        """Create a directory of the home, and those above it."""
        with self._call("make_dir") as desk:
            desk.files.make_dir(path)

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path of the home, or None."""
        with self._call("stat") as desk:
            return desk.files.stat(path)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries of a directory of the home, sorted by name."""
        with self._call("list_dir") as desk:
            return desk.files.list_dir(path)

    def user_data(self) -> WebData:
        """The files of the home, and what the applications of the sites keep."""
        with self._call("user_data") as desk:
            home = desk.home.read()
        return web_data(home, self._hosting.data())

    def clipboard(self) -> ClipboardContent:
        """The content of the browser's clipboard."""
        with self._call("clipboard") as desk:
            return desk.browser.clipboard.read()

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace what the browser's clipboard holds: text or a picture, no files."""
        with self._call("set_clipboard") as desk:
            desk.browser.clipboard.write(content)

    # -- the life of the browser -------------------------------------------------------------------------------------

    @contextmanager
    def _call(self, call: str, extra: float = 0.0, changes: bool = False) -> Iterator[Desk]:
        """The browser, for one call with a deadline; it is started if it never was."""
        if self._error is not None:
            raise self._error
        if self._desk is None:
            self.reset()
        desk = self._desk
        assert desk is not None
        if changes:
            self._screen = self._tree = None
        desk.browser.pipe.until(time.monotonic() + _CALL_TIMEOUT + extra)
        try:
            with Boundary(self.name, call, passes=(*DECLARED, ProtocolError)):
                yield desk
                if desk.browser.tab.page.crashed:
                    problem = f"the page crashed: {desk.browser.tab.page.url}."
                    raise DeviceLostError(self.name, call, problem, "Reset it.")
        except ProtocolError as e:
            problem = f"the browser refused a command: {e}."
            self._error = DeviceLostError(self.name, call, problem, "Reset the device.")
            desk.browser.process.kill()
            raise self._error from e
        except DeviceError as e:
            e.call = call
            self._error = e
            desk.browser.process.kill()
            raise

    def _renew(self, desk: Desk, seed: int) -> None:
        self._screen = self._tree = None
        desk.browser.pipe.until(time.monotonic() + _CALL_TIMEOUT)
        desk.renew(seed)

    def _stop(self) -> None:
        self._error = None
        desk, self._desk = self._desk, None
        if desk is not None:
            desk.close()
