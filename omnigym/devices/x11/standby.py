"""A desktop that is made ready in the background while another one is used."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from omnigym.devices.x11.desktop import Desktop

__all__ = ["Standby"]


class Standby:
    """Makes the next desktop and takes the last one away, one thing at a time, on a thread of its own.

    Args:
        make: Makes a desktop.
    """

    def __init__(self, make: Callable[[], Desktop]) -> None:
        self._make = make
        self._thread = ThreadPoolExecutor(1, "omnigym-x11-standby")
        self._next: Future[Desktop] | None = None

    @property
    def ready(self) -> bool:
        """Whether a desktop stands by, so that `take` does not wait."""
        return self._next is not None and self._next.done()

    def end(self, desktop: Desktop) -> None:
        """End a desktop that is not needed any more."""
        self._thread.submit(desktop.close)

    def prepare(self) -> None:
        """Begin to make the next desktop."""
        self._next = self._thread.submit(self._make)

    def take(self) -> Desktop | None:
        """The desktop that was prepared, once it is ready; None if none was.

        Raises:
            DeviceStartError: It did not come up.
            AppError: An application that was to be open on it did not start.
        """
        coming, self._next = self._next, None
        return None if coming is None else coming.result()

    def close(self) -> None:
        """End the desktop that stands by, if there is one, and the thread."""
        coming, self._next = self._next, None
        self._thread.shutdown()
        if coming is not None and coming.exception() is None:
            coming.result().close()
