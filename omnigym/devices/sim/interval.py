"""Sound and video of a simulated device since an interval began, made of states that are kept by reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.protocol import AUDIO_RATE, Frame, Sound, check_seconds, check_video
from omnigym.errors import ConfigError
from omnigym.sim.app import Context
from omnigym.sim.audio import Part, ended, mixed
from omnigym.sim.desktop import Desktop
from omnigym.sim.screen import Screen
from omnigym.sim.state import Registers
from omnigym.sim.state_history import Moment, Past

__all__ = ["SimInterval"]

_PER_MS = AUDIO_RATE // 1000
_MINUTE = 60_000
_CLOCK = Registers.__slots__.index("clock_ms")


class SimInterval:
    """Hears and watches a desktop. Nothing is mixed or painted before somebody asks.

    Args:
        desk: The desktop.
        another: Makes a desktop like it, on which earlier states are painted.
    """

    def __init__(self, desk: Desktop, another: Callable[[], Desktop]) -> None:
        self._desk, self._another = desk, another
        self._wanted: dict[str, bool] = {}
        self._kept: frozenset[str] = frozenset()
        #: Where earlier states are painted, made when the first is.
        self._painter: tuple[Desktop, Screen] | None = None
        #: A frame and the state that it shows: how an interval ends, the next one begins.
        self._last: tuple[Moment, Frame] | None = None
        #: The last frame of a film, and the state that it shows.
        self._filmed: tuple[Moment, Frame] | None = None

    def want(self, kind: str, on: bool) -> None:
        """Keep "audio" or "video", or neither, from the next `begin` on."""
        self._wanted[kind] = on

    def begin(self) -> None:
        """After a reset or a restore: keep what is wanted from now on."""
        self._kept, self._filmed = frozenset([kind for kind, on in self._wanted.items() if on]), None
        self.next()

    def next(self) -> None:
        """Begin an interval now."""
        self._desk.past = Past(self._now()) if self._kept else None

    def saved(self) -> tuple[Moment, ...]:
        """The interval by reference, for a snapshot; nothing where none is kept."""
        past = self._desk.past
        return () if past is None else (past.first, *past.moments)

    def restore(self, saved: Sequence[Moment]) -> None:
        """Go on in an interval that `saved` returned, where one is wanted."""
        self.begin()
        if saved and self._kept:
            self._desk.past = Past(saved[0], saved[1:])

    def audio(self, seconds: float) -> Sound:
        """See `omnigym.devices.protocol.HasAudio.audio`."""
        past, samples = self._past("audio", "listen"), check_seconds(seconds)
        end = self._desk.regs.clock_ms
        begin = max(past.first.at_ms, end + -samples // _PER_MS)
        return mixed(self._sounding(past, begin, end), begin, end)[-samples:]

    def ended(self) -> tuple[str, ...]:
        """See `omnigym.devices.protocol.PlaysSounds.sounds_ended`."""
        past, end = self._past("audio", "listen"), self._desk.regs.clock_ms
        return ended(self._sounding(past, past.first.at_ms, end), past.first.at_ms, end)

    def _sounding(self, past: Past, begin: int, end: int) -> list[Part]:
        """What sounds in the end of an interval."""
        moments = list(past.moments)
        ends = [*[m.at_ms for m in moments[1:]], end]
        return [p for m, until in zip(moments, ends, strict=False) if until > begin for p in self._parts(m, until)]

    def _parts(self, moment: Moment, end: int) -> list[Part]:
        """The sounds of a state."""
        desk = self._desk
        regs: dict[str, Any] = dict(zip(Registers.__slots__, moment.saved, strict=True))
        settings = regs["settings"]
        fields = regs["vfs"], regs["clipboard"], settings, moment.at_ms, (), regs["shell"], regs["journal"]
        ctx = Context(0, 0, *fields)
        found = [*[playing.sounding for playing in regs["background"]], *desk.platform.sounds(ctx)]
        for window in regs["windows"].values():
            found += desk.apps[window.app].sounds(window.state, ctx)
        loudness = desk.platform.loudness
        return [Part(sounding, loudness(settings, sounding.stream), moment.at_ms, end) for sounding in found]

    def video(
        self, frames: int, size: tuple[int, int], scaled: Callable[[tuple[int, int]], Frame]
    ) -> tuple[Frame, NDArray[np.float32]]:
        """See `omnigym.devices.protocol.HasScreenVideo.video`.

        Args:
            frames, size: Of the pictures.
            scaled: Gives the screen as it is now, in a size.
        """
        past = self._past("video", "watch")
        check_video(frames, size, self._desk.size)
        now, first = self._now(), past.first
        span, gaps = now.at_ms - first.at_ms, max(frames - 1, 1)
        times = [first.at_ms + span * k // gaps for k in range(frames)] if frames > 1 else [now.at_ms]
        shown = [(now, scaled(size))]
        if self._last is not None and self._last[1].shape == shown[0][1].shape:
            shown.append(self._last)
        out = np.empty((frames, size[1], size[0], 3), np.uint8)
        for k, at_ms in enumerate(times):
            moment = first if k == 0 < frames - 1 else _state_at(past.moments, now, at_ms)
            known = next((frame for other, frame in shown if _looks_like(moment, other)), None)
            if known is None:
                known = self._painted(moment, size)
                shown.append((moment, known))
            out[k] = known
        self._last = shown[0]
        return out, np.array([(now.at_ms - at_ms) / 1000 for at_ms in times], np.float32)

    def film(self, every_ms: int, screenshot: Callable[[], Frame]) -> Iterator[tuple[int, Frame]]:
        """See `omnigym.devices.sim.device.SimDevice.film`.

        Args:
            every_ms: How often a state is looked at in which time passes.
            screenshot: Gives the screen as it is now.
        """
        past, now = self._past("video", "watch"), self._now()
        for moment in (*_looked_at(past, now.at_ms, every_ms), now):
            if self._filmed is not None and _looks_like(moment, self._filmed[0]):
                continue
            frame = screenshot() if moment is now else self._painted(moment, self._desk.size)
            changed = self._filmed is None or not np.array_equal(frame, self._filmed[1])
            self._filmed = moment, frame
            if changed:
                yield moment.at_ms, frame

    def _painted(self, moment: Moment, size: tuple[int, int]) -> Frame:
        """A picture of an earlier state; the device's own screen stays as it is."""
        if self._painter is None:
            desk = self._another()
            self._painter = desk, Screen(desk.size, desk.layout.theme)
        desk, screen = self._painter
        desk.load(moment.saved)
        desk.regs.clock_ms = moment.at_ms
        screen.set_theme(desk.layout.theme)
        screen.show(desk.fresh().surfaces)
        return screen.scaled(size)

    def _now(self) -> Moment:
        regs = self._desk.regs
        return Moment(regs.clock_ms, regs.save())

    def _past(self, kind: str, call: str) -> Past:
        past = self._desk.past
        if past is None or kind not in self._kept:
            raise ConfigError(f"Nothing was kept for {kind}() since the last reset. Call {call}(True), then reset().")
        return past


