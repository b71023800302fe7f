"""Media Player, used as a person does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from omnigym.actions import Wait
from omnigym.documents.m3u import read_m3u
from omnigym.errors import ConfigError
from omnigym.pictures import alike, draw_scene, read_picture

MUSIC = "C:/Users/user/Music"
TIDE, FIRE = f"{MUSIC}/Blue Harbour/Low Tide.wav", f"{MUSIC}/The Lanterns/Campfire.wav"
CANAL = "C:\\Users\\user\\Videos\\Canal trip.avi"


@pytest.fixture
def media(hands: Any) -> Any:
    hands.open("media_player")
    return hands


def row(hands: Any) -> dict[str, str]:
    return dict(hands.device.query_content("content://media/player")[0])


def listed(hands: Any, name: str) -> list[str]:
    found = read_m3u(hands.device.read_file(f"Music/Playlists/{name}.m3u"), f"{MUSIC}/Playlists")
    return [path.rpartition("/")[2] for path in found]


def test_a_song_plays_in_virtual_time_and_the_next_one_follows(media: Any) -> None:
    media.click(f"media.tracks.{FIRE}", count=2)
    media.device.act(Wait(170))
    assert row(media)["path"] == "Music/The Lanterns/Campfire.wav"
    media.device.act(Wait(10))  # 175 seconds, and it is over
    assert row(media)["path"] == "Music/Mara Vale/Golden Hour.wav"
    media.click("media.speed", "media.speed.2")
    before = media.node("media.place").name
    media.device.act(Wait(10))
    assert int(media.node("media.place").name[-2:]) - int(before[-2:]) == 20
    media.click("media.toggle")
    shown = media.node("media.place").name
    media.device.act(Wait(60))
    assert media.node("media.place").name == shown
    media.click("media.previous")
    assert row(media)["position_ms"] == "0", "from its beginning first"


def test_playlists_are_files(media: Any) -> None:
    media.click(f"media.tracks.{TIDE}", "media.add_to", "media.to.new")
    media.press("a", "ctrl")
    media.type("Rain\n")
    media.click(f"media.tracks.{FIRE}", "media.add_to", "media.to.Rain")
    media.click("media.add_to", "media.to.Rain")  # it is on it already
    assert listed(media, "Rain") == ["Low Tide.wav", "Campfire.wav"]
    media.click("media.place.playlists", "media.new_list")
    media.press("a", "ctrl")
    media.type("rain\n")
    assert "already exists" in media.node("message.text").name
    media.press("enter")
    media.click("media.list.Rain", f"media.tracks.{TIDE}", "media.remove")
    assert listed(media, "Rain") == ["Campfire.wav"]
    media.press("f2")
    media.press("a", "ctrl")
    media.type("Storm\n")
    assert listed(media, "Storm") == ["Campfire.wav"]
    media.click("media.play_list")
    assert row(media)["queue"] == '["Music/The Lanterns/Campfire.wav"]'
    media.click("media.delete_list", "message.delete")
    assert media.names("Music/Playlists") == []


def test_the_queue(media: Any) -> None:
    media.click(f"media.tracks.{FIRE}", "media.enqueue", f"media.tracks.{TIDE}", "media.next_up")
    assert row(media)["queue"] == '["Music/The Lanterns/Campfire.wav", "Music/Blue Harbour/Low Tide.wav"]'
    media.click("media.place.queue", "media.next")
    assert row(media)["path"] == "Music/Blue Harbour/Low Tide.wav"
    media.click(f"media.tracks.{FIRE}", button="right")
    media.click("media.menu.drop")
    assert row(media)["queue"] == '["Music/Blue Harbour/Low Tide.wav"]'


def test_the_picture_of_a_video_is_kept(media: Any) -> None:
    media.device.launch("media_player", CANAL)
    media.click("media.toggle")
    media.click("media.seek")  # half of 24 seconds: the third of four pictures begins there
    media.press("s", "ctrl", "shift")
    media.type("beach.png\n")
    kept = read_picture(media.device.read_file("Pictures/beach.png"))
    assert kept is not None
    assert alike(kept, draw_scene("beach"))


def test_a_queue_is_in_order_again_and_silent_when_the_window_is_closed(media: Any) -> None:
    media.click(f"media.tracks.{FIRE}", count=2)
    before = row(media)["queue"]
    media.click("media.shuffle")
    assert row(media)["queue"] != before
    media.click("media.shuffle")
    assert row(media)["queue"] == before
    media.press("f4", "alt")
    assert row(media)["playing"] == "0"


def test_a_full_disk_is_said_to_be_and_nothing_is_lost(media: Any) -> None:
    media.device.launch("media_player", CANAL)
    media.click("media.toggle")
    for n in range(12):
        with suppress(ConfigError):
            media.device.write_file(f"Documents/{n}.bin", bytes((128 << 20) >> n))
    before = media.names("Pictures")
    media.press("s", "ctrl", "shift")
    media.type("canal.jpg\n")
    assert "not enough space" in media.node("message.text").name
    assert media.names("Pictures") == before


@pytest.mark.parametrize("content", [b"RIFF", b"", b"no sound at all"])
def test_what_is_damaged_is_said_to_be_and_nothing_is_lost(media: Any, content: bytes) -> None:
    media.device.write_file("Downloads/broken.wav", content)
    media.device.launch("media_player", "C:\\Users\\user\\Downloads\\broken.wav")
    assert "0xC00D36C4" in media.node("message.text").name
    assert media.device.read_file("Downloads/broken.wav") == content
    assert row(media)["path"] == ""
