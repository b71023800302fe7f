"""``ps``, ``top``, ``pidof`` and ``id``: what runs, and as whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from omnigym.a11y.android_packages import KEYBOARD, LAUNCHER, SYSTEM_UI, package_of
from omnigym.devices.phone.log import FORMATS, LEVELS, LogEntry
from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

_FIRST_APP, _FIRST_USER = 3000, 100
#: The processor time of an app at work between two lists.
_WORK_S = 0.5
_MEMORY_KB = 4_000_000


class _Process(NamedTuple):
    """A process: ``virtual`` and ``resident`` are its memory in KiB, ``seconds`` its processor time."""

    user: str
    pid: int
    parent: int
    virtual: int
    resident: int
    name: str
    seconds: float = 0.0


_SYSTEM = (
    _Process("root", 1, 0, 10_880_552, 12_448, "init"),
    _Process("logd", 301, 1, 10_852_644, 6_408, "logd"),
    _Process("system", 303, 1, 10_836_184, 4_868, "servicemanager"),
    _Process("root", 402, 1, 14_284_024, 168_920, "zygote64"),
    _Process("system", 471, 1, 11_160_708, 37_172, "surfaceflinger"),
    _Process("shell", 560, 1, 10_901_488, 7_120, "adbd"),
    _Process("system", 1024, 402, 17_402_236, 298_544, "system_server"),
    _Process("u0_a96", 1260, 402, 14_760_812, 226_940, SYSTEM_UI),
    _Process("u0_a97", 1388, 402, 14_530_264, 171_096, LAUNCHER),
    _Process("u0_a98", 1410, 402, 14_466_008, 131_720, KEYBOARD),
)
_OWN = _Process("shell", 2999, 560, 10_790_496, 3_584, "ps")
_ID = (
    "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),"
    "1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),"
    "3011(uhid),3012(readtracefs) context=u:r:shell:s0"
)


def _processes(phone: Phone) -> list[_Process]:
    """Those of the system, and one for each app that is open. An app's number and user are the same every time."""
    known = sorted(phone.installed())
    running = sorted({package_of(window.app).name for window in phone.windows()})
    return [
        *_SYSTEM,
        *[
            _Process(
                f"u0_a{_FIRST_USER + n}",
                _FIRST_APP + 7 * n,
                402,
                14_620_000 + 512 * n,
                148_000 + 64 * n,
                name,
                phone.worked_s,
            )
            for name in running
            for n in (known.index(name) if name in known else len(known),)
        ],
    ]


_COLUMNS: Mapping[str, Callable[[_Process], str]] = {
    "USER": lambda p: f"{p.user:<12}",
    "PID": lambda p: f"{p.pid:>6}",
    "PPID": lambda p: f"{p.parent:>6}",
    "VSZ": lambda p: f"{p.virtual:>9}",
    "RSS": lambda p: f"{p.resident:>7}",
    "WCHAN": lambda _p: "0                  ",
    "ADDR": lambda _p: "0",
    "TIME+": lambda p: f"{int(p.seconds // 60)}:{p.seconds % 60:05.2f}".rjust(9),
    "S": lambda p: "R" if p is _OWN else "S",
    "NAME": lambda p: p.name,
    "CMD": lambda p: p.name,
    "ARGS": lambda p: p.name,
    "CMDLINE": lambda p: p.name,
}
_DEFAULT: tuple[str, ...] = ("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME")
_LEFT = frozenset({"USER", "WCHAN"})


