"""Metrics of VLC: what it plays, how large it is, and its settings."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import Metric, metric
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import convert_errors, parse_xml, show_value, within
from omnigym.foreign.limits import TEXT_BYTES

__all__ = ["check_qt_slider_colours", "is_vlc_fullscreen", "is_vlc_playing", "is_vlc_recordings_folder"]

#: The fields of a status that name what is played.
_NAMED = ("filename", "url", "uri", "location")
#: The colours of the volume slider as long as nobody changes them, and below which a colour is dark.
_SLIDER, _DARK = "153;210;153;20;210;20;255;199;15;245;39;29", 100


def _settings(value: object) -> dict[str, str]:
    """The settings of a ``vlcrc`` that are not as they come, by name; the last one of a name counts.

    Raises:
        UnreadableError: It is no file.
        TooLargeError: It is larger than what is read.
    """
    text = text_of(value)
    within(len(text), TEXT_BYTES, "characters of settings")
    lines = [line.partition("=") for line in text.splitlines() if "=" in line and not line.lstrip().startswith("#")]
    return {name.strip(): said.strip() for name, _, said in lines}


# -- what is seen -----------------------------------------------------------------------------------------------------


@metric("is_vlc_playing")
def is_vlc_playing(result: Any, rule: Mapping[str, Any]) -> float:
    """Return whether VLC plays the rule's ``file_name`` or ``url``, as its ``type`` says, by VLC's own status.

    The published function passes any file whose name ends in the one that is asked for.

    Raises:
        TaskFileError: The type is another one.
    """
    kind = rule["type"]
    if kind not in ("file_name", "url"):
        raise TaskFileError(
            f"is_vlc_playing expects the type file_name or url, got {show_value(kind)}. Change the rule."
        )
    wanted = rule[kind] if isinstance(rule[kind], list | tuple) else [rule[kind]]
    if not all(wanted):
        raise TaskFileError(f"is_vlc_playing expects a {kind}, got {show_value(rule[kind])}. Change the rule.")
    with convert_errors("status of VLC"):
        root = parse_xml(content_of(result))
        fields = root.findall("information/category[@name='meta']/info")
        said = [unquote(e.text or "") for e in fields if e.get("name") in _NAMED]
    if (root.findtext("state") or "").strip() != "playing":
        return 0.0
    same = _is_file if kind == "file_name" else _is_address
    return float(any(same(field, unquote(str(name))) for field in said for name in wanted))


def _is_file(field: str, name: str) -> bool:
    return posixpath.basename(field.strip()) == posixpath.basename(name)


def _is_address(field: str, url: str) -> bool:
    field, url = field.strip().rstrip("/"), url.strip().rstrip("/")
    return field == url or field.endswith(f"/{url}")


@metric("is_vlc_fullscreen")
def is_vlc_fullscreen(result: object, expected: object) -> float:
    """Return whether a window has the ``width`` and ``height`` of the screen."""
    if not isinstance(result, Mapping) or not isinstance(expected, Mapping):
        raise UnreadableError(f"Expected two sizes, got {show_value(result)} and {show_value(expected)}.")
    return float(all(result.get(side) == expected[side] for side in ("width", "height")))


# -- settings ---------------------------------------------------------------------------------------------------------


@metric("is_vlc_recordings_folder")
def is_vlc_recordings_folder(result: object, rule: Mapping[str, object]) -> float:
    """Return whether recordings go to the folder ``recording_file_path``."""
    found = _settings(result).get("input-record-path", "")
    return float(bool(found) and posixpath.normpath(found) == posixpath.normpath(str(rule["recording_file_path"])))


def _setting_metric(name: str, key: str, usual: str) -> Metric:
    """The metric of a setting that has a usual value: the rule has the expected one, a text or a number."""

    def check(result: object, rule: Mapping[str, object]) -> float:
        expected = rule[f"expected_{name.removeprefix('check_')}"]
        expected = int(expected) if isinstance(expected, bool) else expected
        return float(_settings(result).get(key, usual) == str(expected))

    check.__name__ = check.__qualname__ = name
    check.__doc__ = f"Whether VLC's setting ``{key}`` has the expected value; it is {usual!r} unless its file says so."
    return metric(name)(check)


for _name, _key, _usual in (
    ("check_qt_bgcone", "qt-bgcone", "1"),
    ("check_qt_max_volume", "qt-max-volume", "125"),
    ("check_qt_minimal_view", "qt-minimal-view", "0"),
    ("check_qt_video_resize", "qt-video-autoresize", "1"),
    ("check_one_instance_when_started_from_file", "one-instance-when-started-from-file", "1"),
    ("check_play_and_exit", "play-and-exit", "0"),
):
    _setting_metric(_name, _key, _usual)


@metric("check_global_key_play_pause")
def check_global_key_play_pause(result: Any, rule: Mapping[str, Any]) -> float:
    """Return whether a key of the whole desktop plays and pauses: 1 or 0."""
    found = "1" if _settings(result).get("global-key-play-pause") else "0"
    return float(found == str(int(rule["expected_global_key_play_pause"])))


@metric("check_qt_slider_colours")
def check_qt_slider_colours(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the colours of the volume slider are those expected (``match``), or all dark (``blackish``).

    The published function passes colours of which some numbers are missing, and none at all.

    Raises:
        TaskFileError: The rule has another type.
    """
    found = _settings(result).get("qt-slider-colours", _SLIDER)
    if rule["type"] == "match":
        return float(found == rule["expected_qt_slider_colours"])
    if rule["type"] != "blackish":
        kind = show_value(rule["type"])
        raise TaskFileError(f"check_qt_slider_colours expects the type match or blackish, got {kind}. Change the rule.")
    numbers = found.split(";")
    whole = len(numbers) == len(_SLIDER.split(";")) and all(n.isascii() and n.isdigit() for n in numbers)
    return float(whole and all(0 <= int(n[:9]) < _DARK for n in numbers))
