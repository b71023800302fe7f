"""What a phone plays and shows, by scrcpy's protocol: its server is started on the phone, and its streams are read.

The formats are those of `omnigym.devices.scrcpy`. A thread for each stream reads it as it comes, so that the phone
never waits for an agent that thinks. All that comes is hostile: each size is checked before it is read.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from omnigym.devices.adb.files import Files
from omnigym.devices.adb.link import AdbLink
from omnigym.devices.interval_recorder import FrameRing, Kind, SoundRing
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.devices.scrcpy import (
    AUDIO_META,
    CHANNELS,
    HEADER_SIZE,
    MAIN,
    NAME_SIZE,
    RATE,
    Packet,
    Wire,
    codec_id,
    socket_name,
    wire_of,
)
from omnigym.devices.waiting import Deadline, receive, wait_for
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError, DeviceTimeoutError, MissingDependencyError

__all__ = ["AdbCast", "require_decoder"]


def require_decoder() -> Any:
    """PyAV.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        return importlib.import_module("av")
    except ImportError:
        raise MissingDependencyError("av", "video=True over adb", "pip install 'omnigym[record]'") from None


#: Where the server goes on the phone, and how large it may be, in bytes.
_PATH, _MOST_JAR = "/data/local/tmp/omnigym-scrcpy-server.jar", 16 << 20
#: How it refuses a client of another version.
_VERSION = re.compile(r"server version \(([^)\s]{1,32})\) does not match")
#: How long the server may take until it listens, and how long is waited for it at a time, in seconds.
_START_S, _TRY_S = 15.0, 0.05
#: The encoder of omnigym's own phone whose pictures are exact: `omnigym.devices.phone.casting`.
_LOSSLESS = "omnigym.lossless"
#: Pictures a second, at most.
_FPS = 10
#: How late the sound of a real phone may be, in seconds; what comes later is not waited for.
_LATE_S = 0.3
#: By how much two clocks may run apart, of the time that passes.
_DRIFT = 1e-4
#: Moments that differ by less are one, in seconds.
_SLACK_S = 5e-7
#: A real phone's encoder takes sizes of such multiples, so that pictures may lack fewer pixels than that.
_MULTIPLE = 8
#: The largest packets, in bytes: of sound; of a picture for each pixel; and of what sets a decoder up.
_MOST_SOUND, _MOST_PER_PIXEL, _MOST_CONFIG = 1 << 18, 4, 1 << 16
#: How many bytes may come at once and how many more each second; each packet counts for some at least.
_BURST, _PER_SECOND, _LEAST_COST = 128 << 20, 32 << 20, 256
#: As many of a simulated phone, whose minutes pass in an instant.
_PER_SECOND_SIMULATED = 1 << 30
#: The longest that a stream may jump ahead in its own time, in microseconds: a day.
_MOST_JUMP_US = 86_400_000_000
_FAILURES = (OSError, EOFError, ValueError, MemoryError)
_END_S = 2.0
_US = 1e6
#: Takes a packet, and returns the moment that the stream has come to; None where it is as far as before.
_Take: TypeAlias = Callable[[Packet, bytes], float | None]


