"""A running browser with one context of tabs: what an episode sees."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources

from omnigym.devices.chromium.clipboard import Clipboard
from omnigym.devices.chromium.frames import DrawnFrames, Frames, FreeFrames, ImageFormat
from omnigym.devices.chromium.media import BINDING
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import Payload, Pipe, ProtocolError
from omnigym.devices.chromium.process import BrowserProcess, Program
from omnigym.devices.chromium.tree import walker_tables
from omnigym.errors import DeviceError, DeviceLostError

__all__ = ["MOST_TABS", "Browser", "Tab"]

#: So many tabs may be open; popups beyond that are closed before they run anything.
MOST_TABS = 20
#: How large a page can be shown, as in Chrome.
_ZOOMS = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0)


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
            title = self.page.evaluate("omnigymTitle()", WORLD)
        except ProtocolError:
            return
        if title is not None:
            self.know_title(str(title))

    def know_title(self, title: str) -> None:
        """Take the document's title in, which holds until something is done."""
        self.title, self.title_known = title.strip() or self.page.host, True


@dataclass(eq=False, slots=True)
class _Arrival:
    """A page that was opened and is not shown yet.

    Attributes:
        page: The page.
        running: Whether its empty document runs already.
        requests: What it asked of the network, which waits.
    """

    page: Page
    running: bool
    requests: list[Payload] = field(default_factory=list)


