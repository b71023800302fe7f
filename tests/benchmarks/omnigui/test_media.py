"""Sounds and films of a step."""

from __future__ import annotations

import contextlib
import math
import random

import numpy as np
import pytest

from omnigym.benchmarks.omnigui.media import RATE, read_clip, read_sound, wav_of
from omnigym.errors import ConfigError, TooLargeError, UnreadableError
from omnigym.foreign.damage import damaged
from tests.benchmarks.omnigui.making import mp4, wav


@pytest.mark.parametrize("rate", [8000, 11_025, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize(("channels", "wide"), [(1, 1), (1, 2), (2, 2), (2, 3), (6, 4)])
def test_any_rate_width_and_number_of_channels(rate: int, channels: int, wide: int) -> None:
    heard = read_sound(wav(0.5, rate, channels, wide))
    assert heard.dtype == np.int16 and abs(len(heard) - 8000) <= 1
    tone = 16_384 * np.sin(2 * math.pi * 440 * np.arange(len(heard)) / RATE)
    assert np.abs(heard - tone)[200:-200].max() < 400  # a width of one byte has steps of 256


def test_what_the_rate_cannot_hold_is_silent() -> None:
    heard = read_sound(wav(0.5, 48_000, pitch=12_000))
    assert np.abs(heard[200:-200]).max() < 50


def test_an_empty_clip_has_no_samples() -> None:
    assert read_sound(wav(0)).shape == (0,)
    assert read_sound(wav(0, 44_100, 2)).shape == (0,)


def test_what_is_written_is_read() -> None:
    samples = np.array([0, 1, -32768, 32767], np.int16)
    assert read_sound(wav_of(samples)).tolist() == samples.tolist()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "none"),
        (b"RIFF", "none"),
        (wav()[:-10], "cut off after 1,595"),
        (wav()[:44], "cut off after 0"),
        (wav()[:30], "none"),
        (wav().replace(b"\x01\x00\x01\x00", b"\x03\x00\x01\x00", 1), "unknown format"),
        (b"ID3" + bytes(100), "none"),
    ],
)
def test_a_damaged_sound_is_a_typed_error(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        read_sound(content)


def test_an_hour_is_too_long() -> None:
    slow = wav(0.2)
    with pytest.raises(TooLargeError, match="seconds of sound"):
        read_sound(slow[:24] + (1).to_bytes(4, "little") + slow[28:])  # 3,200 samples, one a second


@pytest.mark.parametrize(("count", "shades"), [(4, [20, 80, 140, 200]), (2, [20, 200]), (1, [20]), (99, None)])
def test_frames_are_spread_over_the_film(count: int, shades: list[int] | None) -> None:
    every = list(range(20, 201, 20))
    clip = read_clip(mp4(every), count)
    assert clip.frames.dtype == np.uint8 and clip.frames.shape[1:] == (96, 64, 3)
    seen = clip.frames.mean((1, 2, 3))
    assert np.abs(seen - np.array(shades or every)).max() < 4
    assert clip.times == pytest.approx((seen - 20) / 20 / 10, abs=0.021)


def test_a_film_of_one_frame() -> None:
    clip = read_clip(mp4([90]))
    assert len(clip.frames) == 1 and clip.times.tolist() == [0.0]


def test_a_damaged_film_is_a_typed_error() -> None:
    rng = np.random.default_rng(0)
    film = mp4([int(n) for n in rng.integers(0, 255, 40)])
    for content in (b"", b"RIFF", film[:100], film[: len(film) // 2], film[:-20], wav()):
        with pytest.raises(UnreadableError):
            read_clip(content)
    with pytest.raises(ConfigError):
        read_clip(film, 0)


def test_whatever_is_damaged_is_read_or_a_typed_error() -> None:
    film, sound = mp4([0, 60, 120, 180]), wav(0.05, 22_050, 2)
    for seed in range(60):
        for read, content in ((read_sound, sound), (read_clip, film)):
            with contextlib.suppress(UnreadableError):
                read(damaged(content, random.Random(seed)))
