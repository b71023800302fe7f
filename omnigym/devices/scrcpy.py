"""The wire format of scrcpy 2.1 to 4: how a phone streams its screen and its sound.

The host starts scrcpy's server by adb's shell. It listens at an abstract socket of the phone and takes a connection for
video, one for audio and one for control, in this order, of which each may be left out. On the first come a zero byte
and the phone's name, then on each what it is coded with, then packets behind headers.
"""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path
from typing import Final, NamedTuple

from omnigym.errors import MissingDependencyError

__all__ = [
    "AUDIO_META",
    "CHANNELS",
    "HEADER_SIZE",
    "MAIN",
    "NAME_SIZE",
    "RATE",
    "Packet",
    "Wire",
    "codec_id",
    "server_file",
    "socket_name",
    "wire_of",
]

#: The class that the server's program begins with.
MAIN: Final = "com.genymobile.scrcpy.Server"
#: Bytes of the phone's name, filled up with zeros.
NAME_SIZE: Final = 64
#: What sound is coded with. A codec of 0: the phone gives no such stream; 1: it failed.
AUDIO_META = struct.Struct(">I")
#: Of the codec "raw": samples a second, and channels; samples are 16 bits, little-endian.
RATE, CHANNELS = 48_000, 2

#: Flags and presentation time, then a size; or of a session flags, width and height.
_HEADER, _SESSION = struct.Struct(">QI"), struct.Struct(">III")
HEADER_SIZE: Final = _HEADER.size
_TOP = 1 << 31
_FIRST, _FOURTH, _AFTER = (2, 1), (4, 0), (5, 0)


class Packet(NamedTuple):
    """What a header says.

    Attributes:
        config: Whether the packet sets up the decoder and shows nothing.
        key: Whether its frame needs no earlier one.
        pts_us: Its presentation time in microseconds of the phone's clock; 0 of a config packet.
        size: Its bytes, without the header.
        screen: Of a header without a packet: the (width, height) in pixels that pictures have from now on.
    """

    config: bool
    key: bool
    pts_us: int
    size: int
    screen: tuple[int, int] | None = None


class Wire(NamedTuple):
    """The headers of a version.

    Attributes:
        config, key: The flags in the time.
        sessions: Whether sizes come in headers of their own, known by the highest bit.
    """

    config: int
    key: int
    sessions: bool

    def pack(self, packet: Packet) -> bytes:
        """A header."""
        flags = (self.config if packet.config else 0) | (self.key if packet.key else 0)
        return _HEADER.pack(flags | packet.pts_us, packet.size)

    def unpack(self, data: bytes) -> Packet:
        """What a header of `HEADER_SIZE` bytes says."""
        flags, size = _HEADER.unpack(data)
        if self.sessions and flags >> 63:
            return Packet(False, False, 0, 0, (flags & 0xFFFFFFFF, size))
        config = bool(flags & self.config)
        return Packet(config, bool(flags & self.key), 0 if config else flags & (self.key - 1), size)

    @property
    def video_size(self) -> int:
        """The bytes of `video_meta`."""
        return _SESSION.size + (AUDIO_META.size if self.sessions else 0)

    def video_meta(self, codec: int, size: tuple[int, int]) -> bytes:
        """What video is coded with, and the (width, height) of its pictures."""
        if not self.sessions:
            return _SESSION.pack(codec, *size)
        return AUDIO_META.pack(codec) + _SESSION.pack(_TOP, *size)

    def read_video_meta(self, data: bytes) -> tuple[int, tuple[int, int]]:
        """The codec and the size of `video_meta`."""
        (codec,) = AUDIO_META.unpack_from(data)
        _, width, height = _SESSION.unpack(data[-_SESSION.size :])
        return codec, (width, height)


def wire_of(version: str) -> Wire | None:
    """The headers of a version of scrcpy; None of one that has others.

    >>> wire_of("3.3.4").sessions, wire_of("4.1").sessions, wire_of("2.0"), wire_of("5.0"), wire_of("x")
    (False, True, None, None, None)
    """
    found = re.match(r"(\d{1,4})\.(\d{1,4})(?:\.|$)", version)
    number = (int(found[1]), int(found[2])) if found is not None else (0, 0)
    if not _FIRST <= number < _AFTER:
        return None
    return Wire(1 << 62, 1 << 61, True) if number >= _FOURTH else Wire(1 << 63, 1 << 62, False)


def codec_id(name: str) -> int:
    """The number of a codec: its name's letters.

    >>> hex(codec_id("h264")), hex(codec_id("raw"))
    ('0x68323634', '0x726177')
    """
    return int.from_bytes(name.encode(), "big")


def socket_name(number: int) -> str:
    """The abstract socket of a session: its number is chosen by the host, from 0 to 2**31 - 1."""
    return f"scrcpy_{number:08x}"


#: scrcpy's own variable, and where packages of systems put its server.
_VARIABLE = "SCRCPY_SERVER_PATH"
_PLACES = ("/usr/share/scrcpy/scrcpy-server", "/usr/local/share/scrcpy/scrcpy-server")


def server_file(named: str = "") -> Path:
    """The file of scrcpy's server. Nothing downloads it.

    Args:
        named: Its path, as the configuration has it; empty for what ``SCRCPY_SERVER_PATH`` in the environment says,
            else for where packages put it.

    Raises:
        MissingDependencyError: It is not there.
    """
    named = named or os.environ.get(_VARIABLE, "")
    for place in (named,) if named else _PLACES:
        if Path(place).is_file():
            return Path(place)
    what = f"scrcpy's server ({named!r} is no file)" if named else "scrcpy's server"
    command = f"export {_VARIABLE}=FILE"
    advice = f"{command}, or AdbConfig(scrcpy=FILE): the file scrcpy-server of a release of scrcpy's from 2.1 to 4"
    raise MissingDependencyError(what, "Sound or video of a real phone", advice)
