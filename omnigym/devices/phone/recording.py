"""``screenrecord --output-format=h264 -``: the screen as a stream of H.264, a picture each time it changes."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from omnigym.devices.phone.streams import Bytes
from omnigym.devices.protocol import Frame

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["record_screen"]

#: How often the screen is looked at, in pictures a second, and how long at most, in seconds, as Android has it.
_RATE, _MOST_SECONDS = 10, 180.0


async def record_screen(phone: Phone, line: str, write: Callable[[Bytes], Awaitable[None]]) -> None:
    """Send the screen until the time limit, or until nobody listens any more.

    Args:
        phone: The phone.
        line: The command line; ``--time-limit`` is read.
        write: Takes pieces of the stream.
    """
    words = line.split()
    if "--output-format=h264" not in words or words[-1] != "-":
        await write(b"screenrecord: only --output-format=h264 to standard output (-) is there\n")
        return
    limit = float(words[words.index("--time-limit") + 1]) if "--time-limit" in words else _MOST_SECONDS
    try:
        av = importlib.import_module("av")
    except ImportError:
        await write(b"screenrecord: needs PyAV; install omnigym[record]\n")
        return
    encoder = _encoder(av, phone)
    shown: Frame | None = None
    for count in range(max(1, int(min(limit, _MOST_SECONDS) * _RATE))):
        frame = phone.frame()
        if shown is None or frame is not shown:
            shown = frame
            picture = av.VideoFrame.from_ndarray(frame[: encoder.height, : encoder.width], format="rgb24")
            picture.pts = count
            for packet in encoder.encode(picture):
                await write(bytes(packet))
        await asyncio.sleep(1 / _RATE)  # the rate of the recording, not a wait for something
    for packet in encoder.encode(None):
        await write(bytes(packet))


def _encoder(av: Any, phone: Phone) -> Any:
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height = phone.width & ~1, phone.height & ~1  # the format takes even sizes alone
    encoder.pix_fmt, encoder.time_base, encoder.framerate = "yuv420p", Fraction(1, _RATE), _RATE
    encoder.options = {"preset": "ultrafast", "tune": "zerolatency"}
    return encoder
