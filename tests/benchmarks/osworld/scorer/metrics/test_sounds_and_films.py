"""Metrics of sounds and films: each passes on what is right and fails on near misses."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import av
import numpy as np
import pytest
from mutagen.easyid3 import EasyID3
from numpy.typing import NDArray

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import TaskFileError, TooLargeError, UnreadableError

_RATE = 16_000


def sound(samples: NDArray[Any], codec: str = "pcm_s16le", container: str = "wav") -> File:
    """A file with a sound of one channel."""
    out = io.BytesIO()
    with av.open(out, "w", format=container) as file:
        stream = file.add_stream(codec, rate=_RATE, layout="mono")
        frame = av.AudioFrame.from_ndarray((samples * 32767).astype(np.int16)[None], format="s16", layout="mono")
        frame.sample_rate, frame.pts = _RATE, 0
        fifo = av.AudioFifo()
        for piece in av.AudioResampler(format=stream.format, layout="mono", rate=_RATE).resample(frame):
            fifo.write(piece)
        while (piece := fifo.read(stream.frame_size or 1024, partial=True)) is not None:
            file.mux(stream.encode(piece))
        file.mux(stream.encode(None))
    return File(f"a.{container}", out.getvalue())


@lru_cache(maxsize=8)
def melody(seed: int = 0, notes: int = 8) -> NDArray[Any]:
    """A tone with overtones, another one every sixteenth of a second."""
    rng = np.random.default_rng(seed)
    at = np.arange(_RATE // 16) / _RATE
    pitches = rng.uniform(150, 900, notes)
    return np.concatenate([sum(np.sin(2 * np.pi * p * h * at) / h for h in range(1, 6)) * 0.15 for p in pitches])


def tone(pitch: float, seconds: float = 0.5) -> NDArray[Any]:
    return 0.3 * np.sin(2 * np.pi * pitch * np.arange(int(seconds * _RATE)) / _RATE)


def film(
    seed: int = 0,
    count: int = 10,
    size: tuple[int, int] = (64, 48),
    tint: int = 0,
    codec: str = "mpeg4",
    rate: int = 10,
) -> File:
    """A film of a box that moves over a picture."""
    rng = np.random.default_rng(seed)
    ground = np.kron(rng.integers(30, 170, (6, 8, 3)), np.ones((size[1] // 6, size[0] // 8, 1))).astype(np.int16)
    out = io.BytesIO()
    with av.open(out, "w", format="avi") as file:
        stream = file.add_stream(codec, rate=rate)
        stream.width, stream.height, stream.pix_fmt = *size, "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.bit_rate = 800_000
        for n in range(count):
            pixels = ground.copy()
            x = size[0] * n // 16
            pixels[size[1] // 4 : size[1] // 2, x : x + size[0] // 4] = 220
            pixels[..., 2] += tint
            frame = av.VideoFrame.from_ndarray(np.clip(pixels, 0, 255).astype(np.uint8), format="rgb24")
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return File("a.avi", out.getvalue())


MELODY, FILM = sound(melody()), film()
#: A metric, what passes it, and near misses.
CASES: list[tuple[str, list[list[Any]], list[list[Any]]]] = [
    (
        "compare_audios",
        [
            [MELODY, MELODY],
            [sound(melody(), "libmp3lame", "mp3"), MELODY],
            [sound(melody(), "flac", "flac"), MELODY],
            [sound(0.3 * melody()), MELODY],
            [sound(tone(440)), sound(tone(440))],
        ],
        [
            [sound(melody(1)), MELODY],
            [sound(melody()[::-1].copy()), MELODY],
            [sound(melody()[: _RATE // 8]), MELODY],
            [sound(np.zeros(_RATE // 2)), MELODY],
            [sound(tone(494)), sound(tone(440))],
            [sound(np.concatenate([melody(), melody(1)])), MELODY],
        ],
    ),
    (
        "compare_videos",
        [[FILM, FILM], [film(codec="mjpeg"), FILM], [film(size=(128, 96)), FILM]],
        [
            [film(1), FILM],
            [film(count=9), FILM],
            [film(tint=70), FILM],
            [film(rate=20), FILM],
            [film(size=(48, 64)), FILM],
        ],
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong"), CASES, ids=[c[0] for c in CASES])
def test_sounds_and_films(name: str, right: list[list[Any]], wrong: list[list[Any]]) -> None:
    assert [get_metric(name)(*files) for files in right] == [1] * len(right)
    assert max(get_metric(name)(*files) for files in wrong) < 0.93


def test_what_comes_after_the_frames_that_are_compared() -> None:
    compare = get_metric("compare_videos")
    assert compare(FILM, FILM, max_frames_to_check=5) == 1
    assert compare(film(count=40), film(count=12), max_frames_to_check=5) == 0
    assert compare(film(1), FILM, threshold=64) == 0
    with pytest.raises(TooLargeError, match="frames"):
        compare(FILM, FILM, max_frames_to_check=10**9)


@pytest.mark.parametrize(
    ("name", "file", "says"),
    [
        ("compare_audios", FILM, "without one"),
        ("compare_videos", MELODY, "without pictures"),
        ("compare_audios", sound(np.zeros(0)), "sound"),
        ("compare_audios", None, "got None"),
        # a list of addresses, which is what some formats are, is not opened
        ("compare_audios", File("a.m3u8", b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n"), "sound"),
        ("compare_videos", File("a.txt", b"ffconcat version 1.0\nfile /etc/hostname\n"), "film"),
    ],
)
def test_what_is_no_sound_or_film(name: str, file: Any, says: str) -> None:
    with pytest.raises(UnreadableError, match=says):
        get_metric(name)(file, file)


def _tagged(**fields: str) -> File:
    out = io.BytesIO(sound(tone(440, 0.1), "libmp3lame", "mp3").content)
    tags = EasyID3()
    for name, value in fields.items():
        tags[name] = value
    tags.save(out, padding=lambda _: 0)
    return File("a.mp3", out.getvalue())


_RULES = {"title": {"method": "eq", "ref": "Song"}, "artist": {"method": "re.I", "ref": "^the band$"}}


@pytest.mark.parametrize(
    ("file", "score"),
    [
        (_tagged(title="Song", artist="The Band"), 1),
        (_tagged(title="Song", artist="The Band", album="x"), 1),
        (_tagged(title="song", artist="The Band"), 0),
        (_tagged(title="Song"), 0),
        (_tagged(title="Song", artist="The Bands"), 0),
        (sound(tone(440, 0.1), "libmp3lame", "mp3"), 0),
    ],
)
def test_fields_of_sounds(file: File, score: float) -> None:
    assert get_metric("check_mp3_meta")(file, _RULES) == score


@pytest.mark.parametrize(
    "rules", [{}, {"title": {"method": "eval", "ref": "1"}}, {"title": {"method": "re.X9", "ref": ""}}]
)
def test_rules_that_would_pass_anything_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(TaskFileError, match="got"):
        get_metric("check_mp3_meta")(_tagged(title="Song"), rules)
