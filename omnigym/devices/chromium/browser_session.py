"""One life of a browser with everything around it: what the device's calls work on."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path, PurePosixPath

import numpy as np
from PIL import Image

from omnigym.a11y import Block, Tree
from omnigym.actions import Action, Wait
from omnigym.devices.chromium.browser import Browser
from omnigym.devices.chromium.dialogs import Dialogs
from omnigym.devices.chromium.frames import ImageFormat
from omnigym.devices.chromium.interval import Interval
from omnigym.devices.chromium.looking import Focus, focus_of, look_at
from omnigym.devices.chromium.navigation import Navigation, settle
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.pipe import Payload, Pipe, ProtocolError, understood
from omnigym.devices.chromium.place import Place
from omnigym.devices.chromium.process import Program
from omnigym.devices.chromium.tree import read_look
from omnigym.devices.chromium.ui import BrowserUi
from omnigym.devices.chromium.widgets import Widget, block_of, paint, scaled
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.protocol import Frame
from omnigym.devices.safe_paths import folder_beneath, free_name

__all__ = ["HOME", "Desk", "Downloads"]


# -- downloads: into the episode's home when they are complete, never more than fits ----------------------------------

# The browser writes each to a file of its own outside the home; a complete one is moved to the folder Downloads under
# the name that the site suggests, which is only ever a name. Events are heard only while the device is used: what
# comes in meanwhile is bounded by the browser's parent process (see `omnigym.devices.chromium.watchdog_process`).

#: What a download may weigh, in bytes; a longer one is cancelled.
_MOST_BYTES = 64 << 20
#: What those of an episode may weigh together, and how many they may be; what is more is cancelled.
_MOST_TOTAL, _MOST_FILES = 256 << 20, 100


class Downloads:
    """The downloads of an episode.

    Args:
        place: Where they come in, and where the home is.

    Attributes:
        news: The last one, in words; empty if there was none.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._running: dict[str, str] = {}
        self._received: dict[str, int] = {}
        self.news = ""

    @property
    def running(self) -> bool:
        """Whether one is under way."""
        return bool(self._running)

    def clear(self) -> None:
        """A new episode: what still runs is none of its."""
        self._running.clear()
        self._received.clear()
        self.news = ""

    def hear(self, pipe: Pipe, method: str, event: Payload) -> None:
        """Take in a download event of the browser."""
        number = event["guid"]
        if method == "Browser.downloadWillBegin":
            name = PurePosixPath(event["suggestedFilename"].replace("\\", "/")).name
            self._running[number] = name if name not in ("", ".", "..") else "download"
            self._received[number] = 0
            self.news = f"Downloading {self._running[number]}"
            if len(self._received) > _MOST_FILES:
                self._cancel(pipe, number, "is one too many")
            return
        if number not in self._running:
            if event["state"] == "completed":  # it was faster than its end
                self._throw_away(number)
            return
        self._received[number] = int(event["receivedBytes"])
        if self._received[number] > _MOST_BYTES or sum(self._received.values()) > _MOST_TOTAL:
            self._cancel(pipe, number, "is too large")
            self._throw_away(number)
        elif event["state"] == "completed":
            self._keep(number, self._running.pop(number))
        elif event["state"] == "canceled":
            self.news = f"{self._running.pop(number)} was not downloaded"
            self._received[number] = 0

    def _cancel(self, pipe: Pipe, number: str, why: str) -> None:
        pipe.tell("Browser.cancelDownload", {"guid": number})
        self.news = f"{self._running.pop(number)} {why}"
        self._received[number] = 0  # it counts as one of many, and what came of it is thrown away

    def _throw_away(self, number: str) -> None:
        with contextlib.suppress(OSError), folder_beneath(self._place.incoming) as incoming:
            os.unlink(PurePosixPath(number).name, dir_fd=incoming)

    def _keep(self, number: str, name: str) -> None:
        try:
            with (
                folder_beneath(self._place.incoming) as incoming,
                folder_beneath(self._place.home, ("Downloads",), make=True) as folder,
            ):
                kept = free_name(folder, name)
                os.rename(PurePosixPath(number).name, kept, src_dir_fd=incoming, dst_dir_fd=folder)
        except (OSError, ValueError):  # ValueError: a name that no file can have
            self.news = f"{name} was not downloaded"
        else:
            self.news = f"Downloaded {kept}"


