"""The film that clips make: its frame at a moment, its sound, and its file, an .avi that any player opens."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from omnigym.documents.mixing import RATE, fade_samples, mix_sounds, samples_of, wav_of
from omnigym.documents.sound import seconds_of
from omnigym.documents.video import read_video, seconds_of_video, write_video
from omnigym.pictures import (
    FORMATS,
    Size,
    add_title,
    dim_picture,
    fit_picture,
    picture_size,
    read_picture,
    write_picture,
)
from omnigym.sim.files.kinds import extension
from omnigym.sim.vfs import File, Vfs
from omnigym.sim.windows.apps.clipchamp.timeline.clips import GRID, Clip, Clips, at_time, end_of, on_track

#: How long a frame of a film is shown, how large a film without pictures is, and how long a picture is on a track.
FRAME_MS, FILM, IMAGE_MS = 250, (960, 640), 3000
#: The kind of a clip by the ending of its file.
#: How much wider or higher than its other side a film is at most.
_SLIM = 3
_BLACK = Image.new("RGB", (2, 2))
KINDS = {"avi": "video", "mp4": "video", "wav": "sound", **dict.fromkeys(FORMATS, "image")}


class Frame(NamedTuple):
    """What is shown at a moment.

    Attributes:
        content: The bytes of a picture's file; b"" where there is none.
        light: How far it is out of the dark, 0..1.
        titles: Those over it, and the style of each.
    """

    content: bytes = b""
    light: float = 1.0
    titles: tuple[tuple[str, str], ...] = ()


def _content(vfs: Vfs, path: str) -> bytes:
    entry = vfs.get(path)
    return entry.content if type(entry) is File else b""


def clip_of(vfs: Vfs, path: str) -> Clip | None:
    """A clip of all of a file; None where it is neither a video, nor a picture, nor a sound."""
    kind, content = KINDS.get(extension(path), ""), _content(vfs, path)
    if kind == "image":
        return Clip(0, kind, path, 0, IMAGE_MS) if picture_size(content) is not None else None
    seconds = seconds_of_video(content) if kind == "video" else seconds_of(content) if kind == "sound" else 0
    whole = int(seconds * 1000) // GRID * GRID
    return Clip(0, kind, path, 0, whole, whole=whole) if whole else None


def missing(vfs: Vfs, clips: Clips) -> str:
    """The path of a source that is not what it was any more; "" where all are there."""
    for clip in clips:
        found = clip_of(vfs, clip.source) if clip.kind != "title" else clip
        if found is None or found.whole < clip.whole:
            return clip.source
    return ""


def thumb(vfs: Vfs, path: str, ms: int = 0) -> bytes:
    """The picture that stands for a file, at a moment of it; b"" for a sound, and for what cannot be read."""
    found, content = clip_of(vfs, path), _content(vfs, path)
    if found is None or found.kind == "sound":
        return b""
    return content if found.kind == "image" else read_video(content).at(ms)


def _light(clip: Clip, at: int) -> float:
    into, left = at - clip.at, clip.end - at
    light = min(1.0, into / clip.fade_in) if clip.fade_in else 1.0
    return min(light, left / clip.fade_out) if clip.fade_out else light


def frame_at(vfs: Vfs, clips: Clips, at: int) -> Frame:
    """What is shown at a moment of a film."""
    clip, middle = at_time(clips, "picture", at), at + FRAME_MS // 2
    over = at_time(clips, "title", at)
    titles = ((over.source, over.style),) if over is not None else ()
    if clip is None:
        return Frame(titles=titles)
    return Frame(thumb(vfs, clip.source, clip.skip + at - clip.at), _light(clip, middle), titles)


@lru_cache(maxsize=64)
def shot(frame: Frame, size: Size) -> bytes:
    """The bytes of a JPEG file of a size with what is shown; a picture that is that already stays as it is."""
    plain = frame.light >= 1.0 and not frame.titles
    if plain and frame.content[:2] == b"\xff\xd8" and picture_size(frame.content) == size:
        return frame.content
    image = dim_picture(fit_picture(read_picture(frame.content) or _BLACK, size), frame.light)
    for text, style in frame.titles:
        image = add_title(image, text, style)
    return write_picture(image, ".jpg")


def film_size(vfs: Vfs, clips: Clips, height: int) -> Size:
    """The size of a film so many pixels high: as wide as its first picture, within reason."""
    first = next(iter(on_track(clips, "picture")), None)
    width, high = (picture_size(thumb(vfs, first.source)) if first is not None else None) or FILM
    share = min(max(width / high, 1 / _SLIM), _SLIM)
    return round(height * share / 2) * 2, height


def _sound(vfs: Vfs, clips: Clips) -> bytes:
    parts = []
    for clip in clips:
        content = _content(vfs, clip.source) if clip.kind in ("sound", "video") and not clip.mute else b""
        content = read_video(content).sound if content and clip.kind == "video" else content
        if content:
            begin, end, into, out = (
                RATE * ms // 1000 for ms in (clip.skip, clip.skip + clip.length, clip.fade_in, clip.fade_out)
            )
            parts.append((RATE * clip.at // 1000, fade_samples(samples_of(content)[begin:end], into, out)))
    return wav_of(mix_sounds(RATE * end_of(clips) // 1000, parts)) if parts else b""


def exported(vfs: Vfs, clips: Clips, height: int) -> bytes:
    """The bytes of the .avi file of a film, whose clips have their sources."""
    size = film_size(vfs, clips, height)
    frames = [shot(frame_at(vfs, clips, at), size) for at in range(0, end_of(clips), FRAME_MS)]
    return write_video(frames, FRAME_MS, size, _sound(vfs, clips))
