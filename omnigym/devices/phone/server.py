"""Serves a phone on two ports of this machine: to adb servers, and to adb's clients."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.services import Provider
from omnigym.devices.phone.streams import SocketStream, StreamClosedError
from omnigym.devices.phone.transport import FEATURES, Keys, Services, Transport

# -- smart socket -----------------------------------------------------------------------------------------------------

# The server's side of adb's smart socket: clients that speak to an adb server find the phone without one.

_VERSION = 41
_ANY = frozenset({"host:transport-any", "host:transport-local", "host:transport-usb"})


class SmartSocket:
    """Answers an adb client.

    Args:
        serial: The phone's serial number.
        model: What ``devices -l`` says of it.
        services: Finds the phone's services by name.
        state: Says how the phone is: "device", "offline" or "unauthorized".
        features: What the phone can do.
    """

    def __init__(
        self, serial: str, model: str, services: Services, state: Callable[[], str], features: Sequence[str]
    ) -> None:
        self._serial, self._model, self._services, self._state = serial, model, services, state
        self._features = ",".join(features)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: requests to the server, then at most one service of the phone."""
        stream = SocketStream(reader, writer)
        try:
            while await self._request(stream):
                pass
        except (StreamClosedError, ConnectionError, ValueError):
            pass  # the client went away, or speaks something else
        finally:
            writer.close()

    async def _request(self, stream: SocketStream) -> bool:
        """Serve one request; whether another may follow on the connection."""
        name = (await stream.read(int(await stream.read(4), 16))).decode()
        name = name.replace(f"host-serial:{self._serial}:", "host:")
        if name in _ANY or name == f"host:transport:{self._serial}":
            return await self._switch(stream, b"")
        if name in (f"host:tport:serial:{self._serial}", "host:tport:any"):
            return await self._switch(stream, struct.pack("<Q", 1))
        if name == "host:track-devices":
            await stream.write(b"OKAY" + _counted(self._devices(False)))
            await stream.read_some()  # until the client closes: this phone stays
            return False
        answer = self._answer(name)
        if answer is not None:
            await stream.write(b"OKAY" + _counted(answer))
        elif name.startswith("host"):
            await _refuse(stream, f"unknown host service '{name}'")
        else:
            await self._service(stream, name)
        return False

    async def _switch(self, stream: SocketStream, number: bytes) -> bool:
        if self._state() != "device":
            await _refuse(stream, f"device {self._state()}")
            return False
        await stream.write(b"OKAY" + number)
        return True

    async def _service(self, stream: SocketStream, name: str) -> None:
        service = self._services(name)
        if service is None:
            await _refuse(stream, "closed")
            return
        await stream.write(b"OKAY")
        await service(stream)

    def _answer(self, name: str) -> str | None:
        """What the server answers in one text, or None."""
        if name.startswith("host:connect:"):
            return f"already connected to {name.removeprefix('host:connect:')}"
        if name.startswith("host:disconnect:"):
            return ""
        return {
            "host:version": f"{_VERSION:04x}",
            "host:devices": self._devices(False),
            "host:devices-l": self._devices(True),
            "host:features": self._features,
            "host:host-features": self._features,
            "host:get-state": self._state(),
            "host:get-serialno": self._serial,
            "host:list-forward": "",
        }.get(name)

    def _devices(self, long: bool) -> str:
        more = f" product:omnigym model:{self._model} device:omnigym transport_id:1" if long else ""
        return f"{self._serial}\t{self._state()}{more}\n"


def _counted(text: str) -> bytes:
    data = text.encode()
    return b"%04x" % len(data) + data


async def _refuse(stream: SocketStream, reason: str) -> None:
    await stream.write(b"FAIL" + _counted(reason))


# -- server -----------------------------------------------------------------------------------------------------------

_HOST = "127.0.0.1"
_Handler: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class PhoneServer:
    """A phone on the network of this machine.

    Args:
        phone: What is served.
        auth: ``"off"``: every host may connect; ``"accept"``: hosts show a key, which is accepted; ``"refuse"``: it
            never is, and the phone stays unauthorized.
        answer: Whether the phone answers a host that connects; else it is offline.
        shell_v2: Whether the shell gives exit codes; phones before Android 7 have none.
    """

    def __init__(
        self,
        phone: Phone,
        auth: Literal["off", "accept", "refuse"] = "off",
        answer: bool = True,
        shell_v2: bool = True,
    ) -> None:
        features = [f for f in FEATURES if shell_v2 or f != "shell_v2"]
        self._banner = f"device::{phone.banner}features={','.join(features)}"
        self._keys, self._answer = Keys(auth), answer
        self._services = Provider(phone, self._die)
        self._transports: set[Transport] = set()
        self._smart = SmartSocket(
            phone.properties["ro.serialno"], "Simulated_phone", self._services, self._state, features
        )
        self._servers: list[asyncio.Server] = []
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int, smart_port: int) -> tuple[int, int]:
        """Listen; 0 for any free port.

        Args:
            port: For adb servers: ``adb connect 127.0.0.1:PORT``. Odd ones from 5555 to 5585 are found by every server
                by itself.
            smart_port: For adb's clients: ``adb -P PORT``, pure-python-adb.

        Returns:
            The two ports.

        Raises:
            OSError: One of them is taken.
        """
        for handler, wanted in ((self._connected, port), (self._smart.serve, smart_port)):
            self._servers.append(await asyncio.start_server(partial(self._serve, handler), _HOST, wanted))
        first, second = (server.sockets[0].getsockname()[1] for server in self._servers)
        return first, second

    async def _serve(self, handler: _Handler, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends, or the phone is closed."""
        mine = asyncio.current_task()
        assert mine is not None
        self._open.add(mine)
        try:
            await handler(reader, writer)
        except asyncio.CancelledError:
            pass  # by `close`, which waits for it; asyncio would log a cancelled connection with a traceback
        finally:
            self._open.discard(mine)
            writer.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        transport = Transport(reader, writer, self._banner, self._services, self._keys, self._answer)
        self._transports.add(transport)
        try:
            await transport.run()
        finally:
            self._transports.discard(transport)

    def _state(self) -> str:
        if not self._answer:
            return "offline"
        return "unauthorized" if self._keys.mode == "refuse" else "device"

    def _die(self) -> None:
        for transport in tuple(self._transports):
            transport.close()

    async def close(self) -> None:
        """Stop serving, whatever the clients are at."""
        self._die()
        for server in self._servers:
            server.close()
        left = tuple(self._open)
        for task in left:
            task.cancel()
        await asyncio.gather(*left)
