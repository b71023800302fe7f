"""Carrying out what a line asks for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from omnigym.sim.app import Launch
from omnigym.sim.linux.bash.commands import COMMANDS
from omnigym.sim.linux.bash.filing import mode_of, reason, write_file
from omnigym.sim.linux.bash.parsing import parse
from omnigym.sim.linux.bash.registry import called
from omnigym.sim.linux.bash.session import Io, Process, Session
from omnigym.sim.linux.bash.syntax import (
    AndOr,
    Command,
    For,
    Group,
    If,
    Item,
    Loop,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
)
from omnigym.sim.linux.bash.words import Expander, ExpansionError
from omnigym.sim.vfs import VfsError
from omnigym.sim.work_budget import SpentError, charge, charge_letters, metered

#: How deep commands lie in each other, at most.
_DEEPEST = 12
#: Units of work of a window that is opened, and of a process in the background.
_WINDOW, _JOB = 40_000, 5_000
#: And of a turn of a loop, which may do nothing at all.
_TURN = 100
_NULL = ("/dev/null", "/dev/zero")


class Ran(NamedTuple):
    """What came of a script: what it wrote, and what is left of it where a program has taken over the terminal."""

    output: bytes
    left: Script = ()


def run_line(session: Session, line: str) -> Ran:
    """Carry out a line as somebody types it at the prompt; what is wrong with it is said as bash says it."""
    with metered():
        try:
            script = parse(line)
        except ShellSyntaxError as e:
            session.status = 2
            return Ran(f"bash: {e}\n".encode())
        except SpentError:
            return _killed(session, [])
        return run_script(session, script)


def _killed(session: Session, written: list[bytes]) -> Ran:
    """What is there of a script that did more than an action may, as where memory is out."""
    session.status, session.waits = 137, None
    return Ran(b"".join([*written, b"Killed\n"]))


def run_script(session: Session, script: Script) -> Ran:
    """Carry out a script up to where a program takes over the terminal."""
    with metered():
        return _run(session, script)


def _run(session: Session, script: Script) -> Ran:
    session.run, session.source = _run_inside, source
    out: list[bytes] = []
    for number, item in enumerate(script):
        io = Io(session, None, shown=True)
        try:
            _item(io, item)
        except SpentError:
            return _killed(session, [*out, *_written(io)])
        out += _written(io)
        if session.leaves or session.waits is not None:
            return Ran(b"".join(out), () if session.leaves else script[number + 1 :])
    return Ran(b"".join(out))


def _written(io: Io) -> list[bytes]:
    return [content for _, content in io.both]


def _script(io: Io, script: Script) -> None:
    for item in script:
        if not io.session.leaves:
            _item(io, item)


def _item(io: Io, item: Item) -> None:
    if not item.background:
        _and_or(io, item.what)
        return
    session = io.session
    before, known = session.waits, len(session.jobs)
    _and_or(io, item.what)
    if session.waits is not before and session.waits is not None:  # it goes on beside the shell
        name, args = session.waits
        session.waits = before
        _background(session, (name, *args))
    session.status = 0
    if len(session.jobs) > known and io.given is None and session.depth == 0:
        io.line(f"[{len(session.jobs)}] {session.jobs[-1].pid}")


def _background(session: Session, argv: tuple[str, ...]) -> None:
    charge(_JOB)
    session.jobs = (*session.jobs, Process(session.pid, argv, duration_of(argv)))
    session.pid += 1


def duration_of(argv: tuple[str, ...]) -> int:
    """How long a program runs that takes over the terminal, in milliseconds; -1 where it does not end by itself."""
    if argv[0] != "sleep":
        return -1
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    total = 0.0
    for word in argv[1:]:
        number, unit = (word[:-1], units[word[-1]]) if word[-1:] in units else (word, 1)
        total += float(number) * unit
    return round(min(total, 1e9) * 1000)


def _and_or(io: Io, what: AndOr) -> None:
    session = io.session
    for operator, pipeline in what.parts:
        if (operator == "&&" and session.status) or (operator == "||" and not session.status):
            continue
        _pipeline(io, pipeline)
        if session.leaves:
            return


def _pipeline(io: Io, pipeline: Pipeline) -> None:
    session = io.session
    given = io.given
    several = len(pipeline.commands) > 1
    for number, command in enumerate(pipeline.commands):
        last = number == len(pipeline.commands) - 1
        inner = Io(session, given, shown=io.shown and last)
        kept = (session.cwd, dict(session.variables)) if several else None
        _command(inner, command)
        if kept is not None:  # each is a shell of its own
            session.cwd, session.variables = kept
        given = b"".join(content for is_error, content in inner.both if not is_error)
        io.both += inner.both if last else [one for one in inner.both if one[0]]
    if several and session.waits is not None and session.waits[0] in ("vim", "nano"):
        session.waits = None
    if pipeline.negated:
        session.status = int(not session.status)


def _command(io: Io, command: Command) -> None:
    session = io.session
    session.starts()
    with _deeper(io) as may:
        if not may:
            return
        expander = Expander(session, lambda text: _substituted(io, text))
        try:
            inner, targets = _opened(io, command.redirects, expander)
            if inner is None:
                session.status = 1
                return
            if isinstance(command, Simple):
                _simple(inner, command, expander)
            else:
                _compound(inner, command, expander)
        except ExpansionError as e:
            session.status = io.fail(f"bash: {e}")
            return
        _closed(io, inner, targets)


@contextmanager
def _deeper(io: Io) -> Iterator[bool]:
    """One level deeper; whether commands may lie that deep in each other."""
    session = io.session
    session.depth += 1
    try:
        if session.depth > _DEEPEST:
            session.status = io.fail("bash: maximum nesting level exceeded")
        yield session.depth <= _DEEPEST
    finally:
        session.depth -= 1


def _substituted(io: Io, text: str) -> str:
    """What the text of a command writes; its errors go where those of the line go."""
    session = io.session
    try:
        script = parse(text)
    except ShellSyntaxError as e:
        session.status = io.fail(f"bash: {e}")
        return ""
    inner = Io(session, io.given)
    kept = session.cwd, dict(session.variables), session.jobs
    with _deeper(io) as may:
        if not may:
            return ""
        _script(inner, script)
    session.cwd, session.variables, _ = kept
    session.leaves, session.waits = False, None
    io.both += [one for one in inner.both if one[0]]
    return b"".join(content for is_error, content in inner.both if not is_error).decode("utf-8", "replace")


# -- redirections -------------------------------------------------------------------------------------------------


def _opened(io: Io, redirects: tuple[Redirect, ...], expander: Expander) -> tuple[Io | None, dict[int, str]]:
    """What a command reads and writes by its redirections: files by descriptor, or "" for the other output."""
    session, given = io.session, io.given
    targets: dict[int, str] = {}
    for redirect in redirects:
        name = expander.one(redirect.to)
        path = session.path(name)
        if redirect.how == "here":
            given = name.encode()
        elif redirect.how == "<":
            if name in _NULL:
                given = b""
            elif not session.vfs.is_file(path):
                what = "Is a directory" if session.vfs.is_dir(path) else "No such file or directory"
                io.fail(f"bash: {name}: {what}")
                return None, targets
            else:
                given = session.vfs.read(path)
        elif redirect.how == ">&":
            targets[redirect.descriptor] = f"&{name}"
        else:
            if not _emptied(io, name, path, keeps=redirect.how == ">>"):
                return None, targets
            for descriptor in (1, 2) if redirect.descriptor == 3 else (redirect.descriptor,):
                targets[descriptor] = path if name not in _NULL else "null"
    return Io(session, given, shown=io.shown and 1 not in targets), targets


def _emptied(io: Io, name: str, path: str, *, keeps: bool) -> bool:
    """Whether a file can be written; it is empty then, unless it is added to."""
    session = io.session
    if name in _NULL:
        return True
    try:
        if not keeps or session.vfs.get(path) is None:
            write_file(session, path, b"")
        elif session.vfs.is_dir(path):
            raise VfsError("is_dir", path, "")
    except VfsError as e:
        io.fail(f"bash: {name}: {reason(e)}")
        return False
    return True


def _closed(io: Io, inner: Io, targets: dict[int, str]) -> None:
    session = io.session
    for is_error, content in inner.both:
        to = targets.get(2 if is_error else 1, "")
        if to == "&1":
            to, is_error = targets.get(1, ""), False
        elif to == "&2":
            to, is_error = targets.get(2, ""), True
        if not to or to.startswith("&"):
            io.both.append((is_error, content))
        elif to != "null" and session.vfs.is_file(to):
            try:
                before = session.vfs.read(to)
                charge_letters(len(before) + len(content))
                session.vfs = session.vfs.write(to, before + content, session.world.now)
            except VfsError as e:
                session.status = io.fail(f"bash: write error: {reason(e)}")
                return


# -- commands -------------------------------------------------------------------------------------------------------


def _compound(io: Io, command: Command, expander: Expander) -> None:
    session = io.session
    if isinstance(command, Group):
        kept = session.cwd, dict(session.variables)
        _script(io, command.body)
        if command.own:
            session.cwd, session.variables = kept
            session.leaves = False
    elif isinstance(command, For):
        session.status = 0
        for value in expander.fields(command.words):
            session.set(command.name, value)
            _script(io, command.body)
    elif isinstance(command, Loop):
        status = 0
        while True:
            charge(_TURN)
            _script(io, command.test)
            if bool(session.status) != command.until:
                session.status = status
                return
            _script(io, command.body)
            if session.leaves:
                return
            status = session.status
    elif isinstance(command, If):
        for test, body in command.branches:
            if test is not None:
                _script(io, test)
            if test is None or not session.status:
                _script(io, body)
                return
        session.status = 0


def _simple(io: Io, command: Simple, expander: Expander) -> None:
    session = io.session
    args = expander.fields(command.words)
    values = {name: expander.one(word) for name, word in command.assigned}
    if not args:
        for variable, value in values.items():
            session.set(variable, value)
        session.status = 0
        return
    aliased = session.aliases.get(args[0])
    if aliased is not None:
        args = [*aliased.split(), *args[1:]]
    before = {name: session.variables.get(name) for name in values}
    for variable, value in values.items():
        session.set(variable, value)
    run_command(io, args)
    for name, old in before.items():
        if old is None:
            session.variables.pop(name, None)
        else:
            session.variables[name] = old


def run_command(io: Io, args: list[str]) -> None:
    """Run a command by its arguments, the first of which is its name."""
    session = io.session
    name = args[0]
    plain = name.rpartition("/")[2] if name.startswith(("/usr/bin/", "/bin/")) else name
    known = COMMANDS.get(plain)
    app = session.world.apps.get(plain)
    if known is not None:
        session.status = called(known, io, args[1:])
    elif app is not None:
        path = session.path(args[1]) if len(args) > 1 and not args[1].startswith("-") else ""
        charge(_WINDOW)
        session.effects.append(Launch(app, path if session.vfs.get(path) is not None else ""))
        session.status = 0
    elif "/" in name:
        _file(io, name)
    else:
        io.fail(f"bash: {name}: command not found")
        session.status = 127


def _run_inside(io: Io, args: list[str]) -> None:
    """Run a command of another command, such as of xargs."""
    with _deeper(io) as may:
        if may:
            run_command(io, args)


def _file(io: Io, name: str) -> None:
    """Run a file as a script, if it is one."""
    session = io.session
    path = session.path(name)
    if not session.vfs.is_file(path):
        what = "Is a directory" if session.vfs.is_dir(path) else "No such file or directory"
        io.fail(f"bash: {name}: {what}")
        session.status = 126 if session.vfs.is_dir(path) else 127
    elif not mode_of(session.vfs, path) & 0o100:
        io.fail(f"bash: {name}: Permission denied")
        session.status = 126
    else:
        source(io, name, path)


def source(io: Io, name: str, path: str) -> None:
    """Carry out the lines of a file."""
    session = io.session
    try:
        script = parse(session.vfs.read(path).decode("utf-8", "replace"))
    except ShellSyntaxError as e:
        io.fail(f"{name}: {e}")
        session.status = 2
        return
    _script(io, script)
