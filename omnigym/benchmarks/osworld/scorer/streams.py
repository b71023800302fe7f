"""Sounds and films for comparison: decoded by PyAV within the limits, no more of them than is compared."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.documents.streams import opened_stream
from omnigym.errors import UnreadableError
from omnigym.foreign import within
from omnigym.foreign.limits import PIXELS

__all__ = ["RATE", "FilmStream", "SoundStream", "film_of", "sound_of"]

#: Samples a second that sounds are brought to.
RATE: Final = 16_000
#: Seconds of a sound that are compared.
_MOST_HEARD = 600
#: Width and height that frames are brought to.
_FRAME = 64


class SoundStream(NamedTuple):
    """A sound: its first minutes as samples of one channel in [-1, 1], and its whole duration."""

    samples: NDArray[np.float32]
    seconds: float


class FilmStream(NamedTuple):
    """A film: its first frames, small, (n, height, width, 3) of uint8, their true size, and its whole duration."""

    frames: NDArray[np.uint8]
    size: tuple[int, int]
    seconds: float


def _opened(value: object, what: str) -> AbstractContextManager[Any]:
    return opened_stream(content_of(value), what, "Scoring a task of OSWorld", "osworld")


def sound_of(value: object, rate: int = RATE) -> SoundStream:
    """Return the sound in a file; of a film its first sound track.

    Args:
        value: The file.
        rate: Samples a second that it is brought to.

    Raises:
        UnreadableError: There is none.
        TooLargeError: It takes more memory than there is.
    """
    av = library("av")
    with _opened(value, "sound") as container:
        if not container.streams.audio:
            raise UnreadableError("Expected a sound, got a file without one.")
        stream = container.streams.audio[0]
        resampler = av.AudioResampler(format="flt", layout="mono", rate=rate)
        pieces, count = [], 0
        for frame in container.decode(stream):
            for piece in resampler.resample(frame):
                pieces.append(piece.to_ndarray().reshape(-1))
                count += len(pieces[-1])
            if count >= _MOST_HEARD * rate:
                break
        else:
            pieces += [piece.to_ndarray().reshape(-1) for piece in resampler.resample(None)]
        if not count:
            raise UnreadableError("Expected a sound, got one of no length.")
        samples = np.nan_to_num(np.concatenate(pieces).astype(np.float32), posinf=0.0, neginf=0.0)
        heard = len(samples) / rate
        whole = heard if count < _MOST_HEARD * rate else max(heard, _seconds(container, stream))
        return SoundStream(samples[: _MOST_HEARD * rate], whole)


def film_of(value: object, most: int, side: int = _FRAME) -> FilmStream:
    """Return the film in a file.

    Args:
        value: The file.
        most: How many of its first frames are decoded.
        side: Width and height that frames are brought to.

    Raises:
        UnreadableError: There is none.
        TooLargeError: Its frames have more pixels than are read.
    """
    with _opened(value, "film") as container:
        if not container.streams.video:
            raise UnreadableError("Expected a film, got a file without pictures.")
        stream = container.streams.video[0]
        within(stream.codec_context.width * stream.codec_context.height, PIXELS, "pixels in a frame")
        stream.codec_context.options = {"max_pixels": str(PIXELS)}
        frames: list[NDArray[np.uint8]] = []
        size, last = (0, 0), 0.0
        ended = True
        for frame in container.decode(stream):
            if len(frames) == most:
                ended = False
                break
            within(frame.width * frame.height, PIXELS, "pixels in a frame")
            size, last = (frame.width, frame.height), max(last, float(frame.time or 0))
            frames.append(frame.reformat(width=side, height=side, format="rgb24").to_ndarray())
        if not frames:
            raise UnreadableError("Expected a film, got one without frames.")
        return FilmStream(np.stack(frames), size, last if ended else max(last, _seconds(container, stream)))


def _seconds(container: Any, stream: Any) -> float:
    """How long a file says that it is; 0 where it does not."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    return container.duration / 1_000_000 if container.duration else 0.0
