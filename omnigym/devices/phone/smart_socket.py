"""The server's side of adb's smart socket: clients that speak to an adb server find the phone without one."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence

from omnigym.devices.phone.streams import SocketStream, StreamClosedError
from omnigym.devices.phone.transport import Services

__all__ = ["SmartSocket"]

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
