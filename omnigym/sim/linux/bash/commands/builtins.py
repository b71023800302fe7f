"""The commands that are the shell's own: the folder, variables, aliases, history, jobs."""

from __future__ import annotations

import re

from omnigym.sim.linux.bash.filing import reason
from omnigym.sim.linux.bash.registry import Options, commands_in, register
from omnigym.sim.linux.bash.session import Io
from omnigym.sim.linux.paths import USER_HOME, outward
from omnigym.sim.vfs import VfsError
from omnigym.sim.work_budget import charge, charge_letters

__all__: list[str] = []


@register("cd", raw=True)
def _cd(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    if len(args) > 1:
        return io.fail("bash: cd: too many arguments")
    typed = args[0] if args else USER_HOME
    if typed == "-":
        typed = session.variables.get("OLDPWD", "")
        if not typed:
            return io.fail("bash: cd: OLDPWD not set")
        io.line(typed)
    path = session.path(typed)
    if not session.vfs.is_dir(path):
        what = "Not a directory" if session.vfs.is_file(path) else "No such file or directory"
        return io.fail(f"bash: cd: {typed}: {what}")
    session.set("OLDPWD", session.folder)
    session.cwd = session.vfs.real_path(path)
    return 0


@register("pwd", about="Print the name of the current working directory.", usage="[-LP]", flags="LP")
def _pwd(io: Io, _options: Options, _operands: list[str]) -> int:
    io.line(io.session.folder)
    return 0


@register("echo", raw=True)
def _echo(io: Io, _options: Options, args: list[str]) -> int:
    end, escapes = "\n", False
    while args and re.fullmatch("-[neE]+", args[0]):
        end = "" if "n" in args[0] else end
        escapes = "e" in args[0] or (escapes and "E" not in args[0])
        args = args[1:]
    text = " ".join(args)
    if escapes:
        text, stops = unescaped(text)
        end = "" if stops else end
    io.write(text + end)
    return 0


#: How many aliases there are, and the letters of one.
_MOST_ALIASES, _MOST_ALIASED = 200, 4000
#: Units of work of a conversion of printf, which may be a thousand letters wide.
_CONVERSION = 130

_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "a": "\a", "b": "\b", "r": "\r", "f": "\f", "v": "\v", "e": "\x1b"}


def unescaped(text: str) -> tuple[str, bool]:
    """A text with its escapes replaced, and whether one of them ends it."""
    text, stop, _ = text.partition("\\c")
    made = re.sub(
        r"\\(?:([ntabrfve\\])|0?([0-7]{1,3})|x([0-9a-fA-F]{1,2}))",
        lambda m: _ESCAPES[m[1]] if m[1] else chr(int(m[2], 8) & 0xFF) if m[2] else chr(int(m[3], 16)),
        text,
    )
    return made, bool(stop)


@register("printf", raw=True)
def _printf(io: Io, _options: Options, args: list[str]) -> int:
    if not args:
        io.fail("printf: usage: printf [-v var] format [arguments]")
        return 2
    form, rest = args[0], args[1:]
    status = 0
    while True:
        had = len(rest)
        charge(len(form) + _CONVERSION)

        def filled(found: re.Match[str]) -> str:
            nonlocal status
            flags, kind = found[1], found[2]
            charge(_CONVERSION)
            if kind == "%":
                return "%"
            value = rest.pop(0) if rest else ""
            if kind in "diuxXo":
                if not re.fullmatch(r"[-+]?\d+", value or "0"):
                    io.fail(f"bash: printf: {value}: invalid number")
                    status = 1
                    value = "0"
                return f"%{flags}{'d' if kind in 'iu' else kind}" % int((value or "0")[:20])
            if kind in "feg":
                try:
                    return f"%{flags}{kind}" % float(value or "0")
                except ValueError:
                    status = io.fail(f"bash: printf: {value}: invalid number")
                    return f"%{flags}{kind}" % 0.0
            if kind == "b":
                return f"%{flags}s" % unescaped(value)[0]
            return f"%{flags}s" % (value[:1] if kind == "c" else value)

        io.write(re.sub(r"%([-+ 0#]*\d{0,3}(?:\.\d{1,3})?)([diuxXofegsbc%])", filled, unescaped(form)[0]))
        if not rest or len(rest) == had:
            return status


