"""Log-mel frames of sound, the input of policies that hear."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omnigym.errors import ConfigError

__all__ = ["BINS", "FLOOR", "HOP", "WINDOW", "log_mel", "mel_frames"]

#: Samples of a frame and from one frame to the next: 25 ms and 10 ms at 16 kHz.
WINDOW: Final = 400
HOP: Final = 160
#: Triangles from 0 to 8000 Hz, of equal width in mel.
BINS: Final = 40
#: The least value: the logarithm of a power of 1e-10.
FLOOR: Final = float(np.log(1e-10))
_FFT: Final = 512
_RATE: Final = 16_000


def mel_frames(samples: int) -> int:
    """Return the number of frames of a number of samples: 198 for 2 s."""
    return max((samples - WINDOW) // HOP + 1, 0)


@cache
def _window() -> NDArray[np.float32]:
    """Hann's window, scaled so that a sine of amplitude 1 in [-1, 1] has a peak of 1, from int16."""
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    scaled: NDArray[np.float32] = (window * (2 / window.sum() / 32768)).astype(np.float32)
    return scaled


@cache
def _slopes() -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """How far each frequency is up the triangle that rises there, in [0, 1), and the first frequency of each slope.

    Peaks are 1 and neighbours overlap by half, so a frequency gives the rest to the triangle before, which falls.
    """
    hertz = np.arange(_FFT // 2 + 1) * _RATE / _FFT
    mel = 2595 * np.log10(1 + hertz / 700)  # O'Shaughnessy's formula
    place = mel / mel[-1] * (BINS + 1)
    slope = np.minimum(place.astype(np.intp), BINS)
    return (place - slope).astype(np.float32), np.flatnonzero(np.diff(slope, prepend=-1))


def log_mel(audio: ArrayLike) -> NDArray[np.float32]:
    """Return the natural logarithm of the power in 40 bands of pitch, frame by frame.

    Args:
        audio: int16 (S,), mono, at 16 kHz.

    Returns:
        float32 (`mel_frames(S)`, 40), at least `FLOOR`. 0 is about the power of a sine of full scale. A frame follows
        from its own 400 samples alone.

    Raises:
        ConfigError: It has another shape or type.
    """
    samples = np.asarray(audio)
    if samples.ndim != 1 or samples.dtype != np.int16:
        raise ConfigError(f"Sound of shape (S,) and type int16 was expected, not {samples.shape} {samples.dtype}.")
    if len(samples) < WINDOW:
        return np.zeros((0, BINS), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::HOP] * _window()
    spectrum = np.fft.rfft(frames, _FFT)
    power = spectrum.real**2 + spectrum.imag**2
    share, starts = _slopes()
    # sums by slope in place of a product of matrices, which would start threads and be slower
    rising = np.add.reduceat(power * share, starts, axis=1)
    falling = np.add.reduceat(power * (1 - share), starts, axis=1)
    found: NDArray[np.float32] = np.log(np.maximum(rising[:, :-1] + falling[:, 1:], np.float32(1e-10)))
    return found
