"""The frames of a page: drawn by us, one at a time, or by the browser as it likes.

Frames that we draw are the only repeatable ones: time stands still, and is advanced before each frame
(``Emulation.setVirtualTimePolicy``, ``HeadlessExperimental.beginFrame``).
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import ProtocolError, understood
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
#: Loading a document takes a multiple of so much of its time, in milliseconds.
_LOAD = 10 * FRAME
#: How many real seconds a frame may take before what keeps it back is closed.
_FRAME_PATIENCE = 1.5
#: So much passes while a document waits for its parts, or a new page for its first frame, in milliseconds.
_GRAIN = 0.01
#: How many real seconds a page's clock may stand still, although time was granted, before the time is granted again.
_STILL = 1.5
#: So many frames a new page may miss before it shows its first: less than a millisecond's grains.
_FIRST_FRAMES = 99
#: So often a page that loads or seeks sound or film is asked in one tick, and how much later, in seconds, each time.
_MOST_GRAINS, _GRAIN_WAIT = 90, 0.0005
_FORMATS: dict[ImageFormat, dict[str, object]] = {
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
        passed: Told when time has passed, and how many milliseconds.
    """

    def __init__(self, page: Page, image: ImageFormat, passed: Callable[[Page, float], None]) -> None:
        self._page, self._format, self._told = page, _FORMATS[image], passed
        self._start: int | None = page.post("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=EPOCH)
        self._base = 0.0
        self._passed = 0.0
        self._granted, self._document = 0, 0
        self._grant_number = 0
        self._last_grant = 0.0
        self._impatient = False
        self._frame: int | None = None
        self._changed = False
        self._damaged = True
        self._unseen = _FIRST_FRAMES
        self._last: bytes | None = None

    def tick(self, milliseconds: float) -> bool:
        """Let time pass and draw a frame: whether anything changed in it."""
        self._first_frame()
        self._impatient &= self._page.loading
        if self._page.loading and not self._impatient and self._catch_up():
            load = self._load()
            self._pass(load)
            self._told(self._page, load)
        damage = self._pass(milliseconds)
        self._told(self._page, milliseconds)
        return damage

    def picture(self) -> bytes | None:
        """The page as it is; the last picture where nothing changed since."""
        if not self._damaged and self._last is not None:
            return self._last
        if not self._catch_up():
            return self._last
        data = self._draw(screenshot=self._format)
        if data:
            with understood():
                self._last, self._damaged = base64.b64decode(data, validate=True), False
        return self._last

    def _pass(self, milliseconds: float) -> bool:
        """Let time pass and draw a frame, whatever loads: whether anything changed in it."""
        if not self._catch_up():
            return False
        waited = self._await_media()  # what loads is there before time goes on
        self._grant(milliseconds, "advance")
        waited |= self._await_media(shows=True)
        damage = self._catch_up() and self._draw() is not None and (self._changed or waited)
        self._page.meet()
        return damage

    def _await_media(self, shows: bool = False) -> bool:
        """Wait in real time for what players load and seek, of which a page hears only while time passes.

        Args:
            shows: Whether films are to show the picture of this moment.

        Returns:
            Whether there was something to wait for: it counts as a change, in whichever frame it showed.
        """
        page, media, grains = self._page, self._page.media, 0
        if not (media.stirred or (shows and media.filming())) or not self._catch_up():
            return False
        if shows:
            page.show_pictures()
            page.meet()
        while media.busy and media.patience > 0 and grains < _MOST_GRAINS and self._catch_up():
            begun = time.monotonic()
            self._grant(_GRAIN, "advance")
            page.pipe.wait(self._spent)
            page.pipe.wait(lambda: page.blocked or not media.busy, _GRAIN_WAIT * grains)
            if media.drawing and self._catch_up():
                self._draw()
                page.meet()
            media.patience -= time.monotonic() - begun
            grains += 1
        if self._catch_up():
            self._fill(grains)
            media.stirred = media.busy and media.patience > 0
        return True

    def _first_frame(self) -> None:
        """Wait until a new page shows something: after however many frames, its clock has gone on by a millisecond."""
        grains = 0
        while self._unseen and self._catch_up():
            self._unseen = 0 if self._pass(_GRAIN) else self._unseen - 1
            grains += 1
        if grains:
            self._fill(grains)

    def _load(self) -> int:
        """Wait for the document's parts: how much time is left of what that is said to take, at least a frame.

        A document arrives in pieces, and is parsed only while time passes; how often it waits for the next one depends
        on the network and the machine. So time passes in grains, and after the rest the clock is at a full `_LOAD`.
        """
        page, end, grains = self._page, time.monotonic() + _LOAD_PATIENCE, 0
        while page.loading and not self._impatient and not (page.blocked or page.away):
            self._grant(_GRAIN, "pauseIfNetworkFetchesPending")
            self._impatient = not page.pipe.wait(self._spent, max(end - time.monotonic(), 0.0))
            grains += 1
        # A script that goes on and on is no matter of the network: further time would come in the midst of it.
        page.pipe.wait(lambda: page.blocked or page.away or self._answered())
        # The clock lagged behind, as it stood still for the network: no more, and it is at a full millisecond again.
        self._fill(grains)
        try:
            now = page.evaluate("Date.now()", WORLD)
            with understood():
                return FRAME if now is None else FRAME + (int(EPOCH * 1000) - FRAME - int(now)) % _LOAD
        except ProtocolError:
            return FRAME  # it goes on to another document

    def _fill(self, grains: int) -> None:
        """Let the rest of a millisecond pass of which there were so many grains."""
        self._grant(1 - grains * _GRAIN % 1, "advance")
        self._page.pipe.wait(self._spent)

    def _grant(self, milliseconds: float, policy: str) -> None:
        """Have the page's time pass."""
        page = self._page
        budget = {"budget": milliseconds, "maxVirtualTimeTaskStarvationCount": 100_000}
        page.pipe.ignore(self._grant_number)
        self._grant_number = page.post("Emulation.setVirtualTimePolicy", policy=policy, **budget)
        self._granted, self._document = page.budgets + 1, page.documents
        self._last_grant = milliseconds
        self._passed += milliseconds

    def _grant_again(self) -> None:
        """Grant the last time once more if the page is free and its clock stands still.

        Pages that can reach each other share one clock. What is left of one's time, as a dialog held it up, may run out
        in the midst of another's, and stops the clock of both.
        """
        seen = [self._clock()]
        if not self._page.pipe.wait(self._spent, _STILL):
            seen.append(self._clock())
            if seen[0] is not None and seen[0] == seen[1] and not self._spent():
                self._passed -= self._last_grant
                self._grant(self._last_grant, "advance")

    def _clock(self) -> object:
        """The page's time; None if it does not answer, for a script goes on and on."""
        page = self._page
        number = page.post("Runtime.evaluate", expression="Date.now()", returnByValue=True)
        page.pipe.wait(lambda: page.pipe.has(number) or self._spent(), _STILL)
        if not page.pipe.has(number):
            page.pipe.ignore(number)
            return None
        with understood():
            return page.pipe.result(number)["result"].get("value")

    def _answered(self) -> bool:
        """Whether the page has taken notice of the last grant."""
        return self._page.pipe.has(self._grant_number)

    def _catch_up(self) -> bool:
        """Wait for what a dialog held up; whether the page is free now."""
        page = self._page
        start = self._start
        if start is not None:
            page.pipe.wait(lambda: page.blocked or page.away or page.pipe.has(start))
            if not page.pipe.has(start):
                return False
            with understood():
                self._base, self._start = float(page.pipe.result(start)["virtualTimeTicksBase"]), None
        while not page.pipe.wait(self._spent, _STILL):
            self._grant_again()
        if page.blocked or page.away:
            return False
        return self._frame is None or self._finish() is not None

    def _spent(self) -> bool:
        """Whether all the time that was granted has passed, or never will."""
        page = self._page
        return page.blocked or page.away or page.budgets >= self._granted or page.documents != self._document

    def _draw(self, **picture: object) -> str | None:
        """Draw a frame: the encoded picture or an empty text; None if a dialog came up in it."""
        # A picture is taken at the time of the frame before: a later one would run the page's animation callbacks.
        at = self._base + self._passed
        self._frame = self._page.post("HeadlessExperimental.beginFrame", interval=FRAME, frameTimeTicks=at, **picture)
        return self._finish()

    def _finish(self) -> str | None:
        """Wait for the frame that is being drawn: there must never be two."""
        page, number = self._page, self._frame
        assert number is not None

        def drawn() -> bool:
            return page.blocked or page.pipe.has(number)

        if not page.pipe.wait(drawn, _FRAME_PATIENCE):
            # Of a page that answers, a window that the browser opened over it keeps the frame back.
            answer = page.post("Runtime.evaluate", expression="0")
            page.pipe.wait(lambda: drawn() or page.pipe.has(answer))
            page.pipe.ignore(answer)
            if not drawn():
                page.close_popup()
            page.pipe.wait(drawn)
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
        passed: Told when time has passed, and how many milliseconds.
    """

    _RAF = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"

    def __init__(self, page: Page, image: ImageFormat, passed: Callable[[Page, float], None]) -> None:
        self._page, self._format, self._told = page, _FORMATS[image], passed
        self._last: bytes | None = None

    def tick(self, milliseconds: int) -> bool:
        """Wait for two frames, and at least so long; whether anything changed is not known."""
        page = self._page
        page.show_pictures()
        page.pipe.wait(lambda: page.blocked, milliseconds / 1000)
        number = page.post("Runtime.evaluate", expression=self._RAF, awaitPromise=True)
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number), 1.0)
        page.pipe.ignore(number)
        page.meet()
        self._told(page, milliseconds)
        return False

    def picture(self) -> bytes | None:
        """The page as it is."""
        reply = self._page.call("Page.captureScreenshot", **self._format)
        if reply is not None:
            with understood():
                self._last = base64.b64decode(reply["data"], validate=True)
        return self._last
