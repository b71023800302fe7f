"""The boundary to code that meets agent-made data: only here do unforeseen exceptions become device errors.

Devices and checks raise the errors that they declare. What else comes out of them is a fault of their code (or the
host's memory), never the agent's, so the episode is not scored and all goes on at the next reset. The error says the
exception's type and line of code, so the author of a check finds its fault. The exception's text may quote what an
agent wrote, or what it made a device read: it goes into the log with the traceback, not into the error, which travels
on into ``info`` and recordings. Omnigym's own messages are written to be read, and do.
"""

from __future__ import annotations

import logging
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from omnigym.errors import DeviceError, DeviceFaultError, OmnigymError

__all__ = ["DECLARED", "Boundary"]

Passing: TypeAlias = type[Exception] | tuple[type[Exception], ...]
#: What the calls of devices declare that they raise.
DECLARED: tuple[type[Exception], ...] = (OmnigymError, FileNotFoundError)

_LOG = logging.getLogger(__name__)
#: Where the exceptions came from whose traceback is in the log already; as many as there are places in the code.
_TOLD: set[tuple[str, str, int]] = set()


class Boundary:
    """A ``with`` block that raises only device errors, and exceptions that no program should catch.

    One object serves any number of blocks, nested ones too.

    Args:
        device: The device's name, for the error.
        call: What is done with it, for the error.
        passes: The errors that come out as they are: those of `DeviceError` always; `DECLARED` of a call of a device,
            and `OmnigymError` of a whole episode's beginning, where a mistake of the caller's can come to light.
        once: Whether a traceback is in the log once for each place that it comes from: what fails at every step would
            fill a disk.
    """

    __slots__ = ("_call", "_device", "_once", "_passes")

    def __init__(self, device: str, call: str, *, passes: Passing = DeviceError, once: bool = False) -> None:
        self._device, self._call, self._passes, self._once = device, call, passes, once

    def __enter__(self) -> None:
        """Nothing is prepared: this is passed at every step."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None or isinstance(error, self._passes) or not isinstance(error, Exception):
            return
        if not (self._once and _told(error)):
            _LOG.error("%s.%s failed in a way that nobody foresaw.", self._device, self._call, exc_info=error)
        own = isinstance(error, OmnigymError)
        problem = str(error) if own else f"a fault inside its code ({_source(error)})."
        raise DeviceFaultError(self._device, self._call, problem, "The log of 'omnigym' has the traceback.") from error


def _source(error: Exception) -> str:
    """The type of an exception, and the line of code that it comes from: "KeyError, files.py, line 12"."""
    file, line = _place(error)
    return f"{type(error).__name__}, {Path(file).name}, line {line}"


def _place(error: Exception) -> tuple[str, int]:
    """The file and the line that an exception comes from."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return ("", 0) if at is None else (at.tb_frame.f_code.co_filename, at.tb_lineno)


def _told(error: Exception) -> bool:
    """Whether an exception of that type from that place was told before; from now on it was."""
    place = (type(error).__name__, *_place(error))
    told = place in _TOLD
    _TOLD.add(place)
    return told
