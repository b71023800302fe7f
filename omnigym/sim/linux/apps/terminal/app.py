"""Terminal: a shell over the files, and an editor in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import takewhile

from omnigym.sim.app import App, Context, Effect, Launch, RequestClose, SetClipboard, ShowMenu
from omnigym.sim.kinds.code.console import EDITING, LONGEST, Prompt, typed
from omnigym.sim.linux.apps.terminal.art import TERMINAL_ART
from omnigym.sim.linux.apps.terminal.commands import entered, interrupted, session_of, vim_answered, woken, write
from omnigym.sim.linux.apps.terminal.state import SCREEN, Result, State, prompt, screen_of
from omnigym.sim.linux.apps.terminal.vim import press, type_into
from omnigym.sim.linux.bash.commands import COMMANDS
from omnigym.sim.linux.bash.filing import MODES
from omnigym.sim.linux.bash.session import Session
from omnigym.sim.linux.paths import USER_HOME, names_in, outward
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Node, column
from omnigym.sim.ui.terminal import Cell, Letters, chosen_text, room_of, terminal
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import HOME, parent_of
from omnigym.values import ClipboardContent

# -- terminal ---------------------------------------------------------------------------------------------------------

# Tab completes the name of a command, a file or a variable.

#: What has to stand behind a backslash in a name.
_SPECIAL = re.compile(r"([\s'\"\\$&;()|<>*?\[\]!#`])")


def completed(line: str, caret: int, session: Session) -> tuple[str, int, tuple[str, ...]]:
    """The line after Tab, where letters go then, and the names to choose from where there are several."""
    before, behind = line[:caret], line[caret:]
    word = re.search(r"(?:\\.|[^\s\\;|&<>()'\"])*$", before)
    start = word.start() if word else caret
    typed = re.sub(r"\\(.)", r"\1", before[start:])
    first = re.search(r"(?:^|[|;&(])\s*$", before[:start]) is not None
    if first and "/" not in typed:
        names = sorted({n for n in (*COMMANDS, *session.world.apps, *session.aliases) if n.startswith(typed)})
        found, stem = [(n, " ") for n in names], typed
    else:
        folder, slash, stem = typed.rpartition("/")
        place = session.path(folder + slash if slash else ".")
        inside = names_in(session.vfs, place) if session.vfs.is_dir(place) else []
        fitting = [n for n in inside if n.startswith(stem) and (stem or not n.startswith("."))]
        found = [(n, "/" if session.vfs.is_dir(f"{place}/{n}") or n == "home" else " ") for n in fitting]
    if not found:
        return line, caret, ()
    columns = zip(*[n for n, _ in found], strict=False)
    common = "".join([letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, columns)])
    end = found[0][1] if len(found) == 1 else ""
    added = _SPECIAL.sub(r"\\\1", common[len(stem) :]) + end
    made = before + added
    choices = tuple(n + ("/" if e == "/" else "") for n, e in found) if not added else ()
    return made + behind, len(made), choices


# -- the app ----------------------------------------------------------------------------------------------------------

_MENU = (
    MenuItem("terminal.menu.copy", "Copy", ("copy",), "copy", "Shift+Ctrl+C"),
    MenuItem("terminal.menu.paste", "Paste", ("paste",), "paste", "Shift+Ctrl+V"),
    MenuItem("terminal.menu.select_all", "Select All", ("select_all",), "", "Shift+Ctrl+A"),
    SEPARATOR,
    MenuItem("terminal.menu.clear", "Reset and Clear", ("clear",)),
    MenuItem("terminal.menu.new", "New Window", ("new_window",), shortcut="Shift+Ctrl+N"),
)


def _init(args: object, ctx: Context) -> Result:
    """In the home, or in the folder that it is opened on."""
    path = ctx.vfs.real_path(str(args)) if args else HOME
    if not ctx.vfs.is_dir(path):
        path = parent_of(path) if ctx.vfs.is_file(path) else HOME
    return State(cwd=path), ()


def _folder(state: State) -> str:
    here = outward(state.cwd)
    return f"~{here[len(USER_HOME) :]}" if here == USER_HOME or here.startswith(f"{USER_HOME}/") else here


def _view(state: State, ctx: Context) -> Node:
    columns, rows = room_of(ctx.w, ctx.h)
    marked = state.marked[:2] if state.marked is not None else None
    screen = screen_of(state, _folder(state), columns, rows)._replace(columns=columns, marked=marked)
    shown = terminal(
        SCREEN,
        screen,
        name="Terminal",
        typed=("typed",),
        pressed=("pressed",),
        wheel=("wheel",),
        mark=("mark",),
        context=("menu",),
    )
    return column(shown, h=FILL)


def _in_vim(state: State, ctx: Context, keys: tuple[str, ...], text: str = "") -> Result:
    assert state.vim is not None
    vim = type_into(state.vim, text) if text else press(state.vim, keys[0])
    if vim.asks:
        return vim_answered(state, ctx, vim)
    return state._replace(vim=vim), ()


def _typed(state: State, ctx: Context, text: str) -> Result:
    if state.vim is not None:
        return _in_vim(state, ctx, (), text)
    return _put(state, typed(_prompt(state), text))._replace(back=0), ()


def _pasted(state: State, ctx: Context) -> Result:
    """The text of the clipboard; each end of a line in it is an Enter."""
    effects: tuple[Effect, ...] = ()
    for number, line in enumerate(ctx.clipboard.text[:LONGEST].split("\n")[:20]):
        if number:
            state, more = _pressed(state, ctx, "enter")
            effects = (*effects, *more)
            for effect in more:
                ctx = ctx._replace(vfs=getattr(effect, "vfs", ctx.vfs))
        if line:
            state, more = _typed(state, ctx, line)
            effects = (*effects, *more)
    return state, effects


# -- keys -----------------------------------------------------------------------------------------------------------


def _prompt(state: State) -> Prompt:
    return Prompt(state.line, state.caret, state.kept, state.at)


def _put(state: State, prompt: Prompt) -> State:
    return state._replace(**prompt._asdict())


def _completed(state: State, ctx: Context) -> Result:
    session = session_of(state, ctx)
    line, caret, choices = completed(state.line, state.caret, session)
    if choices:
        width = max(map(len, choices)) + 2
        several = max(1, session.columns // width)
        rows = [
            "".join(f"{c:<{width}}" for c in choices[i : i + several]).rstrip() for i in range(0, len(choices), several)
        ]
        lead = (*prompt(session.shown_folder, bool(state.more)), Letters(state.line, 0xFFFFFF))
        kept = state.shown[:-1] if state.shown and not state.shown[-1] else state.shown
        state = write(state._replace(shown=(*kept, lead)), "\n" + "\n".join(rows) + "\n")
    return state._replace(line=line, caret=caret), ()


def _cleared(state: State, _ctx: Context) -> Result:
    return (state._replace(shown=(), back=0), ()) if state.vim is None else (state, ())


def _end_of_input(state: State, ctx: Context) -> Result:
    if state.busy is not None or state.line:
        return (state, ()) if state.busy is not None else _key(state, "delete")
    return entered(state._replace(line="exit"), ctx)


_KEYS: Mapping[str, Callable[[State, Context], Result]] = {
    "enter": entered,
    "tab": _completed,
    "ctrl+c": interrupted,
    "ctrl+d": _end_of_input,
    "ctrl+l": _cleared,
    "shift+pageup": lambda s, ctx: _scrolled(s, ctx, 10),
    "shift+pagedown": lambda s, ctx: _scrolled(s, ctx, -10),
}


def _key(state: State, combo: str) -> Result:
    """A key that edits the line."""
    edits = EDITING.get(combo) or EDITING.get(combo.removeprefix("shift+"))
    return (_put(state, edits(_prompt(state), state.history)) if edits is not None else state), ()


def _pressed(state: State, ctx: Context, combo: str) -> Result:
    if state.vim is not None:
        return _in_vim(state, ctx, (combo.removeprefix("shift+"),))
    does = _KEYS.get(combo) or _KEYS.get(combo.removeprefix("shift+"))
    return does(state, ctx) if does is not None else _key(state, combo)


def _scrolled(state: State, _ctx: Context, rows: int) -> Result:
    """The view further back, as far as there is anything."""
    return state._replace(back=min(max(0, state.back + rows), max(0, len(state.shown) - 4))), ()


def _wheel(state: State, ctx: Context, notches: float) -> Result:
    if state.vim is not None:
        row = min(max(0, state.vim.row + round(3 * notches)), len(state.vim.lines) - 1)
        return state._replace(vim=state.vim._replace(row=row, column=0)), ()
    return _scrolled(state, ctx, -round(3 * notches))


def _ended(state: State, _ctx: Context, pid: int) -> Result:
    """A process in the background is done."""
    return state._replace(jobs=tuple([job for job in state.jobs if job.pid != pid])), ()


def _mark(state: State, _ctx: Context, first: Cell, last: Cell, text: str) -> Result:
    return state._replace(marked=(first, last, text) if first != last else None), ()


def _copied(state: State, _ctx: Context) -> Result:
    """What is selected; it stays so."""
    if state.marked is None or not state.marked[2]:
        return state, ()
    return state, (SetClipboard(ClipboardContent(text=state.marked[2])),)


def _menu(state: State, _ctx: Context) -> Result:
    copy, *others = _MENU
    return state, (ShowMenu((copy._replace(enabled=state.marked is not None), *others)),)


def _select_all(state: State, ctx: Context) -> Result:
    """All that is on the screen."""
    columns, rows = room_of(ctx.w, ctx.h)
    screen = screen_of(state, _folder(state), columns, rows)._replace(columns=columns)
    last = (max(0, len(screen.rows) - 1), columns)
    return state._replace(marked=((0, 0), last, chosen_text(screen, (0, 0), last))), ()


def _unmarking(handler: Callable[..., Result]) -> Callable[..., Result]:
    """What changes the screen: nothing is selected afterwards."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        return handler(state._replace(marked=None) if state.marked is not None else state, ctx, *args)

    return handle


