"""The native transport: `omnigym.serve.messages` over TCP or a Unix socket.

Bodies of requests and answers, in the order in which a client sends them:

======== ================================================== ============================================================
message  request                                            answer
======== ================================================== ============================================================
HELLO    ``{"version", "token"}``                           ``{"key", "lease_s", "probe": [pid, fd, nonce]}``
ATTACH   ``{"version", "token", "key"}``                    the same; instead of HELLO, by a client that comes back
MAKE     ``{"id", "arguments", "count", "mode", "shared"}`` ``{"described", "sessions": [[id, first, rows]], "memory":
                                                            [pid, fd]}``
RESET    ``[slot, [[seed, options] or nil, ...]]``          ``[reports, arrays]``
STEP     ``[slot, [action, ...]]``                          ``[reports, arrays]``
RENDER   nil                                                ``[frame, ...]``
STATE    ``{"tree": bool, "about": bool, "tasks": bool,     a dict of each environment
         "screens": bool, "sounds": bool}``
CLONE    ``[count, shared]``                                ``[[as of MAKE, as of RESET], ...]``
SNAPSHOT nil                                                the moment as bytes, encrypted by the server
RESTORE  ``[slot, moment]``                                 as of RESET
LANE     nil                                                ``[name, key]``, see `omnigym.serve.direct_socket`
CLOSE    nil                                                nil; of session 0 the client leaves, without an answer
BEAT     nil                                                no answer
======== ================================================== ============================================================

A report is ``[reward, terminated, truncated, changed info, keys that are gone, error or nil]``. With shared memory
``slot`` says where the observations go and ``arrays`` is nil; without, slot is nil, and ``arrays`` has of each
environment the bytes of those that changed, of a screenshot ``[[first, rows], ...]`` and the bytes of these rows.

**Abuse.** Until the token was shown a message has at most 4 kB, within 5 s; a wrong token is answered after a pause. If
more connections than `_MOST_STRANGERS` have shown none, the oldest of these is closed, so that they lock nobody out.
Messages are capped (`MAX_REQUEST`), and so is their rate. A client that does not read its answers is not read from, and
loses its lease.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import secrets
from dataclasses import dataclass
from typing import Any, Final

from omnigym.envs.vector import memory
from omnigym.envs.vector.group import ErrorCapture
from omnigym.errors import ConfigError, ServerRefusedError, UnreadableError
from omnigym.serve.messages import (
    MAX_REQUEST,
    NIL,
    NONCE,
    VERSION,
    Allowance,
    Framer,
    Header,
    Kind,
    message,
    pack,
    unpack,
)
from omnigym.serve.session import Lease, Session, Sessions, opened_data, said_of

__all__ = ["Native", "NativeSettings"]

_LOG = logging.getLogger(__name__)
#: The most bytes of a message of one who has not shown the token, and how long it may take, in seconds.
_FIRST, _GREETING_S = 4096, 5.0
#: The pause before a wrong token is answered, in seconds, and how many may be open that have shown none: more than are
#: accepted at once, so that what came with a new connection is read before that could be the oldest.
_PAUSE_S, _MOST_STRANGERS = 0.5, 128
#: Environments that a client has made at a time.
_MOST_MAKING: Final = 16


@dataclass(frozen=True)
class NativeSettings:
    """The admission rules of the transport.

    Attributes:
        token: What clients must know.
        rate: The most messages a second of one client; more of them wait.
        most_bytes: The most bytes of a request.
    """

    token: str
    rate: float = 20_000.0
    most_bytes: int = MAX_REQUEST


class Native:
    """A transport that speaks with all clients.

    Args:
        sessions: Whose requests these are.
        settings: What is let in.

    Raises:
        ConfigError: The token is empty.
    """

    def __init__(self, sessions: Sessions, settings: NativeSettings) -> None:
        if not settings.token:
            raise ConfigError("A server needs a token: whoever has none must not reach the environments.")
        self.sessions, self.settings = sessions, settings
        self.connections: set[_Connection] = set()
        self._strangers: dict[_Connection, None] = {}  # the oldest first
        self._probe = memory.create(NONCE)
        self._nonce = secrets.token_bytes(NONCE)
        os.pwrite(self._probe, self._nonce, 0)

    def came(self, connection: _Connection) -> None:
        """Note a new connection; the oldest that has not shown the token makes room for it."""
        self.connections.add(connection)
        self._strangers[connection] = None
        if len(self._strangers) > _MOST_STRANGERS:
            next(iter(self._strangers)).hang_up()

    def admit(self, connection: _Connection) -> None:
        """Note that a connection has shown the token, or is closed."""
        self._strangers.pop(connection, None)

    def protocol(self) -> asyncio.Protocol:
        """A new connection, for asyncio's servers."""
        return _Connection(self)

    def greeting(self, lease: Lease) -> dict[str, object]:
        """The answer to a client that is let in."""
        probe = [os.getpid(), self._probe, self._nonce]
        return {"key": lease.key, "lease_s": self.sessions.settings.lease_s, "probe": probe}

    def close(self) -> None:
        """Hang up."""
        for connection in tuple(self.connections):
            connection.hang_up()
        os.close(self._probe)


