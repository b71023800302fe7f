"""Sound and video of the browser since an interval began, by the clocks of its pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.chromium.mixing import mix
from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import ProtocolError, understood
from omnigym.devices.chromium.sources import Sources
from omnigym.devices.interval_recorder import FrameRing, IntervalClock
from omnigym.devices.protocol import AUDIO_RATE, MAX_AUDIO_S, Frame, Sound, check_seconds, check_video

__all__ = ["Interval"]

_PER_MS = AUDIO_RATE // 1000
_LONGEST_MS = round(1000 * MAX_AUDIO_S)
#: So many stretches of time are kept: one each time another tab, or document, is seen.
_MOST_STRETCHES = 1024
#: Two kept frames are at least so far apart, in milliseconds, and a wait has at most so many.
_APART, _MOST_OF_A_WAIT = 50, 16


@dataclass(slots=True)
class _Stretch:
    """A while in which one page was seen: from when to when by its own clock, in milliseconds."""

    page: Page
    begin: int
    end: int


class Interval:
    """Hears and watches the tab that is seen; the others stand still. Nothing is mixed before somebody asks.

    Args:
        sources: Gives what pages play.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._clock = IntervalClock()
        self._stretches: deque[_Stretch] = deque(maxlen=_MOST_STRETCHES)
        self._frames = FrameRing()
        self._now = 0
        self._apart = _APART
        self._framed = -_LONGEST_MS

    @property
    def listens(self) -> bool:
        """Whether sound is wanted from the next reset on."""
        return "audio" in self._clock.wanted

    def want(self, kind: Literal["audio", "video"], on: bool) -> None:
        """Keep sound or frames, or stop doing so, from the next `begin` on."""
        self._clock.want(kind, on)

    def begin(self) -> None:
        """After a reset: keep what is wanted from now on."""
        self._stretches.clear()
        self._frames = FrameRing()
        self._now, self._framed = 0, -_LONGEST_MS
        self._sources.forget()
        self._clock.begin(0.0)

    def next(self, look: Callable[[], Frame]) -> None:
        """Begin an interval; ``look`` gives the screen."""
        for kind in self._clock.kept:  # time stands still between two actions: nothing is missed
            self._clock.read(kind, self._now / 1000)
        self._clock.next(self._now / 1000)
        if "video" in self._clock.kept:
            self._frames.put(look(), self._now / 1000)
            self._framed = self._now

    def spread(self, seconds: float) -> None:
        """So much time is about to pass in one action: frames of it need not be closer than they can be shown."""
        self._apart = max(_APART, round(1000 * seconds) // _MOST_OF_A_WAIT)

    def passed(self, page: Page, milliseconds: float, look: Callable[[], Frame | None]) -> None:
        """Time has passed for the page that is seen.

        Args:
            page: The page.
            milliseconds: How much it was granted.
            look: Gives the screen; None where it is as it was.
        """
        if not self._clock.kept:
            return
        now = self._time_of(page)
        if now is None:
            return
        page.media.clock_ms = now
        last = self._stretches[-1] if self._stretches else None
        if last is not None and last.page is page and now >= last.end:
            self._now += now - last.end
            last.end = now
        else:
            begin = now - round(milliseconds)
            self._stretches.append(_Stretch(page, begin, now))
            self._now += now - begin
        if "video" in self._clock.kept and self._now - self._framed >= self._apart:
            frame = look()
            if frame is not None:
                self._frames.put(frame, self._now / 1000)
                self._framed = self._now

    def audio(self, seconds: float) -> Sound:
        """See `omnigym.devices.protocol.HasAudio.audio`."""
        samples = check_seconds(seconds)
        begin = round(1000 * self._clock.read("audio", self._now / 1000))
        begin = max(begin, self._now + -samples // _PER_MS)
        self._sources.begin()
        out: list[Sound] = []
        end = self._now
        for stretch in reversed(self._stretches):
            if end <= begin:
                break
            length = min(stretch.end - stretch.begin, end - begin)
            page = stretch.page
            documents = list(page.media.documents.values())
            out.append(mix(documents, stretch.end - length, stretch.end, self._reader(page)))
            end -= length
        return np.concatenate([np.zeros(0, np.int16), *reversed(out)])[-samples:]

    def video(self, frames: int, size: tuple[int, int], screen: Frame) -> tuple[Frame, NDArray[np.float32]]:
        """See `omnigym.devices.protocol.HasScreenVideo.video`; ``screen`` is how it is now."""
        height, width = screen.shape[:2]
        check_video(frames, size, (width, height))
        now = self._now / 1000
        return self._frames.spread(frames, self._clock.read("video", now), now, size, screen)

    def _reader(self, page: Page) -> Callable[..., bytes]:
        return lambda document, source: self._sources.read(page, document, source)

    @staticmethod
    def _time_of(page: Page) -> int | None:
        """The page's clock, in milliseconds; None while it does not say."""
        if page.blocked or page.away:
            return None
        try:
            found = page.evaluate("Date.now()", WORLD)
        except ProtocolError:
            return None
        with understood():
            return None if found is None else int(found)
