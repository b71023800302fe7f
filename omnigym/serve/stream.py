"""Messages over a blocking socket, as all connections of a client use them."""

from __future__ import annotations

import socket
import time
from typing import Final

from omnigym.errors import TooLargeError
from omnigym.serve.messages import HEADER, MAX_ANSWER, Header

__all__ = ["Stream"]

#: How much is read at a time, unless more is known to come.
_CHUNK: Final = 1 << 16


class Stream:
    """A connection for messages.

    Args:
        connection: The socket; closed with the stream.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()
        self._timeout = connection.gettimeout()

    def within(self, seconds: float | None) -> None:
        """Set how long a call waits for the other side; None waits forever."""
        if seconds != self._timeout:  # setting it is a call of the system
            self._timeout = seconds
            self._connection.settimeout(seconds)

    def send(self, content: bytes) -> None:
        """Send a message; any thread may.

        Raises:
            OSError: The connection broke; `TimeoutError` if the other side does not read.
        """
        self._connection.sendall(content)

    def receive(self, seconds: float | None) -> tuple[Header, bytes | bytearray]:
        """Return the next message.

        Args:
            seconds: How long it may take to come; None for ever.

        Raises:
            OSError: The connection broke; `TimeoutError` after so many seconds.
            TooLargeError: The message is longer than is read.
        """
        self.within(seconds)
        end = None if seconds is None else time.monotonic() + seconds
        buffer = self._buffer
        while len(buffer) < HEADER.size:
            buffer += self._some(end)
        header = Header(*HEADER.unpack_from(buffer))
        if header.size > MAX_ANSWER:
            raise TooLargeError(f"An answer has {header.size} bytes; at most {MAX_ANSWER} are read.")
        whole = HEADER.size + header.size
        if whole - len(buffer) > _CHUNK:  # a frame, say: it is read into its place
            return header, self._large(header, end)
        while len(buffer) < whole:
            buffer += self._some(end)
        with memoryview(buffer) as view:
            body = bytes(view[HEADER.size : whole])
        del buffer[:whole]
        return header, body

    def _large(self, header: Header, end: float | None) -> bytearray:
        """A body that begins in the buffer, which has nothing after it."""
        body = bytearray(header.size)
        at = len(self._buffer) - HEADER.size
        body[:at] = self._buffer[HEADER.size :]
        self._buffer.clear()
        try:
            with memoryview(body) as view:
                while at < header.size:
                    self._in_time(end)
                    count = self._connection.recv_into(view[at:])
                    if not count:
                        raise ConnectionError("the other side hung up")
                    at += count
        except TimeoutError:  # the rest may be read later
            self._buffer += HEADER.pack(*header) + body[:at]
            raise
        return body

    def _some(self, end: float | None) -> bytes:
        self._in_time(end)
        found = self._connection.recv(_CHUNK)
        if not found:
            raise ConnectionError("the other side hung up")
        return found

    @staticmethod
    def _in_time(end: float | None) -> None:
        if end is not None and time.monotonic() > end:
            raise TimeoutError

    def end(self) -> None:
        """Signal the end, which wakes a thread that waits for an answer here; call it before `close`.

        Raises:
            OSError: The connection is broken.
        """
        self._connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()
