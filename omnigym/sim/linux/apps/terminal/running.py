"""Terminal: lines that are entered, and programs that have the terminal for a while."""

from __future__ import annotations

import re

from omnigym.sim.app import Close, Context, Effect, SetFiles
from omnigym.sim.kinds.code.console import Row, written
from omnigym.sim.linux.apps.terminal.state import Result, State, prompt
from omnigym.sim.linux.apps.terminal.vim import Vim, opened
from omnigym.sim.linux.bash.filing import reason, write_file
from omnigym.sim.linux.bash.parsing import parse
from omnigym.sim.linux.bash.running import duration_of, run_line, run_script
from omnigym.sim.linux.bash.session import Session, World
from omnigym.sim.linux.bash.syntax import Script, ShellSyntaxError
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.terminal import Letters, room_of
from omnigym.sim.vfs import VfsError
from omnigym.sim.work_budget import SpentError

__all__ = ["entered", "interrupted", "session_of", "vim_answered", "woken", "write"]

_WHITE = 0xFFFFFF
#: How many rows and lines are kept.
_MOST_ROWS, _MOST_HISTORY, _MOST_QUEUED = 1000, 200, 20
#: Letters of a command of several lines.
_LONGEST = 100_000


def session_of(state: State, ctx: Context) -> Session:
    """The shell of a state."""
    commands = {name: app.name for app in CATALOGUE.programs for name in app.program.commands}
    apps = CATALOGUE.apps
    running = tuple([(w.app, (apps[w.app].program.commands or (w.app,))[:1]) for w in ctx.windows if w.app in apps])
    world = World(ctx.clock_ms, ctx.settings, commands, tuple(dict.fromkeys(running)))
    variables, aliases = dict(state.variables), dict(state.aliases)
    session = Session(ctx.vfs, state.cwd, variables, world, aliases, state.history, state.jobs, state.pid)
    session.status, session.columns = state.status, room_of(ctx.w, ctx.h)[0]
    return session


def write(state: State, text: str) -> State:
    """The terminal after something was written to it; what comes goes on where the last row ends."""
    return state._replace(shown=written(state.shown, text, _WHITE))


def _begun(state: State, row: Row) -> State:
    """The terminal with another row; the last one, to which is written, is empty after a full line."""
    rows = state.shown[:-1] if state.shown and not state.shown[-1] else state.shown
    return state._replace(shown=(*rows, row)[-_MOST_ROWS:])


def entered(state: State, ctx: Context) -> Result:
    """Enter at the prompt, or while a program has the terminal."""
    line = state.line
    if state.busy is not None:
        return state._replace(line="", caret=0, queued=(*state.queued, line)[:_MOST_QUEUED]), ()
    folder, whole = session_of(state, ctx).shown_folder, f"{state.more}{line}"
    ends = not state.more or len(whole) >= _LONGEST or re.search(state.until, line) is not None
    state = _begun(state, (*prompt(folder, bool(state.more)), Letters(line, _WHITE)))
    state = state._replace(shown=(*state.shown, ()), line="", caret=0, at=0, back=0)
    if not ends:  # to read all of it again at each line would take ever longer
        return state._replace(more=f"{whole}\n"), ()
    return _run(state._replace(more="", until=""), ctx, whole)


def _run(state: State, ctx: Context, line: str) -> Result:
    if not line.strip():
        return state, ()
    script: Script | None = None
    try:
        script = parse(line)
    except ShellSyntaxError as e:
        if e.until is not None and len(line) < _LONGEST:
            return state._replace(more=f"{line}\n", until=e.until), ()
    except SpentError:
        pass  # the shell says so
    history = state.history
    if not line.startswith(" ") and line != (history[-1] if history else ""):
        history = (*history, line)[-_MOST_HISTORY:]
    session = session_of(state._replace(history=history), ctx)
    ran = run_line(session, line) if script is None else run_script(session, script)
    return _after(state, ctx, session, ran.output, ran.left)


