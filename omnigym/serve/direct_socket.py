"""Lanes: a client on the server's machine speaks to its worker itself, so that a step passes one process less.

By the server a client asks for the lane of a session (``LANE``). The worker answers with the name of its Unix socket
and a key; the client connects, and its first message shows the key. Its steps then go there, and all else by the
server as before: resets, leases, clones, the end. The worker reports episodes that began or ended on a lane to the
server (``COUNTED``) before it answers the client, so that the server's counts stay true. The lanes of a client share
the rate that the server gives it: the worker does not read from a lane whose share is used up.

A lane that breaks is a lost worker: it truncates the episode, and the next reset goes by the server. Nothing is sent
twice on a lane. A session has one lane: another one closes it, and so does the end of
the session.

The sockets have names in the kernel alone, so Linux has lanes and no other system. Other users cannot connect.
"""

from __future__ import annotations

import contextlib
import hmac
import math
import os
import secrets
import select
import selectors
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from omnigym.errors import CapabilityError, OmnigymError, ServerRefusedError, UnreadableError
from omnigym.serve.messages import MAX_REQUEST, NONCE, Allowance, Framer, Header, Kind, message
from omnigym.serve.stream import Stream

__all__ = ["Lane", "Lanes"]

#: Lanes of a worker: each takes a descriptor, of which a process has often 1,024. Others' steps go by the server.
_MOST: Final = 256
#: Connections that have shown no key; another one takes the place of the oldest.
_MOST_STRANGERS: Final = 16
#: How much is read at a time.
_CHUNK: Final = 1 << 16
#: How long a worker may leave a request unread, in seconds.
_SEND_S: Final = 60.0
#: The kernel's ``struct ucred``: process, user and group.
_CREDENTIALS: Final = struct.Struct("3i")


class Lane:
    """The client's end.

    Args:
        said: The answer to ``LANE``.
        session: The session.

    Raises:
        OSError: The worker cannot be reached.
        UnreadableError: The answer is none.
    """

    def __init__(self, said: object, session: int) -> None:
        match said:
            case [str(name), bytes(key)]:
                pass
            case _:
                raise UnreadableError("Expected the name of a socket and a key, got something else.")
        self._session, self._number = session, 0
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.settimeout(_SEND_S)
            connection.connect(f"\0{name}")
            connection.sendall(message(Kind.LANE, session, 0, key))
        except BaseException:
            connection.close()
            raise
        self._connection, self._stream = connection, Stream(connection)

    def send(self, body: bytes) -> None:
        """Send a step.

        Raises:
            OSError: The lane broke.
        """
        self._number = (self._number + 1) & 0xFFFFFFFF
        self._stream.send(message(Kind.STEP, self._session, self._number, body))

    def receive(self, seconds: float | None) -> tuple[int, bytes | bytearray]:
        """The kind and the body of the answer to the last step.

        Raises:
            OSError: The lane broke; `TimeoutError` after so many seconds.
        """
        while True:
            header, body = self._stream.receive(seconds)
            if header.number == self._number:  # else it is of a step that was interrupted
                return header.kind, body

    @property
    def alive(self) -> bool:
        """Whether the worker has not hung up; to be asked when no answer is awaited."""
        looking = select.poll()
        looking.register(self._connection, select.POLLIN)
        return not looking.poll(0)

    def close(self) -> None:
        """Hang up."""
        self._stream.close()


