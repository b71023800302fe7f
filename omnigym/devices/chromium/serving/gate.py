"""What every request of an application goes through."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from omnigym.devices.chromium.serving.clock import Clock

__all__ = ["Gate"]

_READING = frozenset({"GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"})


class Gate:
    """Counts the requests that are being answered, so that data are not replaced under them, and ticks the clock.

    Args:
        application: A WSGI application.
        clock: Ticks with each request that may change something.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], clock: Clock) -> None:
        self._application, self._clock = application, clock
        self._changed = threading.Condition()
        self._inside = 0
        self._shut = False

    def __call__(self, environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
        """Answer a request, in one piece."""
        with self._changed:
            self._changed.wait_for(lambda: not self._shut)
            self._inside += 1
            if environ["REQUEST_METHOD"] not in _READING:
                self._clock.tick()
        written: list[bytes] = []

        def start(status: str, headers: object, problem: object = None) -> Callable[[bytes], None]:
            start_response(status, headers, problem)
            return written.append

        try:
            answer = self._application(environ, start)
            try:
                written.extend(answer)
            finally:
                getattr(answer, "close", lambda: None)()
            return [b"".join(written)]
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Wait until nobody is inside, and let nobody in."""
        with self._changed:
            self._shut = True
            self._changed.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._changed:
                self._shut = False
                self._changed.notify_all()
