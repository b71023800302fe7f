"""What a server of scrcpy's sends is hostile: all that is no stream ends in one typed error."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Press, Wait
from omnigym.devices.adb import casting
from omnigym.devices.adb.casting import AdbCast
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.adb.link import Output
from omnigym.devices.interval_recorder import Kind
from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.casting import Options
from omnigym.devices.phone.process import PhoneProcess
from omnigym.devices.phone.shell.running import UsageError
from omnigym.devices.scrcpy import AUDIO_META, NAME_SIZE, Packet, codec_id, wire_of
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import (
    CapabilityError,
    DeviceError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    MissingDependencyError,
)

pytest.importorskip("av", reason="needs PyAV: pip install 'omnigym[record]'")

SMALL = (270, 600)
NAME = bytes(NAME_SIZE)
THIRD, FOURTH = wire_of("3.3.4"), wire_of("4.1")
assert THIRD is not None and FOURTH is not None
RAW, H264 = AUDIO_META.pack(codec_id("raw")), THIRD.video_meta(codec_id("h264"), (32, 64))
MISMATCH = b"The server version (%s) does not match the client (0)"


class Hostile:
    """A phone whose server sends what it is told, in the place of a `omnigym.devices.adb.link.AdbLink`."""

    def __init__(self, stream: bytes, hold: bool = False, version: bytes = MISMATCH % b"3.3.4") -> None:
        self.timeout, self.call, self.serial = 0.3, "reset", "hostile"
        self._stream, self._hold, self._version = stream, hold, version
        self._ours: list[socket.socket] = []

    def shell(self, _line: str) -> Output:
        return Output(1, b"", self._version)

    def _pair(self) -> tuple[socket.socket, socket.socket]:
        theirs, ours = socket.socketpair()
        self._ours.append(ours)
        return theirs, ours

    def open(self, _service: str, _deadline: object) -> socket.socket:
        return self._pair()[0]

    def try_connect(self, _service: str, _deadline: object) -> socket.socket:
        theirs, ours = self._pair()
        threading.Thread(target=self._send, args=(ours,), daemon=True).start()
        return theirs

    def _send(self, ours: socket.socket) -> None:
        try:
            ours.sendall(self._stream)
            if not self._hold:
                ours.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the client has gone

    def close(self) -> None:
        for ours in self._ours:
            ours.close()


@pytest.fixture
def started() -> Iterator[Callable[..., AdbCast]]:
    """Starts a session with a hostile phone."""
    with ExitStack() as stack:

        def start(kind: Kind, stream: bytes, **how: Any) -> AdbCast:
            link: Any = Hostile(stream, **how)
            stack.callback(link.close)
            cast = AdbCast(link, (32, 64), [kind], None)
            stack.callback(cast.close)
            return cast

        yield start


def packet(pts: int, data: bytes, size: int = -1, config: bool = False) -> bytes:
    return THIRD.pack(Packet(config, False, pts, len(data) if size < 0 else size)) + data


SECOND = bytes(4 * 48_000)


@pytest.mark.parametrize(
    ("kind", "stream", "says"),
    [
        ("audio", b"", "says nothing|does not listen"),
        ("audio", b"\0" + NAME[:9], "ended at its start"),
        ("audio", b"\0" + NAME + AUDIO_META.pack(0), "does not give its sound.*Android 11"),
        ("audio", b"\0" + NAME + AUDIO_META.pack(1), "failed to record"),
        ("audio", b"\0" + NAME + AUDIO_META.pack(codec_id("opus")), "expected sound of the codec 'raw'"),
        ("video", b"\0" + NAME + THIRD.video_meta(codec_id("h265"), (32, 64)), "expected video of the codec 'h264'"),
        ("video", b"\0" + NAME + THIRD.video_meta(codec_id("h264"), (64, 32)), "shows 64x32"),
        ("video", b"\0" + NAME + THIRD.video_meta(codec_id("h264"), (1 << 31, 64)), "its screen is"),
    ],
)
def test_a_start_that_is_none(
    started: Callable[..., AdbCast], kind: Kind, stream: bytes, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(casting, "_START_S", 0.3)
    monkeypatch.setattr(casting, "_END_S", 0.1)
    with pytest.raises(DeviceStartError, match=says):
        started(kind, stream)


def test_a_start_that_says_nothing(started: Callable[..., AdbCast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casting, "_START_S", 0.3)
    for stream in (b"", b"\0", b"\0" + NAME):
        with pytest.raises(DeviceStartError, match=r"within 0\.3 s"):
            started("audio", stream, hold=True)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (MISMATCH % b"5.0", "scrcpy's server 5.0; expected one of 2.1 to 4"),
        (MISMATCH % b"1.24", "scrcpy's server 1.24"),
        (b"Error: Could not find or load main class", "does not run scrcpy's server, it says 'Error: Could not find"),
        (b"", "does not run scrcpy's server"),
    ],
)
def test_a_server_of_another_version(started: Callable[..., AdbCast], said: bytes, says: str) -> None:
    with pytest.raises(DeviceStartError, match=says):
        started("audio", b"", version=said)


@pytest.mark.parametrize(
    ("kind", "stream", "says"),
    [
        ("audio", b"", "the audio stream broke"),
        ("audio", packet(1, SECOND[:400]) + b"\1\2\3", "the audio stream broke: expected 11 bytes, got 2"),
        ("audio", packet(1, SECOND[:40], 400), "the audio stream broke: expected 400 bytes, got 40"),
        ("audio", b"\xff" * 200, "announces a packet of"),
        ("audio", packet(1, b"", 1 << 31), "announces a packet of 2147483648"),
        ("audio", packet(1, b""), "announces a packet of 0"),
        ("audio", packet(1, b"123"), "no whole number of frames"),
        ("audio", packet(9, SECOND[:4]) + packet(9, SECOND[:4]), "time jumps from 9 to 9"),
        ("audio", packet(9, SECOND[:4]) + packet(1 << 60, SECOND[:4]), "time jumps"),
        ("video", packet(0, b"x", 1 << 20, True), "announces a packet of 1048576"),
        ("video", packet(1, b"no h264 at all"), "the video stream broke"),
        ("video", b"".join(packet(n, b"\0" * 9000) for n in range(1, 90_000)), "video stream broke|floods"),
    ],
)
def test_a_stream_that_is_none(started: Callable[..., AdbCast], kind: Kind, stream: bytes, says: str) -> None:
    cast = started(kind, b"\0" + NAME + (RAW if kind == "audio" else H264) + stream)
    with pytest.raises(DeviceLostError, match=says):
        cast.reach(kind, 1e9)
    assert cast.broken


@pytest.mark.parametrize(
    ("kind", "screen", "says"), [("video", (64, 32), r"\(64, 32\) from now on"), ("audio", (32, 64), "no whole number")]
)
def test_a_screen_that_turns(started: Callable[..., AdbCast], kind: Kind, screen: tuple[int, int], says: str) -> None:
    meta = RAW if kind == "audio" else FOURTH.video_meta(codec_id("h264"), (32, 64))
    turned = FOURTH.video_meta(0, screen)[4:]
    cast = started(kind, b"\0" + NAME + meta + turned, version=MISMATCH % b"4.1")
    with pytest.raises(DeviceLostError, match=says):
        cast.reach(kind, 1e9)


def test_a_flood(started: Callable[..., AdbCast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casting, "_BURST", 1 << 20)
    monkeypatch.setattr(casting, "_PER_SECOND_SIMULATED", 32 << 20)
    flood = b"".join(packet(n, SECOND) for n in range(1, 300))
    cast = started("audio", b"\0" + NAME + RAW + flood)
    cast._link.timeout = 10.0
    with pytest.raises(DeviceLostError, match="it floods: more than 32 MB"):
        cast.reach("audio", 1e9)
    assert len(cast.sound.cut(0.0, 1e9, 1 << 30)) <= 60 * 16_000


def test_a_stream_that_stops_within_a_packet(started: Callable[..., AdbCast]) -> None:
    cast = started("audio", b"\0" + NAME + RAW + packet(1, SECOND[:40], 400), hold=True)
    cast._threads[0].join(5.0)
    with pytest.raises(DeviceTimeoutError, match="stopped in the middle of a packet"):
        cast.reach("audio", 1e9)


def test_the_clock_is_set_by_the_packet_that_was_least_late(
    started: Callable[..., AdbCast], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast, moment = started("audio", b"\0" + NAME + RAW, hold=True), [1000.0]
    monkeypatch.setattr(casting.time, "monotonic", lambda: moment[0])
    cast._until["audio"] = 5.0
    for late in (0.2, 0.05, 0.3):
        cast._note(moment[0] - 995.0 - late)
        moment[0] += 1.0
    assert cast.now() == pytest.approx(moment[0] - 995.05, abs=1e-3)
    for _ in range(3600):  # its clock is 50 ppm slow: it is followed
        moment[0] += 1.0
        cast._note((moment[0] - 1003.0) * (1 - 5e-5) + 1003.0 - 995.05)
    assert cast.now() == pytest.approx((moment[0] - 1003.0) * (1 - 5e-5) + 1003.0 - 995.05, abs=1e-3)


def test_sound_is_averaged_and_placed(started: Callable[..., AdbCast]) -> None:
    """Odd packets, both channels, a gap, and a minute that was jumped over."""
    left = (np.arange(48_000) % 30_000).astype("<i2")
    frames = np.stack([left, left], axis=1).tobytes()
    cuts = [0, 1024 * 4, 1025 * 4, 30_000 * 4, len(frames)]
    pieces = [(a // 4, frames[a:b]) for a, b in pairwise(cuts)]
    stream = b"".join(packet(5_000_000 + at * 1_000_000 // 48_000, data) for at, data in pieces)
    later = packet(7_000_000, SECOND) + packet(607_000_000, frames)
    cast = started("audio", b"\0" + NAME + RAW + stream + later, hold=True)
    cast.reach("audio", 608.0)
    assert len(cast.sound.cut(0.0, 608.0, 1 << 30)) == 60 * 16_000
    np.testing.assert_array_equal(cast.sound.cut(607.0, 608.0, 1 << 30), left[1::3])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("5.0 tunnel_forward=true", r"The server version \(3.3.4\) does not match the client \(5.0\)"),
        ("", "does not match"),
        ("3.3.4", "no reverse tunnel"),
        ("3.3.4 tunnel_forward=true", "audio_codec=raw"),
        ("3.3.4 tunnel_forward=true audio=false video_codec=vp8", "vp8 not supported"),
        ("3.3.4 tunnel_forward=true audio=false video=false control=false", "Neither"),
        ("3.3.4 tunnel_forward=true audio_codec=raw max_fps=1000", "max_fps"),
    ],
)
def test_what_the_served_phone_does_not_do(words: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Options.parse(words.split())


# -- with the served phone -------------------------------------------------------------------------------------------


@pytest.fixture
def observed(device: AdbDevice) -> AdbDevice:
    device.listen(True)
    device.watch(True)
    device.reset(0)
    return device


def test_it_hears_and_sees_what_the_simulated_device_does(observed: AdbDevice) -> None:
    """Sound to the last bit, frames to one level, also after ten minutes of which a minute is kept."""
    twin = SimDevice(SMALL, "android", SMALL[0] / 360)
    twin.listen(True)
    twin.watch(True)
    twin.reset(0)
    for device in (observed, twin):
        device.launch("music", "/sdcard/Podcasts/Deep Water - The Lake Monster.wav")
    heard = False
    # The click changes the screen at the very moment at which its interval begins.
    for action in (Wait(1.5), Press("home"), Wait(0.3), Click((0.14, 0.52)), Wait(50.0), Wait(600.0)):
        results = []
        for device in (observed, twin):
            device.next_interval()
            device.act(action)
            results.append((device.audio(60.0), device.video(3, (135, 300))))
        (sound, (frames, ago)), (same, (painted, before)) = results
        np.testing.assert_array_equal(sound, same)
        heard |= bool(sound.any())
        assert np.abs(frames[-1].astype(int) - painted[-1]).max() <= 1
        if isinstance(action, Click):
            assert not np.array_equal(painted[0], painted[-1])
        if ago[0] < 60:
            assert np.abs(frames.astype(int) - painted).max() <= 1
            np.testing.assert_allclose(ago, before, atol=1e-3)
    assert heard


def test_a_stream_that_broke_is_a_fault_and_a_reset_mends_it(observed: AdbDevice) -> None:
    cast = observed._session._cast  # type: ignore[union-attr]
    assert cast is not None
    cast._open[-1].shutdown(socket.SHUT_RDWR)
    observed.act(Wait(0.2))
    with pytest.raises(DeviceLostError, match="stream broke"):
        observed.audio(1.0)
    with pytest.raises(DeviceError):  # it lasts until the reset
        observed.screenshot()
    observed.reset(0)
    observed.act(Wait(0.2))
    assert len(observed.audio(1.0)) == 3200
    assert not [t for t in cast._threads if t.is_alive()]


def test_nothing_is_left_of_who_no_longer_listens(observed: AdbDevice) -> None:
    observed.listen(False)
    observed.watch(False)
    observed.reset(0)
    assert not {t.name for t in threading.enumerate()} & {"omnigym-audio", "omnigym-video"}


@pytest.mark.adb
@pytest.mark.parametrize("version", ["3.3.4", "4.1"])
def test_through_a_real_adb_server(
    adb: AdbProgram, phone: PhoneProcess, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AdbCast, "_version", lambda _: (version, wire_of(version)))
    device = AdbDevice(SMALL, phone.address, port=adb.port, timeout=5.0)
    device.listen(True)
    device.watch(True)
    device.reset(0)
    device.launch("music", "/sdcard/Podcasts/Deep Water - The Lake Monster.wav")
    device.next_interval()
    device.act(Wait(3.0))
    assert len(device.audio(60.0)) == 48_000 and device.audio(60.0).any()
    frames, _ = device.video(4, (27, 60))
    assert not np.array_equal(frames[0], frames[-1])  # the second that has passed is shown
    device.close()


def test_a_phone_that_is_not_simulated_needs_the_file(
    new_phone: Callable[..., PhoneProcess], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, jar = new_phone(plain=True), tmp_path / "scrcpy-server"
    monkeypatch.setenv("SCRCPY_SERVER_PATH", str(jar))
    device = AdbDevice(SMALL, "omnigym", port=phone.smart_port)
    with pytest.raises(MissingDependencyError, match=r"scrcpy-server' is no file.*export SCRCPY_SERVER_PATH"):
        device.listen(True)
    jar.write_bytes(b"the phone stands in for it")
    device.listen(True)
    device.watch(True)
    device.reset(0)
    assert device.read_file("/data/local/tmp/omnigym-scrcpy-server.jar") == jar.read_bytes()
    device.next_interval()
    device.act(Wait(0.5))
    # How much of it falls into the interval nobody can say: this phone's time stands still between two commands.
    assert device.audio(60.0).dtype == np.int16
    frames, ago = device.video(3, SMALL)
    assert ago[0] >= ago[-1] == 0 and frames.shape == (3, 600, 270, 3)
    cast = device._session._cast  # type: ignore[union-attr]
    assert cast is not None and cast.sound.end > 0 and len(cast.frames) > 0
    monkeypatch.setattr(device._session, "abilities", replace(device.abilities, sdk=29))
    with pytest.raises(CapabilityError, match="needs SDK 30"):
        device.listen(True)
    device.close()
