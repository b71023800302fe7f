"""Videos, tags and playlists as files."""

from __future__ import annotations

import pytest

from omnigym.documents.m3u import read_m3u, write_m3u
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
