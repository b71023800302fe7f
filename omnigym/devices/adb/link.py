"""The link to one phone: commands with exit codes, and output of any size, each within a total deadline."""

from __future__ import annotations

import contextlib
import shlex
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from omnigym.devices.adb.server import AdbRefusal, AdbServer, device_error
from omnigym.devices.waiting import Deadline, receive
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError

__all__ = ["AdbLink", "Output", "quote"]

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_PACKET = struct.Struct("<BI")
_CODE = "omnigym-exit-"
_CONNECT_S = 15.0
#: How often a phone on the network is connected to, and how long it may then take until it answers, in seconds.
_TRIES, _GREETING_S = 3, 3.0
_FAILURES = (OSError, EOFError, AdbRefusal, ValueError)
_T = TypeVar("_T")

quote = shlex.quote


class Output(NamedTuple):
    """What a command wrote, and its exit code."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Standard output as text, with plain line ends."""
        return self.out.decode("utf-8", "replace").replace("\r\n", "\n")


class AdbLink:
    """A phone at the other end of an adb server.

    Args:
        server: The server.
        serial: Its serial number; empty for the only one that there is.
        timeout: The longest that a command may take, in seconds, if nothing else is said.
        start_server: Whether a server that is not there is started.
    """

    def __init__(self, server: AdbServer, serial: str = "", timeout: float = 20.0, start_server: bool = True) -> None:
        self._server, self._wanted, self._may_start = server, serial, start_server
        self.timeout = timeout
        self.serial = serial
        self.call = "connect"
        self._v2 = True

    # -- the connection ----------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Find the phone, and wait until it answers.

        Raises:
            DeviceStartError: There is no such phone, or it is offline or unauthorized, or there are several and none
                was named; the server is not there and cannot be started.
            DeviceTimeoutError: It does not answer.
        """
        deadline = Deadline(_CONNECT_S)
        try:
            self._find(deadline)
        except ConnectionRefusedError:
            if not self._may_start:
                raise DeviceStartError("adb", self.call, self._no_server(), "Run: adb start-server") from None
            self._server.start()
            deadline = Deadline(_CONNECT_S)
            with self._errors(deadline):
                self._find(deadline)
        except _FAILURES as e:
            raise device_error(self.call, e) from e
        with self._errors(deadline):
            features = self._server.ask(f"host-serial:{self.serial}:features", deadline).split(",")
        self._v2 = "shell_v2" in features

    def _no_server(self) -> str:
        return f"no adb server answers at {self._server.host}:{self._server.port}."

    def _find(self, deadline: Deadline) -> None:
        known, said = self._states(deadline), ""
        if ":" in self._wanted:
            for _ in range(_TRIES):
                if known.get(self._wanted) == "device":
                    break
                known, said = self._connected(deadline)
        self.serial = self._wanted or self._only(known)
        state = known.get(self.serial, "not known to the adb server" + (f", which says: {said}" if said else ""))
        if state != "device":
            advice = {
                "unauthorized": "Unlock the phone and allow USB debugging for this machine.",
                "offline": "Reconnect the phone: adb reconnect offline.",
            }.get(state, "See `adb devices`; connect it, or name another serial number.")
            raise DeviceStartError("adb", self.call, f"the phone {self.serial!r} is {state}.", advice)

    def _states(self, deadline: Deadline) -> dict[str, str]:
        return {phone.serial: phone.state for phone in self._server.phones(deadline)}

    def _connected(self, deadline: Deadline) -> tuple[dict[str, str], str]:
        """The states of phones after the wanted one was connected to anew, and what the server said to that.

        Of a phone that it is just losing it says that it is connected, and one that it lists may not answer yet.
        """
        self._server.disconnect_from(self._wanted, deadline)
        said = self._server.connect_to(self._wanted, deadline)
        if "connected to" in said:
            with contextlib.suppress(TimeoutError, AdbRefusal):
                self._server.wait_for(self._wanted, Deadline(_GREETING_S))
        return self._states(deadline), said.strip()

    def _only(self, known: dict[str, str]) -> str:
        if len(known) == 1:
            return next(iter(known))
        if not known:
            advice = "Plug one in, start an emulator, or serve the simulated one: omnigym phone."
            raise DeviceStartError("adb", self.call, "the adb server knows no phone.", advice)
        names = ", ".join(f"{serial} ({state})" for serial, state in sorted(known.items()))
        raise DeviceStartError(
            "adb", self.call, f"there are {len(known)} phones: {names}.", "Name one: AdbConfig(serial=...)."
        )

    def revive(self) -> None:
        """Connect again after the connection broke.

        Raises:
            DeviceError: It cannot be.
        """
        if ":" in self.serial:
            deadline = Deadline(_CONNECT_S)
            # Where the server is gone, connect() starts it.
            with self._errors(deadline), contextlib.suppress(ConnectionRefusedError):
                self._server.disconnect_from(self.serial, deadline)
        self.connect()

    def wait(self, timeout: float) -> None:
        """Wait until the phone is there and answers, as after it was started anew.

        Raises:
            DeviceTimeoutError: It does not come in time.
        """
        deadline = Deadline(timeout)
        with self._errors(deadline):
            self._server.wait_for(self.serial, deadline)

    # -- commands ----------------------------------------------------------------------------------------------------

    def shell(self, line: str, timeout: float | None = None) -> Output:
        """Run a command line to its end.

        Raises:
            DeviceError: The phone, or the connection to it, failed; a command that fails is none.
        """
        deadline = Deadline(timeout or self.timeout)
        with self._errors(deadline):
            return self._shell_v2(line, deadline) if self._v2 else self._shell_v1(line, deadline)

    def run(self, line: str, timeout: float | None = None) -> str:
        """The output of a command line that must succeed.

        Raises:
            DeviceError: It does not.
        """
        output = self.shell(line, timeout)
        if output.code:
            said = " ".join((output.err or output.out).decode("utf-8", "replace").split())
            raise DeviceError("adb", self.call, f"the phone answers to {line!r}: {said or f'exit code {output.code}'}.")
        return output.text

    def read(self, line: str, expected: int = 1 << 16, timeout: float | None = None) -> memoryview:
        """The plain output of a command, as it comes.

        Where it ends the connection does too, so that a caller has to know a whole answer from half of one.

        Args:
            line: The command line.
            expected: About how many bytes will come.
            timeout: The longest that it may take, in seconds.

        Raises:
            DeviceError: The phone, or the connection to it, failed.
        """
        deadline = Deadline(timeout or self.timeout)
        with self._errors(deadline), self._server.open(self.serial, f"exec:{line}", deadline) as connection:
            return _receive_all(connection, expected, deadline)

    def open(self, service: str, deadline: Deadline) -> socket.socket:
        """A connection to a service; what goes wrong on it is for `error`."""
        with self._errors(deadline):
            return self._server.open(self.serial, service, deadline)

    def try_connect(self, service: str, deadline: Deadline) -> socket.socket | None:
        """A connection to a service, or None where the phone does not have it (yet)."""
        with self._errors(deadline):
            try:
                return self._server.open(self.serial, service, deadline)
            except AdbRefusal:
                return None

    def again(self, read: Callable[[], _T]) -> _T:
        """What ``read`` returns; where the connection broke, of a second try on a new one.

        Only for what changes nothing on the phone.
        """
        try:
            return read()
        except DeviceLostError:
            self.revive()
            return read()

    def error(self, problem: BaseException) -> DeviceError:
        """The typed error of what went wrong on the way."""
        return device_error(self.call, problem)

    @contextmanager
    def _errors(self, deadline: Deadline) -> Iterator[None]:
        try:
            yield
        except TimeoutError:
            late = TimeoutError(f"no answer within {deadline.seconds:g} s")
            raise device_error(self.call, late) from None
        except _FAILURES as e:
            raise device_error(self.call, e) from e

    def _shell_v2(self, line: str, deadline: Deadline) -> Output:
        written = {_STDOUT: bytearray(), _STDERR: bytearray()}
        with self._server.open(self.serial, f"shell,v2,raw:{line}", deadline) as connection:
            while True:
                kind, length = _PACKET.unpack(receive(connection, _PACKET.size, deadline))
                data = receive(connection, length, deadline)
                if kind == _EXIT:
                    return Output(data[0], bytes(written[_STDOUT]), bytes(written[_STDERR]))
                if kind in written:
                    written[kind] += data

    def _shell_v1(self, line: str, deadline: Deadline) -> Output:
        """Phones before Android 7: the exit code is written behind the output."""
        with self._server.open(self.serial, f"shell:{line}; echo {_CODE}$?", deadline) as connection:
            data = bytes(_receive_all(connection, 1 << 12, deadline))
        out, mark, code = data.rpartition(_CODE.encode())
        if not mark:
            raise EOFError("the output ended before the exit code")
        return Output(int(code), out, b"")


def _receive_all(connection: socket.socket, expected: int, deadline: Deadline) -> memoryview:
    """Everything until the other side has no more."""
    buffer = bytearray(expected + 1)  # one more, so that the end is seen without growing
    filled = 0
    while True:
        if filled == len(buffer):
            buffer += bytes(len(buffer))
        connection.settimeout(deadline.left())
        with memoryview(buffer) as view:
            count = connection.recv_into(view[filled:])
        if not count:
            return memoryview(buffer)[:filled].toreadonly()
        filled += count
