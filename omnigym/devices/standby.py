"""A machine that is made ready in the background while another one is used."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar

__all__ = ["Standby"]


class _Closable(Protocol):
    def close(self) -> None: ...


_Machine = TypeVar("_Machine", bound=_Closable)


class Standby(Generic[_Machine]):
    """Makes the next machine and takes the last one away, one thing at a time, on a thread of its own.

    Args:
        make: Makes a machine.
        device: The name of the device, for the thread's.
    """

    def __init__(self, make: Callable[[], _Machine], device: str) -> None:
        self._make = make
        self._thread = ThreadPoolExecutor(1, f"omnigym-{device}-standby")
        self._next: Future[_Machine] | None = None

    @property
    def ready(self) -> bool:
        """Whether a machine stands by, so that `take` does not wait."""
        return self._next is not None and self._next.done()

    def end(self, machine: _Machine) -> None:
        """End a machine that is not needed any more."""
        self._thread.submit(machine.close)

    def prepare(self) -> None:
        """Begin to make the next machine."""
        self._next = self._thread.submit(self._make)

    def take(self) -> _Machine | None:
        """The machine that was prepared, once it is ready; None if none was.

        Raises:
            DeviceStartError: It did not come up.
            AppError: An application that was to be open on it did not start.
        """
        coming, self._next = self._next, None
        return None if coming is None else coming.result()

    def close(self) -> None:
        """End the machine that stands by, if there is one, and the thread."""
        coming, self._next = self._next, None
        self._thread.shutdown()
        if coming is not None and coming.exception() is None:
            coming.result().close()