class AdbCast:
    """The streams of a phone.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels.
        kinds: What is wanted of "audio" and "video", at least one.
        jar: The file of scrcpy's server; None for omnigym's own phone, which needs none.

    Attributes:
        sound, frames: What came, by seconds of the phone's own clock.
        kinds: As given.

    Raises:
        DeviceError: The phone does not start the server, or does not give such streams.
    """

    def __init__(self, link: AdbLink, size: tuple[int, int], kinds: Collection[Kind], jar: Path | None) -> None:
        self.sound, self.frames = SoundRing(), FrameRing()
        self.kinds = frozenset(kinds)
        self._link, self._size, self._simulated = link, size, jar is None
        self._state = threading.Condition()
        self._until: dict[Kind, float] = {}
        #: How much the phone's clock is ahead of this machine's, and when that was found out.
        self._ahead, self._noted = float("-inf"), 0.0
        self._failure: DeviceError | None = None
        self._closing = False
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        if jar is not None:
            self._push(jar)
        try:
            self._start(*self._version())
        except BaseException:
            self.close()
            raise

    # -- the start ---------------------------------------------------------------------------------------------------

    def _push(self, jar: Path) -> None:
        try:
            with jar.open("rb") as file:
                content = file.read(_MOST_JAR + 1)
            if len(content) > _MOST_JAR:
                raise self._error(f"{str(jar)!r} has more than {_MOST_JAR >> 20} MB: that is no scrcpy-server")
            Files(self._link).write(_PATH, content)
        except OSError as e:
            raise self._error(f"scrcpy's server does not get to the phone: {e}") from e

    def _version(self) -> tuple[str, Wire]:
        """The server's own version, and its headers. It refuses clients of others, and says which it has."""
        output = self._link.shell(f"CLASSPATH={_PATH} app_process / {MAIN} 0")
        said = (output.out + output.err).decode("utf-8", "replace")
        found = _VERSION.search(said)
        if found is None:
            raise self._error(f"the phone does not run scrcpy's server, it says {_short(said)!r}")
        wire = wire_of(found[1])
        if wire is None:
            raise self._error(f"the file is scrcpy's server {found[1]}; expected one of 2.1 to 4")
        return found[1], wire

    def _start(self, version: str, wire: Wire) -> None:
        number = secrets.randbelow(1 << 31)
        options = {
            "scid": f"{number:08x}",
            "log_level": "warn",
            "tunnel_forward": "true",
            "control": "false",
            "cleanup": "false",
            "audio": str("audio" in self.kinds).lower(),
            "video": str("video" in self.kinds).lower(),
            "audio_codec": "raw",
            "video_codec": "h264",
            "max_fps": str(_FPS),
        }
        if self._simulated:
            options["video_encoder"] = _LOSSLESS
        words = " ".join(f"{key}={value}" for key, value in options.items())
        deadline = Deadline(_START_S)
        line = f"CLASSPATH={_PATH} app_process / {MAIN} {version} {words}"
        server = self._link.open(f"shell:{line}", deadline)
        self._open.append(server)
        readers: dict[Kind, Callable[[socket.socket, Deadline], _Take]] = {
            "video": partial(self._video_reader, wire),
            "audio": self._audio_reader,
        }
        wanted: list[Kind] = [kind for kind in ("video", "audio") if kind in self.kinds]  # in the protocol's order
        connections = [self._connect(socket_name(number), server, deadline) for _ in wanted]
        try:
            receive(connections[0], NAME_SIZE, deadline)
            takes = [readers[kind](connection, deadline) for kind, connection in zip(wanted, connections, strict=True)]
        except TimeoutError as e:
            raise self._error(f"scrcpy's server starts no stream within {_START_S:g} s") from e
        except _FAILURES as e:
            raise self._error(f"scrcpy's server ended at its start: {e}; it says {_short(_said(server))!r}") from e
        for kind, connection, take in zip(wanted, connections, takes, strict=True):
            thread = threading.Thread(
                target=self._read, args=(kind, wire, connection, take), name=f"omnigym-{kind}", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def _connect(self, name: str, server: socket.socket, deadline: Deadline) -> socket.socket:
        """A connection to the server's socket, tried until it listens. The first one brings a byte."""
        first = len(self._open) == 1
        while True:
            connection = self._link.try_connect(f"localabstract:{name}", deadline)
            if connection is not None:
                try:
                    if first:
                        receive(connection, 1, deadline)
                except EOFError:  # it was taken before anything listened
                    connection.close()
                except TimeoutError:
                    connection.close()
                    raise self._error(f"scrcpy's server says nothing within {_START_S:g} s") from None
                else:
                    self._open.append(connection)
                    return connection
            if deadline.passed:
                raise self._error(f"scrcpy's server does not listen within {_START_S:g} s")
            if wait_for(_TRY_S, server).read:
                said = _said(server)
                if not said or "ERROR" in said or "Exception" in said:
                    raise self._error(f"scrcpy's server ended at its start; it says {_short(said)!r}")

    def _error(self, problem: str) -> DeviceStartError:
        return DeviceStartError("adb", self._link.call, f"{problem}.", "See docs/adb.md: sound and video.")

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(self, kind: Kind, wire: Wire, connection: socket.socket, take: _Take) -> None:
        """Read a stream to its end, in a thread of its own."""
        try:
            self._packets(kind, wire, connection, take)
        except _FAILURES as e:
            failure = self._failed(kind, e)
        with self._state:
            if not self._closing and self._failure is None:
                self._failure = failure
            self._state.notify_all()

    def _failed(self, kind: Kind, problem: Exception) -> DeviceError:
        if isinstance(problem, TimeoutError):
            said = f"the {kind} stream stopped in the middle of a packet for {self._link.timeout:g} s."
            return DeviceTimeoutError("adb", kind, said, "Reset the device; see whether the phone hangs.")
        said = str(problem) or type(problem).__name__
        return DeviceLostError("adb", kind, f"the {kind} stream broke: {said}.", "Reset the device.")

    def _packets(self, kind: Kind, wire: Wire, connection: socket.socket, take: _Take) -> None:
        most = _MOST_SOUND if kind == "audio" else self._size[0] * self._size[1] * _MOST_PER_PIXEL + _MOST_CONFIG
        rate = _PER_SECOND_SIMULATED if self._simulated else _PER_SECOND
        allowed, since, last_us = float(_BURST), time.monotonic(), -1
        while True:
            connection.settimeout(None)  # a screen may rest for as long as it likes
            first = receive_first(connection)
            deadline = Deadline(self._link.timeout)
            packet = wire.unpack(first + receive(connection, HEADER_SIZE - 1, deadline))
            if packet.size > (_MOST_CONFIG if packet.config else most) or not (packet.size or packet.screen):
                raise ValueError(f"it announces a packet of {packet.size} bytes")
            now = time.monotonic()
            allowed = min(allowed + (now - since) * rate, _BURST) - max(packet.size, _LEAST_COST)
            since = now
            if allowed < 0:
                raise ValueError(f"it floods: more than {rate >> 20} MB come in a second")
            data = receive(connection, packet.size, deadline)
            if not packet.config and packet.screen is None:
                jump = packet.pts_us - last_us
                if jump <= 0 or (last_us >= 0 and jump > _MOST_JUMP_US):
                    raise ValueError(f"its time jumps from {last_us} to {packet.pts_us} us")
                last_us = packet.pts_us
            until = take(packet, data)
            if until is not None:
                with self._state:
                    self._until[kind] = until
                    self._note(until)
                    self._state.notify_all()

    def _note(self, until: float) -> None:
        """Set the phone's clock by a packet that has just come; see `now`."""
        at = time.monotonic()
        self._ahead = max(until - at, self._ahead - _DRIFT * (at - self._noted))
        self._noted = at

    def _audio_reader(self, connection: socket.socket, deadline: Deadline) -> _Take:
        """Reads which codec there is; returns what takes packets of it."""
        (codec,) = AUDIO_META.unpack(receive(connection, AUDIO_META.size, deadline))
        if codec != codec_id("raw"):
            why = {0: "the phone does not give its sound", 1: "the phone failed to record its sound"}
            problem = why.get(codec, f"expected sound of the codec 'raw', got {codec:#x}")
            raise self._error(f"{problem}; it needs Android 11, and on that an unlocked screen")
        frame = 2 * CHANNELS
        left = b""
        times = RATE // AUDIO_RATE

        def take(packet: Packet, data: bytes) -> float:
            nonlocal left
            if len(data) % frame or not data:
                raise ValueError(f"a packet of {len(data)} bytes is no whole number of frames of {frame}")
            start = packet.pts_us / _US - len(left) / frame / RATE
            whole = left + data
            count = len(whole) // (frame * times)
            left = whole[count * frame * times :]
            values = np.frombuffer(whole, "<i2", count * times * CHANNELS).reshape(count, times * CHANNELS)
            mean = (values.sum(axis=1, dtype=np.int32) + values.shape[1] // 2) // values.shape[1]
            until = start + count / AUDIO_RATE
            self.sound.put(mean.astype(np.int16), until)
            return until

        return take

    def _video_reader(self, wire: Wire, connection: socket.socket, deadline: Deadline) -> _Take:
        """Reads which codec there is, and of which size; returns what takes packets of it."""
        codec, size = wire.read_video_meta(receive(connection, wire.video_size, deadline))
        if codec != codec_id("h264"):
            raise self._error(f"expected video of the codec 'h264', got {codec:#x}")
        if any(not whole - _MULTIPLE < n <= whole for n, whole in zip(size, self._size, strict=True)):
            raise self._error(f"the phone shows {size[0]}x{size[1]}, and its screen is {self._size}")
        av = require_decoder()
        decoder = av.CodecContext.create("h264", "r")
        decoder.thread_count = 1
        decoder.flags |= av.codec.context.Flags.low_delay
        decoder.options = {"max_pixels": str((size[0] + 64) * (size[1] + 64))}
        config = b""

        def take(packet: Packet, data: bytes) -> float | None:
            nonlocal config
            if packet.screen is not None and packet.screen != size:
                raise ValueError(f"its pictures are {packet.screen} from now on")
            if packet.screen is not None:
                return None  # the phone began anew, with pictures of the same size
            if packet.config:
                config = data
                return None
            try:
                frames, config = decoder.decode(av.Packet(config + data)), b""
            except av.error.FFmpegError as e:
                raise ValueError(f"no picture can be read: {e}") from None
            at = packet.pts_us / _US
            for frame in frames:
                if (frame.width, frame.height) != size or frame.is_corrupt:
                    raise ValueError(f"a picture of {frame.width}x{frame.height} is damaged, or not of {size}")
                # Half a microsecond earlier, so that no rounding of moments puts it behind its own.
                self.frames.put(frame.to_ndarray(format="rgb24"), at - 0.5 / _US)
            return at

        return take

    # -- what came ---------------------------------------------------------------------------------------------------

    def now(self) -> float:
        """The phone's own time in seconds, by the stream that was least late.

        Raises:
            DeviceError: A stream broke, or nothing comes.
        """
        with self._state:
            self._state.wait_for(lambda: self._failure is not None or bool(self._until), self._link.timeout)
            self._check(bool(self._until))
            return self._ahead + time.monotonic()

    def reach(self, kind: Kind, moment: float) -> None:
        """Wait until a stream has come to a moment, which it must.

        Raises:
            DeviceError: It broke, or does not come there.
        """
        with self._state:
            self._check(self._comes(kind, moment, self._link.timeout))

    def look(self, kind: Kind, moment: float) -> None:
        """Wait for a stream that may be late: sound a little, pictures not at all, as none come of a screen that rests.

        Raises:
            DeviceError: It broke.
        """
        with self._state:
            self._comes(kind, moment, _LATE_S if kind == "audio" else 0.0)
            self._check(True)

    def _comes(self, kind: Kind, moment: float, patience: float) -> bool:
        return self._state.wait_for(
            lambda: self._failure is not None or self._until.get(kind, -1.0) > moment - _SLACK_S, patience
        )

    def _check(self, there: bool) -> None:
        if self._failure is not None:
            raise self._failure
        if not there:
            said = f"no stream came within {self._link.timeout:g} s."
            raise DeviceTimeoutError("adb", self._link.call, said, "Reset the device; see whether the phone hangs.")

    @property
    def broken(self) -> bool:
        """Whether a stream broke."""
        return self._failure is not None

    def close(self) -> None:
        """End the session; may be called twice."""
        self._closing = True
        for connection in self._open:
            with contextlib.suppress(OSError):  # it has ended already
                connection.shutdown(socket.SHUT_RDWR)  # at which its reader ends
        for thread in self._threads:
            thread.join(_END_S)
        for connection in self._open:
            connection.close()


def receive_first(connection: socket.socket) -> bytes:
    """The first byte of what comes next, however long that takes.

    Raises:
        EOFError: Nothing comes any more.
    """
    first = connection.recv(1)
    if not first:
        raise EOFError("the phone ended it")
    return first


def _said(server: socket.socket) -> str:
    """What the server wrote by now."""
    return server.recv(1 << 14).decode("utf-8", "replace") if wait_for(_END_S, server).read else ""


def _short(text: str) -> str:
    return " ".join(text.split())[:300]
