"""Videos as MP4 files: JPEG pictures and plain samples in the boxes of ISO/IEC 14496-12, which any player reads.

A frame that repeats an earlier one shares its bytes, as the table of offsets allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from struct import calcsize, pack, unpack_from
from typing import NamedTuple, TypeAlias

from omnigym.documents.mixing import RATE, bytes_of, wav_of
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import MAX_SECONDS

__all__ = ["read_mp4", "write_mp4"]

_FRAMES, _SOUNDS = 4096, 4096
_JPEG, _PCM = b"jpeg", b"raw "
#: Other programs say of the same pictures that they are of MPEG-4, of which JPEG is a part.
_PICTURES = (_JPEG, b"mp4v")
#: Ticks of the film's clock in a second.
_CLOCK = 1000
_MATRIX = pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
#: Begin and end of what is in a box, by the path of names that leads to it.
_Boxes: TypeAlias = Mapping[bytes, tuple[int, int]]


# -- writing ----------------------------------------------------------------------------------------------------------


def write_mp4(frames: Sequence[bytes], frame_ms: int, size: tuple[int, int], sound: bytes = b"") -> bytes:
    """Return the bytes of an .mp4 file; the arguments are those of `omnigym.documents.video.write_video`."""
    heard = bytes_of(sound)[: RATE * frame_ms * len(frames) // 1000]
    head = _box(b"ftyp", b"isom", pack(">I", 512), b"isomqt  ")
    places: dict[bytes, int] = {}
    at = len(head) + 8
    for frame in dict.fromkeys(frames):
        places[frame], at = at, at + len(frame)
    seen = _Track(
        b"vide", 1, _CLOCK, frame_ms, [len(f) for f in frames], [places[f] for f in frames], _seen(size), size
    )
    tracks = [seen.boxes(len(frames) * frame_ms)]
    if heard:
        entry = pack(">HHIHHHHI", 0, 0, 0, 1, 8, 0, 0, RATE << 16)
        tracks.append(_Track(b"soun", 2, RATE, 1, [len(heard)], [at], entry).boxes(_CLOCK * len(heard) // RATE))
    clock = pack(">5I", 0, 0, 0, _CLOCK, len(frames) * frame_ms) + pack(">IH10x", 0x10000, 0x100)
    movie = _box(b"moov", _box(b"mvhd", clock, _MATRIX, pack(">24xI", len(tracks) + 1)), *tracks)
    return head + _box(b"mdat", *places, heard) + movie


def _box(name: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return pack(">I", len(content) + 8) + name + content


def _seen(size: tuple[int, int]) -> bytes:
    """What the file says of its pictures."""
    return pack(">16xHHIIIH32xHh", *size, 0x480000, 0x480000, 0, 1, 24, -1)


class _Track(NamedTuple):
    """A track: its kind and number, the ticks of a second and of a sample, the chunks, and what they are."""

    kind: bytes
    number: int
    clock: int
    ticks: int
    sizes: list[int]
    places: list[int]
    entry: bytes
    size: tuple[int, int] = (0, 0)

    def boxes(self, ms: int) -> bytes:
        """Return the box of the track, which lasts so many milliseconds."""
        film = self.kind == b"vide"
        each = 1 if film else self.sizes[0]
        count = len(self.sizes) * each
        side, volume = [n << 16 for n in self.size], 0 if film else 0x100
        named = pack(">6I8xHHHH", 7, 0, 0, self.number, 0, ms, 0, 0, volume, 0)
        described = _box(_JPEG if film else _PCM, pack(">6xH", 1), self.entry)
        sizes = pack(f">3I{len(self.sizes)}I", 0, 0, count, *self.sizes) if film else pack(">3I", 0, 1, count)
        table = _box(
            b"stbl",
            _box(b"stsd", pack(">2I", 0, 1), described),
            _box(b"stts", pack(">4I", 0, 1, count, self.ticks)),
            _box(b"stsc", pack(">5I", 0, 1, 1, each, 1)),
            _box(b"stsz", sizes),
            _box(b"stco", pack(f">2I{len(self.places)}I", 0, len(self.places), *self.places)),
        )
        data = _box(b"dinf", _box(b"dref", pack(">2I", 0, 1), _box(b"url ", pack(">I", 1))))
        medium = _box(b"vmhd", pack(">I8x", 1)) if film else _box(b"smhd", bytes(8))
        return _box(
            b"trak",
            _box(b"tkhd", named, _MATRIX, pack(">2I", *side)),
            _box(
                b"mdia",
                _box(b"mdhd", pack(">5I2H", 0, 0, 0, self.clock, count * self.ticks, 0x55C4, 0)),
                _box(b"hdlr", pack(">2I", 0, 0), self.kind, bytes(13)),
                _box(b"minf", medium, data, table),
            ),
        )


# -- reading ----------------------------------------------------------------------------------------------------------


def read_mp4(content: bytes) -> tuple[tuple[bytes, ...], int, tuple[int, int], bytes]:
    """Return frames, milliseconds of each, size and sound of the Motion JPEG in an .mp4 file.

    Raises:
        UnreadableError: There is none, or its frames are not equally long.
        TooLargeError: It has more frames than are read.
    """
    with convert_errors("video"):
        frames: list[bytes] = []
        ms, size, heard = 0, (0, 0), b""
        for name, begin, end in _walk(content, *_inside(content, 0, len(content), b"moov")):
            if name != b"trak":
                continue
            media = _inside(content, begin, end, b"mdia")
            clock = unpack_from(">I", content, _inside(content, *media, b"mdhd")[0] + 12)[0]
            table = _inside(content, *_inside(content, *media, b"minf"), b"stbl")
            boxes = {key: (a, b) for key, a, b in _walk(content, *table)}
            entry = boxes[b"stsd"][0] + 8
            kind, ticks = content[entry + 4 : entry + 8], _ticks(content, boxes)
            if kind in _PICTURES and not frames:
                frames = list(_samples(content, boxes))
                ms, size = _CLOCK * ticks // max(clock, 1), unpack_from(">2H", content, entry + 32)
            elif kind == _PCM and (clock, unpack_from(">2H", content, entry + 24)) == (RATE, (1, 8)):
                heard = _heard(content, boxes)
        if not frames or not all(f[:2] == b"\xff\xd8" for f in frames) or not 0 < ms <= 1000 * MAX_SECONDS:
            raise UnreadableError("Expected a video of JPEG pictures, got one without.")
        return tuple(frames), ms, size, wav_of(heard) if heard else b""


def _walk(content: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Name, begin and end of what is in each box between two places."""
    while at + 8 <= end:
        length = unpack_from(">I", content, at)[0]
        if not 8 <= length <= end - at:
            raise UnreadableError("Expected the bytes of an .mp4 file, got a part of one.")
        yield content[at + 4 : at + 8], at + 8, at + length
        at += length


