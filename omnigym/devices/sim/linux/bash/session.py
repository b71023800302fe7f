"""What a shell keeps from one line to the next, and what it hands to a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.linux.paths import USER_HOME, inward, outward
from omnigym.devices.sim.vfs import HOME, Vfs, canonical

__all__ = ["Io", "Process", "Session", "StoppedError", "World"]

#: The most that a command may write, in bytes, and the most commands that one line may start: where it never ends.
_MOST_OUTPUT, _MOST_COMMANDS, _MOST_SEARCHING = 200_000, 3000, 3_000_000


class StoppedError(Exception):
    """The line has done so much that it is stopped, as somebody would with Ctrl+C."""


class Process(NamedTuple):
    """A process: its number, its command, and how long it runs, in milliseconds; -1 is for ever."""

    pid: int
    argv: tuple[str, ...]
    ms: int = -1


class World(NamedTuple):
    """What commands may know beyond the shell.

    Attributes:
        now: Virtual milliseconds.
        settings: Those of the desktop.
        apps: Omnigym's names of the apps, by the commands that start them.
        running: The apps that are running, and the commands that they are.
    """

    now: int
    settings: Mapping[str, str]
    apps: Mapping[str, str]
    running: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Session:
    """The state of a shell while it carries out a line; what outlasts the line is read off it afterwards.

    Args:
        vfs: The files.
        cwd: The folder, inside the virtual file system.
        variables: By name; the exported ones, which is all the same here, among them.
        world: What commands may know.
        jobs: The processes in the background.
        pid: The number of the next process.
    """

    def __init__(
        self,
        vfs: Vfs,
        cwd: str,
        variables: Mapping[str, str],
        world: World,
        aliases: Mapping[str, str],
        history: tuple[str, ...] = (),
        jobs: tuple[Process, ...] = (),
        pid: int = 2001,
    ) -> None:
        self.vfs, self.cwd, self.world, self.history = vfs, cwd, world, history
        self.variables, self.aliases = dict(variables), dict(aliases)
        self.jobs, self.pid = jobs, pid
        #: How many letters there are in a line of the terminal.
        self.columns = 80
        self.status = 0
        self.effects: list[Effect] = []
        self.leaves = self.cleared = False
        #: What takes over the terminal when the command is done: the name of a program, and what it was given.
        self.waits: tuple[str, tuple[str, ...]] | None = None
        self.depth = self._started = self._written = self._searched = 0
        #: Runs a command by its arguments, and the lines of a file; `running` sets them for commands that do that.
        self.run: Callable[[Io, list[str]], None]
        self.source: Callable[[Io, str, str], None]

    def path(self, typed: str) -> str:
        """The path inside the virtual file system that somebody means who is in this folder."""
        if typed.startswith("/"):
            return inward(typed)
        return canonical(f"{self.cwd}/{typed}")

    def real(self, typed: str) -> str:
        """As `path`, with the letter case of what exists."""
        return self.vfs.real_path(self.path(typed))

    def home_in(self, path: str) -> bool:
        """Whether a folder is the user's home, or holds it."""
        return f"{HOME}/".casefold().startswith(f"{path}/".casefold())

    @property
    def folder(self) -> str:
        """The folder as Linux writes it."""
        return outward(self.cwd)

    @property
    def shown_folder(self) -> str:
        """The folder as the prompt writes it."""
        here = self.folder
        return f"~{here[len(USER_HOME) :]}" if self.cwd == HOME or self.cwd.startswith(f"{HOME}/") else here

    def starts(self) -> None:
        """Count a command.

        Raises:
            StoppedError: The line has started too many.
        """
        self._started += 1
        if self._started > _MOST_COMMANDS:
            raise StoppedError

    def writes(self, length: int) -> None:
        """Count bytes that a command wrote.

        Raises:
            StoppedError: The line has written too much.
        """
        self._written += length
        if self._written > 20 * _MOST_OUTPUT:
            raise StoppedError

    def searches(self, work: int) -> None:
        """Count the work of patterns.

        Raises:
            StoppedError: The line has searched too much.
        """
        self._searched += work
        if self._searched > _MOST_SEARCHING:
            raise StoppedError


class Io:
    """What a command reads and writes.

    Args:
        session: The shell.
        given: Standard input; None where that is the keyboard.
        shown: Whether standard output is the terminal.
    """

    def __init__(self, session: Session, given: bytes | None, *, shown: bool = False) -> None:
        self.session, self.given, self.shown = session, given, shown
        #: Both in the order in which they were written, each with whether it is an error.
        self.both: list[tuple[bool, bytes]] = []

    def write(self, text: str | bytes) -> None:
        """To standard output."""
        content = text.encode("utf-8", "replace") if isinstance(text, str) else text
        self.session.writes(len(content))
        self.both.append((False, content))

    def line(self, text: str) -> None:
        """A line to standard output."""
        self.write(f"{text}\n")

    def fail(self, text: str) -> int:
        """A line to standard error; the exit status 1."""
        self.both.append((True, f"{text}\n".encode("utf-8", "replace")))
        return 1

    def read(self) -> bytes:
        """All of standard input; nothing comes from the keyboard."""
        return self.given or b""
