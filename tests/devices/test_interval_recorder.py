"""Rings of sound and frames: what is cut out of them is what was put in at that time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from omnigym.devices.interval_recorder import FrameRing, IntervalClock, SoundRing
from omnigym.errors import ConfigError


def counted(first: int, count: int) -> np.ndarray:
    return np.arange(first, first + count).astype(np.int16)


def test_neighbouring_cuts_share_nothing_and_leave_nothing_out() -> None:
    ring = SoundRing()
    rng, put = np.random.default_rng(0), 0
    while put < 16_000 * 3:
        count = int(rng.integers(1, 700))
        jitter = float(rng.uniform(-0.02, 0.02))
        ring.put(counted(put, count), 100 + (put + count) / 16_000 + jitter * (put > 0))
        put += count
    ends = [100.0, 100.3337, 100.9, 101.00003, 102.7]
    cuts = [ring.cut(a, b, 10**9) for a, b in itertools.pairwise(ends)]
    whole = np.concatenate(cuts)
    np.testing.assert_array_equal(np.diff(whole), 1)
    assert whole[0] == 0 and len(whole) == round(2.7 * 16_000)
    np.testing.assert_array_equal(ring.cut(100, 102.7, 800), whole[-800:])
    assert len(ring.cut(102, 102, 800)) == len(ring.cut(103, 102, 800)) == len(SoundRing().cut(0, 1, 800)) == 0


def test_a_gap_is_silent_and_a_repetition_is_left_out() -> None:
    ring = SoundRing()
    ring.put(np.full(1600, 1, np.int16), 10.1)
    ring.put(np.full(1600, 2, np.int16), 10.6)
    np.testing.assert_array_equal(
        ring.cut(10, 10.6, 10**9), np.repeat(np.array([1, 0, 2], np.int16), [1600, 6400, 1600])
    )
    ring.put(np.full(8000, 3, np.int16), 10.7)
    np.testing.assert_array_equal(ring.cut(10.5, 10.7, 10**9), np.repeat(np.array([2, 3], np.int16), 1600))
    ring.put(np.full(1600, 4, np.int16), 10.3)
    assert ring.end == pytest.approx(10.7)


def test_sound_is_forgotten_after_a_minute() -> None:
    ring = SoundRing()
    for second in range(200):
        ring.put(np.full(16_000, second, np.int16), second + 1.0)
    kept = ring.cut(0, 200, 10**9)
    np.testing.assert_array_equal(kept, np.repeat(np.arange(140, 200), 16_000))
    ring.put(np.full(16_000 * 90, 7, np.int16), 290.0)
    np.testing.assert_array_equal(ring.cut(0, 290, 10**9), np.full(16_000 * 60, 7))
    ring.put(np.full(160, 9, np.int16), 5000.0)
    kept = ring.cut(0, 5000, 10**9)
    assert len(kept) == 960_000 and not kept[:-160].any() and (kept[-160:] == 9).all()


def picture(value: int) -> np.ndarray:
    return np.full((6, 8, 3), value, np.uint8)


def test_frames_are_those_that_were_seen_at_even_times() -> None:
    ring = FrameRing()
    for value, at in ((1, 5.0), (2, 10.1), (3, 10.5), (4, 10.95)):
        ring.put(picture(value), at)
    frames, ago = ring.spread(5, 10.0, 11.0, (4, 3), picture(9))
    assert frames.shape == (5, 3, 4, 3) and frames.dtype == np.uint8 and ago.dtype == np.float32
    assert frames[:, 0, 0, 0].tolist() == [1, 2, 3, 3, 9]
    np.testing.assert_allclose(ago, [1, 0.75, 0.5, 0.25, 0], atol=1e-6)
    frames, ago = ring.spread(1, 10.0, 11.0, (8, 6), picture(9))
    assert frames[0, 0, 0, 0] == 9 and ago.tolist() == [0]
    assert ring.spread(2, 0.0, 11.0, (8, 6), picture(9))[0][0, 0, 0, 0] == 1


def test_many_frames_are_thinned_out_evenly() -> None:
    ring = FrameRing(most=50)
    for n in range(600):  # bright for 0.1 s in each half second
        ring.put(picture(250 if n % 2 else n // 2 % 200), n // 2 * 0.5 + n % 2 * 0.4 - 300)
        assert len(ring) <= 50
    frames, _ = ring.spread(64, -210.0, -150.0, (8, 6), picture(0))
    seen = frames[:-1, 0, 0, 0]
    assert len(set(seen.tolist())) > 15  # spread over the minute, and not the last of it
    heavy = FrameRing(most_bytes=picture(0).nbytes // 4 * 3)
    for n in range(10):
        heavy.put(picture(n), n)
    assert len(heavy) == 3
    old = FrameRing()
    for n in range(100):
        old.put(picture(n), 2 * n)
    assert len(old) == 31


def test_what_was_read_does_not_push_out_what_comes() -> None:
    ring = FrameRing(most=20)
    for n in range(200):
        ring.put(picture(n % 200), n)
        ring.put(picture(250), n + 0.9)
        frames, _ = ring.spread(21, n, n + 1.0, (8, 6), picture(250))
        assert frames[17:, 0, 0, 0].tolist() == [n % 200, 250, 250, 250]
        assert len(ring) <= 3


def test_a_screen_at_rest_has_equal_frames_of_any_size() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (31, 47, 3), np.uint8)
    ring = FrameRing()
    ring.put(noise, 1.0)
    ring.put(noise.copy(), 2.0)
    assert len(ring) == 1
    ring.put(noise // 2, 3.0)
    ring.put(noise, 4.5)
    for size in ((10, 7), (24, 16), (40, 31), (47, 31)):
        frames, _ = ring.spread(4, 1.0, 5.5, size, noise)
        np.testing.assert_array_equal(frames[0], frames[3])
        assert not np.array_equal(frames[1], frames[2])
        assert np.array_equal(frames[3], noise) == (size == (47, 31))


def test_intervals_begin_where_the_last_was_read_to() -> None:
    clock = IntervalClock()
    with pytest.raises(ConfigError, match=r"listen\(True\)"):
        clock.read("audio", 1)
    clock.want("audio", True)
    with pytest.raises(ConfigError):
        clock.read("audio", 1)
    clock.begin(2)
    assert clock.read("audio", 3) == 2
    assert clock.read("audio", 4) == 2
    with pytest.raises(ConfigError, match=r"watch\(True\)"):
        clock.read("video", 4)
    clock.next(9)
    assert clock.read("audio", 10) == 4
    clock.next(11)
    clock.next(12)
    assert clock.read("audio", 13) == 12
    clock.want("audio", False)
    assert clock.read("audio", 14) == 12
    clock.begin(15)
    with pytest.raises(ConfigError):
        clock.read("audio", 16)
