"""What sounds, and its samples."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from omnigym.documents.sound import resampled, sampled, samples_of, tone
from omnigym.sim.audio import FULL, Part, Sounding, mixed
from omnigym.sounds import load, names

RAMP = np.arange(-8_000, 8_000, dtype=np.int16)
FILE = sampled(RAMP, 16_000)


def _heard(sounding: Sounding, begin: int = 0, end: int = 1_000, gain: int = FULL) -> np.ndarray:
    return mixed([Part(sounding, gain, begin, end)], begin, end)


def test_a_file_is_heard_as_it_is() -> None:
    np.testing.assert_array_equal(_heard(Sounding(FILE, 0)), RAMP)


@pytest.mark.parametrize(
    ("sounding", "expected"),
    [
        (Sounding(FILE, 250), np.concatenate([np.zeros(4_000), RAMP[:12_000]])),
        (Sounding(FILE, 0, place_ms=250), np.concatenate([RAMP[4_000:], np.zeros(4_000)])),
        (Sounding(FILE, -500), np.concatenate([RAMP[8_000:], np.zeros(8_000)])),
        (Sounding(FILE, -500, loops=True), np.concatenate([RAMP[8_000:], RAMP[:8_000]])),
        (Sounding(FILE, 0, seconds=0.5), np.concatenate([RAMP[:8_000], np.zeros(8_000)])),
        (Sounding(FILE, 0, until_ms=125), np.concatenate([RAMP[:2_000], np.zeros(14_000)])),
        (Sounding(FILE, 0, speed=2.0), np.concatenate([RAMP[:15_999:2], np.zeros(8_000)])),
        (Sounding(FILE, 0, speed=0.5), np.repeat(RAMP[:8_000], 2)),
        (Sounding(FILE, 0, volume=50), RAMP // 2),
        (Sounding(b"no sound", 0), np.zeros(16_000)),
    ],
)
def test_where_one_is_in_it(sounding: Sounding, expected: np.ndarray) -> None:
    np.testing.assert_allclose(_heard(sounding), expected, atol=1)


def test_a_stretch_is_a_part_of_the_whole() -> None:
    for sounding in (Sounding("song", -777, speed=1.5), Sounding(tone(9, pitch=50, rate=300), -1), Sounding("ring", 5)):
        whole = _heard(sounding, 0, 3_000)
        np.testing.assert_array_equal(whole[16 * 900 : 16 * 2_100], _heard(sounding, 900, 2_100))


def test_sums_are_clipped_and_there_is_a_most() -> None:
    loud = sampled(np.full(16_000, 32_767, np.int16), 16_000)
    parts = [Part(Sounding(loud, 0, place_ms=n), FULL, 0, 500) for n in range(100)]
    assert mixed(parts, 0, 500).max() == 32_767
    quiet = [p._replace(gain=1) for p in parts]
    assert mixed(quiet, 0, 500).max() == 32_767 * 32 >> 10


def test_sounds_of_two_names_differ_and_never_change() -> None:
    one, other = _heard(Sounding("one", 0)), _heard(Sounding("other", 0))
    assert not np.array_equal(one, other)
    for name in ("chime", "alarm", "ring", "ringback"):
        assert _heard(Sounding(name, 0)).any()
    assert (
        hashlib.sha256(one.tobytes()).hexdigest() == "fcc84f801bc63fe79117c93a519ab9917e1a2a69e0b311ac230ae5c2616f4cfc"
    )


def test_a_sound_that_ships_is_heard_as_it_is() -> None:
    name = names()[0]
    samples = load(name)
    heard = _heard(Sounding(name, 0), 0, len(samples) // 16 + 100)
    np.testing.assert_array_equal(heard[: len(samples)], samples)
    assert not heard[len(samples) :].any()


@pytest.mark.parametrize(("width", "scale"), [(1, 256), (2, 1), (3, 1), (4, 1)])
def test_every_width_and_many_channels(width: int, scale: int) -> None:
    import io
    import wave

    values = np.array([[-32_768, -32_768], [0, 0], [256, 512], [32_512, 32_512]], np.int64)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(width)
        file.setframerate(44_100)
        if width == 1:
            file.writeframes(((values >> 8) + 128).astype(np.uint8).tobytes())
        else:
            wide = (values << 8 * (width - 2)).astype("<i8").view(np.uint8).reshape(4, 2, 8)[:, :, :width]
            file.writeframes(np.ascontiguousarray(wide).tobytes())
    rate, samples = samples_of(out.getvalue())
    assert rate == 44_100
    np.testing.assert_allclose(samples, [-32_768, 0, 384, 32_512], atol=scale)


@pytest.mark.parametrize("content", [b"", b"RIFF", FILE[:30], FILE[:44], b"\0" * 1_000, FILE[:20] + b"\xff" * 60])
def test_what_is_no_sound_is_empty(content: bytes) -> None:
    assert len(samples_of(content)[1]) == 0


def test_half_a_file_is_half_a_sound() -> None:
    assert len(samples_of(FILE[: 44 + 16_001])[1]) == 8_000


@pytest.mark.parametrize("rate", [1, 8_000, 11_025, 48_000])
def test_another_rate_has_the_same_length(rate: int) -> None:
    samples = np.full(3 * rate, 100, np.int16)
    assert resampled(samples, rate, 16_000).tolist() == [100] * 48_000
