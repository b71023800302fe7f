"""Each fault of a phone, or of the way to it, ends in a recovery or in a typed error, and a reset brings it back."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from omnigym.actions import Click, Press, Type
from omnigym.devices.adb import screen as layout
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.adb.link import AdbLink
from omnigym.devices.adb.server import AdbServer, KnownPhone
from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneProcess
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    TooLargeError,
    UnreadableError,
)

SMALL = (270, 600)


def arm(device: AdbDevice, kind: str, times: int, pattern: str) -> None:
    code, _, err = device.run(["cmd", "omnigym", "fault", kind, str(times), pattern])
    assert code == 0, err


def works(device: AdbDevice) -> bool:
    device.reset(0)
    device.act(Press("home"))
    return device.screenshot().shape == (600, 270, 3) and len(device.tree()) > 3


def test_a_damaged_provider_is_no_unknown_one(device: AdbDevice) -> None:
    device.write_file("/data/data/com.android.providers.telephony/sms.json", b"junk")
    with pytest.raises(UnreadableError, match="content://sms"):
        device.query_content("content://sms")
    assert works(device) and device.query_content("content://sms")


def test_stall_passes_the_deadline(device: AdbDevice) -> None:
    arm(device, "stall", 1, "screencap")
    start = time.monotonic()
    with pytest.raises(DeviceTimeoutError, match="screenshot: no answer within 2 s"):
        device.screenshot()
    assert time.monotonic() - start < 15
    with pytest.raises(DeviceTimeoutError):  # it lasts until the reset
        device.tree()
    assert works(device)


def test_stall_of_an_action(device: AdbDevice) -> None:
    arm(device, "stall", 1, "input tap")
    with pytest.raises(DeviceTimeoutError, match="act"):
        device.act(Click((0.5, 0.5)))
    assert works(device)


def test_half_a_picture_is_asked_for_once_more(device: AdbDevice) -> None:
    whole = device.screenshot()
    arm(device, "short", 1, "screencap")
    np.testing.assert_array_equal(device.screenshot(), whole)


def test_half_a_picture_again_and_again(device: AdbDevice) -> None:
    arm(device, "short", 2, "screencap")
    with pytest.raises(DeviceLostError, match="half a picture came"):
        device.screenshot()
    assert works(device)


def test_half_a_layout(device: AdbDevice) -> None:
    arm(device, "short", 9, "uiautomator")
    with pytest.raises(DeviceLostError, match="half a layout came"):
        device.tree()
    assert works(device)


def test_small_pieces_make_a_whole(device: AdbDevice) -> None:
    whole = device.screenshot()
    arm(device, "trickle", 1, "screencap")
    np.testing.assert_array_equal(device.screenshot(), whole)


def test_a_command_that_ends_without_a_code(device: AdbDevice) -> None:
    arm(device, "short", 1, "input")
    with pytest.raises(DeviceLostError, match="act"):
        device.act(Click((0.5, 0.5)))
    assert works(device)


def test_warning_of_a_second_display(device: AdbDevice) -> None:
    whole = device.screenshot()
    arm(device, "displays", 1, "screencap")
    np.testing.assert_array_equal(device.screenshot(), whole)


def test_idle_state_that_comes_later(device: AdbDevice) -> None:
    whole = device.tree()
    device.act(Press("home"))
    arm(device, "idle", 3, "uiautomator")
    assert [n.key for n in device.tree()] == [n.key for n in whole]


def test_idle_state_that_never_comes(device: AdbDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_IDLE_S", 0.2)
    arm(device, "idle", 100_000, "uiautomator")
    with pytest.raises(DeviceTimeoutError, match="could not get idle state"):
        device.tree()
    assert works(device)


def test_line_ends_of_an_old_terminal(device: AdbDevice) -> None:
    picture, keys = device.screenshot(), [n.key for n in device.tree()]
    device.act(Press("home"))
    for pattern in ("screencap", "uiautomator", "settings get"):
        arm(device, "crlf", 1, pattern)
    np.testing.assert_array_equal(device.screenshot(), picture)
    assert [n.key for n in device.tree()] == keys
    assert device.setting("system/screen_brightness") == "128"


def test_a_phone_without_exit_codes(new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone(shell_v2=False)
    device = AdbDevice(SMALL, "omnigym", port=phone.smart_port)
    assert works(device)
    assert device.run(["echo", "a b"]) == (0, b"a b\n", b"")
    assert device.run(["false"])[0] == 1
    arm(device, "short", 1, "input")
    with pytest.raises(DeviceLostError, match="ended before the exit code"):
        device.act(Click((0.5, 0.5)))


def test_offline(new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone(answer=False)
    with pytest.raises(DeviceStartError, match="'omnigym' is offline"):
        AdbDevice(SMALL, "omnigym", port=phone.smart_port)


def test_unauthorized(new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone(auth="refuse")
    with pytest.raises(DeviceStartError, match=r"is unauthorized.*allow USB debugging"):
        AdbDevice(SMALL, port=phone.smart_port)


def test_a_serial_number_that_nobody_has(phone: PhoneProcess) -> None:
    with pytest.raises(DeviceStartError, match="'other' is not known"):
        AdbDevice(SMALL, "other", port=phone.smart_port)


def test_another_size(phone: PhoneProcess) -> None:
    with pytest.raises(ConfigError, match=r"has a screen of 270x600.*resolution=\(270, 600\)"):
        AdbDevice((540, 1200), "omnigym", port=phone.smart_port)


def test_no_server_and_none_may_be_started(unused_port: int) -> None:
    with pytest.raises(DeviceStartError, match=f"no adb server answers at 127.0.0.1:{unused_port}"):
        AdbDevice(SMALL, port=unused_port, start_server=False)


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_character_that_cannot_be_typed(device: AdbDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    session = device._session
    assert session is not None
    monkeypatch.setattr(session._fingers, "_keyboard", False)
    with pytest.raises(DeviceError, match="'ü' cannot be typed"):
        device.act(Type("ü"))


# -- with a real adb server between ----------------------------------------------------------------------------------


@pytest.mark.adb
def test_death_in_the_middle_of_a_command(adb: AdbProgram, phone: PhoneProcess) -> None:
    device = AdbDevice(SMALL, phone.address, port=adb.port, timeout=5.0)
    device.reset(0)
    arm(device, "die", 1, "input tap")
    with pytest.raises(DeviceLostError, match="act"):
        device.act(Click((0.5, 0.5)))
    assert works(device)
    # What changes nothing is simply done again on a new connection.
    arm(device, "die", 1, "screencap")
    assert device.screenshot().shape == (600, 270, 3)


@pytest.mark.adb
def test_a_server_that_was_killed(adb: AdbProgram, phone: PhoneProcess) -> None:
    device = AdbDevice(SMALL, phone.address, port=adb.port, timeout=5.0)
    device.reset(0)
    adb.call("kill-server")
    assert device.screenshot().shape == (600, 270, 3)  # started again
    adb.call("kill-server")
    with pytest.raises(DeviceLostError, match="no adb server answers"):
        device.act(Press("home"))
    assert works(device)


@pytest.mark.adb
def test_a_phone_that_was_killed(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone()
    device = AdbDevice(SMALL, phone.address, port=adb.port, timeout=5.0)
    device.reset(0)
    os.kill(phone.pid, signal.SIGKILL)
    with pytest.raises(DeviceError, match="screenshot"):
        device.screenshot()
    with pytest.raises(DeviceStartError, match="is not known"):
        device.reset(0)


@pytest.mark.adb
def test_waiting_for_a_phone(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone()
    device = AdbDevice(SMALL, phone.address, port=adb.port)
    device._link.wait(5.0)
    adb.run("disconnect", phone.address)
    with pytest.raises(DeviceTimeoutError, match="within 1 s"):
        device._link.wait(1.0)


@pytest.mark.adb
def test_two_phones_and_no_serial_number(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    phones = [new_phone(), new_phone()]
    for phone in phones:
        adb.run("connect", phone.address)
    with pytest.raises(DeviceStartError, match=r"there are 2 phones: .*Name one"):
        AdbDevice(SMALL, port=adb.port)
    AdbDevice(SMALL, phones[1].address, port=adb.port).close()


@pytest.mark.adb
def test_no_phone_at_all(adb: AdbProgram) -> None:
    adb.run("start-server")
    with pytest.raises(DeviceStartError, match=r"knows no phone.*omnigym phone"):
        AdbDevice(SMALL, port=adb.port)


@pytest.mark.adb
def test_unauthorized_by_a_real_server(adb: AdbProgram, new_phone: Callable[..., PhoneProcess]) -> None:
    phone = new_phone(auth="refuse")
    with pytest.raises(DeviceStartError, match="unauthorized"):
        AdbDevice(SMALL, phone.address, port=adb.port)


def test_a_file_that_is_larger_than_anyone_reads(device: AdbDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.adb.files.FILE_BYTES", 1000)
    device.write_file("Documents/a", b"x" * 1000)
    assert len(device.read_file("Documents/a")) == 1000
    device.write_file("Documents/a", b"x" * 1001)
    with pytest.raises(TooLargeError, match="1000 bytes"):
        device.read_file("Documents/a")
    device.screenshot()


class _Greeting(AdbServer):
    """A server that lists a phone before the two have shaken hands, as a busy one does just after it connected."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1", 5037)
        self.greeted = False

    def phones(self, deadline: Deadline) -> tuple[KnownPhone, ...]:
        return (KnownPhone("127.0.0.1:5555", "device" if self.greeted else "offline"),)

    def connect_to(self, address: str, deadline: Deadline) -> str:
        return f"connected to {address}"

    def disconnect_from(self, address: str, deadline: Deadline) -> None:
        pass

    def wait_for(self, serial: str, deadline: Deadline, state: str = "device") -> None:
        self.greeted = True

    def ask(self, service: str, deadline: Deadline) -> str:
        return "shell_v2"


