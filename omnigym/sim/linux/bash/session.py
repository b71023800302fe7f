"""What a shell keeps from one line to the next, and what it hands to a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.sim.app import Effect
from omnigym.sim.linux.paths import USER_HOME, entries_in, inward, outward
from omnigym.sim.vfs import HOME, Stat, Vfs, canonical
from omnigym.sim.work_budget import SpentError, charge

__all__ = ["Io", "Process", "Session", "World"]

#: Units of work (`omnigym.sim.work_budget`) of starting a command, and of looking at one of the entries of a folder.
_COMMAND, _ENTRY = 600, 12
#: The most letters that all variables and aliases hold.
_MOST_HELD = 1_000_000


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
        self.depth = 0
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
        """Charge a command."""
        charge(_COMMAND + len(self.variables))

    def entries(self, path: str) -> tuple[Stat, ...]:
        """What is in a folder, as `omnigym.sim.linux.paths.entries_in`, charged by its entries."""
        found = entries_in(self.vfs, path)
        charge(_ENTRY * (len(found) + 1))
        return found

    def set(self, name: str, value: str) -> None:
        """Give a variable a value.

        Raises:
            SpentError: All of them hold more than there is memory.
        """
        known = self.variables
        held = sum(map(len, known.values())) + sum(map(len, self.aliases.values())) - len(known.get(name, ""))
        charge(len(known) + len(self.aliases))
        if held + len(value) > _MOST_HELD:
            raise SpentError
        known[name] = value


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
        charge(len(text))
        self.both.append((False, text.encode("utf-8", "replace") if isinstance(text, str) else text))

    def line(self, text: str) -> None:
        """A line to standard output."""
        self.write(f"{text}\n")

    def fail(self, text: str) -> int:
        """A line to standard error; the exit status 1."""
        charge(len(text))
        self.both.append((True, f"{text}\n".encode("utf-8", "replace")))
        return 1

    def read(self) -> bytes:
        """All of standard input; nothing comes from the keyboard."""
        return self.given or b""
