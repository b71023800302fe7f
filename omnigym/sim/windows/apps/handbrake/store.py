"""The presets of HandBrake, and the videos that are made by them."""

from __future__ import annotations

from functools import lru_cache
from itertools import count, takewhile
from math import gcd
from typing import NamedTuple

from omnigym.documents.mixing import RATE, samples_of, wav_of
from omnigym.documents.mp4 import write_mp4
from omnigym.documents.video import Video
from omnigym.errors import UnreadableError
from omnigym.pictures import Edits, Size, apply_edits, fit_picture, read_picture, write_picture
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

#: The most rows of pixels, and the shortest frame, in milliseconds, of a video that is cut.
TALLEST, _SHORTEST = 2160, 20
_STORE = Store("handbrake", "AppData/Roaming/HandBrake", data_of(__file__, "handbrake.json"))


class Preset(NamedTuple):
    """The settings of a conversion.

    Attributes:
        id: Its number.
        name: Its title.
        height: The most rows of pixels; 0 for as many as the video has.
        grey: Whether the pictures lose their colours.
        mirror: Whether left and right change places.
        turns: Quarter turns clockwise.
        sound: Whether it keeps its sound.
        own: Whether a person has saved it.
    """

    id: int = 0
    name: str = ""
    height: int = 0
    grey: bool = False
    mirror: bool = False
    turns: int = 0
    sound: bool = True
    own: bool = False


def _is_preset(preset: Preset) -> bool:
    return 0 <= preset.height <= TALLEST and preset.turns in range(4) and bool(preset.name.strip())


PRESETS = _STORE.table("presets", Preset, valid=_is_preset)
TABLES = _STORE.tables


def with_presets(vfs: Vfs, now: int) -> Vfs:
    """The files with the presets that there are from the start."""
    return _STORE.initial(vfs, now)


def made_size(size: Size, preset: Preset) -> Size:
    """Return the size of the result: even numbers of pixels, in the proportion of the video, and never larger."""
    width, height = size if preset.turns % 2 == 0 else size[::-1]
    rows = min(preset.height or height, height)
    return max(2, round(width * rows / height / 2) * 2), max(2, rows // 2 * 2)


@lru_cache(maxsize=64)
def _frame(content: bytes, preset: Preset, size: Size) -> bytes:
    picture = read_picture(content)
    if picture is None:
        raise UnreadableError("Expected a video whose pictures can be read, got a damaged one.")
    if size == picture.size and preset._replace(height=0, sound=True) == Preset():
        return content
    edits = Edits(preset.mirror, preset.turns, None, "mono" if preset.grey else "")
    return write_picture(fit_picture(apply_edits(picture, edits), size), ".jpg")


def convert_video(video: Video, preset: Preset, begin: int, end: int) -> bytes:
    """Return the bytes of an .mp4 file of what a video shows from a second to another one.

    Raises:
        UnreadableError: A picture of it is damaged, or nothing is left of it.
    """
    whole = begin <= 0 and end >= video.seconds
    step = gcd(video.frame_ms, 1000)
    step = video.frame_ms if whole or step < _SHORTEST else step
    last = len(video.frames) * video.frame_ms if whole else 1000 * end
    times = [*takewhile(lambda at: at < last, count(0 if whole else 1000 * begin, step))]
    if not times:
        raise UnreadableError("Expected a range of at least a second of the video, got an empty one.")
    size, plain = made_size(video.size, preset), preset._replace(id=0, name="", own=False)
    frames = [_frame(video.at(at), plain, size) for at in times]
    part = samples_of(video.sound if preset.sound else b"")[RATE * times[0] // 1000 : RATE * last // 1000]
    heard = wav_of(part) if len(part) else b""
    return write_mp4(frames, step, size, heard)