@register("export", "declare", "local", "readonly", raw=True)
def _export(io: Io, _options: Options, args: list[str]) -> int:
    given = [a for a in args if not a.startswith("-")]
    if not given:
        for name, value in sorted(io.session.variables.items()):
            io.line(f'declare -x {name}="{value}"')
        return 0
    for word in given:
        name, equals, value = word.partition("=")
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            return io.fail(f"bash: export: `{word}': not a valid identifier")
        if equals:
            io.session.set(name, value)
    return 0


@register("unset", raw=True)
def _unset(io: Io, _options: Options, args: list[str]) -> int:
    for name in args:
        io.session.variables.pop(name, None)
    return 0


@register("env", "printenv", raw=True)
def _env(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    values = {"HOME": USER_HOME, "PWD": session.folder, **session.variables}
    while args and "=" in args[0]:
        name, _, value = args[0].partition("=")
        values[name], args = value, args[1:]
    if len(args) == 1 and args[0] in values:
        io.line(values[args[0]])
    elif args:
        session.run(io, args)
        return session.status
    else:
        for name, value in sorted(values.items()):
            io.line(f"{name}={value}")
    return 0


@register("alias", raw=True)
def _alias(io: Io, _options: Options, args: list[str]) -> int:
    known = io.session.aliases
    status = 0
    for word in args or sorted(known):
        name, equals, value = word.partition("=")
        if equals:
            charge_letters(sum(map(len, known.values())) + len(value) + 8 * len(known))
            if len(known) >= _MOST_ALIASES and name not in known:
                return io.fail(f"bash: alias: {name}: cannot allocate memory")
            known[name] = value[:_MOST_ALIASED]
        elif name in known:
            io.line(f"alias {name}='{known[name]}'")
        else:
            status = io.fail(f"bash: alias: {name}: not found")
    return status


@register("unalias", raw=True)
def _unalias(io: Io, _options: Options, args: list[str]) -> int:
    for name in args:
        if io.session.aliases.pop(name, None) is None:
            return io.fail(f"bash: unalias: {name}: not found")
    return 0


@register("exit", "logout", raw=True)
def _exit(io: Io, _options: Options, args: list[str]) -> int:
    io.session.leaves = True
    return int(args[0]) & 255 if args and args[0].isdecimal() and len(args[0]) < 10 else io.session.status


@register("true", ":", raw=True)
def _true(_io: Io, _options: Options, _args: list[str]) -> int:
    return 0


@register("false", raw=True)
def _false(_io: Io, _options: Options, _args: list[str]) -> int:
    return 1


@register("set", "shopt", "umask", "trap", "disown", "wait", "stty", "sync", raw=True)
def _nothing(_io: Io, _options: Options, _args: list[str]) -> int:
    """What is accepted and changes nothing that can be seen here."""
    return 0


@register("clear", "reset", raw=True)
def _clear(io: Io, _options: Options, _args: list[str]) -> int:
    io.session.cleared = True
    return 0


@register("history", raw=True)
def _history(io: Io, _options: Options, args: list[str]) -> int:
    lines = io.session.history
    if args[:1] == ["-c"]:
        io.session.history = ()
        return 0
    numbered = list(enumerate(lines, 1))
    if args and args[0].isdecimal():
        numbered = numbered[-int(args[0][:6]) :] if int(args[0][:6]) else []
    for number, line in numbered:
        io.line(f"{number:5}  {line}")
    return 0


@register("source", ".", raw=True)
def _source(io: Io, _options: Options, args: list[str]) -> int:
    if not args:
        io.fail("bash: source: filename argument required")
        return 2
    return _sourced(io, args[0])


@register("bash", "sh", raw=True)
def _bash(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    kept = session.cwd, dict(session.variables)
    if args[:1] == ["-c"] and len(args) > 1:
        path = "C:/tmp/.line"
        try:
            session.vfs = session.vfs.write(path, args[1].encode(), session.world.now)
        except VfsError as e:
            return io.fail(f"bash: {reason(e)}")
        status = _sourced(io, outward(path))
        session.vfs = session.vfs.delete(path, session.world.now)
    elif args:
        status = _sourced(io, args[0])
    else:
        status = 0  # another shell, which cannot be told from this one
    session.cwd, session.variables = kept
    session.leaves = False
    return status


def _sourced(io: Io, name: str) -> int:
    session = io.session
    path = session.path(name)
    if not session.vfs.is_file(path):
        return io.fail(f"bash: {name}: No such file or directory")
    session.status = 0
    session.depth += 1
    try:
        if session.depth > 10:
            return io.fail("bash: maximum source nesting level exceeded")
        session.source(io, name, path)
    finally:
        session.depth -= 1
    return session.status


@register("type", "which", "command", raw=True)
def _which(io: Io, _options: Options, args: list[str]) -> int:
    session = io.session
    status = 0
    for name in [a for a in args if not a.startswith("-")]:
        if name in session.aliases:
            io.line(f"{name} is aliased to `{session.aliases[name]}'")
        elif name in commands_in() or name in session.world.apps:
            io.line(f"/usr/bin/{name}")
        else:
            status = 1
    return status


@register("jobs", raw=True)
def _jobs(io: Io, _options: Options, _args: list[str]) -> int:
    for number, job in enumerate(io.session.jobs, 1):
        io.line(f"[{number}]   Running                 {' '.join(job.argv)} &")
    return 0


@register("test", "[", raw=True)
def _test(io: Io, _options: Options, args: list[str]) -> int:
    if args[-1:] == ["]"]:
        args = args[:-1]
    return int(not _holds(io, args))


def _holds(io: Io, args: list[str]) -> bool:
    """Whether a test holds: one of the parts between "-o", in which all between "-a" do."""
    return any(all(_term(io, term) for term in _between(part, "-a")) for part in _between(args, "-o"))


def _between(args: list[str], operator: str) -> list[list[str]]:
    """The parts between an operator, which is a word like any other at either end."""
    parts: list[list[str]] = [[]]
    for number, word in enumerate(args):
        if word == operator and parts[-1] and number < len(args) - 1:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _term(io: Io, args: list[str]) -> bool:
    signs = next((n for n, word in enumerate(args) if word != "!"), len(args))
    if signs and len(args) > 1:
        signs = min(signs, len(args) - 1)
        return _plain(io, args[signs:]) == (signs % 2 == 0)
    return _plain(io, args)


def _plain(io: Io, args: list[str]) -> bool:
    if len(args) == 2:
        return _is(io, *args)
    if len(args) == 3:
        return _compares(io, *args)
    return len(args) == 1 and args[0] != ""


def _is(io: Io, what: str, word: str) -> bool:
    vfs, path = io.session.vfs, io.session.path(word)
    if what in ("-e", "-r", "-w"):
        return vfs.get(path) is not None
    if what == "-f":
        return vfs.is_file(path)
    if what == "-d":
        return vfs.is_dir(path)
    if what == "-s":
        stat = vfs.stat(path)
        return stat is not None and (stat.is_dir or stat.size > 0)
    if what == "-z":
        return word == ""
    if what == "-n":
        return word != ""
    io.fail(f"bash: test: {what}: unary operator expected")
    return False


def _compares(io: Io, a: str, operator: str, b: str) -> bool:
    if operator in ("=", "=="):
        return a == b
    if operator == "!=":
        return a != b
    numbers = [int(n) if re.fullmatch(r"[-+]?\d{1,18}", n) else None for n in (a, b)]
    if operator in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
        x, y = numbers
        if x is None or y is None:
            io.fail(f"bash: test: {a if x is None else b}: integer expression expected")
            return False
        order = {"-eq": x == y, "-ne": x != y, "-lt": x < y, "-le": x <= y, "-gt": x > y, "-ge": x >= y}
        return order[operator]
    io.fail(f"bash: test: {operator}: binary operator expected")
    return False
