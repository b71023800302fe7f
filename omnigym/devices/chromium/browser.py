"""A running browser with one context of tabs: what an episode sees."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from omnigym.devices.chromium.clipboard import Clipboard
from omnigym.devices.chromium.frames import DrawnFrames, Frames, FreeFrames, ImageFormat
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import Pipe, ProtocolError
from omnigym.devices.chromium.process import BrowserProcess
from omnigym.devices.chromium.programs import Program
from omnigym.devices.chromium.tree import walker_tables
from omnigym.errors import DeviceLostError

__all__ = ["Browser", "Tab"]


class Tab:
    """A page with its frames.

    Attributes:
        page: The page.
        frames: How its time passes.
        title: What its tab says, when it was last looked at.
        title_known: Whether nothing can have changed it since.
    """

    def __init__(self, page: Page, frames: Frames) -> None:
        self.page, self.frames = page, frames
        self.title = ""
        self.title_known = False

    def read_title(self) -> None:
        """Look at the title, if need be; a page that is blocked, or between two documents, keeps the one it had."""
        if self.title_known or self.page.blocked or self.page.away:
            return
        try:
            title = self.page.evaluate("document.title", WORLD)
        except ProtocolError:
            return
        if title is not None:
            self.know_title(str(title))

    def know_title(self, title: str) -> None:
        """Take the document's title in, which holds until something is done."""
        self.title, self.title_known = title.strip() or self.page.host, True


