"""Videos, tags and playlists as files."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.documents.m3u import read_m3u, write_m3u
from omnigym.documents.mixing import RATE, bytes_of, fade_samples, mix_sounds, samples_of
from omnigym.documents.sound import Tags, seconds_of, tags_of, tone
from omnigym.documents.video import read_video, seconds_of_video, write_video
from omnigym.errors import UnreadableError
from omnigym.pictures import scene_file

_FRAMES = [scene_file(scene, ".jpg") for scene in ("harbour", "city", "beach")]


def test_a_video_is_read_as_it_was_written_also_by_others(tmp_path: object) -> None:
    content = write_video(_FRAMES, 4000, (960, 640))
    video = read_video(content)
    assert (video.seconds, video.size, video.frames) == (12, (960, 640), tuple(_FRAMES))
    assert [_FRAMES.index(video.at(ms)) for ms in (0, 3999, 4000, 11_999, 99_000)] == [0, 0, 1, 2, 2]
    av = pytest.importorskip("av")
    file = tmp_path / "a.avi"  # type: ignore[operator]
    file.write_bytes(content)
    with av.open(str(file)) as container:
        assert [float(f.pts * f.time_base) for f in container.decode(video=0)] == [0.0, 4.0, 8.0]


@pytest.mark.parametrize("content", [b"", b"RIFF....AVI ", write_video(_FRAMES[:1], 1000, (960, 640))[:300]])
def test_what_is_no_video_has_no_length(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_video(content)
    assert seconds_of_video(content) == 0


def test_tags_of_a_sound() -> None:
    content = tone(2, tags=Tags("Low Tide", "Blue Harbour"))
    assert tags_of(content) == Tags("Low Tide", "Blue Harbour", "")
    assert seconds_of(content) == 2
    assert tags_of(tone(2)) == tags_of(content[:40]) == tags_of(b"no sound") == Tags()


def test_a_playlist_tells_its_tracks_from_its_folder() -> None:
    folder, paths = "C:/Users/user/Music/Playlists", ("C:/Users/user/Music/a b.wav", "D:/ü.avi")
    text = write_m3u(paths, folder)
    assert text.splitlines() == ["#EXTM3U", "..\\a b.wav", "D:\\ü.avi"]
    assert read_m3u(text.encode(), folder) == paths
    assert read_m3u(b"\xff\xfe\x00# no\n\n", folder)


def test_a_frame_that_repeats_the_one_before_it_costs_nothing(tmp_path: object) -> None:
    frames, sound = [_FRAMES[0]] * 8 + [_FRAMES[1]] * 4, tone(2)
    content = write_video(frames, 250, (960, 640), sound)
    assert len(content) < len(_FRAMES[0]) + len(_FRAMES[1]) + 2 * 8000 + 2000
    video = read_video(content)
    assert (video.frames, video.seconds) == (tuple(frames), 3)
    assert (samples_of(video.sound) == samples_of(sound)).all()
    av = pytest.importorskip("av")
    file = tmp_path / "a.avi"  # type: ignore[operator]
    file.write_bytes(content)
    with av.open(str(file)) as container:
        assert [float(f.pts * f.time_base) for f in container.decode(video=0)] == [0.0, 2.0]
    with av.open(str(file)) as container:
        assert sum(part.samples for part in container.decode(audio=0)) == 16_000


@pytest.mark.parametrize("rate", [1000, 8000, 11_025, 44_100])
def test_a_sound_is_as_long_at_any_rate(rate: int) -> None:
    samples = samples_of(tone(2, rate=rate))
    assert len(samples) == 2 * RATE
    assert 55 <= abs(samples).max() <= 60


def test_what_is_no_sound_has_no_samples() -> None:
    assert len(samples_of(b"RIFF")) == len(samples_of(tone(1)[:30])) == 0
    assert bytes_of(b"") == b""


def test_sounds_are_laid_over_each_other_and_faded() -> None:
    loud = np.full(RATE, 100, np.int16)
    whole = mix_sounds(2 * RATE, [(0, loud), (RATE // 2, loud), (2 * RATE - 10, loud)])
    assert [int(whole[at]) for at in (0, RATE // 2, RATE, 2 * RATE - 1)] == [100, 127, 100, 100]
    soft = fade_samples(loud, RATE // 2, 100)
    assert [int(soft[at]) for at in (0, RATE // 4, RATE // 2, RATE - 1)] == [0, 50, 100, 1]
