"""A stand-in for scrcpy's server: the screen and the sound of the phone as streams, in the phone's own time.

The client pushes a program of Java and starts it by ``app_process``. The simulated phone has no Java; it answers in the
program's place until the client goes away. After each command that let time pass, or changed the screen, it sends what
was heard and seen meanwhile; so nothing comes while nobody acts. See `omnigym.devices.scrcpy` for the format.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from omnigym.devices.phone.shell.running import Result, UsageError, fail
from omnigym.devices.phone.streams import Bytes, PhoneStream, StreamClosedError
from omnigym.devices.protocol import AUDIO_RATE, MAX_AUDIO_S, Frame, Sound
from omnigym.devices.scrcpy import (
    AUDIO_META,
    CHANNELS,
    NAME_SIZE,
    RATE,
    Packet,
    Wire,
    codec_id,
    socket_name,
    wire_of,
)

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["LOSSLESS", "VERSION", "PhoneCast", "cast"]

#: The version that the phone says it has.
VERSION: Final = "3.3.4"
#: The name of an encoder of the phone's own, whose H.264 decodes to the very same pixels.
LOSSLESS: Final = "omnigym.lossless"

_Kind: TypeAlias = Literal["video", "audio", "control"]
_KINDS: Final[tuple[_Kind, ...]] = ("video", "audio", "control")
#: PyAV's encoder of each codec of scrcpy's.
_ENCODERS: Final = {"h264": "libx264", "h265": "libx265"}
#: Pictures a second where the client asks for no other rate, and the most that it may.
_FPS, _MOST_FPS = 10.0, 60.0
#: A real phone's encoders take sizes of such multiples, and so does this one's that is not lossless.
_MULTIPLE = 8
#: Frames of sound in a packet: a tenth of a second.
_PIECE = 4800
#: Bytes that a client may leave untaken.
_MOST_WAITING = 256 << 20
_US = 1_000_000


class Options(NamedTuple):
    """What a client asks for.

    Attributes:
        kinds: The connections, in their order.
        wire: The headers of its version.
        name: The abstract socket.
        video_codec: A name of `_ENCODERS`.
        lossless: Whether pictures must be exact.
        every_ms: How often a moving screen is looked at.
        most: The most pixels of a picture's longer side; 0 for as many as there are.
        dummy, device, codec, frame: Whether the zero byte, the phone's name, the codecs and the headers are sent.
    """

    kinds: tuple[_Kind, ...]
    wire: Wire
    name: str
    video_codec: str
    lossless: bool
    every_ms: int
    most: int
    dummy: bool
    device: bool
    codec: bool
    frame: bool

    @classmethod
    def parse(cls, arguments: list[str]) -> Options:
        """Of the words behind the server's class.

        Raises:
            UsageError: They cannot be done; the message is scrcpy's where it has one.
        """
        version, *words = arguments or [""]
        wire = wire_of(version)
        if wire is None:
            raise UsageError(f"The server version ({VERSION}) does not match the client ({version})")
        given = dict(word.split("=", 1) for word in words if "=" in word)

        def on(key: str, usual: bool = True) -> bool:
            return given.get(key, str(usual).lower()) == "true"

        if not on("tunnel_forward", False):
            raise UsageError("the simulated phone knows no reverse tunnel; use tunnel_forward=true")
        kinds = tuple(kind for kind in _KINDS if on(kind))
        if not kinds:
            raise UsageError("Neither video, nor audio, nor control is enabled")
        if "audio" in kinds and given.get("audio_codec", "opus") != "raw":
            raise UsageError("the simulated phone has no such audio encoder; use audio_codec=raw")
        codec, encoder = given.get("video_codec", "h264"), given.get("video_encoder", "")
        if codec not in _ENCODERS or (encoder == LOSSLESS and codec != "h264"):
            raise UsageError(f"Video codec {codec} not supported")
        plain, meta = on("raw_stream", False), "stream_meta" if wire.sessions else "codec_meta"
        fps = float(given.get("max_fps") or 0) or _FPS
        if not 0 < fps <= _MOST_FPS:
            raise UsageError(f"max_fps must be from 0 to {_MOST_FPS:g}")
        return cls(
            kinds,
            wire,
            socket_name(int(given["scid"], 16)) if "scid" in given else "scrcpy",
            codec,
            encoder == LOSSLESS,
            round(1000 / fps),
            int(given.get("max_size", 0)),
            *(on(f"send_{what}") and not plain for what in ("dummy_byte", "device_meta", meta, "frame_meta")),
        )


async def cast(
    phone: Phone, arguments: list[str], _write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``app_process / com.genymobile.scrcpy.Server VERSION KEY=VALUE...``: stream until nobody listens any more.

    A second session ends the first: the phone has one ear.
    """
    try:
        options = Options.parse(arguments)
        encoder = _Encoder(options, (phone.width, phone.height)) if "video" in options.kinds else None
    except (UsageError, ValueError) as e:
        return fail(f"[server] ERROR: {e}")
    if phone.cast is not None:
        phone.cast.close()
    mine = phone.cast = PhoneCast(phone, options, encoder)
    try:
        await asyncio.wait({gone, mine.ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        mine.close()
        if phone.cast is mine:
            phone.cast = None
    return Result()


class PhoneCast:
    """A session.

    Args:
        phone: What is heard and seen.
        options: What the client asks for.
        encoder: Of its pictures; None where there are none.

    Attributes:
        name: The abstract socket.
        ended: Done once a connection broke.
    """

    def __init__(self, phone: Phone, options: Options, encoder: _Encoder | None) -> None:
        self.name = options.name
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._phone, self._options, self._encoder = phone, options, encoder
        self._expected = list(options.kinds)
        self._outs = {kind: _Out() for kind in options.kinds}
        self._all = asyncio.Event()
        self._moment: object = None
        #: `now_us` after the last command.
        self._told_us = -1

    async def __call__(self, stream: PhoneStream) -> None:
        """Serve a connection: the next of those that are expected."""
        if not self._expected:
            return
        kind = self._expected.pop(0)
        first = kind == self._options.kinds[0]
        try:
            if first and self._options.dummy:
                await stream.write(b"\0")
            if not self._expected:
                self._begin()
            await self._all.wait()
            if first and self._options.device:
                name = self._phone.properties["ro.product.model"].encode()[: NAME_SIZE - 1]
                await stream.write(name.ljust(NAME_SIZE, b"\0"))
            if kind == "control":
                while await stream.read_some():
                    pass  # what it asks for is not done
            else:
                await self._outs[kind].pump(stream)
        except StreamClosedError:
            pass  # which is how a session ends
        finally:
            self.close()

    def _begin(self) -> None:
        """All connections are there: listen and watch from now on."""
        device = self._phone.device
        device.listen("audio" in self._options.kinds)
        device.watch("video" in self._options.kinds)
        device.restore(device.snapshot())  # at which an interval begins
        codec = self._options.codec
        if self._encoder is not None and codec:
            number = codec_id(self._options.video_codec)
            self._outs["video"].put(self._options.wire.video_meta(number, self._encoder.size))
        if "audio" in self._options.kinds and codec:
            self._outs["audio"].put(AUDIO_META.pack(codec_id("raw")))
        self._all.set()
        self.move()

    @property
    def last_us(self) -> int:
        """The moment of the last picture, in microseconds; -1 where there is none."""
        return self._encoder.last_us if self._encoder is not None else -1

    @property
    def now_us(self) -> int:
        """The phone's own time in microseconds: the moment of the last picture, where that is finer."""
        return max(self._phone.uptime_ms * 1000, self.last_us)

    def move(self) -> None:
        """Time may have passed, or the screen may have changed: send what was heard and seen since the last time."""
        phone = self._phone
        moment = phone.uptime_ms, phone.device.version("screen")
        if not self._all.is_set() or self.ended.done() or moment == self._moment:
            return
        self._moment, device, ahead = moment, phone.device, phone.uptime_ms - phone.device.now_ms()
        if "audio" in self._options.kinds:
            until_us = phone.uptime_ms * 1000
            self._send("audio", _sound_packets(device.audio(MAX_AUDIO_S), until_us))
        if self._encoder is not None:
            # What changed at the very moment at which the last command ended was not yet so then.
            after = self._told_us + 1
            for at_ms, frame in device.film(self._options.every_ms):
                self._send("video", self._encoder.encode(frame, max((at_ms + ahead) * 1000, after)))
        self._told_us = self.now_us
        device.next_interval()

    def _send(self, kind: _Kind, packets: Iterable[tuple[Packet, bytes]]) -> None:
        out = self._outs[kind]
        for packet, data in packets:
            out.put(self._options.wire.pack(packet) + data if self._options.frame else data)
        if out.waiting > _MOST_WAITING:
            self.close()

    def close(self) -> None:
        """End the session; may be called twice."""
        if self.ended.done():
            return
        self.ended.set_result(None)
        self._all.set()
        for out in self._outs.values():
            out.close()
        device = self._phone.device
        device.listen(False)
        device.watch(False)
        device.restore(device.snapshot())


class _Out:
    """What a connection has still to send.

    Attributes:
        waiting: How many bytes that is.
    """

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._some = asyncio.Event()
        self._closed = False
        self.waiting = 0

    def put(self, data: bytes) -> None:
        """Send this, too."""
        self._pieces.append(data)
        self.waiting += len(data)
        self._some.set()

    def close(self) -> None:
        """Send no more."""
        self._closed = True
        self._some.set()

    async def pump(self, stream: PhoneStream) -> None:
        """Send what comes until it is closed, or the other side goes away."""
        gone = asyncio.ensure_future(stream.read_some())  # a client says nothing on it
        try:
            while not self._closed and not gone.done():
                pieces, self._pieces = self._pieces, []
                self._some.clear()
                if pieces:
                    data = b"".join(pieces)
                    await stream.write(data)
                    self.waiting -= len(data)
                some = asyncio.ensure_future(self._some.wait())
                await asyncio.wait({some, gone}, return_when=asyncio.FIRST_COMPLETED)
                some.cancel()
        finally:
            gone.cancel()


def _sound_packets(sound: Sound, until_us: int) -> Iterable[tuple[Packet, bytes]]:
    """Each sample three times, on both channels, in packets.

    Args:
        sound: int16 (S,), at 16,000 samples a second.
        until_us: When it ends.
    """
    start_us = until_us - len(sound) * _US // AUDIO_RATE
    frames = np.repeat(sound.astype("<i2"), RATE // AUDIO_RATE * CHANNELS).tobytes()
    size = _PIECE * CHANNELS * sound.itemsize
    for number, start in enumerate(range(0, len(frames), size)):
        data = frames[start : start + size]
        yield Packet(False, False, start_us + number * _PIECE * _US // RATE, len(data)), data


class _Encoder:
    """Encodes pictures.

    Args:
        options: What the client asks for.
        screen: The screen's (width, height) in pixels.

    Attributes:
        size: That of the pictures.
        last_us: The moment of the last one, in microseconds; -1 before the first.

    Raises:
        UsageError: This machine has no such encoder.
    """

    def __init__(self, options: Options, screen: tuple[int, int]) -> None:
        lossless = options.lossless
        scale = min(1.0, options.most / max(screen)) if options.most else 1.0
        least = 1 if lossless else _MULTIPLE
        width, height = (max(round(n * scale) // least * least, least) for n in screen)
        self.size = width, height
        self._pixels = "rgb24" if lossless else "yuv420p"
        self.last_us = -1
        try:
            self._av: Any = importlib.import_module("av")
            name = "libx264rgb" if lossless else _ENCODERS[options.video_codec]
            codec = self._av.CodecContext.create(name, "w")
        except (ImportError, ValueError) as e:
            raise UsageError(f"no encoder: {e}; install omnigym[record]") from None
        codec.width, codec.height, codec.pix_fmt = *self.size, self._pixels
        codec.time_base, codec.framerate, codec.thread_count = Fraction(1, _US), round(1000 / options.every_ms), 1
        codec.options = {"preset": "ultrafast", "tune": "zerolatency"}
        codec.options |= {"qp": "0"} if lossless else {"x265-params": "log-level=none"} if name == "libx265" else {}
        codec.flags |= self._av.codec.context.Flags.global_header
        codec.open()
        self._codec, self._config = codec, bytes(codec.extradata or b"")

    def encode(self, frame: Frame, at_us: int) -> Iterable[tuple[Packet, bytes]]:
        """The packets of a picture: what their headers say, and their bytes.

        Args:
            frame: uint8 (H, W, 3), RGB.
            at_us: Since when it was seen; of two of the same moment the second is a microsecond later.
        """
        if self._config:
            yield Packet(True, False, 0, len(self._config)), self._config
            self._config = b""
        picture = self._av.VideoFrame.from_ndarray(np.ascontiguousarray(frame), format="rgb24")
        if not (self._pixels == "rgb24" and (picture.width, picture.height) == self.size):
            picture = picture.reformat(*self.size, self._pixels)
        picture.pts = self.last_us = max(at_us, self.last_us + 1)
        picture.time_base = self._codec.time_base
        for coded in self._codec.encode(picture):
            yield Packet(False, coded.is_keyframe, coded.pts, coded.size), bytes(coded)
