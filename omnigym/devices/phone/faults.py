"""Faults that a served phone can be told to have, so that whoever drives it can be tested against them.

``cmd omnigym fault KIND [TIMES [PATTERN]]`` arms one; it strikes the next commands that hold the pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from omnigym.errors import UnknownNameError

__all__ = ["FAULTS", "Fault", "Faults"]

FAULTS: Final = {
    "stall": "the command never answers",
    "short": "half of the answer comes, then the stream ends",
    "trickle": "the answer comes in small pieces",
    "die": "half of the answer comes, then every connection to the phone breaks",
    "displays": "screencap warns of a second display, in the middle of its output",
    "idle": "uiautomator could not get idle state",
    "crlf": "line ends become CR LF, as old terminals make them",
    "busy": "the screen goes on changing for a while, whatever is done",
}


@dataclass
class Fault:
    """One that is armed.

    Attributes:
        kind: One of `FAULTS`.
        times: How often it still strikes.
        pattern: What the command line must hold; empty for any.
    """

    kind: str
    times: int
    pattern: str


class Faults:
    """Those that are armed."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []

    def arm(self, kind: str, times: int = 1, pattern: str = "") -> None:
        """Let a fault strike the next commands.

        Raises:
            UnknownNameError: There is no such fault.
        """
        if kind not in FAULTS:
            raise UnknownNameError("fault", kind, FAULTS)
        self._armed.append(Fault(kind, times, pattern))

    def clear(self) -> None:
        """Disarm all."""
        self._armed.clear()

    def strikes(self, kind: str, line: str) -> bool:
        """Whether a fault strikes this command; it then has one time less."""
        if line.startswith("cmd omnigym"):
            return False  # the way to disarm it
        for fault in self._armed:
            if fault.kind == kind and fault.times > 0 and fault.pattern in line:
                fault.times -= 1
                return True
        return False
