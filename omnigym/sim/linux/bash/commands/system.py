"""Commands about the system and time: date, whoami, uname, ps, kill, sleep, seq, expr, xargs, and editors."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta

from omnigym.sim.linux.bash.registry import Options, commands_in, register
from omnigym.sim.linux.bash.session import Io, Process
from omnigym.sim.linux.bash.words import ReckoningError, reckon
from omnigym.sim.linux.clock import local, zone_of
from omnigym.sim.linux.file_kinds import opening
from omnigym.sim.linux.paths import outward
from omnigym.sim.patterns import PatternError, pattern_of
from omnigym.sim.system import Power, Stop
from omnigym.sim.work_budget import charge, charge_letters

__all__: list[str] = []


def _put(*names: str, text: str) -> None:
    @register(*names, raw=True)
    def _said(io: Io, _options: Options, _args: list[str]) -> int:
        io.line(text)
        return 0


_put("whoami", "logname", "users", text="user")
_put("hostname", text="ubuntu")
_put("groups", text="user adm sudo")
_put("id", text="uid=1000(user) gid=1000(user) groups=1000(user),4(adm),27(sudo)")
_put("tty", text="/dev/pts/0")
_put("arch", text="x86_64")
_put("nproc", text="4")


@register("uname", usage="[OPTION]...", about="Print certain system information.", flags="asnrvmo")
def _uname(io: Io, options: Options, _operands: list[str]) -> int:
    parts = {
        "s": "Linux",
        "n": "ubuntu",
        "r": "6.5.0-26-generic",
        "v": "#26~22.04.1-Ubuntu SMP",
        "m": "x86_64",
        "o": "GNU/Linux",
    }
    wanted = list(parts) if "a" in options else [p for p in parts if p in options] or ["s"]
    io.line(" ".join(parts[p] for p in wanted))
    return 0


@register("date", raw=True)
def _date(io: Io, _options: Options, args: list[str]) -> int:
    world = io.session.world
    moment = local(world.now, world.settings)
    form = "%a %b %e %H:%M:%S %Z %Y"
    rest = [a for a in args if a not in ("-u", "-R", "-I")]
    if len(rest) >= 2 and rest[0] in ("-d", "--date"):
        moved = _moved(moment, rest[1])
        if moved is None:
            return io.fail(f"date: invalid date ‘{rest[1]}’")
        moment, rest = moved, rest[2:]
    if rest and rest[0].startswith("+"):
        form = rest[0][1:]
    elif "-I" in args:
        form = "%Y-%m-%d"
    elif rest:
        return io.fail("date: cannot set date: Operation not permitted")
    text = form.replace("%e", f"{moment.day:2}").replace("%Z", zone_of(world.settings).id.rpartition("/")[2])
    text = text.replace("%s", str(world.now // 1000)).replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S")
    io.line(re.sub("%([aAbBdHIjmMpSyYu%])", lambda m: moment.strftime(m[0]), text))
    return 0


def _moved(moment: datetime, said: str) -> datetime | None:
    """The moment that words such as "tomorrow" or "3 days ago" say."""
    days = {"now": 0, "today": 0, "tomorrow": 1, "yesterday": -1}.get(said)
    if days is not None:
        return moment + timedelta(days=days)
    found = re.fullmatch(r"([-+]?\d{1,5}) (day|week|hour|minute)s?( ago)?", said)
    if found is not None:
        count = int(found[1]) * (-1 if found[3] else 1)
        return moment + timedelta(**{f"{found[2]}s": count})
    try:
        return datetime.fromisoformat(said).replace(tzinfo=moment.tzinfo)
    except ValueError:
        return None


@register("cal", "ncal", raw=True)
def _cal(io: Io, _options: Options, args: list[str]) -> int:
    now = local(io.session.world.now, io.session.world.settings)
    month, year = now.month, now.year
    numbers = [int(a) for a in args if a.isdecimal() and 0 < int(a[:5]) < 10000]
    if len(numbers) == 2 and 1 <= numbers[0] <= 12:
        month, year = numbers
    io.write(calendar.TextCalendar(calendar.SUNDAY).formatmonth(year, month))
    return 0


@register("uptime", raw=True)
def _uptime(io: Io, _options: Options, _args: list[str]) -> int:
    moment = datetime.fromtimestamp(io.session.world.now // 1000, UTC)
    io.line(f" {moment:%H:%M:%S} up 1:07,  1 user,  load average: 0.08, 0.05, 0.01")
    return 0


@register("df", usage="[-h]", about="Show information about the file system.", flags="hTk")
def _df(io: Io, _options: Options, _operands: list[str]) -> int:
    io.write("Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1       234G   14G  208G   7% /\n")
    return 0


@register("free", usage="[-h]", about="Display amount of free and used memory.", flags="hmg")
def _free(io: Io, _options: Options, _operands: list[str]) -> int:
    io.write("               total        used        free\nMem:           7.7Gi       2.1Gi       4.2Gi\n")
    return 0


# -- processes ------------------------------------------------------------------------------------------------------


def _listed(io: Io) -> list[Process]:
    """The processes that there are: the shell, what runs in its background, the apps."""
    session = io.session
    apps = [Process(1500 + n, argv) for n, (_, argv) in enumerate(session.world.running)]
    return [*apps, Process(2000, ("bash",)), *session.jobs]


@register("ps", raw=True)
def _ps(io: Io, _options: Options, args: list[str]) -> int:
    everything = any(set(a) & set("aAexu") for a in args)
    found = _listed(io) if everything else [p for p in _listed(io) if p.pid >= 2000]
    io.line("    PID TTY          TIME CMD")
    for p in [*found, Process(io.session.pid, ("ps", *args))]:
        said = " ".join(p.argv) if everything else p.argv[0]
        io.line(f"{p.pid:7} {'pts/0' if p.pid >= 2000 else '?':<8} 00:00:00 {said}")
    return 0


@register("pgrep", "pidof", raw=True)
def _pgrep(io: Io, _options: Options, args: list[str]) -> int:
    found = _matching(io, args)
    for p in found:
        io.line(str(p.pid))
    return int(not found)


def _matching(io: Io, args: list[str]) -> list[Process]:
    full = "-f" in args
    exact = "-x" in args
    words = [a for a in args if not a.startswith("-")]
    try:
        wanted = pattern_of(words[0] if words else r"(?!)", True, frozenset(["line"] if exact else []))
        said = [(p, " ".join(p.argv) if full else p.argv[0]) for p in _listed(io)]
        return [p for p, text in said if wanted.search(text, charge) and p.pid != 2000]
    except PatternError:
        return []


@register("pkill", "killall", raw=True)
def _pkill(io: Io, _options: Options, args: list[str]) -> int:
    found = _matching(io, args)
    for p in found:
        _ended(io, p)
    return int(not found)


@register("kill", raw=True)
def _kill(io: Io, _options: Options, args: list[str]) -> int:
    words = [a for a in args if not re.fullmatch("-[A-Za-z0-9]+", a)]
    if not words:
        io.fail("kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]")
        return 2
    status = 0
    for word in words:
        known = {str(p.pid): p for p in _listed(io)}
        if word.startswith("%") and word[1:].isdecimal():
            known = {f"%{n}": p for n, p in enumerate(io.session.jobs, 1)}
        if word not in known:
            what = "No such process" if word.isdecimal() else "arguments must be process or job IDs"
            status = io.fail(f"bash: kill: {f'({word}) - ' if word.isdecimal() else f'{word}: '}{what}")
        else:
            _ended(io, known[word])
    return status


def _ended(io: Io, process: Process) -> None:
    session = io.session
    session.jobs = tuple([j for j in session.jobs if j.pid != process.pid])
    for app, argv in session.world.running:
        if argv == process.argv:
            session.effects.append(Stop(app))


@register("sleep", raw=True)
def _sleep(io: Io, _options: Options, args: list[str]) -> int:
    if not args or not all(re.fullmatch(r"\d{1,9}(\.\d{1,6})?[smhd]?", a) for a in args):
        bad = next((a for a in args if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?[smhd]?", a)), None)
        said = "missing operand" if bad is None else f"invalid time interval ‘{bad}’"
        return io.fail(f"sleep: {said}\nTry 'sleep --help' for more information.")
    io.session.waits = ("sleep", tuple(args))
    return 0


for _name in ("top", "vmstat", "watch", "ping"):

    @register(_name, raw=True)
    def _watch(io: Io, _options: Options, args: list[str], _name: str = _name) -> int:
        io.session.waits = (_name, tuple(args))
        return 0


@register("nohup", "setsid", "nice", "time", raw=True)
def _beside(io: Io, _options: Options, args: list[str]) -> int:
    if args:
        io.session.run(io, args)
    return io.session.status


@register("sudo", raw=True)
def _sudo(io: Io, _options: Options, _args: list[str]) -> int:
    return io.fail("user is not in the sudoers file.  This incident will be reported.")


@register("vim", "vi", "nvim", raw=True)
def _vim(io: Io, _options: Options, args: list[str]) -> int:
    io.session.waits = ("vim", tuple(a for a in args if not a.startswith(("-", "+"))))
    return 0


@register("nano", "pico", raw=True)
def _nano(io: Io, _options: Options, args: list[str]) -> int:
    io.session.waits = ("nano", tuple(a for a in args if not a.startswith(("-", "+"))))
    return 0


@register("xdg-open", "open", raw=True)
def _open(io: Io, _options: Options, args: list[str]) -> int:
    for name in args:
        path = io.session.real(name)
        if io.session.vfs.get(path) is None:
            io.fail(f"gio: file:///{name}: Error when getting information for file: No such file or directory")
            return 2
        io.session.effects += opening(io.session.vfs, path)
    return 0


@register("shutdown", "poweroff", "reboot", raw=True)
def _shutdown(io: Io, _options: Options, _args: list[str]) -> int:
    io.session.effects.append(Power("shut_down"))
    return 0


# -- numbers and words ------------------------------------------------------------------------------------------------


@register("seq", raw=True)
def _seq(io: Io, _options: Options, args: list[str]) -> int:
    sign = "\n"
    if args[:1] == ["-s"] and len(args) > 1:
        sign, args = args[1], args[2:]
    bad = next((a for a in args if not re.fullmatch(r"-?\d{1,9}", a)), None)
    if bad is not None or not 1 <= len(args) <= 3:
        return io.fail(f"seq: invalid floating point argument: ‘{bad}’" if bad else "seq: missing operand")
    numbers = [int(a) for a in args]
    first, step, last = (
        (1, 1, numbers[0]) if len(numbers) == 1 else (numbers[0], 1, numbers[1]) if len(numbers) == 2 else numbers
    )
    if step == 0:
        return io.fail("seq: invalid Zero increment value: ‘0’")
    counted = range(first, last + (1 if step > 0 else -1), step)[:20_000]
    charge(len(counted) * (1 + len(sign) // 8))
    io.write(sign.join(map(str, counted)) + ("\n" if counted else ""))
    return 0


@register("expr", raw=True)
def _expr(io: Io, _options: Options, args: list[str]) -> int:
    if len(args) == 2 and args[0] == "length":
        io.line(str(len(args[1])))
        return 0
    if len(args) == 3 and args[1] in ("=", "!="):
        holds = (args[0] == args[2]) == (args[1] == "=")
        io.line(str(int(holds)))
        return int(not holds)
    if not args or any(a.isalpha() for a in args):
        io.fail("expr: syntax error" if len(args) != 1 else "expr: non-integer argument")
        return 2
    try:
        value = reckon(" ".join(args), {})
    except ReckoningError as e:
        io.fail(f"expr: {'division by zero' if 'division' in str(e) else 'syntax error'}")
        return 2
    io.line(str(value))
    return int(value == 0)


@register("basename", usage="NAME [SUFFIX]", about="Print NAME with any leading directory components removed.")
def _basename(io: Io, _options: Options, operands: list[str]) -> int:
    if not operands:
        return io.fail("basename: missing operand\nTry 'basename --help' for more information.")
    name = operands[0].rstrip("/").rpartition("/")[2] or "/"
    io.line(name.removesuffix(operands[1]) if len(operands) > 1 and name != operands[1] else name)
    return 0


@register("dirname", usage="NAME...", about="Output each NAME with its last non-slash component removed.")
def _dirname(io: Io, _options: Options, operands: list[str]) -> int:
    for name in operands:
        head, slash, _ = name.rstrip("/").rpartition("/")
        io.line(head or ("/" if slash else "."))
    return 0


@register("realpath", "readlink", usage="FILE...", about="Print the resolved absolute file name.", flags="fem")
def _realpath(io: Io, _options: Options, operands: list[str]) -> int:
    for name in operands:
        io.line(outward(io.session.real(name)))
    return 0


@register("xargs", raw=True)
def _xargs(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    holder, each = "", 0
    while args and args[0].startswith("-"):
        option = args.pop(0)
        if option == "-I" and args:
            holder = args.pop(0)
        elif option == "-n" and args:
            number = args.pop(0)
            each = int(number) if number.isdecimal() and len(number) < 5 else 1
    words = args or ["echo"]
    given = io.read().decode("utf-8", "replace")
    found = [line.strip() for line in given.split("\n") if line.strip()] if holder else given.split()
    groups = (
        [[f] for f in found]
        if holder
        else [found[i : i + each] for i in range(0, len(found), each)]
        if each
        else [found]
    )
    status = 0
    for group in groups:
        session.starts()
        run = [w.replace(holder, group[0]) for w in words] if holder else [*words, *group]
        inner = Io(session, None)
        session.run(inner, run)
        io.both += inner.both
        status = 123 if session.status else status
    return status


@register("yes", raw=True)
def _yes(io: Io, _options: Options, args: list[str]) -> int:
    said = f"{' '.join(args) or 'y'}\n"
    charge_letters(2000 * len(said))
    io.write(said * 2000)
    return 0


@register("man", raw=True)
def _man(io: Io, _options: Options, args: list[str]) -> int:
    if not args:
        return io.fail("What manual page do you want?\nFor example, try 'man man'.")
    known = commands_in().get(args[-1])
    if known is None or not known.about:
        io.fail(f"No manual entry for {args[-1]}")
        return 16
    io.write(f"{known.name.upper()}(1)\n\nNAME\n       {known.name}\n\nSYNOPSIS\n       {known.name} {known.usage}\n\n")
    io.write(f"DESCRIPTION\n       {known.about}\n")
    return 0


@register("help", raw=True)
def _help(io: Io, _options: Options, _args: list[str]) -> int:
    io.write("GNU bash, version 5.1.16(1)-release (x86_64-pc-linux-gnu)\n" + "  ".join(commands_in()) + "\n")
    return 0