class Lanes:
    """The ends of a worker.

    Args:
        selector: Which watches them; what it calls is the ``data`` of a key.
        answer: Does a step of a session, and returns the message with its answer.
    """

    def __init__(self, selector: selectors.BaseSelector, answer: Callable[[Header, bytes], bytes]) -> None:
        self.selector, self.answer = selector, answer
        self._name = ""
        self._listening: socket.socket | None = None
        self._keys: dict[int, bytes] = {}
        self._ends: dict[int, _End] = {}
        self._strangers: list[_End] = []
        self._rates: dict[int, float] = {}
        self.paused: list[_End] = []

    def open(self, session: int) -> list[Any]:
        """A new lane of a session, in place of the one before: the name of the socket, and the key.

        Raises:
            CapabilityError: There is none: the steps go by the server.
        """
        self.close(session)
        if sys.platform != "linux" or len(self._keys) >= _MOST:
            raise CapabilityError(f"This worker has no lane for more than {_MOST} sessions, or on this system.")
        if self._listening is None:
            self._listen()
        key = self._keys[session] = secrets.token_bytes(NONCE)
        return [self._name, key]

    def limit(self, session: int, rate: float) -> None:
        """Let a session's lane, now or when it opens, have so many steps a second."""
        self._rates[session] = rate

    def rate(self, session: int) -> float:
        """How many steps a second a session's lane may have."""
        return self._rates.get(session, math.inf)

    def go_on(self) -> float | None:
        """Read again from lanes that have paused long enough; return how long until the next one, None without."""
        if not self.paused:
            return None
        now = time.monotonic()
        for end in [end for end in self.paused if end.until <= now]:
            self.paused.remove(end)
            end.go_on()
        return min([max(0.0, end.until - now) for end in self.paused], default=None)

    def _listen(self) -> None:
        self._name = f"omnigym-{os.getpid()}-{secrets.token_hex(8)}"
        listening = self._listening = socket.socket(socket.AF_UNIX)
        listening.setblocking(False)
        listening.bind(f"\0{self._name}")
        listening.listen(_MOST)
        self.selector.register(listening, selectors.EVENT_READ, self._accept)

    def _accept(self, _: int) -> None:
        assert self._listening is not None
        try:
            connection, _ = self._listening.accept()
        except BlockingIOError:
            return
        except OSError:  # no descriptor is left; who waits is not to wake this worker for ever
            self._deafen()
            return
        said = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        if _CREDENTIALS.unpack(said)[1] != os.getuid():
            connection.close()
            return
        self._strangers.append(_End(self, connection))
        if len(self._strangers) > _MOST_STRANGERS:
            self._strangers[0].close()

    def _deafen(self) -> None:
        listening, self._listening = self._listening, None
        if listening is not None:
            self.selector.unregister(listening)
            listening.close()

    def let_in(self, end: _End, header: Header, key: bytes) -> None:
        """Somebody shows a key.

        Raises:
            ServerRefusedError: It is no key of a session, or one that was shown before.
        """
        known = self._keys.get(header.session)
        right = known is not None and hmac.compare_digest(known, key)
        if header.kind != Kind.LANE or not right or header.session in self._ends:
            raise ServerRefusedError("Expected the key of a lane.")
        self._strangers.remove(end)
        self._ends[header.session] = end

    def left(self, end: _End) -> None:
        """A connection is gone."""
        if end in self._strangers:
            self._strangers.remove(end)
        elif self._ends.get(end.session) is end:
            del self._ends[end.session]

    def close(self, session: int) -> None:
        """Close the lane of a session, if it has one."""
        self._keys.pop(session, None)
        self._rates.pop(session, None)
        end = self._ends.get(session)
        if end is not None:
            end.close()

    def close_all(self) -> None:
        """Close all lanes."""
        self._deafen()
        for end in [*self._strangers, *self._ends.values()]:
            end.close()


class _End:
    """The worker's end of a connection. It never waits: an answer that the client does not read stays here."""

    def __init__(self, lanes: Lanes, connection: socket.socket) -> None:
        self._lanes, self._connection = lanes, connection
        self._framer = Framer(NONCE)
        self._unsent = memoryview(b"")
        self._closed = False
        self.session = 0
        self._waiting: deque[tuple[Header, bytes]] = deque()
        self._allowance, self.until = Allowance(), 0.0
        connection.setblocking(False)
        lanes.selector.register(connection, selectors.EVENT_READ, self._ready)

    def _ready(self, _: int) -> None:
        if self._closed:  # by what came just before
            return
        try:
            if self._unsent:
                self._write()
                return
            data = self._connection.recv(_CHUNK)
            if not data:
                raise ConnectionError("the client hung up")
            self._framer.feed(data, self._take)
        except (BlockingIOError, InterruptedError):
            return
        except (OSError, OmnigymError):
            self.close()

    def _take(self, header: Header, body: bytes) -> None:
        if not self.session:
            self._lanes.let_in(self, header, body)
            self.session, self._framer.most = header.session, MAX_REQUEST
            return
        if header.kind != Kind.STEP or self._unsent or self._closed:
            raise ServerRefusedError("Expected one step at a time.")
        if self.until:  # it came in one piece with the step before
            self._waiting.append((header, body))
        else:
            self._do(header, body)

    def _do(self, header: Header, body: bytes) -> None:
        self._pay()
        answer = self._lanes.answer(header._replace(session=self.session), body)
        try:
            sent = self._connection.send(answer)
        except BlockingIOError:
            sent = 0
        if sent < len(answer):
            self._unsent = memoryview(answer)[sent:]
            self._lanes.selector.modify(self._connection, selectors.EVENT_WRITE, self._ready)
        elif self.until:
            self._pause()

    def _write(self) -> None:
        self._unsent = self._unsent[self._connection.send(self._unsent) :]
        if not self._unsent:
            self._lanes.selector.modify(self._connection, selectors.EVENT_READ, self._ready)
            if self.until:
                self._pause()
            self._do_waiting()

    def _pay(self) -> None:
        """Take a step off what may come in a second; say until when none may come where nothing is left."""
        pause = self._allowance.take(self._lanes.rate(self.session))
        self.until = time.monotonic() + pause if pause else 0.0

    def _pause(self) -> None:
        self._lanes.selector.unregister(self._connection)
        self._lanes.paused.append(self)

    def go_on(self) -> None:
        """Do what came meanwhile, and read again."""
        self.until = 0.0
        self._lanes.selector.register(self._connection, selectors.EVENT_READ, self._ready)
        try:
            self._do_waiting()
        except (OSError, OmnigymError):
            self.close()

    def _do_waiting(self) -> None:
        while self._waiting and not self.until and not self._unsent:
            self._do(*self._waiting.popleft())

    def close(self) -> None:
        """Hang up; may be called twice."""
        if self._closed:
            return
        self._closed = True
        if self in self._lanes.paused:
            self._lanes.paused.remove(self)
        with contextlib.suppress(KeyError):
            self._lanes.selector.unregister(self._connection)
        self._connection.close()
        self._lanes.left(self)