def _processes(state: State) -> tuple[tuple[str, ...], ...]:
    busy = (state.busy,) if state.busy is not None else ()
    return (("bash",), *[job.argv for job in state.jobs], *busy)


_ON: Mapping[str, Callable[..., Result]] = {
    "clear": _unmarking(_cleared),
    "close": lambda s, _: (s, (RequestClose(),)),
    "copy": _copied,
    "ended": _ended,
    "mark": _mark,
    "menu": _menu,
    "new_window": lambda s, _: (s, (Launch("terminal"),)),
    "paste": _unmarking(_pasted),
    "pressed": _unmarking(_pressed),
    "select_all": _select_all,
    "typed": _unmarking(_typed),
    "wheel": _unmarking(_wheel),
    "woken": _unmarking(woken),
}

APPS = (
    App(
        name="terminal",
        title="Terminal",
        icon="terminal-app",
        art=TERMINAL_ART,
        program=Program(
            category="System Management",
            pinned=2,
            commands=("gnome-terminal", "x-terminal-emulator"),
        ),
        init=_init,
        view=_view,
        on=_ON,
        caption=lambda state: f"user@ubuntu: {_folder(state)}" if state.vim is None else f"{state.vim.name} - VIM",
        keys=(
            ("ctrl+shift+c", ("copy",)),
            ("ctrl+insert", ("copy",)),
            ("ctrl+shift+a", ("select_all",)),
            ("ctrl+shift+v", ("paste",)),
            ("shift+insert", ("paste",)),
            ("ctrl+shift+n", ("new_window",)),
            ("ctrl+shift+q", ("close",)),
        ),
        size=(724, 434),
        min_size=(320, 160),
        focus=SCREEN,
        locate={"text": {"key": SCREEN}},
        tables=(MODES,),
        watches=True,
        processes=_processes,
    ),
)
