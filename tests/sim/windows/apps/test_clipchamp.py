"""Clipchamp, used as a person does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.actions import Drag, Wait
from omnigym.devices.protocol import ClipboardContent
from omnigym.documents.sound import tone
from omnigym.documents.video import Video, read_video
from omnigym.pictures import alike, draw_scene, fitted, read_picture, scene_file
from omnigym.tasks.file_generation import file_of

FERRY = "C:/Users/user/Videos/ferry.avi"


@pytest.fixture
def cutting(hands: Any) -> Any:
    """A new film of three pictures, five seconds each."""
    hands.device.write_file("Videos/ferry.avi", file_of("ferry.avi", "harbour,city,beach"))
    hands.open("clipchamp")
    hands.press("n", "ctrl")
    take(hands, "Videos\\ferry.avi")
    return hands


def take(hands: Any, path: str) -> None:
    hands.press("i", "ctrl")
    hands.type(f"C:\\Users\\user\\{path}\n")
    hands.click("clipchamp.add")


def project(hands: Any) -> dict[str, Any]:
    row = hands.device.query_content("content://clipchamp/projects")[-1]
    return {**row, "clips": json.loads(row["clips"]), "media": json.loads(row["media"])}


def spans(hands: Any) -> list[tuple[int, int]]:
    return sorted([(c["at"], c["length"]) for c in project(hands)["clips"] if c["kind"] in ("video", "image")])


def saved(hands: Any, name: str) -> Video:
    hands.press("e", "ctrl")
    hands.press("a", "ctrl")
    hands.type(f"C:\\Users\\user\\Videos\\{name}\n")
    return read_video(hands.device.read_file(f"Videos/{name}"))


def shows(frame: bytes, scene: str) -> bool:
    picture = read_picture(frame)
    return picture is not None and alike(picture, fitted(draw_scene(scene), picture.size))


def go(hands: Any, second: int) -> None:
    hands.press("home")
    for _ in range(second):
        hands.press("right")


def test_what_is_cut_is_saved_as_a_video_that_media_player_plays(cutting: Any) -> None:
    go(cutting, 5)
    cutting.press("s")
    go(cutting, 10)
    cutting.press("s")
    cutting.click("clipchamp.clip.2", "clipchamp.delete")
    assert spans(cutting) == [(0, 5000), (10_000, 5000)], "it leaves a gap"
    cutting.click("clipchamp.gap.picture.5000")
    assert spans(cutting) == [(0, 5000), (5000, 5000)]
    video = saved(cutting, "short.avi")
    assert (video.seconds, video.size, video.sound) == (10, (1080, 720), b"")
    assert [shows(video.at(ms), scene) for ms, scene in ((0, "harbour"), (4999, "harbour"), (5000, "beach"))] == [
        True
    ] * 3
    assert cutting.node("clipchamp.saved").name == "short.avi was saved."
    cutting.click("clipchamp.watch")
    assert cutting.node("media.title").name == "short"
    assert cutting.device.query_content("content://media/player")[0]["path"] == "Videos/short.avi"


def test_clips_are_dragged_as_a_whole_and_by_their_ends(cutting: Any) -> None:
    def drag(key: str, share: float, by: int) -> None:
        x, y, w, h = cutting.node(key).bounds
        width, height = cutting.device.size
        at = x + min(max(share * w, 2), w - 3)
        cutting.device.act(Drag((at / width, (y + h / 2) / height), ((at + by) / width, (y + h / 2) / height)))

    second = cutting.node("clipchamp.clip.1").bounds[2] / 15
    drag("clipchamp.clip.1", 1.0, round(-4 * second))
    assert spans(cutting) == [(0, 11_000)]
    drag("clipchamp.clip.1", 0.0, round(3 * second))
    assert spans(cutting) == [(3000, 8000)]
    drag("clipchamp.clip.1", 0.5, round(2 * second))
    assert spans(cutting) == [(5000, 8000)]
    for _ in range(3):
        cutting.press("z", "ctrl")
    assert spans(cutting) == [(0, 15_000)]
    cutting.click("clipchamp.redo")
    assert spans(cutting) == [(0, 11_000)]


def test_it_plays_in_virtual_time_up_to_its_end(cutting: Any) -> None:
    go(cutting, 0)
    cutting.press("space")
    cutting.device.act(Wait(6))
    assert cutting.node("clipchamp.time").name.startswith("0:06")
    assert cutting.node("clipchamp.preview").name == "Preview at 0:06"
    cutting.device.act(Wait(30))
    assert cutting.node("clipchamp.time").name == "0:15 / 0:15"
    assert cutting.node("clipchamp.toggle").name == "Play"


def test_titles_fades_and_sounds_are_in_the_video(cutting: Any) -> None:
    cutting.device.write_file("Music/beep.wav", tone(4))
    go(cutting, 0)
    cutting.click("clipchamp.page.text", "clipchamp.title.headline")
    cutting.type("At sea")
    assert project(cutting)["clips"][-1]["source"] == "At sea"
    cutting.click("clipchamp.clip.1", button="right")
    cutting.click("clipchamp.menu.fade_out")
    cutting.click("clipchamp.page.media")
    take(cutting, "Music\\beep.wav")
    video = saved(cutting, "all.avi")
    assert not shows(video.frames[-1], "beach")
    assert shows(video.at(12_000), "beach")
    assert video.at(2900) != video.at(3000) == video.at(4999), "the title lasts three seconds"
    assert len(video.sound) == 44 + 8000 * 15
    cutting.click("clipchamp.clip.3", "clipchamp.sound")
    cutting.press("e", "ctrl")
    cutting.type("C:\\Users\\user\\Videos\\mute.avi\n")
    assert set(read_video(cutting.device.read_file("Videos/mute.avi")).sound[44:]) <= {128}


def test_pictures_files_of_the_clipboard_and_what_is_dropped_are_media(cutting: Any) -> None:
    cutting.device.write_file("Pictures/a.png", scene_file("city", "a.png"))
    cutting.open("file_manager")
    cutting.press("l", "ctrl")
    cutting.type("C:\\Users\\user\\Pictures\n")
    cutting.click("explorer.items.a.png")
    cutting.press("c", "ctrl")
    copied = cutting.device.clipboard()
    cutting.open("clipchamp")
    cutting.device.set_clipboard(ClipboardContent(text="words"))
    cutting.press("v", "ctrl")
    assert cutting.node("message.text").name.startswith("Nothing was pasted.")
    cutting.press("enter")
    cutting.device.set_clipboard(copied)
    cutting.press("v", "ctrl")
    assert project(cutting)["media"][-1] == "C:/Users/user/Pictures/a.png"
    cutting.drag("clipchamp.media.C:/Users/user/Pictures/a.png", "clipchamp.track.sound")
    assert spans(cutting) == [(0, 15_000), (15_000, 3000)]
    cutting.click("clipchamp.clip.2", button="right")
    cutting.click("clipchamp.menu.earlier")
    assert spans(cutting) == [(0, 3000), (3000, 15_000)]


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (lambda d: d.write_file("Videos/bad.avi", b"RIFF no video"), "We couldn't import bad.avi."),
        (lambda d: d.write_file("Videos/bad.avi", b""), "We couldn't import bad.avi."),
    ],
)
def test_what_is_no_video_is_not_taken(cutting: Any, before: Any, says: str) -> None:
    before(cutting.device)
    cutting.press("i", "ctrl")
    cutting.type("C:\\Users\\user\\Videos\\bad.avi\n")
    assert cutting.node("message.text").name.startswith(says)
    cutting.press("enter")
    assert project(cutting)["media"] == [FERRY]


def test_a_source_that_is_gone_is_told_before_anything_is_saved(cutting: Any) -> None:
    cutting.device.write_file("Videos/ferry.avi", b"another one")
    cutting.press("e", "ctrl")
    assert cutting.node("message.text").name.startswith("ferry.avi can't be found.")
    cutting.press("enter")
    assert cutting.node("clipchamp.preview").name == "Preview at 0:00", "the rest of the window is still there"


def test_projects_outlast_the_window(cutting: Any) -> None:
    cutting.click("clipchamp.name")
    cutting.press("a", "ctrl")
    cutting.type("Up and down/2")
    cutting.click("window.close")
    cutting.open("clipchamp")
    number = project(cutting)["id"]
    cutting.click(f"clipchamp.project.{number}")
    assert cutting.node("clipchamp.name").value == "Up and down/2"
    cutting.press("e", "ctrl")
    assert cutting.node("file_dialog.name").value == "video.avi", "a file cannot be called so"
    cutting.press("escape")
    cutting.click("clipchamp.home")
    cutting.click(f"clipchamp.project.{number}", button="right")
    cutting.click("clipchamp.project.menu.delete_project", "message.delete")
    assert [row["name"] for row in cutting.device.query_content("content://clipchamp/projects")] == [
        "Canal teaser",
        "Balloons, short",
    ]


def test_a_video_is_opened_with_it(cutting: Any) -> None:
    cutting.click("window.close")
    cutting.device.launch("clipchamp", FERRY)
    assert spans(cutting) == [(0, 15_000)]
    cutting.device.launch("clipchamp", "C:/Users/user/Documents/shopping list.txt")
    assert "We couldn't import" in cutting.node("message.text").name