def _inside(content: bytes, begin: int, end: int, name: bytes) -> tuple[int, int]:
    """Begin and end of the first box of a name.

    Raises:
        UnreadableError: There is none.
    """
    found = next(((a, b) for key, a, b in _walk(content, begin, end) if key == name), None)
    if found is None:
        raise UnreadableError(f"Expected a video with {name.decode()!r}, got one without.")
    return found


def _numbers(content: bytes, boxes: _Boxes, name: bytes, head: str = ">4xI", each: int = 1) -> tuple[int, ...]:
    """The numbers of a table, whose count is the last one of its head."""
    begin, end = boxes[name]
    count = unpack_from(head, content, begin)[-1] * each
    at = begin + calcsize(head)
    if count > (end - at) // 4:
        raise UnreadableError("Expected a table of a video, got a part of one.")
    return unpack_from(f">{count}I", content, at)


def _ticks(content: bytes, boxes: _Boxes) -> int:
    """How long each sample is, by the clock of its track."""
    longs = {*_numbers(content, boxes, b"stts", each=2)[1::2]}
    if len(longs) != 1:
        raise UnreadableError("Expected a video whose frames are equally long, got another one.")
    return longs.pop()


def _samples(content: bytes, boxes: _Boxes) -> Iterator[bytes]:
    """The frames, of which each is a chunk of its own or follows the one before it."""
    begin, _ = boxes[b"stsz"]
    one, count = unpack_from(">2I", content, begin + 4)
    within(count, _FRAMES, "frames of a video")
    sizes = (one,) * count if one else _numbers(content, boxes, b"stsz", ">8xI")
    chunks = iter(_numbers(content, boxes, b"stco"))
    runs = _numbers(content, boxes, b"stsc", each=3)
    first, each = dict(zip(runs[::3], runs[1::3], strict=True)), 1
    number = left = at = 0
    for size in sizes:
        if left == 0:
            number, at = number + 1, next(chunks)
            left = each = max(1, first.get(number, each))
        yield content[at : at + size]
        left, at = left - 1, at + size


def _heard(content: bytes, boxes: _Boxes) -> bytes:
    """The samples of a sound: in each chunk as many as the table says."""
    runs, places = _numbers(content, boxes, b"stsc", each=3), _numbers(content, boxes, b"stco")
    within(len(places), _SOUNDS, "parts of a sound")
    first, each, parts = dict(zip(runs[::3], runs[1::3], strict=True)), 0, []
    for number, at in enumerate(places, 1):
        each = first.get(number, each)
        parts.append(content[at : at + each])
        within(sum(map(len, parts)), RATE * MAX_SECONDS, "samples of a sound")
    return b"".join(parts)
