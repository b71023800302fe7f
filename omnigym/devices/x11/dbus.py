"""A pipelined D-Bus client: many calls are under way at once, and each has a deadline."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from urllib.parse import unquote

from omnigym.devices.waiting import wait_for
from omnigym.devices.x11.dbus_wire import DBusMessage, WireError, call_message, encode, read_message

__all__ = ["Bus", "BusClosedError", "CallError", "Handler", "socket_of"]

#: Called with the answer to a call: a return or an error.
Handler: TypeAlias = Callable[[DBusMessage], None]


class CallError(Exception):
    """The other side answered with an error, or with what is no answer."""


class BusClosedError(Exception):
    """The connection broke."""


def socket_of(address: str) -> str:
    r"""The socket that a D-Bus address leads to, as `socket.socket.connect` takes it.

    Raises:
        BusClosedError: It leads to none of this machine.

    >>> socket_of("unix:path=/run/user/1000/bus,guid=1f"), socket_of("tcp:host=a;unix:abstract=/tmp/dbus%2d1")
    ('/run/user/1000/bus', '\x00/tmp/dbus-1')
    """
    for one in address.split(";"):
        transport, _, rest = one.partition(":")
        values = dict(part.partition("=")[::2] for part in rest.split(","))
        for key, front in (("path", ""), ("abstract", "\0")) if transport == "unix" else ():
            if values.get(key):
                return front + unquote(values[key])
    raise BusClosedError(f"The bus has no socket here: {address!r}.")


class Bus:
    """A connection to a bus, or to an application that has a socket of its own.

    Args:
        path: The socket.
        uid: The user id that the other side sees this process as (inside the sandbox's user namespace).
        timeout: For the connection to be made, in seconds.
        direct: Whether an application is at the other end.

    Raises:
        BusClosedError: It could not be made.
    """

    def __init__(self, path: str, uid: int, timeout: float = 5.0, direct: bool = False) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        self._serial = 0
        self._in, self._out = bytearray(), bytearray()
        self._skip = 0  # so many bytes that come belong to a message that is not read
        self._handlers: dict[int, Handler] = {}
        try:
            self._socket.connect(path)
            self._socket.sendall(b"\0AUTH EXTERNAL " + str(uid).encode().hex().encode() + b"\r\n")
            answer = self._socket.recv(4096)
            if not answer.startswith(b"OK"):
                raise BusClosedError(f"The bus {path} refused user {uid}: {answer!r}.")
            self._socket.sendall(b"BEGIN\r\n")
            self._socket.setblocking(False)
            if not direct:
                name = "org.freedesktop.DBus"
                self.call(name, "/org/freedesktop/DBus", name, "Hello", timeout=timeout)
        except (OSError, CallError, BusClosedError) as e:
            self._socket.close()
            raise BusClosedError(f"Cannot connect to the bus {path}: {e}") from e

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def send(
        self,
        handler: Handler,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: bytes = b"",
    ) -> int:
        """Queue a call; ``handler`` gets its answer during a later `run`. Returns the call's serial."""
        self._serial += 1
        self._out += call_message(self._serial, destination, path, interface, member, signature, body)
        self._handlers[self._serial] = handler
        return self._serial

    def run(self, timeout: float, silence: float = float("inf"), put_off: Callable[[], float] = lambda: 0.0) -> bool:
        """Send what is queued and handle answers until none is outstanding; handlers may send more.

        Args:
            timeout: For everything, in seconds.
            silence: The longest pause between answers, in seconds.
            put_off: By how many seconds both are to be put off; asked when time is up.

        Returns:
            Whether all answers came in time. Those that did not are never handled.

        Raises:
            BusClosedError: The connection broke.
        """
        end = time.monotonic() + timeout
        heard = time.monotonic()
        while self._handlers:
            left = min(end, heard + silence) - time.monotonic()
            left = left if left > 0 else left + put_off()
            # Looked at once more when time is up: the answer may have come while this process was not running.
            readable, writable = wait_for(left, self._socket, self._socket if self._out else None)
            # But one that never stops to talk is not listened to for ever.
            if left <= 0 and (not readable or left < -timeout):
                self._handlers.clear()
                return False
            try:
                if writable:
                    del self._out[: self._socket.send(self._out)]
                if readable and self._receive():
                    heard = time.monotonic()
            except BlockingIOError:
                continue
            except OSError as e:
                raise BusClosedError("The bus closed the connection.") from e
        return True

    def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        values: Sequence[object] = (),
        timeout: float = 2.0,
        returns: str = "",
    ) -> tuple[Any, ...]:
        """Call a method and return what it returns.

        Args:
            destination, path, interface, member: The method.
            signature, values: What it is called with.
            timeout: For the answer, in seconds.
            returns: The signature of what it returns; empty if that does not matter.

        Raises:
            CallError: The other side answered with an error, or not with what the method returns.
            TimeoutError: It did not answer in time.
            BusClosedError: The connection broke.
        """
        answers: list[DBusMessage] = []
        self.send(answers.append, destination, path, interface, member, signature, encode(signature, values))
        self.run(timeout)
        if not answers:
            raise TimeoutError(f"{destination} did not answer {member} within {timeout:g} s.")
        answer = answers[0]
        try:
            if answer.error:
                detail = answer.values()[0] if answer.signature.startswith("s") else ""
                raise CallError(f"{destination} answered {member} with {answer.error[:200]}: {str(detail)[:200]}")
            if returns and answer.signature != returns:
                raise CallError(f"{destination} answered {member} with {answer.signature!r}, expected {returns!r}.")
            return answer.values()
        except WireError as e:
            raise CallError(f"{destination} answered {member} with what is no answer: {e}") from e

    def _receive(self) -> bool:
        """Handle what has come; returns whether an answer was in it."""
        try:
            data = self._socket.recv(1 << 20)
        except BlockingIOError:
            return False
        if not data:
            raise BusClosedError("The bus closed the connection.")
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        self._in += data[skipped:]
        at, answered = 0, False
        try:
            while at < len(self._in) and (found := read_message(self._in, at)) is not None:
                message, at = found
                handler = self._handlers.pop(message.reply_to, None) if message is not None else None
                if handler is not None and message is not None:
                    answered = True
                    handler(message)
        except WireError as e:
            raise BusClosedError(str(e)) from e
        self._skip += max(at - len(self._in), 0)
        del self._in[:at]
        return answered
