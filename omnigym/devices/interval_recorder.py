"""What was heard and seen on a device whose time goes on by itself: rings of bounded memory, cut at moments.

Moments are seconds of a clock of the device's own: the machine's, a page's, that of a stream. One thread may put in
what another one takes out.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.devices.protocol import AUDIO_RATE, MAX_AUDIO_S, Frame, Sound
from omnigym.errors import ConfigError

__all__ = ["FrameRing", "IntervalClock", "Kind", "SoundRing", "area_averaged"]

# -- intervals --------------------------------------------------------------------------------------------------------

#: What is kept of an interval.
Kind: TypeAlias = Literal["audio", "video"]
_CALLS: Mapping[Kind, str] = {"audio": "listen", "video": "watch"}


class IntervalClock:
    """What is wanted, and when intervals begin: the bookkeeping of `omnigym.devices.protocol.RecordsIntervals`.

    Attributes:
        kept: What is kept since the last reset.
    """

    def __init__(self) -> None:
        self._wanted: dict[Kind, bool] = {}
        self._begun: dict[Kind, float] = {}
        self._read: dict[Kind, float] = {}
        self.kept: frozenset[Kind] = frozenset()

    @property
    def wanted(self) -> frozenset[Kind]:
        """What is to be kept from the next reset on."""
        return frozenset([kind for kind, on in self._wanted.items() if on])

    def want(self, kind: Kind, on: bool) -> None:
        """Keep sound or frames, or stop doing so, from the next `begin` on."""
        self._wanted[kind] = on

    def begin(self, now: float) -> None:
        """After a reset: keep what is wanted, and begin an interval now."""
        self.kept = self.wanted
        self._begun, self._read = dict.fromkeys(self.kept, now), {}

    def next(self, now: float) -> None:
        """Begin an interval where the last was read to; what nobody read of it begins now."""
        self._begun, self._read = {kind: self._read.get(kind, now) for kind in self.kept}, {}

    def read(self, kind: Kind, now: float) -> float:
        """Note that the interval is read up to a moment; returns when it began.

        Raises:
            ConfigError: Nothing of the kind is kept.
        """
        if kind not in self.kept:
            call = _CALLS[kind]
            raise ConfigError(f"Nothing was kept for {kind}() since the last reset. Call {call}(True), then reset().")
        self._read[kind] = now
        return self._begun[kind]


# -- sound ------------------------------------------------------------------------------------------------------------

#: A piece that begins so many seconds from the end of the last one follows it without a gap.
_SLACK = 0.05


class SoundRing:
    """The latest minute of sound, by moments.

    Each moment has one sample, so cuts that share a moment share no sample and leave none out.
    """

    def __init__(self) -> None:
        self._samples = np.zeros(round(AUDIO_RATE * MAX_AUDIO_S), np.int16)
        #: Numbers of the sample that was put in first, and of the one that will come next: seconds by the rate.
        self._first = self._next = 0
        self._lock = threading.Lock()

    @property
    def end(self) -> float:
        """The moment up to which there is sound; 0 where there is none."""
        return self._next / AUDIO_RATE

    def put(self, samples: Sound, until: float) -> None:
        """Put in the next sound.

        Args:
            samples: int16 (S,), one channel, 16,000 samples a second.
            until: The moment at which it ends. Between it and the sound before is silence; what was heard before the
                end of that is left out.
        """
        with self._lock:
            begin = round(until * AUDIO_RATE) - len(samples)
            if self._first == self._next:
                self._first = self._next = begin
            if abs(begin - self._next) <= _SLACK * AUDIO_RATE:
                begin = self._next
            if begin > self._next:
                self._write(np.zeros(min(begin - self._next, len(self._samples)), np.int16), begin)
            late = self._next - begin
            if late < len(samples):
                self._write(samples[late:], begin + len(samples))

    def cut(self, begin: float, end: float, most: int) -> Sound:
        """The sound between two moments, as far as it is here.

        Args:
            begin, end: The moments.
            most: The most samples that are wanted; of more, the last.

        Returns:
            int16 (S,), new.
        """
        with self._lock:
            size = len(self._samples)
            last = min(round(end * AUDIO_RATE), self._next)
            first = max(round(begin * AUDIO_RATE), self._first, self._next - size, last - most)
            return self._samples[np.arange(first, max(first, last)) % size]

    def _write(self, samples: Sound, until: int) -> None:
        """Write the samples before a number; of more than the ring holds, the last."""
        samples = samples[-len(self._samples) :]
        place = (until - len(samples)) % len(self._samples)
        head = samples[: len(self._samples) - place]
        self._samples[place : place + len(head)] = head
        self._samples[: len(samples) - len(head)] = samples[len(head) :]
        self._next = until


# -- frames -----------------------------------------------------------------------------------------------------------

#: The most frames that are kept, their bytes, and for how many seconds.
_MOST_FRAMES, _MOST_BYTES, _LONGEST_S = 256, 64 << 20, 60.0


class _Shown(NamedTuple):
    """A frame, and since when it was seen."""

    at: float
    frame: Frame


class FrameRing:
    """Frames of the latest minute in half their width and height, each of which was seen until the next one.

    What is read once is forgotten up to the beginning of that interval. Where frames are too many, those go whose
    neighbours are closest together, so that those of a long interval stay spread over it.

    Args:
        most, most_bytes: How many, and of how many bytes together.
    """

    def __init__(self, most: int = _MOST_FRAMES, most_bytes: int = _MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._shown: list[_Shown] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._shown)

    def put(self, frame: Frame, at: float) -> None:
        """Put in what is seen from a moment on; nothing is kept of a frame that is like the last one.

        Args:
            frame: uint8 (H, W, 3), RGB.
            at: The moment; not before that of the last frame.
        """
        small = _halved(frame)
        with self._lock:
            shown = self._shown
            if shown and np.array_equal(shown[-1].frame, small):
                return
            shown.append(_Shown(at, small))
            while len(shown) > 1 and shown[1].at <= at - _LONGEST_S:
                del shown[0]
            while len(shown) > 2 and (len(shown) > self._most or sum(s.frame.nbytes for s in shown) > self._most_bytes):
                gaps = [after.at - before.at for before, after in zip(shown, shown[2:], strict=False)]
                del shown[1 + gaps.index(min(gaps))]

    def spread(
        self, frames: int, begin: float, now: float, size: tuple[int, int], last: Frame
    ) -> tuple[Frame, NDArray[np.float32]]:
        """Frames spread evenly over an interval: see `omnigym.devices.protocol.HasScreenVideo.video`.

        What looks like now does so to the last bit; other frames that are larger than what is kept are enlarged.

        Args:
            frames: How many.
            begin, now: The interval's ends.
            size: (width, height) of the frames.
            last: What is seen now: uint8 (H, W, 3), RGB.

        Returns:
            uint8 (frames, height, width, 3); float32 (frames,), how many seconds before now each was seen.
        """
        with self._lock:
            while len(self._shown) > 1 and self._shown[1].at <= begin:
                del self._shown[0]
            shown = list(self._shown)
        times = np.linspace(max(begin, now - _LONGEST_S), now, frames) if frames > 1 else np.array([now])
        starts, small = [s.at for s in shown], _halved(last)
        fits = size[0] <= small.shape[1] and size[1] <= small.shape[0]
        out = np.empty((frames, size[1], size[0], 3), np.uint8)
        out[-1] = area_averaged(small if fits else last, size)
        known: dict[int, Frame] = {}
        for k, at in enumerate(times[:-1]):
            # Of a time before the first frame nothing is known but what followed.
            n = max(bisect_right(starts, at) - 1, 0)
            if n not in known:
                as_now = not shown or np.array_equal(shown[n].frame, small)
                known[n] = out[-1] if as_now else area_averaged(shown[n].frame, size)
            out[k] = known[n]
        return out, (now - times).astype(np.float32)


def _halved(frame: Frame) -> Frame:
    """A frame of half the width and height, rounded up: averages of two by two pixels."""
    return np.array(Image.fromarray(frame).reduce(2))


def area_averaged(frame: Frame, size: tuple[int, int]) -> Frame:
    """A frame, uint8 (H, W, 1 or 3), scaled to (width, height) by averaging areas; new."""
    grey = frame.shape[2] == 1
    scaled = np.array(Image.fromarray(frame[:, :, 0] if grey else frame).resize(size, Image.Resampling.BOX))
    return scaled[:, :, None] if grey else scaled
