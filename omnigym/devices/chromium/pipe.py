"""A DevTools client over two pipes: synchronous, with deadlines, without threads and without asyncio.

Whoever waits for an answer takes in the events that come before it; they go to one listener, which may `Pipe.post`
but must not wait. So everything happens in one order, the browser's.

Protocol: https://chromedevtools.github.io/devtools-protocol/ (JSON messages, each ended by a zero byte).
"""

from __future__ import annotations

import collections
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

from omnigym.devices.waiting import wait_for
from omnigym.errors import DeviceLostError, DeviceTimeoutError

__all__ = ["Listener", "Payload", "Pipe", "ProtocolError", "understood"]

#: An object of JSON in a message: the parameters of a command or an event, or a result.
Payload: TypeAlias = Mapping[str, Any]
#: Called with an event's method, its parameters and the session it came from ("" for the browser itself).
Listener: TypeAlias = Callable[[str, Payload, str], None]

_CHUNK = 1 << 20


class ProtocolError(Exception):
    """The browser refused a command, as the page is gone or it does not apply, or said what cannot be understood."""


class _Said(dict[str, Any]):
    """A part of what the browser said."""

    def __missing__(self, key: str) -> NoReturn:
        raise ProtocolError(f"there is no {key!r} in what it said")


@contextmanager
def understood() -> Iterator[None]:
    """Read in this what the browser said.

    Raises:
        ProtocolError: It is not of the kind that it should be.
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError) as e:
        raise ProtocolError(f"what it said cannot be understood ({type(e).__name__}: {e})") from e


class Pipe:
    """One end of a browser's DevTools pipe.

    Args:
        commands: The descriptor to write to; it belongs to this object.
        answers: The descriptor to read from, likewise.
        listener: Hears every event.
    """

    def __init__(self, commands: int, answers: int, listener: Listener) -> None:
        self._commands, self._answers = commands, answers
        os.set_blocking(commands, False)
        self._listener = listener
        self._rest = bytearray()
        self._arrived: collections.deque[bytes] = collections.deque()
        self._last = 0
        self._replies: dict[int, Payload] = {}
        self._ignored: set[int] = set()
        self._deadline = float("inf")
        self.closed = False

    def until(self, deadline: float) -> None:
        """Let everything from now on fail at this time of `time.monotonic`."""
        self._deadline = deadline

    def post(self, method: str, parameters: Payload | None = None, session: str = "") -> int:
        """Send a command, and do not wait: the number of its reply, which has to be awaited or ignored.

        Raises:
            DeviceLostError: The browser is gone.
            DeviceTimeoutError: It does not read what it is sent.
        """
        self._last += 1
        message: dict[str, object] = {"id": self._last, "method": method}
        if parameters:
            message["params"] = parameters
        if session:
            message["sessionId"] = session
        self._write(json.dumps(message).encode() + b"\0")
        return self._last

    def tell(self, method: str, parameters: Payload | None = None, session: str = "") -> None:
        """Send a command whose reply, or refusal, nobody needs."""
        self.ignore(self.post(method, parameters, session))

    def ignore(self, number: int) -> None:
        """Drop a reply, now or when it comes; 0 is none."""
        if number and self._replies.pop(number, None) is None:
            self._ignored.add(number)

    def call(self, method: str, parameters: Payload | None = None, session: str = "") -> Payload:
        """Send a command and wait for its result.

        Raises:
            ProtocolError: The browser refused it.
        """
        return self.result(self.post(method, parameters, session))

    def result(self, number: int) -> Payload:
        """Wait for the result of a posted command.

        Raises:
            ProtocolError: The browser refused it.
            DeviceTimeoutError: The deadline passed.
            DeviceLostError: The browser is gone.
        """
        self.wait(lambda: number in self._replies)
        return self._take(number)

    def has(self, number: int) -> bool:
        """Whether the reply of a posted command has come."""
        return number in self._replies

    def result_unless(self, number: int, blocked: Callable[[], bool]) -> Payload | None:
        """Like `result`, but gives up, and drops the reply, once it is blocked: None then."""
        self.wait(lambda: number in self._replies or blocked())
        if number in self._replies:
            return self._take(number)
        self.ignore(number)
        return None

    def wait(self, condition: Callable[[], bool], patience: float | None = None) -> bool:
        """Take in messages until a condition holds.

        Args:
            condition: Looked at before each message.
            patience: How long to wait at most, in seconds; without it, until the deadline.

        Returns:
            Whether it holds; False only with ``patience``.

        Raises:
            DeviceTimeoutError: The deadline passed.
            DeviceLostError: The browser is gone.
        """
        end = time.monotonic() + patience if patience is not None else float("inf")
        while not condition():
            if self._arrived:
                self._dispatch(self._arrived.popleft())
            elif not self._read(min(end, self._deadline)):
                if end < self._deadline:
                    return False
                raise DeviceTimeoutError("chromium", "act", "the browser does not answer.", "Reset the device.")
        return True

    def close(self) -> None:
        """Close both ends; may be called twice."""
        if not self.closed:
            self.closed = True
            os.close(self._commands)
            os.close(self._answers)

    def _take(self, number: int) -> Payload:
        reply = self._replies.pop(number)
        if "error" in reply:
            error = reply["error"]
            raise ProtocolError(str(error.get("message", error) if isinstance(error, dict) else error))
        result: Payload = reply["result"]
        if not isinstance(result, dict):
            raise ProtocolError(f"it answered {result!r}"[:200])
        return result

    def _dispatch(self, data: bytes) -> None:
        """Take a message in.

        Raises:
            DeviceLostError: It is none that a browser sends.
        """
        try:
            with understood():
                self._take_in(json.loads(data, object_hook=_Said))
        except ProtocolError as e:
            raise DeviceLostError("chromium", "act", f"the browser is not itself: {e}.", "Reset the device.") from e

    def _take_in(self, message: Payload) -> None:
        number = message.get("id")
        if number is None:
            self._listener(message["method"], message.get("params", {}), message.get("sessionId", ""))
        elif number in self._ignored:
            self._ignored.discard(number)
        else:
            self._replies[number] = message

    def _read(self, end: float) -> bool:
        """Read what there is; whether anything came before the time ``end``."""
        self._check_open()
        if not wait_for(end - time.monotonic(), self._answers).read:
            return False
        data = os.read(self._answers, _CHUNK)
        if not data:
            raise DeviceLostError("chromium", "act", "the browser is gone.", "Reset the device.")
        self._rest += data
        if 0 in data:
            *messages, rest = self._rest.split(b"\0")
            self._rest = bytearray(rest)
            self._arrived.extend(bytes(m) for m in messages)
        return True

    def _write(self, data: bytes) -> None:
        """Write all; a browser that waits to be read itself is read meanwhile."""
        self._check_open()
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._commands, view) :]
            except BlockingIOError:
                readable, writable = wait_for(self._deadline - time.monotonic(), self._answers, self._commands)
                if not readable and not writable:
                    problem = "the browser takes no more commands."
                    raise DeviceTimeoutError("chromium", "act", problem, "Reset the device.") from None
                if readable and not writable:
                    self._read(self._deadline)
            except BrokenPipeError as e:
                raise DeviceLostError("chromium", "act", "the browser is gone.", "Reset the device.") from e

    def _check_open(self) -> None:
        if self.closed:
            raise DeviceLostError("chromium", "act", "the browser was closed.", "Reset the device.")
