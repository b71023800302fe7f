"""The phone's log, as ``logcat`` prints it: which activities were started, shown and ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["FORMATS", "LEVELS", "Log", "LogEntry"]

#: From the least to the most severe; "S" lets nothing through.
LEVELS = "VDIWEFS"
_MOST = 2000
#: The process that writes what is here: Android's own server.
_SERVER = 1024


class LogEntry(NamedTuple):
    """One line.

    Attributes:
        number: How many were written before it.
        ms: When, in milliseconds since the epoch.
        level: One of `LEVELS`.
        tag: Who wrote it.
        text: What.
    """

    number: int
    ms: int
    level: str
    tag: str
    text: str

    @property
    def time(self) -> str:
        """When, as "03-14 09:30:00.000"."""
        moment = datetime.fromtimestamp(self.ms // 1000, UTC)
        return f"{moment:%m-%d %H:%M:%S}.{self.ms % 1000:03d}"


#: How ``logcat -v`` prints a line.
FORMATS: Mapping[str, Callable[[LogEntry], str]] = MappingProxyType(
    {
        "brief": lambda e: f"{e.level}/{e.tag}({_SERVER:5}): {e.text}",
        "long": lambda e: f"[ {e.time} {_SERVER:5}:{_SERVER:5} {e.level}/{e.tag} ]\n{e.text}\n",
        "process": lambda e: f"{e.level}({_SERVER:5}) {e.text}  ({e.tag})",
        "raw": lambda e: e.text,
        "tag": lambda e: f"{e.level}/{e.tag}: {e.text}",
        "thread": lambda e: f"{e.level}({_SERVER:5}:{_SERVER:5}) {e.text}",
        "threadtime": lambda e: f"{e.time} {_SERVER:5} {_SERVER:5} {e.level} {e.tag}: {e.text}",
        "time": lambda e: f"{e.time} {e.level}/{e.tag}({_SERVER:5}): {e.text}",
    }
)


class Log:
    """A ring of lines.

    Args:
        clock: The phone's time, in milliseconds since the epoch.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._entries: deque[LogEntry] = deque(maxlen=_MOST)
        self._count = 0

    @property
    def count(self) -> int:
        """How many lines were ever written."""
        return self._count

    def add(self, level: str, tag: str, text: str) -> None:
        """Write a line."""
        self._entries.append(LogEntry(self._count, self._clock(), level, tag, text))
        self._count += 1

    def since(self, number: int = 0) -> Iterator[LogEntry]:
        """The lines that are kept, the oldest first, from the one of that number on."""
        return (e for e in self._entries if e.number >= number)

    def clear(self) -> None:
        """Forget all lines."""
        self._entries.clear()
