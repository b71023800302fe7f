"""The browser's only way to the network: a SOCKS proxy that connects it to allowed origins and to nothing else.

It runs in the process of the leash (`omnigym.devices.chromium.watchdog_process`), so that it ends when that ends, and
needs the standard library only. Whatever a browser sends (documents, web sockets, what workers ask for after their page
is gone, its own background traffic) comes as a connection to a host and a port, which is looked up here; names that are
not allowed are not even resolved. Whether the origin is http or https is told by the first byte of what is sent.

Protocol: SOCKS 5, RFC 1928, without authentication, CONNECT only.
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Proxy", "Route", "routes_from_json", "routes_to_json"]

_VERSION, _CONNECT, _NO_AUTHENTICATION, _NAME = 5, 1, 0, 3
_OK, _NOT_ALLOWED, _UNREACHABLE, _NOT_UNDERSTOOD = 0, 2, 4, 7
#: What a TLS connection begins with: the type of a handshake record, RFC 8446, section 5.1.
_TLS_HANDSHAKE = 0x16
#: How long the browser may take to say where it wants to go, and a server to accept, in seconds.
_HANDSHAKE_TIMEOUT, _CONNECT_TIMEOUT = 10.0, 10.0
#: So many connections at once; further ones are closed. A browser opens at most 256 and as many web sockets.
_MOST_CONNECTIONS = 600
_CHUNK = 1 << 16


class Route(NamedTuple):
    """An allowed origin.

    Attributes:
        host, port: What the browser asks for.
        tls: Whether it is an https origin.
        address: The host that is really connected to.
        number: The port there.
    """

    host: str
    port: int
    tls: bool
    address: str
    number: int


def routes_to_json(routes: Iterable[Route]) -> str:
    """Routes as one argument of a command."""
    return json.dumps([list(route) for route in routes])


def routes_from_json(text: str) -> list[Route]:
    """What `routes_to_json` made."""
    return [Route(*fields) for fields in json.loads(text)]


class Proxy:
    """Serves connections, each in threads of its own, until the process ends.

    Args:
        listener: Where the browser connects to.
        routes: Where it may go.
    """

    def __init__(self, listener: socket.socket, routes: Iterable[Route]) -> None:
        self._listener = listener
        self._routes: dict[tuple[str, int], list[Route]] = {}
        for route in routes:
            self._routes.setdefault((route.host, route.port), []).append(route)
        self._free = threading.Semaphore(_MOST_CONNECTIONS)
        self._lookup = threading.Lock()
        self._addresses: dict[str, str] = {}

    def start(self) -> None:
        """Serve in the background."""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except ConnectionError:
                continue
            except OSError:
                return
            if not self._free.acquire(blocking=False):
                client.close()
                continue
            threading.Thread(target=self._attend, args=(client,), daemon=True).start()

    def _attend(self, client: socket.socket) -> None:
        """One connection from its beginning to its end."""
        try:
            with client, contextlib.suppress(OSError, EOFError):
                client.settimeout(_HANDSHAKE_TIMEOUT)
                routes = self._asked_for(client)
                if routes:
                    self._connect(client, routes)
        finally:
            self._free.release()

    def _asked_for(self, client: socket.socket) -> list[Route]:
        """Where the browser wants to go; nothing, and it is told so, where it may not."""
        version, methods = _receive(client, 2)
        _receive(client, methods)
        if version != _VERSION:
            return []
        client.sendall(bytes((_VERSION, _NO_AUTHENTICATION)))
        _, command, _, kind = _receive(client, 4)
        if command != _CONNECT or kind != _NAME:  # browsers send addresses as names, too
            client.sendall(_reply(_NOT_UNDERSTOOD))
            return []
        host = _receive(client, _receive(client, 1)[0]).decode("latin-1").lower()
        (port,) = struct.unpack(">H", _receive(client, 2))
        routes = self._routes.get((host, port), [])
        if not routes:
            client.sendall(_reply(_NOT_ALLOWED))
        return routes

    def _connect(self, client: socket.socket, routes: list[Route]) -> None:
        try:
            server = socket.create_connection((self._address(routes[0].address), routes[0].number), _CONNECT_TIMEOUT)
        except OSError:
            client.sendall(_reply(_UNREACHABLE))
            return
        with server:
            client.sendall(_reply(_OK))
            for s in (client, server):
                s.settimeout(None)
                s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            first = client.recv(_CHUNK)
            if not first or (first[0] == _TLS_HANDSHAKE) not in {route.tls for route in routes}:
                return
            server.sendall(first)
            back = threading.Thread(target=_pump, args=(server, client), daemon=True)
            back.start()
            _pump(client, server)
            back.join()

    def _address(self, name: str) -> str:
        """A name's address: looked up once, so that nobody can point the name somewhere else afterwards."""
        with self._lookup:
            if name not in self._addresses:
                found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
                self._addresses[name] = str(found[0][4][0])
            return self._addresses[name]


def _pump(source: socket.socket, sink: socket.socket) -> None:
    """Copy what comes until it ends, and end the other side likewise."""
    try:
        while data := source.recv(_CHUNK):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        for s in (source, sink):  # wakes whoever copies the other way
            with contextlib.suppress(OSError):
                s.shutdown(socket.SHUT_RDWR)


def _receive(client: socket.socket, count: int) -> bytes:
    """So many bytes.

    Raises:
        EOFError: There are not as many.
    """
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _reply(code: int) -> bytes:
    """The answer to a request: no address is told."""
    return struct.pack(">BBBBIH", _VERSION, code, 0, 1, 0, 0)
