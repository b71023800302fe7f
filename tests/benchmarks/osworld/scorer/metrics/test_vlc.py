"""Metrics of VLC's status and settings: each passes on what is right and fails on near misses."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.devices.x11.app import definitions
from omnigym.errors import TaskFileError, UnreadableError


def _status(state: str = "playing", **fields: str) -> File:
    said = "".join(f"<info name='{name}'>{value}</info>" for name, value in fields.items())
    xml = f"<root><state>{state}</state><information><category name='meta'>{said}</category></information></root>"
    return File("status.xml", f'<?xml version="1.0" encoding="utf-8"?>{xml}'.encode())


def _rc(*lines: str) -> File:
    return File("vlcrc", "\n".join(["# VLC media player", "[core]", *lines, ""]).encode())


_FOLDER = {"recording_file_path": "/home/user/Desktop"}
#: A metric, its rule, what passes it, and near misses.
CASES: list[tuple[str, dict[str, Any], list[Any], list[Any]]] = [
    (
        "is_vlc_playing",
        {"type": "file_name", "file_name": "song.mp3"},
        [_status(filename="song.mp3"), _status(uri="file:///home/user/song.mp3")],
        [
            _status("paused", filename="song.mp3"),
            _status(filename="mysong.mp3"),
            _status(filename="song.mp4"),
            _status(title="song.mp3"),
            _status(),
        ],
    ),
    (
        "is_vlc_playing",
        {"type": "url", "url": "http://127.0.0.1/a%20b.mp3"},
        [_status(url="http://127.0.0.1/a b.mp3"), _status(uri="http://127.0.0.1/a%20b.mp3/")],
        [
            _status("stopped", url="http://127.0.0.1/a b.mp3"),
            _status(url="http://127.0.0.1/b.mp3"),
            _status(filename="a b.mp3"),
        ],
    ),
    (
        "is_vlc_fullscreen",
        {"width": 1280, "height": 800},
        [{"width": 1280, "height": 800}],
        [{"width": 1280, "height": 799}, {"width": 1279, "height": 800}, {}],
    ),
    (
        "is_vlc_recordings_folder",
        _FOLDER,
        [_rc("input-record-path=/home/user/Desktop"), _rc("input-record-path=/home/user/Desktop/")],
        [
            _rc(),
            _rc("#input-record-path=/home/user/Desktop"),
            _rc("input-record-path=/home/user/Desktop", "input-record-path=/tmp"),
            _rc("my-input-record-path=/home/user/Desktop"),
        ],
    ),
    (
        "check_qt_bgcone",
        {"expected_qt_bgcone": 0},
        [_rc("qt-bgcone=0")],
        [_rc(), _rc("qt-bgcone=1"), _rc("#qt-bgcone=0"), _rc("qt-bgcone-expands=0")],
    ),
    (
        "check_qt_max_volume",
        {"expected_qt_max_volume": 200},
        [_rc("qt-max-volume=200")],
        [_rc(), _rc("qt-max-volume=125"), _rc("qt-max-volume=2000")],
    ),
    (
        "check_qt_max_volume",
        {"expected_qt_max_volume": "125"},
        [_rc(), _rc("qt-max-volume=125")],
        [_rc("qt-max-volume=12")] * 3,
    ),
    (
        "check_qt_minimal_view",
        {"expected_qt_minimal_view": True},
        [_rc("qt-minimal-view=1")],
        [_rc(), _rc("qt-minimal-view=0"), _rc("minimal-view=1")],
    ),
    (
        "check_qt_video_resize",
        {"expected_qt_video_resize": 0},
        [_rc("qt-video-autoresize=0")],
        [_rc(), _rc("qt-video-autoresize=1"), _rc("autoresize=0")],
    ),
    (
        "check_one_instance_when_started_from_file",
        {"expected_one_instance_when_started_from_file": 0},
        [_rc("one-instance-when-started-from-file=0")],
        [_rc(), _rc("one-instance=0"), _rc("#one-instance-when-started-from-file=0")],
    ),
    (
        "check_play_and_exit",
        {"expected_play_and_exit": 1},
        [_rc("play-and-exit=1")],
        [_rc(), _rc("play-and-stop=1"), _rc("play-and-exit=")],
    ),
    (
        "check_global_key_play_pause",
        {"expected_global_key_play_pause": 1},
        [_rc("global-key-play-pause=Media Play Pause")],
        [_rc(), _rc("global-key-play-pause="), _rc("key-play-pause=Space")],
    ),
    (
        "check_qt_slider_colours",
        {"type": "match", "expected_qt_slider_colours": "1;2;3"},
        [_rc("qt-slider-colours=1;2;3")],
        [_rc(), _rc("qt-slider-colours=1;2"), _rc("qt-slider-colours=1;2;3;4")],
    ),
    (
        "check_qt_slider_colours",
        {"type": "blackish"},
        [_rc("qt-slider-colours=" + ";".join(["99"] * 12))],
        [
            _rc(),
            _rc("qt-slider-colours="),
            _rc("qt-slider-colours=1;2"),
            _rc("qt-slider-colours=" + ";".join(["99"] * 11 + ["100"])),
            _rc("qt-slider-colours=" + ";".join(["-1"] * 12)),
        ],
    ),
]


@pytest.mark.parametrize(("name", "rule", "right", "wrong"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_vlc(name: str, rule: dict[str, Any], right: list[Any], wrong: list[Any]) -> None:
    assert [get_metric(name)(value, rule) for value in right] == [1] * len(right)
    assert [get_metric(name)(value, rule) for value in wrong] == [0] * len(wrong)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("is_vlc_playing", {"type": "title", "title": "x"}),
        ("is_vlc_playing", {"type": "file_name", "file_name": ""}),
        ("check_qt_slider_colours", {"type": "any"}),
    ],
)
def test_rules_that_would_pass_anything_are_refused(name: str, rule: dict[str, Any]) -> None:
    with pytest.raises(TaskFileError, match="got"):
        get_metric(name)(_status(), rule)


@pytest.mark.parametrize("content", [b"", b"<root>", b"<!DOCTYPE root><root/>", b"<a>" * 500])
def test_a_status_that_is_none(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        get_metric("is_vlc_playing")(File("status.xml", content), {"type": "url", "url": "x"})
    with pytest.raises(UnreadableError):
        get_metric("is_vlc_fullscreen")(None, {"width": 1, "height": 1})


@pytest.mark.parametrize(
    ("metric", "rule"),
    [
        ("check_qt_bgcone", {"expected_qt_bgcone": 0}),
        ("check_qt_video_resize", {"expected_qt_video_resize": 0}),
        ("check_qt_minimal_view", {"expected_qt_minimal_view": 1}),
        ("check_qt_max_volume", {"expected_qt_max_volume": "150"}),
        ("check_play_and_exit", {"expected_play_and_exit": 1}),
    ],
)
def test_no_setting_is_done_at_the_start_of_the_real_desktop(metric: str, rule: dict[str, object]) -> None:
    """What keeps VLC still is on its command line, so a task that asks for it is not solved by doing nothing."""
    settings = definitions()["vlc"].settings[".config/vlc/vlcrc"]
    assert get_metric(metric)(_rc(*settings.splitlines()), rule) == 0
