"""QEMU's machine protocol: a command and its answer, each one line of JSON, within a total deadline.

QEMU's own package for it (``qemu.qmp``) is written for asyncio. A device is called from ordinary code, which may itself
run in somebody's event loop, so each machine would need a loop in a thread of its own, and a lost connection ends in
tracebacks of its tasks. The protocol is a line each way, so this is a socket, as the other devices have.
"""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from omnigym.devices.waiting import Deadline, wait_for

__all__ = ["Qmp", "RefusedError"]

#: The longest line that is read: QEMU's longest answers have some 100 KB.
_MOST_LINE: Final = 8 << 20
#: Events that are remembered, the latest last.
_MOST_EVENTS: Final = 256
#: Within which a line that has begun is there, in seconds.
_LINE_S: Final = 5.0


class RefusedError(Exception):
    """QEMU refuses a command, and says why."""


class Qmp:
    """One connection. Not for several threads at once.

    After a deadline that passed it is of no use: an answer that comes late would be taken for the next one.

    Args:
        channel: A connected socket, which belongs to it from now on.

    Attributes:
        events: The latest events by name, with their data.
        version: QEMU's, once it is greeted.
    """

    def __init__(self, channel: socket.socket) -> None:
        self._channel, self._rest, self._number = channel, b"", 0
        self.events: deque[tuple[str, Mapping[str, object]]] = deque(maxlen=_MOST_EVENTS)
        self.version = ""

    def greet(self, deadline: Deadline) -> None:
        """Await the greeting and leave the negotiation of capabilities.

        Raises:
            OSError, EOFError: The connection broke, or the deadline passed (`TimeoutError`).
            ValueError: It is no QMP.
        """
        match self._line(deadline):
            case {"QMP": {"version": {"qemu": {"major": major, "minor": minor, "micro": micro}, "package": package}}}:
                self.version = f"{major}.{minor}.{micro}" + (f" ({str(package).strip(' ()')})" if package else "")
            case _:
                raise ValueError("expected the greeting of QMP, got something else")
        self.execute("qmp_capabilities", {}, deadline)

    def execute(
        self, command: str, arguments: Mapping[str, object], deadline: Deadline, files: Sequence[int] = ()
    ) -> Any:
        """What QEMU returns.

        Args:
            command: The command.
            arguments: Its arguments.
            deadline: Of the whole call.
            files: Descriptors that go along with it.

        Raises:
            RefusedError: QEMU refuses it.
            OSError, EOFError: The connection broke, or the deadline passed (`TimeoutError`).
            ValueError: What came is no QMP.
        """
        self._number += 1
        said = json.dumps({"execute": command, "arguments": arguments, "id": self._number}).encode() + b"\n"
        self._channel.settimeout(deadline.left())
        if files:
            sent = socket.send_fds(self._channel, [said], files)
            said = said[sent:]
        self._channel.sendall(said)
        while True:
            match self._line(deadline):
                case {"id": number, "return": found} if number == self._number:
                    return found
                case {"id": number, "error": {"desc": str(problem)}} if number == self._number:
                    raise RefusedError(problem)
                case said:
                    self._event(said)

    def idle(self, seconds: float) -> None:
        """Let time pass, and read what QEMU says of itself meanwhile.

        Raises:
            OSError, EOFError: The connection broke.
            ValueError: What came is no QMP.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if b"\n" in self._rest or wait_for(left, self._channel).read:
                self._event(self._line(Deadline(_LINE_S)))

    def _event(self, said: object) -> None:
        match said:
            case {"event": str(name), **more}:
                data = more.get("data")
                self.events.append((name, data if isinstance(data, dict) else {}))
            case _:
                raise ValueError("expected an event of QMP, got something else")

    def close(self) -> None:
        """Hang up."""
        self._channel.close()

    def _line(self, deadline: Deadline) -> Any:
        line, found, rest = self._rest.partition(b"\n")
        parts = [line]
        size = len(line)
        while not found:
            self._channel.settimeout(deadline.left())
            got = self._channel.recv(1 << 16)
            if not got:
                raise EOFError("QEMU hung up")
            line, found, rest = got.partition(b"\n")
            parts.append(line)
            size += len(line)
            if size > _MOST_LINE:
                raise ValueError("expected a line of QMP, got one without an end")
        self._rest = rest
        return json.loads(b"".join(parts))
