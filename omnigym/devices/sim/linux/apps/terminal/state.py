"""Terminal: the state of its window."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.kinds.code.prompt import Row
from omnigym.devices.sim.linux.apps.terminal.vim import Vim
from omnigym.devices.sim.linux.bash.session import Process
from omnigym.devices.sim.linux.bash.syntax import Script
from omnigym.devices.sim.ui.terminal import Cell, Letters
from omnigym.devices.sim.vfs import HOME

__all__ = ["SCREEN", "Result", "State", "prompt"]

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