def test_a_phone_that_is_listed_before_it_answers() -> None:
    server = _Greeting()
    AdbLink(server, "127.0.0.1:5555").connect()
    assert server.greeted


class Cut:
    """A way to a phone that is cut, once, after so many bytes from it."""

    def __init__(self, port: int) -> None:
        self._to, self._listening, self.left = port, socket.create_server(("127.0.0.1", 0)), -1
        self.port: int = self._listening.getsockname()[1]
        self.cuts = 0
        self._sockets = [self._listening]
        self._threads: list[threading.Thread] = []
        self._begin(self._accept)

    def _begin(self, work: Callable[..., None], *args: object) -> None:
        self._threads.append(threading.Thread(target=work, args=args, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                ours = self._listening.accept()[0]
                theirs = socket.create_connection(("127.0.0.1", self._to))
                self._sockets += [ours, theirs]
                self._begin(self._pass, ours, theirs, False)
                self._begin(self._pass, theirs, ours, True)

    def _pass(self, source: socket.socket, sink: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if counted and 0 <= self.left <= len(data):
                    data, self.left, self.cuts = data[: self.left], -1, self.cuts + 1
                    sink.sendall(data)
                    break
                self.left -= len(data) if counted and self.left > 0 else 0
                sink.sendall(data)
        _hang_up(source, sink)

    def close(self) -> None:
        _hang_up(*self._sockets)
        for thread in self._threads:
            thread.join()
        _hang_up(*self._sockets)
        for each in self._sockets:
            each.close()


def _hang_up(*sockets: socket.socket) -> None:
    for each in sockets:
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("left", [0, 9, 700])
@pytest.mark.parametrize(
    "call",
    [
        lambda d: d.screenshot(),
        lambda d: d.tree(),
        lambda d: d.act(Type("text")),
        lambda d: d.write_file("/sdcard/x.txt", b"abc" * 2000),
        lambda d: d.list_dir("/sdcard"),
        lambda d: d.query_content("content://sms"),
        lambda d: d.reset(1),
    ],
    ids=["screenshot", "tree", "act", "write_file", "list_dir", "query_content", "reset"],
)
def test_a_connection_that_is_cut_in_the_middle_of_a_call(
    phone: PhoneProcess, call: Callable[[AdbDevice], object], left: int
) -> None:
    """The call is done by another connection, or is lost; a reset brings the phone back."""
    with contextlib.closing(Cut(phone.smart_port)) as way:
        device = AdbDevice(SMALL, "omnigym", port=way.port, timeout=5.0)
        with contextlib.closing(device):
            device.reset(0)
            way.left = left
            with contextlib.suppress(DeviceLostError):
                call(device)
            if way.cuts == 0:
                way.left = -1  # it said less
            assert works(device)
