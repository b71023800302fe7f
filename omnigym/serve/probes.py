"""A port for what watches a server, without a token: ``/livez``, ``/readyz`` and ``/metrics``.

Kubernetes asks the first two. ``/livez`` fails where only a new server helps: its loop does not answer, or every place
for a worker was left. ``/readyz`` fails while no worker answers. ``/metrics`` has the figures for Prometheus. No answer
shows a task, a screen or who plays.

**Abuse.** Anyone may connect. A connection has one request, of at most 4 kB, and 5 s; of many, the oldest makes room.
"""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from typing import Final, Self

from omnigym.foreign.host_header import host_name
from omnigym.pages.local import ADDRESS, listen
from omnigym.serve.figures import FIGURES_KIND, figures
from omnigym.serve.server import EnvServer

__all__ = ["ProbeServer"]

#: How many connections may be open, for how long, in seconds, and the bytes of a request.
_MOST, _LONGEST_S, _LARGEST = 128, 5.0, 4096
_REQUEST: Final = re.compile(rb"(GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*\r\n")
_HOST: Final = re.compile(rb"\r\nHost:[ \t]*([!-~]*)[ \t]*\r\n", re.IGNORECASE)
_TEXT: Final = "text/plain; charset=utf-8"


class ProbeServer:
    """A transport of probes, from its making until `close`; a context manager.

    Args:
        server: Which server is watched; this must be closed first.
        port: Where to listen; 0 for any port that is free.
        address: The address; another one than the loopback is reached by others.

    Attributes:
        port: Where it listens.

    Raises:
        ConfigError: The port is taken.
    """

    def __init__(self, server: EnvServer, port: int = 0, address: str = ADDRESS) -> None:
        self._server, self._address, self._socket = server, address, listen(port, address)
        self.port: int = self._socket.getsockname()[1]
        self._open: dict[_Connection, None] = {}
        self._serving = server.run(self._start()).result()

    async def _start(self) -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(lambda: _Connection(self, self._open), sock=self._socket)

    @property
    def url(self) -> str:
        """The address."""
        return f"http://{self._address}:{self.port}"

    def answer(self, path: str, host: str) -> tuple[HTTPStatus, str, bytes]:
        """Return the answer to a request, which is untrusted input: its status, kind and content.

        Args:
            path: What is asked for.
            host: By which name.
        """
        if self._address == ADDRESS and host not in (ADDRESS, "localhost"):
            return HTTPStatus.FORBIDDEN, _TEXT, b"This port is for this machine alone.\n"
        pool = self._server.sessions.pool
        match path.partition("?")[0]:
            case "/livez":
                return _said(not pool.is_lost, b"All workers failed too often.\n")
            case "/readyz":
                return _said(pool.is_ready, b"No worker answers.\n")
            case "/metrics":
                return HTTPStatus.OK, FIGURES_KIND, figures(self._server)
        return HTTPStatus.NOT_FOUND, _TEXT, b"Here are /livez, /readyz and /metrics.\n"

    def close(self) -> None:
        """Hang up; may be called twice."""
        self._server.call(self._hang_up)

    def _hang_up(self) -> None:
        self._serving.close()
        for each in tuple(self._open):
            each.hang_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Connection(asyncio.Protocol):
    """One request, and its answer.

    Args:
        probes: What answers.
        others: All that are open, the oldest first.
    """

    def __init__(self, probes: ProbeServer, others: dict[_Connection, None]) -> None:
        self._probes, self._others, self._said = probes, others, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note it."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._others[self] = None
        if len(self._others) > _MOST:
            next(iter(self._others)).hang_up()
        self._end = asyncio.get_running_loop().call_later(_LONGEST_S, self.hang_up)

    def data_received(self, data: bytes) -> None:
        """Answer when the request is whole."""
        if self._transport.is_closing():
            return
        self._said += data
        if len(self._said) > _LARGEST:
            self.hang_up()
        elif b"\r\n\r\n" in self._said:
            self._answer()

    def _answer(self) -> None:
        asked, named = _REQUEST.match(self._said), _HOST.search(self._said)
        if asked is None:
            status, kind, content = HTTPStatus.BAD_REQUEST, _TEXT, b"Expected a request by GET.\n"
        else:
            host = host_name(named[1].decode("ascii")) if named else ""
            status, kind, content = self._probes.answer(asked[2].decode("ascii"), host)
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
        self._transport.write(head.encode() + (b"" if asked is not None and asked[1] == b"HEAD" else content))
        self._transport.close()  # when it is written; one that does not read is hung up on

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        del exc
        self._end.cancel()
        self._others.pop(self, None)

    def hang_up(self) -> None:
        """End it now."""
        self._transport.abort()
        self._others.pop(self, None)


def _said(good: bool, problem: bytes) -> tuple[HTTPStatus, str, bytes]:
    return (HTTPStatus.OK, _TEXT, b"ok\n") if good else (HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, problem)
