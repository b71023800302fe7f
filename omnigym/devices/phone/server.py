"""Serves a phone on two ports of this machine: to adb servers, and to adb's clients."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal, TypeAlias

from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.services import Provider
from omnigym.devices.phone.smart_socket import SmartSocket
from omnigym.devices.phone.transport import FEATURES, Keys, Transport

__all__ = ["PhoneServer"]

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
