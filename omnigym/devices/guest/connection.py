"""A connection to a guest's server: kept open, each call within a total deadline, and nothing larger than is read."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from omnigym.devices.waiting import Deadline, receive
from omnigym.errors import ConfigError, DeviceLostError, UnreadableError
from omnigym.foreign import parse_json
from omnigym.foreign.limits import JSON_BYTES

__all__ = ["Connection"]

#: Of a reply's first line and headers.
_MOST_HEAD: Final = 64 << 10
#: How long a machine has to say whether a program listens, in seconds.
_PROBE_S: Final = 1.0


class Connection:
    """One kept-alive HTTP connection.

    Args:
        url: ``http://HOST:PORT``.
        token: What the server asks for; "" for a server that asks for none.

    Raises:
        ConfigError: The address is no such one.
    """

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname or parts.path.strip("/"):
            raise ConfigError(
                f"Expected a guest's address as http://HOST:PORT, got {url!r}. TLS is a proxy's or a tunnel's."
            )
        self._at = (parts.hostname, parts.port or 80)
        self._head = f"Host: {parts.netloc}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        self._socket: socket.socket | None = None

    def get(self, path: str, deadline: Deadline) -> Any:
        """The JSON at a path.

        Raises:
            OSError, EOFError: The connection broke, or the deadline passed (`TimeoutError`).
            UnreadableError: It is no JSON.
            DeviceLostError: The server refuses.
        """
        return parse_json(self.get_bytes(path, JSON_BYTES, deadline).decode("utf-8", "replace"))

    def get_bytes(self, path: str, most: int, deadline: Deadline) -> bytes:
        """What is at a path, at most ``most`` bytes. Raises as `get`."""
        return self._asked("GET", path, (), most, deadline)

    def post(self, path: str, parts: Sequence[bytes], most: int, deadline: Deadline, kind: str = "") -> bytes:
        """What the server answers to a body of a type, at most ``most`` bytes. Raises as `get`."""
        return self._asked("POST", path, parts, most, deadline, kind or "application/octet-stream")

    def close(self) -> None:
        """Hang up; the next call connects anew."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def is_refused(self) -> bool:
        """Whether the machine answers, and no program listens there."""
        try:
            socket.create_connection(self._at, timeout=_PROBE_S).close()
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
        return False

    def _asked(
        self, verb: str, path: str, parts: Sequence[bytes], most: int, deadline: Deadline, kind: str = ""
    ) -> bytes:
        done = False
        try:
            connection = self._connected(deadline)
            length = sum(map(len, parts))
            said = f"Content-Type: {kind}\r\nContent-Length: {length}\r\n" if kind else ""
            head = f"{verb} {path} HTTP/1.1\r\n{self._head}{said}\r\n".encode()
            connection.settimeout(deadline.left())
            connection.sendall(b"".join((head, *parts)))
            code, length, kept = self._begun(connection, deadline)
            if length > (most if code == 200 else _MOST_HEAD):
                raise UnreadableError(f"Expected an answer of at most {most} bytes, got one of {length}.")
            body = receive(connection, length, deadline)
            done = kept
        finally:
            if not done:  # what is left of an answer would be taken for the next one
                self.close()
        if code != 200:
            raise _refusal(code, body)
        return body

    def _connected(self, deadline: Deadline) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection(self._at, deadline.left())
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket

    @staticmethod
    def _begun(connection: socket.socket, deadline: Deadline) -> tuple[int, int, bool]:
        """The code and the length of an answer, and whether the connection is kept; read up to its body."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            if len(head) > _MOST_HEAD:
                raise UnreadableError("Expected an HTTP answer, got headers without an end.")
            # the headers come in one piece, and what is behind their end is left to be read
            connection.settimeout(deadline.left())
            seen = connection.recv(_MOST_HEAD, socket.MSG_PEEK)
            if not seen:
                raise EOFError("the guest hung up")
            end = (head + seen).find(b"\r\n\r\n", max(len(head) - 3, 0))
            head += receive(connection, len(seen) if end < 0 else end + 4 - len(head), deadline)
        first, *lines = head.decode("latin-1").rstrip().split("\r\n")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        code, length = first.split(" ")[1:2], headers.get("content-length", "")
        if not first.startswith("HTTP/1.") or not code or not code[0].isdigit() or not length.isdigit():
            raise UnreadableError("Expected an HTTP answer with its length, got something else.")
        return int(code[0]), int(length), headers.get("connection", "").lower() != "close"


def _refusal(code: int, body: bytes) -> DeviceLostError:
    try:
        why = str(json.loads(body)["error"]["problem"])[:300]
    except (ValueError, LookupError, TypeError):
        why = f"HTTP {code}"
    return DeviceLostError(
        "guest", "connect", f"the guest refuses: {why}", "Compare token, address and port with its own."
    )
