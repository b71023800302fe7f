"""One stream between an adb client and a service of the phone, whatever carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

__all__ = ["Bytes", "PacketStream", "PhoneStream", "SocketStream", "StreamClosedError"]

Bytes: TypeAlias = bytes | bytearray | memoryview


class StreamClosedError(EOFError):
    """The other side closed the stream."""


class PhoneStream(Protocol):
    """Bytes both ways."""

    async def read(self, count: int) -> bytes:
        """Exactly ``count`` bytes.

        Raises:
            StreamClosedError: There will not be that many.
        """
        ...

    async def read_some(self) -> bytes:
        """What has come, at least a byte; empty once the other side has closed."""
        ...

    async def write(self, data: Bytes) -> None:
        """Send everything, and wait until the other side has taken it.

        Raises:
            StreamClosedError: It closed the stream.
        """
        ...


class SocketStream:
    """A stream that has a connection for itself, as behind the smart socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, count: int) -> bytes:
        """Exactly ``count`` bytes."""
        try:
            return await self._reader.readexactly(count)
        except (asyncio.IncompleteReadError, ConnectionError) as e:
            raise StreamClosedError from e

    async def read_some(self) -> bytes:
        """What has come; empty at the end."""
        try:
            return await self._reader.read(1 << 16)
        except ConnectionError:
            return b""

    async def write(self, data: Bytes) -> None:
        """Send everything."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError as e:
            raise StreamClosedError from e


class PacketStream:
    """A stream that shares a transport: each packet waits until the one before it was taken (adb's OKAY).

    Args:
        send: Sends one packet's worth of bytes.
        flush: Waits until the transport has room again.
        most: The largest packet, in bytes.
    """

    def __init__(self, send: Callable[[Bytes], None], flush: Callable[[], Awaitable[None]], most: int) -> None:
        self._send, self._flush, self._most = send, flush, most
        self._received = bytearray()
        self._arrived, self._taken = asyncio.Event(), asyncio.Event()
        self.closed = False

    async def read(self, count: int) -> bytes:
        """Exactly ``count`` bytes."""
        while len(self._received) < count:
            if self.closed:
                raise StreamClosedError
            self._arrived.clear()
            await self._arrived.wait()
        out = bytes(self._received[:count])
        del self._received[:count]
        return out

    async def read_some(self) -> bytes:
        """What has come; empty at the end."""
        while not self._received and not self.closed:
            self._arrived.clear()
            await self._arrived.wait()
        return await self.read(len(self._received))

    async def write(self, data: Bytes) -> None:
        """Send everything, packet by packet."""
        view = memoryview(data).cast("B")
        for start in range(0, len(view), self._most):
            if self.closed:
                raise StreamClosedError
            self._taken.clear()
            self._send(view[start : start + self._most])
            await self._flush()
            await self._taken.wait()

    # -- what the transport tells it ---------------------------------------------------------------------------------

    def arrived(self, data: bytes) -> None:
        """The other side sent something."""
        self._received += data
        self._arrived.set()

    def taken(self) -> None:
        """The other side took the last packet."""
        self._taken.set()

    def close(self) -> None:
        """Nothing comes any more, and nothing is taken."""
        self.closed = True
        self._arrived.set()
        self._taken.set()
