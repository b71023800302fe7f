"""HandBrake, used as a person does: videos are opened, changed, queued and encoded to MP4 files that others read."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Wait
from omnigym.documents.mp4 import write_mp4
from omnigym.documents.sound import tone
from omnigym.documents.video import read_video, write_video
from omnigym.errors import UnreadableError
from omnigym.pictures import read_picture, scene_file

_FRAMES = [scene_file(scene, ".jpg") for scene in ("harbour", "city", "beach")]
_VIDEO = write_video(_FRAMES, 5000, (960, 640), tone(15))


@pytest.fixture
def handbrake(hands: Any) -> Any:
    hands.device.write_file("Videos/boat.avi", _VIDEO)
    hands.device.write_file("Videos/broken.avi", _VIDEO[:500])
    hands.open("handbrake")
    return hands


def opened(hands: Any, path: str) -> None:
    hands.click("handbrake.open_source")
    hands.type(f"C:\\Users\\user\\{path}\n")


def encoded(hands: Any) -> None:
    hands.click("handbrake.start")
    hands.device.act(Wait(4.0))


def test_a_video_becomes_an_mp4_file_that_others_play(handbrake: Any) -> None:
    opened(handbrake, "Videos\\boat.avi")
    encoded(handbrake)
    content = handbrake.device.read_file("Videos/boat.mp4")
    assert read_video(content) == read_video(_VIDEO)
    av = pytest.importorskip("av")
    with av.open(io.BytesIO(content)) as file:
        assert [float(f.pts * f.time_base) for f in file.decode(video=0)] == [0.0, 5.0, 10.0]
    with av.open(io.BytesIO(content)) as file:
        assert sum(part.samples for part in file.decode(audio=0)) == 15 * 8000


def test_range_size_filters_and_sound(handbrake: Any) -> None:
    opened(handbrake, "Videos\\boat.avi")
    for key, typed in (("begin", "3"), ("end", "7")):
        handbrake.click(f"handbrake.{key}")
        handbrake.type(typed)
    handbrake.click("handbrake.page.Dimensions", "handbrake.mirror", "handbrake.turns", "handbrake.turns.1")
    handbrake.click("handbrake.page.Filters", "handbrake.grey", "handbrake.page.Audio", "handbrake.sound")
    encoded(handbrake)
    video = read_video(handbrake.device.read_file("Videos/boat.mp4"))
    assert (video.seconds, video.frame_ms, video.size, video.sound) == (4, 1000, (480, 720), b"")
    picture = read_picture(video.at(0))
    assert picture is not None
    channels = np.asarray(picture.convert("RGB")).astype(int)
    assert np.ptp(channels, axis=2).max() < 12


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("begin", "12", "begin before it ends"),
        ("end", "99", "between 0 and 15 seconds"),
        ("end", "x", "between 0 and 15 seconds"),
        ("to", "C:\\nowhere\\a.mp4", "not valid"),
        ("to", "C:\\Users\\user\\Videos\\a?.mp4", "not valid"),
    ],
)
def test_settings_that_cannot_be_are_told_of(handbrake: Any, field: str, typed: str, said: str) -> None:
    opened(handbrake, "Videos\\boat.avi")
    if field == "begin":
        handbrake.click("handbrake.end")
        handbrake.type("10")
    handbrake.click(f"handbrake.{field}")
    handbrake.type(typed)
    handbrake.click("handbrake.start")
    assert any(said in node.name for node in handbrake.device.tree())
    handbrake.click("message.ok")
    assert "boat.mp4" not in handbrake.names("Videos")


@pytest.mark.parametrize("name", ["broken.avi", "..\\Documents\\notes.txt"])
def test_a_damaged_video_gets_a_message(handbrake: Any, name: str) -> None:
    opened(handbrake, f"Videos\\{name}")
    assert any("cannot be read" in node.name for node in handbrake.device.tree())
    handbrake.click("message.ok")
    assert handbrake.see("handbrake.title") is None


def test_a_queue_is_worked_through_and_a_lost_source_fails_alone(handbrake: Any) -> None:
    handbrake.device.write_file("Videos/city.avi", _VIDEO)
    for name in ("city", "boat"):
        opened(handbrake, f"Videos\\{name}.avi")
        handbrake.click("handbrake.add_to_queue")
    handbrake.click("handbrake.queue", "handbrake.job.2")
    handbrake.device.act(Wait(0.1))
    (job,) = [n for n in handbrake.device.tree() if n.key == "handbrake.job.1"]
    assert job.name == "city.mp4, waiting"
    handbrake.device.write_file("Videos/city.avi", b"gone")
    handbrake.click("handbrake.start")
    handbrake.device.act(Wait(2.5))
    handbrake.click("message.ok")
    handbrake.device.act(Wait(3.0))
    names = {n.key: n.name for n in handbrake.device.tree() if n.key.startswith("handbrake.job.")}
    assert (names["handbrake.job.1"], names["handbrake.job.2"]) == ("city.mp4, failed", "boat.mp4, done")
    assert "city.mp4" not in handbrake.names("Videos")


def test_closing_while_it_encodes_asks(handbrake: Any) -> None:
    opened(handbrake, "Videos\\boat.avi")
    handbrake.click("handbrake.start")
    handbrake.press("f4", "alt")
    handbrake.click("message.cancel", "handbrake.stop")
    handbrake.press("f4", "alt")
    assert "HandBrake" not in [w.title for w in handbrake.device.windows()]


def test_a_file_that_is_there_is_overwritten_only_after_a_yes(handbrake: Any) -> None:
    handbrake.device.write_file("Videos/boat.mp4", b"mine")
    opened(handbrake, "Videos\\boat.avi")
    encoded(handbrake)
    handbrake.click("message.no")
    assert handbrake.device.read_file("Videos/boat.mp4") == b"mine"
    encoded(handbrake)
    handbrake.click("message.yes", "handbrake.start")
    handbrake.device.act(Wait(4.0))
    assert read_video(handbrake.device.read_file("Videos/boat.mp4")).seconds == 15


def test_presets_are_kept_and_its_own_stay(handbrake: Any) -> None:
    opened(handbrake, "Videos\\boat.avi")
    handbrake.click("handbrake.preset.save_preset")
    handbrake.type("fast 1080P30\n")
    assert any("own presets" in node.name for node in handbrake.device.tree())
    handbrake.click("message.ok", "handbrake.preset.save_preset")
    handbrake.type("Mine\n")
    rows = handbrake.device.query_content("content://handbrake/presets")
    assert [row["name"] for row in rows if row["own"] == "1"] == ["Mine"]


def test_mp4_files_of_other_programs_and_damaged_ones(tmp_path: Any) -> None:
    content = write_mp4(_FRAMES[:2], 1000, (960, 640))
    for end in range(20, len(content), max(1, len(content) // 40)):
        with pytest.raises(UnreadableError):
            read_video(content[:end])
    av = pytest.importorskip("av")
    with av.open(str(tmp_path / "a.mp4"), "w") as out:
        stream = out.add_stream("mjpeg", rate=2)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuvj420p"
        for n in range(3):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 50 * n, np.uint8), format="rgb24")
            out.mux(stream.encode(frame))
        out.mux(stream.encode())
    video = read_video((tmp_path / "a.mp4").read_bytes())
    assert (video.size, video.frame_ms, len(video.frames)) == ((64, 48), 500, 3)