@applet("ps")
def run_ps(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``ps [-A|-e] [-o COLUMN,...] [-p PID,...]``: without ``-A``, the shell's own."""
    columns, pids = _DEFAULT, set[int]()
    rest = iter(arguments)
    every = False
    for word in rest:
        if word == "-o":
            columns = tuple(next(rest, "").upper().split(","))
        elif word == "-p":
            pids = {int(n) for n in next(rest, "").split(",")}
        else:
            every |= bool({"A", "e"} & set(word.lstrip("-")))
    if phone.faults.strikes("work", "ps"):
        phone.worked_s += _WORK_S
    unknown = [c for c in columns if c not in _COLUMNS]
    if unknown:
        raise UsageError(f"Unknown -o fields: {','.join(unknown)}")
    shown = [p for p in (*_processes(phone), _OWN) if (p.pid in pids if pids else every or p is _OWN)]
    widths = {c: len(_COLUMNS[c](_OWN)) for c in columns}
    header = [c.ljust(widths[c]) if c in _LEFT else c.rjust(widths[c]) if c != "NAME" else c for c in columns]
    return say(
        "\n".join([" ".join(row).rstrip() for row in (header, *[[_COLUMNS[c](p) for c in columns] for p in shown])])
    )


@applet("top")
def run_top(phone: Phone, _arguments: list[str], _stdin: bytes) -> Result:
    """``top -n 1``: one round, whatever is asked for, since nothing here takes time."""
    shown = _processes(phone)
    used = sum(p.resident for p in shown)
    lines = [
        f"Tasks: {len(shown) + 1} total,   1 running, {len(shown):3} sleeping,   0 stopped,   0 zombie",
        f"  Mem: {_MEMORY_KB:>9}K total, {used:>9}K used, {_MEMORY_KB - used:>9}K free,         0K buffers",
        " Swap:         0K total,         0K used,         0K free,         0K cached",
        "400%cpu   0%user   0%nice   0%sys 400%idle   0%iow   0%irq   0%sirq   0%host",
        "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS",
    ]
    for p in sorted(shown, key=lambda p: -p.resident):
        share = 100 * p.resident / _MEMORY_KB
        size = f"{p.virtual / 2**20:3.0f}G {p.resident // 1024:3}M {p.resident // 2048:3}M"
        lines.append(f"{p.pid:>5} {p.user:<12} 20   0 {size} S  0.0 {share:5.1f}   0:00.00 {p.name}")
    return say("\n".join(lines))


@applet("pidof")
def run_pidof(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``pidof NAME...``."""
    names = [a for a in arguments if not a.startswith("-")]
    found = [str(p.pid) for p in _processes(phone) if p.name in names]
    return say(" ".join(found)) if found else fail("", 1)._replace(err=b"")


@applet("id")
def run_id(_phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``id [-u|-g] [-n]``: the user that a shell is."""
    letters = {letter for word in arguments for letter in word.lstrip("-")}
    if letters & {"u", "g"}:
        return say("shell" if "n" in letters else "2000")
    return say(_ID)


@applet("whoami")
def run_whoami(_phone: Phone, _arguments: list[str], _stdin: bytes) -> Result:
    """The user's name."""
    return say("shell")


# -- ``logcat``: the phone's log --------------------------------------------------------------------------------------

_VALUED = frozenset({"-v", "--format", "-b", "--buffer", "-t", "-T", "--tail", "-e", "--regex", "-m", "--pid"})
_BEGINNING = "--------- beginning of main\n"


class LogcatOptions(NamedTuple):
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
    def parse(cls, arguments: list[str]) -> LogcatOptions:
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

    def shows(self, entry: LogEntry) -> bool:
        """Whether the filters let a line through."""
        levels = dict(self.levels)
        least = levels.get(entry.tag, levels.get("*", "V"))
        return least in LEVELS and LEVELS.index(entry.level) >= LEVELS.index(least) and least != "S"


def logcat_lines(phone: Phone, wanted: LogcatOptions, start: int = 0) -> str:
    """The lines from that number on, as they are asked for."""
    lines = [FORMATS[wanted.style](e) + "\n" for e in phone.log.since(start) if wanted.shows(e)]
    return "".join(lines[-wanted.last :] if wanted.last else lines)


@applet("logcat")
def run_logcat(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``logcat [-c] [-d] [-t N] [-v FORMAT] [-s] [TAG:LEVEL...]``; without ``-d`` the service goes on with it."""
    wanted = LogcatOptions.parse(arguments)
    if wanted.clear:
        phone.log.clear()
        return Result()
    if "-g" in arguments:
        return say("main: ring buffer is 256 KiB (1 KiB consumed), max entry is 5120 B, max payload is 4068 B")
    return say(_BEGINNING + logcat_lines(phone, wanted))