# -- desk -------------------------------------------------------------------------------------------------------------

#: The user's home, as the user sees it.
HOME = "/home/user"
#: How long, in real seconds, an action waits for a download.
_DOWNLOAD_PATIENCE = 3.0
#: And for sound and film, once for what it does and once for what comes of that.
_MEDIA_PATIENCE = 3.0


class Desk:
    """A browser, its bar and dialogs, and the user's files.

    Args:
        program: The browser to start.
        network: What pages may reach.
        size: The screen's (width, height) in pixels.
        bar: Whether the screen shows the browser's bar.
        image: How pictures are encoded.
        interval: Hears and watches it.
        scale: How many pixels of the screen a CSS pixel is.

    Attributes:
        browser: The browser.
        navigation: How it goes somewhere.
        files: The user's files.
        interval: What was heard and seen since an interval began.

    Raises:
        DeviceStartError: It did not come up.
    """

    def __init__(
        self,
        program: Program,
        network: Network,
        size: tuple[int, int],
        bar: bool,
        image: ImageFormat,
        interval: Interval,
        scale: float = 1.0,
    ) -> None:
        self.interval, self._scale = interval, scale
        self._network, self._size, self._bar = network, size, bar
        top = BrowserUi.top_of(bar, scale)
        self._page_size = (size[0], size[1] - top)
        self.browser = Browser(program, network, self._page_size, image, scale)
        self._place = self.browser.process.place
        self.files = HomeFiles(self._place.home, HOME)
        self.home = HomeReader(self._place.home, self.files)
        self._downloads = Downloads(self._place)
        self.browser.on_download = self._hear_download
        self.browser.on_time = lambda page, milliseconds: interval.passed(page, milliseconds, self._glance)
        self.navigation = Navigation(self.browser, network)
        self._drawn: tuple[tuple[Widget, ...], Frame] | None = None
        self._picture: tuple[bytes, Frame] | None = None
        self._blocks: tuple[Block, ...] = ()
        self._truncated = False
        self._used = False
        self._focus = Focus()
        self._glanced: tuple[object, ...] = (None,)

    def renew(self, seed: int) -> None:
        """Throw everything of the last episode away."""
        if self._used:
            self._place.furnish()
            self._downloads.clear()
            self.browser.clipboard.clear()
        self._used = True
        self.browser.renew(seed, self.interval.listens)
        dialogs = Dialogs(self._place.home, self._host_path)
        browser, clipboard = self.browser, self.browser.clipboard
        news = self._news
        self.ui = BrowserUi(browser, self.navigation, dialogs, clipboard, self._size, self._bar, news, self._scale)
        self._blocks, self._truncated = (), False
        self.settle()
        self._glanced = (None,)
        self.interval.begin()

    def act(self, action: Action) -> None:
        """Do an action and wait until what is seen has come to rest."""
        self.browser.tab.title_known = False
        waited = action.duration if isinstance(action, Wait) else 0.0
        self.interval.spread(waited)
        self._be_patient(waited / 8)
        self.ui.act(action)
        self.settle()
        self.ui.look(self._focus)

    def works_during(self, seconds: float) -> bool:
        """Wait, in real time for what loads, and return whether a page or a download did."""
        worked = self._unfinished
        if worked:
            self.browser.pipe.wait(lambda: not self._unfinished, seconds)
        self.act(Wait(seconds))
        return worked or self._unfinished

    @property
    def _unfinished(self) -> bool:
        return self._downloads.running or any(tab.page.is_unfinished for tab in self.browser.tabs)

    def settle(self) -> None:
        """Wait until what is seen has come to rest, and a download is complete."""
        self.browser.tab.title_known = False
        self._be_patient()
        settle(self.browser.front)
        page = self.browser.tab.page
        self._focus = Focus() if page.blocked else focus_of(page)
        if self._focus.native:
            page.close_popup()
            settle(self.browser.front)
        if self._downloads.running:
            self.browser.pipe.wait(lambda: not self._downloads.running, _DOWNLOAD_PATIENCE)

    def _be_patient(self, more: float = 0.0) -> None:
        """Let the pages wait so many real seconds, and a few, for what they load and seek."""
        for tab in self.browser.tabs:
            tab.page.media.patience = _MEDIA_PATIENCE + more

    def read_titles(self) -> None:
        """Look at the titles of the tabs that may have changed since they were looked at."""
        for tab in self.browser.tabs:
            tab.read_title()

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), new."""
        width, height = self._size
        top, page = self.ui.top, self._page_picture()
        out = np.empty((height, width, 3), np.uint8)
        out[top:] = page if page is not None else 255
        if top:
            out[:top] = self._bar_picture()
        for widgets in reversed(self.ui.overlays()):
            own = widgets[0].bounds
            x, y, w, h = scaled(own, self._scale)
            place = out[y : y + h, x : x + w]
            under = np.ascontiguousarray(_resized(place, own[2:]))
            out[y : y + h, x : x + w] = _resized(paint(widgets, own, under), (place.shape[1], place.shape[0]))
        return out

    def _glance(self) -> Frame | None:
        """The screen; None where it looks as it did at the last glance."""
        seen = self.browser.tab.frames.picture(), tuple(self.ui.bar()), tuple(map(tuple, self.ui.overlays()))
        if seen[0] is self._glanced[0] and seen[1:] == self._glanced[1:]:
            return None
        self._glanced = seen
        return self.screenshot()

    def tree(self) -> Tree:
        """What is on the screen; under a dialog of a script, the page is as it was when that came up."""
        if self._bar:
            self.read_titles()
        front: list[Block] = []
        for widgets in (*self.ui.overlays(), self.ui.bar()):
            if widgets:
                front.append(block_of(widgets, len(front), self._scale))
        tab = self.browser.tab
        page = tab.page
        if not page.blocked:
            seen = look_at(page)
            if seen is not None:
                with understood():
                    look = read_look(seen, (0, self.ui.top), 0)
                self._blocks, self._truncated = look.blocks, look.truncated
                tab.know_title(look.title)
        behind = (block.with_layer(len(front) + n) for n, block in enumerate(self._blocks))
        return Tree((*front, *behind), self._size, self._truncated)

    def evaluate(self, script: str) -> object:
        """The value of a JavaScript expression in the front page."""
        self.browser.tab.title_known = False
        return self.browser.tab.page.evaluate(script)

    def close(self) -> None:
        """End the browser."""
        self.browser.close()

    def _page_picture(self) -> Frame | None:
        data = self.browser.tab.frames.picture()
        if data is None:
            return None
        if self._picture is None or self._picture[0] is not data:
            try:
                picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
            except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as e:
                raise ProtocolError(f"its picture cannot be read ({e})") from e
            self._picture = data, _fitted(picture, self._page_size)
        return self._picture[1]

    def _bar_picture(self) -> Frame:
        self.read_titles()
        widgets = tuple(self.ui.bar())
        if self._drawn is None or self._drawn[0] != widgets:
            picture = paint(widgets, widgets[0].bounds)
            self._drawn = widgets, _resized(picture, (self._size[0], self.ui.top))
        return self._drawn[1]

    def _hear_download(self, method: str, event: Payload) -> None:
        self._downloads.hear(self.browser.pipe, method, event)

    def _news(self) -> str:
        return self._downloads.news

    def _host_path(self, path: str) -> Path | None:
        portable = self.files.portable(path)
        return None if portable is None else self._place.home / portable


def _resized(picture: Frame, size: tuple[int, int]) -> Frame:
    """A picture of the device's own at a (width, height)."""
    if picture.shape[1::-1] == size:
        return picture
    return np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS))


def _fitted(picture: Frame, size: tuple[int, int]) -> Frame:
    """A picture in the (width, height) that it must have: cut off, or with white beside it."""
    width, height = size
    if picture.shape == (height, width, 3):
        return picture
    out = np.full((height, width, 3), 255, np.uint8)
    seen = picture[:height, :width]
    out[: seen.shape[0], : seen.shape[1]] = seen
    return out
