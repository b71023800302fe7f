"""Checks of photos that were taken and of where the media player stands."""

from __future__ import annotations

import json

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks.phone_media import photos_taken, player_paused_at
from omnigym.evaluation.probe import Probe
from omnigym.pictures import scene_file

PLAYER = "/data/data/com.google.android.apps.youtube.music/player.json"


@pytest.fixture
def phone() -> SimDevice:
    return SimDevice((270, 600), platform="android", scale=0.75)


def test_photos_count_by_name_and_width(phone: SimDevice) -> None:
    phone.write_file("DCIM/Camera/new_1.jpg", scene_file("beach", "a.jpg"))
    phone.write_file("DCIM/Camera/new_2.jpg", b"no picture")
    probe = Probe(phone)
    assert photos_taken(probe, pattern="new_*", width=960)
    assert not photos_taken(probe, pattern="new_*", width=480)
    assert not photos_taken(probe, least=2, pattern="new_*"), "one of them is no picture"
    assert not photos_taken(probe, folder="Nowhere")


def test_photos_that_were_there_do_not_count(phone: SimDevice) -> None:
    phone.write_file("DCIM/Camera/new_1.jpg", scene_file("beach", "a.jpg"))
    probe = Probe(phone)
    probe.begin((phone.user_data(),), phone.user_data())
    assert not photos_taken(probe, pattern="new_*")
    phone.write_file("DCIM/Camera/new_2.jpg", scene_file("beach", "a.jpg"))
    probe.refresh(None)
    assert photos_taken(probe, pattern="new_*")


@pytest.mark.parametrize(
    ("player", "holds"),
    [
        ({"path": "/sdcard/Music/a.wav", "playing": False, "position_ms": 63_000}, True),
        ({"path": "/sdcard/Music/a.wav", "playing": True, "position_ms": 60_000}, False),
        ({"path": "/sdcard/Music/b.wav", "playing": False, "position_ms": 60_000}, False),
        ({"path": "/sdcard/Music/a.wav", "playing": False, "position_ms": 80_000}, False),
        ({"path": "/sdcard/Music/a.wav"}, False),
    ],
)
def test_where_the_player_stands(phone: SimDevice, player: dict[str, object], holds: bool) -> None:
    phone.write_file(PLAYER, json.dumps({"rows": [player]}).encode())
    assert bool(player_paused_at(Probe(phone), "Music/a.wav", 60)) is holds


@pytest.mark.parametrize("content", [b"{", b'{"rows": []}', b"[1]"])
def test_a_player_that_cannot_be_read_stands_nowhere(phone: SimDevice, content: bytes) -> None:
    phone.write_file(PLAYER, content)
    assert not player_paused_at(Probe(phone), "Music/a.wav", 60)