def _after(state: State, ctx: Context, session: Session, output: bytes, left: Script) -> Result:
    """The terminal after the shell did something."""
    before = state.jobs
    if session.cleared:
        state = state._replace(shown=())
    if output:
        state = write(state if state.shown else state._replace(shown=((),)), output.decode("utf-8", "replace"))
    state = state._replace(
        cwd=session.cwd,
        variables=tuple(sorted(session.variables.items())),
        aliases=tuple(sorted(session.aliases.items())),
        history=session.history,
        jobs=session.jobs,
        pid=session.pid,
        status=session.status,
    )
    effects: list[Effect] = []
    if session.vfs is not ctx.vfs:
        effects.append(SetFiles(session.vfs))
    effects += session.effects
    if session.leaves:
        return state, (*effects, Close())
    for job in session.jobs:
        if job.ms >= 0 and job not in before:
            effects.append(Later(job.ms, Send(("ended", job.pid))))
    if session.waits is not None:
        return _taken_over(state, ctx, session, left, effects)
    return state, tuple(effects)


def _taken_over(state: State, ctx: Context, session: Session, left: Script, effects: list[Effect]) -> Result:
    assert session.waits is not None
    program, args = session.waits
    state = state._replace(busy=(program, *args), left=left, pid=state.pid + 1)
    if program == "vim":
        name = args[0] if args else ""
        path = session.path(name) if name else ""
        if path and session.vfs.is_dir(path):
            message = Vim(name, message=f'"{name}" is a directory')
            return state._replace(vim=message), tuple(effects)
        content = session.vfs.read(path) if path and session.vfs.is_file(path) else None
        return state._replace(vim=opened(name, content)), tuple(effects)
    ms = duration_of((program, *args))
    if ms >= 0:
        effects.append(Later(ms, Send(("woken", state.pid))))
    return state, tuple(effects)


def _resumed(state: State, ctx: Context) -> Result:
    """The terminal after a program that had it has ended: what is left of the line, then what was entered meanwhile."""
    left, queued = state.left, state.queued
    state = state._replace(busy=None, vim=None, left=(), queued=())
    effects: tuple[Effect, ...] = ()
    if left:
        session = session_of(state, ctx)
        ran = run_script(session, left)
        state, effects = _after(state, ctx, session, ran.output, ran.left)
        ctx = _with_files(ctx, effects)
    for number, line in enumerate(queued):
        if state.busy is not None:
            return state._replace(queued=queued[number:]), effects
        state, more = entered(state._replace(line=line), ctx)
        effects = (*effects, *more)
        ctx = _with_files(ctx, more)
    return state, effects


def _with_files(ctx: Context, effects: tuple[Effect, ...]) -> Context:
    for effect in effects:
        if isinstance(effect, SetFiles):
            ctx = ctx._replace(vfs=effect.vfs)
    return ctx


def woken(state: State, ctx: Context, pid: int) -> Result:
    """The time of a sleep is over; one that was interrupted meanwhile is not meant."""
    if state.busy is None or state.pid != pid or state.vim is not None:
        return state, ()
    return _resumed(state._replace(status=0), ctx)


def interrupted(state: State, ctx: Context) -> Result:
    """Ctrl+C: the program that has the terminal ends, or what is typed is thrown away."""
    if state.busy is not None:
        state = write(state, "^C\n")._replace(left=(), status=130, queued=())
        return _resumed(state, ctx)
    folder = session_of(state, ctx).shown_folder
    state = _begun(state, (*prompt(folder, bool(state.more)), Letters(f"{state.line}^C", _WHITE)))
    return state._replace(shown=(*state.shown, ()), line="", caret=0, at=0, more="", until="", status=130), ()


def vim_answered(state: State, ctx: Context, vim: Vim) -> Result:
    """The editor wants to write, or to quit."""
    asks, vim = vim.asks, vim._replace(asks="")
    effects: tuple[Effect, ...] = ()
    if asks.startswith("write"):
        session = session_of(state, ctx)
        path = session.path(vim.target)
        content = "".join(f"{line}\n" for line in vim.lines).encode("utf-8", "replace")
        new = session.vfs.get(path) is None
        try:
            write_file(session, path, content)
        except VfsError as e:
            return state._replace(vim=vim._replace(message=f"E212: Can't open file for writing: {reason(e)}")), ()
        said = f'"{vim.target}" {"[New] " if new else ""}{len(vim.lines)}L, {len(content)}B written'
        vim = vim._replace(name=vim.name or vim.target, saved=vim.lines, message=said)
        effects = (SetFiles(session.vfs),)
        ctx = ctx._replace(vfs=session.vfs)
    if asks.endswith("quit"):
        state, more = _resumed(state._replace(status=0), ctx)
        return state, (*effects, *more)
    return state._replace(vim=vim), effects
