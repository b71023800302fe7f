"""The served phone, as Debian's adb and a newer one see it."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneProcess
from omnigym.errors import DeviceError

pytestmark = pytest.mark.adb


def test_it_is_a_device(connected: AdbProgram) -> None:
    (line,) = connected.run("devices", "-l").decode().split("\n")[1:2]
    assert "device product:omnigym model:Simulated_phone device:omnigym" in line
    assert connected.run("get-state").strip() == b"device"


def test_exit_codes_and_two_streams(connected: AdbProgram) -> None:
    done = connected.call("shell", "echo out; nosuch")
    assert (done.returncode, done.stdout) == (127, b"out\n")
    assert done.stderr == b"/system/bin/sh: nosuch: inaccessible or not found\n"
    assert connected.call("shell", "true").returncode == 0


def test_standard_input(connected: AdbProgram) -> None:
    connected.run("shell", "-T", "cat > /sdcard/Documents/fed.txt", stdin=b"fed\nin")
    assert connected.run("exec-out", "cat /sdcard/Documents/fed.txt") == b"fed\nin"


def test_an_interactive_shell(connected: AdbProgram) -> None:
    done = connected.call("shell", stdin=b"echo $?\nfalse\nexit\n")
    assert b"0" in done.stdout
    assert done.returncode == 1


def test_files_go_both_ways(connected: AdbProgram, tmp_path: Path) -> None:
    content = bytes(range(256)) * 1000
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "big.bin").write_bytes(content)
    (tmp_path / "in" / "empty").write_bytes(b"")
    connected.run("push", str(tmp_path / "in"), "/sdcard/Download/")
    listed = connected.run("ls", "/sdcard/Download/in").decode()
    assert "big.bin" in listed
    assert f"{len(content):08x}" in listed
    connected.run("pull", "/sdcard/Download/in", str(tmp_path / "out"))
    assert (tmp_path / "out" / "big.bin").read_bytes() == content
    assert (tmp_path / "out" / "empty").read_bytes() == b""


def test_files_that_are_not_there(connected: AdbProgram, tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="No such file"):
        connected.run("pull", "/sdcard/none", str(tmp_path))
    (tmp_path / "x").write_bytes(b"x")
    with pytest.raises(DeviceError, match="Read-only"):
        connected.run("push", str(tmp_path / "x"), "/system/x")


def test_screens(connected: AdbProgram) -> None:
    raw = connected.run("exec-out", "screencap")
    assert struct.unpack_from("<IIII", raw) == (270, 600, 1, 1)
    picture = Image.open(BytesIO(connected.run("exec-out", "screencap -p")))
    assert picture.convert("RGBA").tobytes() == raw[16:]


def test_layouts(connected: AdbProgram) -> None:
    said = connected.run("exec-out", "uiautomator dump /dev/tty").decode()
    assert said.startswith("<?xml version='1.0'")
    assert said.endswith("</hierarchy>UI hierchary dumped to: /dev/tty\n")
    assert "<displays>" in connected.run("exec-out", "uiautomator dump --windows /dev/tty").decode()


def test_forwarding(connected: AdbProgram) -> None:
    port = int(connected.run("forward", "tcp:0", "localabstract:omnigym"))
    with socket.create_connection(("127.0.0.1", port), 10) as forwarded:
        for word in (b"first", b"second"):
            forwarded.sendall(b"echo " + word + b"\n")
            got = b""
            while not got.endswith(b"\x03\x01\x00\x00\x00\x00"):
                got += forwarded.recv(100)
            assert got[5:].startswith(word + b"\n")


def test_a_service_that_is_not_there(connected: AdbProgram) -> None:
    port = int(connected.run("forward", "tcp:0", "localabstract:none"))
    with socket.create_connection(("127.0.0.1", port), 10) as forwarded:
        assert forwarded.recv(1) == b""


def test_recording(connected: AdbProgram) -> None:
    av = pytest.importorskip("av", reason="needs PyAV: pip install 'omnigym[record]'")
    stream = connected.run("exec-out", "screenrecord --time-limit 1 --output-format=h264 -")
    with av.open(BytesIO(stream), format="h264") as video:
        frame = next(video.decode(video=0))
    assert (frame.width, frame.height) == (270, 600)


def test_recording_into_a_file(connected: AdbProgram, tmp_path: Path) -> None:
    av = pytest.importorskip("av", reason="needs PyAV: pip install 'omnigym[record]'")
    connected.run("shell", "screenrecord --time-limit 1 --size 136x300 /sdcard/Movies/screen.mp4")
    connected.run("pull", "/sdcard/Movies/screen.mp4", str(tmp_path))
    with av.open(str(tmp_path / "screen.mp4")) as video:
        shown = [(frame.width, frame.height) for frame in video.decode(video=0)]
    assert shown == [(136, 300)] * 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", b"exactly one output file"),
        ("--time-limit x /sdcard/a.mp4", b"Invalid time limit 'x'"),
        ("--time-limit 900 /sdcard/a.mp4", b"outside acceptable range"),
        ("--size big /sdcard/a.mp4", b"Invalid size 'big'"),
        ("--output-format=gif -", b"Unknown output format"),
        ("-", b"h264 alone"),
        ("--fast /sdcard/a.mp4", b"unrecognized option"),
        ("--time-limit 0.1 /system/a.mp4", b"Read-only file system"),
    ],
)
def test_a_recording_that_cannot_be_made(connected: AdbProgram, arguments: str, said: bytes) -> None:
    done = connected.call("shell", f"screenrecord {arguments}")
    assert done.returncode in (1, 2) and said in done.stderr and not done.stdout


def test_the_log_by_adbs_own_command(connected: AdbProgram) -> None:
    """Which sends ``export ANDROID_LOG_TAGS=""; exec logcat -d``."""
    connected.run("shell", "logcat -c; am start -n com.android.settings/.Settings")
    said = connected.run("logcat", "-d").decode().replace("\r\n", "\n")
    assert said.startswith("--------- beginning of main\n") and "cmp=com.android.settings/.Settings" in said


def test_a_key_that_is_accepted(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone(auth="accept")
    adb.run("connect", phone.address)
    adb.run("wait-for-device", timeout=10)
    assert adb.run("shell", "echo in") == b"in\n"
    adb.run("disconnect", phone.address)
    adb.run("connect", phone.address)  # now by its signature alone
    adb.run("wait-for-device", timeout=10)
    assert adb.run("shell", "echo again") == b"again\n"


def test_a_key_that_is_refused(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    adb.call("connect", new_phone(auth="refuse").address)
    assert b"unauthorized" in adb.run("devices")
    with pytest.raises(DeviceError, match="unauthorized"):
        adb.run("shell", "true")


def test_without_a_server(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    """The phone answers adb's clients itself."""
    phone = new_phone(serial="alone")
    adb.port, server = phone.smart_port, adb.port
    try:
        assert b"alone\tdevice" in adb.run("devices")
        assert adb.run("-s", "alone", "shell", "echo hi") == b"hi\n"
        with pytest.raises(DeviceError):
            adb.run("-s", "other", "shell", "echo hi")
    finally:
        adb.port = server
