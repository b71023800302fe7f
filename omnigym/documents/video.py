"""Videos as files: Motion JPEG in AVI, which any player reads without a special codec; MP4 files are read, too.

A frame is the bytes of a JPEG file, so a video of pictures that ship is the same everywhere. One that repeats the frame
before it is an empty chunk, as AVI has it. Sound, where there is any, is the samples of a .wav file, a byte each.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack, unpack_from
from typing import NamedTuple

from omnigym.documents.mixing import RATE, bytes_of, wav_of
from omnigym.documents.sound import chunk, chunks
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, remember_contents, within
from omnigym.foreign.limits import MAX_SECONDS

__all__ = ["Video", "read_video", "seconds_of_video", "write_video"]

_JPEG = b"MJPG"
_FRAMES = 4096
_KEY_FRAME = 0x10
_PCM = 1


class Video(NamedTuple):
    """A video: its frames as JPEG files, their durations in milliseconds, its size in pixels, and its sound.

    The sound is the bytes of a .wav file, b"" for none.
    """

    frames: tuple[bytes, ...]
    frame_ms: int
    size: tuple[int, int]
    sound: bytes = b""

    @property
    def seconds(self) -> int:
        """The duration of the video."""
        return len(self.frames) * self.frame_ms // 1000

    def at(self, ms: int) -> bytes:
        """Return the frame that is shown at a moment."""
        return self.frames[min(max(0, ms // self.frame_ms), len(self.frames) - 1)]


def write_video(frames: Sequence[bytes], frame_ms: int, size: tuple[int, int], sound: bytes = b"") -> bytes:
    """Return the bytes of an .avi file.

    Args:
        frames: JPEG files of that size, at least one.
        frame_ms: How long each is shown.
        size: Width and height in pixels.
        sound: A .wav file; what lasts longer than the frames is left out.
    """
    largest, (width, height), heard = max(map(len, frames)), size, bytes_of(sound)
    streams = 2 if heard else 1
    main = pack("<14I", 1000 * frame_ms, 0, 0, _KEY_FRAME, len(frames), 0, streams, largest, width, height, 0, 0, 0, 0)
    counts = (0, 0, 0, frame_ms, 1000, 0, len(frames), largest, 0xFFFFFFFF, 0)
    shape = pack("<IiiHH", 40, width, height, 1, 24) + _JPEG + pack("<IiiII", 3 * width * height, 0, 0, 0, 0)
    head = chunk(b"avih", main) + _stream(b"vids" + _JPEG, counts, pack("<4H", 0, 0, width, height), shape)
    if heard:
        counts = (0, 0, 0, 1, RATE, 0, len(heard), RATE, 0xFFFFFFFF, 1)
        head += _stream(b"auds" + bytes(4), counts, bytes(8), pack("<HHIIHH", _PCM, 1, RATE, RATE, 1, 8))
    parts: list[tuple[bytes, bytes]] = []
    for number, frame in enumerate(frames):
        parts.append((b"00dc", b"" if number and frame == frames[number - 1] else frame))
        begin, end = (RATE * frame_ms * n // 1000 for n in (number, number + 1))
        if heard[begin:end]:
            parts.append((b"01wb", heard[begin:end]))
    movie, index, at = [b"movi"], [], 4
    for name, content in parts:
        index.append(name + pack("<III", _KEY_FRAME if content else 0, at, len(content)))
        movie.append(chunk(name, content))
        at += len(movie[-1])
    body = chunk(b"LIST", b"hdrl" + head) + chunk(b"LIST", b"".join(movie)) + chunk(b"idx1", b"".join(index))
    return chunk(b"RIFF", b"AVI " + body)


def _stream(kind: bytes, counts: tuple[int, ...], frame: bytes, shape: bytes) -> bytes:
    """What the head of a file says of a stream."""
    return chunk(b"LIST", b"strl" + chunk(b"strh", kind + pack("<10I", *counts) + frame) + chunk(b"strf", shape))


@remember_contents(16, lambda content, _: len(content))
def read_video(content: bytes) -> Video:
    """Return the video in the bytes of an .avi or .mp4 file, of this package or of any Motion JPEG encoder.

    Raises:
        UnreadableError: There is none.
        TooLargeError: It has more frames than are read.
    """
    if content[4:8] == b"ftyp":
        from omnigym.documents.mp4 import read_mp4  # few videos are such files

        return Video(*read_mp4(content))
    with convert_errors("video"):
        if content[:4] != b"RIFF" or content[8:12] != b"AVI " or unpack_from("<I", content, 4)[0] > len(content) - 8:
            raise UnreadableError("Expected the bytes of an .avi file, got others or a part of one.")
        lists = {content[a : a + 4]: (a + 4, b) for name, a, b in chunks(content, 12, len(content)) if name == b"LIST"}
        heads = {name: a for name, a, _ in chunks(content, *lists[b"hdrl"])}
        micro = unpack_from("<I", content, heads[b"avih"])[0]
        size = unpack_from("<2I", content, heads[b"avih"] + 32)
        sounding = pack("<HHIIHH", _PCM, 1, RATE, RATE, 1, 8) in content[slice(*lists[b"hdrl"])]
        frames: list[bytes] = []
        heard: list[bytes] = []
        for name, a, b in chunks(content, *lists[b"movi"]):
            within(len(frames), _FRAMES, "frames of a video")
            if name == b"00dc" and content[a : a + 2] == b"\xff\xd8":
                frames.append(content[a:b])
            elif name == b"00dc" and a == b and frames:
                frames.append(frames[-1])
            elif name == b"01wb" and sounding:
                heard.append(content[a:b])
        frame_ms = micro // 1000
        if not frames or not 0 < frame_ms <= 1000 * MAX_SECONDS:
            raise UnreadableError("Expected a video of JPEG pictures, got one without.")
        return Video(tuple(frames), frame_ms, (size[0], size[1]), wav_of(b"".join(heard)) if heard else b"")


def seconds_of_video(content: bytes) -> int:
    """Return the duration of a video; 0 if it cannot be read. Never fails."""
    try:
        return read_video(content).seconds
    except UnreadableError:
        return 0
