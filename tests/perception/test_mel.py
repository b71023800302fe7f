"""Log-mel frames against a slow sum by hand, and against what a sine has to give."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from omnigym.errors import ConfigError
from omnigym.perception.mel import BINS, FLOOR, HOP, WINDOW, log_mel, mel_frames

NOISE = np.random.default_rng(0).integers(-9000, 9000, 32_000).astype(np.int16)


def by_hand(frame: np.ndarray) -> np.ndarray:
    """The 40 values of a frame in double precision: each frequency as a sum, each triangle by its corners."""
    weights = [0.5 - 0.5 * math.cos(2 * math.pi * n / WINDOW) for n in range(WINDOW)]
    values = np.array([w * s / 32768 for w, s in zip(weights, frame.tolist(), strict=True)]) * 2 / sum(weights)
    times = np.arange(WINDOW)
    power = [abs(np.sum(values * np.exp(-2j * np.pi * k * times / 512))) ** 2 for k in range(257)]
    top = 2595 * math.log10(1 + 8000 / 700)
    corners = [700 * (10 ** (top * i / (BINS + 1) / 2595) - 1) for i in range(BINS + 2)]  # hertz

    def mel(hertz: float) -> float:
        return 2595 * math.log10(1 + hertz / 700)

    found = []
    for low, peak, high in zip(corners, corners[1:], corners[2:], strict=False):
        total = 0.0
        for k, p in enumerate(power):
            hertz = k * 16000 / 512
            if low < hertz <= peak:
                total += p * (mel(hertz) - mel(low)) / (mel(peak) - mel(low))
            elif peak < hertz < high:
                total += p * (mel(high) - mel(hertz)) / (mel(high) - mel(peak))
        found.append(math.log(max(total, 1e-10)))
    return np.array(found)


def test_a_frame_is_what_is_summed_by_hand() -> None:
    frames = log_mel(NOISE)
    assert frames.shape == (mel_frames(len(NOISE)), BINS) == (198, 40) and frames.dtype == np.float32
    for i in (0, 7, 197):
        assert np.allclose(frames[i], by_hand(NOISE[i * HOP : i * HOP + WINDOW]), atol=2e-4)


@pytest.mark.parametrize("hertz", [500, 1000, 3000])
def test_a_sine_of_full_scale_is_about_0_in_its_own_band(hertz: int) -> None:
    sine = (32767 * np.sin(2 * np.pi * hertz * np.arange(4000) / 16000)).astype(np.int16)
    frames = log_mel(sine)
    mel = 2595 * math.log10(1 + hertz / 700) / (2595 * math.log10(1 + 8000 / 700)) * (BINS + 1)
    assert (np.abs(frames.argmax(1) + 1 - mel) <= 0.5).all() and (np.abs(frames.max(1)) < 0.8).all()
    assert np.allclose(log_mel(sine // 10).max(1) - frames.max(1), math.log(0.01), atol=0.02)


def test_silence_is_the_floor_and_a_frame_follows_from_its_own_samples() -> None:
    assert (log_mel(np.zeros(1000, np.int16)) == np.float32(FLOOR)).all()
    assert log_mel(NOISE[:399]).shape == (0, 40) and len(log_mel(NOISE[:400])) == 1
    assert (log_mel(NOISE)[10:20] == log_mel(NOISE[1600:])[:10]).all()
    assert log_mel(NOISE).tobytes() == log_mel(NOISE.copy()).tobytes()


@pytest.mark.parametrize("wrong", [NOISE[:, None], NOISE.astype(np.float32), np.int16(3)])
def test_other_shapes_and_types_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ConfigError, match="int16 was expected"):
        log_mel(wrong)


def test_two_seconds_take_little() -> None:
    def once() -> float:
        start = time.process_time()
        for _ in range(10):
            log_mel(NOISE)
        return (time.process_time() - start) / 10

    assert min(once() for _ in range(5)) < 0.008  # 1.5 ms on a quiet core; the rest is for slow machines
