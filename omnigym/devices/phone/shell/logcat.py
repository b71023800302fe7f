"""``logcat``: the phone's log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from omnigym.devices.phone.log import FORMATS, LEVELS, Entry
from omnigym.devices.phone.shell.applets import Result, UsageError, applet, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["Wanted", "logged"]

_VALUED = frozenset({"-v", "--format", "-b", "--buffer", "-t", "-T", "--tail", "-e", "--regex", "-m", "--pid"})
_BEGINNING = "--------- beginning of main\n"


class Wanted(NamedTuple):
    """What a command line asks for.

    Attributes:
        style: How a line is printed.
        levels: The least level by tag; that of ``*`` is everybody else's.
        last: The most lines; 0 for all.
        clear: Whether the log is forgotten instead.
        follow: Whether it goes on with what is written from then on.
    """

    style: str = "threadtime"
    levels: tuple[tuple[str, str], ...] = ()
    last: int = 0
    clear: bool = False
    follow: bool = True

    @classmethod
    def parse(cls, arguments: list[str]) -> Wanted:
        """Of ``logcat``'s arguments.

        Raises:
            UsageError: There is no such format.
        """
        style, last, flags, filters = "threadtime", 0, set[str](), dict[str, str]()
        rest = iter(arguments)
        for word in rest:
            name, _, value = word.partition("=")
            if name in _VALUED:
                value = value or next(rest, "")
                style = value if name in ("-v", "--format") and value in FORMATS else style
                if name in ("-v", "--format") and value not in FORMATS and value not in ("color", "year", "uid", "UTC"):
                    raise UsageError(f"Invalid parameter {value} to -v")
                last = int(value) if name == "-t" else last
                flags.add(name)
            elif word.startswith("-"):
                flags.add(word)
            else:
                tag, _, level = word.partition(":")
                filters[tag] = level.upper() or "V"
        if "-s" in flags:
            filters.setdefault("*", "S")
        follow = not flags & {"-d", "-t", "-c", "--clear", "-g", "--dump"}
        return cls(style, tuple(filters.items()), last, bool(flags & {"-c", "--clear"}), follow)

    def shows(self, entry: Entry) -> bool:
        """Whether the filters let a line through."""
        levels = dict(self.levels)
        least = levels.get(entry.tag, levels.get("*", "V"))
        return least in LEVELS and LEVELS.index(entry.level) >= LEVELS.index(least) and least != "S"


def logged(phone: Phone, wanted: Wanted, start: int = 0) -> str:
    """The lines from that number on, as they are asked for."""
    lines = [FORMATS[wanted.style](e) + "\n" for e in phone.log.since(start) if wanted.shows(e)]
    return "".join(lines[-wanted.last :] if wanted.last else lines)


@applet("logcat")
def run_logcat(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``logcat [-c] [-d] [-t N] [-v FORMAT] [-s] [TAG:LEVEL...]``; without ``-d`` the service goes on with it."""
    wanted = Wanted.parse(arguments)
    if wanted.clear:
        phone.log.clear()
        return Result()
    if "-g" in arguments:
        return say("main: ring buffer is 256 KiB (1 KiB consumed), max entry is 5120 B, max payload is 4068 B")
    return say(_BEGINNING + logged(phone, wanted))
