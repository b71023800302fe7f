"""What was heard and seen between two steps: samples of a .wav file, and a few frames of an .mp4 file."""

from __future__ import annotations

import io
import math
import wave
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.documents.streams import opened_stream
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import MAX_SECONDS, PIXELS
from omnigym.pictures.files import decoded_picture

__all__ = ["RATE", "MediaClip", "read_clip", "read_screenshot", "read_sound", "wav_of"]

#: Samples a second.
RATE: Final = 16_000
#: Frames of a clip that are looked through: five minutes at 60 a second.
_MOST_FRAMES: Final = 18_000
#: Pixels of all frames that are kept together.
_MOST_PIXELS: Final = 4 * PIXELS


class MediaClip(NamedTuple):
    """Frames of a clip.

    Attributes:
        frames: (K, height, width, 3) of uint8.
        times: (K,) of float, seconds from the clip's first frame.
    """

    frames: NDArray[np.uint8]
    times: NDArray[np.float64]


def read_sound(content: bytes) -> NDArray[np.int16]:
    """The samples of a .wav file with PCM samples of 8 to 32 bits, any rate and number of channels.

    Channels are averaged. Another rate is brought to `RATE` in the frequency domain, without aliases.

    Returns:
        (S,) of int16, `RATE` a second; empty for a clip without samples.

    Raises:
        UnreadableError: It is no such file, or is cut off.
        TooLargeError: It is longer than `MAX_SECONDS`.
    """
    with convert_errors(".wav file"), wave.open(io.BytesIO(content)) as file:
        count, rate, wide, channels = file.getnframes(), file.getframerate(), file.getsampwidth(), file.getnchannels()
        if not rate:
            raise UnreadableError("Expected a .wav file with a rate, got 0 samples a second.")
        within(count // rate, MAX_SECONDS, "seconds of sound")
        raw = file.readframes(count)
    if len(raw) < count * wide * channels:
        got = len(raw) // (wide * channels)
        raise UnreadableError(f"Expected a .wav file of {count:,} samples, got one that is cut off after {got:,}.")
    samples = _samples(raw, wide).reshape(-1, channels).mean(1)
    if rate != RATE:
        samples = _resampled(samples, rate)
    rounded: NDArray[np.int16] = np.clip(np.rint(samples), -32768, 32767).astype(np.int16)
    return rounded


def _samples(raw: bytes, wide: int) -> NDArray[np.float64]:
    """On the scale of 16 bits, whatever the width in bytes."""
    if wide == 1:
        return (np.frombuffer(raw, np.uint8).astype(np.float64) - 128) * 256
    signed = np.zeros((len(raw) // wide, 4), np.uint8)
    signed[:, 4 - wide :] = np.frombuffer(raw, np.uint8).reshape(-1, wide)
    return signed.view("<i4").reshape(-1) / 65536.0


def _resampled(samples: NDArray[np.float64], rate: int) -> NDArray[np.float64]:
    """At `RATE`: the spectrum of a whole number of periods of both rates, cut or filled up with silence."""
    count = round(len(samples) * RATE / rate)
    period = rate // math.gcd(rate, RATE)
    periods = -(-len(samples) // period)
    if not count:
        return np.zeros(0)
    spectrum = np.fft.rfft(samples, periods * period)
    full = periods * period * RATE // rate
    kept = np.zeros(full // 2 + 1, complex)
    most = min(len(spectrum), len(kept))
    kept[:most] = spectrum[:most]
    return np.fft.irfft(kept, full)[:count] * (RATE / rate)


def wav_of(samples: NDArray[np.int16]) -> bytes:
    """A .wav file of one channel at `RATE`.

    Args:
        samples: (S,) of int16.
    """
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.asarray(samples, "<i2").tobytes())
    return out.getvalue()


def read_clip(content: bytes, count: int = 4) -> MediaClip:
    """Frames spread evenly over a film, the first and the last among them; fewer if it has fewer.

    Args:
        content: The bytes of an .mp4 file, or another one that PyAV reads.
        count: How many, at least 1.

    Raises:
        MissingDependencyError: PyAV is not installed.
        UnreadableError: It is no film, has no frame, or is cut off.
        TooLargeError: It has more frames or pixels than are read.
    """
    if count < 1:
        raise ConfigError(f"Expected at least one frame, got {count}.")
    with opened_stream(content, "film", "Reading a film of OmniGUI", "record") as container:
        if not container.streams.video:
            raise UnreadableError("Expected a film, got a file without pictures.")
        stream = container.streams.video[0]
        within(stream.codec_context.width * stream.codec_context.height, PIXELS, "pixels in a frame")
        stream.codec_context.options = {"max_pixels": str(PIXELS)}
        packets = 0
        for packet in container.demux(stream):
            if packet.is_corrupt:
                raise UnreadableError(f"Expected a whole film, got one that is cut off in frame {packets + 1:,}.")
            packets += packet.size > 0
            within(packets, _MOST_FRAMES, "frames of a film")
        whole = max(packets, stream.frames)
        within(whole, _MOST_FRAMES, "frames of a film")
        if not whole:
            raise UnreadableError("Expected a film, got one without frames.")
        wanted = sorted({round(at) for at in np.linspace(0, whole - 1, min(count, whole))})
        container.seek(0, stream=stream)
        found: list[NDArray[np.uint8]] = []
        times: list[float] = []
        begin, number = 0.0, -1
        for number, frame in enumerate(container.decode(stream)):
            if number > wanted[-1]:
                break
            if number == 0:
                begin = float(frame.time or 0.0)
            if number in wanted:
                within(frame.width * frame.height * len(wanted), _MOST_PIXELS, "pixels of all frames")
                found.append(frame.to_ndarray(format="rgb24"))
                times.append(float(frame.time or 0.0) - begin)
        if len(found) < len(wanted):
            raise UnreadableError(f"Expected a film of {whole:,} frames, got one that ends after {number + 1:,}.")
        if len({frame.shape for frame in found}) > 1:
            raise UnreadableError("Expected a film whose frames have one size, got several.")
        return MediaClip(np.stack(found), np.asarray(times))


def read_screenshot(content: bytes) -> NDArray[np.uint8]:
    """A screenshot.

    Returns:
        (height, width, 3) of uint8.

    Raises:
        UnreadableError: It is no picture, or half of one.
        TooLargeError: It has more pixels than are read.
    """
    return np.asarray(decoded_picture(content).convert("RGB"))
