"""The wire format of scrcpy 2.1 to 3: how a phone streams its screen and its sound.

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
    "CONFIG",
    "HEADER",
    "KEY_FRAME",
    "MAIN",
    "NAME_SIZE",
    "RATE",
    "VIDEO_META",
    "Packet",
    "codec_id",
    "is_spoken",
    "server_file",
    "socket_name",
    "unpack_header",
]

#: The class that the server's program begins with.
MAIN: Final = "com.genymobile.scrcpy.Server"
#: Bytes of the phone's name, filled up with zeros.
NAME_SIZE: Final = 64
#: Codec, and of video its width and height in pixels. A codec of 0: the phone gives no such stream; 1: it failed.
VIDEO_META, AUDIO_META = struct.Struct(">III"), struct.Struct(">I")
#: Flags and presentation time in microseconds of the phone's clock, and the size of the packet in bytes.
HEADER = struct.Struct(">QI")
CONFIG, KEY_FRAME = 1 << 63, 1 << 62
#: Of the codec "raw": samples a second, and channels; samples are 16 bits, little-endian.
RATE, CHANNELS = 48_000, 2

_FIRST, _LAST = (2, 1), (3, 99)


class Packet(NamedTuple):
    """What a header says.

    Attributes:
        config: Whether the packet sets up the decoder and shows nothing.
        key: Whether its frame needs no earlier one.
        pts_us: Its presentation time in microseconds; 0 of a config packet.
        size: Its bytes, without the header.
    """

    config: bool
    key: bool
    pts_us: int
    size: int


def unpack_header(data: bytes) -> Packet:
    """What a header of `HEADER.size` bytes says."""
    flags, size = HEADER.unpack(data)
    config = bool(flags & CONFIG)
    return Packet(config, bool(flags & KEY_FRAME), 0 if config else flags & (KEY_FRAME - 1), size)


def codec_id(name: str) -> int:
    """The number of a codec: its name's letters.

    >>> hex(codec_id("h264")), hex(codec_id("raw"))
    ('0x68323634', '0x726177')
    """
    return int.from_bytes(name.encode(), "big")


def socket_name(number: int) -> str:
    """The abstract socket of a session: its number is chosen by the host, from 0 to 2**31 - 1."""
    return f"scrcpy_{number:08x}"


def is_spoken(version: str) -> bool:
    """Whether a version of scrcpy has this wire format.

    >>> is_spoken("3.3.4"), is_spoken("2.0"), is_spoken("4.0"), is_spoken("x")
    (True, False, False, False)
    """
    found = re.match(r"(\d{1,4})\.(\d{1,4})(?:\.|$)", version)
    return found is not None and _FIRST <= (int(found[1]), int(found[2])) <= _LAST


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
    advice = f"{command}, or AdbConfig(scrcpy=FILE): the file scrcpy-server of a release of scrcpy's from 2.1 to 3"
    raise MissingDependencyError(what, "Sound or video of a real phone", advice)
