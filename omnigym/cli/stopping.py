"""Handling of Ctrl-C and kill, for commands that must finish work first."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Stop", "interrupt_on_signals", "stop_on_signals"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """The record of a signal that asked the program to stop.

    Attributes:
        signal: The signal that did.
    """

    def __init__(self) -> None:
        self.signal: int | None = None

    def __call__(self) -> bool:
        """Whether one did."""
        return self.signal is not None

    @property
    def exit_code(self) -> int:
        """The exit code that a shell reports for a program ended by a signal."""
        return 128 + (self.signal or 0)


@contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """Let the first SIGINT or SIGTERM in the block request a stop; a second one has its usual effect."""
    stop = Stop()
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def on_signal(number: int, _: FrameType | None) -> None:
        stop.signal = number
        restore()

    for number in _SIGNALS:
        signal.signal(number, on_signal)
    try:
        yield stop
    finally:
        restore()


@contextmanager
def interrupt_on_signals() -> Iterator[Stop]:
    """Let SIGTERM in the block raise KeyboardInterrupt, as SIGINT does, for work that can be abandoned at once."""
    stop = Stop()
    stop.signal = signal.SIGINT

    def on_signal(number: int, _: FrameType | None) -> None:
        stop.signal = number
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)
