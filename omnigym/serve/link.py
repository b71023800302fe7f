"""A client's connection to a server: kept alive by a thread, and made again where it breaks."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from typing import Any, Final
from urllib.parse import urlsplit

from omnigym.baselines.interleaving import others_go_on
from omnigym.envs.vector import memory
from omnigym.errors import (
    CapabilityError,
    ConfigError,
    ServerError,
    ServerLostError,
    ServerRefusedError,
    UnreadableError,
)
from omnigym.serve.direct_socket import Lane
from omnigym.serve.messages import NIL, NONCE, VERSION, Header, Kind, error_of, message, pack, unpack
from omnigym.serve.stream import Stream

__all__ = ["TOKEN_VARIABLE", "Link"]

#: The environment variable with the token, where none is passed.
TOKEN_VARIABLE: Final = "OMNIGYM_SERVE_TOKEN"
#: Pauses between two attempts to reach a server, in seconds: the first, and the longest.
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 1.0
#: How long a server may leave a request unread, in seconds.
_SEND_S: Final = 60.0
#: How long a server may take to be told that its client leaves.
_LEAVE_S: Final = 2.0


class Link:
    """A connection with one server. One thread uses it at a time; the heartbeat has its own.

    Args:
        url: ``tcp://HOST:PORT`` or ``unix:///PATH``.
        token: The server's; "" for that in the variable `TOKEN_VARIABLE`.
        patience_s: For how long a server that cannot be reached is tried again, in seconds.

    Attributes:
        local: Whether the server is on this machine and its memory can be mapped.
        generation: Grows whenever the server has forgotten this client, and with it all sessions.

    Raises:
        ConfigError: The address is none.
        ServerLostError: The server cannot be reached.
        ServerRefusedError: It refuses the token or the version.
    """

    def __init__(self, url: str, token: str, patience_s: float) -> None:
        self._at = _address(url)
        self._url, self._patience = url, patience_s
        self._token = token or os.environ.get(TOKEN_VARIABLE, "")
        self._stream: Stream | None = None
        self._key = ""
        self._numbers: dict[int, int] = {}
        self._waiting: dict[int, tuple[int, int, bytes]] = {}
        self._answers: dict[int, tuple[int, bytes | bytearray]] = {}
        self._sending = threading.Lock()
        self._over = threading.Event()
        self._lease_s = 30.0
        self._lanes: dict[int, Lane | None] = {}
        self._broken = False
        self.local, self.generation = False, 0
        self._connect(Kind.HELLO)
        self._beating = threading.Thread(target=self._beat, name="omnigym-serve-beat", daemon=True)
        self._beating.start()

    # -- requests -----------------------------------------------------------------------------------------------------

    def send(self, session: int, kind: int, body: bytes) -> None:
        """Send a request; a session has one at a time.

        Raises:
            ServerLostError: The connection broke and could not be made again.
        """
        number = self._numbers[session] = self._numbers.get(session, 0) + 1
        self._waiting[session] = kind, number, body
        self._answers.pop(session, None)
        self._write(message(kind, session, number, body))

    def receive(self, session: int, deadline_s: float | None) -> bytes | bytearray:
        """The body of the answer.

        Raises:
            ServerLostError: The server is gone, or has forgotten this client.
            ServerError: There is no answer within the deadline.
            OmnigymError: What the server said.
        """
        with others_go_on():
            return self._received(session, deadline_s)

    def _received(self, session: int, deadline_s: float | None) -> bytes | bytearray:
        end = None if deadline_s is None else time.monotonic() + deadline_s
        while session not in self._answers:
            if session not in self._waiting:
                raise ServerLostError(f"{self._url} has forgotten this client. Reset the environment.")
            try:
                header, body = self._message(end)
            except TimeoutError:
                raise ServerError(f"{self._url} did not answer within {deadline_s:g} s.") from None
            except OSError as e:
                self._again(e)
                continue
            waits = self._waiting.get(header.session)
            if waits is not None and waits[1] == header.number:
                del self._waiting[header.session]
                self._answers[header.session] = header.kind, body
        kind, body = self._answers.pop(session)
        if kind != Kind.OK:
            raise error_of(unpack(body))
        return body

    def request(self, session: int, kind: int, value: object, deadline_s: float | None) -> Any:
        """Send a request and return the value of its answer; errors as of `receive`."""
        self.send(session, kind, pack(value))
        return unpack(self.receive(session, deadline_s))

    def lane(self, session: int, deadline_s: float | None) -> Lane | None:
        """The lane to the worker of a session, opened by this; None where its steps go by the server.

        Raises:
            ServerError: As of `receive`.
        """
        if not self.local:
            return None
        if session not in self._lanes:
            try:
                self._lanes[session] = Lane(self.request(session, Kind.LANE, None, deadline_s), session)
            except (CapabilityError, OSError):
                self._lanes[session] = None
        return self._lanes[session]

    def was_reset(self, session: int) -> None:
        """Another worker may have done the reset: then another lane leads to it."""
        lane = self._lanes.get(session)
        if lane is None or not lane.alive:
            self.leave(session)
            self._lanes.pop(session, None)

    def leave(self, session: int) -> None:
        """Close a lane that broke; until the next reset the session has none."""
        lane = self._lanes.get(session)
        if lane is not None:
            lane.close()
            self._lanes[session] = None

    def mend(self) -> None:
        """Make the connection again if the heartbeat found it broken: steps on lanes do not see that."""
        if self._broken:
            with contextlib.suppress(ServerLostError):  # who asks for something hears of it
                self._again(ConnectionError("a heartbeat could not be sent"))

    def forget(self, session: int) -> None:
        """A session is closed: nothing is expected of it any more."""
        self.leave(session)
        self._lanes.pop(session, None)
        for kept in (self._numbers, self._waiting, self._answers):
            kept.pop(session, None)

    def close(self) -> None:
        """Leave: the server frees what is still there."""
        self._over.set()
        with self._sending:
            stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(OSError):  # it finds out by itself, when the lease ends
                stream.within(_LEAVE_S)
                stream.send(message(Kind.CLOSE, 0, 0, NIL))
                stream.end()
            stream.close()
        self._no_lanes()
        if self._beating is not threading.current_thread():
            self._beating.join(1.0)

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._over.is_set()

    # -- bytes --------------------------------------------------------------------------------------------------------

    def _write(self, content: bytes) -> None:
        try:
            with self._sending:
                if self._stream is None:
                    raise ConnectionError("there is no connection")
                self._stream.within(_SEND_S)
                self._stream.send(content)
        except OSError as e:
            self._again(e)  # which sends it, too

    def _message(self, end: float | None) -> tuple[Header, bytes | bytearray]:
        """The next message.

        Raises:
            OSError: The connection broke; `TimeoutError` at the deadline.
        """
        if self._stream is None:
            raise ConnectionError("there is no connection")
        return self._stream.receive(None if end is None else max(0.001, end - time.monotonic()))

    # -- the connection -----------------------------------------------------------------------------------------------

    def _connect(self, kind: int) -> None:
        """Connect and greet, again and again until the patience is at its end."""
        end = time.monotonic() + self._patience
        pause = _FIRST_PAUSE_S
        while True:
            try:
                self._open(end)
                self._greet(kind, end)
                return
            except OSError as e:
                self._drop()
                if self.closed or time.monotonic() + pause > end:
                    problem = f"Cannot reach {self._url}: {e}. Look whether `omnigym serve` runs."
                    raise ServerLostError(problem) from None
            except ServerError:
                self._drop()
                raise
            self._over.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _open(self, end: float) -> None:
        left = max(0.1, end - time.monotonic())
        if isinstance(self._at, str):
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(left)
            try:
                connection.connect(self._at)
            except BaseException:
                connection.close()
                raise
        else:
            connection = socket.create_connection(self._at, left)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._stream = Stream(connection)

    def _greet(self, kind: int, end: float) -> None:
        said = {"version": VERSION, "token": self._token, **({"key": self._key} if kind == Kind.ATTACH else {})}
        assert self._stream is not None
        self._stream.send(message(kind, 0, 0, pack(said)))
        header, body = self._message(max(end, time.monotonic() + 1.0))
        if header.kind != Kind.OK:
            raise error_of(unpack(body))
        match unpack(body):
            case {"key": str(key), "lease_s": float(lease_s), "probe": [int(pid), int(descriptor), bytes(nonce)]}:
                pass
            case _:
                raise UnreadableError(f"{self._url} is no server of omnigym's environments.")
        self._key, self._lease_s = key, max(0.2, lease_s)
        self.local = _sees(pid, descriptor, nonce)

    def _drop(self) -> None:
        with self._sending:
            stream, self._stream, self._broken = self._stream, None, False
        if stream is not None:
            stream.close()
        self._no_lanes()

    def _no_lanes(self) -> None:
        """Close all lanes, as the server does when a client comes back: it may be another one with its key."""
        for lane in self._lanes.values():
            if lane is not None:
                lane.close()
        self._lanes = {}

    def _again(self, problem: OSError) -> None:
        """The connection broke: make it again, and send again what has no answer.

        Raises:
            ServerLostError: The server is gone, or does not know this client any more.
        """
        self._drop()
        if self.closed:
            raise ServerLostError(f"The connection to {self._url} was closed.") from problem
        try:
            self._connect(Kind.ATTACH)
        except ServerRefusedError:
            self._forgotten()
            self._connect(Kind.HELLO)
            raise ServerLostError(f"{self._url} was restarted, or the lease expired. Reset the environment.") from None
        except ServerLostError:
            self._forgotten()
            raise
        waiting = [message(kind, session, number, body) for session, (kind, number, body) in self._waiting.items()]
        for content in waiting:
            with self._sending:
                if self._stream is None:
                    raise ServerLostError(f"The connection to {self._url} was closed.")
                self._stream.send(content)

    def _forgotten(self) -> None:
        self.generation += 1
        self._numbers, self._waiting, self._answers = {}, {}, {}

    def pause(self, seconds: float) -> None:
        """Wait before something is tried again; shorter if the connection is closed meanwhile."""
        self._over.wait(seconds)

    def reach(self) -> None:
        """Make the connection if there is none.

        Raises:
            ServerLostError: The server cannot be reached.
        """
        if self._stream is None and not self.closed:
            self._connect(Kind.HELLO)

    def _beat(self) -> None:
        """Show signs of life while the client thinks."""
        beat = message(Kind.BEAT, 0, 0, NIL)
        while not self._over.wait(self._lease_s / 4):
            with self._sending:
                if self._stream is not None:
                    try:
                        self._stream.send(beat)
                    except OSError:  # who waits for an answer sees it, too; else `mend` looks
                        self._broken = True


def _address(url: str) -> str | tuple[str, int]:
    parts = urlsplit(url)
    if parts.scheme == "unix" and parts.path and not parts.netloc:
        return parts.path
    try:
        if parts.scheme == "tcp" and parts.hostname and parts.port and not parts.path.strip("/"):
            return parts.hostname, parts.port
    except ValueError:  # of the port
        pass
    raise ConfigError(f"Expected a server's address as tcp://HOST:PORT or unix:///PATH, got {url!r}.")


def _sees(pid: int, descriptor: int, nonce: bytes) -> bool:
    """Whether a server's memory can be mapped here."""
    try:
        return bytes(memory.attach_to(pid, descriptor, NONCE)[:NONCE]) == nonce
    except (OSError, ValueError):
        return False
