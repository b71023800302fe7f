"""The frames of a page: drawn by us, one at a time, or by the browser as it likes.

Frames that we draw are the only repeatable ones: time stands still, and is advanced before each frame
(``Emulation.setVirtualTimePolicy``, ``HeadlessExperimental.beginFrame``).
"""

from __future__ import annotations

import base64
from typing import Any, Literal, Protocol, TypeAlias

from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.pipe import ProtocolError
from omnigym.errors import DeviceTimeoutError

__all__ = ["EPOCH", "FRAME", "DrawnFrames", "Frames", "FreeFrames", "ImageFormat"]

ImageFormat: TypeAlias = Literal["jpeg", "png"]

#: What time it is at the start of an episode, in seconds since 1970: nine o'clock on 14 March 2025, as on the
#: simulated devices. Half a millisecond past: where clocks are read to the millisecond, Chromium blurs its edges.
EPOCH = 1_741_942_800.0005
#: How long a frame lasts, in whole milliseconds, for the same reason.
FRAME = 17

#: How many real seconds a tick waits for a document's parts; after that time passes without them.
_LOAD_PATIENCE = 2.0
_FORMATS: dict[ImageFormat, dict[str, Any]] = {
    "jpeg": {"format": "jpeg", "quality": 90, "optimizeForSpeed": True},
    "png": {"format": "png", "optimizeForSpeed": True},
}


class Frames(Protocol):
    """How a page's time passes, and how it is seen."""

    def tick(self, milliseconds: int) -> bool:
        """Let time pass and draw a frame: whether anything changed in it. Nothing happens while it is blocked."""
        ...

    def picture(self) -> bytes | None:
        """The page as it is, as an encoded picture; None where a dialog blocks it."""
        ...


class DrawnFrames:
    """Frames that are drawn when we say so.

    Args:
        page: The page; it must not have run anything yet.
        image: How pictures are encoded.
    """

    def __init__(self, page: Page, image: ImageFormat) -> None:
        self._page, self._format = page, _FORMATS[image]
        self._start: int | None = page.post("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=EPOCH)
        self._base = 0.0
        self._passed = 0
        self._granted, self._document = 0, 0
        self._impatient = False
        self._frame: int | None = None
        self._changed = False
        self._damaged = True
        self._last: bytes | None = None

    def tick(self, milliseconds: int) -> bool:
        """Let time pass and draw a frame: whether anything changed in it."""
        if not self._catch_up():
            return False
        page = self._page
        # A document arrives in pieces: while it does, time stands still, or what is seen would depend on the network.
        self._impatient &= page.loading
        still = page.loading and not self._impatient
        grant = {"budget": milliseconds, "maxVirtualTimeTaskStarvationCount": 100_000}
        policy = "pauseIfNetworkFetchesPending" if still else "advance"
        page.tell("Emulation.setVirtualTimePolicy", policy=policy, **grant)
        self._granted, self._document = page.budgets + 1, page.documents
        self._passed += milliseconds
        if still and not page.pipe.wait(self._spent, _LOAD_PATIENCE):
            self._impatient = True
            page.tell("Emulation.setVirtualTimePolicy", policy="advance", **grant)
        damage = self._catch_up() and self._draw() is not None and self._changed
        page.meet()
        return damage

    def picture(self) -> bytes | None:
        """The page as it is; the last picture where nothing changed since."""
        if not self._damaged and self._last is not None:
            return self._last
        if not self._catch_up():
            return self._last
        data = self._draw(screenshot=self._format)
        if data:
            self._last, self._damaged = base64.b64decode(data), False
        return self._last

    def _catch_up(self) -> bool:
        """Wait for what a dialog held up; whether the page is free now."""
        page = self._page
        start = self._start
        if start is not None:
            page.pipe.wait(lambda: page.blocked or page.away or page.pipe.has(start))
            if not page.pipe.has(start):
                return False
            self._base, self._start = page.pipe.result(start)["virtualTimeTicksBase"], None
        page.pipe.wait(self._spent)
        if page.blocked or page.away:
            return False
        return self._frame is None or self._finish() is not None

    def _spent(self) -> bool:
        """Whether all the time that was granted has passed, or never will."""
        page = self._page
        return page.blocked or page.away or page.budgets >= self._granted or page.documents != self._document

    def _draw(self, **picture: Any) -> str | None:
        """Draw a frame: the encoded picture or an empty text; None if a dialog came up in it."""
        # A picture is taken at the time of the frame before: a later one would run the page's animation callbacks.
        at = self._base + self._passed
        self._frame = self._page.post("HeadlessExperimental.beginFrame", interval=FRAME, frameTimeTicks=at, **picture)
        return self._finish()

    def _finish(self) -> str | None:
        """Wait for the frame that is being drawn: there must never be two."""
        page, number = self._page, self._frame
        assert number is not None
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number))
        if not page.pipe.has(number):
            return None
        self._frame = None
        try:
            reply = page.pipe.result(number)
        except ProtocolError as e:
            raise DeviceTimeoutError("chromium", "act", f"no frame was drawn: {e}.", "Reset the device.") from e
        self._changed = bool(reply["hasDamage"])
        self._damaged |= self._changed
        return str(reply.get("screenshotData", ""))


class FreeFrames:
    """Frames that the browser draws in real time, where it cannot do otherwise. Nothing is repeatable then.

    Args:
        page: The page.
        image: How pictures are encoded.
    """

    _RAF = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"

    def __init__(self, page: Page, image: ImageFormat) -> None:
        self._page, self._format = page, _FORMATS[image]
        self._last: bytes | None = None

    def tick(self, milliseconds: int) -> bool:
        """Wait for two frames, and at least so long; whether anything changed is not known."""
        page = self._page
        page.pipe.wait(lambda: page.blocked, milliseconds / 1000)
        number = page.post("Runtime.evaluate", expression=self._RAF, awaitPromise=True)
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number), 1.0)
        page.pipe.ignore(number)
        return False

    def picture(self) -> bytes | None:
        """The page as it is."""
        reply = self._page.call("Page.captureScreenshot", **self._format)
        if reply is not None:
            self._last = base64.b64decode(reply["data"])
        return self._last