def _looked_at(past: Past, now_ms: int, every_ms: int) -> Iterator[Moment]:
    """The states of the last minute of an interval, and each again as of the moments at which it is looked at."""
    begin = max(past.first.at_ms, now_ms - _MINUTE)
    states = [past.first, *past.moments]
    ends = [*[m.at_ms for m in states[1:]], now_ms]
    for state, end in zip(states, ends, strict=True):
        if end < begin:
            continue
        start = max(state.at_ms, begin)
        yield state._replace(at_ms=start)
        for at_ms in range(start - start % every_ms + every_ms, end, every_ms):
            yield state._replace(at_ms=at_ms)


def _state_at(moments: Sequence[Moment], now: Moment, at_ms: int) -> Moment:
    """The state of a moment, as of then: the clock goes on in it."""
    if at_ms >= now.at_ms:
        return now
    earlier = next((m for m in reversed(moments) if m.at_ms <= at_ms), moments[0])
    return earlier._replace(at_ms=at_ms)


def _looks_like(one: Moment, other: Moment) -> bool:
    """Whether two states are painted alike: views see of the time no more than the minute."""
    if one.at_ms // _MINUTE != other.at_ms // _MINUTE:
        return False
    pairs = zip(one.saved, other.saved, strict=True)
    return all(a is b or place == _CLOCK for place, (a, b) in enumerate(pairs))
