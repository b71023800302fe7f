"""Terminal: the state of its window."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Effect
from omnigym.sim.kinds.code.console import Row, screened
from omnigym.sim.linux.apps.terminal.vim import Vim
from omnigym.sim.linux.bash.session import Process
from omnigym.sim.linux.bash.syntax import Script
from omnigym.sim.ui.terminal import Cell, Letters, Screen
from omnigym.sim.vfs import HOME

#: The key of the terminal.
SCREEN = "terminal.screen"


class State(NamedTuple):
    """The state of one terminal.

    Attributes:
        cwd: The folder, inside the virtual file system.
        variables, aliases: Pairs of name and value, sorted.
        history: What was entered, the oldest first.
        shown: What was written so far, a row a line.
        line, caret: What is typed at the prompt, and where letters go.
        kept: What was typed before the history was looked through.
        at: Which line of the history is shown, from its end; 0 is none.
        more: Lines that were entered and need another one.
        until: A regular expression of the line that may be the last of them.
        jobs, pid: The processes in the background, and the number of the next one.
        busy: The program that has the terminal, with its arguments; None at the prompt.
        left: What is to be done when it ends.
        queued: Lines that were entered meanwhile.
        vim: The editor, while it is there.
        status: The exit status of the last command.
        back: How many rows the view is scrolled back.
        marked: What of the screen is selected: between which cells, and its text; None where nothing is.
    """

    cwd: str = HOME
    variables: tuple[tuple[str, str], ...] = ()
    aliases: tuple[tuple[str, str], ...] = (("ll", "ls -alF"), ("la", "ls -A"), ("l", "ls -CF"))
    history: tuple[str, ...] = ()
    shown: tuple[Row, ...] = ()
    line: str = ""
    caret: int = 0
    kept: str = ""
    at: int = 0
    more: str = ""
    until: str = ""
    jobs: tuple[Process, ...] = ()
    pid: int = 2001
    busy: tuple[str, ...] | None = None
    left: Script = ()
    queued: tuple[str, ...] = ()
    vim: Vim | None = None
    status: int = 0
    back: int = 0
    marked: tuple[Cell, Cell, str] | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]

_GREEN, _BLUE, _WHITE = 0x8AE234, 0x739FCF, 0xFFFFFF


def prompt(folder: str, more: bool) -> Row:
    """What stands before the line that is typed."""
    if more:
        return (Letters("> ", _WHITE),)
    return (
        Letters("user@ubuntu", _GREEN, bold=True),
        Letters(":", _WHITE),
        Letters(folder, _BLUE, bold=True),
        Letters("$ ", _WHITE),
    )


# -- what is on its screen, of what was written or of the editor ------------------------------------------------------

_GROUND, _SCREEN_WHITE, _TILDE = 0x300A24, 0xFFFFFF, 0x729FCF


def screen_of(state: State, folder: str, columns: int, rows: int) -> Screen:
    """What is shown.

    Args:
        state: The terminal.
        folder: As the prompt writes it.
        columns, rows: What there is room for.
    """
    if state.vim is not None:
        return _of_vim(state.vim, columns, rows)
    typed: Row = (Letters(state.line, _SCREEN_WHITE),)
    lead: Row = prompt(folder, bool(state.more)) if state.busy is None else ()
    last = (*lead, *typed)
    at = sum(len(letters.text) for letters in lead) + state.caret
    found, cursor = screened(state.shown, last, at, state.back, (columns, rows))
    return Screen(found, cursor, _GROUND)


def _of_vim(vim: Vim, columns: int, rows: int) -> Screen:
    room = rows - 1
    top = min(max(0, vim.row - room + 1), vim.row) if vim.row >= room else 0
    shown: list[Row] = []
    for line in vim.lines[top : top + room]:
        plain = line.replace("\t", "        ")
        start = _scrolled(vim, columns)
        shown.append((Letters(plain[start : start + columns], _SCREEN_WHITE),))
    shown += [(Letters("~", _TILDE),)] * (room - len(shown))
    place = f"{vim.row + 1},{vim.column + 1}"
    said = vim.typed or vim.message
    shown.append((Letters(f"{said[: columns - len(place) - 2]:<{columns - len(place) - 1}}{place}", _SCREEN_WHITE),))
    if vim.mode == "command":
        return Screen(tuple(shown), (rows - 1, min(len(vim.typed), columns - 1)), _GROUND)
    column = _column(vim) - _scrolled(vim, columns)
    return Screen(tuple(shown), (vim.row - top, column), _GROUND)


def _column(vim: Vim) -> int:
    """Where the cursor is, with tabs as wide as they are shown."""
    return len(vim.lines[vim.row][: vim.column].replace("\t", "        "))


def _scrolled(vim: Vim, columns: int) -> int:
    return max(0, _column(vim) - columns + 1)
