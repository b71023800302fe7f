"""One page: what is known of it from its events, and commands to it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from omnigym.devices.chromium.media import BINDING, Media
from omnigym.devices.chromium.pipe import Payload, Pipe, ProtocolError, understood

__all__ = ["WORLD", "FileChooser", "Page", "PageDialog"]

#: The isolated world in which the device looks at a page: the page's own scripts cannot meddle there.
WORLD = "omnigym"
#: Requests that stay open for as long as the page does, or that change nothing in it.
_ENDLESS = frozenset({"EventSource", "WebSocket", "Ping", "CSPViolationReport", "Prefetch", "Preflight", "Media"})
#: How long, in real seconds, breaking off may take.
_STOP_PATIENCE = 1.0
#: How long, in real seconds, the browser may take to say what is being dragged.
_DRAG_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class PageDialog:
    """A dialog of a script that holds the page up.

    Attributes:
        kind: ``"alert"``, ``"confirm"``, ``"prompt"`` or ``"beforeunload"``.
        message: Its text.
        default: What a prompt holds at first.
    """

    kind: str
    message: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class FileChooser:
    """A page asks for files.

    Attributes:
        element: The input's backend node.
        multiple: Whether it takes several.
    """

    element: int
    multiple: bool


class Page:
    """A page of the browser.

    Args:
        pipe: The connection.
        session: The page's session on it.
        target: The page's target id, which is also the id of its main frame.
        held: The sessions of all pages of the browser that show a dialog. Pages share processes, so a dialog of one
            may hold up others, too, and is answered first.

    Attributes:
        dialog: The dialog of its scripts that is open, or None.
        chooser: The file chooser that it opened, or None.
        crashed, closed: Whether it is gone.
        url: What it shows.
        budgets: How many grants of time it has used up.
        documents: How many documents it has gone to.
        dragged: What is being dragged, once the page has said so, or None.
        dropping: Whether that has entered a target.
        media: What it plays.
        factor: How many pixels of the screen a CSS pixel is.
        focus: What has the focus in its main frame, as the walker said it last.
    """

    def __init__(self, pipe: Pipe, session: str, target: str, held: set[str] | None = None) -> None:
        self.pipe, self.session, self.target = pipe, session, target
        self._held = set[str]() if held is None else held
        self.dialog: PageDialog | None = None
        self.chooser: FileChooser | None = None
        self.crashed = self.closed = False
        self.url = "about:blank"
        self._loading = False
        self.budgets = 0
        self.documents = 0
        self.dragged: Payload | None = None
        self.dropping = False
        self.media = Media()
        self.factor = 1.0
        self.focus: Any = None
        self._worlds: dict[str, int] = {}
        self._requests: dict[str, str | None] = {}
        self._navigating: set[str] = set()
        self._given_up: set[str] = set()
        self._handlers: Mapping[str, Callable[[Payload], None]] = {
            "Emulation.virtualTimeBudgetExpired": self._on_budget,
            "Input.dragIntercepted": self._on_drag,
            "Inspector.targetCrashed": self._on_crash,
            "Page.javascriptDialogOpening": self._on_dialog,
            "Page.javascriptDialogClosed": self._on_dialog_closed,
            "Page.fileChooserOpened": self._on_chooser,
            "Page.frameRequestedNavigation": self._on_navigation_wanted,
            "Page.frameStartedNavigating": self._on_navigation_wanted,
            "Page.frameNavigated": self._on_navigated,
            "Page.navigatedWithinDocument": self._on_moved,
            "Page.frameStartedLoading": self._on_loading,
            "Page.frameStoppedLoading": self._on_loaded,
            "Page.frameDetached": self._on_detached,
            "Fetch.requestPaused": self._on_held,
            "Network.requestWillBeSent": self._on_request,
            "Network.responseReceived": self._on_response,
            "Network.loadingFinished": self._on_request_over,
            "Network.loadingFailed": self._on_request_over,
            "Runtime.bindingCalled": self._on_told,
            "Runtime.executionContextCreated": self._on_world,
            "Runtime.executionContextDestroyed": self._on_world_gone,
            "Runtime.executionContextsCleared": self._on_worlds_gone,
        }

    # -- commands ----------------------------------------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """Whether it cannot answer: a dialog is open, of it or of another page, or it is gone."""
        return bool(self._held) or self.crashed or self.closed

    @property
    def loading(self) -> bool:
        """Whether its document loads; an empty one is there at once, whatever its events say."""
        return self._loading and self.url != "about:blank"

    @property
    def away(self) -> bool:
        """Whether it is between two documents: the browser keeps commands back until it has arrived."""
        return self.target in self._navigating

    @property
    def host(self) -> str:
        """The host that it is from; empty if there is none."""
        return urlsplit(self.url).netloc

    def post(self, method: str, **parameters: object) -> int:
        """See `Pipe.post`."""
        return self.pipe.post(method, parameters, self.session)

    def tell(self, method: str, **parameters: object) -> None:
        """See `Pipe.tell`."""
        self.pipe.tell(method, parameters, self.session)

    def call(self, method: str, **parameters: object) -> Payload | None:
        """The command's result; None if the page was blocked, or left, before it came.

        Raises:
            ProtocolError: The browser refused it.
        """
        return self.result(self.post(method, **parameters))

    def result(self, number: int) -> Payload | None:
        """The result of a posted command; None if the page was blocked, or left, before it came."""
        return self.pipe.result_unless(number, lambda: self.blocked or self.away)

    def world(self, frame: str = "") -> int:
        """The number of the device's world in a frame; of the main one without an id.

        Raises:
            ProtocolError: It has none yet.
        """
        frame = frame or self.target
        if frame not in self._worlds:
            raise ProtocolError("the page has no such world yet")
        return self._worlds[frame]

    def frames(self) -> Sequence[str]:
        """The ids of the frames that the device can look into, the main one first."""
        return sorted(self._worlds, key=lambda frame: frame != self.target)

    def evaluate(self, script: str, world: str = "", frame: str = "") -> Any:
        """The value of an expression, as JSON can say it; None if the page was blocked, or left, before it came.

        Args:
            script: JavaScript.
            world: ``""`` is the page's own, `WORLD` the device's.
            frame: The id of a frame, in the device's world; the main one without.

        Raises:
            ProtocolError: It threw, or the page went elsewhere meanwhile.
        """
        parameters: dict[str, object] = {"expression": script, "returnByValue": True}
        if world:
            parameters["contextId"] = self.world(frame)
        reply = self.call("Runtime.evaluate", **parameters)
        if reply is None:
            return None
        with understood():
            if "exceptionDetails" in reply:
                details = reply["exceptionDetails"]
                raise ProtocolError(details.get("exception", {}).get("description") or details.get("text", "it threw"))
            return reply["result"].get("value")

    def meet(self) -> None:
        """Wait until the page has done what it was told before; its events of that are in then.

        It answers with its `focus`, which costs no more than any other answer.
        """
        self.focus = None
        script, world = ("omnigymFocus()", WORLD) if self.target in self._worlds else ("0", "")
        try:
            self.focus = self.evaluate(script, world)
        except ProtocolError:
            return  # it went elsewhere meanwhile, which is an answer too

    def answer(self, accept: bool, text: str = "") -> None:
        """Answer its dialog."""
        self.tell("Page.handleJavaScriptDialog", accept=accept, promptText=text)
        self._drop_dialog()

    def evaluate_in_frames(self, script: str, inner: bool = False) -> Iterator[tuple[str, Any]]:
        """Each frame's id with the value of an expression in the device's world there.

        Args:
            script: JavaScript.
            inner: Whether the main frame is left out.
        """
        for frame in self.frames():
            if inner and frame == self.target:
                continue
            with suppress(ProtocolError):  # it is between two documents
                yield frame, self.evaluate(script, WORLD, frame)

    def keeps_key(self) -> bool:
        """Whether the page has kept the key that was pressed last from the browser."""
        kept = [found for _, found in self.evaluate_in_frames("omnigymKept()")]  # each frame forgets it then
        return any(kept)

    def find(self, text: str, backwards: bool = False, anew: bool = False) -> int:
        """Select the next place of a text in the page; how many there are.

        Args:
            text: What is looked for, in any case of letters.
            backwards: Whether the one before is wanted.
            anew: Whether the place that is selected may be it.
        """
        arguments = ", ".join(json.dumps(argument) for argument in (text, backwards, anew))
        with suppress(ProtocolError):  # it goes elsewhere
            return int(self.evaluate(f"omnigymFind({arguments})", WORLD) or 0)
        return 0

    def await_drag(self, held: bool) -> None:
        """Wait for what is being dragged, if the page has just let it be; the browser says so a little
        later.

        Args:
            held: Whether a button is held down.
        """
        if held and not self.dragged and any(began for _, began in self.evaluate_in_frames("omnigymDragged()")):
            self.pipe.wait(lambda: self.dragged is not None or self.blocked, _DRAG_PATIENCE)

    def close_popup(self) -> None:
        """Close the window that the browser has opened over it, of a list or a picker; the page gets no key."""
        key = {"key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27}
        for kind in ("rawKeyDown", "keyUp"):
            self.tell("Input.dispatchKeyEvent", type=kind, **key)

    def leave_full_screen(self) -> None:
        """Show the page as a page again, if something of it fills the screen."""
        script = "document.fullscreenElement instanceof Element && document.exitFullscreen() && 0"
        with suppress(ProtocolError):  # it goes elsewhere
            self.evaluate(script, WORLD)

    def leave(self) -> None:
        """Take notice that it is gone."""
        self.closed = True
        self.media.leave_all()
        self._drop_dialog()

    # -- the network -------------------------------------------------------------------------------------------------

    @property
    def fetching(self) -> bool:
        """Whether something that the page waits for is under way."""
        return bool(self._navigating or self._requests)

    @property
    def is_unfinished(self) -> bool:
        """Whether it loads, or a request of it is open, also one that is not waited for any more."""
        return self.loading or self.fetching or bool(self._given_up)

    def wait_for_fetches(self, patience: float) -> None:
        """Wait in real time until nothing is under way.

        After ``patience`` seconds it is over: a request that is still open is not waited for again, and going to
        another document is broken off.
        """
        end = time.monotonic() + patience
        while self.fetching and not self.blocked:
            if not self.pipe.wait(lambda: self.blocked or not self.fetching, max(end - time.monotonic(), 0.0)):
                if self.away:
                    self.tell("Page.stopLoading")
                    self.pipe.wait(lambda: self.blocked or not self.away, _STOP_PATIENCE)
                self._given_up |= set(self._requests)
                self._requests.clear()
                self._navigating.clear()
                return
            self.meet()  # what came may ask for more

    # -- events ------------------------------------------------------------------------------------------------------

    def hear(self, method: str, parameters: Payload) -> None:
        """Take in an event of the page."""
        handler = self._handlers.get(method)
        if handler is not None:
            handler(parameters)

    def _on_budget(self, _: Payload) -> None:
        self.budgets += 1

    def _on_drag(self, event: Payload) -> None:
        self.dragged = event["data"]

    def _on_crash(self, _: Payload) -> None:
        self.crashed = True
        self._drop_dialog()

    def _on_dialog(self, event: Payload) -> None:
        self.dialog = PageDialog(event["type"], event["message"], event.get("defaultPrompt", ""))
        self._held.add(self.session)

    def _on_dialog_closed(self, _: Payload) -> None:
        self._drop_dialog()

    def _drop_dialog(self) -> None:
        self.dialog = None
        self._held.discard(self.session)

    def _on_chooser(self, event: Payload) -> None:
        if "backendNodeId" in event:
            self.chooser = FileChooser(event["backendNodeId"], event["mode"] == "selectMultiple")

    def _on_navigation_wanted(self, event: Payload) -> None:
        if str(event.get("reason", "")).startswith("formSubmission"):
            return  # it begins only when the page's clock moves on; then it says that it has started
        if event.get("disposition", "currentTab") == "currentTab" and event.get("navigationType") not in (
            "sameDocument",
            "historySameDocument",
        ):
            self._navigating.add(event["frameId"])

    def _on_navigated(self, event: Payload) -> None:
        frame = event["frame"]
        self._navigating.discard(frame["id"])
        if frame["id"] == self.target:
            self.url = frame.get("unreachableUrl") or frame["url"] + frame.get("urlFragment", "")
            self.chooser = self.dragged = None
            self.dropping = False
            self.documents += 1
            self._requests = {r: loader for r, loader in self._requests.items() if loader == frame["loaderId"]}
            self._given_up.clear()

    def _on_moved(self, event: Payload) -> None:
        self._navigating.discard(event["frameId"])
        if event["frameId"] == self.target:
            self.url = event["url"]

    def _on_loading(self, event: Payload) -> None:
        if event["frameId"] == self.target:
            self._loading = True

    def _on_loaded(self, event: Payload) -> None:
        self._navigating.discard(event["frameId"])
        if event["frameId"] == self.target:
            self._loading = False

    def _on_detached(self, event: Payload) -> None:
        self._navigating.discard(event["frameId"])
        self._worlds.pop(event["frameId"], None)

    def _on_request(self, event: Payload) -> None:
        if not event["loaderId"]:
            return  # a worker's script, of whose end the page's network says nothing
        if event.get("type") not in _ENDLESS and event["requestId"] not in self._given_up:
            self._requests[event["requestId"]] = event["loaderId"]

    def _on_held(self, event: Payload) -> None:
        if event.get("resourceType") == "Document" and "networkId" not in event:
            self._requests[event["requestId"]] = None  # a link's download, of which the page's network says nothing

    def download_began(self) -> None:
        """Take notice that the browser told of a download: what it asks for by itself is no longer waited for here."""
        self._requests = {request: loader for request, loader in self._requests.items() if loader is not None}

    def _on_response(self, event: Payload) -> None:
        if event["type"] == "Document":  # it is parsed, and with that finished, only when time passes
            self._requests.pop(event["requestId"], None)

    def _on_request_over(self, event: Payload) -> None:
        self._requests.pop(event["requestId"], None)
        self._given_up.discard(event["requestId"])

    def _on_told(self, event: Payload) -> None:
        if event["name"] == BINDING:
            world = event["executionContextId"]
            self.media.hear(world, event["payload"], lambda name, text: self._say(world, name, text))

    def show_pictures(self) -> None:
        """Have its films show the picture of this moment."""
        for world in self.media.filming():
            self._say(world, "omnigymtick", "")

    def _say(self, world: int, name: str, text: str) -> None:
        """Say something to a document's media.js."""
        script = f"dispatchEvent(new CustomEvent({json.dumps(name)}, {{ detail: {json.dumps(text)} }}))"
        self.tell("Runtime.evaluate", expression=script, contextId=world)

    def _on_world(self, event: Payload) -> None:
        context = event["context"]
        if context["name"] == WORLD:
            self._worlds[context["auxData"]["frameId"]] = context["id"]

    def _on_world_gone(self, event: Payload) -> None:
        gone = event["executionContextId"]
        self.media.leave(gone)
        self._worlds = {frame: world for frame, world in self._worlds.items() if world != gone}

    def _on_worlds_gone(self, _: Payload) -> None:
        self._worlds.clear()
        self.media.leave_all()