class Browser:
    """A browser process, the context of the episode and its tabs.

    Args:
        program: What to start.
        network: What pages may reach.
        size: The page's (width, height) in pixels.
        image: How pictures are encoded.

    Attributes:
        tabs: The open tabs, left to right.
        active: The tab that is seen, an index of ``tabs``.

    Raises:
        DeviceStartError: It did not come up.
    """

    def __init__(self, program: Program, network: Network, size: tuple[int, int], image: ImageFormat) -> None:
        self._network, self._size, self._image = network, size, image
        self._routes = network.routes
        self.tabs: list[Tab] = []
        self.active = 0
        self.on_download: Callable[[str, Mapping[str, Any]], None] = lambda _method, _event: None
        self._pages: dict[str, Tab] = {}
        self._clipboard: Clipboard | None = None
        self._context = ""
        self._seed = 0
        self._process = BrowserProcess(program, self._routes, self._hear)
        every_page = [{"type": "page"}]
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True, "filter": every_page}
        self.pipe.call("Target.setAutoAttach", attach)

    @property
    def pipe(self) -> Pipe:
        """The DevTools connection."""
        return self._process.pipe

    @property
    def process(self) -> BrowserProcess:
        """The process."""
        return self._process

    @property
    def clipboard(self) -> Clipboard:
        """The clipboard, which all of its pages share."""
        if self._clipboard is None:
            self._clipboard = Clipboard(self.pipe)
        return self._clipboard

    @property
    def outdated(self) -> bool:
        """Whether it was started before some host became reachable."""
        return self._network.routes != self._routes

    @property
    def tab(self) -> Tab:
        """The tab that is seen.

        Raises:
            DeviceLostError: There is none.
        """
        if not self.tabs:
            raise DeviceLostError("chromium", "act", "the browser has no page.", "Reset the device.")
        return self.tabs[self.active]

    def renew(self, seed: int) -> None:
        """Throw everything of the last episode away and open an empty tab."""
        if self._context:
            self.pipe.tell("Target.disposeBrowserContext", {"browserContextId": self._context})
        self.tabs.clear()
        self._pages.clear()
        self._seed, self.active = seed, 0
        self._context = self.pipe.call("Target.createBrowserContext")["browserContextId"]
        downloads = {"behavior": "allowAndName", "downloadPath": str(self._process.place.incoming)}
        options = {"browserContextId": self._context, "eventsEnabled": True}
        self.pipe.tell("Browser.setDownloadBehavior", {**downloads, **options})
        self.open_tab()

    def open_tab(self) -> None:
        """Open an empty tab behind the others and show it."""
        target: dict[str, Any] = {"url": "about:blank", "browserContextId": self._context}
        if self._process.program.drawn:
            width, height = self._size
            target |= {"width": width, "height": height, "enableBeginFrameControl": True}
        number = self.pipe.call("Target.createTarget", target)["targetId"]
        self.pipe.wait(lambda: any(t.page.target == number for t in self.tabs))
        self.show(next(i for i, t in enumerate(self.tabs) if t.page.target == number))
        self.tab.page.meet()

    def show(self, index: int) -> None:
        """Bring a tab to the front."""
        self.active = index
        self.tab.page.tell("Page.bringToFront")

    def close_tab(self, index: int) -> None:
        """Close a tab; the last one leaves an empty one."""
        page = self.tabs[index].page
        try:
            self.pipe.call("Target.closeTarget", {"targetId": page.target})
        except ProtocolError:
            self._forget(page)  # it was closing by itself
        self.pipe.wait(lambda: page.closed)
        if not self.tabs:
            self.open_tab()

    def close(self) -> None:
        """End the browser."""
        self._process.close()

    # -- events ------------------------------------------------------------------------------------------------------

    def _hear(self, method: str, event: Mapping[str, Any], session: str) -> None:
        tab = self._pages.get(session)
        if self._clipboard is not None and self._clipboard.hear(method, event, session):
            return
        if method == "Fetch.requestPaused" and tab is not None:
            tab.page.hear(method, event)
            self._network.decide(tab.page, event)
        elif tab is not None:
            tab.page.hear(method, event)
        elif method == "Target.attachedToTarget":
            self._attach(event)
        elif method == "Target.detachedFromTarget" and event["sessionId"] in self._pages:
            self._forget(self._pages[event["sessionId"]].page)
        elif method.startswith("Browser.download"):
            self.on_download(method, event)
            if method == "Browser.downloadWillBegin":  # another one's progress ends no wait
                for known in self.tabs:
                    known.page.download_began()

    def _attach(self, event: Mapping[str, Any]) -> None:
        """A page was opened: prepare it before it runs anything, and show it."""
        info = event["targetInfo"]
        if info.get("browserContextId") != self._context:
            self.pipe.tell("Runtime.runIfWaitingForDebugger", session=event["sessionId"])
            return
        page = Page(self.pipe, event["sessionId"], info["targetId"])
        drawn = self._process.program.drawn
        frames: Frames = DrawnFrames(page, self._image) if drawn else FreeFrames(page, self._image)
        self._pages[page.session] = tab = Tab(page, frames)
        width, height = self._size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        for domain in ("Page", "Network", "Runtime", "Inspector"):
            page.tell(f"{domain}.enable")
        self._network.watch(page)
        page.tell("Emulation.setDeviceMetricsOverride", **metrics)
        page.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        page.tell("Emulation.setEmulatedMedia", features=reduced)
        page.tell("Input.setInterceptDrags", enabled=True)
        page.tell("Page.setInterceptFileChooserDialog", enabled=True)
        shims = _script("shims.js").replace("= SEED ", f"= {self._seed} ")
        page.tell("Page.addScriptToEvaluateOnNewDocument", source=shims, runImmediately=True)
        look = {"source": _walker(), "worldName": WORLD, "runImmediately": True}
        page.tell("Page.addScriptToEvaluateOnNewDocument", **look)
        page.tell("Runtime.runIfWaitingForDebugger")
        self.tabs.append(tab)
        self.active = len(self.tabs) - 1

    def _forget(self, page: Page) -> None:
        page.closed = True
        tab = self._pages.pop(page.session, None)
        if tab is not None and tab in self.tabs:
            index = self.tabs.index(tab)
            del self.tabs[index]
            if self.active > index or self.active == len(self.tabs):
                self.active = max(self.active - 1, 0)


@functools.cache
def _walker() -> str:
    script = _script("walker.js")
    for placeholder, value in walker_tables().items():
        script = script.replace(f" = {placeholder};", f" = {value};")
    return script


@functools.cache
def _script(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
