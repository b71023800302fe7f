"""Checks of videos: what they show, are called and sound like, against videos that are nearly so."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.documents.mixing import RATE, mix_sounds, samples_of, wav_of
from omnigym.documents.sound import tone
from omnigym.documents.video import write_video
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.pictures import TITLES, add_title, dim_picture, draw_scene, scene_file, write_picture

_SIZE = (960, 640)
_PATH = "Videos/a.avi"
_SHOTS = "harbour 2, city 2"


def plain(*scenes: str) -> list[bytes]:
    """Two seconds of each scene."""
    return [scene_file(scene, ".jpg") for scene in scenes for _ in range(8)]


def drawn(scene: str, title: str = "", style: str = "plain", light: float = 1.0) -> bytes:
    return write_picture(add_title(dim_picture(draw_scene(scene).convert("RGB"), light), title, style), ".jpg")


def with_title(words: str, style: str = "plain", frames: int = 8) -> list[bytes]:
    return [drawn("harbour", words, style)] * frames + plain("harbour", "city")[frames:]


def fading(*lights: float) -> list[bytes]:
    return [drawn("harbour", light=light) for light in lights] + plain("harbour", "city")[len(lights) :]


def holds(frames: list[bytes], heard: bytes = b"", **args: Any) -> bool:
    device = FakeDevice()
    device.write_file(_PATH, write_video(frames, 250, _SIZE, heard))
    device.write_file("Music/a.wav", tone(3))
    return bool(get_check("film_shows").function(Probe(device), path=_PATH, **{"shots": _SHOTS, **args}))


_FILM = plain("harbour", "city")
_IN = fading(0.125, 0.375, 0.625, 0.875)


@pytest.mark.parametrize(
    ("frames", "args", "wanted"),
    [
        (_FILM, {}, True),
        (_FILM, {"shots": "harbour 4"}, False),
        (_FILM, {"shots": ""}, False),
        (_FILM, {"shots": "harbour two, city 2"}, False),
        (_FILM, {"shots": "atlantis 2, city 2"}, False),
        (_FILM, {"fade": "sideways"}, False),
        (_FILM, {"shots": "city 2, harbour 2"}, False),
        (_FILM, {"shots": "harbour 2, city 1"}, False),
        (_FILM[:-4], {}, False),
        (_FILM[:6] + _FILM[8:], {}, False),
        ([*_FILM[:9], drawn("harbour", light=0), *_FILM[10:]], {}, False),
        (with_title("Sails"), {}, False),
        (_FILM, {"title": "Sails"}, False),
        *[(with_title("The cat", style), {"title": "The cat"}, True) for style in TITLES],
        *[(with_title("The car", style), {"title": "The cat"}, False) for style in TITLES],
        (with_title("The cat", frames=3), {"title": "The cat"}, False),
        (_IN, {"fade": "in"}, True),
        (_IN, {}, False),
        (_IN, {"fade": "out"}, False),
        (_IN, {"fade": "both"}, False),
        (_FILM, {"fade": "in"}, False),
        (fading(0.7, 0.9), {"fade": "in"}, False),
        (fading(*[0.1] * 8), {"shots": "harbour 2, city 2", "fade": "out"}, False),
    ],
)
def test_what_a_video_shows(frames: list[bytes], args: dict[str, Any], wanted: bool) -> None:
    assert holds(frames, **args) is wanted


@pytest.mark.parametrize(
    ("heard", "asked", "wanted"),
    [
        (b"", "", True),
        (tone(3), "", False),
        (tone(3), "Music/a.wav", True),
        (tone(2), "Music/a.wav", False),
        (tone(3, pitch=300), "Music/a.wav", False),
        (wav_of(mix_sounds(4 * RATE, [(RATE, samples_of(tone(3)))])), "Music/a.wav", False),
        (tone(3), "Music/none.wav", False),
    ],
)
def test_what_is_heard(heard: bytes, asked: str, wanted: bool) -> None:
    assert holds(_FILM, heard, sound=asked) is wanted