class _Connection(asyncio.Protocol):
    """One connection of a client."""

    _transport: asyncio.Transport

    def __init__(self, native: Native) -> None:
        self._native, self._sessions = native, native.sessions
        self._framer = Framer(_FIRST)
        self.lease: Lease | None = None
        self._making = 0
        self._allowance = Allowance()
        self._full = self._hasty = self._gone = False
        self._tasks: set[asyncio.Task[None]] = set()

    # -- asyncio's ----------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._native.came(self)
        asyncio.get_running_loop().call_later(_GREETING_S, self._greeted)

    def data_received(self, data: bytes) -> None:
        """Something came."""
        try:
            self._framer.feed(data, self._take)
        except UnreadableError as e:
            self._fatal(0, 0, e)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, or will come back within its lease."""
        del exc
        self._gone = True
        self._native.connections.discard(self)
        self._native.admit(self)

    def pause_writing(self) -> None:
        """It does not read what it is sent: then it is not read from either, and its lease runs out."""
        self._full = True
        self._flow()

    def resume_writing(self) -> None:
        """It has read."""
        self._full = False
        if self.lease is not None:
            self.lease.beat()
        self._flow()

    def _flow(self) -> None:
        if self._transport.is_closing():
            return
        if self._full or self._hasty:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def hang_up(self) -> None:
        """End the connection."""
        self._gone = True
        self._native.admit(self)
        self._transport.abort()

    # -- who it is ----------------------------------------------------------------------------------------------------

    def _greeted(self) -> None:
        if self.lease is None:
            self.hang_up()

    def _fatal(self, session: int, number: int, error: Exception) -> None:
        """Say what is wrong, and end the connection."""
        self._send(Kind.ERROR, session, number, said_of(error))
        self._gone = True
        self._transport.close()

    def _greet(self, header: Header, body: bytes) -> None:
        said = unpack(body) if header.kind in (Kind.HELLO, Kind.ATTACH) else None
        match said:
            case {"version": int(version), "token": str(token), **rest}:
                pass
            case _:
                raise UnreadableError("Expected the greeting of a client of omnigym.")
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self._native.settings.token.encode()):
            refused = ServerRefusedError("The token is another one. Pass token= with the one that the server printed.")
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(_PAUSE_S, self._fatal, 0, header.number, refused)
            self._gone = True
            return
        if version != VERSION:
            raise ServerRefusedError(
                f"This server speaks version {VERSION} of the protocol, the client version {version}. "
                "Install the same version of omnigym on both sides."
            )
        if header.kind == Kind.HELLO:
            lease = self._sessions.lease()
        else:
            lease = self._sessions.find(str(rest.get("key", "")))
            lease.taken("Another connection of this client took over.")
            self._sessions.close_lanes(lease)
        self.lease = lease
        self._native.admit(self)
        lease.beat()
        lease.taken = self._taken
        self._framer.most = self._native.settings.most_bytes
        self._send(Kind.OK, 0, header.number, pack(self._native.greeting(lease)))

    def _taken(self, why: str) -> None:
        _LOG.info("A connection ended: %s", why)
        self.hang_up()

    # -- requests -----------------------------------------------------------------------------------------------------

    def _take(self, header: Header, body: bytes) -> None:
        if self._gone:
            return
        lease = self.lease
        if lease is None:
            with ErrorCapture() as caught:
                self._greet(header, body)
            if caught.error is not None:
                self._fatal(header.session, header.number, caught.error)
            return
        lease.beat()
        self._pay()
        if header.kind == Kind.BEAT:
            return
        with ErrorCapture() as caught:
            self._request(lease, header, body)
        if caught.error is not None:
            self._send(Kind.ERROR, header.session, header.number, said_of(caught.error))

    def _request(self, lease: Lease, header: Header, body: bytes) -> None:
        session = None if header.session == 0 else self._own(lease, header.session)
        if header.kind == Kind.CLOSE and session is None:  # the client leaves
            lease.taken = lambda _: None
            self._sessions.release(lease)
            self._gone = True
            self._transport.close()
        elif header.kind == Kind.CLOSE and session is not None:
            self._sessions.close(session)
            self._send(Kind.OK, header.session, header.number, NIL)
        elif session is not None:
            self._ask(session, header, body)
        else:
            self._make(lease, header, body)

    def _pay(self) -> None:
        """Take a message off what may come in a second; stop reading for a while where nothing is left."""
        if self._allowance.take(self._native.settings.rate) and not self._hasty:
            self._hasty = True
            self._flow()
            self._rest()

    def _rest(self) -> None:
        """Read again when something is left, also of what came in the same piece."""
        pause = self._allowance.take(self._native.settings.rate, 0)
        if pause:
            asyncio.get_running_loop().call_later(pause + 0.01, self._rest)
            return
        self._hasty = False
        self._flow()

    @staticmethod
    def _own(lease: Lease, number: int) -> Session:
        session = lease.sessions.get(number)
        if session is None:
            raise ServerRefusedError(f"Session {number} is not one of this client's, or was closed.")
        return session

    def _ask(self, session: Session, header: Header, body: bytes) -> None:
        number = session.id

        def deliver(kind: int, request: int, said: bytes) -> None:
            self._send(kind, number, request, said)

        self._sessions.ask(session, header.kind, header.number, body, deliver)

    def _make(self, lease: Lease, header: Header, body: bytes) -> None:
        if header.kind != Kind.MAKE:
            raise ServerRefusedError(f"Expected a request of a session of this client's, got kind {header.kind}.")
        if header.number == lease.number:
            if lease.answer is not None:
                self._send(lease.answer[0], 0, header.number, lease.answer[1])
            return
        if self._making >= _MOST_MAKING:
            raise ServerRefusedError(f"A client makes at most {_MOST_MAKING} environments at a time.")
        match unpack(body):
            case {
                "id": str(name),
                "arguments": dict(arguments),
                "count": int(count),
                "mode": str(mode),
                "shared": bool(shared),
            }:
                pass
            case _:
                raise UnreadableError("Expected an id, arguments, a count, a mode and whether memory is shared.")
        lease.number, lease.answer = header.number, None
        self._making += 1
        work = self._made(lease, header.number, (name, arguments, count, mode, shared))
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _made(self, lease: Lease, number: int, wanted: tuple[str, dict[str, Any], int, str, bool]) -> None:
        with ErrorCapture() as caught:
            opened = await self._sessions.open(lease, *wanted)
            answer = int(Kind.OK), pack(opened_data(opened))
        self._making -= 1
        if caught.error is not None:
            answer = int(Kind.ERROR), said_of(caught.error)
        lease.answer = answer
        self._send(answer[0], 0, number, answer[1])

    def _send(self, kind: int, session: int, number: int, body: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(message(kind, session, number, body))
