"""The media player: what it plays, and what it keeps in files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.actions import Click, Wait

FOLDER = "/data/data/com.google.android.apps.youtube.music"
CAMPFIRE, LIGHTS = "Music/The Lanterns - Campfire.wav", "Music/Aurora Lane - City Lights.wav"


def _rows(phone: Any, name: str) -> Any:
    return json.loads(phone.device.read_file(f"{FOLDER}/{name}.json"))["rows"]


def _player(phone: Any) -> Any:
    return _rows(phone, "player")[0]


def test_a_song_plays_on_while_others_are_in_front_and_the_next_one_follows(phone: Any) -> None:
    phone.open("music")
    phone.tap(f"music.track.{CAMPFIRE}")
    phone.press("home")
    phone.device.act(Wait(180.0))
    assert _player(phone)["path"] == f"/sdcard/{LIGHTS}" and _player(phone)["playing"]
    phone.open("music")
    assert phone.node("music.title").name == "City Lights"


def test_pause_seek_and_speed(phone: Any) -> None:
    phone.open("music")
    phone.tap(f"music.track.{CAMPFIRE}", "music.play")
    slider = phone.node("music.seek").bounds
    (w, h) = phone.device.size
    phone.device.act(Click(((slider[0] + slider[2] / 2) / w, (slider[1] + slider[3] / 2) / h)))
    assert 84_000 <= _player(phone)["position_ms"] <= 91_000
    phone.tap("music.replay", "music.ahead", "music.speed", "choose.2", "music.play")
    phone.device.act(Wait(10.0))
    phone.tap("music.play")
    player = _player(phone)
    assert not player["playing"] and 125_000 <= player["position_ms"] <= 134_000, "10 seconds at twice the speed"
    assert player["speed"] == 2.0


def test_previous_begins_anew_first(phone: Any) -> None:
    phone.open("music")
    phone.tap(f"music.track.{LIGHTS}")
    phone.device.act(Wait(20.0))
    phone.tap("music.previous")
    assert _player(phone)["path"] == f"/sdcard/{LIGHTS}" and _player(phone)["position_ms"] == 0
    phone.tap("music.previous")
    assert _player(phone)["path"] == f"/sdcard/{CAMPFIRE}"


@pytest.mark.parametrize(("touches", "plays", "path"), [(0, False, CAMPFIRE), (1, True, CAMPFIRE), (2, True, CAMPFIRE)])
def test_at_the_end_repeating_decides(phone: Any, touches: int, plays: bool, path: str) -> None:
    phone.open("files")
    phone.tap("files.category.audio", f"files.entry.{CAMPFIRE}")  # a queue of one
    phone.tap(*["music.repeat"] * touches)
    phone.device.act(Wait(200.0))
    assert (_player(phone)["playing"], _player(phone)["path"]) == (plays, f"/sdcard/{path}")


def test_playlists(phone: Any) -> None:
    phone.open("music")
    phone.hold(f"music.track.{CAMPFIRE}")
    phone.tap("music.menu.add", "choose.new")
    phone.type("Fire")
    phone.press("enter")
    phone.hold(f"music.track.{LIGHTS}")
    phone.tap("music.menu.add", "choose.1", "music.tab.playlists", "music.playlist.1")
    assert _rows(phone, "playlists") == [
        {"id": 1, "name": "Fire", "tracks": [f"/sdcard/{CAMPFIRE}", f"/sdcard/{LIGHTS}"]}
    ]
    phone.tap(f"music.more.{CAMPFIRE}", "music.menu.remove", "music.play_all")
    assert _player(phone)["queue"] == [f"/sdcard/{LIGHTS}"]
    phone.press("back")
    phone.tap("music.playlist_more", "music.menu.delete", "ask.yes")
    assert _rows(phone, "playlists") == [] and phone.find("music.playlist.liked") is not None


def test_a_song_whose_file_goes_is_not_played(phone: Any) -> None:
    phone.open("music")
    phone.tap(f"music.track.{CAMPFIRE}")
    phone.open("files")
    phone.tap("files.category.audio", f"files.more.{CAMPFIRE}", "files.menu.delete", "ask.yes")
    phone.device.act(Wait(3.0))
    assert not _player(phone)["playing"]
    phone.open("music")
    assert phone.find("music.tabs") is not None


@pytest.mark.parametrize("content", [b"", b"{", b'{"rows": [{"id": 1, "path": 3, "speed": "x"}]}'])
def test_a_bad_file_is_passed_over(phone: Any, content: bytes) -> None:
    phone.device.write_file(f"{FOLDER}/player.json", content)
    phone.open("music")
    phone.tap(f"music.track.{CAMPFIRE}")
    assert _player(phone)["playing"]


def test_sounds_are_in_the_provider(phone: Any) -> None:
    rows = {r["title"]: r for r in phone.rows("content://media/external/audio/media")}
    assert rows["Golden Hour"]["artist"] == "Mara Vale" and rows["Golden Hour"]["duration"] == "212000"
    assert rows["Bread at Home"]["is_podcast"] == "1"
