"""What a PowerShell keeps from one line to the next, and how much one line may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.vfs import HOME, Vfs, canonical, join
from omnigym.devices.sim.windows.powershell.syntax import BlockOf
from omnigym.devices.sim.windows.powershell.values import Block, PsError, Value

__all__ = ["ERROR", "PLAIN", "WARNING", "Kept", "Piece", "Session", "World"]

#: Where it never ends: steps, letters that are shown, depth of calls, and of what is reckoned in each other.
_MOST_STEPS, _MOST_SHOWN, _DEEPEST, _MOST_NESTED = 60_000, 200_000, 20, 110
#: What is written: as usual, red, yellow; other colours are 0xRRGGBB.
PLAIN, ERROR, WARNING = -1, -2, -3


class Piece(NamedTuple):
    """A text that is shown, and its colour."""

    text: str
    ink: int = PLAIN


class World(NamedTuple):
    """What commands may know beyond the files.

    Attributes:
        now: Virtual milliseconds.
        local: The same as the clock of the desktop shows it.
        settings: Those of the desktop.
        apps: Omnigym's names of the apps, by the commands that start them.
        running: The names of the processes that run.
        columns: How many letters there are in a line of the console.
    """

    now: int
    local: int
    settings: Mapping[str, str]
    apps: Mapping[str, str]
    running: tuple[str, ...] = ()
    columns: int = 80


class Kept(NamedTuple):
    """What outlasts a line; plain values that can be hashed.

    Attributes:
        cwd: The folder.
        variables: Pairs of name and `frozen` value.
        functions: Pairs of name and how it is written.
        policy: The execution policy of this console alone, or "".
    """

    cwd: str = HOME
    variables: tuple[tuple[str, Value], ...] = ()
    functions: tuple[tuple[str, str], ...] = ()
    policy: str = ""


class Session:
    """A PowerShell while it carries out a line.

    Args:
        vfs: The files.
        world: What commands may know.
        cwd: The folder, inside the virtual file system.
    """

    def __init__(self, vfs: Vfs, world: World, cwd: str = HOME) -> None:
        self.vfs, self.world, self.cwd = vfs, world, cwd
        self.variables: dict[str, Value] = {}
        self.functions: dict[str, BlockOf] = {}
        self.policy = ""
        #: What was written to the console.
        self.shown: list[Piece] = []
        self.effects: list[Effect] = []
        self.cleared = self.leaves = False
        self.depth = self._nested = self._letters = 0
        self._steps = 0.0
        #: Runs a block with a value as ``$_``, and a script file; `running` sets them for cmdlets that do that.
        self.invoke: Callable[[Block, Value], list[Value]]

    def step(self, weight: float = 1) -> None:
        """Count something that is done; ``weight`` is how much that is, where it is more than one simple thing.

        Raises:
            PsError: It is too much.
        """
        self._steps += weight
        if self._steps > _MOST_STEPS:
            raise PsError("Stopped: the script has run for too long.", fatal=True)

    def spend(self, letters: int) -> None:
        """Count the work of a search for a pattern.

        Raises:
            PsError: It is too much.
        """
        self.step(letters / 16)

    def deeper(self) -> None:
        """Count a call.

        Raises:
            PsError: There are too many in each other.
        """
        self.depth += 1
        if self.depth > _DEEPEST:
            raise PsError("Stopped: the calls lie too deep in each other.", fatal=True)

    def nested(self, step: int) -> None:
        """Count what is reckoned inside of something else.

        Raises:
            PsError: It lies too deep.
        """
        self._nested += step
        if step > 0 and self._nested > _MOST_NESTED:
            raise PsError("Stopped: what is reckoned lies too deep in each other.", fatal=True)

    def write(self, text: str, ink: int = PLAIN) -> None:
        """Show a text.

        Raises:
            PsError: It is too much.
        """
        self._letters += len(text)
        if self._letters > _MOST_SHOWN:
            raise PsError("Stopped: there is no end of what is written.", fatal=True)
        self.shown.append(Piece(text, ink))

    def path(self, typed: str) -> str:
        """The path inside the virtual file system that somebody means who is in this folder."""
        typed = typed.strip().replace("\\", "/").removeprefix("Microsoft.PowerShell.Core/FileSystem::")
        if typed[1:2] == ":" or typed[:1] in ("/", "~"):
            return canonical(typed)
        return canonical(join(self.cwd, typed))
