"""The real browser as a device."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from omnigym.a11y import Tree
from omnigym.actions import (
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
)
from omnigym.devices.chromium.browser import Browser, Tab
from omnigym.devices.chromium.frames import ImageFormat
from omnigym.devices.chromium.input import PageInput
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.page import WORLD
from omnigym.devices.chromium.pipe import ProtocolError
from omnigym.devices.chromium.place import sweep
from omnigym.devices.chromium.programs import find_program
from omnigym.devices.chromium.settle import pass_time, settle
from omnigym.devices.chromium.tree import page_blocks
from omnigym.devices.protocol import Frame, Platform
from omnigym.errors import ConfigError, DeviceError, DeviceLostError

__all__ = ["ChromiumDevice"]

_CALL_TIMEOUT = 15.0
_NAVIGATION_PATIENCE = 8.0


class ChromiumDevice:
    """A browser of its own: nothing of a profile of yours is used, and only what is allowed is reached.

    With ``chromium-headless-shell`` (Debian's package) we draw every frame and the page's clock stands still between
    actions: the same seed and actions give byte-equal screenshots. With any other Chromium it runs in real time.

    Args:
        size: The screen's (width, height) in pixels.
        allow: The origins that pages may reach ("http://127.0.0.1:8000"); tasks allow theirs themselves.
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
        allow: Sequence[str] = (),
        image: ImageFormat = "jpeg",
        program: str = "",
    ) -> None:
        self.size = size
        self._program = find_program(program)
        self._image: ImageFormat = image
        self._network = Network(allow)
        self._browser: Browser | None = None
        self._seed = 0
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
        """
        self._seed = seed or 0
        if self._error is not None or (self._browser is not None and self._browser.outdated):
            self._stop()
        if self._browser is not None:
            try:
                self._renew(self._browser)
                return
            except DeviceError:  # it died, or hangs, since the last episode: a new one costs little
                self._stop()
        self._browser = Browser(self._program, self._network, self.size, self._image)
        self._renew(self._browser)

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new."""
        with self._call("screenshot") as browser:
            if self._screen is None:
                self._screen = self._look(browser.tab)
            return self._screen.copy()

    def tree(self) -> Tree:
        """What is on the screen, of the same moment as the last screenshot."""
        with self._call("tree") as browser:
            if self._tree is None:
                text = browser.tab.page.evaluate("omnigymLook()", WORLD)
                blocks, truncated = page_blocks(text, (0, 0), 0)
                self._tree = Tree(tuple(blocks), self.size, truncated)
            return self._tree

    def act(self, action: Action) -> None:
        """Do an action and return when the page has come to rest."""
        extra = action.duration if isinstance(action, Wait | Click | Drag) else 0.0
        extra += len(action.text) / 100 if isinstance(action, Type) else 0.0
        with self._call("act", extra, changes=True) as browser:
            self._do(browser, action)
            settle(lambda: browser.tab)

    def close(self) -> None:
        """End the browser; nothing of it is left running or on disk."""
        self._stop()
        self._error = DeviceLostError(self.name, "close", "the device was closed.", "Make a new one.")

    # -- the web -----------------------------------------------------------------------------------------------------

    def allow(self, origin: str) -> None:
        """Let pages reach an origin, from the next reset on if its host is new."""
        self._network.allow(origin)

    def serve(self, origin: str, folder: Path) -> None:
        """Answer every request to an origin with the files of a folder: a site without a server."""
        self._network.serve(origin, folder)

    def navigate(self, url: str) -> None:
        """Go to a URL in the front tab, and wait until it has come to rest.

        Raises:
            ConfigError: It cannot be reached from here.
        """
        if not self._network.reaches(url):
            raise ConfigError(f"Pages may not reach {url!r}. Allow its origin, or have a task do it.")
        with self._call("navigate", _NAVIGATION_PATIENCE, changes=True) as browser:
            self._go(browser, url)
            settle(lambda: browser.tab)

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression in the front page, as JSON can say it.

        Raises:
            ConfigError: It threw.
        """
        with self._call("evaluate", changes=True) as browser:
            try:
                return browser.tab.page.evaluate(script)
            except ProtocolError as e:
                raise ConfigError(f"The script failed in {browser.tab.page.url}: {e}") from e

    def settle(self) -> None:
        """Let the front page come to rest, after what `evaluate` did to it."""
        with self._call("settle", changes=True) as browser:
            settle(lambda: browser.tab)

    @property
    def url(self) -> str:
        """What the front tab shows."""
        with self._call("url") as browser:
            return browser.tab.page.url

    # -- the life of the browser -------------------------------------------------------------------------------------

    @contextmanager
    def _call(self, call: str, extra: float = 0.0, changes: bool = False) -> Iterator[Browser]:
        """The browser, for one call with a deadline; it is started if it never was."""
        if self._error is not None:
            raise self._error
        if self._browser is None:
            self.reset()
        browser = self._browser
        assert browser is not None
        if changes:
            self._screen = self._tree = None
        browser.pipe.until(time.monotonic() + _CALL_TIMEOUT + extra)
        try:
            yield browser
            if browser.tabs and browser.tab.page.crashed:
                raise DeviceLostError(self.name, call, f"the page crashed: {browser.tab.page.url}", "Reset the device.")
        except DeviceError as e:
            e.call = call
            self._error = e
            browser.process.kill()
            raise

    def _renew(self, browser: Browser) -> None:
        self._screen = self._tree = None
        browser.pipe.until(time.monotonic() + _CALL_TIMEOUT)
        browser.process.place.furnish()
        browser.renew(self._seed)
        settle(lambda: browser.tab)

    def _stop(self) -> None:
        self._error = None
        browser, self._browser = self._browser, None
        if browser is not None:
            browser.close()

    def _look(self, tab: Tab) -> Frame:
        width, height = self.size
        picture = tab.frames.picture()
        if picture is None:
            return np.full((height, width, 3), 255, np.uint8)
        return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))

    def _go(self, browser: Browser, url: str) -> None:
        page = browser.tab.page
        number = page.post("Page.navigate", url=url)
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number), _NAVIGATION_PATIENCE)
        page.pipe.ignore(number)

    def _do(self, browser: Browser, action: Action) -> None:
        tab = browser.tab
        hand = PageInput(tab.page, tab.frames)
        match action:
            case Move(at):
                hand.move(*pixel(at, self.size))
            case Click(at, button, count, modifiers):
                hand.click(*pixel(at, self.size), button, count, modifiers)
            case MouseDown(at, button):
                hand.down(*pixel(at, self.size), button)
            case MouseUp(at, button):
                hand.up(*pixel(at, self.size), button)
            case Drag(at, to, button, modifiers, duration):
                hand.drag(pixel(at, self.size), pixel(to, self.size), button, modifiers, duration)
            case Scroll(at, dy, dx, modifiers):
                hand.scroll(*pixel(at, self.size), dx, dy, modifiers)
            case Press(key, modifiers, count):
                hand.press(key, modifiers, count)
            case KeyDown(key):
                hand.key_down(key)
            case KeyUp(key):
                hand.key_up(key)
            case Type(text):
                hand.type(text)
            case Wait(duration):
                pass_time(lambda: browser.tab, duration)
