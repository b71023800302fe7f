"""Checks of videos in files: their pictures and durations, their titles, their sound."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.documents.mixing import RATE, samples_of, wav_of
from omnigym.documents.mp4 import read_mp4
from omnigym.documents.video import Video, read_video
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import as_it_was, clipboards
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.pictures import (
    SCENES,
    TITLES,
    TONES,
    Edits,
    add_title,
    apply_edits,
    channels_apart,
    dim_picture,
    draw_scene,
    fit_picture,
    read_picture,
    unspoilt,
)

__all__ = ["film_converted", "film_shows"]

#: How much longer or shorter than asked a video may be, how long a title is to be read, how long a fade may last.
_SLACK_MS, _READ_MS, _FADE_MS = 250, 1000, 5000
#: A pixel of a title is another one from this difference on, and so many of them may be.
_OTHER, _SPOILT = 70, 0.02
#: Letters are at least so light in each channel.
_WHITE = 200
#: What a fade begins or ends with is at most so bright.
_DARK = 0.5
#: A scene and its seconds.
_SHOT = re.compile(r"(\w+) (\d{1,4}(?:\.\d{1,3})?)")
_FADES = ("", "in", "out", "both")


def _pixels(image: Image.Image) -> NDArray[np.int16]:
    return np.asarray(image.convert("RGB")).astype(np.int16)


def _reads(picture: Image.Image, plain: Image.Image, title: str) -> bool:
    """Whether a picture is that one with the title over it, in whatever style."""
    now, bare = _pixels(picture), _pixels(plain)
    for style in TITLES:
        wanted = _pixels(add_title(plain, title, style))
        red, green, blue = np.moveaxis(wanted > _WHITE, 2, 0)
        letters = int(((channels_apart(wanted, bare) > _OTHER) & red & green & blue).sum())
        wrong = int((channels_apart(now, wanted) > _OTHER).sum())
        if letters and wrong <= _SPOILT * letters:
            return True
    return False


def _light(picture: Image.Image, plain: Image.Image) -> float | None:
    """How far a picture is out of the dark; None where it is another one."""
    light = float(_pixels(picture).mean() / max(_pixels(plain).mean(), 1.0))
    return light if light < 1 and unspoilt(picture, dim_picture(plain, light)) else None


def _shots(shots: str) -> list[tuple[str, int]]:
    """What "harbour 5, city 2.5" says: scenes, and for how many milliseconds; nothing where it says something else."""
    parts = [_SHOT.fullmatch(part.strip()) for part in shots.split(",")]
    found = [(part[1], round(1000 * float(part[2]))) for part in parts if part is not None and part[1] in SCENES]
    return found if len(found) == len(parts) else []


def _frames(video: Video, wanted: list[tuple[str, int]]) -> Iterator[tuple[int, bytes, str]]:
    """The middle of each frame in milliseconds, its picture, and the scene that it should show."""
    ends = list(accumulate(length for _, length in wanted))
    for number, frame in enumerate(video.frames):
        at = video.frame_ms * number + video.frame_ms // 2
        yield at, frame, wanted[min(bisect_right(ends, at), len(wanted) - 1)][0]


def _sounds_like(video: Video, sound: bytes) -> bool:
    """Whether a sound is heard from the beginning to its end or to that of the video, and else nothing."""
    heard, length = samples_of(video.sound), RATE * video.frame_ms * len(video.frames) // 1000
    wanted = np.zeros(length, np.int16)
    source = samples_of(sound)[:length] if sound else wanted[:0]
    wanted[: len(source)] = source
    now = np.zeros(length, np.int16)
    now[: len(heard[:length])] = heard[:length]
    return bool(np.abs(now - wanted).mean() < 1)


@check("film_shows", effects=lambda path, **_: writes(path))
def film_shows(
    probe: Probe,
    path: str,
    shots: str,
    title: str = "",
    copied: bool = False,
    fade: str = "",
    sound: str = "",
) -> Verdict:
    """The video at ``path`` shows shipped pictures, one after another, and nothing else.

    Args:
        probe: Reads the device.
        path: An .avi file.
        shots: Names in `omnigym.pictures.SCENES`, each with its seconds: "harbour 5, city 2.5".
        title: Words that are to be read over it, in one style of `TITLES`, for a second at least; "" for none.
        copied: Whether, in place of that, the text that was on the clipboard is to be read.
        fade: Where it comes out of the dark or goes into it: "in", "out", "both" or "".
        sound: The path of the sound that is heard from its beginning on; "" for silence.
    """
    wanted = _shots(shots)
    if not wanted or fade not in _FADES:
        return not_yet(f"Expected scenes with their seconds and a known fade, got {shots!r} and {fade!r}.")
    video = probe.read(path, read_video)
    if video is None:
        return not_yet(f"There is no video {path!r}.")
    length, long = video.frame_ms * len(video.frames), sum(ms for _, ms in wanted)
    if abs(length - long) > _SLACK_MS:
        return not_yet(f"{path!r} is {length / 1000:g} s long, not {long / 1000:g}.")
    heard = probe.read_file(sound) if sound else b""
    if heard is None or not _sounds_like(video, heard):
        return not_yet(f"{path!r} sounds otherwise than {sound or 'silence'!r}.")
    titles = [held.text for held in clipboards(probe) if held.text.strip()] if copied else [title]
    found = [_seen(video, path, wanted, words, fade) for words in dict.fromkeys(titles)]
    return next((verdict for verdict in found if verdict), found[0] if found else not_yet("No text was copied."))


def _seen(video: Video, path: str, wanted: list[tuple[str, int]], title: str, fade: str) -> Verdict:
    read, long, lights = 0, sum(ms for _, ms in wanted), {}
    for at, frame, scene in _frames(video, wanted):
        kind = _kind(frame, scene, title)
        if kind == "title":
            read += video.frame_ms
        elif isinstance(kind, float):
            lights[at] = kind
        elif kind != "plain":
            return not_yet(f"{path!r} does not show {scene!r} at {at / 1000:g} s as it was asked for.")
    if title and read < _READ_MS:
        return not_yet(f"{path!r} shows the words {title!r} for {read / 1000:g} s.")
    into = {at: light for at, light in lights.items() if at < min(_FADE_MS, long // 2)}
    out = {at: light for at, light in lights.items() if at >= max(long - _FADE_MS, long // 2)}
    for name, found, first in (("in", into, min), ("out", out, max)):
        asked = fade in (name, "both")
        if asked != bool(found) or (asked and found[first(found)] > _DARK):
            return not_yet(f"{path!r} {'does not fade' if asked else 'fades'} {name}.")
    return passed() if len(into) + len(out) == len(lights) else not_yet(f"{path!r} is dark in its middle.")


@lru_cache(maxsize=512)
def _kind(frame: bytes, scene: str, title: str) -> str | float:
    """What a frame is: "plain", with its "title", as light as a number, or "other"."""
    picture = read_picture(frame)
    if picture is None:
        return "other"
    plain = fit_picture(draw_scene(scene), picture.size)
    if unspoilt(picture, plain):
        return "plain"
    if title and _reads(picture, plain, title):
        return "title"
    light = _light(picture, plain)
    return "other" if light is None else light


@check("film_converted", effects=lambda path, **_: writes(path))
def film_converted(
    probe: Probe,
    path: str,
    source: str,
    begin: int = 0,
    end: int = 0,
    height: int = 0,
    tone: str = "",
    mirror: bool = False,
) -> Verdict:
    """The .mp4 file at ``path`` shows all that another video showed, or a part of it, and sounds like it.

    Args:
        probe: Reads the device.
        path: The file.
        source: The other video, which may be gone by now.
        begin, end: The part in seconds; 0 for the end of the video.
        height: In pixels; 0 for any.
        tone: A name in `omnigym.pictures.TONES`.
        mirror: Whether left and right have changed places.
    """
    video = probe.read(path, lambda content: Video(*read_mp4(content)))
    if video is None:
        return not_yet(f"There is no video {path!r}.")
    if height and video.size[1] != height:
        return not_yet(f"{path!r} is {video.size[1]} pixels high, not {height}.")
    edits = Edits(mirror=mirror, tone=tone if tone in TONES else "")
    verdict = not_yet(f"There was no video {source!r}.")
    for before in as_it_was(probe, source, read_video):
        verdict = _same_film(path, video, before, (begin, end or before.seconds), edits)
        if verdict:
            return verdict
    return verdict


def _same_film(path: str, video: Video, source: Video, part: tuple[int, int], edits: Edits) -> Verdict:
    begin, end = part
    length, long = video.frame_ms * len(video.frames), 1000 * (end - begin)
    if abs(length - long) > max(_SLACK_MS, 0 if begin or end < source.seconds else 999):
        return not_yet(f"{path!r} is {length / 1000:g} s long, not {long / 1000:g}.")
    if not _sounds_like(video, wav_of(samples_of(source.sound)[RATE * begin : RATE * end])):
        return not_yet(f"{path!r} sounds otherwise than the video that it was made of.")
    for number, frame in enumerate(video.frames):
        at = video.frame_ms * number + video.frame_ms // 2
        if not _is_frame(frame, source.at(1000 * begin + at), edits):
            return not_yet(f"{path!r} does not show at {at / 1000:g} s what the video showed.")
    return passed()


@lru_cache(maxsize=512)
def _is_frame(frame: bytes, source: bytes, edits: Edits) -> bool:
    picture, plain = read_picture(frame), read_picture(source)
    return bool(picture and plain and unspoilt(picture, fit_picture(apply_edits(plain, edits), picture.size)))