class Browser:
    """A browser process, the context of the episode and its tabs.

    Args:
        program: What to start.
        network: What pages may reach.
        size: The page's (width, height) in pixels.
        image: How pictures are encoded.
        scale: How many pixels of the screen a CSS pixel is, where a page is not zoomed.

    Attributes:
        tabs: The open tabs, left to right.
        active: The tab that is seen, an index of ``tabs``.
        on_download: Hears the events of downloads.
        on_time: Told when time has passed for the page that is seen, and how many milliseconds.

    Raises:
        DeviceStartError: It did not come up.
    """

    def __init__(
        self, program: Program, network: Network, size: tuple[int, int], image: ImageFormat, scale: float = 1.0
    ) -> None:
        self._network, self._size, self._image, self._scale = network, size, image, scale
        self._zooms: dict[str, float] = {}
        self._routes = network.routes
        self.tabs: list[Tab] = []
        self.active = 0
        self.on_download: Callable[[str, Payload], None] = lambda _method, _event: None
        self.on_time: Callable[[Page, float], None] = lambda _page, _milliseconds: None
        self._listens = False
        self._pages: dict[str, Page] = {}
        self._arrived: list[_Arrival] = []
        self._held: set[str] = set()
        self._clipboard: Clipboard | None = None
        self._context = ""
        self._seed = 0
        self._process = BrowserProcess(program, size, self._routes, self._hear)
        every_page = [{"type": "page"}]
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True, "filter": every_page}
        try:
            self.pipe.call("Target.setAutoAttach", attach)
        except (DeviceError, ProtocolError):
            self.close()
            raise

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

    def renew(self, seed: int, listens: bool = False) -> None:
        """Throw everything of the last episode away and open an empty tab.

        Args:
            seed: Seeds what pages draw by chance.
            listens: Whether pages tell what sounds.
        """
        self._listens = listens
        if self._context:
            self.pipe.tell("Target.disposeBrowserContext", {"browserContextId": self._context})
        self.tabs.clear()
        self._pages.clear()
        self._arrived.clear()
        self._held.clear()
        self._zooms.clear()
        self._seed, self.active = seed, 0
        self._context = self.pipe.call("Target.createBrowserContext")["browserContextId"]
        downloads = {"behavior": "allowAndName", "downloadPath": str(self._process.place.incoming)}
        options = {"browserContextId": self._context, "eventsEnabled": True}
        self.pipe.tell("Browser.setDownloadBehavior", {**downloads, **options})
        self.open_tab()

    def front(self) -> Tab:
        """The tab that is seen, once the pages that were opened meanwhile are let in.

        They wait for this before they load anything. Pages of one process share a clock, so a new one may begin only
        when no time is granted to another: whoever calls this sees to that.
        """
        while self._arrived:
            self._let_in(self._arrived.pop(0))
        if not self.tabs:
            self.open_tab()
        return self.tab

    def open_tab(self) -> None:
        """Open an empty tab behind the others and show it, unless there are too many."""
        if len(self.tabs) >= MOST_TABS:
            return
        target: dict[str, object] = {"url": "about:blank", "browserContextId": self._context}
        if self._process.program.drawn:
            width, height = self._size
            target |= {"width": width, "height": height, "enableBeginFrameControl": True}
        number = self.pipe.call("Target.createTarget", target)["targetId"]
        self.pipe.wait(lambda: any(a.page.target == number for a in self._arrived))
        self.front()
        self.show(next(n for n, t in enumerate(self.tabs) if t.page.target == number))
        self.tab.page.meet()

    def show(self, index: int) -> None:
        """Bring a tab to the front."""
        self.active = index
        self.tab.page.tell("Page.bringToFront")

    def zoom(self, step: int) -> None:
        """Show the front page, and all of its host, larger (positive) or smaller; 0 is as it was."""
        host = self.tab.page.host
        level = _ZOOMS.index(self._zooms.get(host, 1.0)) + step if step else _ZOOMS.index(1.0)
        self._zooms[host] = _ZOOMS[min(max(level, 0), len(_ZOOMS) - 1)]
        for tab in self.tabs:
            self._fit(tab.page)

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

    def _hear(self, method: str, event: Payload, session: str) -> None:
        if self._clipboard is not None and self._clipboard.hear(method, event, session):
            return
        page = self._pages.get(session)
        if page is not None:
            page.hear(method, event)
            self._follow(page, method, event)
        elif method == "Target.attachedToTarget":
            self._attach(event)
        elif method == "Target.detachedFromTarget" and event["sessionId"] in self._pages:
            self._forget(self._pages[event["sessionId"]])
        elif method.startswith("Browser.download"):
            self.on_download(method, event)
            if method == "Browser.downloadWillBegin":  # another one's progress ends no wait
                for known in self._pages.values():
                    known.download_began()

    def _follow(self, page: Page, method: str, event: Payload) -> None:
        """Do what an event of a page asks for beyond it."""
        if method == "Fetch.requestPaused":
            waiting = next((a for a in self._arrived if a.page is page), None)
            if waiting is not None:
                waiting.requests.append(event)
            else:
                self._network.decide(page, event)
        elif method == "Page.frameNavigated":
            self._fit(page)
        elif method == "Page.javascriptDialogOpening":  # it is answered first, so it has to be seen
            self.active = next((n for n, t in enumerate(self.tabs) if t.page is page), self.active)

    def _fit(self, page: Page, always: bool = False) -> None:
        """Have a page fill its part of the screen at its zoom."""
        factor = self._scale * self._zooms.get(page.host, 1.0)
        if factor != page.factor or always:
            page.factor = factor
            width, height = (max(round(side / factor), 1) for side in self._size)
            # It is drawn at the factor on a surface that stays as it is, and takes input in that surface's pixels.
            drawn = {"deviceScaleFactor": factor, "scale": factor, "dontSetVisibleSize": True, "mobile": False}
            metrics = {"width": width, "height": height, **drawn}
            page.tell("Emulation.setDeviceMetricsOverride", **metrics)

    def _attach(self, event: Payload) -> None:
        """A page was opened: prepare it before it runs anything; it is shown when it is let in, see `front`."""
        info, session = event["targetInfo"], event["sessionId"]
        if info.get("browserContextId") != self._context:
            self.pipe.tell("Runtime.runIfWaitingForDebugger", session=session)
            return
        if len(self.tabs) + len(self._arrived) >= MOST_TABS:
            self._turn_away(session, info["targetId"])
            return
        page = Page(self.pipe, session, info["targetId"], self._held)
        self._pages[session] = page
        for domain in ("Page", "Network", "Runtime", "Inspector"):
            page.tell(f"{domain}.enable")
        self._network.watch(page)
        self._fit(page, always=True)
        page.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        page.tell("Emulation.setEmulatedMedia", features=reduced)
        page.tell("Input.setInterceptDrags", enabled=True)
        page.tell("Page.setInterceptFileChooserDialog", enabled=True)
        page.tell("Runtime.addBinding", name=BINDING)
        shims = _shims().replace("= SEED ", f"= {self._seed} ")
        shims += _script("media.js").replace("= LISTENS;", f"= {'true' if self._listens else 'false'};")
        page.tell("Page.addScriptToEvaluateOnNewDocument", source=shims, runImmediately=True)
        look = {"source": _walker(), "worldName": WORLD, "runImmediately": True}
        page.tell("Page.addScriptToEvaluateOnNewDocument", **look)
        arrival = _Arrival(page, bool(info.get("canAccessOpener")))
        if arrival.running:  # its opener, in whose process it is, does not go on before it may run
            page.tell("Runtime.runIfWaitingForDebugger")
        self._arrived.append(arrival)

    def _turn_away(self, session: str, target: str) -> None:
        """Close a page before it loads anything, as a blocker of popups does; its opener may wait for it to run."""
        self.pipe.tell("Fetch.enable", None, session)
        self.pipe.tell("Runtime.runIfWaitingForDebugger", None, session)
        self.pipe.tell("Target.closeTarget", {"targetId": target})

    def _let_in(self, arrival: _Arrival) -> None:
        """Show a page that waits, and let it load."""
        page = arrival.page
        drawn = self._process.program.drawn
        frames: Frames = (DrawnFrames if drawn else FreeFrames)(page, self._image, self._passed)
        if not arrival.running:
            page.tell("Runtime.runIfWaitingForDebugger")
        self.tabs.append(Tab(page, frames))
        self.active = len(self.tabs) - 1
        for event in arrival.requests:
            self._network.decide(page, event)

    def _passed(self, page: Page, milliseconds: float) -> None:
        """Time has passed for a page."""
        if self.tabs and page is self.tabs[self.active].page:
            self.on_time(page, milliseconds)

    def _forget(self, page: Page) -> None:
        page.leave()
        self._pages.pop(page.session, None)
        self._arrived = [a for a in self._arrived if a.page is not page]
        index = next((n for n, t in enumerate(self.tabs) if t.page is page), None)
        if index is not None:
            del self.tabs[index]
            if self.active > index or self.active == len(self.tabs):
                self.active = max(self.active - 1, 0)


@functools.cache
def _walker() -> str:
    script = _script("walker.js")
    for placeholder, value in walker_tables().items():
        script = script.replace(f" = {placeholder};", f" = {value};")
    return _styled(script)


@functools.cache
def _shims() -> str:
    return _styled(_script("shims.js"))


def _styled(script: str) -> str:
    return script.replace("(STYLE)", f"({json.dumps(_script('page.css'))})")


@functools.cache
def _script(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
