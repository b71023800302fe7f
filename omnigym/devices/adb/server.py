"""The adb server: which phones it knows, and connections to them.

Discovery and connections are pure-python-adb's. Its own reading and writing is not used: it waits for each piece of
an answer by itself, and takes a connection that broke for the end of the answer.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from typing import NamedTuple

from ppadb.connection import Connection
from ppadb.protocol import Protocol

from omnigym.devices.waiting import Deadline, receive
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError, DeviceTimeoutError

# -- server -----------------------------------------------------------------------------------------------------------

_PORT = 5037
_START_S = 20.0
_MOST_MESSAGE = 65536


class KnownPhone(NamedTuple):
    """A phone that the server knows: its serial number and whether it is "device", "offline", "unauthorized"..."""

    serial: str
    state: str


class AdbRefusal(Exception):
    """The server, or the phone, does not do what was asked; the message is its own."""


class AdbServer:
    """A server at a place.

    Args:
        host, port: Where it listens.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 5037) -> None:
        self.host, self.port = host, port

    @staticmethod
    def usual_port() -> int:
        """Where a server listens if nothing else is said: adb's own variable names it for all of its clients."""
        return int(os.environ.get("ANDROID_ADB_SERVER_PORT", _PORT))

    # -- connections -------------------------------------------------------------------------------------------------

    def open(self, serial: str, service: str, deadline: Deadline) -> socket.socket:
        """A connection to a service of a phone.

        Raises:
            Refused: The server does not know the phone, or the phone not the service.
            OSError: The server is not there, or does not answer (`TimeoutError`).
        """
        connection = self._connect(deadline)
        try:
            request(connection, f"host:transport:{serial}", deadline)
            # Never both requests at once: servers hang on it.
            request(connection, service, deadline)
        except BaseException:
            connection.close()
            raise
        return connection

    def ask(self, question: str, deadline: Deadline) -> str:
        """The server's answer to a request of its own, "host:devices" for example.

        Raises:
            Refused: It does not do that.
            OSError: The server is not there, or does not answer.
        """
        connection = self._connect(deadline)
        with connection:
            request(connection, question, deadline)
            return receive_text(connection, deadline)

    def wait_for(self, serial: str, deadline: Deadline, state: str = "device") -> None:
        """Wait until a phone is there and answers, or is gone where the state is "disconnect".

        Raises:
            Refused: The server does not know how to wait for it.
            OSError: It did not come in time (`TimeoutError`), or the server is not there.
        """
        connection = self._connect(deadline)
        with connection:
            request(connection, f"host-serial:{serial}:wait-for-any-{state}", deadline)
            check(connection, deadline)

    def _connect(self, deadline: Deadline) -> socket.socket:
        connection: Connection = Connection(self.host, self.port, timeout=deadline.left())
        try:
            connected: socket.socket = connection.connect()
        except RuntimeError as e:  # what pure-python-adb makes of every OSError
            if isinstance(e.__context__, TimeoutError):
                raise TimeoutError(f"no adb server answers at {self.host}:{self.port} in time") from e
            raise ConnectionRefusedError(f"no adb server answers at {self.host}:{self.port}") from e
        return connected

    # -- the server itself -------------------------------------------------------------------------------------------

    def phones(self, deadline: Deadline) -> tuple[KnownPhone, ...]:
        """The phones that it knows, whatever state they are in."""
        lines = self.ask("host:devices", deadline).splitlines()
        return tuple([KnownPhone(*line.split("\t")[:2]) for line in lines if "\t" in line])

    def connect_to(self, address: str, deadline: Deadline) -> str:
        """Let it connect to a phone on the network; what it says of it."""
        return self.ask(f"host:connect:{address}", deadline)

    def disconnect_from(self, address: str, deadline: Deadline) -> None:
        """Let it forget a phone on the network, and wait until it has: until then it says that it is connected."""
        with contextlib.suppress(AdbRefusal):  # it did not know it, or does not know how to wait
            self.ask(f"host:disconnect:{address}", deadline)
            self.wait_for(address, deadline, "disconnect")

    def start(self) -> None:
        """Start it with the adb program of this machine.

        Raises:
            DeviceStartError: There is none, or it does not start one.
        """
        program = shutil.which("adb")
        advice = "Install it (sudo apt-get install -y adb), or start an adb server: adb start-server."
        if program is None or self.host not in ("127.0.0.1", "localhost"):
            raise DeviceStartError("adb", "start", f"no adb server answers at {self.host}:{self.port}.", advice)
        command = [program, "-P", str(self.port), "start-server"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_START_S, stdin=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            raise DeviceStartError("adb", "start", f"{' '.join(command)} did not end within {_START_S:g} s.") from None
        if done.returncode:
            said = " ".join(done.stderr.decode(errors="replace").split())
            raise DeviceStartError("adb", "start", f"{' '.join(command)} failed: {said}", advice)


# -- the smart socket ------------------------------------------------------------------------------------------------


def receive_text(connection: socket.socket, deadline: Deadline) -> str:
    """A text behind its length in four hexadecimal digits."""
    length = int(receive(connection, 4, deadline), 16)
    return receive(connection, min(length, _MOST_MESSAGE), deadline).decode("utf-8", "replace")


def request(connection: socket.socket, name: str, deadline: Deadline) -> None:
    """Ask for a service, and wait until it is granted.

    Raises:
        Refused: It is not.
    """
    connection.settimeout(deadline.left())
    connection.sendall(Protocol.encode_data(name))
    check(connection, deadline)


def check(connection: socket.socket, deadline: Deadline) -> None:
    """Read whether something was granted.

    Raises:
        Refused: It was not.
    """
    status = receive(connection, 4, deadline)
    if status == b"FAIL":
        raise AdbRefusal(receive_text(connection, deadline))
    if status != b"OKAY":
        raise AdbRefusal(f"expected OKAY, got {status!r}: this is no adb server")


def device_error(call: str, problem: BaseException) -> DeviceError:
    """The typed error of what went wrong on the way to a phone."""
    said = str(problem) or type(problem).__name__
    if isinstance(problem, TimeoutError):
        return DeviceTimeoutError("adb", call, f"{said}.", "Reset the device; see whether the phone hangs.")
    if "unauthorized" in said:
        return DeviceStartError("adb", call, f"{said}.", "Unlock the phone and allow USB debugging for this machine.")
    if "offline" in said:
        return DeviceLostError("adb", call, f"{said}.", "Reconnect the phone: adb reconnect offline.")
    return DeviceLostError("adb", call, f"the connection broke: {said}.", "Reset the device.")
